//! Random games on cyclic graphs with a capped resource, and their full solution.
//!
//! A search that must be right on every path through a cyclic graph is wrong on few of them at first, and
//! those are rare among positions of real games. Small random graphs are cheap and nasty: every node has
//! several ways in, loops are everywhere, and the whole space of (node, stock) is solved by plain iteration
//! ([`Graph::solve`]), so every answer of a search, *and every fact in its table*, is compared with the truth.
//!
//! The game: a node belongs to the prover or to the other side. The prover holds a stock of two kinds of
//! things, each from 0 to a cap; what the prover lacks, the other side has. A way of the prover may require
//! that it holds enough (a drop), a way of the other side that it does (the prover at most so much: an
//! interposition). Every way may add to or take from the stock, within the caps. So *more never hurts the
//! prover*: its ways stay, the other side's ways only become fewer, and more before a way is no less after
//! it. The prover wins when the other side has no way to go; a prover without a way has lost, and so has
//! a prover who goes round for ever.

use crate::Random;
use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
use yose_andor::{EVER, Edge, Judgement, Late, Plies, Resource};
use yose_board::{Key, splitmix};

/// Kinds of things in stock.
pub const KINDS: usize = 2;

/// What the prover holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stock(pub [u8; KINDS]);

impl Stock {
    fn zip(self, other: Stock, f: impl Fn(u8, u8) -> u8) -> Stock {
        Stock([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }
}

impl Resource for Stock {
    fn pack(self) -> u64 {
        u64::from(self.0[0]) | u64::from(self.0[1]) << 8
    }
    fn unpack(word: u64) -> Self {
        Stock([word as u8, (word >> 8) as u8])
    }
    fn covers(self, other: Self) -> bool {
        self.0[0] >= other.0[0] && self.0[1] >= other.0[1]
    }
    fn join(self, other: Self) -> Self {
        self.zip(other, u8::max)
    }
    fn meet(self, other: Self) -> Self {
        self.zip(other, u8::min)
    }
}

/// A way from a node.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Where it leads.
    pub to: u16,
    /// The prover's ways: open with at least this much. The other side's: open with at most this much.
    pub limit: Stock,
    /// What it adds to the stock, which stays within 0 and the cap.
    pub change: [i8; KINDS],
    /// The first guess of its proof and disproof number.
    pub guess: (u8, u8),
    /// Waits for the way before it, or for all others.
    pub late: Late,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Sets its keys apart from those of all others.
    pub seed: u64,
    /// The most the prover can hold of each kind.
    pub cap: Stock,
    /// Whose turn it is at each node.
    pub prover: Vec<bool>,
    /// The ways from each node.
    pub ways: Vec<Vec<Way>>,
}

/// What random graphs look like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Nodes: from, to.
    pub nodes: (usize, usize),
    /// Ways of a prover's node: from, to.
    pub prover: (usize, usize),
    /// Ways of another node: from, to.
    pub other: (usize, usize),
    /// The sides take turns.
    pub alternating: bool,
    /// Ways lead at most so far from their node, by number: smaller means longer games.
    pub reach: usize,
    /// The largest cap.
    pub cap: u8,
    /// In a hundred: ways with a limit.
    pub limited: usize,
    /// In a hundred: ways that change the stock.
    pub changing: usize,
    /// One in so many nodes of the other side has no way at all.
    pub goals: usize,
}

/// Anything goes: short games with every kind of way.
pub const MIXED: Shape = Shape {
    nodes: (6, 24),
    prover: (1, 4),
    other: (1, 3),
    alternating: true,
    reach: 24,
    cap: 3,
    limited: 25,
    changing: 25,
    goals: 8,
};
/// Ways to near nodes only: long games.
pub const LONG: Shape = Shape {
    nodes: (12, 24),
    prover: (1, 3),
    other: (1, 2),
    reach: 4,
    goals: 24,
    ..MIXED
};
/// Few nodes, many loops, one way out.
pub const LOOPS: Shape = Shape {
    nodes: (6, 14),
    prover: (2, 4),
    other: (2, 3),
    cap: 1,
    goals: 100,
    ..MIXED
};
/// No stock at all: nothing but the graph.
pub const BARE: Shape = Shape {
    prover: (1, 3),
    other: (1, 3),
    cap: 0,
    goals: 6,
    ..MIXED
};
/// The sides do not take turns.
pub const ARBITRARY: Shape = Shape {
    alternating: false,
    nodes: (6, 18),
    cap: 2,
    ..MIXED
};
/// All of them.
pub const SHAPES: [Shape; 5] = [MIXED, LONG, LOOPS, BARE, ARBITRARY];

impl Graph {
    /// A graph of this shape.
    pub fn random(shape: &Shape, seed: u64) -> Graph {
        let mut random = Random::new(seed);
        let between = |random: &mut Random, (from, to): (usize, usize)| from + random.below(to - from + 1);
        let n = between(&mut random, shape.nodes);
        let cap = Stock([0; KINDS].map(|_| random.below(usize::from(shape.cap) + 1) as u8));
        let prover: Vec<bool> = (0..n)
            .map(|node| {
                if shape.alternating {
                    node % 2 == 0
                } else {
                    random.one_in(2)
                }
            })
            .collect();
        let goal = random.below(n);
        let ways = (0..n)
            .map(|node| {
                let range = if prover[node] { shape.prover } else { shape.other };
                let mut count = between(&mut random, range);
                if !prover[node] && (node / 2 == goal / 2 || random.one_in(shape.goals)) {
                    count = 0;
                }
                (0..count)
                    .map(|i| Self::way(shape, &mut random, (node, n), prover[node], cap, i))
                    .collect()
            })
            .collect();
        Graph {
            seed,
            cap,
            prover,
            ways,
        }
    }

    fn way(
        shape: &Shape,
        random: &mut Random,
        (node, n): (usize, usize),
        prover: bool,
        cap: Stock,
        i: usize,
    ) -> Way {
        let span = (2 * shape.reach + 1).min(n);
        let mut to = (node + n - span / 2 + random.below(span)) % n;
        if shape.alternating && to % 2 == node % 2 {
            to = (to + 1) % n;
            if to % 2 == node % 2 {
                to = 1 - node % 2;
            }
        }
        let mut limit = if prover { Stock::default() } else { cap };
        let mut change = [0; KINDS];
        for (kind, change) in change.iter_mut().enumerate() {
            let most = usize::from(cap.0[kind]);
            if most > 0 && random.below(100) < shape.limited {
                limit.0[kind] = (random.below(most) + usize::from(prover)) as u8;
            }
            if random.below(100) < shape.changing {
                *change = if random.one_in(2) { 1 } else { -1 };
                // A drop needs what it drops.
                if prover && *change < 0 && most > 0 {
                    limit.0[kind] = limit.0[kind].max(1);
                }
            }
        }
        let guess = (1 + random.below(3) as u8, 1 + random.below(3) as u8);
        Way {
            to: to as u16,
            limit,
            change,
            guess,
            late: if i == 0 || !random.one_in(3) {
                Late::No
            } else if guess.0 == 3 {
                Late::Rest
            } else {
                Late::Twin
            },
        }
    }

    /// Whether a way is open at a node of the side.
    pub fn is_open(prover: bool, way: &Way, stock: Stock) -> bool {
        if prover {
            stock.covers(way.limit)
        } else {
            way.limit.covers(stock)
        }
    }

    /// The stock after a way.
    pub fn after(&self, way: &Way, stock: Stock) -> Stock {
        let mut after = stock;
        for kind in 0..KINDS {
            after.0[kind] = stock.0[kind]
                .saturating_add_signed(way.change[kind])
                .min(self.cap.0[kind]);
        }
        after
    }

    /// Every node with every stock.
    pub fn states(&self) -> impl Iterator<Item = (usize, Stock)> + '_ {
        (0..self.prover.len()).flat_map(move |node| self.stocks().map(move |stock| (node, stock)))
    }

    /// Every stock.
    pub fn stocks(&self) -> impl Iterator<Item = Stock> + use<> {
        let Stock([a, b]) = self.cap;
        (0..=a).flat_map(move |x| (0..=b).map(move |y| Stock([x, y])))
    }

    fn index(&self, node: usize, stock: Stock) -> usize {
        let [width, height] = self.cap.0.map(|c| usize::from(c) + 1);
        (node * width + usize::from(stock.0[0])) * height + usize::from(stock.0[1])
    }

    /// The whole truth, by plain iteration: round `k` finds exactly the wins of length `k`, because a win of
    /// length `k` has a next node of length `k - 1`; the first round without a new win is the last.
    pub fn solve(&self) -> Solution<'_> {
        let mut lengths = vec![None; self.prover.len() * self.stocks().count()];
        let mut round: Plies = 0;
        loop {
            let mut found = Vec::new();
            for (node, stock) in self.states() {
                let at = self.index(node, stock);
                if lengths[at].is_some() {
                    continue;
                }
                let prover = self.prover[node];
                let mut next = self.ways[node]
                    .iter()
                    .filter(|way| Self::is_open(prover, way, stock))
                    .map(|way| lengths[self.index(usize::from(way.to), self.after(way, stock))].is_some());
                if if prover {
                    next.any(|won| won)
                } else {
                    next.all(|won| won)
                } {
                    found.push(at);
                }
            }
            if found.is_empty() {
                return Solution { graph: self, lengths };
            }
            for at in found {
                lengths[at] = Some(round);
            }
            round += 1;
        }
    }

    /// The question whether the prover wins from a node.
    pub fn ask(&self, node: usize, stock: Stock, hooks: Hooks) -> Walk<'_> {
        Walk {
            graph: self,
            node,
            stock,
            hooks,
        }
    }

    /// The key of a node.
    pub fn key(&self, node: usize) -> Key {
        splitmix(splitmix(self.seed) ^ node as u64)
    }
}

/// The truth about a graph.
#[derive(Clone, Debug)]
pub struct Solution<'g> {
    graph: &'g Graph,
    lengths: Vec<Option<Plies>>,
}

impl Solution<'_> {
    /// The plies of the win, the prover being quickest and the other side resisting longest; `None` if
    /// there is none.
    pub fn length(&self, node: usize, stock: Stock) -> Option<Plies> {
        self.lengths[self.graph.index(node, stock)]
    }
}

/// What a [`Walk`] tells the search beyond the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hooks {
    /// What results need and survive.
    pub pieces: bool,
    /// A look one ply ahead.
    pub judge: bool,
    /// Ways that wait for the one before.
    pub late: bool,
    /// Guesses of first numbers.
    pub guess: bool,
    /// Wild hints what to replay where.
    pub replay: bool,
}

impl Hooks {
    /// Everything.
    pub const ALL: Hooks = Hooks {
        pieces: true,
        judge: true,
        late: true,
        guess: true,
        replay: true,
    };
}

/// A position of a graph game: the question whether the prover wins from it.
#[derive(Clone, Debug)]
pub struct Walk<'g> {
    graph: &'g Graph,
    node: usize,
    stock: Stock,
    hooks: Hooks,
}

impl Walk<'_> {
    /// Where it is, with what.
    pub fn place(&self) -> (usize, Stock) {
        (self.node, self.stock)
    }

    fn way(&self, m: u8) -> &Way {
        &self.graph.ways[self.node][usize::from(m)]
    }

    fn is_open(&self, way: &Way) -> bool {
        Graph::is_open(self.prover_to_move(), way, self.stock)
    }

    /// The most of one kind that satisfies a condition which fewer satisfy too.
    fn most(&self, kind: usize, fits: impl Fn(u8) -> bool) -> u8 {
        (0..=self.graph.cap.0[kind]).rev().find(|&s| fits(s)).unwrap_or(0)
    }

    /// The least of one kind that satisfies a condition which more satisfy too.
    fn least(&self, kind: usize, fits: impl Fn(u8) -> bool) -> u8 {
        let cap = self.graph.cap.0[kind];
        (0..=cap).find(|&s| fits(s)).unwrap_or(cap)
    }

    fn after(&self, way: &Way, kind: usize, count: u8) -> u8 {
        count
            .saturating_add_signed(way.change[kind])
            .min(self.graph.cap.0[kind])
    }

    fn least_before(&self, m: u8, need: Stock) -> Stock {
        let (way, prover) = (self.way(m), self.prover_to_move());
        let mut before = need;
        for kind in 0..KINDS {
            before.0[kind] = self.least(kind, |s| {
                self.after(way, kind, s) >= need.0[kind] && (!prover || s >= way.limit.0[kind])
            });
        }
        before
    }

    fn most_before(&self, m: u8, bound: Stock) -> Stock {
        let (way, prover) = (self.way(m), self.prover_to_move());
        let mut before = bound;
        for kind in 0..KINDS {
            before.0[kind] = self.most(kind, |s| {
                self.after(way, kind, s) <= bound.0[kind] && (prover || s <= way.limit.0[kind])
            });
        }
        before
    }

    /// With at least this much, no way that is shut for the other side opens.
    fn keeps_shut(&self) -> Stock {
        let mut need = Stock::default();
        for way in &self.graph.ways[self.node] {
            let shut = |need: &Stock| (0..KINDS).any(|k| need.0[k] > way.limit.0[k]);
            if !self.is_open(way) && !shut(&need) {
                // One kind is enough to keep it shut.
                if let Some(kind) = (0..KINDS).find(|&k| self.stock.0[k] > way.limit.0[k]) {
                    need.0[kind] = way.limit.0[kind] + 1;
                }
            }
        }
        need
    }

    /// With at most this much, no way that is shut for the prover opens.
    fn stays_shut(&self) -> Stock {
        let mut bound = self.graph.cap;
        for way in &self.graph.ways[self.node] {
            let shut = |bound: &Stock| (0..KINDS).any(|k| bound.0[k] < way.limit.0[k]);
            if !self.is_open(way)
                && !shut(&bound)
                && let Some(kind) = (0..KINDS).find(|&k| self.stock.0[k] < way.limit.0[k])
            {
                bound.0[kind] = way.limit.0[kind] - 1;
            }
        }
        bound
    }

    /// A first open way.
    fn first(&self) -> Option<u8> {
        let open = self.graph.ways[self.node]
            .iter()
            .position(|way| self.is_open(way));
        open.map(|m| m as u8)
    }
}

impl Game for Walk<'_> {
    type Move = u8;
    type Undo = (usize, Stock);
    type Resource = Stock;

    fn prover_to_move(&self) -> bool {
        self.graph.prover[self.node]
    }

    fn key(&self) -> Key {
        self.graph.key(self.node)
    }

    fn resource(&self) -> Stock {
        self.stock
    }

    fn expand(&mut self, edges: &mut Vec<Edge<u8, Stock>>) {
        let mut any = false;
        for (m, way) in self.graph.ways[self.node].iter().enumerate() {
            if !self.is_open(way) {
                continue;
            }
            let (pn, dn) = if self.hooks.guess { way.guess } else { (1, 1) };
            edges.push(Edge {
                mv: m as u8,
                key: self.graph.key(usize::from(way.to)),
                resource: self.graph.after(way, self.stock),
                pn: pn.into(),
                dn: dn.into(),
                // Nothing is before the first.
                late: if any && self.hooks.late {
                    way.late
                } else {
                    Late::No
                },
                group: (m % 6 / 2) as u8,
            });
            any = true;
        }
    }

    fn make(&mut self, m: u8) -> (usize, Stock) {
        let undo = (self.node, self.stock);
        let way = *self.way(m);
        debug_assert!(self.is_open(&way));
        self.stock = self.graph.after(&way, self.stock);
        self.node = way.to.into();
        undo
    }

    fn unmake(&mut self, _: u8, (node, stock): (usize, Stock)) {
        self.node = node;
        self.stock = stock;
    }

    fn pack_move(&self, m: u8) -> u16 {
        u16::from(m) + 1
    }
}

impl Dominance for Walk<'_> {
    fn need_before(&self, m: u8, need: Stock) -> Stock {
        if self.hooks.pieces {
            self.least_before(m, need)
        } else {
            self.stock
        }
    }

    fn need_of_all(&self, joined: Option<Stock>) -> Stock {
        if self.hooks.pieces {
            joined.unwrap_or_default().join(self.keeps_shut())
        } else {
            self.stock
        }
    }

    fn bound_before(&self, m: u8, bound: Stock) -> Stock {
        if self.hooks.pieces {
            self.most_before(m, bound)
        } else {
            self.stock
        }
    }

    fn bound_of_all(&self, met: Option<Stock>) -> Stock {
        if self.hooks.pieces {
            met.unwrap_or(self.graph.cap).meet(self.stays_shut())
        } else {
            self.stock
        }
    }
}

impl Lookahead for Walk<'_> {
    fn judge(&mut self) -> Judgement<Stock> {
        if !self.hooks.judge || !self.prover_to_move() {
            return Judgement::Open;
        }
        let mut bound = self.stays_shut();
        let Some(first) = self.first() else {
            return Judgement::Disproved { plies: EVER, bound };
        };
        for m in first..self.graph.ways[self.node].len() as u8 {
            if !self.is_open(self.way(m)) {
                continue;
            }
            let undo = self.make(m);
            let (reply, need) = (self.first(), self.keeps_shut());
            let holds = match (self.prover_to_move(), reply) {
                (true, _) => Some(self.graph.cap),
                (false, Some(reply)) => Some(self.most_before(reply, self.graph.cap)),
                (false, None) => None,
            };
            self.unmake(m, undo);
            match holds {
                Some(holds) => bound = bound.meet(self.most_before(m, holds)),
                None => {
                    let need = self.least_before(m, need);
                    return Judgement::Proved { plies: 1, need };
                }
            }
        }
        Judgement::Disproved { plies: 1, bound }
    }
}

impl Hints for Walk<'_> {
    fn restore(&self, reply: u8) -> Option<u8> {
        let hint = (self.graph.seed >> 8) as u8 ^ self.node as u8 ^ reply;
        self.hooks.replay.then_some(hint & 3)
    }

    fn counterpart(&self, similar: &Self, m: u8, edges: &[Edge<u8, Stock>]) -> Option<u8> {
        let hint = similar.node + usize::from(m);
        self.hooks
            .replay
            .then(|| edges.get(hint % edges.len().max(1)))?
            .map(|e| e.mv)
    }
}

impl Links for Walk<'_> {}
