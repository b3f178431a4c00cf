//! Positions to work on: middle games and endings from seeded random play, and artificial
//! positions. All have two kings, so that every library accepts them.

use yose_board::Color;
use yose_shogi::notation::sfen;
use yose_shogi::{Nine, Position, SHOGI, Setup};
use yose_testkit::Random;
use yose_testkit::shogi::random_setup;

/// Positions of random games: every fifth ply.
pub fn games() -> Vec<Setup> {
    let mut random = Random::new(2026);
    let mut list = Vec::new();
    let Some(start) = SHOGI.start.and_then(|text| sfen::read(text).ok()) else {
        return list;
    };
    for _ in 0..60 {
        let Ok(mut p) = start.position(Nine) else { continue };
        for ply in 0..150 {
            if ply % 5 == 0 {
                list.push(Setup::of(&p, 1));
            }
            match random.pick(&p.legal_moves()) {
                Some(&m) => p.make(m),
                None => break,
            };
        }
    }
    list
}

/// Artificial positions with full hands and exposed kings, as in mate problems.
pub fn odd() -> Vec<Setup> {
    let mut random = Random::new(1755);
    let mut list = Vec::new();
    while list.len() < 1500 {
        if let Some(setup) = random_setup(&SHOGI, &mut random)
            && let Ok(p) = setup.position(Nine)
            && Color::ALL.iter().all(|&c| p.king(c).is_some())
        {
            list.push(setup);
        }
    }
    list
}

/// The setups as positions of the static geometry.
pub fn positions(setups: &[Setup]) -> Vec<Position<Nine>> {
    setups
        .iter()
        .filter_map(|setup| setup.position(Nine).ok())
        .collect()
}

/// The setups as positions of the runtime geometry.
pub fn wide(setups: &[Setup]) -> Vec<Position<yose_shogi::Runtime<u128>>> {
    setups
        .iter()
        .filter_map(|setup| setup.position(SHOGI.runtime_geometry()).ok())
        .collect()
}
