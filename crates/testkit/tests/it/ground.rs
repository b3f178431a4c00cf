//! The search is right on cyclic graphs with a ground: its answers, the plies it claims, and every
//! fact in its table agree with the full solution of small random games.

use crate::graphs::{Tally, option_sets, questions, starts};
use yose_andor::evidence::Decides;
use yose_andor::{
    Closed, EVER, Game, Limits, Meter, Options, Outcome, Plies, Reason, Search, Table, team_within,
    with_big_stack,
};
use yose_board::Key;
use yose_testkit::Random;
use yose_testkit::game_laws as laws;
use yose_testkit::graph::{BARE, Hooks, LONG, LOOPS, MIXED, Shape, Stock};
use yose_testkit::ground::{Ground, GroundWalk};

const SHAPES: [Shape; 4] = [MIXED, LONG, LOOPS, BARE];

fn random(seed: u64) -> Ground {
    Ground::random(&SHAPES[seed as usize % SHAPES.len()], seed)
}

/// The solution itself: every length is that of the definition.
#[test]
fn the_solution_is_that_of_the_definition() {
    for seed in 0..2_000 {
        let ground = random(seed);
        let (graph, truth) = (&ground.graph, ground.solve());
        for (node, stock) in graph.states() {
            let prover = graph.prover[node];
            let open = graph.ways[node]
                .iter()
                .filter(|way| yose_testkit::graph::Graph::is_open(prover, way, stock));
            let lengths = open.map(|way| {
                let after = truth.length(way.to.into(), graph.after(way, stock));
                let check = ground.in_check[usize::from(way.to)];
                match after {
                    Some(0) if way.pass || !prover || check => Some(0),
                    Some(_) if way.pass => None,
                    Some(length) => Some(length + 1),
                    None => None,
                }
            });
            let length = if prover {
                lengths.flatten().min()
            } else {
                lengths
                    .collect::<Option<Vec<_>>>()
                    .map(|all| all.into_iter().max().unwrap_or(0))
            };
            assert_eq!(
                truth.length(node, stock),
                length,
                "graph {seed}, {node} {stock:?}"
            );
        }
    }
}

/// Every set of options, promoted facts and costs among them.
#[test]
fn every_answer_and_every_fact_is_true() {
    let mut sets = option_sets();
    for (i, (options, hooks)) in sets.iter_mut().enumerate() {
        options.promote = i % 3 == 1;
        hooks.cost = i % 5 == 2;
    }
    let mut tally = Tally::default();
    let mut mates = 0;
    for seed in 500_000..540_000u64 {
        let ground = random(seed);
        let (options, hooks) = sets[seed as usize / SHAPES.len() % sets.len()];
        let truth = ground.solve();
        let mut table = Table::new(1);
        table.share_numbers(options.share_numbers);
        let mut random = Random::new(seed ^ 0xa5a5);
        tally.graphs += 1;
        for (node, stock) in starts(&ground.graph, &truth, &mut random, 4) {
            let mut search = Search::new(ground.ask(node, stock, hooks), &table, options);
            let length = truth.length(node, stock);
            mates += usize::from(length == Some(0));
            tally.wins += usize::from(length.is_some());
            tally.longest = tally.longest.max(length.unwrap_or(0));
            let case = || format!("graph {seed} from {node} {stock:?}, {options:?} {hooks:?}");
            for n in questions(length, &mut random).into_iter().chain([0]) {
                let answer = tally.ask(200_000, |meter| search.within(n, meter));
                tally.check(n, answer, length, case);
            }
            tally.audit(&ground.graph, &truth, &table, case);
        }
    }
    println!("{tally:#?}");
    let longer = tally.wins - mates;
    assert!(mates > 10_000 && longer > 5_000, "{mates} mates, {longer} longer");
    assert!(tally.facts > 1_000_000, "{tally:#?}");
    let wrong = (tally.wrong, tally.false_facts, tally.over);
    assert_eq!(wrong, (0, 0, 0), "{tally:#?}");
    assert!(tally.endless <= tally.questions / 10_000, "{tally:#?}");
}

/// Fails if proofs are not played again in these games: then the test above does not show that
/// replayed proofs are right.
#[test]
fn threats_and_interpositions_are_played_again() {
    let hooks = Hooks {
        judge: false,
        ..Hooks::ALL
    };
    let [both, threats, neither] = [(true, true), (false, true), (false, false)].map(|switches| {
        let options = Options {
            replay: switches.0,
            replay_threats: switches.1,
            ..Options::default()
        };
        let mut tally = Tally::default();
        for seed in 0..10_000 {
            let ground = random(seed);
            let truth = ground.solve();
            let table = Table::new(1);
            for (node, stock) in starts(&ground.graph, &truth, &mut Random::new(seed), 4) {
                let mut search = Search::new(ground.ask(node, stock, hooks), &table, options);
                let answer = tally.ask(200_000, |meter| search.within(EVER, meter));
                tally.check(EVER, answer, truth.length(node, stock), || {
                    format!("graph {seed}")
                });
            }
        }
        assert_eq!(tally.wrong, 0, "{tally:#?}");
        tally.nodes
    });
    println!("nodes: {both}, without interpositions {threats}, without both {neither}");
    assert!(both != threats && threats != neither);
}

/// The same with three threads.
#[test]
fn every_answer_is_true_with_threads() {
    let tally = with_big_stack(|| {
        let mut tally = Tally::default();
        for seed in 0..150 {
            let ground = random(seed);
            let truth = ground.solve();
            let mut random = Random::new(seed);
            let table = Table::new(1);
            for (node, stock) in starts(&ground.graph, &truth, &mut random, 2) {
                let query = ground.ask(node, stock, Hooks::ALL);
                let length = truth.length(node, stock);
                for n in questions(length, &mut random).into_iter().chain([0]) {
                    let options = Options::default();
                    let answer =
                        tally.ask(100_000, |meter| team_within(&query, n, 3, &table, options, meter));
                    tally.check(n, answer, length, || {
                        format!("graph {seed} from {node} {stock:?}")
                    });
                }
            }
            tally.audit(&ground.graph, &truth, &table, || format!("graph {seed}"));
        }
        tally
    });
    let tally = tally.expect("a stack");
    let wrong = (tally.wrong, tally.false_facts, tally.over, tally.endless);
    assert_eq!(wrong, (0, 0, 0, 0), "{tally:#?}");
}

#[test]
fn games_with_a_ground_keep_the_laws() {
    for seed in 0..200 {
        let ground = random(seed);
        let ask = |(node, stock)| ground.ask(node, stock, Hooks::ALL);
        let positions: Vec<_> = ground.graph.states().map(ask).collect();
        laws::all(&positions, 4).unwrap_or_else(|breach| panic!("graph {seed}: {breach}"));
        assert!(positions.iter().any(|at| at.prover_to_move()));
    }
}

/// A search as the judge of the ground, for closed sets.
struct Judge<'g, 't>(Search<'t, GroundWalk<'g>>);

impl<'g> yose_andor::Ground<GroundWalk<'g>> for Judge<'g, '_> {
    fn reached(&mut self, at: &GroundWalk<'g>, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        Ok(matches!(self.0.ask(at, 0, meter)?, Outcome::Proved(_)))
    }
    fn proved(&mut self, at: &GroundWalk<'g>, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        match meter.step(2, |meter| self.0.ask(at, EVER, meter))? {
            Some(Outcome::Proved(plies)) => Ok(Some(plies)),
            _ => Ok(None),
        }
    }
    fn known(&self, key: Key, stock: Stock) -> (Plies, Plies) {
        let known = self.0.table().look(key, stock);
        (known.yes_from, known.no_below)
    }
}

/// Closed sets on graphs with a ground: the answer, and every fact that the search stores. Lengths
/// are upper bounds there.
#[test]
fn every_closed_set_is_true() {
    let (mut wins, mut closed_sets) = (0, 0);
    for seed in 700_000..720_000u64 {
        let ground = random(seed);
        let truth = ground.solve();
        for (node, stock) in starts(&ground.graph, &truth, &mut Random::new(seed), 4) {
            let case = format!("graph {seed} from {node} {stock:?}");
            let hooks = Hooks::ALL;
            let (table, facts) = (Table::new(1), Table::new(1));
            let query = ground.ask(node, stock, hooks);
            let mut judge = Judge(Search::new(query.clone(), &table, Options::default()));
            let mut closed = Closed::with_ground(&facts, 1, &mut judge);
            let mut tell = |_| {};
            let limits = Limits::default();
            let found = closed.ever(&query, &mut Meter::new(&limits, &mut tell));
            match (found, truth.length(node, stock)) {
                (Ok(Outcome::Proved(n)), Some(length)) => {
                    assert!(n >= length, "{case}: {n} plies, {length} at least");
                    wins += 1;
                }
                (Ok(Outcome::Disproved(EVER)), None) => closed_sets += 1,
                other => panic!("{case}: {other:?}"),
            }
            for (node, stock) in ground.graph.states() {
                let at = ground.ask(node, stock, hooks);
                let known = facts.look(at.key(), at.resource());
                let length = truth.length(node, stock);
                let holds = length.map_or(known.yes_from == Plies::MAX, |length| {
                    known.yes_from >= length && known.no_below < Plies::MAX
                });
                assert!(holds, "{case}: {node} {stock:?} {length:?} {known:?}");
            }
        }
    }
    assert!(wins > 5_000 && closed_sets > 5_000, "{wins} {closed_sets}");
}
