//! "Does this side win?", a question about a whole game: every legal move of both sides counts.
//!
//! The value of a position is two such questions: the side to move wins, the other side wins, or
//! neither wins, which is a draw. A repetition is a failure of the prover in both (ARCHITECTURE.md,
//! "Repetition"): a side that can win can win without repeating, so neither question loses a win by
//! it, and a game in which nobody makes progress is nobody's win.
//!
//! # Ends
//!
//! The prover has won where the other side has no legal move: mated, stalemated where that loses,
//! or, under the Try rule, facing a king that has arrived (the rules give no move then). Where
//! stalemate draws, moves of the prover that stalemate are left out: they do not win.
//!
//! # Mirror images
//!
//! Exchanging left and right changes no value. On small boards both images occur, so a position has
//! the smaller of both keys: half the graph. A line that comes to the mirror image of a position on
//! its path repeats as far as winning goes. Moves are packed as in the image to which the key
//! belongs.
//!
//! # The other side's question
//!
//! Where one side wins the other does not. So the second question may have the first one's table
//! ([`Win::after`]).
//!
//! # A full table
//!
//! An [`Oracle`] ([`Win::probing`]) is asked about the position after each move that no table of
//! the search knows. Captured pieces go to hands, so an oracle that knows a position knows every
//! position that can arise from it, and the search ends with the first look. The answer is about
//! exactly this position: no other hand is compared.
//!
//! # Hands
//!
//! Both hands together are constant on a given board. With more in hand the prover keeps every
//! move; the other side, which then has less, gets no new move. Whether a dropped pawn mates does
//! not depend on hands (nothing fits in between), and a prover that is not stalemated with less is
//! not with more. So a win with less is a win with more, as long as stalemate loses. Where
//! stalemate draws, a defender with less may be stalemated out of a lost game: there the key
//! carries the hands and nothing is compared.
//!
//! `yose_tsume::pieces` says which hand suffices and which still does not.

use crate::oracle::Oracle;
use crate::value::GameValue;
use std::sync::Arc;
use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
use yose_andor::{EVER, Edge, Judgement, Late, Plies, Table};
use yose_board::{Color, Key, splitmix};
use yose_shogi::{Geometry, Hand, MateInOne, Move, Position, Stalemate, Undo};
use yose_tsume::pieces::{self, InHand, compares};

/// On boards of at most this number of squares mirror images have one key.
const SMALL: u8 = 20;

/// One key for a position and its mirror image. The smaller of both is not spread evenly, as tables
/// need it, so it is mixed.
#[inline(always)]
fn folded(key: Key, mirrored: Key) -> Key {
    splitmix(key.min(mirrored))
}

/// A position with the question whether a side wins it.
#[derive(Clone)]
pub struct Win<G: Geometry> {
    position: Position<G>,
    prover: Color,
    /// Whether more in hand is as good.
    compares: bool,
    /// Whether a mate in one may be looked for: not where a king may have arrived.
    looks: bool,
    /// Whether a side that has no move and is not in check draws.
    stalemate_draws: bool,
    /// Whether mirror images have one key.
    folds: bool,
    /// The table of the other side's question.
    theirs: Option<Arc<Table>>,
    /// Decides values without search.
    oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Geometry> Win<G> {
    /// Asks whether `prover` wins.
    pub fn new(position: Position<G>, prover: Color) -> Self {
        let variant = position.variant();
        let stalemate_draws = variant.rules.stalemate == Stalemate::Draws;
        Win {
            compares: compares(&position) && !stalemate_draws,
            looks: !variant.rules.try_rule,
            stalemate_draws,
            folds: variant.files * variant.ranks <= SMALL && variant.is_symmetric(),
            theirs: None,
            oracle: None,
            position,
            prover,
        }
    }

    /// The same question without comparing hands.
    #[must_use]
    pub fn without_dominance(self) -> Self {
        Win {
            compares: false,
            ..self
        }
    }

    /// The same question with a key for each mirror image.
    #[must_use]
    pub fn without_folding(self) -> Self {
        Win { folds: false, ..self }
    }

    /// The same question with the table that the other side's question about the same position has
    /// left.
    #[must_use]
    pub fn after(self, theirs: Arc<Table>) -> Self {
        Win {
            theirs: Some(theirs),
            ..self
        }
    }

    /// The same question with an oracle.
    #[must_use]
    pub fn probing(self, oracle: Arc<dyn Oracle<G>>) -> Self {
        Win {
            oracle: Some(oracle),
            ..self
        }
    }

    /// The oracle's answer about the position after a move, in the form of [`Links::elsewhere`].
    fn foretold(&self, m: Move) -> Option<(Plies, Plies)> {
        let oracle = self.oracle.as_ref()?;
        let mut after = self.position.clone();
        after.make(m);
        let ours = after.turn() == self.prover;
        match (oracle.value(&after)?, ours) {
            (GameValue::Win(plies), true) | (GameValue::Loss(plies), false) => {
                let plies = Plies::try_from(plies).unwrap_or(EVER).min(EVER);
                // Under the Try rule tables count up to the capture of the king, so their distances
                // are no lower bounds.
                Some((plies, if self.looks { plies } else { 0 }))
            }
            (GameValue::Unknown(_), _) => None,
            _ => Some((Plies::MAX, Plies::MAX)),
        }
    }

    /// The side that is to win.
    pub fn prover(&self) -> Color {
        self.prover
    }

    /// The position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// The squares on which the side to move may drop.
    fn room(&self) -> G::Bits {
        if self.position.in_check() {
            self.position.blocks()
        } else {
            self.position.vacant()
        }
    }

    /// Whether the prover's move leaves the other side without a move, but not in check.
    fn stalemates(&mut self, m: Move) -> bool {
        let undo = self.position.make(m);
        let dead = !self.position.has_legal_move() && !self.position.in_check();
        self.position.unmake(m, undo);
        dead
    }

    /// The board key of the mirror image, if mirror images have one key.
    #[inline(always)]
    fn mirrored(&self) -> Key {
        if self.folds {
            self.position.mirrored_board_key()
        } else {
            Key::MAX
        }
    }

    /// The key after a move, and the hands after it. `mirrored` is the key of the mirror image
    /// before the move.
    #[inline(always)]
    fn after_move(&self, m: Move, mirrored: Key) -> (Key, [InHand; 2]) {
        let (board, hands) = self.position.board_key_after(m);
        let key = if self.folds {
            folded(board, self.position.mirrored_board_key_after(mirrored, m))
        } else {
            board
        };
        if self.compares {
            return (key, hands.0.map(InHand));
        }
        // The hands add the same to both images.
        (key ^ board ^ self.position.key_after(m), [InHand(Hand::EMPTY); 2])
    }

    fn edge(&self, m: Move, mirrored: Key, late: Late) -> Edge<Move, InHand> {
        let (key, hands) = self.after_move(m, mirrored);
        let resource = hands[self.prover.index()];
        Edge::new(m, key, resource).with_late(late)
    }
}

impl<G: Geometry> Game for Win<G> {
    type Move = Move;
    type Undo = Undo;
    type Resource = InHand;
    const COSTS: bool = false;
    const FREE_REPLIES: bool = false;

    #[inline(always)]
    fn prover_to_move(&self) -> bool {
        self.position.turn() == self.prover
    }

    #[inline(always)]
    fn key(&self) -> Key {
        let board = self.position.board_key();
        let key = if self.folds {
            folded(board, self.mirrored())
        } else {
            board
        };
        if self.compares {
            key
        } else {
            key ^ board ^ self.position.key()
        }
    }

    #[inline(always)]
    fn resource(&self) -> InHand {
        if self.compares {
            InHand(self.position.hand(self.prover))
        } else {
            InHand(Hand::EMPTY)
        }
    }

    fn expand(&mut self, out: &mut Vec<Edge<Move, InHand>>) {
        let first = out.len();
        let moves = self.position.legal_moves();
        let drawn = self.stalemate_draws && self.prover_to_move();
        let mirrored = self.mirrored();
        for &m in &moves {
            if drawn && self.stalemates(m) {
                continue;
            }
            let edge = self.edge(m, mirrored, Late::No);
            out.push(edge);
        }
        // An order that depends on the position alone.
        out[first..].sort_by_key(|edge| edge.mv.packed());
    }

    #[inline(always)]
    fn make(&mut self, m: Move) -> Undo {
        self.position.make(m)
    }

    #[inline(always)]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.position.unmake(m, undo);
    }

    #[inline(always)]
    fn pack_move(&self, m: Move) -> u16 {
        if self.mirrored() < self.position.board_key() {
            self.position.variant().mirrored_move(m).packed()
        } else {
            m.packed()
        }
    }
}

impl<G: Geometry> Dominance for Win<G> {
    fn need_before(&self, m: Move, need: InHand) -> InHand {
        if !self.compares {
            return self.resource();
        }
        pieces::need_before(&self.position, self.prover, m, need)
    }

    fn need_of_all(&self, joined: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        pieces::need_of_all(
            &self.position,
            self.prover,
            || self.room(),
            joined.unwrap_or_default(),
        )
    }

    fn bound_before(&self, m: Move, bound: InHand) -> InHand {
        if !self.compares {
            return self.resource();
        }
        pieces::bound_before(&self.position, self.prover, m, bound)
    }

    fn bound_of_all(&self, met: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        pieces::bound_of_all(&self.position, self.prover, met, |only_theirs| {
            self.position.droppable_kinds(only_theirs, self.room())
        })
    }
}

impl<G: Geometry> Lookahead for Win<G> {
    /// Only a mate in one is claimed: a quiet move may win too.
    fn judge(&mut self) -> Judgement<InHand> {
        if !self.looks {
            return Judgement::Open;
        }
        match self.position.mate_in_one() {
            MateInOne::Mate(m) => {
                let undo = self.position.make(m);
                let need = self.need_of_all(None);
                self.position.unmake(m, undo);
                Judgement::Proved {
                    plies: 1,
                    need: self.need_before(m, need),
                }
            }
            _ => Judgement::Open,
        }
    }
}

impl<G: Geometry> Hints for Win<G> {}

impl<G: Geometry> Links for Win<G> {
    fn exact_key(&self) -> Key {
        if self.compares {
            self.position.board_key()
        } else {
            self.position.key()
        }
    }

    fn exact_key_after(&self, m: Move, _: Key) -> Key {
        if self.compares {
            self.position.board_key_after(m).0
        } else {
            self.position.key_after(m)
        }
    }

    fn elsewhere(&self, m: Move) -> (Plies, Plies) {
        if let Some(told) = self.foretold(m) {
            return told;
        }
        let Some(theirs) = &self.theirs else {
            return (Plies::MAX, 0);
        };
        let (key, hands) = self.after_move(m, self.mirrored());
        let known = theirs.look(key, hands[self.prover.other().index()]);
        (Plies::MAX, if known.yes_from < EVER { Plies::MAX } else { 0 })
    }
}
