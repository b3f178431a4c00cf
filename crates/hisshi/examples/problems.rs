//! Makes the sound problems of `suites/hisshi.tsv`: one first move works, no plain mate, a proved
//! length.
//!
//! ```text
//! cargo run --release -p yose-hisshi --example problems -- SEED CANDIDATES [SEED CANDIDATES ...]
//! ```
//!
//! Candidates are random positions with few pieces, positions of random games, and mutations of
//! problems already found: a neighbour of a rare position is rare more often than a new one.
//! The search proves the length. A first move fails if the defender is neither in check nor mated
//! after a pass, or if one reply leaves no brinkmate, proved. A candidate with an undecided first
//! move is left out. A seed ends after so many candidates, or when it has all that are wanted of a
//! seed. A problem that is an image of one before it, mirrored or with the sides exchanged, is left
//! out at the end; its number stays free.

use std::collections::{BTreeMap, HashMap, HashSet};
use yose_board::Square;
use yose_hisshi::brute::passed;
use yose_hisshi::{Hisshi, Limits, MoveSet, SolverSettings, Verdict, solve};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Move, Position, SHOGI, Setup, with_position};
use yose_testkit::Random;
use yose_testkit::brinkmates::{Recipe, mutated, setup};
use yose_testkit::images::class_of_images;
use yose_tsume::{Tsume, plain};

/// Nodes to find out whether a candidate has a brinkmate.
const GLANCE: u64 = 3_000;
/// Nodes to prove its length, and to refute one reply.
const NODES: u64 = 60_000;
/// Nodes to decide one mate.
const MATE_NODES: u64 = 20_000;
/// Wanted problems of 1, 3, 5 plies, and of 7 or more, from each source.
const WANTED: [(Source, [usize; 4]); 2] = [
    (Source::Small, [35, 35, 45, 40]),
    (Source::Game, [30, 30, 25, 10]),
];
/// At most this many mutations of one problem are kept.
const MOST_CHILDREN: u8 = 6;
/// At most this many problems of one family are kept. A mutation far from the king changes little.
const MOST_OF_A_FAMILY: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Small,
    Game,
}

impl Source {
    fn word(self) -> &'static str {
        match self {
            Source::Small => "small",
            Source::Game => "game",
        }
    }
}

struct Problem {
    source: Source,
    setup: Setup,
    length: u32,
    first: Move,
    children: u8,
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|n| n.parse().ok()).collect();
    let mut problems = Vec::new();
    let mut seen = HashSet::new();
    for run in numbers.chunks_exact(2) {
        problems.extend(make(run[0], run[1]));
    }
    // Two seeds may find the same problem.
    problems.retain(|p: &Problem| seen.insert(sfen::write_setup(&p.setup)));
    problems.sort_by_key(|p| (p.length, p.source));
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    println!("# Brinkmate problems with one working first move, no plain mate, and a proved length.");
    println!(
        "# cargo run --release -p yose-hisshi --example problems -- {}",
        numbers.join(" ")
    );
    println!(
        "# Of mirror images and exchanged sides only one is here; numbers that are not used were images."
    );
    println!("# id\tsfen\tlength\tfirst move");
    let mut ids: BTreeMap<(Source, u32), usize> = BTreeMap::new();
    let mut classes = HashSet::new();
    for p in &problems {
        let id = ids.entry((p.source, p.length)).or_insert(0);
        *id += 1;
        if !classes.insert(class_of_images(&p.setup)) {
            continue;
        }
        println!(
            "{}-{}-{:03}\t{}\t{}\t{}",
            p.source.word(),
            p.length,
            id,
            sfen::write_setup(&p.setup),
            p.length,
            usi::write(p.first, &SHOGI)
        );
    }
}

/// The square of the king to be mated, the first move, and the length.
type Family = (Option<Square>, Move, u32);

/// How many problems there are of each source and class.
type Count = BTreeMap<(Source, usize), usize>;

fn is_wanted(source: Source, class: usize, count: &Count) -> bool {
    let wanted = WANTED
        .iter()
        .find(|(s, _)| *s == source)
        .map_or(0, |(_, w)| w[class]);
    count.get(&(source, class)).copied().unwrap_or(0) < wanted
}

/// The problems of one seed.
fn make(seed: u64, candidates: u64) -> Vec<Problem> {
    let mut seen = HashSet::new();
    let mut random = Random::new(seed);
    let mut games = Games::new();
    let mut problems: Vec<Problem> = Vec::new();
    let mut count = Count::new();
    let mut families: HashMap<Family, u8> = HashMap::new();
    for tried in 0..candidates {
        let sources: Vec<Source> = WANTED
            .iter()
            .map(|(source, _)| *source)
            .filter(|&source| (0..4).any(|class| is_wanted(source, class, &count)))
            .collect();
        if sources.is_empty() {
            break;
        }
        let source = sources[random.below(sources.len())];
        // Mutate a problem if its class or the next class is still wanted.
        let parents: Vec<usize> = (0..problems.len())
            .filter(|&i| problems[i].source == source && problems[i].children < MOST_CHILDREN)
            .filter(|&i| {
                let class = class(problems[i].length);
                is_wanted(source, class, &count) || is_wanted(source, 3.min(class + 1), &count)
            })
            .collect();
        let parent = match parents.len() {
            0 => None,
            _ if random.one_in(3) => None,
            n => {
                let (a, b) = (parents[random.below(n)], parents[random.below(n)]);
                Some(if problems[a].length > problems[b].length {
                    a
                } else {
                    b
                })
            }
        };
        let candidate = match (parent, source) {
            (Some(parent), _) => mutated(&problems[parent].setup, &mut random),
            (None, Source::Game) => Some(games.next(&mut random)),
            (None, Source::Small) => {
                let recipe = Recipe::ALL[random.below(Recipe::ALL.len())];
                setup(&SHOGI, recipe, &mut random)
            }
        };
        let Some(setup) = candidate else { continue };
        let Ok(position) = setup.validate() else { continue };
        if !seen.insert(sfen::write_setup(&setup)) {
            continue;
        }
        let king = with_position!(&position, |p| p.king(p.turn().other()));
        let wanted = |length: u32, first: Move| {
            let family = families.get(&(king, first, length)).copied().unwrap_or(0);
            is_wanted(source, class(length), &count) && family < MOST_OF_A_FAMILY
        };
        let Some((length, first)) = with_position!(&position, |p| judge(p, &wanted)) else {
            continue;
        };
        *count.entry((source, class(length))).or_insert(0) += 1;
        *families.entry((king, first, length)).or_insert(0) += 1;
        if let Some(parent) = parent {
            problems[parent].children += 1;
        }
        eprintln!(
            "{seed} {tried} {count:?}\t{}\t{length}\t{}\t{}",
            source.word(),
            sfen::write_setup(&setup),
            usi::write(first, &SHOGI)
        );
        problems.push(Problem {
            source,
            setup,
            length,
            first,
            children: 0,
        });
    }
    problems
}

/// The class of a length: 1, 3, 5, or more plies.
fn class(length: u32) -> usize {
    (length as usize / 2).min(3)
}

fn search<G: Geometry>(position: &Position<G>, first: bool, nodes: u64) -> Option<(Verdict, Vec<Move>)> {
    let hisshi = Hisshi::new(position.clone()).ok()?;
    let settings = SolverSettings {
        first,
        moves: MoveSet::All,
        ..SolverSettings::default()
    };
    let limits = Limits {
        nodes: Some(nodes),
        hash_mb: 8,
        ..Limits::default()
    };
    let solution = solve(&hisshi, &settings, &limits, &mut |_| {});
    Some((solution.verdict, solution.line))
}

/// The length and the only first move of a sound problem whose length is wanted.
fn judge<G: Geometry>(position: &Position<G>, wanted: &dyn Fn(u32, Move) -> bool) -> Option<(u32, Move)> {
    // The search may find a longer brinkmate at first, but hardly ever none where there is one.
    let (Verdict::Hisshi { .. }, _) = search(position, true, GLANCE)? else {
        return None;
    };
    let (Verdict::Hisshi { length, exact: true }, line) = search(position, false, NODES)? else {
        return None;
    };
    let first = *line.first()?;
    if !wanted(length, first) {
        return None;
    }
    let mut after = position.clone();
    for m in position.legal_moves() {
        if m == first {
            continue;
        }
        let undo = after.make(m);
        if !fails(&after)? {
            return None;
        }
        after.unmake(m, undo);
    }
    Some((length, first))
}

/// Whether the side to move mates by checks alone; `None` if undecided.
fn mates<G: Geometry>(position: &Position<G>) -> Option<bool> {
    let tsume = Tsume::new(position.clone()).ok()?;
    let settings = plain::SolverSettings {
        first: true,
        ..plain::SolverSettings::default()
    };
    let limits = Limits {
        nodes: Some(MATE_NODES),
        hash_mb: 4,
        ..Limits::default()
    };
    match plain::solve(&tsume, &settings, &limits, &mut |_| {}).verdict {
        yose_tsume::Verdict::Proved { .. } => Some(true),
        yose_tsume::Verdict::Disproved => Some(false),
        yose_tsume::Verdict::Unknown(_) => None,
    }
}

/// Whether the attack that led to this position of the defender fails; `None` if undecided.
fn fails<G: Geometry>(position: &Position<G>) -> Option<bool> {
    if !position.in_check() && !mates(&passed(position))? {
        return Some(true);
    }
    let mut after = position.clone();
    let replies = position.legal_moves();
    // Small searches first: one refutation is enough.
    let mut undecided = false;
    for nodes in [NODES / 300, NODES / 30, NODES / 3] {
        undecided = false;
        for &reply in &replies {
            let undo = after.make(reply);
            match search(&after, true, nodes)?.0 {
                Verdict::None => return Some(true),
                Verdict::Unknown(_) => undecided = true,
                _ => {}
            }
            after.unmake(reply, undo);
        }
        if !undecided {
            return Some(false);
        }
    }
    if undecided { None } else { Some(false) }
}

/// Positions of random games, one after another.
struct Games {
    position: Option<yose_shogi::Shogi>,
    plies: usize,
}

impl Games {
    fn new() -> Games {
        Games {
            position: None,
            plies: 0,
        }
    }

    /// The next position after the opening in which the side to move holds two pieces better than
    /// pawns. Captures and moves near the king are preferred, so that pieces change hands and kings
    /// come under attack.
    fn next(&mut self, random: &mut Random) -> Setup {
        loop {
            let mut p = match self.position.take() {
                Some(p) if self.plies < 220 => p,
                _ => {
                    self.plies = 0;
                    let start = SHOGI.start.unwrap_or_default();
                    match sfen::read(start)
                        .ok()
                        .and_then(|s| s.position(yose_shogi::Nine).ok())
                    {
                        Some(p) => p,
                        None => unreachable!("shogi has a start array"),
                    }
                }
            };
            let moves = p.legal_moves();
            if moves.is_empty() {
                continue;
            }
            let king = p.king(p.turn().other());
            let near = |m: &Move| {
                king.is_some_and(|king| {
                    let ((a, b), (c, d)) = (SHOGI.coordinates(king), SHOGI.coordinates(m.to()));
                    a.abs_diff(c) <= 2 && b.abs_diff(d) <= 2
                })
            };
            let lively: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|m| p.piece_on(m.to()).is_some() || near(m))
                .collect();
            let m = match lively.len() {
                n if n > 0 && random.one_in(3) => lively[random.below(n)],
                _ => moves[random.below(moves.len())],
            };
            p.make(m);
            self.plies += 1;
            let setup = Setup::of(&p, 1);
            self.position = Some(p);
            let held: u8 = setup.hands[setup.turn.index()][1..].iter().sum();
            if self.plies > 50 && held >= 2 {
                return setup;
            }
        }
    }
}
