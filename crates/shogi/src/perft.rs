//! Perft: the number of lines of a given length, the standard test of a move generator.

use crate::geometry::Geometry;
use crate::moves::{Counter, Move};
use crate::position::Position;

/// The number of sequences of `depth` legal moves. The last move is counted, not listed.
pub fn perft<G: Geometry>(position: &mut Position<G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut counter = Counter::default();
            position.legal(&mut counter);
            counter.0
        }
        _ => {
            let mut nodes = 0;
            for m in position.legal_moves() {
                let undo = position.make(m);
                nodes += perft(position, depth - 1);
                position.unmake(m, undo);
            }
            nodes
        }
    }
}

/// [`perft`] that can be stopped early. Calls `stop` before every subtree of three plies or more
/// and returns `None` once it returns `true`.
pub fn perft_until<G: Geometry>(
    position: &mut Position<G>,
    depth: u32,
    stop: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    if depth < 4 {
        return Some(perft(position, depth));
    }
    let mut nodes = 0;
    for m in position.legal_moves() {
        if stop() {
            return None;
        }
        let undo = position.make(m);
        let below = perft_until(position, depth - 1, stop);
        position.unmake(m, undo);
        nodes += below?;
    }
    Some(nodes)
}

/// The same number, computed with the direct generators. A side in check plays its evasions.
/// Otherwise the moves are the directly generated checks and the legal moves that give no check.
/// The number equals [`perft`] only if these generators agree with the filtered legal moves.
pub fn perft_by_parts<G: Geometry>(position: &mut Position<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = if position.in_check() {
        position.evading_moves()
    } else {
        position.legal_moves()
    };
    moves.retain(|m| !position.gives_check(*m));
    moves.extend(position.checking_moves());
    let mut nodes = 0;
    for m in moves {
        let undo = position.make(m);
        nodes += perft_by_parts(position, depth - 1);
        position.unmake(m, undo);
    }
    nodes
}

/// Perft for each first move separately; `None` if `stop` returned `true`.
pub fn divide<G: Geometry>(
    position: &mut Position<G>,
    depth: u32,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let mut counts = Vec::new();
    for m in position.legal_moves() {
        if stop() {
            return None;
        }
        let undo = position.make(m);
        let nodes = perft_until(position, depth - 1, stop);
        position.unmake(m, undo);
        counts.push((m, nodes?));
    }
    Some(counts)
}
