//! The search is right on cyclic graphs: its answers, the plies it claims, and every single fact in
//! its table agree with the full solution of small random games.

use yose_andor::{
    BestFirst, Combine, Deepening, EVER, Game, Killer, Late, Limits, Meter, Options, Outcome, PASS,
    PackedLine, Pds, Plies, Reason, Repeated, Search, Start, Table, team_within,
};
use yose_testkit::Random;
use yose_testkit::graph::{Graph, Hooks, LONG, MIXED, SHAPES, Shape, Solution, Stock, Walk, Way};

const PLAIN: Hooks = Hooks {
    pieces: false,
    judge: false,
    late: false,
    guess: false,
    replay: false,
    cost: false,
};
const RICH: Hooks = Hooks {
    pieces: true,
    judge: true,
    late: true,
    guess: true,
    replay: true,
    cost: false,
};

/// Every technique on and off, in company of the others and alone.
pub fn option_sets() -> Vec<(Options, Hooks)> {
    let usual = Options::default();
    let bare = Options {
        epsilon: 0,
        cut_worse: false,
        late: false,
        judge: false,
        generalise: false,
        share_numbers: false,
        replay: false,
        replay_threats: false,
        ..usual
    };
    let mut sets = Vec::new();
    let ways = [Combine::Sum, Combine::Weak, Combine::Groups, Combine::Part(1)];
    for prover in ways {
        for defender in ways {
            for (epsilon, pieces) in [(0, true), (2, true), (8, true), (2, false)] {
                for cut_worse in [false, true] {
                    let options = Options {
                        prover,
                        defender,
                        epsilon,
                        cut_worse,
                        ..usual
                    };
                    let hooks = Hooks { pieces, ..RICH };
                    sets.push((options, hooks));
                }
            }
        }
    }
    // One switch at a time, from nothing and from everything.
    let halves = |options| Options {
        defender: Combine::Part(1),
        ..options
    };
    for start in [bare, usual, halves(bare), halves(usual)] {
        let flip: [fn(&mut Options); 9] = [
            |_| {},
            |o| o.generalise ^= true,
            |o| o.cut_worse ^= true,
            |o| o.late ^= true,
            |o| o.judge ^= true,
            |o| o.share_numbers ^= true,
            |o| o.replay ^= true,
            |o| o.replay_threats ^= true,
            |o| o.three ^= true,
        ];
        for flip in flip {
            let mut options = start;
            flip(&mut options);
            sets.push((options, RICH));
        }
    }
    let only: [fn(&mut Hooks); 6] = [
        |_| {},
        |h| h.pieces = true,
        |h| h.judge = true,
        |h| h.late = true,
        |h| h.guess = true,
        |h| h.replay = true,
    ];
    for only in only {
        let mut hooks = PLAIN;
        only(&mut hooks);
        sets.extend([(usual, hooks), (bare, hooks)]);
    }
    sets
}

/// The results of a run over many graphs.
#[derive(Debug, Default)]
pub struct Tally {
    pub graphs: usize,
    pub questions: usize,
    pub wins: usize,
    pub longest: Plies,
    pub nodes: u64,
    pub most_nodes: u64,
    /// Questions that did not end within the limit.
    pub endless: usize,
    /// Proofs longer than asked for.
    pub over: usize,
    /// Answers that are not true.
    pub wrong: usize,
    /// Facts in the table that are not true.
    pub false_facts: usize,
    /// Facts looked at.
    pub facts: usize,
    /// The first things that went wrong.
    pub cases: Vec<String>,
}

impl Tally {
    /// Asks with a limit of nodes, and counts them.
    pub fn ask<T>(&mut self, nodes: u64, ask: impl FnOnce(&mut Meter<'_>) -> T) -> T {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut quiet = |_| {};
        let mut meter = Meter::new(&limits, &mut quiet);
        let answer = ask(&mut meter);
        self.nodes += meter.nodes();
        self.most_nodes = self.most_nodes.max(meter.nodes());
        answer
    }

    fn complain(&mut self, case: String) {
        if self.cases.len() < 3 {
            self.cases.push(case);
        }
    }

    /// Compares an answer to "within `n`?" with the truth.
    pub fn check(
        &mut self,
        n: Plies,
        answer: Result<Outcome, Reason>,
        truth: Option<Plies>,
        case: impl FnOnce() -> String,
    ) {
        self.questions += 1;
        let (right, over) = match answer {
            Err(_) => (true, false),
            Ok(Outcome::Proved(p)) => (truth.is_some_and(|length| length <= p), p > n),
            Ok(Outcome::Disproved(p)) => (p >= n && truth.is_none_or(|length| length > p), false),
        };
        self.endless += usize::from(answer.is_err());
        self.over += usize::from(over);
        self.wrong += usize::from(!right);
        if answer.is_err() || over || !right {
            self.complain(format!("{}: within {n} {answer:?}, truth {truth:?}", case()));
        }
    }

    /// Compares every fact in the table with the truth.
    pub fn audit(&mut self, graph: &Graph, truth: &Solution, table: &Table, case: impl Fn() -> String) {
        for (node, stock) in graph.states() {
            let known = table.look(graph.key(node), stock);
            let length = truth.length(node, stock);
            let (yes, no) = (known.yes_from <= EVER, known.no_below > 0);
            let right = (!yes || length.is_some_and(|l| l <= known.yes_from))
                && (!no || length.is_none_or(|l| l >= known.no_below));
            self.facts += usize::from(yes) + usize::from(no);
            if !right {
                self.false_facts += 1;
                self.complain(format!(
                    "{}: {node} {stock:?} {known:?}, truth {length:?}",
                    case()
                ));
            }
        }
    }
}

/// Some starts, hard ones rather than easy ones.
pub fn starts(graph: &Graph, truth: &Solution, random: &mut Random, count: usize) -> Vec<(usize, Stock)> {
    let states: Vec<_> = graph.states().collect();
    (0..count)
        .map(|_| {
            let tries = (0..4).map(|_| states[random.below(states.len())]);
            tries
                .max_by_key(|&(node, stock)| truth.length(node, stock).map_or(3, |l| l))
                .unwrap_or_default()
        })
        .collect()
}

/// The questions put to a start whose truth is known: ever, and around the exact length.
pub fn questions(length: Option<Plies>, random: &mut Random) -> [Plies; 3] {
    match (length, random.below(4)) {
        (Some(l), 0) => [l.saturating_sub(2), l, EVER],
        (Some(l), 1) => [EVER, l.saturating_sub(1), l],
        (Some(l), 2) => [l.saturating_sub(1), l + 2, l],
        (Some(l), _) => [l, l.saturating_sub(2), EVER],
        (None, 0) => [EVER, 5, 8],
        (None, 1) => [3, 6, EVER],
        (None, 2) => [1 + 2 * random.below(12) as Plies, EVER, 2],
        (None, _) => [9, 21, EVER],
    }
}

/// Solves many graphs, each with the next set of options: several starts over one table, several
/// questions each, with an audit of the table after each start.
fn run(seeds: std::ops::Range<u64>, shapes: &[Shape], sets: &[(Options, Hooks)], nodes: u64) -> Tally {
    run_changed(seeds, shapes, |graph| graph, sets, nodes)
}

/// The same with a switch of the game.
fn run_changed(
    seeds: std::ops::Range<u64>,
    shapes: &[Shape],
    change: impl Fn(Graph) -> Graph,
    sets: &[(Options, Hooks)],
    nodes: u64,
) -> Tally {
    let mut tally = Tally::default();
    for batch in seeds.clone().step_by(2_000) {
        let batch: Vec<u64> = (batch..(batch + 2_000).min(seeds.end)).collect();
        let shape = |seed: u64| &shapes[seed as usize % shapes.len()];
        let graphs: Vec<Graph> = batch
            .iter()
            .map(|&seed| change(Graph::random(shape(seed), seed)))
            .collect();
        for (i, &(options, hooks)) in sets.iter().enumerate() {
            let mut table = Table::new(1);
            table.share_numbers(options.share_numbers);
            let mut search: Option<Search<_>> = None;
            for graph in &graphs {
                if (graph.seed as usize / shapes.len()) % sets.len() != i {
                    continue;
                }
                table.renew();
                tally.graphs += 1;
                let mut random = Random::new(graph.seed ^ 0xa5a5);
                let truth = graph.solve();
                for (node, stock) in starts(graph, &truth, &mut random, 4) {
                    let query = graph.ask(node, stock, hooks);
                    // One search goes on to other starts and graphs: its memory of paths must not
                    // mislead it.
                    let search = match &mut search {
                        Some(search) => {
                            *search.query() = query;
                            search
                        }
                        none => none.insert(Search::new(query, &table, options)),
                    };
                    let length = truth.length(node, stock);
                    tally.wins += usize::from(length.is_some());
                    tally.longest = tally.longest.max(length.unwrap_or(0));
                    for n in questions(length, &mut random) {
                        let answer = tally.ask(nodes, |meter| search.within(n, meter));
                        tally.check(n, answer, length, || {
                            format!(
                                "graph {} from {node} {stock:?}, {options:?} {hooks:?}",
                                graph.seed
                            )
                        });
                    }
                    tally.audit(graph, &truth, &table, || {
                        format!(
                            "graph {} from {node} {stock:?}, {options:?} {hooks:?}",
                            graph.seed
                        )
                    });
                }
            }
        }
    }
    tally
}

/// A switch of the game, with its name.
type Switch = (&'static str, fn(Graph) -> Graph);

/// A game as it is, and with each switch that changes lengths or moves.
const SWITCHES: [Switch; 5] = [
    ("none", |graph| graph),
    ("free replies", Graph::with_free_replies),
    ("looks", Graph::with_looks),
    ("passes", Graph::with_passes),
    ("all", |graph| {
        graph.with_passes().with_free_replies().with_looks()
    }),
];

/// The oracle itself: more never hurts, and the lengths satisfy their definition.
#[test]
fn the_solution_is_one() {
    for (name, change) in SWITCHES {
        for seed in 0..2_000 {
            let graph = change(Graph::random(&SHAPES[seed as usize % SHAPES.len()], seed));
            check_solution(&graph, &format!("graph {seed}, switch {name}"));
        }
    }
}

fn check_solution(graph: &Graph, case: &str) {
    let truth = graph.solve();
    for (node, stock) in graph.states() {
        let length = truth.length(node, stock);
        for more in graph.stocks().filter(|s| (0..2).all(|k| s.0[k] >= stock.0[k])) {
            let with_more = truth.length(node, more);
            assert!(
                length.is_none_or(|l| with_more.is_some_and(|m| m <= l)),
                "{case}: {node} with {stock:?} {length:?}, with {more:?} {with_more:?}"
            );
        }
        let prover = graph.prover[node];
        let ways = graph.ways[node].iter();
        let next = ways.filter(|way| Graph::is_open(prover, way, stock)).map(|way| {
            let length = truth.length(way.to.into(), graph.after(way, stock));
            length.map_or(EVER, |l| l + Plies::from(prover || !way.free))
        });
        let by_definition = if graph.sees(node, stock, graph.looks) {
            // The law of looks: what they prove has a proof within one ply by the moves.
            let by_moves = next.min();
            assert!(by_moves.is_some_and(|l| l <= 1), "{case}: {node} with {stock:?}");
            Some(0)
        } else if prover {
            next.min().filter(|&l| l < EVER)
        } else {
            next.max().or(Some(0)).filter(|&l| l < EVER)
        };
        assert_eq!(length, by_definition, "{case}: {node} with {stock:?}");
    }
}

/// The promise. The sets of options come in turn, so that each sees more than two thousand graphs.
#[test]
fn every_answer_and_every_fact_is_true() {
    let (cutting, others): (Vec<_>, Vec<_>) = option_sets().into_iter().partition(|(o, _)| o.cut_worse);
    for (sets, seeds) in [(cutting, 0..70_000), (others, 70_000..120_000)] {
        let tally = run(seeds, &SHAPES, &sets, 200_000);
        println!("{tally:#?}");
        assert!(tally.wins > 50_000 && tally.longest > 20, "{tally:#?}");
        assert_eq!((tally.wrong, tally.false_facts), (0, 0), "{tally:#?}");
        assert_eq!(tally.over, 0, "{tally:#?}");
        // A disproof that rests on its path is found again on every other path. Without the cut of
        // children that are worse than the path, a few graphs have too many paths.
        let few = if sets[0].0.cut_worse {
            0
        } else {
            tally.questions / 50_000
        };
        assert!(tally.endless <= few, "{tally:#?}");
    }
}

/// Disproofs that closing a set made facts are true, with every other technique on and off.
#[test]
fn promoted_facts_are_true() {
    let mut sets = option_sets();
    for (options, _) in &mut sets {
        options.promote = true;
    }
    let tally = run(200_000..230_000, &SHAPES, &sets, 50_000);
    println!("{tally:#?}");
    assert!(tally.wins > 20_000 && tally.facts > 1_000_000, "{tally:#?}");
    assert_eq!(
        (tally.wrong, tally.false_facts, tally.over),
        (0, 0, 0),
        "{tally:#?}"
    );
    assert!(tally.endless <= tally.questions / 10_000, "{tally:#?}");
}

/// Costs of edges change no answer.
#[test]
fn costs_change_no_answer() {
    let mut sets = option_sets();
    for (_, hooks) in &mut sets {
        hooks.cost = true;
    }
    let tally = run(300_000..330_000, &SHAPES, &sets, 200_000);
    println!("{tally:#?}");
    assert!(tally.wins > 20_000 && tally.facts > 1_000_000, "{tally:#?}");
    let wrong = (tally.wrong, tally.false_facts, tally.over);
    assert_eq!(wrong, (0, 0, 0), "{tally:#?}");
    assert!(tally.endless <= tally.questions / 20_000, "{tally:#?}");
}

/// Free replies, looks at the horizon and passes, each alone and all together, with every technique
/// on and off, promoted facts and costs among them.
#[test]
fn switches_of_the_game_are_right() {
    let mut sets = option_sets();
    for (i, (options, hooks)) in sets.iter_mut().enumerate() {
        options.promote = i % 3 == 1;
        hooks.cost = i % 5 == 2;
    }
    for (name, change) in &SWITCHES[1..] {
        let tally = run_changed(400_000..420_000, &SHAPES, change, &sets, 200_000);
        println!("{name}: {tally:#?}");
        assert!(
            tally.wins > 10_000 && tally.facts > 1_000_000,
            "{name}: {tally:#?}"
        );
        let wrong = (tally.wrong, tally.false_facts, tally.over);
        assert_eq!(wrong, (0, 0, 0), "{name}: {tally:#?}");
        assert!(tally.endless <= tally.questions / 10_000, "{name}: {tally:#?}");
    }
}

/// The same with three threads.
#[test]
fn switches_of_the_game_are_right_with_threads() {
    deeply(|| {
        for (name, change) in SWITCHES {
            let mut tally = Tally::default();
            for seed in 0..150 {
                let graph = change(Graph::random(&SHAPES[seed as usize % SHAPES.len()], seed));
                let truth = graph.solve();
                let mut random = Random::new(seed);
                let table = Table::new(1);
                tally.graphs += 1;
                for (node, stock) in starts(&graph, &truth, &mut random, 2) {
                    let hooks = Hooks { cost: true, ..RICH };
                    let query = graph.ask(node, stock, hooks);
                    let length = truth.length(node, stock);
                    for n in questions(length, &mut random) {
                        let options = Options::default();
                        let answer =
                            tally.ask(100_000, |meter| team_within(&query, n, 3, &table, options, meter));
                        tally.check(n, answer, length, || {
                            format!("graph {seed} from {node} {stock:?}, switch {name}")
                        });
                    }
                }
                tally.audit(&graph, &truth, &table, || format!("graph {seed}, switch {name}"));
            }
            let wrong = (tally.wrong, tally.false_facts, tally.over, tally.endless);
            assert_eq!(wrong, (0, 0, 0, 0), "{name}: {tally:#?}");
        }
    });
}

/// A pass is an edge like any other: it packs into its own code, is found again by it, and the
/// table names it as the move of a proof.
#[test]
fn a_pass_can_prove() {
    let way = |to, pass| Way {
        to,
        limit: Stock([0, 0]),
        change: [0, 0],
        guess: (1, 1),
        late: Late::No,
        free: false,
        pass,
    };
    // The prover wins only if it passes: the other side, at node 1, has no move.
    let graph = Graph {
        looks: 0,
        seed: 1,
        cap: Stock([0, 0]),
        prover: vec![true, false, true, false],
        ways: vec![
            vec![way(3, false), way(1, true)],
            vec![],
            vec![],
            vec![way(2, false)],
        ],
    };
    let mut query = graph.ask(0, Stock([0, 0]), PLAIN);
    let table = Table::new(1);
    let mut search = Search::new(query.clone(), &table, Options::default());
    let answer = Tally::default().ask(100, |meter| search.within(EVER, meter));
    assert_eq!(answer, Ok(Outcome::Proved(1)));
    assert_eq!(table.look(query.key(), query.resource()).mv, PASS);
    assert_eq!(query.find_move(PASS), Some(u8::MAX));
    assert_eq!(PackedLine::of_proof(&table, query).moves(), [PASS]);
}

/// The smallest game in which df-pn once went round for ever, with or without threshold control: 5
/// nodes, 8 ways, won in 7. The defender gives a thing away each time round, so a node comes back
/// with more. Its disproof number was that of the same node with less, nearer the root, which in
/// turn was the sum over the loop.
#[test]
fn numbers_do_not_feed_on_each_other() {
    let shape = Shape {
        nodes: (4, 9),
        cap: 1,
        ..LONG
    };
    let graph = Graph::random(&shape, 102_901);
    assert_eq!(graph.solve().length(0, Stock([0, 0])), Some(7), "another graph");
    let table = Table::new(1);
    let options = Options {
        epsilon: 0,
        ..Options::default()
    };
    let mut search = Search::new(graph.ask(0, Stock([0, 0]), PLAIN), &table, options);
    let mut tally = Tally::default();
    let answer = tally.ask(1_000, |meter| search.within(EVER, meter));
    assert!(matches!(answer, Ok(Outcome::Proved(_))), "{answer:?}");
}

/// Two games that went round for ever in spite of threshold control. In the first, a child that
/// came back was opened late, after the visit had looked for such children. In the second, numbers
/// had grown to the largest number, and their sum left a child less than it had already.
#[test]
fn control_sees_late_children_and_full_numbers() {
    for (seed, node, prover, defender) in [
        (50_340, 17, Combine::Weak, Combine::Groups),
        (46_324, 4, Combine::Part(1), Combine::Part(1)),
    ] {
        let graph = Graph::random(&SHAPES[seed as usize % SHAPES.len()], seed);
        let start = Stock([0, 0]);
        assert_eq!(graph.solve().length(node, start), None, "another graph");
        let table = Table::new(1);
        let options = Options {
            prover,
            defender,
            epsilon: 0,
            ..Options::default()
        };
        let mut search = Search::new(graph.ask(node, start, RICH), &table, options);
        let mut tally = Tally::default();
        let answer = tally.ask(10_000, |meter| search.within(EVER, meter));
        assert_eq!(answer, Ok(Outcome::Disproved(EVER)), "graph {seed}");
    }
}

/// Runs with a stack for the deepest path.
fn deeply(test: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        let done = thread
            .spawn_scoped(scope, test)
            .map(std::thread::ScopedJoinHandle::join);
        assert!(matches!(done, Ok(Ok(()))));
    });
}

/// A line without end is too deep to follow: the search says so and claims nothing.
#[test]
fn a_line_too_deep_is_no_answer() {
    let n = 10_000;
    let on = |to: u16| Way {
        to,
        limit: Stock([0, 0]),
        change: [0, 0],
        guess: (1, 1),
        late: Late::No,
        free: false,
        pass: false,
    };
    let graph = Graph {
        looks: 0,
        seed: 1,
        cap: Stock([0, 0]),
        prover: (0..n).map(|node| node % 2 == 0).collect(),
        ways: (1..=n)
            .map(|to| Vec::from_iter((to < n).then_some(on(to))))
            .collect(),
    };
    let start = || graph.ask(0, Stock([0, 0]), PLAIN);
    deeply(|| {
        let table = Table::new(1);
        let mut tally = Tally::default();
        let mut ask =
            |ask: &mut dyn FnMut(&mut Meter<'_>) -> Result<Outcome, Reason>| tally.ask(u64::MAX, ask);
        let mut search = Search::new(start(), &table, Options::default());
        assert_eq!(ask(&mut |meter| search.within(EVER, meter)), Err(Reason::Depth));
        assert_eq!(
            ask(&mut |meter| Pds::new(start(), 1).within(EVER, meter)),
            Err(Reason::Depth)
        );
        assert_eq!(
            ask(&mut |meter| BestFirst::new(start(), 1).within(EVER, meter)),
            Err(Reason::Depth)
        );
        assert_eq!(
            ask(&mut |meter| Deepening::new(start(), 1).within(EVER, meter)),
            Err(Reason::Depth)
        );
        // The last node wins: nothing in the table may say otherwise.
        tally.audit(&graph, &graph.solve(), &table, String::new);
        assert_eq!(tally.false_facts, 0, "{tally:#?}");
    });
}

/// Graphs far larger than a table of one MB, with one thread and three: a table that grows and
/// throws entries out holds nothing false.
#[test]
fn full_tables_hold_nothing_false() {
    let large = Shape {
        nodes: (4_000, 5_000),
        prover: (2, 4),
        other: (2, 3),
        reach: 400,
        goals: 200,
        ..MIXED
    };
    deeply(|| {
        for threads in [1, 3] {
            let mut tally = Tally::default();
            let mut collections = 0;
            for seed in 0..4 {
                let graph = Graph::random(&large, seed);
                let truth = graph.solve();
                let mut random = Random::new(seed);
                let table = Table::new(1);
                tally.graphs += 1;
                for (node, stock) in starts(&graph, &truth, &mut random, 200) {
                    let query = graph.ask(node, stock, RICH);
                    let length = truth.length(node, stock);
                    let case = || format!("graph {seed} from {node} {stock:?}, {threads} threads");
                    for n in questions(length, &mut random) {
                        let options = Options::default();
                        let answer = tally.ask(10_000, |meter| {
                            if threads == 1 {
                                Search::new(query.clone(), &table, options).within(n, meter)
                            } else {
                                team_within(&query, n, threads, &table, options, meter)
                            }
                        });
                        tally.check(n, answer, length, case);
                    }
                }
                tally.audit(&graph, &truth, &table, || {
                    format!("graph {seed}, {threads} threads")
                });
                collections += table.collections();
            }
            println!("{threads} threads, {collections} collections: {tally:?}");
            assert!(collections > 0, "{tally:#?}");
            assert_eq!((tally.wrong, tally.false_facts), (0, 0), "{tally:#?}");
        }
    });
}

/// The same graphs with disproofs that rest on the path stored like any other: many answers are
/// wrong.
#[test]
fn naive_repetitions_are_wrong() {
    let naive = |(options, hooks)| {
        let repetitions = Repeated::Naive;
        (
            Options {
                repetitions,
                ..options
            },
            hooks,
        )
    };
    let sets: Vec<_> = option_sets().into_iter().map(naive).collect();
    let tally = run(0..20_000, &SHAPES, &sets, 20_000);
    println!(
        "naive: {} of {} answers wrong, {} of {} facts false",
        tally.wrong, tally.questions, tally.false_facts, tally.facts
    );
    assert!(tally.wrong >= 50 && tally.false_facts >= 50, "{tally:#?}");
}

/// The need for threshold control: a number to look at, not a promise.
#[test]
fn without_control_some_do_not_end() {
    for epsilon in [0, 2] {
        let loose = Options {
            control: false,
            epsilon,
            ..Options::default()
        };
        let tally = run(0..20_000, &SHAPES, &[(loose, RICH)], 20_000);
        println!(
            "without control, epsilon {epsilon}: {} of {} questions did not end within 20,000 nodes",
            tally.endless, tally.questions
        );
        assert_eq!((tally.wrong, tally.false_facts), (0, 0), "{tally:#?}");
    }
}

/// One thread is deterministic: the same nodes twice.
#[test]
fn the_same_twice() {
    let once = || run(0..2_000, &SHAPES, &option_sets(), 20_000);
    let (a, b) = (once(), once());
    assert_eq!((a.nodes, a.facts), (b.nodes, b.facts));
}

/// Runs one of the reference searches on smaller graphs; `ask` gets the question and the bound.
fn refer(
    name: &str,
    seeds: std::ops::Range<u64>,
    nodes: u64,
    mut ask: impl FnMut(Walk<'_>, Plies, &mut Meter<'_>) -> Result<Outcome, Reason>,
) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let shape = Shape {
            nodes: (6, 16),
            cap: 2,
            ..SHAPES[seed as usize % SHAPES.len()]
        };
        let graph = Graph::random(&shape, seed);
        let truth = graph.solve();
        let mut random = Random::new(seed ^ 0x5a5a);
        tally.graphs += 1;
        for (node, stock) in starts(&graph, &truth, &mut random, 2) {
            let length = truth.length(node, stock);
            tally.wins += usize::from(length.is_some());
            tally.longest = tally.longest.max(length.unwrap_or(0));
            for n in questions(length, &mut random) {
                let query = graph.ask(node, stock, PLAIN);
                let answer = tally.ask(nodes, |meter| ask(query, n, meter));
                tally.check(n, answer, length, || {
                    format!("graph {seed} from {node} {stock:?}")
                });
            }
        }
    }
    println!("{name}: {tally:?}");
    assert!(tally.wins > 100, "{name}: {tally:#?}");
    assert_eq!((tally.wrong, tally.over), (0, 0), "{name}: {tally:#?}");
    tally
}

#[test]
fn deepening_agrees() {
    // The longest win of a graph is shorter than its number of states: a bound that bounds nothing.
    let longest = 16 * 9;
    let tally = refer("deepening", 0..4_000, 200_000, |query, n, meter| {
        let answer = Deepening::new(query, 1).within(n.min(longest), meter);
        match answer {
            Ok(Outcome::Disproved(p)) if p >= longest => Ok(Outcome::Disproved(EVER)),
            other => other,
        }
    });
    assert_eq!(tally.endless, 0, "{tally:#?}");
    // Its lengths are exact.
    for seed in 0..500 {
        let graph = Graph::random(&LONG, seed);
        let truth = graph.solve();
        for (node, stock) in starts(&graph, &truth, &mut Random::new(seed), 2) {
            if let Some(length) = truth.length(node, stock) {
                let mut search = Deepening::new(graph.ask(node, stock, PLAIN), 1);
                let answer = Tally::default().ask(1_000_000, |meter| search.within(EVER, meter));
                assert_eq!(
                    answer,
                    Ok(Outcome::Proved(length)),
                    "graph {seed} from {node} {stock:?}"
                );
            }
        }
    }
}

#[test]
fn pds_agrees() {
    let tally = refer("PDS", 0..4_000, 1_000_000, |query, n, meter| {
        Pds::new(query, 1).within(n, meter)
    });
    assert_eq!(tally.endless, 0, "{tally:#?}");
}

#[test]
fn best_first_agrees() {
    // Every path has its own node: some trees do not fit.
    let tally = refer("best first", 0..4_000, 1_000_000, |query, n, meter| {
        BestFirst::new(query, 4).within(n, meter)
    });
    assert!(tally.endless * 50 < tally.questions, "{tally:#?}");
}

/// Killer trees, in every search that has them, change no answer.
#[test]
fn killer_trees_agree() {
    let killers = [
        (Start::Always, false),
        (Start::Always, true),
        (Start::Height(2, 4), false),
    ]
    .map(|(start, dual)| Killer {
        start,
        pass: false,
        dual,
    });
    let longest = 16 * 9;
    for killer in killers {
        refer("deepening with killers", 0..1_500, 200_000, |query, n, meter| {
            let answer = Deepening::new(query, 1)
                .with_killer(killer)
                .within(n.min(longest), meter);
            match answer {
                Ok(Outcome::Disproved(p)) if p >= longest => Ok(Outcome::Disproved(EVER)),
                other => other,
            }
        });
        refer("PDS with killers", 0..1_500, 1_000_000, |query, n, meter| {
            Pds::new(query, 1).with_killer(killer).within(n, meter)
        });
        refer("df-pn with killers", 0..1_500, 1_000_000, |query, n, meter| {
            let table = Table::new(1);
            let options = Options {
                killer,
                ..Options::default()
            };
            Search::new(query, &table, options).within(n, meter)
        });
    }
}
