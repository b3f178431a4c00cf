//! Laws of positions, moves and keys.

use super::{Breach, Checked, View, after, boards, demand, moves};
use std::collections::HashMap;
use yose_andor::{Count, Edge, INFINITE, PASS, Query, Resource};
use yose_board::Key;

/// [`yose_andor::Game::unmake`] takes [`yose_andor::Game::make`] back.
pub fn unmake_undoes_make<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let before = View::of(&mut at);
        for (m, ..) in &before.offers {
            let undo = at.make(*m);
            at.unmake(*m, undo);
            if let Some(what) = before.difference(&View::of(&mut at)) {
                demand!(
                    "unmake_undoes_make",
                    i,
                    false,
                    "{m:?} made and taken back changes {what}"
                );
            }
        }
    }
    Ok(())
}

/// [`yose_andor::Game::expand`] depends on the position alone: not on how often it was called, on
/// moves made and taken back, or on the path. Equal exact keys and resources mean equal positions.
pub fn expand_depends_on_the_position<Q: Query>(positions: &[Q]) -> Checked {
    let mut seen: HashMap<(Key, u64), View<Q>> = HashMap::new();
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let first = View::of(&mut at);
        let changed = first.difference(&View::of(&mut at));
        demand!(
            "expand_depends_on_the_position",
            i,
            changed.is_none(),
            "expanded twice, {} differs",
            changed.unwrap_or_default()
        );
        let next = first.offers.iter().map(|offer| {
            let mut next = at.clone();
            next.make(offer.0);
            next
        });
        for mut at in next.collect::<Vec<_>>().into_iter().chain([at]) {
            let view = View::of(&mut at);
            let key = (at.exact_key(), at.resource().pack());
            let earlier = seen.entry(key).or_insert_with(|| View::of(&mut at));
            if let Some(what) = earlier.difference(&view) {
                demand!(
                    "expand_depends_on_the_position",
                    i,
                    false,
                    "{what} differs from that of a position with the same key and resource {:?}",
                    view.resource
                );
            }
        }
    }
    Ok(())
}

/// The key and the resource after a move are those that its edge says.
pub fn edges_say_what_follows<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        for edge in moves(&mut at) {
            let (key, resource) = after(&mut at, edge.mv, |at| (at.key(), at.resource()));
            let m = edge.mv;
            demand!(
                "edges_say_what_follows",
                i,
                key == edge.key,
                "the key after {m:?}"
            );
            let same = resource == edge.resource;
            demand!("edges_say_what_follows", i, same, "the resource after {m:?}");
        }
    }
    Ok(())
}

/// Keys are not 0: a table takes 0 for 1.
pub fn keys_are_not_zero<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        demand!("keys_are_not_zero", i, at.key() != 0, "its key is 0");
        for edge in moves(&mut at) {
            demand!(
                "keys_are_not_zero",
                i,
                edge.key != 0,
                "the key after {:?} is 0",
                edge.mv
            );
        }
    }
    Ok(())
}

/// [`yose_andor::Game::prover_to_move`] depends on the key alone.
pub fn keys_tell_the_turn<Q: Query>(positions: &[Q]) -> Checked {
    let mut turns: HashMap<Key, bool> = HashMap::new();
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let mut seen = vec![(at.key(), at.prover_to_move())];
        for edge in moves(&mut at) {
            seen.push(after(&mut at, edge.mv, |at| (at.key(), at.prover_to_move())));
        }
        for (key, turn) in seen {
            let same = *turns.entry(key).or_insert(turn) == turn;
            demand!(
                "keys_tell_the_turn",
                i,
                same,
                "both sides move with the key {key}"
            );
        }
    }
    Ok(())
}

/// What packs into [`PASS`] is one move, the same in every position. After it the other side is to
/// move, and two passes lead back to the position.
pub fn passes_are_one_move<Q: Query>(positions: &[Q]) -> Checked {
    let mut pass: Option<Q::Move> = None;
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let (turn, place) = (at.prover_to_move(), (at.key(), at.resource()));
        for m in passes(&mut at) {
            let one = *pass.get_or_insert(m) == m;
            demand!(
                "passes_are_one_move",
                i,
                one,
                "{m:?} is another pass than {pass:?}"
            );
            let (turned, back) = after(&mut at, m, |at| {
                let turned = at.prover_to_move() != turn;
                let again = passes(at).into_iter();
                let back = again.map(|m| after(at, m, |at| (at.key(), at.resource())));
                (turned, back.collect::<Vec<_>>())
            });
            demand!(
                "passes_are_one_move",
                i,
                turned,
                "after {m:?} the same side is to move"
            );
            let back = back.into_iter().all(|after| after == place);
            demand!("passes_are_one_move", i, back, "two passes lead elsewhere");
        }
    }
    Ok(())
}

/// The moves that pack into [`PASS`].
fn passes<Q: Query>(at: &mut Q) -> Vec<Q::Move> {
    let list = moves(at).into_iter().map(|edge| edge.mv);
    list.filter(|&m| at.pack_move(m) == PASS).collect()
}

/// [`yose_andor::Game::pack_move`] never gives 0, and gives different words for different moves.
pub fn packed_moves_tell_moves_apart<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let mut packed = HashMap::new();
        for edge in moves(&mut at) {
            let (m, word) = (edge.mv, at.pack_move(edge.mv));
            demand!(
                "packed_moves_tell_moves_apart",
                i,
                word != 0,
                "{m:?} packs into 0"
            );
            if let Some(other) = packed.insert(word, m) {
                demand!(
                    "packed_moves_tell_moves_apart",
                    i,
                    false,
                    "{m:?} and {other:?} both pack into {word}"
                );
            }
        }
    }
    Ok(())
}

/// [`yose_andor::Game::find_move`] finds every move on offer, and whatever it finds for any word
/// packs into that word and can be made and taken back.
pub fn find_move_inverts_pack_move<Q: Query>(positions: &[Q]) -> Checked {
    // Words of moves of other positions, most of which cannot be played here.
    let mut foreign: Vec<u16> = Vec::new();
    for at in positions.iter().take(50) {
        let mut at = at.clone();
        foreign.extend(moves(&mut at).iter().map(|e| at.pack_move(e.mv)));
    }
    foreign.sort_unstable();
    foreign.dedup();
    foreign.truncate(200);
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let before = View::of(&mut at);
        for (m, ..) in &before.offers {
            let packed = at.pack_move(*m);
            let found = at.find_move(packed);
            demand!(
                "find_move_inverts_pack_move",
                i,
                found == Some(*m),
                "for {m:?} it finds {found:?}"
            );
        }
        for &packed in &foreign {
            let Some(m) = at.find_move(packed) else {
                continue;
            };
            let again = at.pack_move(m);
            demand!(
                "find_move_inverts_pack_move",
                i,
                again == packed,
                "for {packed} it finds {m:?}, which packs into {again}"
            );
            let undo = at.make(m);
            at.unmake(m, undo);
            let same = before.difference(&View::of(&mut at)).is_none();
            demand!(
                "find_move_inverts_pack_move",
                i,
                same,
                "{m:?} cannot be taken back"
            );
        }
    }
    Ok(())
}

/// Estimates of edges are at least 1, and below infinity.
pub fn estimates_are_positive<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        for edge in moves(&mut at.clone()) {
            let sound = [edge.pn, edge.dn].iter().all(|n| (1..INFINITE).contains(n));
            let Edge { mv, pn, dn, .. } = edge;
            demand!("estimates_are_positive", i, sound, "{mv:?} has {pn} and {dn}");
        }
    }
    Ok(())
}

/// No edge has a cost where [`yose_andor::Game::COSTS`] is `false`, and none is free where
/// [`yose_andor::Game::FREE_REPLIES`] is `false`.
pub fn constants_are_true<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        for Edge { mv, cost, free, .. } in moves(&mut at.clone()) {
            let declared = Q::COSTS || cost == 0;
            demand!("constants_are_true", i, declared, "{mv:?} has the cost {cost}");
            demand!(
                "constants_are_true",
                i,
                Q::FREE_REPLIES || !free,
                "{mv:?} is free"
            );
        }
    }
    Ok(())
}

/// After a free reply the prover is to move, and with more of the resource a free reply stays free
/// or disappears ([`yose_andor::Edge::free`]).
pub fn free_replies_stay_free<Q: Query>(positions: &[Q]) -> Checked {
    let boards = boards(positions);
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        if at.prover_to_move() {
            continue;
        }
        for Edge { mv, .. } in moves(&mut at).into_iter().filter(|e| e.free) {
            let turn = after(&mut at, mv, |at| at.prover_to_move());
            demand!("free_replies_stay_free", i, turn, "the turn after {mv:?}");
            for more in &boards[&at.exact_key()] {
                let stays = !more.resource().covers(at.resource())
                    || moves(&mut (*more).clone()).iter().all(|e| e.mv != mv || e.free);
                demand!(
                    "free_replies_stay_free",
                    i,
                    stays,
                    "{mv:?} with more of the resource"
                );
            }
        }
    }
    Ok(())
}

/// The moves that [`yose_andor::Game::expand_first`] lists, and those that
/// [`yose_andor::Game::expand_rest`] lists after it, are the moves of [`yose_andor::Game::expand`],
/// each once.
pub fn first_moves_and_rest_are_all<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let all = moves(&mut at);
        let all = packed(&at, &all);
        let mut parts = Vec::new();
        if at.expand_first(false, &mut parts) {
            at.expand_rest(&mut parts);
        }
        let parts = packed(&at, &parts);
        demand!(
            "first_moves_and_rest_are_all",
            i,
            parts == all,
            "{all:?} in one list, {parts:?} in two"
        );
    }
    Ok(())
}

/// In the ground ([`yose_andor::Game::GROUND`]) the prover has the moves that count as
/// [`Count::UnlessGround`] elsewhere, and no rest; the defender has every reply. Only the defender
/// has moves to the ground, and replies never count as [`Count::Ply`]. A game without a ground
/// counts every move as a ply.
pub fn ground_has_its_moves<Q: Query>(positions: &[Q]) -> Checked {
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let prover = at.prover_to_move();
        let all = moves(&mut at);
        for Edge { mv, count, .. } in &all {
            let fits = match count {
                Count::Ply => !Q::GROUND || prover,
                Count::UnlessGround => Q::GROUND,
                Count::ToGround => Q::GROUND && !prover,
            };
            demand!("ground_has_its_moves", i, fits, "{mv:?} counts as {count:?}");
        }
        if !Q::GROUND {
            continue;
        }
        let mut ground = Vec::new();
        let rest = at.expand_first(true, &mut ground);
        demand!("ground_has_its_moves", i, !(prover && rest), "there is a rest");
        if rest {
            at.expand_rest(&mut ground);
        }
        let mut there = all;
        there.retain(|edge| !prover || edge.count == Count::UnlessGround);
        let (there, ground) = (packed(&at, &there), packed(&at, &ground));
        demand!(
            "ground_has_its_moves",
            i,
            there == ground,
            "{ground:?} in the ground, {there:?} elsewhere"
        );
    }
    Ok(())
}

/// The moves of a list, packed and in order.
fn packed<Q: Query>(at: &Q, edges: &[Edge<Q::Move, Q::Resource>]) -> Vec<u16> {
    let mut packed: Vec<u16> = edges.iter().map(|edge| at.pack_move(edge.mv)).collect();
    packed.sort_unstable();
    packed
}
