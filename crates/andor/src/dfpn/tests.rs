//! Nodes, children and results, on graphs made by hand. Each test names a mutation that it finds.

use super::child::{Child, Status};
use super::node::{Entered, Node, Thresholds};
use super::{Found, NOTHING, Outcome, Search};
use crate::edge::{Edge, Late};
use crate::limits::Reason;
use crate::number::{EVER, INFINITE, LARGEST, Plies};
use crate::options::Options;
use crate::table::Table;
use crate::toy::{Stock, Toy, defender, key, metered, prover, to_node};

/// Enters the position of the search and opens its children.
fn enter(search: &mut Search<'_, Toy>, within: Plies) -> Node<Stock> {
    let entered = metered(|meter| search.enter(within, Thresholds::NONE, meter));
    let Ok(Entered::Node(mut node)) = entered else {
        panic!("decided at once");
    };
    search.open_all(&node);
    search.measure(&mut node);
    node
}

fn statuses(search: &Search<'_, Toy>) -> Vec<Status> {
    search.children.iter().map(|child| child.status).collect()
}

/// A node at depth 3 of a path, whose two children are decided: `results` are their plies and what
/// they rest on. Returns what the node found, and the table entry of the node.
fn concluded(is_prover: bool, results: [(Plies, u16); 2], proved: bool) -> (Found<Stock>, Plies, Plies) {
    let first = if is_prover {
        prover([1, 2])
    } else {
        defender([1, 2])
    };
    let toy = Toy::new(vec![first, defender([0]), defender([0])]);
    let table = Table::new(1);
    let mut search = Search::new(toy, &table, Options::default());
    for node in 3..6 {
        search.path.push(key(node), Stock(1));
    }
    let mut node = enter(&mut search, EVER);
    for (child, (plies, rests_on)) in search.children.iter_mut().zip(results) {
        child.decide(&if proved {
            Found::proved(plies, Stock(1))
        } else {
            Found::disproved(plies, Stock(1), rests_on)
        });
    }
    search.measure(&mut node);
    search.path.pop();
    let found = search.conclude(&node, 1);
    let known = table.look(key(0), Stock(1));
    (found, known.yes_from, known.no_below)
}

/// Fails if `rests_on` takes the maximum over the children instead of the minimum.
#[test]
fn a_disproof_rests_on_the_smallest_depth() {
    let (found, _, no_below) = concluded(true, [(EVER, 1), (EVER, 3)], false);
    assert_eq!((found.dn, found.rests_on), (0, 1));
    assert_eq!(no_below, 0, "a disproof that rests on the path is no fact");
}

/// Fails if `rests_on >= depth` is `rests_on > depth`: a disproof that rests on its own node alone
/// is a fact.
#[test]
fn a_disproof_that_rests_on_its_own_node_is_a_fact() {
    let (found, _, no_below) = concluded(true, [(EVER, 3), (EVER, NOTHING)], false);
    assert_eq!((found.dn, found.rests_on), (0, NOTHING));
    assert_eq!(no_below, Plies::MAX);
}

/// Fails if a disproof at the prover's turn takes the largest plies of its children, or the proof
/// at the defender's turn the smallest.
#[test]
fn plies_of_all_children() {
    let (found, _, no_below) = concluded(true, [(4, NOTHING), (6, NOTHING)], false);
    assert_eq!((found.plies, no_below), (5, 6));
    let (found, yes_from, _) = concluded(false, [(4, NOTHING), (6, NOTHING)], true);
    assert_eq!((found.plies, yes_from), (7, 7));
}

/// Fails if `estimate` adds the cost to the other number, or if `decide` keeps a cost.
#[test]
fn a_cost_is_added_to_the_minimised_number_while_undecided() {
    let edge = to_node(1).with_estimates(3, 5).with_cost(10);
    assert_eq!(Child::hidden::<Toy>(edge, true).numbers(true), (13, 5));
    assert_eq!(Child::hidden::<Toy>(edge, false).numbers(false), (15, 3));
    let mut child = Child::hidden::<Toy>(edge, true);
    child.update::<Toy>(
        &Found {
            pn: 7,
            dn: 2,
            ..Found::proved(0, Stock(1))
        },
        true,
    );
    assert_eq!((child.numbers(true), child.status), ((17, 2), Status::Hidden));
    child.update::<Toy>(&Found::proved(1, Stock(1)), true);
    assert_eq!(
        (child.numbers(true), child.status),
        ((0, INFINITE), Status::Proved)
    );
    // A sum that is cut off stays a number of an undecided node.
    child.estimate::<Toy>(LARGEST, 1, true);
    assert_eq!(child.numbers(true), (LARGEST, 1));
}

/// Fails if `child_thresholds` does not take the cost off: the child would be searched beyond the
/// point where its sibling is better.
#[test]
fn the_threshold_of_a_child_is_without_the_cost() {
    let mut first = prover([]);
    first.edges = vec![
        to_node(1).with_estimates(2, 1).with_cost(10),
        to_node(2).with_estimates(20, 1),
    ];
    let toy = Toy::new(vec![first, defender([0]), defender([0])]);
    let table = Table::new(1);
    let options = Options {
        epsilon: 0,
        ..Options::default()
    };
    let mut search = Search::new(toy, &table, options);
    let node = enter(&mut search, EVER);
    assert_eq!((node.numbers.least, node.numbers.second), (12, 20));
    let thresholds = search.child_thresholds(&node, node.thresholds(false));
    assert_eq!(thresholds.pn, 11);
}

/// Fails if a `Late::AfterPrevious` or `Late::Last` is opened at once, or a `Late::Rest` where
/// plies count is not.
#[test]
fn delayed_moves_stay_hidden() {
    let late = [Late::No, Late::AfterPrevious, Late::Rest, Late::Last];
    let toy = || {
        let mut first = prover([]);
        let edge = |(to, late)| to_node(to).with_late(late);
        first.edges = (1..5).zip(late).map(edge).collect();
        Toy::new(vec![
            first,
            defender([0]),
            defender([0]),
            defender([0]),
            defender([0]),
        ])
    };
    let table = Table::new(1);
    let mut search = Search::new(toy(), &table, Options::default());
    enter(&mut search, EVER);
    use Status::{Hidden, Open};
    assert_eq!(statuses(&search), [Open, Hidden, Hidden, Hidden]);
    let mut search = Search::new(toy(), &table, Options::default());
    enter(&mut search, 9);
    assert_eq!(statuses(&search), [Open, Hidden, Open, Hidden]);
}

/// Fails if `open_chain` does not go on to the edge that waits, or if `open_rest` opens nothing:
/// the last resort of the prover is the only move that wins.
#[test]
fn delayed_moves_are_opened_when_others_fail() {
    let mut first = prover([1]);
    first.edges.push(to_node(2).with_late(Late::AfterPrevious));
    first.edges.push(to_node(3).with_late(Late::Last));
    // After 1 and 2 the position repeats; after 3 the defender has no reply.
    let toy = Toy::new(vec![first, defender([0]), defender([0]), defender([])]);
    let table = Table::new(1);
    table.disprove(key(1), Stock(1), EVER, 1);
    let mut search = Search::new(toy.clone(), &table, Options::default());
    enter(&mut search, EVER);
    use Status::{Disproved, Hidden, Open};
    assert_eq!(statuses(&search), [Disproved, Open, Hidden]);
    let mut search = Search::new(toy, &table, Options::default());
    assert_eq!(
        metered(|meter| search.within(EVER, meter)),
        Ok(Outcome::Proved(1))
    );
}

/// Fails if `Node::thresholds` does not lift the thresholds below a loop.
#[test]
fn below_a_loop_thresholds_are_above_the_numbers() {
    let toy = Toy::new(vec![prover([1]), defender([0])]);
    let table = Table::new(1);
    let mut search = Search::new(toy, &table, Options::default());
    let thresholds = Thresholds { pn: 1, dn: 1 };
    let Ok(Entered::Node(mut node)) = metered(|meter| search.enter(EVER, thresholds, meter)) else {
        panic!("decided at once");
    };
    search.open(&node, 0);
    search.measure(&mut node);
    assert!(node.numbers.reach(node.thresholds(false)));
    assert!(!node.numbers.reach(node.thresholds(true)));
}

/// A path 0 - 1 - 2 - 3 to a defender without a reply, in which the reply at 1 is free.
fn free_reply() -> Toy {
    let mut reply = defender([]);
    reply.edges = vec![to_node(2).with_free(true)];
    Toy::new(vec![prover([1]), reply, prover([3]), defender([])])
}

/// Fails if `Node::below` lets a free reply take a ply (no proof within 2), or if `Node::above`
/// does (a proof within 3).
#[test]
fn a_free_reply_takes_no_ply() {
    for (within, outcome) in [(2, Outcome::Proved(2)), (1, Outcome::Disproved(1))] {
        let table = Table::new(1);
        let mut search = Search::new(free_reply(), &table, Options::default());
        assert_eq!(metered(|meter| search.within(within, meter)), Ok(outcome));
    }
}

/// Fails if a free edge is free at the prover's turn too: the proof would be within 1.
#[test]
fn a_move_of_the_prover_is_never_free() {
    let mut first = prover([]);
    first.edges = vec![to_node(1).with_free(true)];
    let toy = Toy::new(vec![first, defender([2]), prover([3]), defender([])]);
    let table = Table::new(1);
    let mut search = Search::new(toy, &table, Options::default());
    assert_eq!(
        metered(|meter| search.within(EVER, meter)),
        Ok(Outcome::Proved(3))
    );
}

/// Fails if the search does not ask at the horizon, or asks at the defender's turn, or does not
/// search a defender with free replies on where no plies are left.
#[test]
fn a_look_at_the_horizon_proves() {
    let mut places = vec![prover([1]), defender([]), prover([3]), defender([])];
    places[1].edges = vec![to_node(2).with_free(true)];
    places[2].seen = true;
    let toy = Toy::new(places);
    let table = Table::new(1);
    let mut search = Search::new(toy.from(2), &table, Options::default());
    assert_eq!(metered(|meter| search.within(0, meter)), Ok(Outcome::Proved(0)));
    let table = Table::new(1);
    let mut search = Search::new(toy, &table, Options::default());
    assert_eq!(
        metered(|meter| search.within(0, meter)),
        Ok(Outcome::Disproved(0))
    );
    assert_eq!(metered(|meter| search.within(1, meter)), Ok(Outcome::Proved(1)));
    // A defender whose reply takes a ply is not looked at.
    let mut places = vec![prover([1]), defender([2]), prover([3]), defender([])];
    places[1].seen = true;
    let table = Table::new(1);
    let mut search = Search::new(Toy::new(places), &table, Options::default());
    assert_eq!(
        metered(|meter| search.within(1, meter)),
        Ok(Outcome::Disproved(1))
    );
}

/// Fails if a disproof that rests on the path is stored for all paths (`rests_on` of a repeated
/// child is `NOTHING`). On the path 0 - 1 - 2 - 3 the reply at 3 repeats 0, so 2 is disproved
/// there. But 0 wins by 4, so 2 wins too.
#[test]
fn a_disproof_by_repetition_is_kept_apart() {
    let places = [
        prover([1, 4]),
        defender([2]),
        prover([3]),
        defender([0]),
        defender([]),
    ];
    let toy = Toy::new(places.into());
    let table = Table::new(1);
    let mut search = Search::new(toy.clone(), &table, Options::default());
    assert_eq!(
        metered(|meter| search.within(EVER, meter)),
        Ok(Outcome::Proved(1))
    );
    *search.query() = toy.from(2);
    assert_eq!(
        metered(|meter| search.within(EVER, meter)),
        Ok(Outcome::Proved(3))
    );
}

/// Fails if `cost` is a `Number`: children would take more cache lines.
#[test]
fn an_edge_is_half_a_cache_line() {
    assert_eq!(size_of::<Edge<u16, u64>>(), 32);
}

/// A chain of nodes in turns, won by the prover at its end. `nodes` is even, so the last node is
/// the defender's and has no reply. Node 0 is the prover's, and every node leads to the next.
fn chain(nodes: u16) -> Toy {
    let next = |i: u16| (i + 1 < nodes).then_some(i + 1);
    let places = (0..nodes).map(|i| {
        if i % 2 == 0 {
            prover(next(i))
        } else {
            defender(next(i))
        }
    });
    Toy::new(places.collect())
}

/// Fails if a disproof that comes from a cut path is kept for other paths: asked from a node
/// further up, it would seem to rest on a position of the path, and become a false fact. Fails as
/// well if a cut spoils the questions after it.
#[test]
fn a_cut_path_leaves_nothing_behind() {
    let game = chain(12);
    let table = Table::new(1);
    let options = Options {
        max_depth: 4,
        judge: false,
        ..Options::default()
    };
    let mut search = Search::new(game.from(2), &table, options);
    let asked = metered(|meter| search.within(EVER, meter));
    assert_eq!(asked, Err(Reason::Depth));
    *search.query() = game.from(0);
    let asked = metered(|meter| search.within(EVER, meter));
    assert_eq!(asked, Err(Reason::Depth));
    for node in 0..12 {
        let known = table.look(key(node), Stock(1));
        assert_eq!(known.no_below, 0, "node {node} is won");
    }
    // The last nodes are near enough.
    *search.query() = game.from(8);
    let asked = metered(|meter| search.within(EVER, meter));
    assert_eq!(asked, Ok(Outcome::Proved(3)));
}

/// Fails if a cut is not forgotten before the next question: a loop near the end of the chain has a
/// disproof, although the chain itself is too long.
#[test]
fn a_cut_is_forgotten_before_the_next_question() {
    let mut places: Vec<_> = (0..8)
        .map(|i| {
            if i % 2 == 0 {
                prover([i + 1])
            } else {
                defender([i + 1])
            }
        })
        .collect();
    places.extend([prover([9]), defender([8])]);
    let game = Toy::new(places);
    let table = Table::new(1);
    let options = Options {
        max_depth: 4,
        ..Options::default()
    };
    let mut search = Search::new(game.from(0), &table, options);
    assert_eq!(metered(|meter| search.within(EVER, meter)), Err(Reason::Depth));
    *search.query() = game.from(8);
    let asked = metered(|meter| search.within(EVER, meter));
    assert!(matches!(asked, Ok(Outcome::Disproved(_))), "{asked:?}");
}
