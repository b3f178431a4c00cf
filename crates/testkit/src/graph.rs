//! Random games on cyclic graphs with a capped resource, and their full solution.
//!
//! Mistakes about cycles show on few paths of few graphs, and are rare among positions of real
//! games. Small random graphs are cheap and nasty: every node has several ways in, and loops are
//! everywhere. Plain iteration solves the whole space of (node, stock) ([`Graph::solve`]). So every
//! answer of a search, *and every fact in its table*, is compared with the truth.
//!
//! The game: a node belongs to the prover or to the defender. The prover holds a stock of two
//! kinds of things, each from 0 to a cap; the defender holds the rest up to the cap. A way of the
//! prover may require that the prover holds enough (a drop), a way of the defender that the
//! defender does (an interposition). Every way may add to or take from the stock, within the caps.
//! So *more never hurts the prover*: its ways stay, the defender's ways only become fewer, and a
//! larger stock before a way is no smaller after it. The prover wins when the defender has no way
//! to go. A prover without a way has lost, and so has a prover who goes round for ever.
//!
//! Switches change the game: free replies, looks at the horizon and passes
//! ([`Graph::with_free_replies`], [`Graph::with_looks`], [`Graph::with_passes`]).

use crate::Random;
use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
use yose_andor::{EVER, Edge, Judgement, Late, Meter, PASS, Plies, Reason, Resource};
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
    /// A way of the prover is open if the stock covers this, a way of the defender if this covers
    /// the stock.
    pub limit: Stock,
    /// What it adds to the stock, which stays within 0 and the cap.
    pub change: [i8; KINDS],
    /// The first guess of its proof and disproof number.
    pub guess: (u8, u8),
    /// Waits for the way before it, or for all others.
    pub late: Late,
    /// A free reply ([`Edge::free`]).
    pub free: bool,
    /// Packs into [`PASS`].
    pub pass: bool,
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
    /// How far a look at the horizon sees ([`Links::at_horizon`]), in moves of the prover. It
    /// proves a position of the prover from which a way leads to a node of the other side where
    /// every reply is free and leads to a position that a look one move shorter proves. 0: no
    /// looks.
    pub looks: u8,
}

/// What random graphs look like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Nodes: from, to.
    pub nodes: (usize, usize),
    /// Ways of a prover's node: from, to.
    pub prover: (usize, usize),
    /// Ways of a defender's node: from, to.
    pub other: (usize, usize),
    /// The sides take turns.
    pub alternating: bool,
    /// The largest distance of a way, by the numbers of its nodes: smaller means longer games.
    pub reach: usize,
    /// The largest cap.
    pub cap: u8,
    /// In a hundred: ways with a limit.
    pub limited: usize,
    /// In a hundred: ways that change the stock.
    pub changing: usize,
    /// One in this many nodes of the defender has no way at all.
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
            looks: 0,
        }
    }

    /// The same graph where half of the replies after which the prover is to move are free.
    #[must_use]
    pub fn with_free_replies(mut self) -> Graph {
        let mut random = Random::new(self.seed ^ 0xf4ee);
        for (ways, _) in self
            .ways
            .iter_mut()
            .zip(&self.prover)
            .filter(|(_, prover)| !**prover)
        {
            for way in ways {
                way.free = random.one_in(2) && self.prover[usize::from(way.to)];
            }
        }
        self
    }

    /// The same graph with looks at the horizon, one to three moves deep.
    #[must_use]
    pub fn with_looks(mut self) -> Graph {
        self.looks = 1 + (self.seed / 7 % 3) as u8;
        self
    }

    /// The same graph where at a third of the nodes the side to move may pass: nodes 0 and 1 are
    /// the same board, so are 2 and 3, and so on.
    #[must_use]
    pub fn with_passes(mut self) -> Graph {
        let mut random = Random::new(self.seed ^ 0x9a55);
        for node in 0..self.prover.len() {
            let to = node ^ 1;
            if to < self.prover.len() && self.prover[to] != self.prover[node] && random.one_in(3) {
                self.ways[node].push(Way {
                    to: to as u16,
                    limit: if self.prover[node] {
                        Stock::default()
                    } else {
                        self.cap
                    },
                    change: [0; KINDS],
                    guess: (1, 1),
                    late: Late::No,
                    free: false,
                    pass: true,
                });
            }
        }
        self
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
                Late::AfterPrevious
            },
            free: false,
            pass: false,
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

    pub(crate) fn index(&self, node: usize, stock: Stock) -> usize {
        let [width, height] = self.cap.0.map(|c| usize::from(c) + 1);
        (node * width + usize::from(stock.0[0])) * height + usize::from(stock.0[1])
    }

    /// Whether a look of `depth` moves proves a position of the prover.
    pub fn sees(&self, node: usize, stock: Stock, depth: u8) -> bool {
        depth > 0
            && self.prover[node]
            && self.ways[node].iter().any(|way| {
                let (to, after) = (usize::from(way.to), self.after(way, stock));
                let open = |reply: &&Way| Self::is_open(false, reply, after);
                let answered = |reply: &Way| {
                    reply.free && self.sees(reply.to.into(), self.after(reply, after), depth - 1)
                };
                Self::is_open(true, way, stock)
                    && !self.prover[to]
                    && self.ways[to].iter().filter(open).all(answered)
            })
    }

    /// The whole truth, by plain iteration: round `k` finds exactly the wins of length `k`. The
    /// next node of such a win has length `k - 1`, except after a free reply, which leads to a node
    /// of the prover of length `k`: so the prover's nodes come first. The first round without a
    /// new win is the last.
    pub fn solve(&self) -> Solution<'_> {
        let mut lengths = vec![None; self.prover.len() * self.stocks().count()];
        for (node, stock) in self
            .states()
            .filter(|&(node, stock)| self.sees(node, stock, self.looks))
        {
            lengths[self.index(node, stock)] = Some(0);
        }
        let mut round: Plies = 0;
        let mut any = true;
        while any {
            // Round 0 may find nothing but what the looks have found.
            any = round == 0;
            for side in [true, false] {
                let mut found = Vec::new();
                for (node, stock) in self.states().filter(|&(node, _)| self.prover[node] == side) {
                    let at = self.index(node, stock);
                    if lengths[at].is_some() {
                        continue;
                    }
                    let mut next = self.ways[node]
                        .iter()
                        .filter(|way| Self::is_open(side, way, stock))
                        .map(|way| {
                            let free = Plies::from(way.free && !side);
                            let length = lengths[self.index(usize::from(way.to), self.after(way, stock))];
                            length.is_some_and(|length: Plies| length < round + free)
                        });
                    if if side {
                        next.any(|won| won)
                    } else {
                        next.all(|won| won)
                    } {
                        found.push(at);
                    }
                }
                any |= !found.is_empty();
                for at in found {
                    lengths[at] = Some(round);
                }
            }
            round += 1;
        }
        Solution { graph: self, lengths }
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
    pub(crate) graph: &'g Graph,
    pub(crate) lengths: Vec<Option<Plies>>,
}

impl Solution<'_> {
    /// The plies of the win if the prover is as quick and the defender as slow as possible; `None`
    /// if there is no win.
    pub fn length(&self, node: usize, stock: Stock) -> Option<Plies> {
        self.lengths[self.graph.index(node, stock)]
    }
}

/// What a [`Walk`] says to the search beyond the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hooks {
    /// Needs and bounds of results.
    pub pieces: bool,
    /// A look one ply ahead.
    pub judge: bool,
    /// Ways that wait for the one before.
    pub late: bool,
    /// Guesses of first numbers.
    pub guess: bool,
    /// Wild hints about what to replay where.
    pub replay: bool,
    /// Wild costs of edges.
    pub cost: bool,
}

impl Hooks {
    /// Everything.
    pub const ALL: Hooks = Hooks {
        pieces: true,
        judge: true,
        late: true,
        guess: true,
        replay: true,
        cost: true,
    };
}

/// The move that passes. It is the same move at every node, because a packed move means the same in
/// similar positions.
const PASSES: u8 = u8::MAX;

/// A position of a graph game: the question whether the prover wins from it.
#[derive(Clone, Debug)]
pub struct Walk<'g> {
    graph: &'g Graph,
    node: usize,
    stock: Stock,
    hooks: Hooks,
}

impl Walk<'_> {
    /// The node and the stock.
    pub fn place(&self) -> (usize, Stock) {
        (self.node, self.stock)
    }

    /// The way of a move: its number, or [`PASSES`] for the pass, which is the last way.
    pub(crate) fn way(&self, m: u8) -> &Way {
        let ways = &self.graph.ways[self.node];
        let last = ways.len().saturating_sub(1);
        &ways[if m == PASSES { last } else { m.into() }]
    }

    /// What the walk says to the search beyond the moves.
    pub(crate) fn hooks(&self) -> Hooks {
        self.hooks
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

    /// A stock with which, or with more, no way that is shut for the defender opens.
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

    /// A stock with which, or with less, no way that is shut for the prover opens.
    fn stays_shut(&self) -> Stock {
        self.keeps_ways_shut(|_| true)
    }

    /// A stock with which, or with less, no way of a set that is shut for the prover opens.
    fn keeps_ways_shut(&self, of_set: impl Fn(&Way) -> bool) -> Stock {
        let mut bound = self.graph.cap;
        for way in self.graph.ways[self.node].iter().filter(|way| of_set(way)) {
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

    /// [`Dominance::bound_of_all`] where the prover has only the ways of a set.
    pub(crate) fn bound_of_ways(&self, met: Option<Stock>, of_set: impl Fn(&Way) -> bool) -> Stock {
        if self.hooks.pieces {
            met.unwrap_or(self.graph.cap).meet(self.keeps_ways_shut(of_set))
        } else {
            self.stock
        }
    }

    /// A first open way that takes a ply.
    fn holding(&self) -> Option<u8> {
        let ways = &self.graph.ways[self.node];
        let holds = |way: &Way| !way.free && self.is_open(way);
        ways.iter().position(holds).map(|m| m as u8)
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
            // Nothing is before the first.
            let late = if any && self.hooks.late {
                way.late
            } else {
                Late::No
            };
            let cost = if self.hooks.cost {
                splitmix(self.graph.seed ^ (self.node << 4 | m) as u64) % 7
            } else {
                0
            };
            let (key, stock) = (
                self.graph.key(usize::from(way.to)),
                self.graph.after(way, self.stock),
            );
            edges.push(
                Edge::new(if way.pass { PASSES } else { m as u8 }, key, stock)
                    .with_estimates(pn.into(), dn.into())
                    .with_cost(cost as u16)
                    .with_late(late)
                    .with_group((m % 6 / 2) as u8)
                    .with_free(way.free),
            );
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
        if m == PASSES { PASS } else { u16::from(m) + 1 }
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
        self.bound_of_ways(met, |_| true)
    }
}

impl Lookahead for Walk<'_> {
    fn judge(&mut self) -> Judgement<Stock> {
        if !self.hooks.judge || !self.prover_to_move() {
            return Judgement::Open;
        }
        let mut any_free = false;
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
            // A free reply holds nothing up, and a look may prove the prover's next position.
            let holds = match (self.prover_to_move(), reply) {
                (true, _) if self.graph.looks == 0 => Some(Some(self.graph.cap)),
                (true, _) => Some(None),
                (false, Some(_)) => Some(self.holding().map(|m| self.most_before(m, self.graph.cap))),
                (false, None) => None,
            };
            self.unmake(m, undo);
            match holds {
                Some(Some(holds)) => bound = bound.meet(self.most_before(m, holds)),
                Some(None) => any_free = true,
                None => {
                    let need = self.least_before(m, need);
                    return Judgement::Proved { plies: 1, need };
                }
            }
        }
        if any_free {
            return Judgement::Open;
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

impl Links for Walk<'_> {
    fn at_horizon(&mut self, meter: &mut Meter<'_>) -> Result<Judgement<Stock>, Reason> {
        let sees = |stock| self.graph.sees(self.node, stock, self.graph.looks);
        if self.graph.looks > 0 {
            meter.tick()?;
        }
        let won = sees(self.stock);
        let mut stock = self.stock;
        // The least that is still enough, or the most that is still not.
        for kind in 0..KINDS {
            let better = |count: &u8| {
                let mut other = stock;
                other.0[kind] = *count;
                sees(other) == won
            };
            let count = if won {
                (0..stock.0[kind]).find(better)
            } else {
                (stock.0[kind] + 1..=self.graph.cap.0[kind]).rev().find(better)
            };
            if let (true, Some(count)) = (self.hooks.pieces && self.graph.looks > 0, count) {
                stock.0[kind] = count;
            }
        }
        Ok(if won {
            Judgement::Proved {
                plies: 0,
                need: stock,
            }
        } else {
            Judgement::Disproved {
                plies: 0,
                bound: stock,
            }
        })
    }
}
