//! A position: two sets of stones and the side to move. The key and the line counts are updated
//! incrementally.
//!
//! A position does not know its past, because repetition depends on the path: see
//! [`History`](crate::History). It does not know its [`Rules`] either; methods that need them take
//! them as an argument.

use crate::{Axis, Geometry, Move, NoMove, Outcome, Rules, Setup, Simultaneous, Size, zobrist};
use std::hash::{Hash, Hasher};
use yose_board::{Bits, BySide, Color, Key, Square};

/// A validated position on the board of a geometry.
///
/// Invariants: each side has at least one stone; no square has two stones; `counts` and `key` agree
/// with the stones and the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Position<G: Geometry> {
    pub(crate) geometry: G,
    pub(crate) stones: BySide<G::Bits>,
    /// The number of stones of both sides on every line, packed as `tables` describes.
    pub(crate) counts: [u64; 4],
    key: Key,
    turn: Color,
}

/// What [`Position::unmake`] needs, besides the move, to restore the previous position.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: Key,
    captured: bool,
}

impl Undo {
    /// Whether the move took a stone. Stones never return, so no position from before a capture can
    /// occur again after it.
    #[inline]
    pub const fn captured(self) -> bool {
        self.captured
    }
}

impl<G: Geometry> Position<G> {
    /// The starting position: Black on the outer ranks, White on the outer files, corners empty.
    /// `None` if the geometry does not have this size.
    pub fn start(size: Size) -> Option<Self> {
        // The starting setup is valid, so the only possible fault is the geometry.
        Setup::start(size).position().ok()
    }

    /// Builds a position. The stones must be on the board, on distinct squares, and both sides must
    /// have at least one.
    pub(crate) fn assemble(geometry: G, stones: BySide<G::Bits>, turn: Color) -> Self {
        let mut position = Position {
            geometry,
            stones,
            counts: [0; 4],
            key: 0,
            turn,
        };
        position.counts = position.count_lines();
        position.key = position.computed_key();
        position
    }

    /// The geometry of the board.
    #[inline(always)]
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.geometry.size()
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The stones of a side.
    #[inline(always)]
    pub fn stones(&self, color: Color) -> G::Bits {
        self.stones[color]
    }

    /// The stones of both sides.
    #[inline(always)]
    pub fn occupied(&self) -> G::Bits {
        self.stones[Color::Black] | self.stones[Color::White]
    }

    /// The owner of the stone on the square.
    #[inline]
    pub fn stone(&self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.stones[color].has(square))
    }

    /// The key of the stones, the side to move and the size of the board.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The key, computed from scratch. Always equal to [`key`](Self::key); for tests.
    pub fn computed_key(&self) -> Key {
        let mut key = zobrist::board(self.size());
        for color in Color::ALL {
            for square in self.stones[color].squares() {
                key ^= zobrist::stone(color, square);
            }
        }
        if self.turn == Color::White {
            key ^ zobrist::WHITE_TO_MOVE
        } else {
            key
        }
    }

    /// The key after a legal move, without making it.
    #[inline]
    pub fn key_after(&self, m: Move) -> Key {
        let mut key = self.key
            ^ zobrist::WHITE_TO_MOVE
            ^ zobrist::stone(self.turn, m.from())
            ^ zobrist::stone(self.turn, m.to());
        if self.is_capture(m) {
            key ^= zobrist::stone(self.turn.other(), m.to());
        }
        key
    }

    /// Whether the move takes a stone.
    #[inline(always)]
    pub fn is_capture(&self, m: Move) -> bool {
        self.stones[self.turn.other()].has(m.to())
    }

    /// The number of stones of both sides on the line through a square. Stones on this line move
    /// exactly this far along it.
    #[inline]
    pub fn line_count(&self, square: Square, axis: Axis) -> u32 {
        let spot = self.geometry.tables().spot(square);
        let [up, down] = spot.rays.map(|ray| ray[axis as usize]);
        if (up | down).is_empty() {
            // The diagonal of a corner is one square. It shares its count with the opposite corner,
            // so the packed count cannot be used.
            return u32::from(self.occupied().has(square));
        }
        (self.counts[axis as usize] >> spot.nibble[axis as usize]) as u32 & 15
    }

    /// The squares of the line through a square, the square included.
    #[inline]
    pub fn line(&self, square: Square, axis: Axis) -> G::Bits {
        let [up, down] = self
            .geometry
            .tables()
            .spot(square)
            .rays
            .map(|ray| ray[axis as usize]);
        up | down | G::Bits::bit(square)
    }

    /// The packed line counts, computed from scratch.
    fn count_lines(&self) -> [u64; 4] {
        let tables = self.geometry.tables();
        let mut counts = [0; 4];
        for square in self.occupied().squares() {
            add(&mut counts, &tables.spot(square).weight);
        }
        counts
    }

    /// Plays a legal move.
    #[inline]
    pub fn make(&mut self, m: Move) -> Undo {
        debug_assert!(self.is_legal(m), "{m:?} is not legal");
        let (us, to) = (self.turn, G::Bits::bit(m.to()));
        let captured = self.stones[us.other()].meets(to);
        let undo = Undo {
            key: self.key,
            captured,
        };
        self.key = self.key_after(m);
        self.stones[us] ^= G::Bits::bit(m.from()) | to;
        self.stones[us.other()] &= !to;
        let tables = self.geometry.tables();
        subtract(&mut self.counts, &tables.spot(m.from()).weight);
        // A capture replaces one stone by another, so the counts of the lines through `to` do not
        // change.
        if !captured {
            add(&mut self.counts, &tables.spot(m.to()).weight);
        }
        self.turn = us.other();
        undo
    }

    /// Takes back the last move made. `undo` must be the value that [`make`](Self::make) returned.
    #[inline]
    pub fn unmake(&mut self, m: Move, undo: Undo) {
        let us = self.turn.other();
        let to = G::Bits::bit(m.to());
        let tables = self.geometry.tables();
        self.stones[us] ^= G::Bits::bit(m.from()) | to;
        add(&mut self.counts, &tables.spot(m.from()).weight);
        if undo.captured {
            self.stones[us.other()] |= to;
        } else {
            subtract(&mut self.counts, &tables.spot(m.to()).weight);
        }
        self.key = undo.key;
        self.turn = us;
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, m: Move) -> Self {
        let mut next = *self;
        next.make(m);
        next
    }

    /// Gives the turn to the other side. Meant for [`NoMove::Passes`] when there is no move.
    /// Calling it twice restores the position.
    #[inline]
    pub fn pass(&mut self) {
        self.turn = self.turn.other();
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Whether all stones of a side are connected. A single stone is connected.
    #[inline]
    pub fn connected(&self, color: Color) -> bool {
        self.geometry.tables().connected(self.stones[color])
    }

    /// The state of the game as far as connections decide it. The side not to move is taken to have
    /// moved last.
    ///
    /// This ignores the rule for a side without a move. A caller that generates the moves anyway
    /// can test that rule itself.
    #[inline]
    pub fn connection(&self, rules: Rules) -> Outcome {
        let mover = self.turn.other();
        match (self.connected(mover), self.connected(self.turn)) {
            (false, false) => Outcome::Running,
            (true, false) => Outcome::Win(mover),
            (false, true) => Outcome::Win(self.turn),
            (true, true) => match rules.simultaneous {
                Simultaneous::MoverWins => Outcome::Win(mover),
                Simultaneous::Draw => Outcome::Draw,
            },
        }
    }

    /// [`connection`](Self::connection) after the move `m` that returned `undo`, provided that
    /// neither side was connected before the move. It is cheaper than `connection`: only a capture
    /// changes the other side's stones, and the flood fill starts at the moved stone, whose group
    /// is often small.
    #[inline]
    pub fn connection_after(&self, m: Move, undo: Undo, rules: Rules) -> Outcome {
        let (mover, tables) = (self.turn.other(), self.geometry.tables());
        let joined = tables.connected_from(m.to(), self.stones[mover]);
        if !undo.captured || joined && rules.simultaneous == Simultaneous::MoverWins {
            return if joined {
                Outcome::Win(mover)
            } else {
                Outcome::Running
            };
        }
        match (joined, self.connected(self.turn)) {
            (false, false) => Outcome::Running,
            (false, true) => Outcome::Win(self.turn),
            (true, false) => Outcome::Win(mover),
            (true, true) => Outcome::Draw,
        }
    }

    /// The state of the game. The side not to move is taken to have moved last. Repetition is not
    /// considered: see [`History`](crate::History). If the result is [`Outcome::Running`] and there
    /// is no legal move, the side to move must pass.
    pub fn outcome(&self, rules: Rules) -> Outcome {
        match self.connection(rules) {
            Outcome::Running if rules.no_move == NoMove::Loses && !self.has_legal_move() => {
                Outcome::Win(self.turn.other())
            }
            outcome => outcome,
        }
    }

    /// Whether a legal move connects the mover's stones. Under [`Rules::PAPER`] such a move wins,
    /// whether or not it also connects the other side.
    #[inline]
    pub fn connects(&self, m: Move) -> bool {
        let stones = self.stones[self.turn] ^ G::Bits::bit(m.from()) | G::Bits::bit(m.to());
        self.geometry.tables().connected_from(m.to(), stones)
    }
}

#[inline(always)]
fn add(counts: &mut [u64; 4], weight: &[u64; 4]) {
    for axis in 0..4 {
        counts[axis] = counts[axis].wrapping_add(weight[axis]);
    }
}

#[inline(always)]
fn subtract(counts: &mut [u64; 4], weight: &[u64; 4]) {
    for axis in 0..4 {
        counts[axis] = counts[axis].wrapping_sub(weight[axis]);
    }
}

// The key and the counts follow from the other fields.
impl<G: Geometry> PartialEq for Position<G> {
    fn eq(&self, other: &Self) -> bool {
        self.geometry == other.geometry && self.stones == other.stones && self.turn == other.turn
    }
}
impl<G: Geometry> Eq for Position<G> {}
impl<G: Geometry> Hash for Position<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}
