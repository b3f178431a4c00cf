//! The numbers of a node from those of its children.
//!
//! Sums (L. V. Allis 1994), weak numbers (T. Ueda and others 2008), maxima by group, or the largest
//! number and a share of the others, which is yose's own. [`Combine`] is the switch and says more;
//! docs/lab/search.md compares them.

use super::child::{Child, Status};
use super::node::SideThresholds;
use crate::number::{INFINITE, LARGEST, Number, add};
use crate::options::Combine;
use crate::resource::Resource;

/// The numbers of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// The number that the side to move minimises: the proof number at the prover's turn.
    pub least: Number,
    /// Which child has it.
    pub best: usize,
    /// The same number of the second-best child.
    pub second: Number,
    /// The number that the side to move combines.
    pub combined: Number,
    /// How much of it comes from the other children.
    pub rest: Number,
    /// Whether the numbers of a child may come from around a loop.
    pub any_old: bool,
}

impl Numbers {
    /// Before any child has been looked at.
    pub const UNKNOWN: Numbers = Numbers {
        least: INFINITE,
        best: 0,
        second: INFINITE,
        combined: 0,
        rest: 0,
        any_old: false,
    };

    /// Whether the node is proved or disproved.
    #[inline(always)]
    pub fn decided(&self) -> bool {
        self.least == 0 || self.combined == 0
    }

    /// Whether a number has reached its threshold.
    #[inline(always)]
    pub fn reach(&self, thresholds: SideThresholds) -> bool {
        self.least >= thresholds.least || self.combined >= thresholds.combined
    }

    /// The numbers of a node with these children. `seems` says how hard a child looks that has the
    /// given number.
    ///
    /// This runs over all children after each visit of one, so it branches only for the hidden
    /// ones and for one that decides: the numbers of a child that has failed (infinite, and 0)
    /// change nothing.
    #[inline(always)]
    pub fn of<const PROVER: bool, M, R: Resource>(
        children: &[Child<M, R>],
        combine: Combine,
        seems: impl Fn(&Child<M, R>, Number) -> Number,
    ) -> Numbers {
        let (mut sum, mut largest, mut open, mut any_old) = (0u64, 0 as Number, 0 as Number, false);
        // The minimised number and behind it the combined one, of the best and the second-best
        // child. So the combined number breaks ties, and one comparison does both.
        let mut first = u64::from(INFINITE) << 32;
        let mut second = first;
        let mut best = 0;
        for (i, child) in children.iter().enumerate() {
            if child.status == Status::Hidden {
                continue;
            }
            let (least, combined) = child.numbers(PROVER);
            if least == 0 {
                return Numbers {
                    least: 0,
                    best: i,
                    second: INFINITE,
                    combined: INFINITE,
                    rest: 0,
                    any_old,
                };
            }
            open += Number::from(combined != 0);
            sum += u64::from(combined);
            largest = largest.max(combined);
            any_old |= child.old;
            let mine = u64::from(seems(child, least)) << 32 | u64::from(combined);
            second = second.min(mine.max(first));
            if mine < first {
                first = mine;
                best = i;
            }
        }
        let mut n = Numbers {
            least: (first >> 32) as Number,
            best,
            second: (second >> 32) as Number,
            combined: 0,
            rest: 0,
            any_old,
        };
        if open == 0 {
            return n;
        }
        match combine {
            Combine::Sum => {
                n.combined = sum.min(LARGEST.into()) as Number;
                n.rest = n.combined.saturating_sub(first as Number);
            }
            Combine::Weak => {
                n.combined = add(largest, open - 1);
                n.rest = open - 1;
            }
            Combine::Part(shift) => {
                let sum = sum.min(LARGEST.into()) as Number;
                let but = |one: Number| (sum.saturating_sub(one) >> shift).max(open - 1);
                n.combined = add(largest, but(largest));
                n.rest = but(first as Number);
            }
            Combine::Groups => n.groups(children, PROVER),
        }
        n
    }

    /// [`Numbers::of`] apart from the hot path.
    #[inline(never)]
    pub fn crowded<M, R: Resource>(
        children: &[Child<M, R>],
        prover: bool,
        combine: Combine,
        seems: impl Fn(&Child<M, R>, Number) -> Number,
    ) -> Numbers {
        if prover {
            Numbers::of::<true, M, R>(children, combine, seems)
        } else {
            Numbers::of::<false, M, R>(children, combine, seems)
        }
    }

    /// Combines as the sum over groups of the largest number in each.
    #[inline(never)]
    fn groups<M, R: Resource>(&mut self, children: &[Child<M, R>], prover: bool) {
        // The sum of the groups before this one, the largest number of this one, and whether the
        // best child is in it.
        let (mut sum, mut largest, mut group, mut has_best) = (0, 0, 0, false);
        self.rest = 0;
        for (i, child) in children.iter().enumerate() {
            if child.status != Status::Open {
                continue;
            }
            if child.edge.group == 0 || child.edge.group != group {
                sum = add(sum, largest);
                if !has_best {
                    self.rest = add(self.rest, largest);
                }
                (largest, group, has_best) = (0, child.edge.group, false);
            }
            largest = largest.max(child.numbers(prover).1);
            has_best |= i == self.best;
        }
        if !has_best {
            self.rest = add(self.rest, largest);
        }
        self.combined = add(sum, largest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Stock, Toy, to_node};

    /// Open children of a node of the prover with these proof and disproof numbers and groups.
    fn children(numbers: &[(Number, Number, u8)]) -> Vec<Child<u16, Stock>> {
        let child = |&(pn, dn, group)| {
            let edge = to_node(1).with_estimates(pn, dn).with_group(group);
            let mut child = Child::hidden::<Toy>(edge, true);
            child.status = Status::Open;
            child
        };
        numbers.iter().map(child).collect()
    }

    fn of(children: &[Child<u16, Stock>], combine: Combine) -> Numbers {
        Numbers::of::<true, _, _>(children, combine, |_, least| least)
    }

    /// Fails if `Combine::Weak` adds nothing for the other open children, if `Combine::Part` shares
    /// the largest number too, or if `Combine::Groups` adds up a group.
    #[test]
    fn each_way_to_combine() {
        let children = children(&[(3, 10, 1), (2, 4, 1), (5, 6, 2)]);
        let combined = |combine| {
            let n = of(&children, combine);
            assert_eq!((n.least, n.best, n.second), (2, 1, 3));
            (n.combined, n.rest)
        };
        assert_eq!(combined(Combine::Sum), (20, 16));
        assert_eq!(combined(Combine::Weak), (12, 2));
        assert_eq!(combined(Combine::Part(1)), (15, 8));
        assert_eq!(combined(Combine::Groups), (16, 6));
    }

    /// Fails if the number that is combined does not break ties, or if a tie goes to the last
    /// child.
    #[test]
    fn ties() {
        assert_eq!(of(&children(&[(2, 9, 0), (2, 4, 0)]), Combine::Sum).best, 1);
        assert_eq!(of(&children(&[(2, 4, 0), (2, 4, 0)]), Combine::Sum).best, 0);
    }

    /// Fails if a hidden child counts, or if a child that decides is combined with the others.
    #[test]
    fn hidden_and_decided_children() {
        let mut children = children(&[(1, 8, 0), (3, 2, 0), (0, INFINITE, 0)]);
        children[0].status = Status::Hidden;
        let n = of(&children, Combine::Sum);
        assert_eq!((n.least, n.best, n.combined), (0, 2, INFINITE));
        children[2].status = Status::Hidden;
        let n = of(&children, Combine::Sum);
        assert_eq!((n.least, n.best, n.second, n.combined), (3, 1, INFINITE, 2));
    }

    /// Fails if a sum may reach `INFINITE`: the node would pass for decided.
    #[test]
    fn sums_stay_below_infinite() {
        let children = children(&[(1, LARGEST, 0), (1, LARGEST, 0)]);
        for combine in [Combine::Sum, Combine::Weak, Combine::Part(1), Combine::Groups] {
            assert_eq!(of(&children, combine).combined, LARGEST);
        }
    }
}
