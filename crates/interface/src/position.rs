//! Positions: reading what was typed, pasted or dropped, in any notation, with every fault.

use crate::language;
use crate::refusal::Refusal;
use crate::request::game;
use serde::{Deserialize, Serialize};
use yose_ask::problem::{looks_like_position, main_moves};
use yose_ask::{Content, FaultText, Game, Invalid, Problem};
use yose_board::{Color, Place};
use yose_present::{Language, fault};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Setup, Variant};

/// A text that somebody typed, pasted or dropped.
#[derive(Debug, Deserialize)]
pub struct Typed {
    /// The text.
    pub text: String,
    /// The rules by their name.
    #[serde(default)]
    pub rules: Option<String>,
    /// Gives the defender every piece that is left.
    #[serde(default)]
    pub rest: bool,
    /// The language of the faults.
    #[serde(default)]
    pub language: Option<String>,
}

/// What was read.
#[derive(Debug, Default, Serialize)]
pub struct Read {
    /// The rules by their name.
    rules: Option<String>,
    /// The position as SFEN or FEN, as far as it could be read. It may have faults.
    position: Option<String>,
    /// The moves of the main line, if the text has moves.
    moves: Vec<String>,
    /// Every fault.
    faults: Vec<Fault>,
}

/// A fault with its place on the board, if it has one there.
#[derive(Debug, Serialize)]
struct Fault {
    square: Option<String>,
    hand: Option<&'static str>,
    text: String,
}

impl Fault {
    fn of(fault: &FaultText, language: Language) -> Fault {
        let place = fault.origin.as_ref().map(|origin| &origin.place);
        let (square, hand) = match place {
            Some(Place::Square(square) | Place::SquareAt { square, .. }) => (Some(square.clone()), None),
            Some(Place::Hand(Color::Black)) => (None, Some("black")),
            Some(Place::Hand(Color::White)) => (None, Some("white")),
            _ => (None, None),
        };
        Fault {
            square,
            hand,
            text: fault::text(fault, language),
        }
    }

    fn all(invalid: &Invalid, language: Language) -> Vec<Fault> {
        let faults = invalid.faults.iter();
        faults.map(|fault| Fault::of(fault, language)).collect()
    }
}

impl Typed {
    /// Reads a position or a record in any notation.
    ///
    /// # Errors
    /// There are no such rules. Faults of the text are part of what was read.
    pub fn read(&self) -> Result<Read, Refusal> {
        Ok(read_text(self, game(self.rules.as_deref())?))
    }
}

fn read_text(typed: &Typed, game: Game) -> Read {
    let language = language(typed.language.as_deref());
    let text = typed.text.trim();
    // An SFEN without moves is shown with all its faults, as far as it can be read.
    if let Some((setup, faults)) = faulty_setup(text, game) {
        return of_setup(setup, faults, typed.rest, language);
    }
    let problem = match looks_like_position(text) || yose_ask::problem::is_game(text) {
        true => Problem::position(text, game),
        false => {
            let problems = yose_ask::text::read(typed.text.as_bytes(), None, game);
            let nothing = || Problem::broken(text, yose_ask::InputFault::NoPosition.into());
            problems.into_iter().next().unwrap_or_else(nothing)
        }
    };
    let (setup, moves) = match &problem.content {
        Err(invalid) => {
            return Read {
                faults: Fault::all(invalid, language),
                ..Read::default()
            };
        }
        Ok(Content::Loa { position, rules }) => {
            return Read {
                rules: Some(crate::game::loa_name(position.size(), *rules)),
                position: Some(position.to_string()),
                ..Read::default()
            };
        }
        Ok(Content::Shogi { setup, moves }) => (setup.clone(), moves.clone()),
        Ok(Content::Record(record)) => (record.setup.clone(), main_moves(record)),
    };
    let moves = moves.iter().map(|&m| usi::write(m, setup.variant)).collect();
    let faults = match setup.validate() {
        Ok(_) => Vec::new(),
        Err(faults) => Invalid::from(faults).faults,
    };
    Read {
        moves,
        ..of_setup(setup, faults, typed.rest, language)
    }
}

/// The setup of an SFEN without moves, and its faults. `None` for every other text.
fn faulty_setup(text: &str, game: Game) -> Option<(Setup, Vec<FaultText>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (&board, rest) = words.strip_prefix(&["sfen"]).unwrap_or(&words).split_first()?;
    // A board with a wrong character is still meant to be one, if more follows on its line.
    let is_meant = board.contains('/') && !rest.is_empty() && !text.contains('\n');
    if !is_meant && !yose_ask::problem::is_board(board) {
        return None;
    }
    let variant = match game {
        Game::Loa { .. } => return None,
        Game::Shogi(variant) => variant,
        Game::Any => {
            let letters = board.chars().filter(char::is_ascii_alphabetic);
            if letters.clone().count() > 0 && letters.clone().all(|c| matches!(c, 'b' | 'w' | 'B' | 'W')) {
                return None;
            }
            let ranks: Vec<&str> = board.split('/').collect();
            variant_of(&ranks)?
        }
    };
    if rest.len() > 3 {
        return None;
    }
    let (setup, faults) = sfen::read_setup(text, variant);
    let faults = match faults.is_empty() {
        true => Vec::new(),
        false => Invalid::from(faults).faults,
    };
    Some((setup, faults))
}

/// The variant of a board by its size.
fn variant_of(ranks: &[&str]) -> Option<&'static Variant> {
    let width = |rank: &&str| -> usize {
        let squares = rank.chars().map(|c| match c {
            '+' => 0,
            c => c.to_digit(10).map_or(1, |digit| digit as usize),
        });
        squares.sum()
    };
    let files = ranks.iter().take(32).map(width).max()?;
    match files == 9 || ranks.len() == 9 {
        true => Some(&yose_shogi::SHOGI),
        false => Variant::for_size(files, ranks.len()).ok(),
    }
}

fn of_setup(mut setup: Setup, faults: Vec<FaultText>, rest: bool, language: Language) -> Read {
    let mut faults = faults;
    if rest {
        setup.give_rest(setup.turn.other());
        faults = match setup.validate() {
            Ok(_) => Vec::new(),
            Err(found) => Invalid::from(found).faults,
        };
    }
    Read {
        rules: Some(setup.variant.name.to_owned()),
        position: Some(sfen::write_setup(&setup)),
        moves: Vec::new(),
        faults: faults.iter().map(|fault| Fault::of(fault, language)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Read {
        let typed = Typed {
            text: text.to_owned(),
            rules: None,
            rest: false,
            language: Some("en".to_owned()),
        };
        read_text(&typed, Game::Any)
    }

    fn places(read: &Read) -> Vec<&str> {
        let faults = read.faults.iter();
        faults.filter_map(|fault| fault.square.as_deref()).collect()
    }

    #[test]
    fn a_faulty_board_is_shown_with_its_squares() {
        let found = read("4k4/9/4P4/4P4/9/9/9/9/9 b G 1");
        assert_eq!(found.position.as_deref(), Some("4k4/9/4P4/4P4/9/9/9/9/9 b G 1"));
        assert_eq!(places(&found), ["5d"]);
        let found = read("4k4/9/4P1x2/9/9/9/9/9/9 b G 1");
        assert_eq!(places(&found), ["3c"], "{:?}", found.faults);
        let found = read("4k4/9/4+G4/9/9/9/9/9/9 b G 1");
        assert_eq!(places(&found), ["5c"], "{:?}", found.faults);
        assert!(read("9/9/9/9/9/9/9/9/9 b - 1").position.is_some());
    }

    #[test]
    fn every_notation_is_read() {
        let mate = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        let setup = sfen::read(mate).unwrap();
        let mut record = yose_record::Record::new(setup.clone());
        let m = usi::read("G*5b", setup.variant).unwrap();
        record
            .tree
            .add(yose_record::Tree::ROOT, yose_record::Step::Move(m));
        for format in yose_record::Format::ALL {
            let text = yose_record::write(&record, format).unwrap();
            let found = read(&text);
            assert_eq!(found.position.as_deref(), Some(mate), "{text}");
            assert_eq!(found.moves, ["G*5b"], "{text}");
        }
        assert_eq!(read(&format!("sfen {mate}")).position.as_deref(), Some(mate));
        let found = read(&format!("position sfen {mate} moves G*5b"));
        assert_eq!(found.moves, ["G*5b"]);
        assert_eq!(read("startpos").rules.as_deref(), Some("shogi"));
        assert_eq!(read("dobutsu").rules.as_deref(), Some("dobutsu"));
        assert_eq!(read("loa:6x6").rules.as_deref(), Some("loa:6x6"));
    }

    #[test]
    fn nonsense_has_a_fault() {
        for text in ["", "hello", "\u{0}", "4k4 b G 1", "手数----指手\n 1 ７六歩(99)\n"] {
            assert!(!read(text).faults.is_empty(), "{text:?}");
        }
    }
}
