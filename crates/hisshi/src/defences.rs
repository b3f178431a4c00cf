//! Replies to a quiet attack, in the classes of Nagai 2011, section 3.1.
//!
//! The pass comes first (`question.rs`), then these classes, in this order:
//!
//! 1. king moves;
//! 2. captures;
//! 3. moves that make room for the king: a piece leaves a square next to it;
//! 4. guards: moves that bear on a square next to the king, or two squares before it;
//! 5. blocks: moves into the line of a slider that bears on a square next to the king;
//! 6. all other moves, moves of rooks and bishops first.
//!
//! Refutation moves, a class of the paper, are what survives when the threat is played again
//! (`yose_andor`, `dfpn/threat.rs`). In the paper moves of rooks and bishops come before guards and
//! do not count; here they are late.
//!
//! A move that belongs to several classes counts for the first. The classes 1 to 5 are listed at
//! once, except captures of pawns, lances and knights far from the king. The paper counts captures
//! of the piece that has just moved, too. Here a list depends on the position alone; captures of
//! every piece that bears on a square next to the king (switch
//! [`Techniques::attackers_count`](crate::Techniques)) gain nothing. The others are listed when
//! all of those are answered ([`Game::expand_rest`](yose_andor::Game::expand_rest)), and tried one
//! after the other. So they count for nothing in the numbers of the node, and are proved all the
//! same before the node is.

use crate::zone::Zone;
use yose_board::{Bits, Color, Square};
use yose_shogi::{Geometry, Kind, Move, Position};

/// The class of a reply. Lower classes come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    King,
    Capture,
    Room,
    Guard,
    Block,
    /// From here on the reply is listed late.
    FarCapture,
    Slider,
    Other,
}

impl Class {
    /// Whether replies of the class are listed late.
    pub fn is_late(self) -> bool {
        self >= Class::FarCapture
    }
}

/// Sorts replies into classes.
pub(crate) struct Defence<'a, G: Geometry> {
    position: &'a Position<G>,
    us: Color,
    zone: Zone<G::Bits>,
    /// The squares on lines of the attacker's sliders that bear on a square next to the king.
    lines: G::Bits,
    /// The attacker's pieces that bear on a square next to the king, where captures of them count.
    bearing: G::Bits,
}

impl<'a, G: Geometry> Defence<'a, G> {
    /// The replies of the side to move; `None` if it has no king.
    /// With `attackers_count`, captures of every piece that bears on a square next to the king are
    /// likely replies.
    pub fn new(position: &'a Position<G>, attackers_count: bool) -> Option<Self> {
        let us = position.turn();
        let zone = Zone::of(position, us)?;
        let (mut lines, mut bearing) = (G::Bits::EMPTY, G::Bits::EMPTY);
        let occupied = position.occupied();
        let army = &position.variant().army;
        for sq in position.pieces(us.other()).squares() {
            let Some(piece) = position.piece_on(sq) else {
                continue;
            };
            let slides = army.spec(piece.kind()).slides != 0;
            if slides || attackers_count {
                let attacked = position.attacks_from(sq, piece.kind(), us.other(), occupied);
                if attacked.meets(zone.ring) {
                    bearing |= G::Bits::bit(sq);
                    if slides {
                        lines |= attacked;
                    }
                }
            }
        }
        if !attackers_count {
            bearing = G::Bits::EMPTY;
        }
        Some(Defence {
            position,
            us,
            zone,
            lines,
            bearing,
        })
    }

    /// The class of a legal reply.
    pub fn class(&self, m: Move) -> Class {
        let p = self.position;
        let (from, to) = (m.from(), m.to());
        if from == Some(self.zone.king) {
            return Class::King;
        }
        let Some(kind) = p.kind_after(m) else {
            return Class::Other;
        };
        if from.is_some()
            && let Some(taken) = p.piece_on(to)
        {
            return if self.zone.ring.has(to) || self.bearing.has(to) || self.is_strong(taken.kind()) {
                Class::Capture
            } else {
                Class::FarCapture
            };
        }
        if from.is_some_and(|from| self.zone.ring.has(from)) {
            return Class::Room;
        }
        let army = &p.variant().army;
        let slides = army.spec(kind).slides.count_ones() > 1;
        if slides && from.is_some() {
            return Class::Slider;
        }
        if self.guards(from, to, kind) {
            return Class::Guard;
        }
        if self.lines.has(to) {
            return Class::Block;
        }
        Class::Other
    }

    /// Whether a piece of the kind is a silver or better: not a pawn, a lance or a knight.
    fn is_strong(&self, kind: Kind) -> bool {
        let spec = self.position.variant().army.spec(kind);
        spec.steps.count_ones() + 4 * spec.slides.count_ones() > 4
    }

    /// Whether a piece of the kind bears from `to` on a square next to the king or before it.
    fn guards(&self, from: Option<Square>, to: Square, kind: Kind) -> bool {
        let mut occupied = self.position.occupied() | G::Bits::bit(to);
        if let Some(from) = from {
            occupied &= !G::Bits::bit(from);
        }
        let guarded = self.position.attacks_from(to, kind, self.us, occupied);
        guarded.meets(self.zone.ring | self.zone.knights)
    }
}
