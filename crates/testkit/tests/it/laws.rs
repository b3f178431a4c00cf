//! The laws of [`yose_testkit::laws`], for every game.

use yose_shogi::notation::sfen;
use yose_shogi::{Nine, SHOGI};
use yose_testkit::shogi::{laws_on, random_setup};
use yose_testkit::{Random, laws, suite};

#[test]
fn shogi_from_the_start_arrays() {
    for name in suite::VARIANTS {
        let variant = suite::variant(name);
        if let Some(start) = variant.start() {
            let visited = laws_on(&start.setup(1), &mut Random::new(1), 12, 120);
            assert!(visited > 50, "{name}: only {visited} positions");
        }
    }
}

#[test]
fn shogi_from_odd_positions() {
    for (i, name) in suite::VARIANTS.into_iter().enumerate() {
        let variant = suite::variant(name);
        let mut random = Random::new(100 + i as u64);
        let mut found = 0;
        for _ in 0..1500 {
            if let Some(setup) = random_setup(variant, &mut random) {
                found += 1;
                laws_on(&setup, &mut random, 1, 6);
            }
        }
        assert!(found > 100, "{name}: only {found} positions");
    }
}

/// 9x9 shogi through the runtime geometry obeys the same laws.
#[test]
fn nine_by_nine_through_both_geometries() {
    let setup = sfen::read(SHOGI.start.unwrap()).unwrap();
    let fast = setup.position(Nine).unwrap();
    let wide = setup.position(SHOGI.runtime_geometry()).unwrap();
    let a = laws::obey(&fast, &mut Random::new(7), 4, 150);
    let b = laws::obey(&wide, &mut Random::new(7), 4, 150);
    assert_eq!(a, b, "the same games were played through both");
}

/// Lines of Action on every size over its own word, and 8x8 over the runtime tables too.
#[test]
fn lines_of_action() {
    for size in yose_loa::Size::all() {
        let start = yose_loa::AnyPosition::start(size);
        yose_loa::with_position!(start, |p| {
            laws::obey(&p, &mut Random::new(3), 4, 60);
        });
    }
    let wide = yose_loa::Position::<yose_loa::Runtime<u64>>::start(yose_loa::Size::STANDARD).unwrap();
    assert!(laws::obey(&wide, &mut Random::new(4), 10, 80) > 200);
}
