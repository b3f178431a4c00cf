//! Tsume-shogi as a question for the search: the attacker proves, by checks alone; the defender has
//! every legal reply; no reply is mate.

use crate::pieces::{self, InHand, compares};
use crate::plain::edges::{Attacks, Defences};
use crate::plain::similar;
use crate::problem::Tsume;
use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
use yose_andor::{EVER, Edge, Judgement};
use yose_board::{Bits, Color, Key};
use yose_shogi::{Geometry, Hand, MateInOne, Move, Position, Undo};

/// The switches of the question.
#[derive(Clone, Copy, Debug)]
pub struct Techniques {
    /// Estimates by the kind of move.
    pub estimates: bool,
    /// Compare hands on the same board (`yose_andor::Resource`).
    pub dominance: bool,
    /// Look for a mate in one.
    pub mate_in_one: bool,
    /// Without estimates: of new defences first those that take, and of those first the ones that
    /// do not move the king. A reply that refutes a check at once mostly takes the piece.
    pub take_first: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            estimates: true,
            dominance: true,
            mate_in_one: true,
            take_first: false,
        }
    }
}

/// A tsume problem as a question for the search.
#[derive(Clone)]
pub struct Question<G: Geometry> {
    position: Position<G>,
    attacker: Color,
    techniques: Techniques,
    /// Whether more in hand is as good. It is not where a pawn that slides may not mate when
    /// dropped: then an interposition may decide whether the pawn's drop is legal. There the key
    /// carries the hands and nothing is compared.
    compares: bool,
    /// Whether the defender may interpose pieces.
    drops: bool,
    /// Makes the keys differ from those of other questions in one table.
    mark: Key,
}

impl<G: Geometry> Question<G> {
    /// Asks about a problem.
    pub fn new(tsume: &Tsume<G>, techniques: Techniques) -> Self {
        Question {
            position: tsume.position().clone(),
            attacker: tsume.attacker(),
            techniques,
            compares: techniques.dominance && compares(tsume.position()),
            drops: true,
            mark: 0,
        }
    }

    /// The question, searched with other techniques.
    #[must_use]
    pub(crate) fn with(self, techniques: Techniques) -> Self {
        Question { techniques, ..self }
    }

    /// The question without the defender's drops, each of which interposes a piece. A mate of the
    /// whole question is a mate of this one, no longer; so this question is a lower bound for every
    /// way of counting interpositions. No reply depends on hands here, so more for the attacker is
    /// as good as before.
    #[must_use]
    pub fn without_drops(self) -> Self {
        Question { drops: false, ..self }
    }

    /// The question with both hands in the key: nothing is compared. For lengths that are not
    /// monotone in the attacker's hand.
    #[must_use]
    pub fn with_hands_in_keys(self) -> Self {
        Question {
            compares: false,
            ..self
        }
    }

    /// The question with other keys, so that it can share a table with questions that have other
    /// answers. Each question needs a different mark, a random number.
    #[must_use]
    pub fn marked(self, mark: Key) -> Self {
        Question { mark, ..self }
    }

    /// The key and the resource of another position of the problem.
    pub fn place(&self, p: &Position<G>) -> (Key, InHand) {
        if self.compares {
            (p.board_key() ^ self.mark, InHand(p.hand(self.attacker)))
        } else {
            (p.key() ^ self.mark, InHand(Hand::EMPTY))
        }
    }

    /// The same question about another position of the same pieces.
    #[must_use]
    pub fn of(&self, position: Position<G>) -> Self {
        Question {
            position,
            ..self.clone()
        }
    }

    /// The side that is to mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }
}

impl<G: Geometry> Game for Question<G> {
    type Move = Move;
    type Undo = Undo;
    type Resource = InHand;
    const COSTS: bool = false;
    const FREE_REPLIES: bool = false;

    #[inline(always)]
    fn prover_to_move(&self) -> bool {
        self.position.turn() == self.attacker
    }

    #[inline(always)]
    fn key(&self) -> Key {
        if self.compares {
            self.position.board_key() ^ self.mark
        } else {
            self.position.key() ^ self.mark
        }
    }

    #[inline(always)]
    fn resource(&self) -> InHand {
        if self.compares {
            InHand(self.position.hand(self.attacker))
        } else {
            InHand(Hand::EMPTY)
        }
    }

    fn expand(&mut self, out: &mut Vec<Edge<Move, InHand>>) {
        let first = out.len();
        if self.position.turn() == self.attacker {
            let mut edges = Attacks::new(&self.position, self.compares, self.techniques, out);
            self.position.checks(&mut edges);
            edges.finish();
        } else {
            let mut edges = Defences::new(&self.position, self.compares, self.techniques, out);
            self.position.evasions(&mut edges);
            if !self.drops {
                edges.forget_drops();
            }
            edges.finish();
        }
        if self.mark != 0 {
            for edge in &mut out[first..] {
                edge.key ^= self.mark;
            }
        }
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
        m.packed()
    }
}

impl<G: Geometry> Dominance for Question<G> {
    fn need_before(&self, m: Move, need: InHand) -> InHand {
        if !self.compares {
            return self.resource();
        }
        pieces::need_before(&self.position, self.attacker, m, need)
    }

    fn need_of_all(&self, joined: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        let joined = joined.unwrap_or_default();
        let blocks = self.position.blocks();
        if blocks.is_empty() || !self.drops {
            return joined;
        }
        pieces::need_of_all(&self.position, self.attacker, || blocks, joined)
    }

    fn bound_before(&self, m: Move, bound: InHand) -> InHand {
        if !self.compares {
            return self.resource();
        }
        pieces::bound_before(&self.position, self.attacker, m, bound)
    }

    fn bound_of_all(&self, met: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        let p = &self.position;
        pieces::bound_of_all(p, self.attacker, met, |only_theirs| p.checking_kinds(only_theirs))
    }
}

impl<G: Geometry> Lookahead for Question<G> {
    fn judge(&mut self) -> Judgement<InHand> {
        if !self.techniques.mate_in_one {
            return Judgement::Open;
        }
        match self.position.mate_in_one() {
            MateInOne::NoCheck => Judgement::Disproved {
                plies: EVER,
                bound: self.bound_of_all(None),
            },
            MateInOne::None if !self.drops => Judgement::Open,
            MateInOne::None => Judgement::Disproved {
                plies: 1,
                bound: self.resource(),
            },
            MateInOne::Mate(m) => {
                let undo = self.position.make(m);
                let need = self.need_of_all(None);
                self.position.unmake(m, undo);
                Judgement::Proved {
                    plies: 1,
                    need: self.need_before(m, need),
                }
            }
        }
    }
}

impl<G: Geometry> Hints for Question<G> {
    /// An interposition is taken by the piece that gives check.
    fn restore(&self, reply: Move) -> Option<Move> {
        similar::restoring(&self.position, reply)
    }

    /// A piece of the same kind goes to the same square.
    fn counterpart(&self, similar: &Self, m: Move, edges: &[Edge<Move, InHand>]) -> Option<Move> {
        let moves = edges.iter().map(|e| e.mv);
        similar::counterpart(&self.position, &similar.position, m, moves)
    }
}

impl<G: Geometry> Links for Question<G> {}
