//! What rechecks are worth.

use yose_nats::recheck::{Tally, missed};

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
