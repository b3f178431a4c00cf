//! A table: the value of every position of a material, one byte for each number.
//!
//! The byte is the distance in plies. An even distance is a loss for the side to move, an odd
//! distance a win.

use crate::build;
use crate::error::TableError;
use crate::index::Index;
use crate::material::Material;
use crate::moves::PieceMoves;
use crate::placement::Placement;
use crate::watch::Watch;
use yose_shogi::{Geometry, Move, Position};

/// The byte of a draw.
pub(crate) const DRAW: u8 = 0xfe;
/// The byte of an illegal placement.
pub(crate) const NO_POSITION: u8 = 0xff;
/// The longest distance that a byte can express.
pub(crate) const MAX_DISTANCE: u8 = 0xfd;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in this number of plies against the longest resistance.
    Win(u8),
    /// The side to move loses in this number of plies with the longest resistance.
    Loss(u8),
    /// Neither side can win.
    Draw,
}

impl Value {
    pub(crate) fn from_byte(byte: u8) -> Option<Value> {
        match byte {
            NO_POSITION => None,
            DRAW => Some(Value::Draw),
            n if n % 2 == 0 => Some(Value::Loss(n)),
            n => Some(Value::Win(n)),
        }
    }

    /// The distance in plies; `None` for a draw.
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

/// The contents of a table. Positions count with the side to move normalised, and mirror images
/// count once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Legal positions, whether or not a start can reach them.
    pub positions: u64,
    /// Won for the side to move.
    pub wins: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
    /// The longest distance of a win or a loss.
    pub deepest: u8,
    /// Positions in check without a legal move.
    pub mates: u64,
    /// Positions without a legal move and not in check.
    pub stalemates: u64,
    /// The sum of the legal moves of all positions.
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

    /// How many entries the table of a material has. This is its size in bytes and half of the
    /// memory that building it takes.
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
            if n > 0 && byte as u8 <= MAX_DISTANCE {
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

    /// The material of the table.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The numbers of the positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The contents of the table.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// How many positions have each value, shortest distances first and draws last. A value that
    /// no position has is left out.
    pub fn distribution(&self) -> Vec<(Value, u64)> {
        let mut by_byte = [0u64; 256];
        for &byte in &self.distances {
            by_byte[usize::from(byte)] += 1;
        }
        let values = (0..=u8::MAX).filter_map(|byte| {
            let count = by_byte[usize::from(byte)];
            Some((Value::from_byte(byte)?, count)).filter(|_| count > 0)
        });
        let mut values: Vec<(Value, u64)> = values.collect();
        values.sort_by_key(|(value, _)| *value == Value::Draw);
        values
    }

    /// The longest win in plies; 0 if there is none.
    pub fn deepest_win(&self) -> u8 {
        let wins = self
            .distances
            .iter()
            .filter(|&&n| n % 2 == 1 && n <= MAX_DISTANCE);
        wins.max().copied().unwrap_or(0)
    }

    /// The value of a position; `None` if its pieces are not those of the material.
    pub fn value<G: Geometry>(&self, position: &Position<G>) -> Option<Value> {
        let placement = Placement::of(position, &self.material)?;
        self.value_of(&placement)
    }

    pub(crate) fn value_of(&self, placement: &Placement) -> Option<Value> {
        let located = self.index.locate(placement)?;
        Value::from_byte(self.distances[located.index as usize])
    }

    /// The value of the position with this number; `None` if the placement is illegal.
    pub fn value_at(&self, number: u32) -> Option<Value> {
        Value::from_byte(*self.distances.get(number as usize)?)
    }

    /// Every legal move, in the order of the move generator, with its value for the side that
    /// moves. A move that leaves the opponent lost in `n` plies is a win in `n + 1`.
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

    /// The best line to the end of the game: the shortest win against the longest resistance. Of
    /// equal moves it takes the one with the smallest code. The line of a draw is empty, because
    /// its game has no end.
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
