//! "Does the side to move force a win?", a question for the search. The rules are [`Rules::PAPER`].
//!
//! Either side may play any move. A move that connects the mover's stones wins, whatever becomes of
//! the other side's. A move that takes a stone and thereby connects the other side's stones loses.
//! A side without a move has lost. A repetition is a draw, which is no win. So a win may come by a
//! move of the other side, and lengths may be even.
//!
//! # Positions in which the game is over
//!
//! The search sees who has won by the side to move in a position without moves. So a position that
//! the prover has won counts as the other side's turn and one that the prover has lost as the
//! prover's turn, whoever moved last, and neither has moves.
//!
//! # Looking one move ahead
//!
//! With [`Techniques::prune`] a list of moves leaves out moves that one look settles. Neither
//! answers nor lengths change:
//!
//! - a move that wins at once makes all others superfluous;
//! - moves of the prover after which the other side wins at once never prove anything, and are left
//!   out;
//! - replies after which the prover has won, or wins at once, take 1 and 2 plies from the reply on,
//!   and every other reply takes more. They are left out if there is another reply; otherwise one
//!   of the longest resistance stays.
//!
//! A certificate needs the moves that were left out. They are found again where it is written.

use std::ops::ControlFlow;
use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
use yose_andor::{EVER, Edge, Judgement, Outcome as Found, Plies};
use yose_board::{Color, Key, Square};
use yose_loa::{Geometry, Move, Outcome, Position, Rules, Undo as Unmove};

/// The switches of the question.
#[derive(Clone, Copy, Debug)]
pub struct Techniques {
    /// Leave out moves that one look settles.
    pub prune: bool,
    /// Use a look near the end of a line instead of a search.
    pub glance: bool,
    /// Guess numbers by threats.
    pub estimates: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            prune: true,
            glance: true,
            estimates: true,
        }
    }
}

/// A position with the question.
#[derive(Clone, Debug)]
pub struct Question<G: Geometry> {
    position: Position<G>,
    prover: Color,
    /// The winner, where a side is connected.
    winner: Option<Color>,
    techniques: Techniques,
    made: u64,
}

/// The data to take a move back.
#[derive(Debug)]
pub struct Undo(Unmove);

impl<G: Geometry> Question<G> {
    /// The question of the side to move, where nobody is connected.
    pub(crate) fn start(position: Position<G>, techniques: Techniques) -> Self {
        Question {
            position,
            prover: position.turn(),
            winner: None,
            techniques,
            made: 0,
        }
    }

    /// The question of the other side.
    pub(crate) fn against(position: Position<G>, techniques: Techniques) -> Self {
        Question {
            prover: position.turn().other(),
            ..Question::start(position, techniques)
        }
    }

    /// The same question with other switches.
    #[must_use]
    pub fn with(self, techniques: Techniques) -> Self {
        Question { techniques, ..self }
    }

    /// The position.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// The side that is to win.
    pub fn prover(&self) -> Color {
        self.prover
    }

    /// The side that is connected.
    pub fn winner(&self) -> Option<Color> {
        self.winner
    }

    /// The number of moves made so far, those made to look ahead included.
    pub fn made(&self) -> u64 {
        self.made
    }

    fn edge(&self, m: Move) -> Edge<Move, ()> {
        Edge::new(m, self.position.key_after(m), ())
    }

    /// The prover is to move.
    fn attacks(&mut self, out: &mut Vec<Edge<Move, ()>>) {
        let (us, them) = (self.prover, self.prover.other());
        let own = self.position.joints(us);
        if let Some(m) = self.position.connecting_move(us, &own) {
            out.push(self.edge(m));
            return;
        }
        let base = out.len();
        let theirs = self.position.joints(them);
        for m in self.position.legal_moves() {
            let edge = self.edge(m);
            let undo = self.position.make(m);
            self.made += 1;
            let p = &self.position;
            let lost = if undo.captured() {
                let theirs = p.joints(them);
                theirs.connected() || p.connecting_move(them, &theirs).is_some()
            } else {
                p.connecting_move(them, &theirs).is_some()
            };
            if !lost && !p.has_legal_move() {
                self.position.unmake(m, undo);
                out.truncate(base);
                out.push(edge);
                return;
            }
            if !lost {
                let pn = if self.techniques.estimates {
                    self.hardness()
                } else {
                    1
                };
                out.push(Edge { pn, ..edge });
            }
            self.position.unmake(m, undo);
        }
    }

    /// After a move of the prover that does not win: how hard the win looks.
    fn hardness(&self) -> u32 {
        let p = &self.position;
        let own = p.joints(self.prover);
        if p.connecting_move(self.prover, &own).is_some() {
            1
        } else {
            8
        }
    }

    /// The other side is to move.
    fn replies(&mut self, out: &mut Vec<Edge<Move, ()>>) {
        let (us, them) = (self.prover.other(), self.prover);
        let own = self.position.joints(us);
        if let Some(m) = self.position.connecting_move(us, &own) {
            out.push(self.edge(m));
            return;
        }
        let base = out.len();
        let theirs = self.position.joints(them);
        // Of replies that lose at once the one with the longest resistance: plies after the reply,
        // and the reply.
        let mut last: Option<(u8, Edge<Move, ()>)> = None;
        for m in self.position.legal_moves() {
            let edge = self.edge(m);
            let undo = self.position.make(m);
            self.made += 1;
            let p = &self.position;
            let lost = if undo.captured() {
                let theirs = p.joints(them);
                if theirs.connected() {
                    Some(0)
                } else {
                    p.connecting_move(them, &theirs).map(|_| 1)
                }
            } else {
                p.connecting_move(them, &theirs).map(|_| 1)
            };
            let stuck = lost.is_none() && !p.has_legal_move();
            self.position.unmake(m, undo);
            if stuck {
                out.truncate(base);
                out.push(edge);
                return;
            }
            match lost {
                None => out.push(edge),
                Some(plies) if last.is_none_or(|(most, _)| most < plies) => last = Some((plies, edge)),
                Some(_) => {}
            }
        }
        if out.len() == base
            && let Some((_, edge)) = last
        {
            out.push(edge);
        }
    }
}

/// Whether no move of the side to move leaves the other side without a quiet reply. Then the mover
/// cannot win by leaving the other side without a move, nor by leaving it only captures that
/// connect the mover's stones.
fn unhurried<G: Geometry>(p: &Position<G>) -> bool {
    p.stays_mobile(p.turn().other()) || p.legal_moves().iter().all(|&m| p.after(m).has_quiet_moves())
}

/// Looks near the end of a line, for [`Lookahead::glance`].
impl<G: Geometry> Question<G> {
    fn over(&self, winner: Color) -> Found {
        if winner == self.prover {
            Found::Proved(0)
        } else {
            Found::Disproved(EVER)
        }
    }

    /// No plies are left, and nobody is connected.
    fn horizon(&self) -> Found {
        let p = &self.position;
        if p.has_quiet_moves() {
            // A reply that takes nothing can only connect its own side, so the prover has to move
            // again.
            return Found::Disproved(Plies::from(p.turn() != self.prover));
        }
        if p.has_legal_move() {
            return Found::Disproved(0);
        }
        self.over(p.turn().other())
    }

    /// The prover has one ply left: every move is made, as a search would, without lists and
    /// tables.
    fn try_all(&mut self) -> Found {
        let p = &self.position;
        if p.stays_mobile(self.prover.other()) {
            // Every move there has a quiet reply. So a win is a connection, and only the connection
            // has to be computed for a move: neither the key nor the counts of lines.
            let mut made = 0;
            let won = p.try_for_each_move(|m| {
                made += 1;
                if p.connects(m) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            self.made += made;
            return if won.is_break() {
                Found::Proved(1)
            } else {
                Found::Disproved(if made == 0 { EVER } else { 2 })
            };
        }
        self.try_all_with_care()
    }

    /// The same where a move may leave the other side without a quiet reply.
    #[cold]
    fn try_all_with_care(&mut self) -> Found {
        let p = &mut self.position;
        let moves = p.legal_moves();
        let mut reach = if moves.is_empty() { EVER } else { 2 };
        for m in moves {
            let undo = p.make(m);
            self.made += 1;
            let won = match p.connection_after(m, undo, Rules::PAPER) {
                Outcome::Win(color) => color == self.prover,
                _ if p.has_quiet_moves() => false,
                // Without a quiet reply the win may be here, or come by the reply.
                _ => {
                    reach = 1;
                    !p.has_legal_move()
                }
            };
            p.unmake(m, undo);
            if won {
                return Found::Proved(1);
            }
        }
        Found::Disproved(reach)
    }

    /// The prover is to move: it wins at once, or not within two plies.
    fn glance_attack(&self, left: Plies) -> Option<Found> {
        let p = &self.position;
        if p.connecting_move(self.prover, &p.joints(self.prover)).is_some() {
            return Some(Found::Proved(1));
        }
        (left <= 2 && unhurried(p)).then_some(Found::Disproved(2))
    }

    /// The other side is to move: it wins at once; or every reply loses at once; or one does not,
    /// and then there is no win within three plies.
    fn glance_defence(&mut self, left: Plies) -> Option<Found> {
        let (us, them) = (self.prover.other(), self.prover);
        let p = &mut self.position;
        if p.connecting_move(us, &p.joints(us)).is_some() {
            return Some(Found::Disproved(EVER));
        }
        if left > 3 {
            return None;
        }
        let theirs = p.joints(them);
        let mut plies = 0;
        for m in p.legal_moves() {
            let undo = p.make(m);
            self.made += 1;
            let lost = if undo.captured() {
                let theirs = p.joints(them);
                if theirs.connected() {
                    Some(1)
                } else {
                    p.connecting_move(them, &theirs).map(|_| 2)
                }
            } else {
                p.connecting_move(them, &theirs).map(|_| 2)
            };
            let holds = lost.is_none() && unhurried(p);
            p.unmake(m, undo);
            match lost {
                Some(n) => plies = plies.max(n),
                None if holds => return Some(Found::Disproved(3)),
                // The reply holds for two plies, and perhaps not for three.
                None => return (left == 2).then_some(Found::Disproved(2)),
            }
        }
        (plies <= left).then_some(Found::Proved(plies))
    }
}

impl<G: Geometry> Game for Question<G> {
    type Move = Move;
    type Undo = Undo;
    type Resource = ();
    const COSTS: bool = false;
    const FREE_REPLIES: bool = false;

    #[inline(always)]
    fn prover_to_move(&self) -> bool {
        match self.winner {
            None => self.position.turn() == self.prover,
            Some(winner) => winner != self.prover,
        }
    }

    #[inline(always)]
    fn key(&self) -> Key {
        self.position.key()
    }

    #[inline(always)]
    fn resource(&self) {}

    fn expand(&mut self, out: &mut Vec<Edge<Move, ()>>) {
        if self.winner.is_some() {
            return;
        }
        if !self.techniques.prune {
            for m in self.position.legal_moves() {
                out.push(self.edge(m));
            }
        } else if self.prover_to_move() {
            self.attacks(out);
        } else {
            self.replies(out);
        }
    }

    #[inline(always)]
    fn make(&mut self, m: Move) -> Undo {
        self.made += 1;
        let undo = self.position.make(m);
        if let Outcome::Win(color) = self.position.connection_after(m, undo, Rules::PAPER) {
            self.winner = Some(color);
        }
        Undo(undo)
    }

    #[inline(always)]
    fn unmake(&mut self, m: Move, undo: Undo) {
        // The game is not over before any move.
        self.winner = None;
        self.position.unmake(m, undo.0);
    }

    #[inline(always)]
    fn pack_move(&self, m: Move) -> u16 {
        // The squares differ, so this is not zero.
        u16::from(m.from().raw()) | u16::from(m.to().raw()) << 8
    }

    fn find_move(&mut self, packed: u16) -> Option<Move> {
        let square = |byte: u16| Square::new(byte as u8 & 127);
        let m = Move::new(square(packed), square(packed >> 8));
        (self.winner.is_none() && self.position.is_legal(m)).then_some(m)
    }
}

impl<G: Geometry> Dominance for Question<G> {}

impl<G: Geometry> Lookahead for Question<G> {
    fn judge(&mut self) -> Judgement<()> {
        if self.winner.is_some() || !self.techniques.glance {
            return Judgement::Open;
        }
        let own = self.position.joints(self.prover);
        match self.position.connecting_move(self.prover, &own) {
            Some(_) => Judgement::Proved { plies: 1, need: () },
            None => Judgement::Open,
        }
    }

    fn glance(&mut self, left: Plies) -> Option<Found> {
        if let Some(winner) = self.winner {
            return Some(self.over(winner));
        }
        if left == 0 {
            return Some(self.horizon());
        }
        if !self.techniques.glance {
            let last = left == 1 && self.position.turn() == self.prover;
            return last.then(|| self.try_all());
        }
        if self.position.turn() == self.prover {
            self.glance_attack(left)
        } else {
            self.glance_defence(left)
        }
    }
}

impl<G: Geometry> Hints for Question<G> {
    fn takes(&self, m: Move) -> bool {
        self.position.is_capture(m)
    }

    fn pass(&mut self) -> bool {
        let can = self.winner.is_none();
        if can {
            self.position.pass();
        }
        can
    }

    fn unpass(&mut self) {
        self.position.pass();
    }

    fn threatens(&mut self, m: Move) -> bool {
        self.made += 1;
        let next = self.position.after(m);
        let own = next.joints(self.prover);
        own.connected() || next.connecting_move(self.prover, &own).is_some()
    }
}

impl<G: Geometry> Links for Question<G> {}
