//! Needs and bounds: with which other resources a result holds.

use super::reaches_goal;
use super::{Breach, Checked, GROUND_PLIES, after, boards, choices, demand, moves, moves_of_the_ground};
use yose_andor::{Plies, Query, Resource};

/// The hooks of [`yose_andor::Dominance`] one by one, each by its definition: with the resources
/// that a need or a bound speaks of, no move is missing that it rests on, none appears that it did
/// not see, and the resource after a move is on the right side.
pub fn needs_and_bounds_of_moves<Q: Query>(positions: &[Q]) -> Checked {
    let boards = boards(positions);
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let prover = at.prover_to_move();
        let list = moves(&mut at);
        let (mut joined, mut met) = (None::<Q::Resource>, None::<Q::Resource>);
        for edge in &list {
            let need = at.need_before(edge.mv, edge.resource);
            joined = Some(joined.map_or(need, |r| r.join(need)));
            let bound = at.bound_before(edge.mv, edge.resource);
            met = Some(met.map_or(bound, |r| r.meet(bound)));
        }
        for other in &boards[&at.exact_key()] {
            let r = other.resource();
            let theirs = moves(&mut (*other).clone());
            for edge in &list {
                let m = edge.mv;
                let there = theirs.iter().find(|e| e.mv == m);
                if r.covers(at.need_before(m, edge.resource)) {
                    let kept = if prover {
                        there.is_some_and(|e| e.resource.covers(edge.resource))
                    } else {
                        there.is_none_or(|e| e.resource.covers(edge.resource))
                    };
                    demand!(
                        "needs_and_bounds_of_moves",
                        i,
                        kept,
                        "the need before {m:?}, with {r:?}"
                    );
                }
                if at.bound_before(m, edge.resource).covers(r) {
                    let kept = if prover {
                        there.is_none_or(|e| edge.resource.covers(e.resource))
                    } else {
                        there.is_some_and(|e| edge.resource.covers(e.resource))
                    };
                    demand!(
                        "needs_and_bounds_of_moves",
                        i,
                        kept,
                        "the bound before {m:?}, with {r:?}"
                    );
                }
            }
            let nothing_new = theirs.iter().all(|e| list.iter().any(|o| o.mv == e.mv));
            if !prover && r.covers(at.need_of_all(joined)) {
                let covered = joined.is_none_or(|joined| r.covers(joined));
                demand!(
                    "needs_and_bounds_of_moves",
                    i,
                    covered,
                    "the need of all, with {r:?}"
                );
                demand!(
                    "needs_and_bounds_of_moves",
                    i,
                    nothing_new,
                    "a reply appears with {r:?}"
                );
            }
            if prover && at.bound_of_all(met).covers(r) {
                let covered = met.is_none_or(|met| met.covers(r));
                demand!(
                    "needs_and_bounds_of_moves",
                    i,
                    covered,
                    "the bound of all, with {r:?}"
                );
                demand!(
                    "needs_and_bounds_of_moves",
                    i,
                    nothing_new,
                    "a move appears with {r:?}"
                );
            }
        }
    }
    Ok(())
}

/// [`yose_andor::Dominance::bound_of_all_ground`] by its definition: no resource that the result
/// covers is more than the bounds of the moves of the ground allow, and with none of them a further
/// move of the ground appears.
pub fn bounds_of_the_ground<Q: Query>(positions: &[Q]) -> Checked {
    if !Q::GROUND {
        return Ok(());
    }
    let boards = boards(positions);
    for (i, at) in positions.iter().enumerate().filter(|(_, at)| at.prover_to_move()) {
        let mut at = at.clone();
        let list = moves_of_the_ground(&mut at);
        let bounds = list.iter().map(|edge| at.bound_before(edge.mv, edge.resource));
        let met = bounds.reduce(|met, bound| met.meet(bound));
        let bound = at.bound_of_all_ground(met);
        for other in &boards[&at.exact_key()] {
            let r = other.resource();
            if !bound.covers(r) {
                continue;
            }
            let covered = met.is_none_or(|met| met.covers(r));
            demand!("bounds_of_the_ground", i, covered, "the bound of all, with {r:?}");
            let theirs = moves_of_the_ground(&mut (*other).clone());
            let nothing_new = theirs.iter().all(|e| list.iter().any(|o| o.mv == e.mv));
            demand!(
                "bounds_of_the_ground",
                i,
                nothing_new,
                "a move appears with {r:?}"
            );
        }
    }
    Ok(())
}

/// What the hooks of [`yose_andor::Dominance`] make of a proof or disproof within `plies` plies.
enum Derived<R> {
    Proof(R),
    Disproof(R),
    /// Not decided ([`super::GROUND_PLIES`]).
    Open,
}

fn derive<Q: Query>(at: &mut Q, plies: Plies, in_ground: u8) -> Derived<Q::Resource> {
    let prover = at.prover_to_move();
    let Some(choices) = choices(at, plies) else {
        return Derived::Disproof(at.resource());
    };
    let ground = Q::GROUND && plies == 0;
    let in_ground = match in_ground.checked_sub(ground.into()) {
        None if !choices.is_empty() => return Derived::Open,
        left => left.unwrap_or_default(),
    };
    let (mut joined, mut met) = (None::<Q::Resource>, None::<Q::Resource>);
    let mut open = false;
    for (edge, below) in choices {
        let m = edge.mv;
        match (after(at, m, |at| derive(at, below, in_ground)), prover) {
            (Derived::Proof(need), true) => return Derived::Proof(at.need_before(m, need)),
            (Derived::Disproof(bound), false) => return Derived::Disproof(at.bound_before(m, bound)),
            (Derived::Proof(need), false) => {
                let need = at.need_before(m, need);
                joined = Some(joined.map_or(need, |r| r.join(need)));
            }
            (Derived::Disproof(bound), true) => {
                let bound = at.bound_before(m, bound);
                met = Some(met.map_or(bound, |r| r.meet(bound)));
            }
            (Derived::Open, _) => open = true,
        }
    }
    match prover {
        _ if open => Derived::Open,
        true if ground => Derived::Disproof(at.bound_of_all_ground(met)),
        true => Derived::Disproof(at.bound_of_all(met)),
        false => Derived::Proof(at.need_of_all(joined)),
    }
}

/// Proofs hold with every resource that covers their need, disproofs with every resource that their
/// bound covers: derived from the hooks of [`yose_andor::Dominance`] as a search does, and compared
/// with brute force on positions of the same board.
pub fn needs_and_bounds_of_results<Q: Query>(positions: &[Q], plies: Plies) -> Checked {
    let boards = boards(positions);
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        for within in 0..=plies {
            let result = derive(&mut at, within, GROUND_PLIES);
            for other in &boards[&at.exact_key()] {
                let (mut other, r) = ((*other).clone(), other.resource());
                let (claimed, holds) = match result {
                    Derived::Open => continue,
                    Derived::Proof(need) => (
                        need,
                        !r.covers(need) || reaches_goal(&mut other, within) != Some(false),
                    ),
                    Derived::Disproof(bound) => (
                        bound,
                        !bound.covers(r) || reaches_goal(&mut other, within) != Some(true),
                    ),
                };
                demand!(
                    "needs_and_bounds_of_results",
                    i,
                    holds,
                    "within {within} plies {claimed:?} is claimed, which is false with {r:?}"
                );
            }
        }
    }
    Ok(())
}
