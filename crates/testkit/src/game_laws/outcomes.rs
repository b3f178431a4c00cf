//! Claims about outcomes, compared with brute force.

use super::{Breach, Checked, after, boards, demand, moves, reaches_goal};
use yose_andor::{Judgement, Limits, Meter, Outcome, Plies, Query, Resource};

/// More of the resource never hurts the prover: by brute force, on positions of the same board.
pub fn more_never_hurts<Q: Query>(positions: &[Q], plies: Plies) -> Checked {
    let boards = boards(positions);
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        for within in 0..=plies {
            if reaches_goal(&mut at, within) != Some(true) {
                continue;
            }
            for more in &boards[&at.exact_key()] {
                let (less, more_of_it) = (at.resource(), more.resource());
                let holds =
                    !more_of_it.covers(less) || reaches_goal(&mut (*more).clone(), within) != Some(false);
                demand!(
                    "more_never_hurts",
                    i,
                    holds,
                    "it reaches the goal within {within} plies with {less:?}, and not with {more_of_it:?}"
                );
            }
            break;
        }
    }
    Ok(())
}

/// Claims of [`yose_andor::Lookahead::judge`] are true, with every resource they speak of. Asked at
/// the prover's turn and after every reply.
pub fn judge_is_true<Q: Query>(positions: &[Q], plies: Plies) -> Checked {
    let boards = boards(positions);
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        if at.prover_to_move() {
            claim_is_true(i, &at, &boards[&at.exact_key()], plies)?;
            continue;
        }
        for edge in moves(&mut at) {
            after(&mut at, edge.mv, |at| claim_is_true(i, at, &[at], plies))?;
        }
    }
    Ok(())
}

/// Whether a claim about a position is true of `others` on the same board.
fn claim_is_true<Q: Query>(i: usize, at: &Q, others: &[&Q], plies: Plies) -> Checked {
    let claim = at.clone().judge();
    let own = match claim {
        Judgement::Open => true,
        Judgement::Proved { need, .. } => at.resource().covers(need),
        Judgement::Disproved { bound, .. } => bound.covers(at.resource()),
    };
    demand!(
        "judge_is_true",
        i,
        own,
        "{claim:?} leaves out {:?}",
        at.resource()
    );
    for other in others {
        let (mut other, r) = ((*other).clone(), other.resource());
        let holds = match claim {
            Judgement::Proved { plies: n, need } if n <= plies && r.covers(need) => {
                reaches_goal(&mut other, n) != Some(false)
            }
            Judgement::Disproved { plies: n, bound } if bound.covers(r) => {
                reaches_goal(&mut other, n.min(plies)) != Some(true)
            }
            _ => true,
        };
        demand!("judge_is_true", i, holds, "{claim:?} is false with {r:?}");
    }
    Ok(())
}

/// Claims of [`yose_andor::Lookahead::glance`] are true and decide the question that was asked.
pub fn glance_is_true<Q: Query>(positions: &[Q], plies: Plies) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        for left in 0..=plies {
            let mut at = at.clone();
            let claim = at.glance(left);
            let (decides, holds) = match claim {
                None => (true, true),
                Some(Outcome::Proved(n)) => (n <= left, reaches_goal(&mut at, n.min(plies)) != Some(false)),
                Some(Outcome::Disproved(n)) => (n >= left, reaches_goal(&mut at, n.min(plies)) != Some(true)),
            };
            demand!(
                "glance_is_true",
                i,
                decides,
                "within {left}: {claim:?} decides nothing"
            );
            demand!("glance_is_true", i, holds, "within {left}: {claim:?} is false");
        }
    }
    Ok(())
}

/// Claims of [`yose_andor::Links::elsewhere`] are true.
pub fn elsewhere_is_true<Q: Query>(positions: &[Q], plies: Plies) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        for edge in moves(&mut at) {
            let (yes_from, no_below) = at.elsewhere(edge.mv);
            let (yes, no) = after(&mut at, edge.mv, |at| {
                let yes = yes_from > plies || reaches_goal(at, yes_from) != Some(false);
                let no = no_below == 0 || reaches_goal(at, (no_below - 1).min(plies)) != Some(true);
                (yes, no)
            });
            let m = edge.mv;
            demand!(
                "elsewhere_is_true",
                i,
                yes,
                "{m:?} is not proved within {yes_from} plies"
            );
            demand!(
                "elsewhere_is_true",
                i,
                no,
                "{m:?} is proved within fewer than {no_below} plies"
            );
        }
    }
    Ok(())
}

/// Claims of [`yose_andor::Links::at_horizon`] are true. A claim of a proof has a move after which
/// every reply is free and leads to a position of which the same is claimed, with every resource
/// that the claim speaks of. That these proofs get shorter from move to move is not checked. A game
/// with a ground has no horizon: it is not asked.
pub fn at_horizon_is_true<Q: Query>(positions: &[Q], plies: Plies) -> Checked {
    if Q::GROUND {
        return Ok(());
    }
    let boards = boards(positions);
    for (i, at) in positions.iter().enumerate().filter(|(_, at)| at.prover_to_move()) {
        let claim = look(at);
        for other in &boards[&at.exact_key()] {
            let (mut other, r) = ((*other).clone(), other.resource());
            let holds = match claim {
                Some(Judgement::Proved { plies: 0, need }) if r.covers(need) => goes_on(&mut other),
                Some(Judgement::Disproved { plies: n, bound }) if bound.covers(r) => {
                    reaches_goal(&mut other, n.min(plies)) != Some(true)
                }
                _ => true,
            };
            demand!("at_horizon_is_true", i, holds, "{claim:?} is false with {r:?}");
        }
    }
    Ok(())
}

/// What a look at the horizon says. `None` if it does not end within a thousand nodes.
fn look<Q: Query>(at: &Q) -> Option<Judgement<Q::Resource>> {
    let limits = Limits {
        nodes: Some(1000),
        ..Limits::default()
    };
    at.clone().at_horizon(&mut Meter::new(&limits, &mut |_| {})).ok()
}

/// Whether a move leads to positions that looks prove, whatever the reply, which is free.
fn goes_on<Q: Query>(at: &mut Q) -> bool {
    let proved = |at: &mut Q| {
        at.prover_to_move() && matches!(look(at), None | Some(Judgement::Proved { plies: 0, .. }))
    };
    moves(at).iter().any(|m| {
        after(at, m.mv, |at| {
            !at.prover_to_move() && moves(at).iter().all(|r| r.free && after(at, r.mv, proved))
        })
    })
}
