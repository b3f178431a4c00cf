//! Laws of hints and links that no outcome is needed for.

use super::{Breach, Checked, View, after, demand, moves};
use std::collections::HashMap;
use yose_andor::{Limits, Meter, Plies, Query};
use yose_board::Key;

/// Equal exact keys mean equal keys and the same side to move, and
/// [`yose_andor::Links::exact_key_after`] is the exact key after the move.
pub fn exact_keys_follow<Q: Query>(positions: &[Q]) -> Checked {
    let mut keys: HashMap<Key, (Key, bool)> = HashMap::new();
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let seen = (at.key(), at.prover_to_move());
        let same = *keys.entry(at.exact_key()).or_insert(seen) == seen;
        demand!(
            "exact_keys_follow",
            i,
            same,
            "its exact key belongs to another position"
        );
        for edge in moves(&mut at) {
            let told = at.exact_key_after(edge.mv, edge.key);
            let key = after(&mut at, edge.mv, |at| at.exact_key());
            demand!(
                "exact_keys_follow",
                i,
                told == key,
                "the exact key after {:?}",
                edge.mv
            );
        }
    }
    Ok(())
}

/// After a pass the other side is to move, and [`yose_andor::Hints::unpass`] takes it back.
pub fn passes_are_taken_back<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let before = View::of(&mut at);
        if at.pass() {
            let turned = at.prover_to_move() != before.prover;
            demand!(
                "passes_are_taken_back",
                i,
                turned,
                "after a pass the same side is to move"
            );
            at.unpass();
        }
        if let Some(what) = before.difference(&View::of(&mut at)) {
            demand!("passes_are_taken_back", i, false, "a pass changes {what}");
        }
    }
    Ok(())
}

/// Looks and hints leave the position as it was, and a counterpart is a move of the list.
pub fn hints_change_nothing<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let before = View::of(&mut at);
        let list = moves(&mut at);
        if before.prover {
            at.judge();
        }
        for left in 0..4 {
            at.glance(left);
        }
        if let Some(what) = before.difference(&View::of(&mut at)) {
            demand!("hints_change_nothing", i, false, "looks change {what}");
        }
        for edge in &list {
            if before.prover {
                let threat = at.threatens(edge.mv);
                let same = at.threatens(edge.mv) == threat;
                demand!(
                    "hints_change_nothing",
                    i,
                    same,
                    "{:?} threatens only once",
                    edge.mv
                );
            } else {
                at.restore(edge.mv);
            }
        }
        if let Some(what) = before.difference(&View::of(&mut at)) {
            demand!("hints_change_nothing", i, false, "hints change {what}");
        }
        if !before.prover {
            continue;
        }
        let similar = positions.iter().filter(|p| p.prover_to_move());
        for similar in similar.take(10) {
            for edge in moves(&mut similar.clone()) {
                let known = list.iter().any(|e| e.mv == edge.mv);
                let found = at.counterpart(similar, edge.mv, &list).filter(|_| !known);
                let listed = found.is_none_or(|m| list.iter().any(|e| e.mv == m));
                demand!("hints_change_nothing", i, listed, "{found:?} is no move here");
            }
        }
    }
    Ok(())
}

/// A reply that counts does so in questions of at least the length that was asked.
pub fn counts_reaches_far_enough<Q: Query>(positions: &[Q], plies: Plies) -> Checked {
    let limits = Limits::default();
    let mut report = |_| {};
    let mut meter = Meter::new(&limits, &mut report);
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        if at.prover_to_move() {
            continue;
        }
        for edge in moves(&mut at) {
            for within in 1..=plies {
                let found = at.counts(edge.mv, within, &mut meter);
                let far = !matches!(found, Ok(Some(n)) if n < within);
                demand!(
                    "counts_reaches_far_enough",
                    i,
                    far,
                    "{:?} within {within}: {found:?}",
                    edge.mv
                );
            }
        }
    }
    Ok(())
}
