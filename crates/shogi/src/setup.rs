//! A board as typed. It may break any rule. [`Setup::validate`] lists every fault or returns a
//! position. All other code works on validated positions.

use crate::any::{AnyGeometry, AnyPosition, WidePosition};
use crate::geometry::Geometry;
use crate::hand::Hand;
use crate::piece::{Kind, MAX_HAND_KINDS, Piece};
use crate::position::Position;
use crate::variant::Variant;
use thiserror::Error;
use yose_board::{Bits, Color, Faults, Place, Square};

/// A board as typed, before validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The variant.
    pub variant: &'static Variant,
    /// The content of each square, by square index.
    pub board: Vec<Option<Piece>>,
    /// For each side the number of pieces of each kind in hand.
    pub hands: [[u8; MAX_HAND_KINDS]; 2],
    /// The side to move.
    pub turn: Color,
    /// The number of the next move, from 1.
    pub ply: u32,
}

/// What is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupFault {
    /// No side has a king.
    #[error("there is no king on the board")]
    NoKing,
    /// More than one king on one side.
    #[error("{0} has more than one king")]
    TwoKings(Color),
    /// Two unpromoted pawns of one side on a file.
    #[error("{color} has two unpromoted pawns on file {file} (nifu)")]
    TwoPawns {
        /// The owner.
        color: Color,
        /// The file, counted from 1.
        file: u8,
    },
    /// A piece that could never move.
    #[error("{color}'s {symbol} could never move from here (dead end)")]
    DeadEnd {
        /// The owner.
        color: Color,
        /// The kind.
        symbol: &'static str,
    },
    /// More pieces of a kind than a full set has.
    #[error("{found} pieces of kind {symbol}, promoted ones counted, but the set has {total}")]
    TooMany {
        /// The kind.
        symbol: &'static str,
        /// The number of pieces found.
        found: u32,
        /// The number of pieces in a full set.
        total: u8,
    },
    /// The side to move could take the king.
    #[error("{0}'s king can be captured at once: it is in check and it is not {0}'s turn")]
    KingCapturable(Color),
    /// A board of the wrong size.
    #[error("the board has {found} squares, not {expected}")]
    Size {
        /// The number of squares given.
        found: usize,
        /// The number of squares of the variant's board.
        expected: usize,
    },
    /// A kind that the army does not have, or that cannot be held in hand.
    #[error("a piece that this game does not have")]
    UnknownKind,
    /// A king in hand. Only a diagram can have one.
    #[error("{0} holds a king in hand")]
    KingInHand(Color),
}

impl Setup {
    /// An empty board with empty hands.
    pub fn empty(variant: &'static Variant) -> Setup {
        Setup {
            variant,
            board: vec![None; variant.squares()],
            hands: [[0; MAX_HAND_KINDS]; 2],
            turn: Color::Black,
            ply: 1,
        }
    }

    /// The setup of a position, with the given move number.
    pub fn of<G: Geometry>(position: &Position<G>, ply: u32) -> Setup {
        let mut setup = Setup::empty(position.variant());
        for (i, cell) in setup.board.iter_mut().enumerate() {
            *cell = position.piece_on(Square::new(i as u8));
        }
        setup.hands = Color::ALL.map(|c| position.hand(c).counts());
        setup.turn = position.turn();
        setup.ply = ply;
        setup
    }

    /// For each unpromoted kind the number of pieces on the board and in the hands. Promoted pieces
    /// count for their unpromoted kind.
    fn used(&self) -> Vec<u32> {
        let army = &self.variant.army;
        let mut used = vec![0u32; army.len as usize];
        for piece in self.board.iter().flatten() {
            let kind = army.spec(piece.kind()).in_hand.unwrap_or(piece.kind());
            if let Some(n) = used.get_mut(kind.index()) {
                *n += 1;
            }
        }
        for hand in &self.hands {
            for kind in army.hand_kinds() {
                used[kind.index()] += u32::from(hand[kind.index()]);
            }
        }
        used
    }

    /// The first place at which the pieces of an unpromoted kind exceed the full set: a square, or
    /// else a hand.
    fn first_excess(&self, kind: Kind, total: u8) -> Place {
        let army = &self.variant.army;
        let mut found = 0;
        for (i, piece) in self.board.iter().enumerate() {
            if piece.is_some_and(|p| army.spec(p.kind()).in_hand == Some(kind)) {
                found += 1;
                if found > u32::from(total) {
                    return Place::Square(self.variant.square_name(Square::new(i as u8)));
                }
            }
        }
        for color in Color::ALL {
            found += u32::from(self.hands[color.index()].get(kind.index()).copied().unwrap_or(0));
            if found > u32::from(total) {
                return Place::Hand(color);
            }
        }
        Place::Whole
    }

    /// Sets a side's hand to every piece of the full set that is neither on the board nor in the
    /// other hand (後手の持駒：残り全部).
    pub fn give_rest(&mut self, to: Color) {
        self.hands[to.index()] = [0; MAX_HAND_KINDS];
        let used = self.used();
        let army = &self.variant.army;
        for kind in army.hand_kinds() {
            let rest = u32::from(army.spec(kind).total).saturating_sub(used[kind.index()]);
            self.hands[to.index()][kind.index()] = rest.min(u32::from(Hand::MAX_COUNT)) as u8;
        }
    }

    /// Validates the setup: the position, or every fault.
    pub fn validate(&self) -> Result<AnyPosition, Faults<SetupFault>> {
        self.validate_over(self.variant.geometry())
    }

    /// The same for a question that is compiled for two geometries only.
    pub fn validate_wide(&self) -> Result<WidePosition, Faults<SetupFault>> {
        Ok(match self.variant.geometry() {
            AnyGeometry::Nine(g) => WidePosition::Nine(self.position(g)?),
            AnyGeometry::Large(g) => WidePosition::Other(self.position(g)?),
            AnyGeometry::Small(_) => WidePosition::Other(self.position(self.variant.runtime_geometry())?),
        })
    }

    /// Validates a diagram, which is only drawn, converted and played through. It may be without a
    /// king. A king in hand is left out of the position, because no rule lets it be dropped.
    ///
    /// Every question needs a king, so a question validates its setup with
    /// [`validate`](Self::validate).
    pub fn diagram(&self) -> Result<AnyPosition, Faults<SetupFault>> {
        self.validate_as(self.variant.geometry(), false)
    }

    /// [`validate`](Self::validate) with a given geometry of the variant, which need not be
    /// interned yet.
    pub(crate) fn validate_over(&self, geometry: AnyGeometry) -> Result<AnyPosition, Faults<SetupFault>> {
        self.validate_as(geometry, true)
    }

    fn validate_as(&self, geometry: AnyGeometry, kings: bool) -> Result<AnyPosition, Faults<SetupFault>> {
        Ok(match geometry {
            AnyGeometry::Nine(g) => AnyPosition::Nine(self.position_as(g, kings)?),
            AnyGeometry::Small(g) => AnyPosition::Small(self.position_as(g, kings)?),
            AnyGeometry::Large(g) => AnyPosition::Large(self.position_as(g, kings)?),
        })
    }

    /// [`validate`](Self::validate) with a given geometry of a board of the same size.
    pub fn position<G: Geometry>(&self, geometry: G) -> Result<Position<G>, Faults<SetupFault>> {
        self.position_as(geometry, true)
    }

    /// The position. `kings` says whether a king must be on the board and none in hand.
    fn position_as<G: Geometry>(&self, geometry: G, kings: bool) -> Result<Position<G>, Faults<SetupFault>> {
        let t = geometry.tables();
        let army = &self.variant.army;
        let mut faults = Faults::new();
        if self.board.len() != t.squares as usize {
            return Err(Faults::one(
                Place::Whole,
                SetupFault::Size {
                    found: self.board.len(),
                    expected: t.squares as usize,
                },
            ));
        }
        let name = |sq: Square| Place::Square(self.variant.square_name(sq));
        let mut position = Position::empty(geometry);
        let mut kings_fit = true;
        let mut pawn_files = [[0u16; crate::piece::MAX_KINDS]; 2];
        for (i, piece) in self.board.iter().enumerate() {
            let Some(piece) = *piece else { continue };
            let sq = Square::new(i as u8);
            let (color, kind) = (piece.color(), piece.kind());
            if kind.0 >= army.len {
                faults.push(name(sq), SetupFault::UnknownKind);
                continue;
            }
            let spec = army.spec(kind);
            if spec.royal && position.king(color).is_some() {
                kings_fit = false;
                faults.push(name(sq), SetupFault::TwoKings(color));
            }
            if t.dead[color.index()][kind.index()].has(sq) {
                faults.push(
                    name(sq),
                    SetupFault::DeadEnd {
                        color,
                        symbol: spec.symbol,
                    },
                );
            }
            if spec.pawn && self.variant.rules.nifu {
                let file = i as u8 / t.ranks;
                let seen = &mut pawn_files[color.index()][kind.index()];
                if *seen & (1 << file) != 0 {
                    faults.push(
                        name(sq),
                        SetupFault::TwoPawns {
                            color,
                            file: file + 1,
                        },
                    );
                }
                *seen |= 1 << file;
            }
            position.put(piece, sq);
        }
        for (kind, used) in self.used().into_iter().enumerate() {
            let spec = &army.kinds[kind];
            // A second king of one side was already reported with its square.
            if used > u32::from(spec.total) && !spec.royal {
                let fault = SetupFault::TooMany {
                    symbol: spec.symbol,
                    found: used,
                    total: spec.total,
                };
                faults.push(self.first_excess(Kind(kind as u8), spec.total), fault);
            }
        }
        for color in Color::ALL {
            let mut counts = self.hands[color.index()];
            let king = army.king_in_hand().and_then(|kind| counts.get_mut(kind.index()));
            if let Some(held) = king
                && std::mem::take(held) != 0
                && kings
            {
                faults.push(Place::Hand(color), SetupFault::KingInHand(color));
            }
            if counts[army.hand_len as usize..].iter().any(|&n| n != 0) {
                faults.push(Place::Hand(color), SetupFault::UnknownKind);
            }
            position.hands[color.index()] = Hand::from_counts(counts);
        }
        if kings && Color::ALL.iter().all(|&c| position.king(c).is_none()) {
            faults.push(Place::Whole, SetupFault::NoKing);
        }
        position.set_turn(self.turn);
        let waiting = self.turn.other();
        if kings_fit
            && position.king_in_danger(waiting)
            && let Some(king) = position.king(waiting)
        {
            faults.push(name(king), SetupFault::KingCapturable(waiting));
        }
        faults.or(position)
    }

    /// Sets the content of a square. Returns `false` if the square is not on the board.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) -> bool {
        match self.board.get_mut(square.index()) {
            Some(cell) => {
                *cell = piece;
                true
            }
            None => false,
        }
    }

    /// Adds pieces to a hand. Returns `false` and changes nothing if the kind cannot be held or the
    /// hand would have too many. A king can be added, as everything that was typed; validation
    /// refuses it.
    pub fn add_to_hand(&mut self, color: Color, kind: Kind, count: u32) -> bool {
        if !self.variant.army.hand_kinds_and_king().any(|k| k == kind) {
            return false;
        }
        let held = &mut self.hands[color.index()][kind.index()];
        match u8::try_from(count).ok().and_then(|n| held.checked_add(n)) {
            Some(sum) if sum <= Hand::MAX_COUNT => {
                *held = sum;
                true
            }
            _ => false,
        }
    }
}
