//! The laws every game obeys.

use crate::{Play, Random};
use std::collections::HashMap;

/// Plays random games of at most `plies` from `start` and checks, at every position visited: unmake
/// after make is the identity; the incremental key equals the full key; the predicted key equals
/// the key after making; writing and reading is the identity; equal keys mean equal positions; and
/// the game's own laws. Panics at the first breach. Returns how many positions were visited.
pub fn obey<P: Play>(start: &P, random: &mut Random, games: usize, plies: usize) -> usize {
    let mut visited = 0;
    let mut by_key: HashMap<u64, P> = HashMap::new();
    for _ in 0..games {
        let mut p = start.clone();
        for _ in 0..plies {
            visited += 1;
            assert_eq!(p.key(), p.computed_key(), "incremental key of {p:?}");
            assert_eq!(p.reread(), p, "written and read again");
            if let Some(other) = by_key.insert(p.key(), p.clone()) {
                assert_eq!(other, p, "one key, two positions");
            }
            p.own_laws();
            let moves = p.moves();
            for (i, &m) in moves.iter().enumerate() {
                assert!(!moves[..i].contains(&m), "{m:?} twice in {p:?}");
                let before = p.clone();
                let predicted = p.key_after(m);
                let undo = p.make(m);
                assert_eq!(p.key(), predicted, "predicted key of {m:?} in {before:?}");
                assert_ne!(p, before, "{m:?} changes nothing in {before:?}");
                p.unmake(m, undo);
                assert_eq!(p, before, "unmake after make of {m:?}");
                assert_eq!(p.key(), before.key(), "key after unmake of {m:?} in {before:?}");
            }
            match random.pick(&moves) {
                Some(&m) => p.make(m),
                None => break,
            };
        }
    }
    visited
}
