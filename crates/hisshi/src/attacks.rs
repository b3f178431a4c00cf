//! Quiet attacks: which moves without check may threaten mate (Nagai 2011, section 3.1).
//!
//! The classes, beside the checks:
//!
//! - moves that bear on the twelve squares around the king, or with a knight on the three squares
//!   beyond (`zone.rs`), also through a line that the move opens;
//! - captures of anything better than a pawn;
//! - a pawn or a lance to a square that two defending pieces guard;
//! - rooks, bishops and lances on a line with the king, or one line off.
//!
//! The classes are a guess of what threatens: a move outside them may threaten all the same.
//!
//! Changes from the paper: a line that a move opens counts for it, and an attacker in check has
//! every evasion. Switch: [`MoveSet`]. The paper has nothing but the classes; here they come first
//! and all other moves after them. What that costs: docs/lab/hisshi.md.

use crate::zone::{Board, Zone};
use yose_board::{Bits, Color};
use yose_shogi::army::{direction, step};
use yose_shogi::{Geometry, Kind, KindSpec, Move, Position};

/// Which quiet moves the attacker tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MoveSet {
    /// Every legal quiet move, those of the classes first. Only with this set a disproof is a
    /// theorem.
    #[default]
    All,
    /// The classes of Nagai 2011, and every evasion from check.
    Paper,
}

impl MoveSet {
    /// The word for it in options and answers.
    pub const fn word(self) -> &'static str {
        match self {
            MoveSet::All => "all",
            MoveSet::Paper => "paper",
        }
    }

    /// The set of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [MoveSet::All, MoveSet::Paper]
            .into_iter()
            .find(|set| set.word() == word)
    }
}

/// The steps of a knight.
const KNIGHT: u32 = step(1, -2) | step(-1, -2);

/// Sorts the quiet moves of an attacker into those of the classes and the others.
pub(crate) struct Attack<'a, G: Geometry> {
    position: &'a Position<G>,
    us: Color,
    zone: Zone<G::Bits>,
    board: Board,
}

impl<'a, G: Geometry> Attack<'a, G> {
    /// The attacks of the side to move; `None` if there is no king to attack.
    pub fn new(position: &'a Position<G>) -> Option<Self> {
        let us = position.turn();
        Some(Attack {
            position,
            us,
            zone: Zone::of(position, us.other())?,
            board: Board::of(position),
        })
    }

    /// Whether a quiet move belongs to a class.
    pub fn in_a_class(&self, m: Move) -> bool {
        let p = self.position;
        let Some(kind) = p.kind_after(m) else {
            return false;
        };
        let mut occupied = p.occupied() | G::Bits::bit(m.to());
        if let Some(from) = m.from() {
            occupied &= !G::Bits::bit(from);
        }
        let spec = p.variant().army.spec(kind);
        self.bears(m, kind, spec, occupied)
            || self.takes(m)
            || self.at_a_focus(m, spec)
            || self.aims(m, spec)
            || self.opens(m, occupied)
    }

    /// Whether the piece bears on the squares around the king.
    fn bears(&self, m: Move, kind: Kind, spec: &KindSpec, occupied: G::Bits) -> bool {
        let attacked = self.position.attacks_from(m.to(), kind, self.us, occupied);
        attacked.meets(self.zone.near) || (spec.steps & KNIGHT != 0 && attacked.meets(self.zone.knights))
    }

    /// Whether a slider of the attacker bears on the squares around the king through the square
    /// that the move leaves.
    fn opens(&self, m: Move, occupied: G::Bits) -> bool {
        let Some(from) = m.from() else {
            return false;
        };
        let p = self.position;
        p.attackers(from, self.us).squares().any(|sq| {
            p.piece_on(sq).is_some_and(|piece| {
                p.variant().army.spec(piece.kind()).slides != 0
                    && p.attacks_from(sq, piece.kind(), self.us, occupied)
                        .meets(self.zone.near)
            })
        })
    }

    /// Whether the move takes something better than a pawn.
    fn takes(&self, m: Move) -> bool {
        m.from().is_some()
            && self
                .position
                .piece_on(m.to())
                .is_some_and(|taken| !self.position.variant().army.spec(taken.kind()).pawn)
    }

    /// Whether a pawn or a lance comes to a square that two defending pieces guard.
    fn at_a_focus(&self, m: Move, spec: &KindSpec) -> bool {
        let small = spec.pawn || (spec.slides == direction::FORWARD && spec.steps == 0);
        small && {
            let guards = self.position.attackers(m.to(), self.us.other());
            (guards & !G::Bits::bit(self.zone.king)).several()
        }
    }

    /// Whether the king is on a line of the slider, or one line off.
    fn aims(&self, m: Move, spec: &KindSpec) -> bool {
        if spec.slides == 0 {
            return false;
        }
        let slides = match self.us {
            Color::Black => spec.slides,
            Color::White => direction::turned(spec.slides),
        };
        let ((from_file, from_rank), (file, rank)) =
            (self.board.place(m.to()), self.board.place(self.zone.king));
        let (files, ranks) = (file - from_file, rank - from_rank);
        direction::STEPS.iter().enumerate().any(|(d, &(df, dr))| {
            let ahead = files * df + ranks * dr > 0;
            let off = files * dr - ranks * df;
            slides & (1 << d) != 0 && ahead && off.abs() <= 1
        })
    }
}
