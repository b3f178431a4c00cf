//! The position that a question is about.
//!
//! As JSON a subject is the text of the position and the rules of its game. A text that is no
//! position is a subject too: the reply to it lists the faults.

use crate::game::Game;
use crate::invalid::{FaultText, InputFault, Invalid};
use crate::problem::{Content, Problem, read_position};
use serde::{Deserialize, Serialize};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Move, Setup, Variant, variant_file, with_position};

/// The position that a question is about, or the faults of what was typed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Text", into = "Text")]
pub enum Subject {
    /// A position of shogi on a board of any size. Whether it is valid is for the question to say.
    Shogi(Setup),
    /// A position of Lines of Action.
    Loa {
        /// The position.
        position: yose_loa::AnyPosition,
        /// The rules.
        rules: yose_loa::Rules,
    },
    /// The faults of an input that is no position.
    Invalid(Invalid),
}

impl Subject {
    /// The position of a problem: of a record its start position, of a position with moves the
    /// position after the moves.
    pub fn of(problem: &Problem) -> Subject {
        let position = match &problem.content {
            Err(invalid) => Err(invalid.clone()),
            Ok(Content::Shogi { setup, moves }) => after(setup, moves).map(Subject::Shogi),
            Ok(Content::Record(record)) => Ok(Subject::Shogi(record.setup.clone())),
            Ok(Content::Loa { position, rules }) => Ok(Subject::Loa {
                position: *position,
                rules: *rules,
            }),
        };
        position.unwrap_or_else(Subject::Invalid)
    }

    /// Reads a position as typed: an SFEN, a FEN, `startpos`, the name of a game, perhaps with
    /// moves.
    pub fn read(text: &str, game: Game) -> Subject {
        Subject::of(&Problem::position(text, game))
    }

    /// The position as one of shogi.
    ///
    /// # Errors
    /// The faults of the input, or that the position is of another game.
    pub fn shogi(&self) -> Result<&Setup, Invalid> {
        match self {
            Subject::Shogi(setup) => Ok(setup),
            Subject::Loa { .. } => Err(InputFault::NotShogi.into()),
            Subject::Invalid(invalid) => Err(invalid.clone()),
        }
    }
}

/// The position after moves, which are checked one by one.
///
/// # Errors
/// The faults of the position, or the first move that is not legal.
pub fn after(setup: &Setup, moves: &[Move]) -> Result<Setup, Invalid> {
    if moves.is_empty() {
        return Ok(setup.clone());
    }
    let position = setup.diagram().map_err(Invalid::from)?;
    with_position!(position, |p| {
        let mut p = p;
        for (i, &m) in moves.iter().enumerate() {
            if !p.is_legal(m) {
                let text = usi::write(m, setup.variant);
                return Err(InputFault::IllegalMove { number: i + 1, text }.into());
            }
            p.make(m);
        }
        let mut after = Setup::of(&p, setup.ply + moves.len() as u32);
        // A king in hand is no part of the position, and no move changes it.
        if let Some(king) = setup.variant.army.king_in_hand() {
            for (now, before) in after.hands.iter_mut().zip(&setup.hands) {
                now[king.index()] = before[king.index()];
            }
        }
        Ok(after)
    })
}

/// A subject as JSON has it.
#[derive(Serialize, Deserialize)]
struct Text {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultText>,
}

impl From<Subject> for Text {
    fn from(subject: Subject) -> Text {
        let (rules, position, faults) = match subject {
            Subject::Shogi(setup) => (
                Some(rules_of(setup.variant)),
                Some(sfen::write_setup(&setup)),
                Vec::new(),
            ),
            Subject::Loa { position, rules } => {
                let size = position.size();
                let mut name = format!("loa:{}x{}", size.files(), size.ranks());
                if let Some(variant) = rules.name() {
                    name.push_str(&format!(":{variant}"));
                }
                (Some(name), Some(position.to_string()), Vec::new())
            }
            Subject::Invalid(Invalid { faults }) => (None, None, faults),
        };
        Text {
            rules,
            position,
            faults,
        }
    }
}

impl From<Text> for Subject {
    fn from(text: Text) -> Subject {
        let Text {
            rules,
            position: Some(position),
            ..
        } = text
        else {
            return Subject::Invalid(match text.faults {
                faults if faults.is_empty() => Invalid::whole("no position was given"),
                faults => Invalid { faults },
            });
        };
        let game = rules.map_or(Ok(Game::Any), |rules| Game::read(&rules));
        match game.map(|game| read_position(&position, game)) {
            Ok(content) => Subject::of(&Problem::of(&position, content)),
            Err(invalid) => Subject::Invalid(invalid),
        }
    }
}

/// The rules of a variant: its name where the name says it all, otherwise the text of a rules file.
fn rules_of(variant: &'static Variant) -> String {
    match Variant::by_name(variant.name) {
        Ok(named) if std::ptr::eq(named, variant) => variant.name.to_owned(),
        _ => variant_file::write(variant),
    }
}
