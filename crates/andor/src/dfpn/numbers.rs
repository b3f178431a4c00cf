//! The numbers of a node from those of its children: sums (L. V. Allis, 1994), weak ones (T. Ueda and others, 2008), maxima by group, or the
//! largest and a share of the others, which is our own. [`Combine`] is the switch and says more; worth: docs/lab/search.md.

use super::child::{Child, Status};
use super::{Search, whole};
use crate::number::{INFINITE, LARGEST, Number, add};
use crate::options::Combine;
use crate::query::Query;
use crate::threads::Member;

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
        let alone = if prover {
            self.measure_all::<true>(base, combine, |_, least| least)
        } else {
            self.measure_all::<false>(base, combine, |_, least| least)
        };
        match &self.member {
            Some(member) if alone.least != 0 && alone.combined != 0 => {
                let best = &self.children[alone.best].edge;
                if member.virtual_number(whole(best.key, best.resource)) == 0 {
                    return alone;
                }
                let crowded = if prover {
                    self.measure_crowded::<true>(base, combine, member)
                } else {
                    self.measure_crowded::<false>(base, combine, member)
                };
                // How it looks chooses, but is not passed on.
                Numbers {
                    least: alone.least,
                    ..crowded
                }
            }
            _ => alone,
        }
    }

    #[inline(never)]
    fn measure_crowded<const PROVER: bool>(
        &self,
        base: usize,
        combine: Combine,
        member: &Member<'_>,
    ) -> Numbers {
        self.measure_all::<PROVER>(base, combine, |child, least| match child.status {
            Status::Open => add(
                least,
                member.virtual_number(whole(child.edge.key, child.edge.resource)),
            ),
            _ => least,
        })
    }

    /// `seems` tells how hard a child looks that has the given number, others being at work there.
    ///
    /// This runs over all children after each visit of one, so it branches only for those that are hidden and for the
    /// one that decides: a child that has failed has numbers that change nothing (infinite, and 0).
    #[inline(always)]
    fn measure_all<const PROVER: bool>(
        &self,
        base: usize,
        combine: Combine,
        seems: impl Fn(&Child<Q::Move, Q::Resource>, Number) -> Number,
    ) -> Numbers {
        let (mut sum, mut largest, mut open, mut any_old) = (0u64, 0 as Number, 0 as Number, false);
        // The number that is a minimum and behind it the other one, of the best child and of the second: so the other decides
        // where two are the same, and one comparison is enough.
        let mut first = u64::from(INFINITE) << 32;
        let mut second = first;
        let mut best = base;
        for (i, child) in self.children[base..].iter().enumerate() {
            if child.status == Status::Hidden {
                continue;
            }
            let (least, combined) = if PROVER {
                (child.edge.pn, child.edge.dn)
            } else {
                (child.edge.dn, child.edge.pn)
            };
            if least == 0 {
                return Numbers {
                    least: 0,
                    best: base + i,
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
                best = base + i;
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
            Combine::Groups => self.measure_groups(base, PROVER, &mut n),
        }
        n
    }

    /// The sum over groups of the largest in each.
    #[inline(never)]
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
