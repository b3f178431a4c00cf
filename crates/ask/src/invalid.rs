//! The faults of an input as text, each with its place.

use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use yose_board::{Faults, Place};

/// One fault as text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FaultText {
    /// Where.
    pub place: String,
    /// What.
    pub what: String,
    /// The fault that the text tells, for a front end that tells it in another language. It is no
    /// part of the JSON object: a fault that comes from JSON has only its text.
    #[serde(skip)]
    pub origin: Option<Origin>,
}

/// Two faults are the same if they read the same.
impl PartialEq for FaultText {
    fn eq(&self, other: &Self) -> bool {
        (&self.place, &self.what) == (&other.place, &other.what)
    }
}

impl Eq for FaultText {}

/// A fault as the part of the program that found it knows it.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Arc<dyn Error + Send + Sync>,
}

/// A fault of an input as a whole, before its position is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputFault {
    /// An argument that is neither a file nor a position.
    #[error("there is no file of this name, and it is not a position")]
    NoFile,
    /// A file that cannot be read.
    #[error("{name}: {error}")]
    Unreadable {
        /// The file.
        name: String,
        /// Why, for programs.
        kind: io::ErrorKind,
        /// Why, as the operating system says it.
        error: String,
    },
    /// A folder without files.
    #[error("there is no file in this folder")]
    EmptyFolder,
    /// A file without positions.
    #[error("there is no position in this file")]
    NoPosition,
    /// A line without a position.
    #[error("no column of this line is a position")]
    NoColumn,
    /// A move after the position that is not legal.
    #[error("move {number} ({text}) is not legal")]
    IllegalMove {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        text: String,
    },
    /// A position of Lines of Action where shogi was expected.
    #[error("a Lines of Action position has no king to mate; `solve` is about shogi")]
    NotShogi,
    /// No rules have this name.
    #[error(
        "no rules called `{0}`: try shogi, minishogi, dobutsu, MxN, MxN:ZONE, 3x4:BKR:1 or a file, or loa for Lines of Action"
    )]
    NoRules(String),
    /// No rules of Lines of Action have this name.
    #[error("no rules called `{0}`: loa, loa:6x6 and loa:8x8:mso are, 3 to 9 files and ranks")]
    NoLoaRules(String),
    /// A number of moves that the line does not have.
    #[error("there are {there} moves, not {asked}")]
    Ply {
        /// The moves of the line.
        there: usize,
        /// The number that was asked for.
        asked: usize,
    },
}

impl InputFault {
    /// A file that cannot be read.
    pub fn unreadable(name: &str, error: &io::Error) -> InputFault {
        InputFault::Unreadable {
            name: name.to_owned(),
            kind: error.kind(),
            error: error.to_string(),
        }
    }
}

/// An input that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// Every fault found; never empty.
    pub faults: Vec<FaultText>,
}

/// The most faults that are told of one input.
const MOST: usize = 20;

/// The longest text of a fault, in characters.
const LONGEST: usize = 300;

/// A text with at most `most` characters of it, and how many were left out.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => {
            let more = text[end..].chars().count();
            format!("{}… and {more} more characters", &text[..end])
        }
    }
}

impl Invalid {
    /// The first faults of a list. An input can have as many faults as characters, and nobody reads
    /// a million.
    pub fn first(faults: impl Iterator<Item = FaultText>) -> Invalid {
        let mut faults = faults.fuse();
        let mut told: Vec<FaultText> = faults.by_ref().take(MOST).collect();
        for fault in &mut told {
            fault.what = shortened(&fault.what, LONGEST);
        }
        let more = faults.count();
        if more > 0 {
            told.push(FaultText {
                place: Place::Whole.to_string(),
                what: format!("… and {more} more faults"),
                origin: None,
            });
        }
        Invalid { faults: told }
    }

    /// A single fault of the whole input, which only has a text.
    pub fn whole(what: impl fmt::Display) -> Invalid {
        Invalid::first(std::iter::once(FaultText {
            place: Place::Whole.to_string(),
            what: what.to_string(),
            origin: None,
        }))
    }
}

impl From<InputFault> for Invalid {
    fn from(fault: InputFault) -> Self {
        Faults::one(Place::Whole, fault).into()
    }
}

impl<K: Error + Clone + Send + Sync + 'static> From<Faults<K>> for Invalid {
    fn from(faults: Faults<K>) -> Self {
        Invalid::first(faults.iter().map(|f| FaultText {
            place: f.place.to_string(),
            what: f.kind.to_string(),
            origin: Some(Origin {
                place: f.place.clone(),
                fault: Arc::new(f.kind.clone()),
            }),
        }))
    }
}

/// All faults in one line, as the `error` field has them.
impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{}: {}", fault.place, fault.what)?;
        }
        Ok(())
    }
}

impl Error for Invalid {}
