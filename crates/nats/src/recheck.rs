//! Rechecks: how many of each worker's pieces another worker did too, and what that is worth.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How many pieces of each worker were rechecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<String, (usize, usize)>);

impl Tally {
    /// Counts pieces, each with its worker and whether it was rechecked.
    pub fn new(pieces: impl Iterator<Item = (String, bool)>) -> Tally {
        let mut tally = BTreeMap::new();
        for (worker, is_rechecked) in pieces {
            let entry: &mut (usize, usize) = tally.entry(worker).or_default();
            entry.0 += 1;
            entry.1 += usize::from(is_rechecked);
        }
        Tally(tally)
    }

    /// One line a worker.
    pub fn text(&self) -> String {
        let mut text = String::from("rechecked:");
        for (worker, &(pieces, rechecked)) in &self.0 {
            let _ = write!(
                text,
                "\n  {worker}: {rechecked} of {pieces} pieces; one forged piece is missed with probability \
                 {:.3}",
                missed(pieces, rechecked, 1),
            );
            let tenth = pieces / 10;
            if tenth > 1 {
                let _ = write!(
                    text,
                    ", {tenth} of them with {:.3}",
                    missed(pieces, rechecked, tenth)
                );
            }
        }
        text
    }
}

/// The probability that none of `forged` pieces is among `rechecked` random ones of `pieces`.
///
/// The recheck of a forged piece finds it: the second result differs, and the coordinator decides.
/// That supposes that the worker of the recheck is not in league with the forger.
pub fn missed(pieces: usize, rechecked: usize, forged: usize) -> f64 {
    // C(pieces - forged, rechecked) / C(pieces, rechecked), factor by factor.
    (0..rechecked.min(pieces))
        .map(|i| {
            let left = pieces - i;
            left.saturating_sub(forged) as f64 / left as f64
        })
        .product()
}
