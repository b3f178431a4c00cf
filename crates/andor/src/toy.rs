//! A game on a graph made by hand, for unit tests.

use crate::dominance::Dominance;
use crate::edge::Edge;
use crate::game::Game;
use crate::hints::Hints;
use crate::limits::{Limits, Meter, Reason};
use crate::links::Links;
use crate::lookahead::{Judgement, Lookahead};
use crate::resource::Resource;
use std::rc::Rc;
use yose_board::{Key, splitmix};

/// A resource that is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stock(pub u8);

impl Resource for Stock {
    fn pack(self) -> u64 {
        self.0.into()
    }
    fn unpack(word: u64) -> Self {
        Stock(word as u8)
    }
    fn covers(self, other: Self) -> bool {
        self.0 >= other.0
    }
    fn join(self, other: Self) -> Self {
        Stock(self.0.max(other.0))
    }
    fn meet(self, other: Self) -> Self {
        Stock(self.0.min(other.0))
    }
}

/// A node: whose turn it is, its edges, and whether a look at the horizon proves it.
pub(crate) struct Place {
    pub prover: bool,
    pub edges: Vec<Edge<u16, Stock>>,
    pub seen: bool,
}

/// A node of the prover with moves to these nodes.
pub(crate) fn prover(to: impl IntoIterator<Item = u16>) -> Place {
    Place {
        prover: true,
        edges: to.into_iter().map(to_node).collect(),
        seen: false,
    }
}

/// A node of the defender with replies to these nodes.
pub(crate) fn defender(to: impl IntoIterator<Item = u16>) -> Place {
    Place {
        prover: false,
        ..prover(to)
    }
}

/// An edge to a node, with the stock that the prover has at the root.
pub(crate) fn to_node(to: u16) -> Edge<u16, Stock> {
    Edge::new(to, key(to), Stock(1))
}

/// The key of a node.
pub(crate) fn key(node: u16) -> Key {
    splitmix(1000 + u64::from(node))
}

/// A position: a node and a stock. A move is the number of the node that it leads to.
#[derive(Clone)]
pub(crate) struct Toy {
    places: Rc<Vec<Place>>,
    pub at: u16,
    stock: Stock,
}

impl Toy {
    /// The game of these nodes, at the first of them.
    pub fn new(places: Vec<Place>) -> Toy {
        Toy {
            places: Rc::new(places),
            at: 0,
            stock: Stock(1),
        }
    }

    /// The same game at another node.
    pub fn from(&self, at: u16) -> Toy {
        Toy { at, ..self.clone() }
    }

    fn place(&self) -> &Place {
        &self.places[usize::from(self.at)]
    }
}

impl Game for Toy {
    type Move = u16;
    type Undo = (u16, Stock);
    type Resource = Stock;

    fn prover_to_move(&self) -> bool {
        self.place().prover
    }
    fn key(&self) -> Key {
        key(self.at)
    }
    fn resource(&self) -> Stock {
        self.stock
    }
    fn expand(&mut self, edges: &mut Vec<Edge<u16, Stock>>) {
        edges.extend(&self.place().edges);
    }
    fn make(&mut self, m: u16) -> (u16, Stock) {
        let undo = (self.at, self.stock);
        let stock = self.place().edges.iter().find(|e| e.mv == m).map(|e| e.resource);
        (self.at, self.stock) = (m, stock.unwrap_or(self.stock));
        undo
    }
    fn unmake(&mut self, _: u16, (at, stock): (u16, Stock)) {
        (self.at, self.stock) = (at, stock);
    }
    fn pack_move(&self, m: u16) -> u16 {
        m + 1
    }
}

impl Dominance for Toy {}
impl Hints for Toy {}
impl Lookahead for Toy {}

impl Links for Toy {
    fn at_horizon(&mut self, meter: &mut Meter<'_>) -> Result<Judgement<Stock>, Reason> {
        meter.tick()?;
        Ok(if self.place().seen {
            let need = self.stock;
            Judgement::Proved { plies: 0, need }
        } else {
            Judgement::Open
        })
    }
}

/// Runs with a meter without limits.
pub(crate) fn metered<T>(run: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    let limits = Limits::default();
    let mut quiet = |_| {};
    run(&mut Meter::new(&limits, &mut quiet))
}

/// A game on a graph whose moves are labels, so that one move can be played in several nodes. With
/// `GROUND` the bound 0 is a ground. The prover is to move in the odd nodes.
#[derive(Clone)]
pub(crate) struct Labelled<const GROUND: bool> {
    places: Rc<Vec<Vec<Edge<u16, ()>>>>,
    to: Rc<Vec<Vec<u16>>>,
    pub at: u16,
}

/// The reply that puts something in the way, and the prover's move that takes it away.
pub(crate) const BLOCK: u16 = 50;
/// See [`BLOCK`].
pub(crate) const TAKE: u16 = 51;
/// The move that does what the move 2 does, where that one cannot be played.
pub(crate) const LIKE_TWO: u16 = 52;

/// An edge of a [`Labelled`] game: a move and the node that it leads to.
pub(crate) fn by(mv: u16, to: u16) -> (Edge<u16, ()>, u16) {
    (Edge::new(mv, key(to), ()), to)
}

impl<const GROUND: bool> Labelled<GROUND> {
    /// The game of these nodes, at the first of them.
    pub fn new(places: Vec<Vec<(Edge<u16, ()>, u16)>>) -> Self {
        let to = |place: &Vec<(Edge<u16, ()>, u16)>| place.iter().map(|&(_, to)| to).collect();
        let edges = |place: &Vec<(Edge<u16, ()>, u16)>| place.iter().map(|&(edge, _)| edge).collect();
        Labelled {
            to: Rc::new(places.iter().map(to).collect()),
            places: Rc::new(places.iter().map(edges).collect()),
            at: 0,
        }
    }
}

impl<const GROUND: bool> Game for Labelled<GROUND> {
    type Move = u16;
    type Undo = u16;
    type Resource = ();
    const GROUND: bool = GROUND;

    fn prover_to_move(&self) -> bool {
        self.at % 2 == 1
    }
    fn key(&self) -> Key {
        key(self.at)
    }
    fn resource(&self) {}
    fn expand(&mut self, edges: &mut Vec<Edge<u16, ()>>) {
        edges.extend(&self.places[usize::from(self.at)]);
    }
    fn make(&mut self, m: u16) -> u16 {
        let edges = &self.places[usize::from(self.at)];
        let played = edges.iter().position(|edge| edge.mv == m);
        let to = played.map(|i| self.to[usize::from(self.at)][i]);
        std::mem::replace(&mut self.at, to.expect("a move of the node"))
    }
    fn unmake(&mut self, _: u16, at: u16) {
        self.at = at;
    }
    fn pack_move(&self, m: u16) -> u16 {
        m
    }
}

impl<const GROUND: bool> Dominance for Labelled<GROUND> {}
impl<const GROUND: bool> Lookahead for Labelled<GROUND> {}
impl<const GROUND: bool> Links for Labelled<GROUND> {}

impl<const GROUND: bool> Hints for Labelled<GROUND> {
    fn restore(&self, reply: u16) -> Option<u16> {
        (reply == BLOCK).then_some(TAKE)
    }
    fn counterpart(&self, _: &Self, m: u16, edges: &[Edge<u16, ()>]) -> Option<u16> {
        let like = |edge: &&Edge<u16, ()>| m == 2 && edge.mv == LIKE_TWO;
        edges.iter().find(like).map(|edge| edge.mv)
    }
}
