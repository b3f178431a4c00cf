//! Values of small games by search: never wrong against full tables, against the published values
//! and on random cyclic games.

use std::sync::Arc;
use yose_andor::{Candidates, Closed, Deletion, EVER, Limits, Meter, Outcome, Switches, Table as ProofTable};
use yose_shogi::{AnyPosition, Geometry, Position, Promotion, Rules, Stalemate, Variant, with_position};
use yose_tablebase::{Material, Table, Value, Watch};
use yose_testkit::graph::{Graph, Hooks, SHAPES};
use yose_testkit::{Random, shared_data, suite};
use yose_value::value::{find, find_with};
use yose_value::{GameValue, Method, Oracle};

/// Every combination of the switches of Shibahara, Tajima and Kotani's method.
fn switches() -> Vec<Switches> {
    let mut all = Vec::new();
    for i in 0..32 {
        all.push(Switches {
            interleaved: i & 1 != 0,
            clear_numbers: i & 2 != 0,
            share_numbers: i & 4 != 0,
            countermeasure: (i & 8 != 0).then_some(3),
            deletion: if i & 16 != 0 {
                Deletion::Influenced
            } else {
                Deletion::All
            },
            ..Switches::default()
        });
    }
    all
}

/// Both methods on random cyclic games with a resource: every answer is right, and so is every fact
/// in the table of the closed-set search.
#[test]
fn methods_are_right_on_cyclic_graphs() {
    let switches = switches();
    let (mut wins, mut refuted, mut open, mut facts) = (0, 0, 0, 0);
    for seed in 0..24_000u64 {
        let graph = Graph::random(&SHAPES[seed as usize % SHAPES.len()], seed + 500_000);
        let truth = graph.solve();
        let mut random = Random::new(seed);
        let states: Vec<_> = graph.states().collect();
        let (node, stock) = states[random.below(states.len())];
        let rich = seed % 3 != 0;
        let hooks = Hooks {
            pieces: rich,
            judge: rich,
            late: false,
            guess: rich,
            replay: false,
            cost: false,
        };
        let length = truth.length(node, stock);
        let query = graph.ask(node, stock, hooks);
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let mut quiet = |_| {};
        let mut meter = Meter::new(&limits, &mut quiet);
        let table = ProofTable::new(1);
        let closed = Closed::new(&table, 16).ever(&query, &mut meter);
        let mut candidates = Candidates::new(query, switches[seed as usize % switches.len()]);
        let paper = candidates.ever(&mut meter);
        for (answer, must) in [(closed, true), (paper, false)] {
            match (answer, length) {
                (Ok(Outcome::Proved(n)), Some(l)) if n >= l => wins += 1,
                (Ok(Outcome::Disproved(EVER)), None) => refuted += 1,
                (Err(_), _) if !must => open += 1,
                wrong => panic!("graph {seed} from {node} {stock:?}: {wrong:?}"),
            }
        }
        for (node, stock) in graph.states() {
            let known = table.look(graph.key(node), stock);
            let length = truth.length(node, stock);
            if known.yes_from <= EVER {
                facts += 1;
                assert!(
                    length.is_some_and(|l| l <= known.yes_from),
                    "graph {seed}: {node} {stock:?}"
                );
            }
            if known.no_below > 0 {
                facts += 1;
                assert_eq!(length, None, "graph {seed}: {node} {stock:?}");
            }
        }
    }
    println!("{wins} wins, {refuted} refuted, {open} left open, {facts} facts");
    assert!(wins > 5_000 && refuted > 5_000 && facts > 20_000 && open < 100);
}

fn table(start: &AnyPosition) -> Table {
    let material = Material::of(start).unwrap_or_else(|e| panic!("{e}"));
    Table::build(&material, &mut Watch::new(&mut |_| true)).unwrap_or_else(|e| panic!("{e}"))
}

/// Compares the search with a table on `count` random positions. The search is never wrong. Returns
/// how many positions it left open.
fn compare(start: &AnyPosition, method: Method, count: usize, nodes: u64, seed: u64) -> usize {
    let table = table(start);
    let mut random = Random::new(seed);
    let limits = Limits {
        nodes: Some(nodes),
        // Allocating a large table takes longer than a few hundred nodes.
        hash_mb: if nodes < 1_000 { 6 } else { 64 },
        ..Limits::default()
    };
    let (mut done, mut open) = (0, 0);
    while done < count {
        let number = random.below(table.index().size() as usize) as u32;
        let Some(value) = table.value_at(number) else {
            continue;
        };
        let placement = table.index().placement(number);
        let Some(position) = placement.assemble(table.material()) else {
            continue;
        };
        done += 1;
        let found = find(&position, method, &limits, &mut |_| {});
        let tries = position.variant().rules.try_rule;
        match (found.value, value) {
            (GameValue::Unknown(_), _) => open += 1,
            (GameValue::Draw, Value::Draw) => {}
            // Under the Try rule tables count the plies up to the capture of the king.
            (GameValue::Win(n), Value::Win(d)) | (GameValue::Loss(n), Value::Loss(d)) => {
                assert!(
                    tries || n >= u32::from(d),
                    "{position:?}: {n} plies, the table has {d}"
                );
                let mut end = position.clone();
                for &m in &found.line {
                    assert!(end.is_legal(m), "{m:?} in {end:?}");
                    end.make(m);
                }
                assert!(found.line.is_empty() || end.ending().is_some(), "{position:?}");
            }
            wrong => panic!("{position:?}: {wrong:?}"),
        }
    }
    open
}

fn changed(name: &str, change: impl Fn(&mut Rules)) -> AnyPosition {
    let mut variant = suite::variant(name).clone();
    change(&mut variant.rules);
    variant.intern().unwrap().start().unwrap()
}

/// Random positions of tables under every rule, by both methods.
#[test]
fn search_is_never_wrong_on_tables() {
    let starts = [
        changed("3x4:RK-:1", |_| {}),
        changed("3x4:PK-:2", |_| {}),
        changed("3x4:NK-:1", |_| {}),
        changed("3x4:GKG:1", |_| {}),
        changed("3x4:SK-:1", |r| r.stalemate = Stalemate::Draws),
        changed("3x4:PK-:2", |r| r.nifu = false),
        changed("3x4:PK-:1", |r| r.pawn_drop_mate = false),
        changed("3x4:SK-:2", |r| r.promotion = Promotion::Compulsory),
        changed("3x4:NK-:1", |r| r.dead_end_attacks = true),
        changed("3x4:GK-:1", |r| r.try_rule = true),
        changed("4x4:PK--:1", |_| {}),
    ];
    for (i, start) in starts.iter().enumerate() {
        let left = compare(start, Method::Search, 60, 20_000, i as u64);
        assert!(left <= 20, "start {i}: {left} of 60 open");
        let paper = Method::Paper(switches()[(7 * i) % 32]);
        compare(start, paper, 40, 10_000, 100 + i as u64);
    }
}

/// The published starts that a few nodes decide; none is wrong.
#[test]
fn the_easy_starts_of_the_paper() {
    let Some(path) = shared_data("small/truth.csv") else {
        println!("SKIPPED: no small/truth.csv");
        return;
    };
    let decided = starts_of(&path, Method::Search, 20_000, 256);
    assert!(decided >= 120, "{decided} decided");
}

/// All 237 published starts by search.
#[test]
#[ignore = "5 CPU minutes and 3 GB; cargo test --release -p yose-testkit -- --ignored all_starts"]
fn all_starts_of_the_paper() {
    let Some(path) = shared_data("small/truth.csv") else {
        return;
    };
    assert_eq!(starts_of(&path, Method::Search, u64::MAX, 3_000), 237);
}

fn starts_of(path: &std::path::Path, method: Method, nodes: u64, hash_mb: usize) -> usize {
    let text = std::fs::read_to_string(path).expect("a file");
    let limits = Limits {
        nodes: Some(nodes),
        hash_mb,
        ..Limits::default()
    };
    let mut decided = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let name = format!("3x4:{}:{}", fields[2], fields[1]);
        let start = Variant::by_name(&name).unwrap().start().unwrap();
        let found = with_position!(&start, |p| find(p, method, &limits, &mut |_| {}));
        if let GameValue::Unknown(_) = found.value {
            continue;
        }
        assert_eq!(found.value.word().to_uppercase(), fields[3], "{name}");
        decided += 1;
    }
    decided
}

/// A table as an oracle of the search.
struct Probe(Table);

impl<G: Geometry> Oracle<G> for Probe {
    fn value(&self, position: &Position<G>) -> Option<GameValue> {
        Some(match self.0.value(position)? {
            Value::Win(n) => GameValue::Win(u32::from(n)),
            Value::Loss(n) => GameValue::Loss(u32::from(n)),
            Value::Draw => GameValue::Draw,
        })
    }
}

/// A search with a table agrees with the table and with the search alone, and needs fewer nodes. A
/// table of other pieces changes nothing.
#[test]
fn a_search_that_asks_a_table_agrees_with_one_that_does_not() {
    for name in ["3x4:SK-:2", "3x4:NK-:1", "3x4:GKP:1"] {
        let start = suite::variant(name).start().unwrap();
        let known = table(&start);
        let other: Arc<dyn Oracle<_>> = Arc::new(Probe(table(&suite::variant("3x4:RK-:1").start().unwrap())));
        let mut random = Random::new(3);
        let (mut asked, mut alone, mut done) = (0, 0, 0);
        let oracle = Arc::new(Probe(known.clone()));
        while done < 40 {
            let number = random.below(known.index().size() as usize) as u32;
            let Some(value) = known.value_at(number) else {
                continue;
            };
            let Some(position) = known.index().placement(number).assemble(known.material()) else {
                continue;
            };
            done += 1;
            let limits = Limits {
                nodes: Some(50_000),
                hash_mb: 64,
                ..Limits::default()
            };
            let ask = |oracle: Option<&Arc<dyn Oracle<_>>>| {
                find_with(&position, Method::Search, oracle, &limits, &mut |_| {})
            };
            let table: Arc<dyn Oracle<_>> = oracle.clone();
            let with = ask(Some(&table));
            let agrees = match (with.value, value) {
                (GameValue::Win(n), Value::Win(d)) | (GameValue::Loss(n), Value::Loss(d)) => {
                    n >= u32::from(d)
                }
                (found, value) => found == GameValue::Draw && value == Value::Draw,
            };
            assert!(agrees, "{position:?}: {:?}, the table says {value:?}", with.value);
            let without = ask(None);
            assert_eq!(without.nodes, ask(Some(&other)).nodes, "{position:?}");
            if !matches!(without.value, GameValue::Unknown(_)) {
                assert_eq!(with.value.word(), without.value.word(), "{position:?}");
            }
            asked += with.nodes;
            alone += without.nodes;
        }
        println!("{name}: {asked} nodes with the table, {alone} without");
        assert!(asked * 4 < alone, "{name}: {asked} {alone}");
    }
}

/// 10,000 random positions of every table of 3x4 shogi, or `YOSE_POSITIONS` of them, with at most
/// `YOSE_NODES` nodes each. `YOSE_TABLES=SP,RS` selects piece sets.
#[test]
#[ignore = "an hour; YOSE_POSITIONS=10000 cargo test --release -p yose-testkit -- --ignored --nocapture ten_thousand"]
fn ten_thousand_positions_of_each_table() {
    let count = std::env::var("YOSE_POSITIONS").map_or(10_000, |n| n.parse().expect("a number"));
    let nodes = std::env::var("YOSE_NODES").map_or(300, |n| n.parse().expect("a number"));
    let only = std::env::var("YOSE_TABLES").unwrap_or_default();
    let (mut tables, mut all) = (0, 0);
    for row in suite::rows("shogi/tables-3x4.tsv") {
        if !only.is_empty() && !only.split(',').any(|set| set == row[0]) {
            continue;
        }
        let right = row[0].get(1..).filter(|r| !r.is_empty()).unwrap_or("-");
        let variant = suite::variant(&format!("3x4:{}K{right}:{}", &row[0][..1], row[1]));
        let left = compare(&variant.start().unwrap(), Method::Search, count, nodes, 9);
        println!("{} {}: {left} of {count} open", row[0], row[1]);
        tables += 1;
        all += left;
    }
    println!(
        "{tables} tables, {} positions, {all} open, none wrong",
        tables * count
    );
}
