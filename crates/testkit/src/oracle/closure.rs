//! Sets of positions that the defender can stay in for ever.

use super::key::{Index, exact};
use yose_shogi::{Geometry, Move, Position};

/// Whether there is a mate at all, however long: the defender gives one answer to every check, another one when that
/// has led to a mate, until he has none left or nothing new comes up. What he is left with then is a set of positions
/// he can stay in for ever. `None` if more than `budget` attacker's positions must be looked at.
pub fn mates<G: Geometry>(root: &Position<G>, budget: usize) -> Option<bool> {
    let mut closure = Closure {
        index: Index::default(),
        nodes: Vec::new(),
    };
    closure.find(root);
    let mut left = budget;
    while !closure.nodes[0].mated {
        let fresh = closure.fresh();
        if fresh.is_empty() {
            break;
        }
        for at in fresh {
            if !closure.nodes[at].mated {
                left = left.checked_sub(1)?;
                closure.expand(at);
            }
        }
    }
    Some(closure.nodes[0].mated)
}

/// An answer to a check: the position that it leads to now, and the replies not tried yet, last first.
struct Answer {
    check: Move,
    replies: Vec<Move>,
    to: usize,
}

struct Attacked<G: Geometry> {
    position: Position<G>,
    expanded: bool,
    mated: bool,
    answers: Vec<Answer>,
    /// Who answers with a reply that leads here: position and answer.
    users: Vec<(usize, usize)>,
}

struct Closure<G: Geometry> {
    index: Index<usize>,
    nodes: Vec<Attacked<G>>,
}

impl<G: Geometry> Closure<G> {
    fn find(&mut self, p: &Position<G>) -> usize {
        let next = self.nodes.len();
        let at = *self.index.entry(exact(p)).or_insert(next);
        if at == next {
            self.nodes.push(Attacked {
                position: p.clone(),
                expanded: false,
                mated: false,
                answers: Vec::new(),
                users: Vec::new(),
            });
        }
        at
    }

    /// What the answers lead to and has not been looked at, a part of it if that is much.
    fn fresh(&self) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let mut fresh = Vec::new();
        let mut work = vec![0];
        let most = 1 + self.nodes.len() / 16;
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let node = &self.nodes[at];
            if !node.expanded {
                fresh.push(at);
                if fresh.len() == most {
                    break;
                }
            }
            work.extend(node.answers.iter().map(|answer| answer.to));
        }
        fresh
    }

    fn expand(&mut self, at: usize) {
        self.nodes[at].expanded = true;
        let mut p = self.nodes[at].position.clone();
        for check in p.checking_moves() {
            let undo = p.make(check);
            let mut replies = p.evading_moves().to_vec();
            // Those first that lead to what is there already, then those that leave the attacker the fewest checks.
            replies.sort_by_cached_key(|&m| {
                let undo = p.make(m);
                let there = self
                    .index
                    .get(&exact(&p))
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
            self.answer(at, answer);
            if self.nodes[at].mated {
                return;
            }
        }
    }

    /// Takes the next reply that is not known to lose; what has none is mated, and whoever relied on it answers anew.
    fn answer(&mut self, at: usize, answer: usize) {
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
