//! Closed sets: positions that the defender never has to leave.

use super::key::{PositionMap, position_key};
use yose_shogi::{Geometry, Move, Position};

/// Whether there is a mate at all, however long.
///
/// The defender has one reply to every check. If that reply leads to a mate, he takes another one.
/// This goes on until the root is mated or no new position comes up; then the replies form a closed
/// set, which the defender never has to leave. `None` if more than `budget` positions with the
/// attacker to move must be expanded.
pub fn has_mate<G: Geometry>(root: &Position<G>, budget: usize) -> Option<bool> {
    let mut set = ClosedSet {
        index: PositionMap::default(),
        nodes: Vec::new(),
    };
    set.find(root);
    let mut left = budget;
    while !set.nodes[0].mated {
        let unexpanded = set.unexpanded();
        if unexpanded.is_empty() {
            break;
        }
        for at in unexpanded {
            if !set.nodes[at].mated {
                left = left.checked_sub(1)?;
                set.expand(at);
            }
        }
    }
    Some(set.nodes[0].mated)
}

/// The reply to a check: the position that the reply leads to, and the replies not tried yet, the
/// next one last.
struct Answer {
    check: Move,
    replies: Vec<Move>,
    to: usize,
}

/// A position with the attacker to move.
struct AttackNode<G: Geometry> {
    position: Position<G>,
    expanded: bool,
    mated: bool,
    answers: Vec<Answer>,
    /// The answers whose reply leads here: node and number of the answer.
    users: Vec<(usize, usize)>,
}

struct ClosedSet<G: Geometry> {
    index: PositionMap<usize>,
    nodes: Vec<AttackNode<G>>,
}

impl<G: Geometry> ClosedSet<G> {
    fn find(&mut self, p: &Position<G>) -> usize {
        let next = self.nodes.len();
        let at = *self.index.entry(position_key(p)).or_insert(next);
        if at == next {
            self.nodes.push(AttackNode {
                position: p.clone(),
                expanded: false,
                mated: false,
                answers: Vec::new(),
                users: Vec::new(),
            });
        }
        at
    }

    /// The nodes that the replies lead to and that are not expanded yet, or some of them if there
    /// are many.
    fn unexpanded(&self) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let mut unexpanded = Vec::new();
        let mut work = vec![0];
        let most = 1 + self.nodes.len() / 16;
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let node = &self.nodes[at];
            if !node.expanded {
                unexpanded.push(at);
                if unexpanded.len() == most {
                    break;
                }
            }
            work.extend(node.answers.iter().map(|answer| answer.to));
        }
        unexpanded
    }

    fn expand(&mut self, at: usize) {
        self.nodes[at].expanded = true;
        let mut p = self.nodes[at].position.clone();
        for check in p.checking_moves() {
            let undo = p.make(check);
            let mut replies = p.evading_moves().to_vec();
            // Try first the replies that lead to a known node, then those that leave the attacker
            // the fewest checks.
            replies.sort_by_cached_key(|&m| {
                let undo = p.make(m);
                let there = self
                    .index
                    .get(&position_key(&p))
                    .is_some_and(|&at| !self.nodes[at].mated);
                let checks = p.checking_moves().len();
                p.unmake(m, undo);
                (there, std::cmp::Reverse(checks))
            });
            p.unmake(check, undo);
            let to = at;
            self.nodes[at].answers.push(Answer { check, replies, to });
        }
        for answer in 0..self.nodes[at].answers.len() {
            self.next_reply(at, answer);
            if self.nodes[at].mated {
                return;
            }
        }
    }

    /// Takes the next reply that is not known to lose. A node with a check that has no reply left
    /// is mated, and every answer that led to that node takes its next reply.
    fn next_reply(&mut self, at: usize, answer: usize) {
        let mut work = vec![(at, answer)];
        while let Some((at, answer)) = work.pop() {
            if self.nodes[at].mated {
                continue;
            }
            let check = self.nodes[at].answers[answer].check;
            let reply = self.nodes[at].answers[answer].replies.pop();
            let Some(reply) = reply else {
                self.nodes[at].mated = true;
                self.nodes[at].answers = Vec::new();
                work.append(&mut self.nodes[at].users);
                continue;
            };
            let mut p = self.nodes[at].position.clone();
            p.make(check);
            p.make(reply);
            let child = self.find(&p);
            if self.nodes[child].mated {
                work.push((at, answer));
            } else {
                self.nodes[at].answers[answer].to = child;
                self.nodes[child].users.push((at, answer));
            }
        }
    }
}
