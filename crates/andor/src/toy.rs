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
