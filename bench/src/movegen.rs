//! Move generation, beside other libraries and beside filtering all moves.

use crate::corpus;
use crate::table::{Row, compare};
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, MoveList, Position, Setup};

const ROUNDS: usize = 15;

/// Lists all legal moves of all positions.
pub fn legal<G: Geometry>(positions: &[Position<G>]) -> u64 {
    let mut list = MoveList::new();
    positions
        .iter()
        .map(|p| {
            list.clear();
            p.legal(&mut list);
            std::hint::black_box(&list);
            list.len() as u64
        })
        .sum()
}

/// Lists all legal moves with haitaka.
pub fn haitaka(boards: &[haitaka::Board]) -> u64 {
    let mut list: Vec<haitaka::Move> = Vec::with_capacity(1024);
    boards
        .iter()
        .map(|board| {
            list.clear();
            board.generate_moves(|moves| {
                list.extend(moves);
                false
            });
            std::hint::black_box(&list);
            list.len() as u64
        })
        .sum()
}

/// Lists all legal moves with rsshogi.
pub fn rsshogi(positions: &[rsshogi::board::Position]) -> u64 {
    let mut list = rsshogi::board::MoveList::new();
    positions
        .iter()
        .map(|p| {
            list.clear();
            rsshogi::movegen::generate_legal_all(p, &mut list);
            std::hint::black_box(&list);
            list.len() as u64
        })
        .sum()
}

pub fn haitaka_boards(setups: &[Setup]) -> Vec<haitaka::Board> {
    setups
        .iter()
        .filter_map(|setup| sfen::write_setup(setup).parse().ok())
        .collect()
}

pub fn rsshogi_positions(setups: &[Setup]) -> Vec<rsshogi::board::Position> {
    setups
        .iter()
        .filter_map(|setup| rsshogi::board::position_from_sfen(&sfen::write_setup(setup)).ok())
        .map(|mut p| {
            p.init_stack();
            p
        })
        .collect()
}

/// Lists the checks of all positions with the generator of checks.
pub fn checks<G: Geometry>(positions: &[Position<G>]) -> u64 {
    let mut list = MoveList::new();
    positions
        .iter()
        .map(|p| {
            list.clear();
            p.checks(&mut list);
            std::hint::black_box(&list);
            list.len() as u64
        })
        .sum()
}

/// Lists the checks by making every legal move.
pub fn checks_filtered<G: Geometry>(positions: &[Position<G>]) -> u64 {
    positions
        .iter()
        .map(|p| std::hint::black_box(p.checks_by_trial()).len() as u64)
        .sum()
}

/// Lists the evasions of positions in check with the generator of evasions.
pub fn evasions<G: Geometry>(positions: &[Position<G>]) -> u64 {
    legal(positions)
}

/// Lists the evasions by trying every move.
pub fn evasions_filtered<G: Geometry>(positions: &[Position<G>]) -> u64 {
    positions
        .iter()
        .map(|p| std::hint::black_box(p.legal_by_trial()).len() as u64)
        .sum()
}

/// Positions in check: the positions after up to three checks of each given position.
pub fn in_check(positions: &[Position<yose_shogi::Nine>]) -> Vec<Position<yose_shogi::Nine>> {
    positions
        .iter()
        .flat_map(|p| {
            p.checking_moves().into_iter().take(3).map(|m| {
                let mut after = p.clone();
                after.make(m);
                after
            })
        })
        .collect()
}

pub fn run() {
    for (name, setups) in [
        ("random games", corpus::games()),
        ("odd positions", corpus::odd()),
    ] {
        let (ours, wide) = (corpus::positions(&setups), corpus::wide(&setups));
        let (theirs, others) = (haitaka_boards(&setups), rsshogi_positions(&setups));
        println!(
            "\n{name}: {} positions ({} read by haitaka, {} by rsshogi)",
            setups.len(),
            theirs.len(),
            others.len()
        );
        compare(
            &format!("Legal moves, listed: {name}"),
            "moves",
            ROUNDS,
            vec![
                Row::new("yose, static 9x9", || legal(&ours)),
                Row::new("yose, runtime 9x9", || legal(&wide)),
                Row::new("haitaka 0.3.2", || haitaka(&theirs)),
                Row::new("rsshogi 1.7", || rsshogi(&others)),
            ],
        );
        compare(
            &format!("Checks: {name}"),
            "moves",
            ROUNDS,
            vec![
                Row::new("legal moves, then make and look", || checks_filtered(&ours)),
                Row::new("generated directly", || checks(&ours)),
                Row::new("generated directly, runtime geometry", || checks(&wide)),
            ],
        );
        let evading = in_check(&ours);
        compare(
            &format!("Evasions: {} positions in check from {name}", evading.len()),
            "moves",
            ROUNDS,
            vec![
                Row::new("every move, then make and look", || evasions_filtered(&evading)),
                Row::new("generated directly", || evasions(&evading)),
            ],
        );
    }
}
