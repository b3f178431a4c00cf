//! Mate in one is what making every check and looking for a reply finds: on random games, on random
//! setups, and on sequences of checks and evasions from them, for every variant and for awkward
//! armies.

use yose_board::{Bits, Color};
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, MateInOne, Move, Nine, Position, Variant, variant_file, with_position};
use yose_testkit::shogi::random_setup;
use yose_testkit::{Random, shared_data, suite};

/// An army in which the king steps along files and ranks and jumps across diagonals, so that it
/// does not always reach the pieces next to it. Some sliders also attack a near square by a step,
/// and some pieces jump along lines.
const CROSS: &str = r#"
name = "cross"
files = 5
ranks = 6
start = "rmkgb/2p2/5/5/2P2/BGKMR b - 1"

[rules]
zone = 2
pawn_drop_mate = true

[[piece]]
symbol = "P"
steps = ["forward"]
pawn = true
promotes = "+P"
total = 4

[[piece]]
symbol = "+P"
steps = ["diagonal", [0, 2], [2, 0]]

[[piece]]
symbol = "G"
steps = ["orthogonal", "forward-left", "forward-right"]
total = 4

[[piece]]
symbol = "M"
steps = ["orthogonal", [2, 2], [-2, 2]]
promotes = "+M"
total = 3

[[piece]]
symbol = "+M"
steps = ["orthogonal", "diagonal"]

[[piece]]
symbol = "R"
steps = ["forward", "left"]
slides = ["orthogonal"]
total = 2

[[piece]]
symbol = "B"
steps = [[0, 2], [0, -2]]
slides = ["diagonal"]
total = 2

[[piece]]
symbol = "K"
steps = ["orthogonal", [2, 2], [-2, 2], [2, -2], [-2, -2]]
royal = true
total = 2
"#;

/// More sliders than fit around one king, and the Try rule.
const CROWD: &str = r#"
name = "crowd"
files = 6
ranks = 6
start = "lrkbl1/qlllll/6/6/LLLLLQ/1LBKRL b - 1"

[rules]
zone = 1
try_rule = true

[[piece]]
symbol = "L"
slides = ["forward"]
promotes = "+L"
total = 16

[[piece]]
symbol = "+L"
slides = ["forward", "back"]

[[piece]]
symbol = "R"
slides = ["orthogonal"]
total = 4

[[piece]]
symbol = "B"
slides = ["diagonal"]
total = 4

[[piece]]
symbol = "Q"
steps = [[1, 2], [-1, 2]]
total = 4

[[piece]]
symbol = "K"
steps = ["orthogonal", "diagonal"]
royal = true
total = 2
"#;

/// Counts of what came up, so that the test fails if it never met a rare case.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    no_check: usize,
    none: usize,
    board_mates: usize,
    drop_mates: usize,
    mates_by_two_checks: usize,
    mates_out_of_check: usize,
}

impl Seen {
    /// Compares `mate_in_one` with the definition at one position.
    fn agree<G: Geometry>(&mut self, p: &Position<G>) {
        let mut after = p.clone();
        let mut mates: Vec<Move> = Vec::new();
        let mut two_checks = false;
        let checks = p.checking_moves();
        for &m in &checks {
            let undo = after.make(m);
            if !after.has_legal_move() {
                mates.push(m);
                two_checks |= after.checkers(after.turn()).several();
            }
            after.unmake(m, undo);
        }
        let answer = p.mate_in_one();
        let right = match answer {
            MateInOne::NoCheck => checks.is_empty(),
            MateInOne::None => !checks.is_empty() && mates.is_empty(),
            MateInOne::Mate(m) => mates.contains(&m),
        };
        assert!(
            right,
            "{answer:?} for {p:?} of {}, where {} moves check and {mates:?} mate",
            p.variant().name,
            checks.len()
        );
        self.positions += 1;
        match answer {
            MateInOne::NoCheck => self.no_check += 1,
            MateInOne::None => self.none += 1,
            MateInOne::Mate(m) => {
                if m.dropped().is_some() {
                    self.drop_mates += 1;
                    assert!(
                        mates.iter().all(|m| m.dropped().is_some()),
                        "{p:?}: a move on the board comes before a drop"
                    );
                } else {
                    self.board_mates += 1;
                }
                self.mates_by_two_checks += usize::from(two_checks);
                self.mates_out_of_check += usize::from(p.in_check());
            }
        }
    }

    /// Plays a random game in which one side mostly gives check, and compares at every ply.
    fn walk<G: Geometry>(&mut self, mut p: Position<G>, attacker: Color, random: &mut Random, plies: usize) {
        for _ in 0..plies {
            self.agree(&p);
            let checks = p.checking_moves();
            let m = if p.turn() == attacker && !checks.is_empty() && !random.one_in(5) {
                random.pick(&checks).copied()
            } else {
                random.pick(&p.legal_moves()).copied()
            };
            let Some(m) = m else {
                return;
            };
            p.make(m);
        }
    }

    /// Plays games from the start and from random setups of one variant.
    fn play(&mut self, variant: &'static Variant, random: &mut Random, games: usize, setups: usize) {
        for game in 0..games {
            if let Some(start) = variant.start() {
                with_position!(start, |p| self.walk(p, Color::ALL[game % 2], random, 120));
            }
        }
        for _ in 0..setups {
            let Some(setup) = random_setup(variant, random) else {
                continue;
            };
            let position = setup.validate().unwrap_or_else(|e| panic!("{e}"));
            with_position!(position, |p| self.walk(p, setup.turn, random, 10));
            if variant.squares() == 81 {
                // The same board over tables built at run time.
                let wide = setup.position(variant.runtime_geometry());
                self.walk(wide.unwrap_or_else(|e| panic!("{e}")), setup.turn, random, 4);
            }
        }
    }

    fn add(&mut self, other: &Seen) {
        self.positions += other.positions;
        self.no_check += other.no_check;
        self.none += other.none;
        self.board_mates += other.board_mates;
        self.drop_mates += other.drop_mates;
        self.mates_by_two_checks += other.mates_by_two_checks;
        self.mates_out_of_check += other.mates_out_of_check;
    }
}

/// The variants of the suite, the awkward armies, and some variants with one rule changed.
fn variants() -> Vec<&'static Variant> {
    let mut all: Vec<&'static Variant> = suite::VARIANTS.into_iter().map(suite::variant).collect();
    for text in [CROSS, CROWD] {
        all.push(variant_file::read(text).unwrap_or_else(|e| panic!("{e}")));
    }
    let changed = |base: &str, name: &'static str, change: fn(&mut Variant)| {
        let mut variant = Variant::clone(suite::variant(base));
        variant.name = name;
        variant.start = None;
        change(&mut variant);
        variant.intern().unwrap_or_else(|e| panic!("{name}: {e}"))
    };
    all.push(changed("3x4:NKS:1", "knights attack dead ends", |v| {
        v.rules.dead_end_attacks = true;
    }));
    all.push(changed("minishogi", "5x5 with the Try rule", |v| {
        v.rules.try_rule = true
    }));
    all.push(changed("minishogi", "5x5 with mates by pawns", |v| {
        v.rules.pawn_drop_mate = false;
    }));
    all
}

fn every_variant(seed: u64, games: usize, setups: usize) {
    let mut all = Seen::default();
    for (i, variant) in variants().into_iter().enumerate() {
        let mut seen = Seen::default();
        let share = if variant.squares() > 40 { 3 } else { 1 };
        let mut random = Random::new(seed + i as u64);
        seen.play(variant, &mut random, games / share, setups / share);
        println!("{}: {seen:?}", variant.name);
        assert!(
            seen.none > 0 && seen.no_check > 0 && seen.board_mates > 0,
            "{}: {seen:?}",
            variant.name
        );
        all.add(&seen);
    }
    println!("all: {all:?}");
    assert!(
        all.positions > 50 * setups
            && all.drop_mates > 100
            && all.mates_by_two_checks > 100
            && all.mates_out_of_check > 100,
        "{all:?}"
    );
}

#[test]
fn every_variant_agrees_with_the_definition() {
    every_variant(70_000, 150, 9000);
}

#[test]
#[ignore = "minutes, many more positions than by default: cargo xtask long"]
fn every_variant_for_long() {
    for seed in 0..20 {
        every_variant(1_000_000 * (seed + 1), 100, 10_000);
    }
}

/// Checks and evasions from third-party problems, if they are available: the positions that
/// searches ask about.
#[test]
fn problems() {
    let mut seen = Seen::default();
    let mut random = Random::new(80_000);
    for file in ["tsume/zuko100.tsv", "tsume/short1000.tsv"] {
        let Some(path) = shared_data(file) else {
            continue;
        };
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let problem = line.split('\t').nth(2).unwrap_or_else(|| panic!("{line}"));
            let start = sfen::read(problem).unwrap_or_else(|e| panic!("{line}: {e}"));
            let start = start.position(Nine).unwrap_or_else(|e| panic!("{line}: {e}"));
            for _ in 0..10 {
                seen.walk(start.clone(), start.turn(), &mut random, 20);
            }
        }
    }
    println!("{seen:?}");
}
