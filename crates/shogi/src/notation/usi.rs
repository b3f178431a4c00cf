//! USI moves, for boards of every size: `7g7f`, `8h2b+`, `P*5e`.

use crate::geometry::Geometry;
use crate::moves::Move;
use crate::notation::sfen;
use crate::position::Position;
use crate::variant::Variant;
use thiserror::Error;
use yose_board::Square;

/// What is wrong with a USI move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UsiError {
    /// Not of the form of a move.
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
    /// A drop of a piece that cannot be dropped in this game.
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

/// Reads a move without asking whether it is legal.
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

/// Reads a move and requires it to be legal.
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
