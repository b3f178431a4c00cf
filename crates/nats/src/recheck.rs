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

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all choices, counted one by one.
    #[test]
    fn the_probability_is_that_of_all_choices() {
        for pieces in 1..=8_usize {
            for rechecked in 0..=pieces {
                for forged in 0..=pieces {
                    let (mut all, mut without) = (0, 0);
                    for choice in 0_u32..1 << pieces {
                        if choice.count_ones() as usize == rechecked {
                            all += 1;
                            // The forged pieces are the first.
                            without += u32::from(choice & ((1 << forged) - 1) == 0);
                        }
                    }
                    let expected = f64::from(without) / f64::from(all);
                    let found = missed(pieces, rechecked, forged);
                    assert!((found - expected).abs() < 1e-12, "{pieces} {rechecked} {forged}");
                }
            }
        }
    }

    #[test]
    fn every_worker_has_its_line() {
        let pieces = [("a", true), ("b", false), ("a", false)];
        let tally = Tally::new(pieces.iter().map(|&(name, is)| (name.to_owned(), is)));
        let text = tally.text();
        assert!(
            text.contains("a: 1 of 2 pieces") && text.contains("probability 0.500"),
            "{text}"
        );
        assert!(text.contains("b: 0 of 1 pieces"), "{text}");
    }
}
