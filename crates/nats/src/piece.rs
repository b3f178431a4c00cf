//! A piece of work: a few lines that say what is asked, never a list of positions.

use crate::server::token;
use serde::{Deserialize, Serialize};
use yose_ask::{Question, Request};

/// The version of the program. Pieces go only to workers of the same version.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// A range of the items of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The run.
    pub run: String,
    /// The number of the piece in its run.
    pub piece: usize,
    /// The version of the program that must do it.
    pub engine: String,
    /// The first item.
    pub from: usize,
    /// The item after the last.
    pub to: usize,
    /// What is asked.
    pub ask: Ask,
    /// How often the piece is tried.
    pub tries: u32,
    /// Workers that may not do it: the piece is done again because they did it.
    #[serde(default)]
    pub not: Vec<String>,
}

/// What is asked of every item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// An item is a frame of an enumeration.
    Frames {
        /// The request about the first frame of the space; the others differ in the number. The
        /// space, the table size and all limits are in it.
        request: Box<Request>,
        /// The fingerprint of the request: definitions that changed without a new version of the
        /// program show here.
        fingerprint: String,
    },
    /// An item is a request, a line of JSON of an input.
    Listed {
        /// The hash of the input, which names it among the objects.
        input: String,
        /// The definitions that the first answer depends on, as its fingerprint.
        fingerprint: String,
    },
}

impl Ask {
    /// The request about a frame.
    pub fn frame(request: &Request, frame: usize) -> Request {
        let mut request = request.clone();
        if let Question::Frame(question) = &mut request.question {
            question.frame = frame;
        }
        request
    }
}

impl Piece {
    /// The subject under which the piece waits.
    pub fn subject(&self) -> String {
        let Piece { run, piece, .. } = self;
        let engine = token(&self.engine);
        match self.not.is_empty() {
            true => format!("yose.work.{engine}.{run}.{piece}"),
            false => format!("yose.work.{engine}.{run}.{piece}.again"),
        }
    }

    /// The subject of a worker's result.
    pub fn result_subject(&self, worker: &str) -> String {
        format!("yose.result.{}.{}.{worker}", self.run, self.piece)
    }

    /// The subject of a worker's failure.
    pub fn failed_subject(&self, worker: &str, tried: i64) -> String {
        format!("yose.result.{}.{}.{worker}.failed.{tried}", self.run, self.piece)
    }

    /// What the piece is called in a list.
    pub fn label(&self) -> String {
        format!("{}.{}", self.run, self.piece)
    }
}
