//! The collection of decided problems, `suites/tsume/generated.tsv`.
//!
//! Some problems are new ones from the recipes of [`problems`](crate::problems). Others are
//! mutations of a problem with a rare feature, because a neighbour of a rare problem is rare more
//! often than a new random problem.
//!
//! The [`oracle`] decides every problem, and says which features the verdict depends on. The search
//! under test has no part in the choice: a problem that is too hard for the budget of the oracle is
//! left out, a problem that is hard for the search is not. The seeds below make the file again word
//! for word, in minutes; `-- --ignored` without `YOSE_REWRITE` compares instead of writing:
//!
//! ```text
//! YOSE_REWRITE=1 cargo test -p yose-testkit -- --ignored made_again
//! ```

use crate::oracle::{self, Budget, Truth};
use crate::problems::{Recipe, mutated, random_problem};
use crate::{Random, on_all_cores, shogi::random_setup, suite};
use std::collections::{HashMap, HashSet};
use yose_shogi::notation::sfen;
use yose_shogi::{Army, Ending, Move, SHOGI, Setup, Variant, with_position};

/// The path of the collection in `suites/`.
pub const FILE: &str = "tsume/generated.tsv";

/// A problem with its answer.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The name of the variant, or of its file.
    pub rules: String,
    /// The problem.
    pub setup: Setup,
    /// The answer.
    pub truth: Truth,
}

/// What the oracle may spend on one problem of the collection. Most batches have a smaller budget.
pub const BUDGET: Budget = budget(8_000);

const fn budget(positions: usize) -> Budget {
    Budget {
        positions,
        nodes: positions,
        closed: positions / 8,
    }
}

/// A batch of problems with its own seed.
struct Batch {
    /// The name of the variant, or of its file.
    rules: &'static str,
    /// How many problems the batch shall have.
    wanted: usize,
    /// How many positions the oracle may list for one problem.
    positions: usize,
}

const fn batch(rules: &'static str, wanted: usize, positions: usize) -> Batch {
    Batch {
        rules,
        wanted,
        positions,
    }
}

/// Most budgets are small, so that making and solving the collection takes minutes.
const BATCHES: [Batch; 28] = [
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 3000, 2000),
    batch("shogi", 1500, 8000),
    batch("minishogi", 3000, 2000),
    batch("minishogi", 1000, 8000),
    batch("9x8:3", 1500, 2000),
    batch("7x6:2", 1500, 2000),
    batch("6x5:2", 1500, 2000),
    batch("4x4", 1500, 2000),
    batch("flip.toml", 1500, 2000),
    batch("4x5-compulsory.toml", 1000, 2000),
    batch("4x5-landing.toml", 1000, 2000),
    batch("4x5-nozone.toml", 1000, 2000),
    batch("4x5-loose.toml", 1000, 2000),
    batch("3x4:BKR:1", 1000, 2000),
    batch("3x4:NKP:1", 1000, 2000),
    batch("3x4:LKN:2", 1000, 2000),
    batch("dobutsu", 700, 2000),
    batch("3x3:1", 500, 2000),
];

/// A batch ends after this many attempts for each wanted problem, even if it is not full.
const ATTEMPTS_PER_PROBLEM: usize = 400;
/// At most this many mutations of one problem are kept.
const MOST_CHILDREN: u8 = 6;
/// At most this many problems with the same board are kept; they differ only in the hands.
const MOST_ON_ONE_BOARD: u8 = 3;
/// At most this many problems with the same solution are kept.
const MOST_WITH_ONE_LINE: u8 = 3;

/// Problems to mutate for features that random problems hardly ever have: a piece that declines
/// promotion, attacks that go round on a large board.
const STARTING_PROBLEMS: [&str; 3] = [
    "9/9/9/9/9/9/5pr2/9/5r+PKG w p 1",
    "9/9/9/9/9/9/9/5r3/K8 w - 1",
    "8K/9/9/9/1+r7/3k5/9/9/9 w - 1",
];

/// The features to breed for, repeated by weight: counter-checks and repetition are hard to get.
const BREEDING_WEIGHTS: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 8, 8, 8];
/// The recipe for a feature that no problem has yet.
const FIRST_RECIPE: [Recipe; FEATURES] = [
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
/// The recipes, repeated by weight.
const RECIPE_WEIGHTS: [Recipe; 10] = [
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

/// How many rare features there are.
const FEATURES: usize = 9;

/// Which of the rare features a problem has.
fn features(truth: &Truth) -> [bool; FEATURES] {
    let length = truth.length.unwrap_or(0);
    let on = truth.depends_on;
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

/// Makes the collection, on all processors. A problem that two batches have is kept once.
pub fn make() -> Vec<Decided> {
    let seeded: Vec<(u64, &Batch)> = (1..).zip(&BATCHES).collect();
    let made = on_all_cores(&seeded, |&(seed, batch)| {
        collect(batch.rules, batch.wanted, budget(batch.positions), seed)
    });
    let mut seen = HashSet::new();
    let mut all: Vec<Decided> = made.into_iter().flatten().collect();
    all.retain(|d| seen.insert((d.rules.clone(), sfen::write_setup(&d.setup))));
    all
}

/// The collection as text: rules, position, length or `no`, the features the verdict depends on.
pub fn write(all: &[Decided]) -> String {
    let mut text = String::from("# rules\tsfen\tlength\tturns on\n");
    for Decided { rules, setup, truth } in all {
        let position = sfen::write_setup(setup);
        let position = position.strip_suffix(" 1").unwrap_or(&position);
        let length = truth.length.map_or("no".to_owned(), |n| n.to_string());
        let row = [rules, position, &length, &truth.depends_on.to_string()].join("\t");
        text.push_str(&row);
        text.push('\n');
    }
    text
}

/// Reads the collection from its file, which does not hold the lines.
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
                    depends_on: on.parse().unwrap_or_else(|e| fault(&e)),
                    ..Truth::default()
                },
            }
        })
        .collect()
}

/// Keeps a batch from filling up with problems that resemble each other.
#[derive(Default)]
struct Variety {
    seen: HashSet<u64>,
    boards: HashMap<u64, u8>,
    lines: HashMap<(Vec<Move>, usize), u8>,
    children: Vec<u8>,
    /// Problems without a rare feature: without a mate, with a mate in one, with a longer mate.
    common: [usize; 3],
}

fn admit<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, u8>, key: K, most: u8) -> bool {
    let count = counts.entry(key).or_default();
    *count += u8::from(*count <= most);
    *count <= most
}

impl Variety {
    /// Whether a problem is different enough from those the batch has.
    fn admits(&mut self, truth: &Truth, board: u64, rare: bool, wanted: usize) -> bool {
        if !admit(&mut self.boards, board, MOST_ON_ONE_BOARD) {
            return false;
        }
        // Equal lines mean equal solutions. Large graphs of equal size mean the same endless
        // attack.
        let alike = match truth.length {
            Some(_) => admit(&mut self.lines, (truth.line.clone(), 0), MOST_WITH_ONE_LINE),
            None if truth.positions > 500 => {
                admit(&mut self.lines, (Vec::new(), truth.positions), MOST_WITH_ONE_LINE)
            }
            None => true,
        };
        if !alike {
            return false;
        }
        if !rare {
            // Common problems make up at most half of a batch.
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

/// Collects `wanted` problems of a variant, or fewer if the attempts run out.
pub fn collect(rules: &str, wanted: usize, budget: Budget, seed: u64) -> Vec<Decided> {
    let variant = suite::variant(rules);
    let mut random = Random::new(seed);
    let mut all: Vec<Decided> = Vec::new();
    let mut variety = Variety::default();
    let mut pools: [Vec<usize>; FEATURES] = Default::default();
    // The starting problems are available from the start, but are no part of the collection.
    let starting = starting_problems(variant, budget);
    for _ in 0..wanted * ATTEMPTS_PER_PROBLEM {
        if all.len() == wanted {
            break;
        }
        let feature = random.pick(&BREEDING_WEIGHTS).copied().unwrap_or(0);
        let mut parent = None;
        let setup = if random.one_in(3) {
            let recipe = random.pick(&RECIPE_WEIGHTS).copied().unwrap_or(Recipe::Plain);
            new_problem(variant, recipe, &mut random)
        } else {
            let pool = &pools[feature];
            // Prefer later problems to earlier ones.
            let at = random.below(pool.len()).max(random.below(pool.len()));
            match pool.get(at) {
                Some(&i) if variety.children[i] < MOST_CHILDREN => {
                    parent = Some(i);
                    mutated(&all[i].setup, &mut random)
                }
                _ => match random.pick(&starting[feature]) {
                    Some(start) => mutated(start, &mut random),
                    None => new_problem(variant, FIRST_RECIPE[feature], &mut random),
                },
            }
        };
        let Some(position) = setup.as_ref().and_then(|setup| setup.validate().ok()) else {
            continue;
        };
        let decided = with_position!(&position, |p| {
            let no_question = p.king(p.turn().other()).is_none() || p.ending() == Some(Ending::Try);
            let no_check = no_question || p.checking_moves().is_empty() && !random.one_in(20);
            if no_check || variety.seen.contains(&p.key()) {
                None
            } else {
                oracle::decide(p, budget).map(|truth| (truth, p.key(), p.board_key()))
            }
        });
        let (Some((truth, key, board)), Some(setup)) = (decided, setup) else {
            continue;
        };
        let features = features(&truth);
        if !variety.admits(&truth, board, features.contains(&true), wanted) {
            continue;
        }
        variety.seen.insert(key);
        if let Some(i) = parent {
            variety.children[i] += 1;
        }
        variety.children.push(0);
        for (pool, _) in pools.iter_mut().zip(features).filter(|(_, has)| *has) {
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

/// The starting problems by feature, as far as they belong to this variant and the budget decides
/// them.
fn starting_problems(variant: &'static Variant, budget: Budget) -> [Vec<Setup>; FEATURES] {
    let mut all: [Vec<Setup>; FEATURES] = Default::default();
    for text in STARTING_PROBLEMS.iter().filter(|_| std::ptr::eq(variant, &SHOGI)) {
        let decided = sfen::read(text).ok().and_then(|setup| {
            let position = setup.validate().ok()?;
            let truth = with_position!(&position, |p| oracle::solve_by_listing(p, budget.positions))?;
            Some((setup, features(&truth)))
        });
        let Some((setup, features)) = decided else {
            continue;
        };
        for (same, _) in all.iter_mut().zip(features).filter(|(_, has)| *has) {
            same.push(setup.clone());
        }
    }
    all
}

/// A new random problem.
fn new_problem(variant: &'static Variant, recipe: Recipe, random: &mut Random) -> Option<Setup> {
    let symbols = |army: &Army| army.kinds.map(|spec| spec.symbol);
    if symbols(&variant.army) == symbols(&Army::STANDARD) && !random.one_in(20) {
        return random_problem(variant, recipe, random);
    }
    // Drop the setups without a king to mate here, before they are validated.
    random_setup(variant, random).filter(|setup| {
        let royal = variant.army.royal();
        setup
            .board
            .iter()
            .flatten()
            .any(|p| p.color() != setup.turn && Some(p.kind()) == royal)
    })
}
