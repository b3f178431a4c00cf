//! The collection of decided problems, `suites/tsume/generated.tsv`: fresh ones from the recipes, and changes of those
//! that turned out to be of a rare kind, because a neighbour of a rare one is rare more often than a throw of the dice.
//!
//! Every answer in it is the [`oracle`]'s, and so is the kind of each problem (what its verdict turns on). The search
//! under test has no part in it: what is too hard for the oracle's budget is left out, what is hard for the
//! search is not. To make the file again, word for word, from the seeds below (minutes; `-- --ignored` without
//! `YOSE_REWRITE` compares instead):
//!
//! ```text
//! YOSE_REWRITE=1 cargo test -p yose-testkit -- --ignored made_again
//! ```

use crate::oracle::{self, Budget, Truth};
use crate::problems::{Recipe, changed, problem};
use crate::{Random, shogi::random_setup, suite};
use std::collections::{HashMap, HashSet};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use yose_shogi::notation::sfen;
use yose_shogi::{Army, Ending, Move, SHOGI, Setup, Variant, with_position};

/// Where it is kept in `suites/`.
pub const FILE: &str = "tsume/generated.tsv";

/// A problem and its answer.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The name of the game, or of its file.
    pub rules: String,
    /// The problem.
    pub setup: Setup,
    /// The answer.
    pub truth: Truth,
}

/// What the oracle may spend on one problem of the collection. A batch may have less.
pub const BUDGET: Budget = budget(8_000);

const fn budget(positions: usize) -> Budget {
    Budget {
        positions,
        nodes: positions,
        closed: positions / 8,
    }
}

/// So many problems of a game, each decided with so many positions; each batch has its own seed.
struct Batch(&'static str, usize, usize);

/// Most are small, so that the collection is made, and solved, in minutes.
const BATCHES: [Batch; 28] = [
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 3000, 2000),
    Batch("shogi", 1500, 8000),
    Batch("minishogi", 3000, 2000),
    Batch("minishogi", 1000, 8000),
    Batch("9x8:3", 1500, 2000),
    Batch("7x6:2", 1500, 2000),
    Batch("6x5:2", 1500, 2000),
    Batch("4x4", 1500, 2000),
    Batch("flip.toml", 1500, 2000),
    Batch("4x5-compulsory.toml", 1000, 2000),
    Batch("4x5-landing.toml", 1000, 2000),
    Batch("4x5-nozone.toml", 1000, 2000),
    Batch("4x5-loose.toml", 1000, 2000),
    Batch("3x4:BKR:1", 1000, 2000),
    Batch("3x4:NKP:1", 1000, 2000),
    Batch("3x4:LKN:2", 1000, 2000),
    Batch("dobutsu", 700, 2000),
    Batch("3x3:1", 500, 2000),
];

/// A batch ends, whatever it has, after so many attempts for each problem.
const ATTEMPTS: usize = 400;
/// So many problems may come from one.
const CHILDREN: u8 = 6;
/// So many may differ only in the hands.
const BOARDS: u8 = 3;
/// So many may have the same solution.
const ALIKE: u8 = 3;

/// Ancestors of what is hardly ever thrown: a piece left unpromoted, attacks that go round on a large board.
const ANCESTORS: [&str; 3] = [
    "9/9/9/9/9/9/5pr2/9/5r+PKG w p 1",
    "9/9/9/9/9/9/9/5r3/K8 w - 1",
    "8K/9/9/9/1+r7/3k5/9/9/9 w - 1",
];

/// How often each kind is bred: counter-checks and repetition are reluctant.
const BRED: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 8, 8, 8];
/// What is thrown for a kind of which there is none yet.
const FIRST: [Recipe; KINDS] = [
    Recipe::Plain,
    Recipe::Plain,
    Recipe::Distant,
    Recipe::Distant,
    Recipe::Distant,
    Recipe::Pawns,
    Recipe::TwoKings,
    Recipe::Promotion,
    Recipe::Room,
];
/// How often each recipe is thrown.
const RECIPES: [Recipe; 10] = [
    Recipe::Plain,
    Recipe::Distant,
    Recipe::Pawns,
    Recipe::TwoKings,
    Recipe::TwoKings,
    Recipe::Chase,
    Recipe::Chase,
    Recipe::Chase,
    Recipe::Promotion,
    Recipe::Room,
];

/// The kinds of problems that are wanted.
const KINDS: usize = 9;

fn kinds(truth: &Truth) -> [bool; KINDS] {
    let length = truth.length.unwrap_or(0);
    let on = truth.turns_on;
    [
        length == 5,
        length == 7,
        length == 9,
        length >= 11,
        on.interposition,
        on.pawn_drop,
        on.counter_check,
        on.unpromoted,
        on.repetition,
    ]
}

/// Makes the collection, on all processors. The same problem from two batches is kept once.
pub fn make() -> Vec<Decided> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut made: Vec<(usize, Vec<Decided>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&Batch(rules, wanted, positions)) = BATCHES.get(i) else {
                            return mine;
                        };
                        mine.push((i, collect(rules, wanted, budget(positions), i as u64 + 1)));
                    }
                })
            })
            .collect();
        let done = workers
            .into_iter()
            .map(|w| w.join().unwrap_or_else(|panic| resume_unwind(panic)));
        done.flatten().collect()
    });
    made.sort_by_key(|&(i, _)| i);
    let mut seen = HashSet::new();
    let mut all: Vec<Decided> = made.into_iter().flat_map(|(_, decided)| decided).collect();
    all.retain(|d| seen.insert((d.rules.clone(), sfen::write_setup(&d.setup))));
    all
}

/// The collection as text: rules, position, length or `no`, what it turns on.
pub fn write(all: &[Decided]) -> String {
    let mut text = String::from("# rules\tsfen\tlength\tturns on\n");
    for Decided { rules, setup, truth } in all {
        let position = sfen::write_setup(setup);
        let position = position.strip_suffix(" 1").unwrap_or(&position);
        let length = truth.length.map_or("no".to_owned(), |n| n.to_string());
        let row = [rules, position, &length, &truth.turns_on.to_string()].join("\t");
        text.push_str(&row);
        text.push('\n');
    }
    text
}

/// The collection as it is kept: without lines.
pub fn read() -> Vec<Decided> {
    suite::rows(FILE)
        .iter()
        .map(|row| {
            let fault = |what: &dyn std::fmt::Display| -> ! { panic!("{FILE}: {what}") };
            let [rules, position, length, on] = &row[..] else {
                fault(&"a row is not of four columns")
            };
            let setup = sfen::read_as(position, suite::variant(rules)).unwrap_or_else(|e| fault(&e));
            let length = match length.as_str() {
                "no" => None,
                n => Some(n.parse().unwrap_or_else(|e| fault(&e))),
            };
            Decided {
                rules: rules.clone(),
                setup,
                truth: Truth {
                    length,
                    turns_on: on.parse().unwrap_or_else(|e| fault(&e)),
                    ..Truth::default()
                },
            }
        })
        .collect()
}

/// The book-keeping that keeps a batch from filling up with copies.
#[derive(Default)]
struct Census {
    seen: HashSet<u64>,
    boards: HashMap<u64, u8>,
    lines: HashMap<(Vec<Move>, usize), u8>,
    children: Vec<u8>,
    /// Problems of no kind that is wanted: without mate, mates in one, longer mates.
    common: [usize; 3],
}

fn admit<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, u8>, key: K, most: u8) -> bool {
    let count = counts.entry(key).or_default();
    *count += u8::from(*count <= most);
    *count <= most
}

impl Census {
    /// Whether a problem is not too much like those that are there.
    fn admits(&mut self, truth: &Truth, board: u64, rare: bool, wanted: usize) -> bool {
        if !admit(&mut self.boards, board, BOARDS) {
            return false;
        }
        // One line is one solution; one size of the graph, if it is large, one attack that goes round.
        let alike = match truth.length {
            Some(_) => admit(&mut self.lines, (truth.line.clone(), 0), ALIKE),
            None if truth.positions > 500 => admit(&mut self.lines, (Vec::new(), truth.positions), ALIKE),
            None => true,
        };
        if !alike {
            return false;
        }
        if !rare {
            // Half of all may be common ones.
            let (share, most) = match truth.length {
                None => (0, wanted / 4),
                Some(1) => (1, wanted / 16),
                Some(_) => (2, wanted * 3 / 16),
            };
            if self.common[share] >= most {
                return false;
            }
            self.common[share] += 1;
        }
        true
    }
}

/// Collects so many problems of a game, or as many as so many attempts bring.
pub fn collect(rules: &str, wanted: usize, budget: Budget, seed: u64) -> Vec<Decided> {
    let variant = suite::variant(rules);
    let mut random = Random::new(seed);
    let mut all: Vec<Decided> = Vec::new();
    let mut census = Census::default();
    let mut pools: [Vec<usize>; KINDS] = Default::default();
    // What dice hardly ever find is there from the start, without being part of the collection.
    let ancestors = ancestors(variant, budget);
    for _ in 0..wanted * ATTEMPTS {
        if all.len() == wanted {
            break;
        }
        let kind = random.pick(&BRED).copied().unwrap_or(0);
        let mut parent = None;
        let setup = if random.one_in(3) {
            let recipe = random.pick(&RECIPES).copied().unwrap_or(Recipe::Plain);
            thrown(variant, recipe, &mut random)
        } else {
            let pool = &pools[kind];
            // Later ones more often than early ones.
            let at = random.below(pool.len()).max(random.below(pool.len()));
            match pool.get(at) {
                Some(&i) if census.children[i] < CHILDREN => {
                    parent = Some(i);
                    changed(&all[i].setup, &mut random)
                }
                _ => match random.pick(&ancestors[kind]) {
                    Some(ancestor) => changed(ancestor, &mut random),
                    None => thrown(variant, FIRST[kind], &mut random),
                },
            }
        };
        let Some(position) = setup.as_ref().and_then(|setup| setup.validate().ok()) else {
            continue;
        };
        let decided = with_position!(&position, |p| {
            let no_question = p.king(p.turn().other()).is_none() || p.ending() == Some(Ending::Try);
            let no_check = no_question || p.checking_moves().is_empty() && !random.one_in(20);
            if no_check || census.seen.contains(&p.key()) {
                None
            } else {
                oracle::decide(p, budget).map(|truth| (truth, p.key(), p.board_key()))
            }
        });
        let (Some((truth, key, board)), Some(setup)) = (decided, setup) else {
            continue;
        };
        let kinds = kinds(&truth);
        if !census.admits(&truth, board, kinds.contains(&true), wanted) {
            continue;
        }
        census.seen.insert(key);
        if let Some(i) = parent {
            census.children[i] += 1;
        }
        census.children.push(0);
        for (pool, _) in pools.iter_mut().zip(kinds).filter(|(_, k)| *k) {
            pool.push(all.len());
        }
        all.push(Decided {
            rules: rules.to_owned(),
            setup,
            truth,
        });
    }
    all
}

/// The ancestors by kind, as far as they are of this game and the budget decides them.
fn ancestors(variant: &'static Variant, budget: Budget) -> [Vec<Setup>; KINDS] {
    let mut all: [Vec<Setup>; KINDS] = Default::default();
    for text in ANCESTORS.iter().filter(|_| std::ptr::eq(variant, &SHOGI)) {
        let decided = sfen::read(text).ok().and_then(|setup| {
            let position = setup.validate().ok()?;
            let truth = with_position!(&position, |p| oracle::listed(p, budget.positions))?;
            Some((setup, kinds(&truth)))
        });
        let Some((setup, kinds)) = decided else { continue };
        for (same, _) in all.iter_mut().zip(kinds).filter(|(_, k)| *k) {
            same.push(setup.clone());
        }
    }
    all
}

/// A new problem.
fn thrown(variant: &'static Variant, recipe: Recipe, random: &mut Random) -> Option<Setup> {
    let symbols = |army: &Army| army.kinds.map(|spec| spec.symbol);
    if symbols(&variant.army) == symbols(&Army::STANDARD) && !random.one_in(20) {
        return problem(variant, recipe, random);
    }
    // Half of what comes without a king to mate is left out here already.
    random_setup(variant, random).filter(|setup| {
        let royal = variant.army.royal();
        setup
            .board
            .iter()
            .flatten()
            .any(|p| p.color() != setup.turn && Some(p.kind()) == royal)
    })
}
