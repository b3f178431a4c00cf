//! A table: the value of every position of a material, one byte each.
//!
//! The byte is the distance in plies; an even one is a loss for the side to move, an odd one a win.

use crate::build;
use crate::error::TableError;
use crate::index::Index;
use crate::material::Material;
use crate::moves::PieceMoves;
use crate::placement::Placement;
use crate::watch::Watch;
use yose_shogi::{Geometry, Move, Position};

/// Neither side can win.
pub(crate) const DRAW: u8 = 0xfe;
/// Not a position.
pub(crate) const NOTHING: u8 = 0xff;
/// The longest distance that can be told.
pub(crate) const DEEPEST: u8 = 0xfd;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// It wins, in so many plies against the longest resistance.
    Win(u8),
    /// It loses, in so many plies at most.
    Loss(u8),
    /// Neither can win.
    Draw,
}

impl Value {
    pub(crate) fn from_byte(byte: u8) -> Option<Value> {
        match byte {
            NOTHING => None,
            DRAW => Some(Value::Draw),
            n if n % 2 == 0 => Some(Value::Loss(n)),
            n => Some(Value::Win(n)),
        }
    }

    /// The distance in plies; none for a draw.
    pub const fn distance(self) -> Option<u8> {
        match self {
            Value::Win(n) | Value::Loss(n) => Some(n),
            Value::Draw => None,
        }
    }

    /// `win`, `loss` or `draw`.
    pub const fn word(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
            Value::Draw => "draw",
        }
    }
}

/// What is in a table: positions with the side to move normalised and mirror images counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Legal positions, reachable or not.
    pub positions: u64,
    /// Won for the side to move.
    pub wins: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// Neither.
    pub draws: u64,
    /// The longest distance of a win or a loss.
    pub deepest: u8,
    /// Positions without a legal move, in check; known to a table that was made, not to one that was read.
    pub mates: u64,
    /// Positions without a legal move, not in check; likewise.
    pub stalemates: u64,
    /// Legal moves of all positions together; likewise.
    pub moves: u64,
}

/// The table of a material.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) material: Material,
    pub(crate) index: Index,
    pub(crate) distances: Vec<u8>,
    pub(crate) counts: Counts,
}

impl Table {
    /// Computes the table.
    pub fn build(material: &Material, watch: &mut Watch<'_>) -> Result<Table, TableError> {
        build::build(material, watch)
    }

    /// How many entries the table of a material would have: its size in bytes, and half of what making it takes.
    pub fn size_of(material: &Material) -> Result<u32, TableError> {
        Ok(Index::new(material, &PieceMoves::new(material))?.size())
    }

    pub(crate) fn from_parts(material: Material, index: Index, distances: Vec<u8>) -> Table {
        let mut by_byte = [0u64; 256];
        for &byte in &distances {
            by_byte[usize::from(byte)] += 1;
        }
        let mut counts = Counts::default();
        for (byte, &n) in by_byte.iter().enumerate() {
            match Value::from_byte(byte as u8) {
                Some(Value::Win(_)) => counts.wins += n,
                Some(Value::Loss(_)) => counts.losses += n,
                Some(Value::Draw) => counts.draws += n,
                None => {}
            }
            if n > 0 && byte as u8 <= DEEPEST {
                counts.deepest = byte as u8;
            }
        }
        counts.positions = counts.wins + counts.losses + counts.draws;
        Table {
            material,
            index,
            distances,
            counts,
        }
    }

    /// What it is about.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The numbers of its positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What is in it.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The longest win, in plies; 0 if there is none.
    pub fn deepest_win(&self) -> u8 {
        let wins = self.distances.iter().filter(|&&n| n % 2 == 1 && n <= DEEPEST);
        wins.max().copied().unwrap_or(0)
    }

    /// The value of a position; `None` if it is not of this material.
    pub fn value<G: Geometry>(&self, position: &Position<G>) -> Option<Value> {
        let placement = Placement::of(position, &self.material)?;
        self.value_of(&placement)
    }

    pub(crate) fn value_of(&self, placement: &Placement) -> Option<Value> {
        let located = self.index.locate(placement)?;
        Value::from_byte(self.distances[located.index as usize])
    }

    /// The value with this number, if it is a position.
    pub fn value_at(&self, number: u32) -> Option<Value> {
        Value::from_byte(*self.distances.get(number as usize)?)
    }

    /// The value that each legal move leads to, for the side that moves: a win by a move that leaves the opponent
    /// lost, one ply longer. In the order of the move generator.
    pub fn moves<G: Geometry>(&self, position: &Position<G>) -> Vec<(Move, Option<Value>)> {
        let value = |m: Move| {
            let mut after = position.clone();
            after.make(m);
            Some(match self.value(&after)? {
                Value::Win(n) => Value::Loss(n + 1),
                Value::Loss(n) => Value::Win(n + 1),
                Value::Draw => Value::Draw,
            })
        };
        position.legal_moves().iter().map(|&m| (m, value(m))).collect()
    }

    /// The moves to the end of the game: the shortest win against the longest resistance, of equal moves the one
    /// with the smallest code. Nothing from a draw, whose game has no end.
    pub fn line<G: Geometry>(&self, position: &Position<G>) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while let Some(value) = self.value(&position).filter(|value| *value != Value::Draw) {
            let best = self
                .moves(&position)
                .into_iter()
                .filter(|(_, after)| *after == Some(value))
                .map(|(m, _)| m)
                .min_by_key(|m| m.packed());
            let Some(best) = best else { break };
            line.push(best);
            position.make(best);
        }
        line
    }
}
