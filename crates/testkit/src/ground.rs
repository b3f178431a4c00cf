//! Random graph games with a ground ([`yose_andor::Game::GROUND`]), and their full solution.
//!
//! The graphs are those of [`crate::graph`], with sides that take turns. Some nodes of the defender
//! are marked: there the defender is *in check*. A way of the prover to a marked node is a check;
//! the other ways are quiet. At a node without the mark the defender can also pass: nodes 0 and 1
//! are the same board, so are 2 and 3, and so on. With `M` for "the prover wins by checks alone":
//!
//! - `A(P, 0) = M(P)`; `A(P, n)`: `M(P)`, or some open way leads to a node with `D(·, n - 1)`;
//! - `D(Q, n)`: `M` after the pass unless in check, and every open reply leads to a node with
//!   `A(·, max(n - 1, 0))`.
//!
//! These are the definitions of brinkmates (`yose_hisshi`), on games that are small, cyclic and
//! nasty.

use crate::Random;
use crate::graph::{Graph, Hooks, KINDS, Shape, Solution, Stock, Walk, Way};
use yose_andor::{Count, Dominance, Edge, Game, Hints, Judgement, Late, Links, Lookahead, Plies};
use yose_board::Key;

/// A graph with marked nodes.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The graph. The pass is the last way of a node.
    pub graph: Graph,
    /// Whether the defender is in check at a node.
    pub in_check: Vec<bool>,
    /// Whether quiet ways and replies beside the pass are listed when all others have failed.
    pub rest: bool,
}

impl Ground {
    /// A random graph of an alternating shape, half of the defender's nodes marked.
    pub fn random(shape: &Shape, seed: u64) -> Ground {
        assert!(shape.alternating, "the sides take turns");
        let mut random = Random::new(seed ^ 0x6_0d);
        let mut graph = Graph::random(shape, seed);
        let nodes = graph.prover.len();
        let in_check = (0..nodes)
            .map(|node| !graph.prover[node] && ((node ^ 1) >= nodes || random.one_in(2)))
            .collect::<Vec<bool>>();
        for node in (0..nodes).filter(|&node| !graph.prover[node] && !in_check[node]) {
            let (cap, to) = (graph.cap, (node ^ 1) as u16);
            graph.ways[node].push(Way {
                to,
                limit: cap,
                change: [0; KINDS],
                guess: (1, 1),
                late: Late::No,
                free: false,
                pass: true,
            });
        }
        Ground {
            graph,
            in_check,
            rest: seed.is_multiple_of(2),
        }
    }

    /// The question about a node.
    pub fn ask(&self, node: usize, stock: Stock, hooks: Hooks) -> GroundWalk<'_> {
        GroundWalk {
            ground: self,
            walk: self.graph.ask(node, stock, hooks),
        }
    }

    /// Whether a way of the prover is a check.
    fn checks(&self, way: &Way) -> bool {
        self.in_check[usize::from(way.to)]
    }

    /// The whole truth, by the definitions: `A(·, n)` and `D(·, n)` for growing `n`, until nothing
    /// changes. A length is the least bound.
    pub fn solve(&self) -> Solution<'_> {
        let graph = &self.graph;
        let states: Vec<(usize, Stock)> = graph.states().collect();
        let mut lengths: Vec<Option<Plies>> = vec![None; states.len()];
        // The bound 0: the least fixpoint of the moves of the ground.
        loop {
            let before = lengths.clone();
            for (at, &(node, stock)) in states.iter().enumerate() {
                let mut open = graph.ways[node]
                    .iter()
                    .filter(|way| Graph::is_open(graph.prover[node], way, stock));
                let won = |way: &Way| before[graph.index(way.to.into(), graph.after(way, stock))].is_some();
                let holds = if graph.prover[node] {
                    open.any(|way| self.checks(way) && won(way))
                } else {
                    open.all(won)
                };
                if holds {
                    lengths[at] = Some(0);
                }
            }
            if lengths == before {
                break;
            }
        }
        // The bound n, from the bound n - 1.
        let mates = lengths.clone();
        for n in 1.. {
            let before = lengths.clone();
            for (at, &(node, stock)) in states.iter().enumerate() {
                if before[at].is_some() {
                    continue;
                }
                let mut open = graph.ways[node]
                    .iter()
                    .filter(|way| Graph::is_open(graph.prover[node], way, stock));
                let place = |way: &Way| graph.index(way.to.into(), graph.after(way, stock));
                let holds = if graph.prover[node] {
                    open.any(|way| before[place(way)].is_some())
                } else {
                    open.all(|way| if way.pass { &mates } else { &before }[place(way)].is_some())
                };
                if holds {
                    lengths[at] = Some(n);
                }
            }
            if lengths == before {
                break;
            }
        }
        Solution { graph, lengths }
    }
}

/// A position of a graph game with a ground.
#[derive(Clone, Debug)]
pub struct GroundWalk<'g> {
    ground: &'g Ground,
    walk: Walk<'g>,
}

impl GroundWalk<'_> {
    /// The parts of a list of moves: of the ground, and the others at the prover's turn; the pass
    /// or all replies in check, and the others at the defender's turn.
    fn list(&mut self, first: bool, edges: &mut Vec<Edge<u8, Stock>>) {
        let (node, _) = self.walk.place();
        let prover = self.prover_to_move();
        let mut all = Vec::new();
        self.walk.expand(&mut all);
        for edge in all {
            let way = *self.walk.way(edge.mv);
            let count = match prover {
                true if self.ground.checks(&way) => Count::UnlessGround,
                true => Count::Ply,
                false if way.pass => Count::ToGround,
                false => Count::UnlessGround,
            };
            let is_first = match prover {
                true => count == Count::UnlessGround,
                false => way.pass || self.ground.in_check[node],
            };
            if is_first == first {
                edges.push(edge.with_count(count));
            }
        }
    }

    /// The ways of the ground at the prover's turn, every way at the defender's.
    fn of_the_ground(&self) -> impl Fn(&Way) -> bool {
        let prover = self.prover_to_move();
        move |way| !prover || self.ground.checks(way)
    }
}

impl Game for GroundWalk<'_> {
    type Move = u8;
    type Undo = (usize, Stock);
    type Resource = Stock;

    const GROUND: bool = true;
    const FREE_REPLIES: bool = false;

    fn prover_to_move(&self) -> bool {
        self.walk.prover_to_move()
    }

    fn key(&self) -> Key {
        self.walk.key()
    }

    fn resource(&self) -> Stock {
        self.walk.resource()
    }

    fn expand(&mut self, edges: &mut Vec<Edge<u8, Stock>>) {
        self.list(true, edges);
        self.list(false, edges);
    }

    fn expand_first(&mut self, ground: bool, edges: &mut Vec<Edge<u8, Stock>>) -> bool {
        self.list(true, edges);
        if ground && self.prover_to_move() {
            return false;
        }
        if !self.ground.rest {
            self.list(false, edges);
        }
        self.ground.rest
    }

    fn expand_rest(&mut self, edges: &mut Vec<Edge<u8, Stock>>) {
        self.list(false, edges);
    }

    fn make(&mut self, m: u8) -> (usize, Stock) {
        self.walk.make(m)
    }

    fn unmake(&mut self, m: u8, undo: (usize, Stock)) {
        self.walk.unmake(m, undo);
    }

    fn pack_move(&self, m: u8) -> u16 {
        self.walk.pack_move(m)
    }
}

impl Dominance for GroundWalk<'_> {
    fn need_before(&self, m: u8, need: Stock) -> Stock {
        self.walk.need_before(m, need)
    }

    fn need_of_all(&self, joined: Option<Stock>) -> Stock {
        self.walk.need_of_all(joined)
    }

    fn bound_before(&self, m: u8, bound: Stock) -> Stock {
        self.walk.bound_before(m, bound)
    }

    fn bound_of_all(&self, met: Option<Stock>) -> Stock {
        self.walk.bound_of_all(met)
    }

    fn bound_of_all_ground(&self, met: Option<Stock>) -> Stock {
        self.walk.bound_of_ways(met, self.of_the_ground())
    }
}

impl Lookahead for GroundWalk<'_> {
    /// A check without a reply, or no check at all.
    fn judge(&mut self) -> Judgement<Stock> {
        if !self.walk.hooks().judge || !self.prover_to_move() {
            return Judgement::Open;
        }
        let mut checks = Vec::new();
        self.expand_first(true, &mut checks);
        for check in &checks {
            let undo = self.make(check.mv);
            let mut replies = Vec::new();
            self.expand(&mut replies);
            let need = self.need_of_all(None);
            self.unmake(check.mv, undo);
            if replies.is_empty() {
                return Judgement::Proved {
                    plies: 0,
                    need: self.need_before(check.mv, need),
                };
            }
        }
        if checks.is_empty() {
            return Judgement::Disproved {
                plies: 0,
                bound: self.bound_of_all_ground(None),
            };
        }
        Judgement::Open
    }
}

impl Hints for GroundWalk<'_> {
    fn restore(&self, reply: u8) -> Option<u8> {
        self.walk.restore(reply)
    }

    fn counterpart(&self, similar: &Self, m: u8, edges: &[Edge<u8, Stock>]) -> Option<u8> {
        self.walk.counterpart(&similar.walk, m, edges)
    }
}

impl Links for GroundWalk<'_> {}
