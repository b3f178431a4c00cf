//! A finished table of any game: of a small shogi game, or of a Lines of Action board.

use crate::language::Language;
use crate::phrase::Exploring;
use std::sync::Arc;
use yose_loa_endgame::brute::{self, Board};
use yose_tablebase::{Table, Value};

/// A finished table.
#[derive(Clone, Debug)]
pub enum AnyTable {
    /// Of a small shogi game.
    Shogi(Arc<Table>),
    /// Of a Lines of Action board.
    Loa(Arc<Board>),
}

/// A value of any table, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyValue {
    /// It wins in this number of plies.
    Win(u32),
    /// It loses in this number of plies.
    Loss(u32),
    /// Neither side wins.
    Draw,
}

impl From<Value> for AnyValue {
    fn from(value: Value) -> AnyValue {
        match value {
            Value::Win(n) => AnyValue::Win(n.into()),
            Value::Loss(n) => AnyValue::Loss(n.into()),
            Value::Draw => AnyValue::Draw,
        }
    }
}

impl From<brute::Value> for AnyValue {
    fn from(value: brute::Value) -> AnyValue {
        match value {
            brute::Value::Win(n) => AnyValue::Win(n.into()),
            brute::Value::Loss(n) => AnyValue::Loss(n.into()),
            brute::Value::Draw => AnyValue::Draw,
        }
    }
}

impl AnyValue {
    /// The order of moves: wins, shortest first; then draws; then losses, longest first; unknown
    /// values last.
    pub(super) fn order(value: Option<AnyValue>) -> (u8, i64) {
        match value {
            Some(AnyValue::Win(n)) => (0, n.into()),
            Some(AnyValue::Draw) => (1, 0),
            Some(AnyValue::Loss(n)) => (2, -i64::from(n)),
            None => (3, 0),
        }
    }

    /// The value in words.
    pub(super) fn told(value: Option<AnyValue>, language: Language) -> String {
        let phrase = match value {
            Some(AnyValue::Win(n)) => Exploring::WinIn(n),
            Some(AnyValue::Loss(n)) => Exploring::LossIn(n),
            Some(AnyValue::Draw) => Exploring::Drawn,
            None => Exploring::NotInTable,
        };
        phrase.text(language)
    }
}

impl AnyTable {
    /// Its positions: all, won, lost and drawn for the side to move.
    pub fn positions(&self) -> [u64; 4] {
        match self {
            AnyTable::Shogi(table) => {
                let counts = table.counts();
                [counts.positions, counts.wins, counts.losses, counts.draws]
            }
            AnyTable::Loa(board) => {
                let counts = board.counts();
                [counts.states, counts.wins, counts.losses, counts.draws]
            }
        }
    }

    /// The longest distance of a win or a loss.
    pub fn deepest(&self) -> u32 {
        match self {
            AnyTable::Shogi(table) => table.counts().deepest.into(),
            AnyTable::Loa(board) => board.counts().deepest.into(),
        }
    }

    /// How many positions have each value.
    pub fn distribution(&self) -> Vec<(AnyValue, u64)> {
        match self {
            AnyTable::Shogi(table) => {
                let values = table.distribution().into_iter();
                values.map(|(value, count)| (value.into(), count)).collect()
            }
            AnyTable::Loa(board) => {
                let values = board.distribution().into_iter();
                values.map(|(value, count)| (value.into(), count)).collect()
            }
        }
    }
}
