//! Brinkmates as a question for the search.
//!
//! The definitions are those of the crate's front page: `M`, `A` and `D`. The attacker proves.
//!
//! # The ground
//!
//! `M(P)` is `A(P, 0)`. So the bound 0 is a ground of the search
//! ([`Game::GROUND`]): there only checks are listed, and plies do not
//! count. It is the flag of Nagai 2011, section 3.2, "a pass is on the path", as a bound.
//!
//! Bounds are in plies. A move leads from a position asked within `n` plies to one asked within
//! fewer. If the position after the move is proved within `y`, or disproved within `k`, the move
//! alone speaks for the position before it as follows:
//!
//! | move | plies after it | proved within `y`: before it | disproved within `k`: before it |
//! | --- | --- | --- | --- |
//! | check | `max(n - 1, 0)` | within 0 if `y` is 0, else within `y + 1` | within `k + 1` |
//! | quiet move (never in the ground) | `n - 1` | within `y + 1` | within `k + 1` |
//! | reply | `max(n - 1, 0)` | within 0 if `y` is 0, else within `y + 1` | within `k + 1` |
//! | pass | 0 | within 0 (`y` is 0) | within any number of plies |
//!
//! In the ground the attacker has tried no quiet move. So a disproof found there at the attacker's
//! turn holds within 0 plies and no more.
//!
//! # Why the answers are right
//!
//! *The rows of the table* are the definitions. If every reply to a check has `M`, so has the
//! position before the check; that is the 0 in the first row. A quiet move after which the pass and
//! every reply have `M` makes `A(P, 1)` and not `M(P)`. `D(Q, n)` needs `M(Q·pass)` for every `n`,
//! so a refutation by the pass refutes every bound.
//!
//! *Bounds are monotone*: `A(P, n)` implies `A(P, n + 1)`, by induction, because every move of the
//! ground is a move of every bound. So an entry "proved within `y`, disproved within fewer than
//! `k`" says all about a position, in the ground and outside. A mate found anywhere serves both,
//! and so does a disproof of a brinkmate.
//!
//! *Repetitions.* Bounds never grow on the way down: the pass lowers the bound to 0, and in the
//! ground it stays 0. A position that comes back on a path comes back with no larger bound. A proof
//! of it with that bound is a proof with the bound before. So the smallest proof of a position does
//! not pass through the position again, and a repetition is a failure of the attacker, as the least
//! fixpoint wants it. The argument of the search (`yose_andor`, `dfpn/mod.rs`) for disproofs needs
//! no more. Plies do not decrease in the ground, but no proof there is justified by its plies: a
//! node is proved after its children are.
//!
//! *Hands.* Both hands together are constant on a given board. With more in hand the attacker keeps
//! every move and the defender gets no new one, the pass does not depend on hands, and a dropped
//! pawn mates or not whatever the hands are (`yose_tsume::pieces`). A defender with less may run
//! out of moves: without a reply `D(Q, n)` is `M(Q·pass)`, which more in hand keeps true. So `A`
//! and `D` stay true with more. Where stalemate draws, `D` is false for a defender that is not in
//! check and has no move: there the key carries the hands and nothing is compared.
//!
//! What suffices and what does not (`yose_tsume::pieces`; Nagai 2011, section 3.3): in check the
//! defender can drop only on the squares that block the check, otherwise on every vacant square. In
//! the ground a new move of the attacker is a drop with check, otherwise any drop. Whether a move
//! belongs to a class of [`MoveSet::Paper`] does not depend on hands, so all this holds for that
//! set of moves too.
//!
//! *Nothing is left out.* The edges of checks and evasions are those of plain mates
//! (`yose_tsume::plain::edges`): estimates and an order, every move listed. The classes of replies
//! (`defences.rs`) are an order too.

use crate::attacks::{Attack, MoveSet};
use crate::counting::{attack_group, reply_group};
use crate::defences::{Class, Defence};
use crate::edge_cost;
use crate::flag::Flag;
use crate::problem::Hisshi;
use yose_andor::{Count, Dominance, Edge, Game, Hints, Judgement, Late, Links, Lookahead, PASS};
use yose_board::{Color, Key};
use yose_shogi::{Geometry, Hand, MateInOne, Move, MoveList, Position, Stalemate, Undo};
use yose_tsume::pieces::{self, InHand, compares};
use yose_tsume::plain::{edges, similar};

/// The switches of the question.
#[derive(Clone, Copy, Debug)]
pub struct Techniques {
    /// The switches of checks and evasions.
    pub mates: yose_tsume::Techniques,
    /// The cost of a quiet attack (`edge_cost.rs`).
    pub quiet_cost: u16,
    /// List unlikely replies to quiet attacks late, one after the other (`defences.rs`).
    pub stages: bool,
    /// Captures of every piece that bears on a square next to the king are likely replies
    /// (`defences.rs`).
    pub attackers_count: bool,
    /// List the attacker's moves by the direction from which they come to the king, so that those
    /// of one direction may count as one (`counting.rs`).
    pub by_direction: bool,
    /// Facts found before a pass serve after it, and the other way round (`flag.rs`).
    pub across_flag: bool,
    /// List the replies to a quiet attack when the pass is answered: a move that threatens nothing
    /// costs no list. Nagai 2011 looks at all replies from the start.
    pub threat_first: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            mates: yose_tsume::Techniques::default(),
            quiet_cost: edge_cost::USUAL,
            stages: true,
            attackers_count: false,
            by_direction: false,
            across_flag: true,
            threat_first: true,
        }
    }
}

/// A brinkmate problem as a question for the search. A move is `None` for the pass.
#[derive(Clone)]
pub struct Question<G: Geometry> {
    position: Position<G>,
    attacker: Color,
    moves: MoveSet,
    techniques: Techniques,
    /// Whether more in hand is as good.
    compares: bool,
    /// Whether a side that has no move and is not in check draws.
    stalemate_draws: bool,
    flag: Flag,
    /// Moves made so far.
    made: u64,
}

type Edges = Vec<Edge<Option<Move>, InHand>>;

impl<G: Geometry> Question<G> {
    /// Asks about a problem.
    pub fn new(hisshi: &Hisshi<G>, moves: MoveSet, techniques: Techniques) -> Self {
        let position = hisshi.position().clone();
        let stalemate_draws = position.variant().rules.stalemate == Stalemate::Draws;
        Question {
            attacker: hisshi.attacker(),
            moves,
            techniques,
            compares: techniques.mates.dominance && compares(&position) && !stalemate_draws,
            stalemate_draws,
            flag: Flag::new(techniques.across_flag),
            made: 0,
            position,
        }
    }

    /// The switches.
    pub(crate) fn techniques(&self) -> Techniques {
        self.techniques
    }

    /// The question, searched with other techniques.
    #[must_use]
    pub fn with(self, techniques: Techniques) -> Self {
        let compares = self.compares && techniques.mates.dominance;
        Question {
            techniques,
            compares,
            flag: self.flag.with(techniques.across_flag),
            ..self
        }
    }

    /// The same question about another position of the problem, whoever is to move there.
    #[must_use]
    pub(crate) fn of(&self, position: Position<G>) -> Self {
        Question {
            position,
            ..self.clone()
        }
    }

    /// The question with both hands in the key: nothing is compared. For lengths that are not
    /// monotone in the attacker's hand.
    #[must_use]
    pub(crate) fn with_hands_in_keys(self) -> Self {
        Question {
            compares: false,
            ..self
        }
    }

    /// The key and the resource of another position of the problem.
    pub(crate) fn place(&self, p: &Position<G>) -> (Key, InHand) {
        if self.compares {
            (p.board_key(), InHand(p.hand(self.attacker)))
        } else {
            (p.key(), InHand(Hand::EMPTY))
        }
    }

    /// The same after a move of that position.
    pub(crate) fn place_after(&self, p: &Position<G>, m: Move) -> (Key, InHand) {
        if self.compares {
            let (key, hands) = p.board_key_after(m);
            (key, InHand(hands.0[self.attacker.index()]))
        } else {
            (p.key_after(m), InHand(Hand::EMPTY))
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

    /// Moves made on this position since the question was asked, those that were taken back
    /// included.
    pub fn moves_made(&self) -> u64 {
        self.made
    }

    /// The key and the hands after a move.
    fn edge(&self, m: Move) -> Edge<Option<Move>, InHand> {
        let (key, resource) = self.place_after(&self.position, m);
        Edge::new(Some(m), key ^ self.flag.mark(), resource)
    }

    /// The squares on which the side to move may drop.
    fn room(&self) -> G::Bits {
        if self.position.in_check() {
            self.position.blocks()
        } else {
            self.position.vacant()
        }
    }

    /// The checks.
    fn checks(&self, out: &mut Edges) {
        let first = out.len();
        let mut sink = edges::Attacks::new(&self.position, self.compares, self.techniques.mates, out);
        self.position.checks(&mut sink);
        sink.finish();
        self.of_both_modes(&mut out[first..]);
    }

    /// The evasions of a defender in check.
    fn evasions(&self, out: &mut Edges) {
        let first = out.len();
        let mut sink = edges::Defences::new(&self.position, self.compares, self.techniques.mates, out);
        self.position.evasions(&mut sink);
        sink.finish();
        self.of_both_modes(&mut out[first..]);
    }

    /// Checks and evasions are moves of the ground and of every other bound.
    fn of_both_modes(&self, edges: &mut [Edge<Option<Move>, InHand>]) {
        let mark = self.flag.mark();
        for edge in edges {
            edge.count = Count::UnlessGround;
            edge.key ^= mark;
        }
    }

    /// Puts the attacker's moves of each direction together.
    fn by_direction(&self, edges: &mut [Edge<Option<Move>, InHand>]) {
        let Some(king) = self.position.king(self.attacker.other()) else {
            return;
        };
        for edge in edges.iter_mut() {
            edge.group = edge.mv.map_or(0, |m| attack_group(&self.position, king, m));
        }
        edges.sort_by_key(|edge| edge.group);
    }

    /// The quiet moves of the attacker: those of the classes if `of_classes`, else the others.
    fn quiet(&mut self, of_classes: bool, out: &mut Edges) {
        let mut checks: Vec<u16> = self
            .position
            .checking_moves()
            .iter()
            .map(|m| m.packed())
            .collect();
        checks.sort_unstable();
        let in_check = self.position.in_check();
        let attack = Attack::new(&self.position);
        let legal = self.position.legal_moves();
        let mut chosen = MoveList::new();
        for &m in &legal {
            if checks.binary_search(&m.packed()).is_err() {
                let in_a_class = in_check || attack.as_ref().is_some_and(|a| a.in_a_class(m));
                if in_a_class == of_classes {
                    chosen.push(m);
                }
            }
        }
        for &m in &chosen {
            if self.stalemate_draws && self.stalemates(m) {
                continue;
            }
            let edge = self.edge(m).with_count(Count::Ply);
            out.push(edge_cost::quiet(edge, self.techniques.quiet_cost));
        }
    }

    /// Whether a quiet move leaves the defender without a move.
    fn stalemates(&mut self, m: Move) -> bool {
        let undo = self.position.make(m);
        let dead = !self.position.has_legal_move();
        self.position.unmake(m, undo);
        dead
    }

    /// The pass.
    fn list_pass(&self, out: &mut Edges) {
        let (key, resource) = if self.compares {
            (self.position.key_passed(), self.resource())
        } else {
            let hands = self.position.key() ^ self.position.board_key();
            (self.position.key_passed() ^ hands, InHand(Hand::EMPTY))
        };
        let key = key ^ self.flag.mark_after_pass();
        out.push(Edge::new(None, key, resource).with_count(Count::ToGround));
    }

    /// The replies to a quiet attack, without the pass: those that are listed at once, or the
    /// others.
    fn replies(&self, late: bool, out: &mut Edges) {
        // Every reply is listed, early or late, whatever its class.
        let defence = Defence::new(&self.position, self.techniques.attackers_count);
        let class = |m| defence.as_ref().map_or(Class::Other, |defence| defence.class(m));
        let legal = self.position.legal_moves();
        let mut chosen: Vec<(Class, u8, Move)> = legal
            .iter()
            .map(|&m| (class(m), m))
            .filter(|(class, _)| class.is_late() == late)
            .map(|(class, m)| (class, reply_group(class, m), m))
            .collect();
        chosen.sort_by_key(|&(class, group, _)| (class, group));
        let wait = if late && self.techniques.stages {
            Late::Last
        } else {
            Late::No
        };
        for (_, group, m) in chosen {
            let edge = self.edge(m).with_count(Count::UnlessGround).with_late(wait);
            out.push(edge.with_group(group));
        }
    }
}

impl<G: Geometry> Game for Question<G> {
    type Move = Option<Move>;
    type Undo = Option<Undo>;
    type Resource = InHand;

    const GROUND: bool = true;
    const FREE_REPLIES: bool = false;

    #[inline(always)]
    fn prover_to_move(&self) -> bool {
        self.position.turn() == self.attacker
    }

    #[inline(always)]
    fn key(&self) -> Key {
        let key = if self.compares {
            self.position.board_key()
        } else {
            self.position.key()
        };
        key ^ self.flag.mark()
    }

    #[inline(always)]
    fn resource(&self) -> InHand {
        if self.compares {
            InHand(self.position.hand(self.attacker))
        } else {
            InHand(Hand::EMPTY)
        }
    }

    fn expand(&mut self, out: &mut Edges) {
        if self.expand_first(false, out) {
            self.expand_rest(out);
        }
    }

    fn expand_first(&mut self, ground: bool, out: &mut Edges) -> bool {
        if self.prover_to_move() {
            let first = out.len();
            self.checks(out);
            if !ground {
                self.quiet(true, out);
            }
            if self.techniques.by_direction {
                self.by_direction(&mut out[first..]);
            }
            !ground && self.moves == MoveSet::All && !self.position.in_check()
        } else if self.position.in_check() {
            self.evasions(out);
            false
        } else {
            self.list_pass(out);
            if !self.techniques.threat_first {
                self.replies(false, out);
            }
            true
        }
    }

    fn expand_rest(&mut self, out: &mut Edges) {
        if self.prover_to_move() {
            let first = out.len();
            self.quiet(false, out);
            if self.techniques.by_direction {
                self.by_direction(&mut out[first..]);
            }
        } else {
            if self.techniques.threat_first {
                self.replies(false, out);
            }
            self.replies(true, out);
        }
    }

    #[inline(always)]
    fn make(&mut self, m: Option<Move>) -> Option<Undo> {
        self.made += 1;
        match m {
            Some(m) => Some(self.position.make(m)),
            None => {
                self.position.pass();
                self.flag.pass();
                None
            }
        }
    }

    #[inline(always)]
    fn unmake(&mut self, m: Option<Move>, undo: Option<Undo>) {
        match (m, undo) {
            (Some(m), Some(undo)) => self.position.unmake(m, undo),
            _ => {
                self.position.pass();
                self.flag.unpass();
            }
        }
    }

    #[inline(always)]
    fn pack_move(&self, m: Option<Move>) -> u16 {
        m.map_or(PASS, Move::packed)
    }
}

impl<G: Geometry> Dominance for Question<G> {
    fn need_before(&self, m: Option<Move>, need: InHand) -> InHand {
        match m {
            _ if !self.compares => self.resource(),
            Some(m) => pieces::need_before(&self.position, self.attacker, m, need),
            None => need,
        }
    }

    fn need_of_all(&self, joined: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        let joined = joined.unwrap_or_default();
        pieces::need_of_all(&self.position, self.attacker, || self.room(), joined)
    }

    fn bound_before(&self, m: Option<Move>, bound: InHand) -> InHand {
        match m {
            _ if !self.compares => self.resource(),
            Some(m) => pieces::bound_before(&self.position, self.attacker, m, bound),
            None => bound,
        }
    }

    fn bound_of_all(&self, met: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        let p = &self.position;
        pieces::bound_of_all(p, self.attacker, met, |only_theirs| {
            p.droppable_kinds(only_theirs, self.room())
        })
    }

    fn bound_of_all_ground(&self, met: Option<InHand>) -> InHand {
        if !self.compares {
            return self.resource();
        }
        let p = &self.position;
        pieces::bound_of_all(p, self.attacker, met, |only_theirs| p.checking_kinds(only_theirs))
    }
}

impl<G: Geometry> Lookahead for Question<G> {
    /// A mate in one, or no check at all. The search asks at the prover's turn only.
    fn judge(&mut self) -> Judgement<InHand> {
        if !self.techniques.mates.mate_in_one {
            return Judgement::Open;
        }
        match self.position.mate_in_one() {
            MateInOne::NoCheck => Judgement::Disproved {
                plies: 0,
                bound: self.bound_of_all_ground(None),
            },
            MateInOne::None => Judgement::Open,
            MateInOne::Mate(m) => {
                let undo = self.position.make(m);
                let need = self.need_of_all(None);
                self.position.unmake(m, undo);
                Judgement::Proved {
                    plies: 0,
                    need: self.need_before(Some(m), need),
                }
            }
        }
    }
}

impl<G: Geometry> Hints for Question<G> {
    fn moves_made(&self) -> u64 {
        self.made
    }

    fn add_moves_made(&mut self, moves: u64) {
        self.made += moves;
    }

    /// An interposition is taken by the piece that gives check.
    fn restore(&self, reply: Option<Move>) -> Option<Option<Move>> {
        similar::restoring(&self.position, reply?).map(Some)
    }

    /// A piece of the same kind goes to the same square.
    fn counterpart(
        &self,
        similar: &Self,
        m: Option<Move>,
        edges: &[Edge<Option<Move>, InHand>],
    ) -> Option<Option<Move>> {
        let moves = edges.iter().filter_map(|e| e.mv);
        similar::counterpart(&self.position, &similar.position, m?, moves).map(Some)
    }
}

impl<G: Geometry> Links for Question<G> {}
