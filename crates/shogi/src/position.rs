//! A validated position: a board, two hands and the side to move, with incremental keys.
//!
//! [`crate::Setup::validate`] establishes these invariants and [`Position::make`] keeps them:
//!
//! - `board`, `by_shape` and `by_color` describe the same pieces, and `king` holds the squares of
//!   the kings;
//! - the side to move cannot take the opponent's king;
//! - `board_key` is the exclusive or of the keys of all pieces on the board and of the side to
//!   move.

use crate::geometry::{Geometry, Nine};
use crate::hand::Hand;
use crate::moves::Move;
use crate::piece::{Cell, Kind, MAX_KINDS, Piece};
use crate::tables::{MAX_SQUARES, NONE, Tables};
use crate::variant::Variant;
use yose_board::{Bits, BySide, Color, Key, Square};

/// The value of `king` for a side that has no king on the board.
pub(crate) const NO_SQUARE: u8 = 0xff;

/// A position of the variant that `G` describes.
#[derive(Clone)]
pub struct Position<G: Geometry> {
    pub(crate) geometry: G,
    pub(crate) by_color: [G::Bits; 2],
    pub(crate) by_shape: [G::Bits; MAX_KINDS],
    pub(crate) board: [Cell; MAX_SQUARES],
    pub(crate) hands: [Hand; 2],
    pub(crate) king: [u8; 2],
    pub(crate) turn: Color,
    board_key: Key,
}

/// A position of 9x9 shogi.
pub type Shogi = Position<Nine>;

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The content of the target square before the move.
    captured: Cell,
    /// The content of the origin square before the move; for a drop the dropped piece.
    moved: Cell,
    board_key: Key,
}

impl Undo {
    /// The captured piece.
    #[inline]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured.get()
    }
}

impl<G: Geometry> Position<G> {
    /// An empty board with empty hands, Black to move.
    pub(crate) fn empty(geometry: G) -> Self {
        Position {
            geometry,
            by_color: [G::Bits::EMPTY; 2],
            by_shape: [G::Bits::EMPTY; MAX_KINDS],
            board: [Cell::EMPTY; MAX_SQUARES],
            hands: [Hand::EMPTY; 2],
            king: [NO_SQUARE; 2],
            turn: Color::Black,
            board_key: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn t(&self) -> &'static Tables<G::Bits> {
        self.geometry.tables()
    }

    /// The variant of this position.
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.geometry.variant()
    }

    /// The geometry, for building other positions of the same variant.
    #[inline]
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()].get()
    }

    /// The pieces in a side's hand.
    #[inline(always)]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Both hands.
    #[inline(always)]
    pub fn hands(&self) -> BySide<Hand> {
        BySide(self.hands)
    }

    /// The same board with other hands. The sum of both hands must not change.
    #[must_use]
    pub fn with_hands(mut self, hands: BySide<Hand>) -> Self {
        debug_assert!(hands.0[0].and(hands.0[1]) == self.hands[0].and(self.hands[1]));
        self.hands = hands.0;
        self
    }

    /// The square of a side's king, if it has a king on the board.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = self.king[color.index()];
        if king == NO_SQUARE {
            None
        } else {
            Some(Square::new(king))
        }
    }

    /// The squares of one side's pieces.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> G::Bits {
        self.by_color[color.index()]
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> G::Bits {
        self.by_color[0] | self.by_color[1]
    }

    /// The empty squares.
    #[inline(always)]
    pub fn vacant(&self) -> G::Bits {
        self.t().all & !self.occupied()
    }

    /// The key of the board and the side to move, without the hands. Positions that differ only in
    /// the hands have the same board key. Dominance between hands depends on this.
    #[inline(always)]
    pub fn board_key(&self) -> Key {
        self.board_key
    }

    /// The key of the whole position, hands included.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.board_key ^ self.hands_key(self.hands)
    }

    #[inline(always)]
    fn hands_key(&self, hands: [Hand; 2]) -> Key {
        let keys = &self.t().hand_keys;
        let black = hands[0].packed().wrapping_add(keys[0]).wrapping_mul(keys[1]);
        let white = hands[1].packed().wrapping_add(keys[1]).wrapping_mul(keys[0]);
        let mixed =
            (black ^ (black >> 32)).wrapping_mul(keys[0]) ^ (white ^ (white >> 29)).wrapping_mul(keys[1]);
        mixed ^ (mixed >> 31)
    }

    /// The board key, computed from scratch. Always equal to [`Position::board_key`]; for tests.
    pub fn computed_board_key(&self) -> Key {
        let mut key = if self.turn == Color::White {
            self.t().side_key
        } else {
            0
        };
        for square in self.occupied().squares() {
            if let Some(piece) = self.piece_on(square) {
                key ^= self.piece_key(piece, square);
            }
        }
        key
    }

    #[inline(always)]
    pub(crate) fn piece_key(&self, piece: Piece, square: Square) -> Key {
        self.t().piece_keys[piece.color().index()][piece.kind().index()][square.index()]
    }

    /// Puts a piece on an empty square or removes it. Both are the same exclusive or. Does not
    /// change `board` and `king`.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, piece: Piece, square: Square) {
        self.mark(piece, square);
        self.board_key ^= self.piece_key(piece, square);
    }

    /// [`toggle`](Self::toggle) without the key.
    #[inline(always)]
    fn mark(&mut self, piece: Piece, square: Square) {
        let bit = G::Bits::bit(square);
        self.by_color[piece.color().index()] ^= bit;
        self.by_shape[self.t().shape_of[piece.kind().index()] as usize & 15] ^= bit;
    }

    /// Moves a piece from one square to another, where it becomes `after`, or takes that move back.
    /// Changes only the bit sets.
    #[inline(always)]
    fn shift(&mut self, before: Piece, from: Square, after: Piece, to: Square) {
        let (start, end) = (G::Bits::bit(from), G::Bits::bit(to));
        let shape_of = &self.t().shape_of;
        self.by_color[before.color().index()] ^= start | end;
        self.by_shape[shape_of[before.kind().index()] as usize & 15] ^= start;
        self.by_shape[shape_of[after.kind().index()] as usize & 15] ^= end;
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.board[square.index()] = Cell::of(piece);
        if piece.kind().0 == self.t().royal {
            self.king[piece.color().index()] = square.raw();
        }
    }

    /// Sets the side to move.
    pub(crate) fn set_turn(&mut self, turn: Color) {
        if self.turn != turn {
            self.turn = turn;
            self.board_key ^= self.t().side_key;
        }
    }

    /// Lets the side to move pass. It must not be in check. A second pass takes the first one back.
    #[inline]
    pub fn pass(&mut self) {
        self.set_turn(self.turn.other());
    }

    /// Plays a move. It must come from a generator of this position.
    #[inline]
    pub fn make(&mut self, m: Move) -> Undo {
        let us = self.turn;
        let to = m.to();
        let board_key = self.board_key;
        let (captured, moved);
        match m.from() {
            None => {
                let kind = m.dropped().unwrap_or(Kind::PAWN);
                let piece = Piece::new(us, kind);
                self.hands[us.index()] = self.hands[us.index()].minus(kind);
                self.toggle(piece, to);
                self.board[to.index()] = Cell::of(piece);
                (captured, moved) = (Cell::EMPTY, Cell::of(piece));
            }
            Some(from) => {
                captured = self.board[to.index()];
                moved = self.board[from.index()];
                let kind = moved.kind();
                if let Some(taken) = captured.get() {
                    self.toggle(taken, to);
                    let held = self.t().in_hand[taken.kind().index()];
                    self.hands[us.index()] = self.hands[us.index()].plus(Kind(held));
                }
                let after = if m.promotes() {
                    Kind(self.t().promoted[kind.index()])
                } else {
                    kind
                };
                let (before, after) = (Piece::new(us, kind), Piece::new(us, after));
                self.board_key ^= self.piece_key(before, from) ^ self.piece_key(after, to);
                self.shift(before, from, after, to);
                self.board[from.index()] = Cell::EMPTY;
                self.board[to.index()] = Cell::of(after);
                if kind.0 == self.t().royal {
                    self.king[us.index()] = to.raw();
                }
            }
        }
        self.turn = us.other();
        self.board_key ^= self.t().side_key;
        Undo {
            captured,
            moved,
            board_key,
        }
    }

    /// Takes back the last move made. `undo` must be the value that [`make`](Self::make) returned.
    #[inline]
    pub fn unmake(&mut self, m: Move, undo: Undo) {
        let us = self.turn.other();
        let to = m.to();
        let after = Piece::new(us, self.board[to.index()].kind());
        self.turn = us;
        self.board[to.index()] = undo.captured;
        match m.from() {
            None => {
                self.mark(after, to);
                self.hands[us.index()] = self.hands[us.index()].plus(after.kind());
            }
            Some(from) => {
                let before = Piece::new(us, undo.moved.kind());
                self.shift(before, from, after, to);
                self.board[from.index()] = undo.moved;
                if before.kind().0 == self.t().royal {
                    self.king[us.index()] = from.raw();
                }
                if let Some(taken) = undo.captured.get() {
                    self.mark(taken, to);
                    let held = self.t().in_hand[taken.kind().index()];
                    self.hands[us.index()] = self.hands[us.index()].minus(Kind(held));
                }
            }
        }
        self.board_key = undo.board_key;
    }

    /// The board key and the hands after a move, computed without making it.
    #[inline]
    pub fn board_key_after(&self, m: Move) -> (Key, BySide<Hand>) {
        let us = self.turn;
        let to = m.to();
        let mut hands = self.hands;
        let mut key = self.board_key ^ self.t().side_key;
        match m.from() {
            None => {
                let kind = m.dropped().unwrap_or(Kind::PAWN);
                hands[us.index()] = hands[us.index()].minus(kind);
                key ^= self.piece_key(Piece::new(us, kind), to);
            }
            Some(from) => {
                let kind = self.board[from.index()].kind();
                if let Some(taken) = self.piece_on(to) {
                    key ^= self.piece_key(taken, to);
                    let held = self.t().in_hand[taken.kind().index()];
                    hands[us.index()] = hands[us.index()].plus(Kind(held));
                }
                let after = if m.promotes() {
                    Kind(self.t().promoted[kind.index()])
                } else {
                    kind
                };
                key ^= self.piece_key(Piece::new(us, kind), from) ^ self.piece_key(Piece::new(us, after), to);
            }
        }
        (key, BySide(hands))
    }

    /// The board key with the other side to move. A drop starts from this key: see
    /// [`Position::key_with`].
    #[inline(always)]
    pub fn key_passed(&self) -> Key {
        self.board_key ^ self.t().side_key
    }

    /// The board key with the other side to move and without the piece on `from`. Moves of that
    /// piece start from this key. The square must be occupied.
    #[inline(always)]
    pub fn key_without(&self, from: Square) -> Key {
        let kind = self.board[from.index()].kind();
        self.key_passed() ^ self.piece_key(Piece::new(self.turn, kind), from)
    }

    /// The board key after a move: `start` is the result of [`key_passed`](Self::key_passed) or
    /// [`key_without`](Self::key_without), `kind` the kind that stands on `to` afterwards, `taken`
    /// the captured piece.
    #[inline(always)]
    pub fn key_with(&self, start: Key, kind: Kind, to: Square, taken: Option<Piece>) -> Key {
        let key = start ^ self.piece_key(Piece::new(self.turn, kind), to);
        match taken {
            Some(taken) => key ^ self.piece_key(taken, to),
            None => key,
        }
    }

    /// The board key after a move, on a board where every square is replaced by `place(square)`.
    /// `key` is the board key of that board before the move.
    #[inline(always)]
    pub(crate) fn changed_key(&self, key: Key, m: Move, place: impl Fn(Square) -> Square) -> Key {
        let us = self.turn;
        let to = place(m.to());
        let mut key = key ^ self.t().side_key;
        match m.from() {
            None => {
                let kind = m.dropped().unwrap_or(Kind::PAWN);
                key ^= self.piece_key(Piece::new(us, kind), to);
            }
            Some(from) => {
                let kind = self.board[from.index()].kind();
                if let Some(taken) = self.piece_on(m.to()) {
                    key ^= self.piece_key(taken, to);
                }
                let after = if m.promotes() {
                    Kind(self.t().promoted[kind.index()])
                } else {
                    kind
                };
                key ^= self.piece_key(Piece::new(us, kind), place(from))
                    ^ self.piece_key(Piece::new(us, after), to);
            }
        }
        key
    }

    /// The key after a move, computed without making it.
    #[inline]
    pub fn key_after(&self, m: Move) -> Key {
        let (board, hands) = self.board_key_after(m);
        board ^ self.hands_key(hands.0)
    }

    /// The kind on the target square after a move; `None` if the origin square is empty.
    #[inline]
    pub fn kind_after(&self, m: Move) -> Option<Kind> {
        let Some(from) = m.from() else {
            return m.dropped();
        };
        let kind = self.piece_on(from)?.kind();
        if m.promotes() {
            self.promotion_of(kind)
        } else {
            Some(kind)
        }
    }

    /// The kind that `kind` promotes to.
    #[inline]
    pub fn promotion_of(&self, kind: Kind) -> Option<Kind> {
        match self.t().promoted[kind.index()] {
            NONE => None,
            promoted => Some(Kind(promoted)),
        }
    }
}

/// Positions are equal if they have the same variant, side to move, board and hands.
impl<G: Geometry> PartialEq for Position<G> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.variant(), other.variant())
            && self.turn == other.turn
            && self.hands == other.hands
            && self.board == other.board
    }
}

impl<G: Geometry> Eq for Position<G> {}

impl<G: Geometry> std::fmt::Debug for Position<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", crate::notation::sfen::write(self, 1))
    }
}
