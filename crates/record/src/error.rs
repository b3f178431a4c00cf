//! Why a record cannot be written.

use crate::ending::Ending;
use crate::handicap;
use crate::play::Play;
use crate::record::Record;
use crate::tree::Node;
use thiserror::Error;
use yose_board::Faults;
use yose_shogi::notation::usi;
use yose_shogi::{AnyPosition, Move, SetupFault};

/// Why a record cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Records support only 9x9 shogi and minishogi.
    #[error("records hold games of 9x9 shogi and of 5x5 minishogi, not of {0}; SFEN and USI can hold it")]
    Variant(&'static str),
    /// The start position breaks the rules.
    #[error("the start position: {0}")]
    Setup(Faults<SetupFault>),
    /// A move of the tree breaks the rules.
    #[error("move {ply} ({usi}) is not legal")]
    Illegal {
        /// The number of the move, from 1.
        ply: u32,
        /// The move.
        usi: String,
    },
    /// An illegal last move that KI2 cannot name, because the piece does not move in this way.
    #[error("KI2 has no origins, so it cannot name the illegal move {ply} ({usi})")]
    Unnamed {
        /// The number of the move, from 1.
        ply: u32,
        /// The move.
        usi: String,
    },
    /// The format has no variations.
    #[error("CSA has no variations, and move {0} has one: write the main line only")]
    Variations(u32),
    /// A header that a reader could not read back.
    #[error("the header `{0}` cannot be written so that it is read back")]
    Header(String),
    /// A comment that a reader could not read back.
    #[error("a comment has a NUL character, after {0} moves")]
    Nul(u32),
    /// An ending that a reader could not read back.
    #[error("the ending `{0}` is not a word of letters")]
    Ending(String),
    /// Variations nested so deeply that JSON readers refuse the file.
    #[error("variations are nested more than {0} deep, which readers of JSON refuse")]
    Nesting(usize),
}

impl WriteError {
    /// Checks that the record can be written at all. Returns its start position.
    pub(crate) fn check(record: &Record) -> Result<AnyPosition, WriteError> {
        if !handicap::is_recorded(record.setup.variant) {
            return Err(WriteError::Variant(record.setup.variant.name));
        }
        for (key, value) in &record.headers {
            if !crate::header::is_header(key, value) {
                return Err(WriteError::Header(crate::text::snippet(key)));
            }
        }
        for (_, node) in record.tree.iter() {
            if node.comments.iter().any(|comment| comment.contains('\0')) {
                return Err(WriteError::Nul(node.ply()));
            }
            if let Some(Ending::Other(word)) = node.ending()
                && (word.is_empty() || !word.chars().all(Ending::is_letter))
            {
                return Err(WriteError::Ending(crate::text::snippet(word)));
            }
        }
        record.position().map_err(WriteError::Setup)
    }

    /// Requires that a step by a move can be written: a legal move, or an illegal move of a piece
    /// that is there.
    pub(crate) fn writable(position: &AnyPosition, node: &Node, m: Move) -> Result<(), WriteError> {
        let ply = node.ply();
        let there = match (m.from(), m.dropped()) {
            (Some(from), _) => position
                .piece_on(from)
                .is_some_and(|piece| piece.color() == position.turn()),
            (None, kind) => kind.is_some_and(|kind| position.holds(kind)),
        };
        if position.is_legal(m) || (node.is_illegal() && there) {
            return Ok(());
        }
        Err(WriteError::Illegal {
            ply,
            usi: usi::write(m, position.variant()),
        })
    }
}
