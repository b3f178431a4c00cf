//! The schedule: the order in which search settings are tried on one question.
//!
//! No one setting is best for every question. The largest number of the children and half of the
//! others ([`Combine::Part`]), without threshold control, needs the fewest nodes on most hard
//! problems. But weak numbers solve some that this setting does not. And without threshold control
//! some questions do not end, and small ones with many loops take a hundred times the nodes.
//!
//! So the schedule repeats rounds of four spans. All spans use one table, so no setting
//! repeats what another has proved. *Own* numbers are those of [`Options::defender`]. *Other*
//! numbers are weak ones, or sums if the own ones are weak. Only this option and
//! [`Options::control`] change.
//!
//! 1. own numbers, with threshold control: long in the first two rounds, then short;
//! 2. other numbers, without control: short (from the sixth round on long);
//! 3. other numbers, with control: short;
//! 4. own numbers, without control: long.
//!
//! The nodes of a span double with each round. So every setting has ever longer spans, and each
//! question that one of them can decide ends.
//!
//! *Changes are few.* A setting goes on with the numbers that the setting before has left in the
//! table, for good or ill. So after two rounds nearly all nodes go to the fourth span.
//!
//! *Numbers apart.* A long span of weak numbers after a long span of other numbers would go where
//! the other, larger numbers send it. From the sixth round on, weak numbers have long spans, and
//! the table keeps their numbers apart ([`Options::setting`]). For short spans that does not pay.
//!
//! Spans are counted in nodes, so one thread stays deterministic. Switched off by
//! [`Options::schedule`]. Measurements: docs/lab/search.md.

use crate::dfpn::{Outcome, Search};
use crate::limits::{Meter, Reason};
use crate::number::Plies;
use crate::options::{Combine, Options};
use crate::query::Query;

/// The nodes of a span of the first round, before the share of its setting is taken ([`setting`]).
/// They double with each round.
const SPAN: u64 = 100_000;

/// Spans in a round.
const SPANS: usize = 4;

/// The first round, counted from 0, in which the other numbers have long spans, too: after some 14
/// million nodes.
const LATE: usize = 5;

/// Asks a question, with the next setting after each span.
pub fn within<Q: Query>(
    search: &mut Search<'_, Q>,
    plies: Plies,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    shared(search, plies, 1, meter)
}

/// [`within`] for one of several threads, which share the nodes of each span. So all threads
/// search with the same setting at about the same time: the numbers that another setting leaves in
/// the table would mislead them.
pub(crate) fn shared<Q: Query>(
    search: &mut Search<'_, Q>,
    plies: Plies,
    threads: u64,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    if !search.options().schedule {
        return search.within(plies, meter);
    }
    for nth in 0.. {
        if let Some(outcome) = span(search, plies, nth, nodes(nth) / threads, meter)? {
            return Ok(outcome);
        }
    }
    Err(Reason::Nodes)
}

/// The nodes of span number `nth`, before the share of its setting is taken.
fn nodes(nth: usize) -> u64 {
    let times = 1u64.checked_shl((nth / SPANS) as u32).unwrap_or(u64::MAX);
    SPAN.saturating_mul(times)
}

/// Asks a question for one span, with the setting of span number `nth`. The setting has a share of
/// the `nodes`, from 1/32 to four times as many. Without a schedule the span has just `nodes`
/// nodes. `None` if they do not suffice.
pub fn span<Q: Query>(
    search: &mut Search<'_, Q>,
    plies: Plies,
    nth: usize,
    nodes: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Outcome>, Reason> {
    let before = *search.options();
    let mut nodes = nodes;
    if before.schedule {
        let (setting, share) = setting(before, nth);
        *search.options() = setting;
        nodes = nodes.div_ceil(32).saturating_mul(share);
    }
    let result = meter.step(nodes, |meter| search.within(plies, meter));
    *search.options() = before;
    result
}

/// The setting of span number `nth`, and its share of the nodes in 1/32 (128 is four times the
/// nodes). `before` are the options without the schedule.
fn setting(before: Options, nth: usize) -> (Options, u64) {
    let other = match before.defender {
        Combine::Part(_) | Combine::Sum | Combine::Groups => Combine::Weak,
        Combine::Weak => Combine::Sum,
    };
    let round = nth / SPANS;
    let short = if round == 0 { 1 } else { 4 };
    let (defender, control, setting, share) = match nth % SPANS {
        0 => (before.defender, before.control, 0, if round < 2 { 32 } else { 4 }),
        1 if round >= LATE => (other, false, 1, 128),
        1 => (other, false, 0, short),
        2 => (other, before.control, 0, short),
        _ => (before.defender, false, 0, 128),
    };
    let options = Options {
        defender,
        control,
        setting,
        ..before
    };
    (options, share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use crate::toy::{Toy, defender, metered, prover};

    /// Fails if two spans of a round change places, if threshold control has long spans after the
    /// second round, or if the late weak numbers share the numbers of the others.
    #[test]
    fn the_settings_of_each_cycle() {
        let usual = Options {
            defender: Combine::Part(1),
            ..Options::default()
        };
        let round = |n: usize| {
            [0, 1, 2, 3].map(|i| {
                let (o, share) = setting(usual, SPANS * n + i);
                (o.defender, o.control, o.setting, share)
            })
        };
        let (half, weak) = (Combine::Part(1), Combine::Weak);
        let of = |controlled, short| {
            [
                (half, true, 0, controlled),
                (weak, false, 0, short),
                (weak, true, 0, short),
                (half, false, 0, 128),
            ]
        };
        assert_eq!(round(0), of(32, 1));
        assert_eq!(round(1), of(32, 4));
        assert_eq!(round(2), of(4, 4));
        assert_eq!(round(4), of(4, 4));
        let mut late = of(4, 4);
        late[1] = (weak, false, 1, 128);
        assert_eq!(round(5), late);
    }

    /// Fails if `span` does not give the options back, or if a span does not end with its nodes.
    #[test]
    fn a_span_leaves_the_options_as_they_were() {
        // A line of 40 nodes to a defender without a reply.
        let line = (0..40).map(|i| {
            if i % 2 == 0 {
                prover([i + 1])
            } else {
                defender([i + 1])
            }
        });
        let places = line.chain([prover([41]), defender([])]).collect();
        let table = Table::new(1);
        let mut search = Search::new(Toy::new(places), &table, Options::default());
        let short = metered(|meter| span(&mut search, 41, 1, 32, meter));
        assert_eq!(short, Ok(None));
        let options = *search.options();
        assert_eq!((options.defender, options.control), (Combine::Weak, true));
        let long = metered(|meter| span(&mut search, 41, 3, 3_200, meter));
        assert_eq!(long, Ok(Some(Outcome::Proved(41))));
    }

    /// Fails if the spans do not grow, or grow within a round.
    #[test]
    fn spans_double_with_each_cycle() {
        assert_eq!([0, 3, 4, 7, 8].map(nodes), [1, 1, 2, 2, 4].map(|n| n * SPAN));
        assert_eq!(nodes(1_000), u64::MAX);
    }
}
