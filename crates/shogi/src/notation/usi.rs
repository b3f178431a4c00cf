//! USI for boards of every size: moves (`7g7f`, `8h2b+`, `P*5e`), and positions followed by moves
//! (`startpos moves 7g7f`, `sfen ... moves ...`).

use crate::geometry::Geometry;
use crate::moves::Move;
use crate::notation::sfen::{self, SfenFault};
use crate::position::Position;
use crate::setup::Setup;
use crate::variant::{SHOGI, Variant};
use crate::with_position;
use thiserror::Error;
use yose_board::{Faults, Place, Square};

/// What is wrong with a USI move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UsiError {
    /// The text does not have the form of a move.
    #[error("`{0}` is not a move: 7g7f, 8h2b+ and P*5e are")]
    Form(String),
    /// A square that the board does not have.
    #[error("`{text}`: there is no square {square} on a {files}x{ranks} board")]
    Square {
        /// The move.
        text: String,
        /// The square.
        square: String,
        /// The files of the board.
        files: u8,
        /// The ranks of the board.
        ranks: u8,
    },
    /// A drop of a piece that cannot be dropped in this variant.
    #[error("`{text}`: no `{letter}` can be dropped in this game")]
    Drop {
        /// The move.
        text: String,
        /// The letter.
        letter: char,
    },
    /// A well-formed move that is not legal.
    #[error("`{text}` is not legal in {sfen}")]
    Illegal {
        /// The move.
        text: String,
        /// The position.
        sfen: String,
    },
}

/// Reads a move. The move need not be legal.
pub fn read(text: &str, variant: &Variant) -> Result<Move, UsiError> {
    let form = || UsiError::Form(text.to_owned());
    let chars: Vec<char> = text.chars().collect();
    let square = |file: char, rank: char| -> Result<Square, UsiError> {
        if !file.is_ascii_digit() || !rank.is_ascii_lowercase() {
            return Err(form());
        }
        let f = (file as u8).wrapping_sub(b'1');
        let r = (rank as u8).wrapping_sub(b'a');
        variant.square(f, r).ok_or_else(|| UsiError::Square {
            text: text.to_owned(),
            square: format!("{file}{rank}"),
            files: variant.files,
            ranks: variant.ranks,
        })
    };
    match chars[..] {
        [letter, '*', f, r] => {
            if !letter.is_ascii_uppercase() {
                return Err(form());
            }
            let to = square(f, r)?;
            let kind = sfen::hand_kind(&variant.army, letter).ok_or_else(|| UsiError::Drop {
                text: text.to_owned(),
                letter,
            })?;
            Ok(Move::drop(kind, to))
        }
        [f1, r1, f2, r2] | [f1, r1, f2, r2, '+'] => {
            let (from, to) = (square(f1, r1)?, square(f2, r2)?);
            if from == to {
                return Err(form());
            }
            Ok(Move::board(from, to, chars.len() == 5))
        }
        _ => Err(form()),
    }
}

/// Reads a move and tests that it is legal.
pub fn read_legal<G: Geometry>(text: &str, position: &Position<G>) -> Result<Move, UsiError> {
    let m = read(text, position.variant())?;
    if position.is_legal(m) {
        Ok(m)
    } else {
        Err(UsiError::Illegal {
            text: text.to_owned(),
            sfen: sfen::write(position, 1),
        })
    }
}

/// Writes a move.
pub fn write(m: Move, variant: &Variant) -> String {
    let to = variant.square_name(m.to());
    match (m.from(), m.dropped()) {
        (Some(from), _) => {
            format!(
                "{}{to}{}",
                variant.square_name(from),
                if m.promotes() { "+" } else { "" }
            )
        }
        (None, Some(kind)) => format!("{}*{to}", variant.army.spec(kind).symbol),
        (None, None) => to,
    }
}

/// Reads a position in the form of USI's `position` command, with or without that word: `startpos`
/// or an SFEN, optionally followed by `moves` and legal moves. A bare SFEN is also accepted.
/// Without a variant the size of the board determines it. The setup is validated.
pub fn read_position(
    text: &str,
    variant: Option<&'static Variant>,
) -> Result<(Setup, Vec<Move>), Faults<SfenFault>> {
    read_as(text, variant, true)
}

/// Reads what [`read_position`] reads, or a diagram that is only drawn and converted: it may be
/// without a king ([`Setup::diagram`]).
pub fn read_diagram(
    text: &str,
    variant: Option<&'static Variant>,
) -> Result<(Setup, Vec<Move>), Faults<SfenFault>> {
    read_as(text, variant, true).or_else(|faults| read_as(text, variant, false).map_err(|_| faults))
}

/// Reads a position. `kings` says whether it must be valid with its kings, or only as a diagram.
fn read_as(
    text: &str,
    variant: Option<&'static Variant>,
    kings: bool,
) -> Result<(Setup, Vec<Move>), Faults<SfenFault>> {
    let (head, moves) = split_moves(text);
    // Replace the word by blanks, so that the columns of faults stay those of the whole text.
    let head = match head.trim_start().strip_prefix("position ") {
        Some(rest) => format!("{}{rest}", " ".repeat(head.len() - rest.len())),
        None => head.to_owned(),
    };
    let start = head
        .trim_start()
        .strip_prefix("startpos")
        .filter(|rest| !rest.starts_with(char::is_alphanumeric));
    let setup = if let Some(rest) = start {
        if !rest.trim().is_empty() {
            let column = head.chars().count() - rest.trim_start().chars().count() + 1;
            let word = rest.split_whitespace().next().unwrap_or_default();
            return Err(Faults::one(
                Place::Column(column),
                SfenFault::Trailing(sfen::shortened(word)),
            ));
        }
        let variant = variant.unwrap_or(&SHOGI);
        match variant.start {
            Some(start) => sfen::read_as(start, variant)?,
            None => return Err(Faults::one(Place::Whole, SfenFault::NoStart(variant.name))),
        }
    } else {
        let variant = match variant {
            Some(variant) => variant,
            None => sfen::guess(&head)?,
        };
        match kings {
            true => sfen::read_valid(&head, variant)?,
            false => sfen::read_diagram(&head, variant)?,
        }
    };
    let position = match kings {
        true => setup.validate(),
        false => setup.diagram(),
    };
    let position = position.map_err(|faults| faults.map(SfenFault::Setup))?;
    let mut list = Vec::new();
    let mut column = head.chars().count() + 1;
    let result: Result<(), Faults<SfenFault>> = with_position!(position, |p| {
        let mut p = p;
        for word in moves.split(' ') {
            let at = Place::Column(column);
            column += word.chars().count() + 1;
            if word.is_empty() || (list.is_empty() && word == "moves") {
                continue;
            }
            let m = read_legal(word, &p).map_err(|error| Faults::one(at, error.into()))?;
            p.make(m);
            list.push(m);
        }
        Ok(())
    });
    result?;
    Ok((setup, list))
}

/// Splits a text before the word `moves`.
fn split_moves(text: &str) -> (&str, &str) {
    let mut from = 0;
    while let Some(at) = text[from..].find("moves") {
        let at = from + at;
        let end = at + "moves".len();
        let before = text[..at].ends_with(char::is_whitespace);
        let after = text[end..].is_empty() || text[end..].starts_with(char::is_whitespace);
        if before && after {
            return text.split_at(at);
        }
        from = end;
    }
    (text, "")
}

/// Writes a position, followed by moves, in the form of USI's `position` command.
pub fn write_position(setup: &Setup, moves: &[Move]) -> String {
    let sfen = sfen::write_setup(setup);
    let mut text = if setup.variant.start == Some(&sfen) {
        "startpos".to_owned()
    } else {
        format!("sfen {sfen}")
    };
    if !moves.is_empty() {
        text.push_str(" moves");
        for &m in moves {
            text.push(' ');
            text.push_str(&write(m, setup.variant));
        }
    }
    text
}
