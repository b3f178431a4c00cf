//! The numbers of a node from those of its children.

use super::child::{Child, Status};
use super::{Search, whole};
use crate::crew::Post;
use crate::number::{INFINITE, Number, add};
use crate::options::Combine;
use crate::query::Query;

/// The numbers of a node from its children.
pub(super) struct Numbers {
    /// The number that is a minimum (proof number at the prover's turn) and the child that has it.
    pub least: Number,
    pub best: usize,
    pub second: Number,
    /// The number that is combined, and how much of it is not the best child's.
    pub combined: Number,
    pub rest: Number,
    pub any_old: bool,
}

impl<Q: Query> Search<'_, Q> {
    /// The numbers of a node from its children. With other threads about, they are asked only whether they are at work at the child
    /// that is best without them: every answer is a line of memory that the others have just written.
    #[inline]
    pub(super) fn measure(&self, base: usize, prover: bool, combine: Combine) -> Numbers {
        let alone = self.measure_all(base, prover, combine, None);
        match &self.post {
            Some(post) if alone.least != 0 && alone.combined != 0 => {
                let best = &self.children[alone.best].edge;
                if post.crowd(whole(best.key, best.resource)) == 0 {
                    return alone;
                }
                self.measure_all(base, prover, combine, Some(post))
            }
            _ => alone,
        }
    }

    #[inline]
    fn measure_all(&self, base: usize, prover: bool, combine: Combine, post: Option<&Post<'_>>) -> Numbers {
        let mut n = Numbers {
            least: INFINITE,
            best: base,
            second: INFINITE,
            combined: 0,
            rest: 0,
            any_old: false,
        };
        let (mut sum, mut largest, mut open) = (0 as Number, 0 as Number, 0 as Number);
        let mut best_combined = 0;
        // The least as it looks with other threads at work: it chooses, but is not passed on.
        let mut looks = INFINITE;
        for (i, child) in self.children[base..].iter().enumerate() {
            let (least, combined) = if prover {
                (child.edge.pn, child.edge.dn)
            } else {
                (child.edge.dn, child.edge.pn)
            };
            match child.status {
                Status::Hidden => continue,
                Status::Open => {
                    open += 1;
                    sum = add(sum, combined);
                    largest = largest.max(combined);
                    n.any_old |= child.old;
                }
                Status::Proved | Status::Disproved => {
                    if least == 0 {
                        n.least = 0;
                        n.best = base + i;
                        n.combined = INFINITE;
                        return n;
                    }
                    continue;
                }
            }
            let seems = match post {
                None => least,
                // Where another thread is at work, this one goes only if nothing else is close.
                Some(post) => add(least, post.crowd(whole(child.edge.key, child.edge.resource))),
            };
            n.least = n.least.min(least);
            if seems < looks || (seems == looks && combined < best_combined) {
                n.second = looks;
                looks = seems;
                n.best = base + i;
                best_combined = combined;
            } else if seems < n.second {
                n.second = seems;
            }
        }
        if open == 0 {
            return n;
        }
        match combine {
            Combine::Sum => {
                n.combined = sum;
                n.rest = sum.saturating_sub(best_combined);
            }
            Combine::Weak => {
                n.combined = add(largest, open - 1);
                n.rest = open - 1;
            }
            Combine::Part(shift) => {
                let others = (sum.saturating_sub(largest) >> shift).max(open - 1);
                n.combined = add(largest, others);
                n.rest = (sum.saturating_sub(best_combined) >> shift).max(open - 1);
            }
            Combine::Groups => self.measure_groups(base, prover, &mut n),
        }
        n
    }

    /// The sum over groups of the largest in each.
    fn measure_groups(&self, base: usize, prover: bool, n: &mut Numbers) {
        // The groups before this one, the largest of this one, and whether the best child is in it.
        let (mut sum, mut largest, mut group, mut has_best) = (0, 0, 0, false);
        n.rest = 0;
        let open = |c: &&Child<Q::Move, Q::Resource>| c.status == Status::Open;
        for child in self.children[base..].iter().filter(open) {
            if child.edge.group == 0 || child.edge.group != group {
                sum = add(sum, largest);
                if !has_best {
                    n.rest = add(n.rest, largest);
                }
                (largest, group, has_best) = (0, child.edge.group, false);
            }
            largest = largest.max(if prover { child.edge.dn } else { child.edge.pn });
            has_best |= std::ptr::eq(child, &self.children[n.best]);
        }
        if !has_best {
            n.rest = add(n.rest, largest);
        }
        n.combined = add(sum, largest);
    }
}
