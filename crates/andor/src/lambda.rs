//! Lambda-1 moves: threats first, or threats only.
//!
//! T. Thomsen, *Lambda-search in game trees, with application to Go* (2000), as M. Sakuta et al. use it for Lines of Action
//! (2002). A move of the prover is of order 0 if it reaches the goal, of order 1 if it threatens to with the next move
//! ([`Query::threatens`]). A question is asked of `Lambda<Q>` as of `Q`:
//!
//! - [`Order::First`] lists threats before the other moves (and guesses their proof numbers smaller): the same question,
//!   in another order.
//! - [`Order::Only`] lists threats alone: what is proved is proved, but that nothing is proved means nothing. Whoever asks
//!   must answer "unknown".
//!
//! In shogi the moves of order 1 are the checks: tsume is a lambda-1 search as it stands.
//!
//! The paper's generator made every move twice to find threats and lost on time what it gained in nodes; here the game
//! says how a threat is found, and a game that says nothing gets the plain way. Switched off by not wrapping.
//! Worth: docs/lab/loa.md.

use crate::Outcome;
use crate::number::{Number, Plies};
use crate::query::{Edge, Judgement, Query};
use yose_board::Key;

/// What becomes of moves that threaten nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// They come last.
    First,
    /// They are not played.
    Only,
}

/// How much harder a proof by a move that threatens nothing looks.
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

impl<Q: Query> Query for Lambda<Q> {
    type Move = Q::Move;
    type Undo = Q::Undo;
    type Resource = Q::Resource;

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
            // What reaches the goal is of order 0: the other side's turn, and nothing to play.
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

    // What is known of all moves holds of some of them, if it is a proof; so does a disproof.
    fn judge(&mut self) -> Judgement<Q::Resource> {
        self.query.judge()
    }
    #[inline]
    fn glance(&mut self, left: Plies) -> Option<Outcome> {
        self.query.glance(left)
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
}
