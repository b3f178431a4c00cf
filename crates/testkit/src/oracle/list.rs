//! All positions that checks and evasions reach, and the way back from the mates.

use super::key::{Index, exact};
use super::marks::{mark, marks};
use super::pawn_drop::{loose, refuses_pawn};
use super::{Truth, TurnsOn};
use yose_shogi::{Geometry, Move, Position};

struct Edge {
    child: u32,
    mv: Move,
    marks: u8,
}

#[derive(Default)]
struct Node {
    attacks: bool,
    /// Whether its edges are listed.
    open: bool,
    first: u32,
    edges: u32,
    /// A pawn could be dropped with mate if that were allowed.
    refused: bool,
}

/// The positions listed so far.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// Decides a tsume by listing at most `budget` positions.
pub fn listed<G: Geometry>(root: &Position<G>, budget: usize) -> Option<Truth> {
    let attacker = root.turn();
    let loose = loose(root.variant());
    let mut graph = Graph::default();
    let mut index: Index<u32> = Index::default();
    index.insert(exact(root), 0);
    graph.nodes.push(Node {
        attacks: true,
        ..Node::default()
    });
    let mut layer = vec![(0u32, root.clone())];
    let mut mates = false;
    // All positions within so many plies are listed with their moves.
    let mut depth = 0;
    loop {
        let mut next = Vec::new();
        for (at, mut p) in layer.drain(..) {
            let attacks = p.turn() == attacker;
            let moves = if attacks {
                p.checking_moves()
            } else {
                p.evading_moves()
            };
            mates |= !attacks && moves.is_empty();
            let first = graph.edges.len() as u32;
            for &m in &moves {
                let mut marks = marks(&p, m, &moves, attacks);
                let undo = p.make(m);
                let fresh = graph.nodes.len() as u32;
                let child = *index.entry(exact(&p)).or_insert(fresh);
                if child == fresh {
                    if graph.nodes.len() >= budget {
                        return None;
                    }
                    graph.nodes.push(Node {
                        attacks: !attacks,
                        ..Node::default()
                    });
                    next.push((fresh, p.clone()));
                }
                if !attacks && p.in_check() {
                    marks |= mark::COUNTER;
                }
                p.unmake(m, undo);
                graph.edges.push(Edge { child, mv: m, marks });
            }
            let node = &mut graph.nodes[at as usize];
            node.open = true;
            node.first = first;
            node.edges = graph.edges.len() as u32 - first;
            if attacks && let Some(loose) = loose {
                node.refused = refuses_pawn(&mut p, &moves, loose);
            }
            mates |= node.refused;
        }
        if next.is_empty() || (mates && depth % 2 == 1) {
            let lengths = graph.lengths(0, false);
            // A longer mate may come by way of positions that are nearer by another way; a shorter one may be missing.
            if next.is_empty() || lengths[0].is_some_and(|length| length <= depth) {
                return Some(graph.truth(&lengths));
            }
        }
        depth += 1;
        layer = next;
    }
}

impl Graph {
    fn edges(&self, at: usize) -> &[Edge] {
        let node = &self.nodes[at];
        &self.edges[node.first as usize..][..node.edges as usize]
    }

    /// Who leads to whom, without the edges that carry one of the marks.
    fn parents(&self, without: u8) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
        let mut open = vec![0u32; self.nodes.len()];
        let mut start = vec![0u32; self.nodes.len() + 1];
        for (at, open) in open.iter_mut().enumerate() {
            for edge in self.edges(at).iter().filter(|e| e.marks & without == 0) {
                *open += 1;
                start[edge.child as usize + 1] += 1;
            }
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut fill = start.clone();
        let mut parents = vec![0u32; start[self.nodes.len()] as usize];
        for at in 0..self.nodes.len() {
            for edge in self.edges(at).iter().filter(|e| e.marks & without == 0) {
                let place = &mut fill[edge.child as usize];
                parents[*place as usize] = at as u32;
                *place += 1;
            }
        }
        (open, start, parents)
    }

    /// The plies to mate from every listed position. They are given out in order of length, so the first that an
    /// attacker's position gets is its shortest and the last that a defender's position waits for its longest.
    fn lengths(&self, without: u8, pawn_mates: bool) -> Vec<Option<u32>> {
        let (mut open, start, parents) = self.parents(without);
        let mut length: Vec<Option<u32>> = vec![None; self.nodes.len()];
        let mut layer: Vec<u32> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            if node.open && !node.attacks && open[i] == 0 {
                length[i] = Some(0);
                layer.push(i as u32);
            }
        }
        let mut plies = 0;
        while !layer.is_empty() || plies == 0 {
            plies += 1;
            let mut next = Vec::new();
            for i in layer {
                let i = i as usize;
                for &parent in &parents[start[i] as usize..start[i + 1] as usize] {
                    let at = parent as usize;
                    if length[at].is_some() {
                        continue;
                    }
                    open[at] -= 1;
                    if self.nodes[at].attacks || open[at] == 0 {
                        length[at] = Some(plies);
                        next.push(parent);
                    }
                }
            }
            if plies == 1 && pawn_mates {
                for (i, node) in self.nodes.iter().enumerate() {
                    if node.refused && length[i].is_none() {
                        length[i] = Some(1);
                        next.push(i as u32);
                    }
                }
            }
            layer = next;
        }
        length
    }

    /// Whether the attacker can give check for ever, or mate: whether the defender cannot lead him to where there is no
    /// check left.
    fn endless(&self) -> bool {
        let (mut open, start, parents) = self.parents(0);
        let mut over = vec![false; self.nodes.len()];
        let mut work: Vec<usize> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            if node.attacks && open[i] == 0 {
                over[i] = true;
                work.push(i);
            }
        }
        while let Some(i) = work.pop() {
            for &parent in &parents[start[i] as usize..start[i + 1] as usize] {
                let at = parent as usize;
                open[at] -= 1;
                if !over[at] && (!self.nodes[at].attacks || open[at] == 0) {
                    over[at] = true;
                    work.push(at);
                }
            }
        }
        !over[0]
    }

    fn truth(&self, lengths: &[Option<u32>]) -> Truth {
        let length = lengths[0];
        let otherwise = |without, pawn_mates| self.lengths(without, pawn_mates)[0] != length;
        let any = |mark| self.edges.iter().any(|e| e.marks & mark != 0);
        let ask = |mark| any(mark) && otherwise(mark, false);
        Truth {
            length,
            line: self.line(lengths),
            turns_on: TurnsOn {
                interposition: ask(mark::DROP),
                counter_check: ask(mark::COUNTER),
                unpromoted: ask(mark::DECLINES) || ask(mark::DEFENDER_DECLINES),
                pawn_drop: self.nodes.iter().any(|n| n.refused) && otherwise(0, true),
                repetition: length.is_none() && self.endless(),
            },
            positions: self.nodes.len(),
        }
    }

    fn line(&self, lengths: &[Option<u32>]) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(left) = lengths[at]
            && left > 0
        {
            let Some(edge) = self
                .edges(at)
                .iter()
                .find(|e| lengths[e.child as usize] == Some(left - 1))
            else {
                break;
            };
            line.push(edge.mv);
            at = edge.child as usize;
        }
        line
    }
}
