//! Lambda-1 moves: threats first, or threats only.
//!
//! T. Thomsen, *Lambda-search in game trees, with application to Go* (2000), as M. Sakuta et al.
//! use it for Lines of Action (2002). A move of the prover has order 0 if it reaches the goal, and
//! order 1 if it threatens to reach the goal with the next move ([`Hints::threatens`]). `Lambda<Q>`
//! is a question like `Q`:
//!
//! - [`Order::First`] lists threats before the other moves, and estimates smaller proof numbers
//!   for them. The question is the same, its moves have another order.
//! - [`Order::Only`] lists threats alone. A proof is a proof; a disproof means nothing, and the
//!   caller must answer "unknown".
//!
//! In shogi the moves of order 1 are the checks: tsume is a lambda-1 search as it stands.
//!
//! Sakuta et al. found threats by making every move twice, and lost more time than the saved nodes
//! were worth. Here the game says how it finds a threat; the default of [`Hints::threatens`] is the
//! plain way. Switched off by not wrapping. Figures: docs/lab/loa.md.

use crate::Outcome;
use crate::dominance::Dominance;
use crate::game::Game;
use crate::hints::Hints;
use crate::limits::{Meter, Reason};
use crate::links::Links;
use crate::lookahead::{Judgement, Lookahead};
use crate::number::{Number, Plies};
use crate::query::{Edge, Query};
use yose_board::Key;

/// What happens to moves that threaten nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// They come last.
    First,
    /// They are not played.
    Only,
}

/// The estimated proof number of a move that threatens nothing is multiplied by this factor.
const QUIET: Number = 8;

/// A question with its prover's moves sorted by threats.
#[derive(Clone, Debug)]
pub struct Lambda<Q> {
    query: Q,
    order: Order,
}

impl<Q> Lambda<Q> {
    /// Wraps a question.
    pub fn new(query: Q, order: Order) -> Self {
        Lambda { query, order }
    }

    /// The question itself.
    pub fn query(&self) -> &Q {
        &self.query
    }
}

impl<Q: Query> Game for Lambda<Q> {
    type Move = Q::Move;
    type Undo = Q::Undo;
    type Resource = Q::Resource;
    const COSTS: bool = Q::COSTS;
    const FREE_REPLIES: bool = Q::FREE_REPLIES;
    // The order of threats is that of whole lists of moves, which a ground does not have.
    const GROUND: bool = {
        assert!(!Q::GROUND, "threats have no ground");
        false
    };

    #[inline]
    fn prover_to_move(&self) -> bool {
        self.query.prover_to_move()
    }
    #[inline]
    fn key(&self) -> Key {
        self.query.key()
    }
    #[inline]
    fn resource(&self) -> Q::Resource {
        self.query.resource()
    }

    // `expand_first` and `expand_rest` keep their defaults: the order of threats is that of whole
    // lists of moves. So all moves of the wrapped game are listed at once.
    fn expand(&mut self, edges: &mut Vec<Edge<Q::Move, Q::Resource>>) {
        let base = edges.len();
        self.query.expand(edges);
        if !self.query.prover_to_move() || edges.len() < base + 2 && self.order == Order::First {
            return;
        }
        // Threats are moved to the front, in the order they had.
        let mut threats = base;
        for i in base..edges.len() {
            let undo = self.query.make(edges[i].mv);
            // A move of order 0 reaches the goal: the other side is to move and has no move.
            let goal = matches!(self.query.glance(0), Some(Outcome::Proved(_)));
            self.query.unmake(edges[i].mv, undo);
            if goal || self.query.threatens(edges[i].mv) {
                edges[threats..=i].rotate_right(1);
                threats += 1;
            } else {
                edges[i].pn = edges[i].pn.saturating_mul(QUIET);
            }
        }
        if self.order == Order::Only {
            edges.truncate(threats);
        }
    }

    #[inline]
    fn make(&mut self, m: Q::Move) -> Q::Undo {
        self.query.make(m)
    }
    #[inline]
    fn unmake(&mut self, m: Q::Move, undo: Q::Undo) {
        self.query.unmake(m, undo);
    }
    #[inline]
    fn pack_move(&self, m: Q::Move) -> u16 {
        self.query.pack_move(m)
    }

    fn find_move(&mut self, packed: u16) -> Option<Q::Move> {
        let m = self.query.find_move(packed)?;
        let listed = self.order == Order::First || !self.query.prover_to_move() || {
            let mut edges = Vec::new();
            self.expand(&mut edges);
            edges.iter().any(|e| e.mv == m)
        };
        listed.then_some(m)
    }
}

impl<Q: Query> Dominance for Lambda<Q> {
    fn need_before(&self, m: Q::Move, need: Q::Resource) -> Q::Resource {
        self.query.need_before(m, need)
    }
    fn need_of_all(&self, joined: Option<Q::Resource>) -> Q::Resource {
        self.query.need_of_all(joined)
    }
    fn bound_before(&self, m: Q::Move, bound: Q::Resource) -> Q::Resource {
        self.query.bound_before(m, bound)
    }
    // `bound_of_all_ground` keeps its default: threats have no ground.
    /// With more resource a quiet move may become a threat. So where quiet moves are left out, a
    /// disproof holds for the very resource.
    fn bound_of_all(&self, met: Option<Q::Resource>) -> Q::Resource {
        match self.order {
            Order::First => self.query.bound_of_all(met),
            Order::Only => self.query.resource(),
        }
    }
}

/// A proof by a quiet move is a proof all the same; a disproof of all moves is one of the threats.
impl<Q: Query> Lookahead for Lambda<Q> {
    fn judge(&mut self) -> Judgement<Q::Resource> {
        self.query.judge()
    }
    #[inline]
    fn glance(&mut self, left: Plies) -> Option<Outcome> {
        self.query.glance(left)
    }
}

impl<Q: Query> Hints for Lambda<Q> {
    fn takes(&self, m: Q::Move) -> bool {
        self.query.takes(m)
    }
    fn pass(&mut self) -> bool {
        self.query.pass()
    }
    fn unpass(&mut self) {
        self.query.unpass();
    }
    fn threatens(&mut self, m: Q::Move) -> bool {
        self.query.threatens(m)
    }
    fn moves_made(&self) -> u64 {
        self.query.moves_made()
    }
    fn add_moves_made(&mut self, moves: u64) {
        self.query.add_moves_made(moves);
    }
    fn restore(&self, reply: Q::Move) -> Option<Q::Move> {
        self.query.restore(reply)
    }
    fn counterpart(
        &self,
        similar: &Self,
        m: Q::Move,
        edges: &[Edge<Q::Move, Q::Resource>],
    ) -> Option<Q::Move> {
        self.query.counterpart(&similar.query, m, edges)
    }
}

impl<Q: Query> Links for Lambda<Q> {
    fn exact_key(&self) -> Key {
        self.query.exact_key()
    }
    fn exact_key_after(&self, m: Q::Move, key: Key) -> Key {
        self.query.exact_key_after(m, key)
    }
    #[inline(always)]
    fn elsewhere(&self, m: Q::Move) -> (Plies, Plies) {
        self.query.elsewhere(m)
    }
    #[inline(always)]
    fn counts(
        &mut self,
        reply: Q::Move,
        within: Plies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Plies>, Reason> {
        self.query.counts(reply, within, meter)
    }

    #[inline]
    fn at_horizon(&mut self, meter: &mut Meter<'_>) -> Result<Judgement<Q::Resource>, Reason> {
        self.query.at_horizon(meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// A game without sense whose every capability gives an answer of its own.
    #[derive(Clone, Default)]
    struct Marked {
        /// The moves that were counted.
        made: u64,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Count(u64);

    impl crate::Resource for Count {
        fn pack(self) -> u64 {
            self.0
        }
        fn unpack(word: u64) -> Self {
            Count(word)
        }
        fn covers(self, other: Self) -> bool {
            self.0 >= other.0
        }
        fn join(self, other: Self) -> Self {
            Count(self.0.max(other.0))
        }
        fn meet(self, other: Self) -> Self {
            Count(self.0.min(other.0))
        }
    }

    impl Game for Marked {
        type Move = u16;
        type Undo = ();
        type Resource = Count;
        fn prover_to_move(&self) -> bool {
            true
        }
        fn key(&self) -> Key {
            1
        }
        fn resource(&self) -> Count {
            Count(5)
        }
        fn expand(&mut self, edges: &mut Vec<Edge<u16, Count>>) {
            edges.extend([1, 2].map(|mv| Edge::new(mv, 1, Count(5))));
        }
        fn expand_first(&mut self, _: bool, edges: &mut Vec<Edge<u16, Count>>) -> bool {
            edges.push(Edge::new(1, 1, Count(5)));
            true
        }
        fn expand_rest(&mut self, edges: &mut Vec<Edge<u16, Count>>) {
            edges.push(Edge::new(2, 1, Count(5)));
        }
        fn make(&mut self, _: u16) {}
        fn unmake(&mut self, _: u16, (): ()) {}
        fn pack_move(&self, m: u16) -> u16 {
            m
        }
    }

    impl Dominance for Marked {
        fn need_before(&self, _: u16, _: Count) -> Count {
            Count(1)
        }
        fn need_of_all(&self, _: Option<Count>) -> Count {
            Count(2)
        }
        fn bound_before(&self, _: u16, _: Count) -> Count {
            Count(6)
        }
        fn bound_of_all(&self, _: Option<Count>) -> Count {
            Count(7)
        }
    }

    impl Lookahead for Marked {
        fn judge(&mut self) -> Judgement<Count> {
            Judgement::Proved {
                plies: 3,
                need: Count(4),
            }
        }
        fn glance(&mut self, left: Plies) -> Option<Outcome> {
            Some(Outcome::Disproved(left + 9))
        }
    }

    impl Hints for Marked {
        fn takes(&self, m: u16) -> bool {
            m == 2
        }
        fn pass(&mut self) -> bool {
            true
        }
        fn threatens(&mut self, m: u16) -> bool {
            m == 2
        }
        fn moves_made(&self) -> u64 {
            self.made
        }
        fn add_moves_made(&mut self, moves: u64) {
            self.made += moves;
        }
        fn restore(&self, reply: u16) -> Option<u16> {
            Some(reply + 10)
        }
        fn counterpart(&self, _: &Self, m: u16, _: &[Edge<u16, Count>]) -> Option<u16> {
            Some(m + 20)
        }
    }

    impl Links for Marked {
        fn exact_key(&self) -> Key {
            30
        }
        fn exact_key_after(&self, m: u16, key: Key) -> Key {
            key + u64::from(m) + 40
        }
        fn elsewhere(&self, m: u16) -> (Plies, Plies) {
            (m + 50, m)
        }
        fn counts(&mut self, reply: u16, _: Plies, _: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
            Ok((reply == 2).then_some(60))
        }
        fn at_horizon(&mut self, _: &mut Meter<'_>) -> Result<Judgement<Count>, Reason> {
            let need = Count(3);
            Ok(Judgement::Proved { plies: 0, need })
        }
    }

    #[test]
    fn every_capability_is_that_of_the_wrapped_game() {
        let limits = Limits::default();
        let mut report = |_| {};
        let mut meter = Meter::new(&limits, &mut report);
        for order in [Order::First, Order::Only] {
            let mut lambda = Lambda::new(Marked::default(), order);
            assert_eq!((lambda.exact_key(), lambda.exact_key_after(2, 1)), (30, 43));
            assert_eq!(lambda.elsewhere(2), (52, 2));
            assert_eq!(lambda.counts(1, 0, &mut meter), Ok(None));
            assert_eq!(lambda.counts(2, 0, &mut meter), Ok(Some(60)));
            let look = lambda.at_horizon(&mut meter);
            assert!(matches!(look, Ok(Judgement::Proved { need: Count(3), .. })));
            assert_eq!(lambda.need_before(1, Count(0)), Count(1));
            assert_eq!(lambda.need_of_all(None), Count(2));
            assert_eq!(lambda.bound_before(1, Count(0)), Count(6));
            let bound = if order == Order::First { 7 } else { 5 };
            assert_eq!(lambda.bound_of_all(None), Count(bound));
            assert!(matches!(lambda.judge(), Judgement::Proved { plies: 3, .. }));
            assert_eq!(lambda.glance(1), Some(Outcome::Disproved(10)));
            assert!(lambda.takes(2) && !lambda.takes(1));
            assert!(lambda.threatens(2) && lambda.pass());
            assert_eq!(lambda.moves_made(), 0);
            lambda.add_moves_made(7);
            assert_eq!((lambda.moves_made(), lambda.query().made), (7, 7));
            assert_eq!(lambda.restore(1), Some(11));
            assert_eq!(lambda.counterpart(&lambda, 1, &[]), Some(21));
        }
    }

    #[test]
    fn all_moves_are_listed_at_once() {
        for (order, moves) in [(Order::First, &[2, 1][..]), (Order::Only, &[2])] {
            let mut lambda = Lambda::new(Marked::default(), order);
            let mut edges = Vec::new();
            assert!(!lambda.expand_first(false, &mut edges), "nothing is left out");
            lambda.expand_rest(&mut edges);
            assert_eq!(edges.iter().map(|e| e.mv).collect::<Vec<_>>(), moves);
        }
    }

    #[test]
    fn threats_come_first_or_alone() {
        let moves = |order| {
            let mut edges = Vec::new();
            Lambda::new(Marked::default(), order).expand(&mut edges);
            edges.iter().map(|e| (e.mv, e.pn)).collect::<Vec<_>>()
        };
        assert_eq!(moves(Order::First), [(2, 1), (1, QUIET)]);
        assert_eq!(moves(Order::Only), [(2, 1)]);
        assert_eq!(Lambda::new(Marked::default(), Order::Only).find_move(1), None);
        assert_eq!(Lambda::new(Marked::default(), Order::First).find_move(1), Some(1));
    }
}
