//! Best-first proof-number search on an explicit tree: a reference for small problems.
//!
//! L. V. Allis, M. van der Meulen, H. J. van den Herik, *Proof-number search* (1994). Each step
//! goes down from the root to the most proving leaf, by the least proof number at the prover's turn
//! and the least disproof number at the other side's turn. It opens the leaf, and carries the new
//! numbers up again.
//!
//! Branches share nothing. There is no table, so a position that comes back on its own path is
//! simply a failure of the prover, and no result can be used where it does not hold. That makes
//! this search the reference for the treatment of cycles. It is far too large for anything but
//! small problems: every path to a position has its own node. It uses no capability of the game,
//! only the estimates of the edges.

use crate::Outcome;
use crate::limits::{Meter, Reason};
use crate::number::{EVER, INFINITE, Number, Plies, add, longer};
use crate::path::Path;
use crate::platform::max_depth;
use crate::query::{Edge, Query};

/// A node of the tree.
#[derive(Clone, Copy)]
struct Node<M> {
    pn: Number,
    dn: Number,
    /// Of a decided node.
    plies: Plies,
    /// Its children; none before it is opened.
    first: u32,
    count: u32,
    /// The move that leads here; the root has none.
    mv: Option<M>,
}

impl<M> Node<M> {
    fn decide(&mut self, outcome: Outcome) {
        (self.pn, self.dn, self.plies) = match outcome {
            Outcome::Proved(plies) => (0, INFINITE, plies),
            Outcome::Disproved(plies) => (INFINITE, 0, plies),
        };
    }
}

/// The search.
pub struct BestFirst<Q: Query> {
    query: Q,
    nodes: Vec<Node<Q::Move>>,
    path: Path<Q::Resource>,
    edges: Vec<Edge<Q::Move, Q::Resource>>,
    /// The nodes from the root to the leaf.
    line: Vec<u32>,
    /// The undo of each move between them.
    undo: Vec<(Q::Move, Q::Undo)>,
}

impl<Q: Query> BestFirst<Q> {
    /// A search from a position, with a tree of at most `hash_mb` MB (at least one).
    pub fn new(query: Q, hash_mb: usize) -> Self {
        let most = (hash_mb.max(1) << 20) / size_of::<Node<Q::Move>>();
        BestFirst {
            query,
            nodes: Vec::with_capacity(most.min(u32::MAX as usize)),
            path: Path::new(),
            edges: Vec::with_capacity(256),
            line: Vec::with_capacity(max_depth()),
            undo: Vec::with_capacity(max_depth()),
        }
    }

    /// Whether the prover reaches its goal within `plies` plies.
    pub fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        self.nodes.clear();
        self.nodes.push(Node {
            pn: 1,
            dn: 1,
            plies: 0,
            first: 0,
            count: 0,
            mv: None,
        });
        loop {
            let root = &self.nodes[0];
            if root.pn == 0 {
                return Ok(Outcome::Proved(root.plies));
            }
            if root.dn == 0 {
                return Ok(Outcome::Disproved(root.plies));
            }
            self.go_down();
            let opened = meter.tick().and_then(|()| self.open(plies));
            self.go_up();
            opened?;
        }
    }

    /// Goes from the root to the most proving leaf.
    fn go_down(&mut self) {
        let mut at = 0;
        loop {
            self.path.push(self.query.key(), self.query.resource());
            self.line.push(at);
            let Node { first, count, .. } = self.nodes[at as usize];
            let prover = self.query.prover_to_move();
            let numbers = |&child: &u32| {
                let node = &self.nodes[child as usize];
                if prover {
                    (node.pn, node.dn)
                } else {
                    (node.dn, node.pn)
                }
            };
            let Some(best) = (first..first + count).min_by_key(numbers) else {
                return;
            };
            at = best;
            if let Some(mv) = self.nodes[at as usize].mv {
                self.undo.push((mv, self.query.make(mv)));
            }
        }
    }

    /// Opens the leaf the query stands on.
    fn open(&mut self, within: Plies) -> Result<(), Reason> {
        let Some(&at) = self.line.last() else {
            return Ok(());
        };
        let depth = self.line.len() - 1;
        if depth + 1 >= max_depth() {
            return Err(Reason::Depth);
        }
        self.edges.clear();
        self.query.expand(&mut self.edges);
        let bounded = within < EVER && depth >= usize::from(within);
        let outcome = match (self.query.prover_to_move(), self.edges.is_empty()) {
            (true, true) => Outcome::Disproved(EVER),
            (false, true) => Outcome::Proved(0),
            (_, false) if bounded => Outcome::Disproved(0),
            (_, false) => {
                let first = self.nodes.len();
                if self.nodes.capacity() - first < self.edges.len() {
                    return Err(Reason::Memory);
                }
                for edge in &self.edges {
                    let mut node = Node {
                        pn: edge.pn,
                        dn: edge.dn,
                        plies: 0,
                        first: 0,
                        count: 0,
                        mv: Some(edge.mv),
                    };
                    if self.path.repeated(edge.key, edge.resource, false).is_some() {
                        node.decide(Outcome::Disproved(EVER));
                    }
                    self.nodes.push(node);
                }
                let node = &mut self.nodes[at as usize];
                (node.first, node.count) = (first as u32, self.edges.len() as u32);
                return Ok(());
            }
        };
        self.nodes[at as usize].decide(outcome);
        Ok(())
    }

    /// Goes back to the root and renews the numbers on the way.
    fn go_up(&mut self) {
        while let Some(at) = self.line.pop() {
            if self.nodes[at as usize].count > 0 {
                self.renew(at);
            }
            if let Some((mv, undo)) = self.undo.pop() {
                self.query.unmake(mv, undo);
            }
            self.path.pop();
        }
    }

    /// The numbers of the node the query stands on, from its children.
    fn renew(&mut self, at: u32) {
        let Node { first, count, .. } = self.nodes[at as usize];
        let children = &self.nodes[first as usize..(first + count) as usize];
        let prover = self.query.prover_to_move();
        let numbers = |child: &Node<_>| {
            if prover {
                (child.pn, child.dn)
            } else {
                (child.dn, child.pn)
            }
        };
        let least = children.iter().map(|c| numbers(c).0).min().unwrap_or(INFINITE);
        let sum = children.iter().fold(0, |sum, c| add(sum, numbers(c).1));
        // The lengths of the children that decide: the shortest success, or all failures.
        let lengths = children.iter().filter(|c| numbers(c).0 == least);
        let lengths = lengths.map(|c| longer(c.plies));
        let shortest = lengths.clone().min().unwrap_or(0);
        let longest = lengths.max().unwrap_or(0);
        let node = &mut self.nodes[at as usize];
        match (prover, least == 0, least == INFINITE) {
            (true, true, _) => node.decide(Outcome::Proved(shortest)),
            (true, _, true) => node.decide(Outcome::Disproved(shortest)),
            (false, true, _) => node.decide(Outcome::Disproved(longest)),
            (false, _, true) => node.decide(Outcome::Proved(longest)),
            (true, ..) => (node.pn, node.dn) = (least, sum),
            (false, ..) => (node.pn, node.dn) = (sum, least),
        }
    }
}
