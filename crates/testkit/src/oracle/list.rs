//! The list of all positions that checks and evasions reach, and the way back from the mates.

use super::key::{PositionMap, position_key};
use super::marks::{mark, marks};
use super::pawn_drop::{allowing_pawn_mate, refuses_pawn};
use super::{DependsOn, Truth};
use yose_shogi::{Geometry, Move, Position};

struct Edge {
    child: u32,
    mv: Move,
    marks: u8,
}

#[derive(Default)]
struct Node {
    attacks: bool,
    /// Whether the edges of the node are listed.
    open: bool,
    first: u32,
    edges: u32,
    /// A dropped pawn would mate here, but the rules forbid it.
    pawn_mate_refused: bool,
}

/// The positions listed so far; node 0 is the root.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// Decides a tsume problem by listing at most `budget` positions.
pub fn solve_by_listing<G: Geometry>(root: &Position<G>, budget: usize) -> Option<Truth> {
    let attacker = root.turn();
    let pawn_mate_rules = allowing_pawn_mate(root.variant());
    let mut graph = Graph::default();
    let mut index: PositionMap<u32> = PositionMap::default();
    index.insert(position_key(root), 0);
    graph.nodes.push(Node {
        attacks: true,
        ..Node::default()
    });
    let mut layer = vec![(0u32, root.clone())];
    let mut mates = false;
    // Positions within `depth` plies are listed with their moves.
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
                let child = *index.entry(position_key(&p)).or_insert(fresh);
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
            if attacks && let Some(pawn_mate_rules) = pawn_mate_rules {
                node.pawn_mate_refused = refuses_pawn(&mut p, &moves, pawn_mate_rules);
            }
            mates |= node.pawn_mate_refused;
        }
        if next.is_empty() || (mates && depth % 2 == 1) {
            let lengths = graph.lengths(0, false);
            // A mate found so far counts only if it is within `depth` plies: a shorter one could
            // pass through positions that are not listed yet.
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

    /// The edges backwards, without the edges that carry one of the marks: the number of edges from
    /// each node, and the parents of node `i` at `parents[start[i]..start[i + 1]]`.
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

    /// The plies to mate from every listed position. Lengths are assigned in increasing order. So
    /// an attacker's position gets its shortest mate, and a defender's position gets its length
    /// from the last child it waits for, which is the longest.
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
                    if node.pawn_mate_refused && length[i].is_none() {
                        length[i] = Some(1);
                        next.push(i as u32);
                    }
                }
            }
            layer = next;
        }
        length
    }

    /// Whether the attacker can give check for ever, or mate. This is so if the defender cannot
    /// lead him to a position without checks.
    fn attack_is_endless(&self) -> bool {
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
        let length_changes = |without, pawn_mates| self.lengths(without, pawn_mates)[0] != length;
        let any = |mark| self.edges.iter().any(|e| e.marks & mark != 0);
        let ask = |mark| any(mark) && length_changes(mark, false);
        Truth {
            length,
            line: self.line(lengths),
            depends_on: DependsOn {
                interposition: ask(mark::DROP),
                counter_check: ask(mark::COUNTER),
                unpromoted: ask(mark::DECLINES) || ask(mark::DEFENDER_DECLINES),
                pawn_drop: self.nodes.iter().any(|n| n.pawn_mate_refused) && length_changes(0, true),
                repetition: length.is_none() && self.attack_is_endless(),
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
