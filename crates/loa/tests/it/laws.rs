//! Laws of making and unmaking moves.

use crate::random_play;
use std::ops::ControlFlow;
use yose_loa::with_position;
use yose_loa::{
    AnyPosition, Axis, Bits, Geometry, MAX_MOVES, Position, Rules, Runtime, Setup, Size, Standard,
};

/// Connecting moves found without making moves agree with those found by making them.
fn joints<G: Geometry>(position: &Position<G>) {
    for color in yose_loa::Color::ALL {
        let mut turned = *position;
        if turned.turn() != color {
            turned.pass();
        }
        let mut expected = turned.legal_moves().to_vec();
        expected.retain(|&m| turned.connects(m));
        let joints = position.joints(color);
        let mut found = Vec::new();
        let _ = position.try_for_each_connecting(color, &joints, |m| {
            found.push(m);
            ControlFlow::<()>::Continue(())
        });
        found.sort();
        assert_eq!(found, expected, "{position} {color}");
        assert_eq!(
            position.connecting_move(color, &joints).is_some(),
            !found.is_empty()
        );
        assert_eq!(
            joints.connected(),
            position.connected(color),
            "{position} {color}"
        );
        // `stays_mobile` must hold after every move of the other side.
        turned.pass();
        let quiet = turned
            .legal_moves()
            .iter()
            .all(|&m| turned.after(m).has_quiet_moves());
        assert!(quiet || !position.stays_mobile(color), "{position} {color}");
    }
}

fn laws<G: Geometry>(position: &Position<G>) {
    assert_eq!(position.key(), position.computed_key());
    let again: Position<G> = Setup::from(position).position().unwrap();
    let same = |a: &Position<G>, b: &Position<G>| {
        assert_eq!(a, b);
        assert_eq!(a.key(), b.key());
        for square in a.size().squares() {
            for axis in Axis::ALL {
                assert_eq!(a.line_count(square, axis), b.line_count(square, axis));
            }
        }
    };
    same(position, &again);
    for square in position.size().squares() {
        for axis in Axis::ALL {
            let stones = (position.line(square, axis) & position.occupied()).count();
            assert_eq!(position.line_count(square, axis), stones, "{position} {axis:?}");
        }
    }
    let decided = yose_loa::Color::ALL.map(|color| position.connected(color)) != [false, false];
    let moves = position.legal_moves();
    for &m in &moves {
        let mut next = *position;
        let undo = next.make(m);
        same(&next, &position.after(m));
        assert_eq!(next.key(), next.computed_key());
        assert_eq!(next.key(), position.key_after(m));
        assert_ne!(next.key(), position.key());
        assert_eq!(undo.captured(), position.is_capture(m));
        assert_eq!(
            next.occupied().count(),
            position.occupied().count() - u32::from(undo.captured())
        );
        assert_eq!(next.connected(position.turn()), position.connects(m));
        if !decided {
            for rules in [Rules::PAPER, Rules::MSO] {
                assert_eq!(
                    next.connection(rules),
                    next.connection_after(m, undo, rules),
                    "{position} {m:?}"
                );
            }
        }
        next.unmake(m, undo);
        same(&next, position);
    }
    joints(position);
    let mut visited = Vec::new();
    let end = position.try_for_each_move(|m| {
        visited.push(m);
        if visited.len() == 3 {
            ControlFlow::Break(m)
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(visited, moves[..moves.len().min(3)]);
    assert_eq!(end.is_break(), moves.len() >= 3);
    let mut passed = *position;
    passed.pass();
    assert_eq!(passed.key(), passed.computed_key());
    passed.pass();
    same(&passed, position);
}

#[test]
fn making_and_unmaking_obey_the_laws_on_every_size() {
    for size in Size::all() {
        with_position!(AnyPosition::start(size), |start| random_play(start, 150, 7, laws));
    }
    random_play(
        Position::<Runtime<u64>>::start(Size::STANDARD).unwrap(),
        300,
        8,
        laws,
    );
    random_play(
        Position::<Runtime<u128>>::start(Size::STANDARD).unwrap(),
        300,
        9,
        laws,
    );
}

/// A position has the same key and the same list of moves in every geometry.
#[test]
fn geometries_agree() {
    random_play(
        Position::<Standard>::start(Size::STANDARD).unwrap(),
        500,
        10,
        |position| {
            let setup = Setup::from(position);
            let medium: Position<Runtime<u64>> = setup.position().unwrap();
            let large: Position<Runtime<u128>> = setup.position().unwrap();
            assert_eq!(position.legal_moves(), medium.legal_moves());
            assert_eq!(position.legal_moves(), large.legal_moves());
            assert_eq!([position.key(); 2], [medium.key(), large.key()]);
        },
    );
}

/// Move lists have room even for dense boards that no game reaches.
#[test]
fn the_bound_of_a_list_holds_on_random_boards() {
    let mut random = crate::Random(11 << 32);
    let mut most = 0;
    for size in Size::all() {
        for round in 0..400 {
            let mut setup = Setup::empty(size);
            for square in size.squares() {
                match random.below(4 + round % 12) {
                    0 | 1 => setup.stones.push((size.name(square), yose_loa::Color::Black)),
                    2 => setup.stones.push((size.name(square), yose_loa::Color::White)),
                    _ => {}
                }
            }
            if let Ok(position) = setup.validate() {
                most = most.max(with_position!(position, |position| position.legal_moves().len()));
            }
        }
    }
    assert!((70..=MAX_MOVES).contains(&most), "{most}");
}
