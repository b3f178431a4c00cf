//! `--moves paper` against the definition: the moves that are tried are those of the classes of
//! Nagai 2011, section 3.1, and answers are those of `A(P, n)` with these moves.
//!
//! The classes are written here anew, from plain squares and tables of steps.

use std::collections::HashMap;
use yose_andor::Game;
use yose_board::Color;
use yose_hisshi::brute::{self, Bounded, BruteError, Mates, passed};
use yose_hisshi::{Hisshi, Limits, MoveSet, Question, Reason, SolverSettings, Techniques, Verdict, solve};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Move, Position, Setup, Stalemate, Variant, with_position};
use yose_testkit::Random;
use yose_testkit::brinkmates::{Recipe, setup};
use yose_testkit::shogi::random_setup;

/// File and rank, from 0. Black moves towards rank 0.
type Place = (i8, i8);

/// A board as a list of pieces by place, and nothing else.
struct Plain {
    files: i8,
    ranks: i8,
    zone: i8,
    pieces: HashMap<Place, (Color, &'static str)>,
}

const GOLD: &[Place] = &[(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)];
const ALL_AROUND: &[Place] = &[
    (0, -1),
    (1, -1),
    (-1, -1),
    (1, 0),
    (-1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
];
const STRAIGHT: &[Place] = &[(0, -1), (1, 0), (-1, 0), (0, 1)];
const DIAGONAL: &[Place] = &[(1, -1), (-1, -1), (1, 1), (-1, 1)];

/// The steps and the slides of a piece of Black.
fn reach(symbol: &str) -> (&'static [Place], &'static [Place]) {
    match symbol {
        "P" => (&[(0, -1)], &[]),
        "L" => (&[], &[(0, -1)]),
        "N" => (&[(1, -2), (-1, -2)], &[]),
        "S" => (&[(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)], &[]),
        "G" | "+P" | "+L" | "+N" | "+S" => (GOLD, &[]),
        "B" => (&[], DIAGONAL),
        "R" => (&[], STRAIGHT),
        "+B" => (STRAIGHT, DIAGONAL),
        "+R" => (DIAGONAL, STRAIGHT),
        "K" => (ALL_AROUND, &[]),
        other => panic!("{other} is no piece of shogi"),
    }
}

impl Plain {
    fn of<G: Geometry>(p: &Position<G>) -> Plain {
        let setup = Setup::of(p, 1);
        let variant = setup.variant;
        let ranks = variant.ranks as i8;
        let mut pieces = HashMap::new();
        for (i, piece) in setup.board.iter().enumerate() {
            if let Some(piece) = piece {
                let symbol = variant.army.spec(piece.kind()).symbol;
                pieces.insert((i as i8 / ranks, i as i8 % ranks), (piece.color(), symbol));
            }
        }
        Plain {
            files: variant.files as i8,
            ranks,
            zone: variant.rules.zone as i8,
            pieces,
        }
    }

    fn has(&self, (file, rank): Place) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    /// What a piece on a square attacks.
    fn attacks(&self, (file, rank): Place, color: Color, symbol: &str) -> Vec<Place> {
        let turn = if color == Color::Black { 1 } else { -1 };
        let (steps, slides) = reach(symbol);
        let mut attacked = Vec::new();
        for (df, dr) in steps {
            let to = (file + df, rank + turn * dr);
            // A knight may not stand on the last two ranks; it attacks them only if it promotes.
            let left = match color {
                Color::Black => to.1,
                Color::White => self.ranks - 1 - to.1,
            };
            let dead = symbol == "N" && left < 2 && left >= self.zone;
            if self.has(to) && !dead {
                attacked.push(to);
            }
        }
        for (df, dr) in slides {
            let mut to = (file + df, rank + turn * dr);
            while self.has(to) {
                attacked.push(to);
                if self.pieces.contains_key(&to) {
                    break;
                }
                to = (to.0 + df, to.1 + turn * dr);
            }
        }
        attacked
    }
}

fn place<G: Geometry>(p: &Position<G>, square: yose_board::Square) -> Place {
    let ranks = p.variant().ranks as i8;
    (square.index() as i8 / ranks, square.index() as i8 % ranks)
}

/// Whether a quiet move belongs to a class of the paper, or opens a line that bears on the king.
fn in_a_class<G: Geometry>(p: &Position<G>, m: Move) -> bool {
    let us = p.turn();
    let before = Plain::of(p);
    let mut after = p.clone();
    after.make(m);
    let after = Plain::of(&after);
    let to = place(p, m.to());
    let from = m.from().map(|from| place(p, from));
    let (_, symbol) = after.pieces[&to];
    let (king, _) = after
        .pieces
        .iter()
        .find(|(_, piece)| **piece == (us.other(), "K"))
        .unwrap();
    // The defender's forward.
    let forward = if us == Color::Black { 1 } else { -1 };
    let away = |at: Place| ((at.0 - king.0).abs(), (at.1 - king.1) * forward);
    let is_near = |at: &Place| matches!(away(*at), (0..=1, -1) | (1..=2, 0) | (0..=2, 1));
    let is_knights = |at: &Place| matches!(away(*at), (0..=1, 2));
    let attacked = after.attacks(to, us, symbol);
    if attacked.iter().any(is_near) || symbol == "N" && attacked.iter().any(is_knights) {
        return true;
    }
    if before.pieces.get(&to).is_some_and(|(_, taken)| *taken != "P") {
        return true;
    }
    if matches!(symbol, "P" | "L") {
        let guards = before.pieces.iter().filter(|(at, (color, symbol))| {
            *color != us && *symbol != "K" && before.attacks(**at, *color, symbol).contains(&to)
        });
        if guards.count() >= 2 {
            return true;
        }
    }
    // The king is on a line of the piece or on one next to it, before the piece and not behind it.
    let turn = if us == Color::Black { 1 } else { -1 };
    let on_a_line = reach(symbol).1.iter().any(|(df, dr)| {
        let (df, dr) = (*df, turn * dr);
        let mut steps = (1..=before.files.max(before.ranks)).map(|n| (to.0 + n * df, to.1 + n * dr));
        // One file off a diagonal is one rank off it.
        steps.any(|(file, rank)| match (df, dr) {
            (_, 0) => file == king.0 && (rank - king.1).abs() <= 1,
            _ => rank == king.1 && (file - king.0).abs() <= 1,
        })
    });
    if on_a_line {
        return true;
    }
    from.is_some_and(|from| {
        before.pieces.iter().any(|(at, (color, symbol))| {
            *color == us
                && *at != from
                && !reach(symbol).1.is_empty()
                && before.attacks(*at, us, symbol).contains(&from)
                && after.attacks(*at, us, symbol).iter().any(is_near)
        })
    })
}

/// The moves that are tried: checks, evasions, and the moves of the classes.
fn tried<G: Geometry>(p: &Position<G>) -> Vec<Move> {
    let legal = p.legal_moves();
    let mut moves: Vec<Move> = legal.iter().copied().collect();
    moves.retain(|&m| {
        let mut after = p.clone();
        after.make(m);
        p.in_check() || after.in_check() || in_a_class(p, m)
    });
    moves
}

/// Compares the moves that the question lists; how many quiet ones there are, and how many are left
/// out.
fn compare_moves<G: Geometry>(p: &Position<G>) -> (usize, usize) {
    let hisshi = Hisshi::new(p.clone()).unwrap_or_else(|e| panic!("{e}"));
    let mut question = Question::new(&hisshi, MoveSet::Paper, Techniques::default());
    let mut edges = Vec::new();
    question.expand(&mut edges);
    let word = |m: &Move| usi::write(*m, p.variant());
    let mut listed: Vec<String> = edges.iter().filter_map(|e| e.mv).map(|m| word(&m)).collect();
    let mut wanted: Vec<String> = tried(p).iter().map(word).collect();
    listed.sort();
    wanted.sort();
    assert_eq!(listed, wanted, "{}", sfen::write(p, 1));
    let quiet = wanted.len() - p.checking_moves().len();
    (quiet, p.legal_moves().len() - wanted.len())
}

/// A position with a king to mate: pieces near it, or anywhere.
fn draft(variant: &'static Variant, random: &mut Random) -> Option<Setup> {
    if random.one_in(2) {
        return setup(variant, Recipe::ALL[random.below(Recipe::ALL.len())], random);
    }
    let setup = random_setup(variant, random)?;
    let position = setup.validate().ok()?;
    let has_king = with_position!(&position, |p| p.king(p.turn().other()).is_some());
    has_king.then_some(setup)
}

#[test]
fn the_moves_that_are_tried_are_those_of_the_classes() {
    let mut random = Random::new(31);
    for name in ["shogi", "4x5:1", "5x5:1", "3x4:1", "5x6:2"] {
        let variant = Variant::by_name(name).unwrap();
        let (mut positions, mut quiet, mut left_out) = (0, 0, 0);
        while positions < 300 {
            let Some(setup) = draft(variant, &mut random) else {
                continue;
            };
            let Ok(position) = setup.validate() else { continue };
            let (tried, others) = with_position!(&position, |p| compare_moves(p));
            positions += 1;
            quiet += tried;
            left_out += others;
        }
        println!("{name}: {quiet} quiet moves, {left_out} left out");
        assert!(quiet > 1_000 && left_out > 100, "{name}: {quiet} {left_out}");
    }
}

/// `A(P, n)` and `D(Q, n)` where the attacker plays the moves that are tried.
struct Restricted {
    mates: Mates,
    known: HashMap<(String, u32), bool>,
    limit: usize,
}

impl Restricted {
    fn attacks<G: Geometry>(&mut self, p: &Position<G>, n: u32) -> Result<bool, BruteError> {
        if self.mates.mates(p)? {
            return Ok(true);
        }
        if n == 0 {
            return Ok(false);
        }
        self.remembered(p, n, |this| {
            for m in tried(p) {
                let mut after = p.clone();
                after.make(m);
                if this.holds(&after, n - 1)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    fn holds<G: Geometry>(&mut self, q: &Position<G>, n: u32) -> Result<bool, BruteError> {
        let replies = q.legal_moves();
        if !q.in_check() {
            let draws = q.variant().rules.stalemate == Stalemate::Draws && replies.is_empty();
            if draws || !self.mates.mates(&passed(q))? {
                return Ok(false);
            }
        }
        self.remembered(q, n, |this| {
            for &reply in &replies {
                let mut after = q.clone();
                after.make(reply);
                if !this.attacks(&after, n.saturating_sub(1))? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    fn remembered<G: Geometry>(
        &mut self,
        p: &Position<G>,
        n: u32,
        decide: impl FnOnce(&mut Restricted) -> Result<bool, BruteError>,
    ) -> Result<bool, BruteError> {
        let key = (sfen::write(p, 1), n);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let answer = decide(self)?;
        if self.known.len() >= self.limit {
            return Err(BruteError::TooLarge);
        }
        self.known.insert(key, answer);
        Ok(answer)
    }
}

/// The longest brinkmates that are decided by definition.
const MOST: u32 = 7;

/// What the comparison has seen.
#[derive(Debug, Default)]
struct Tally {
    compared: usize,
    brinkmates: usize,
    /// Brinkmates that the classes do not find, and those that they find later.
    lost: usize,
    longer: usize,
}

/// Compares `--moves paper` with the definition; whether the answer differs from that with every
/// move. `truth` is the length with every move.
fn compare<G: Geometry>(
    p: &Position<G>,
    truth: Option<u32>,
    tally: &mut Tally,
    limit: usize,
) -> Result<bool, BruteError> {
    let text = sfen::write(p, 1);
    let mut restricted = Restricted {
        mates: Mates::new(p.turn(), limit),
        known: HashMap::new(),
        limit,
    };
    let mut least = None;
    for n in 0..=MOST {
        if restricted.attacks(p, n)? {
            least = Some(n);
            break;
        }
    }
    let hisshi = Hisshi::new(p.clone()).unwrap_or_else(|e| panic!("{text}: {e}"));
    let settings = SolverSettings {
        moves: MoveSet::Paper,
        ..SolverSettings::default()
    };
    let limits = Limits {
        nodes: Some(2_000_000),
        hash_mb: 16,
        ..Limits::default()
    };
    let found = solve(&hisshi, &settings, &limits, &mut |_| {});
    match (found.verdict, least) {
        (Verdict::Mate { .. }, Some(0)) => {}
        (Verdict::Hisshi { length, exact: false }, Some(n)) => {
            assert_eq!(length, n, "{text}");
            assert!(found.lower <= 1, "{text}: {}", found.lower);
            tally.brinkmates += 1;
            tally.longer += usize::from(Some(n) != truth);
        }
        (Verdict::Hisshi { length, exact: false }, None) => assert!(length > MOST, "{text}: {length}"),
        (Verdict::Unknown(Reason::Moves), None) => {
            assert!(found.lower <= 1, "{text}: {}", found.lower);
            tally.lost += usize::from(truth.is_some());
        }
        wrong => panic!("{text}: {wrong:?}"),
    }
    tally.compared += 1;
    Ok(least != truth && truth.is_none_or(|n| n <= MOST))
}

/// Compares so many positions with a small fixpoint.
fn compare_sample(variant: &'static Variant, seed: u64, wanted: usize, states: usize) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut plain = 0;
    while tally.compared < wanted {
        let recipe = Recipe::ALL[random.below(Recipe::ALL.len())];
        let Some(setup) = setup(variant, recipe, &mut random) else {
            continue;
        };
        let Ok(position) = setup.validate() else { continue };
        let Ok(truth) = with_position!(&position, |p| brute::solve(p, states)) else {
            continue;
        };
        // Few positions without a brinkmate: there is nothing to miss.
        if truth.length().is_none_or(|n| n == 0) {
            plain += 1;
            if plain > wanted / 4 {
                continue;
            }
        }
        // A position that is too large for the definition is left out.
        let _ = with_position!(&position, |p| compare(p, truth.length(), &mut tally, 20 * states));
    }
    println!("{} {seed}: {tally:?}", variant.name);
    tally
}

#[test]
fn answers_are_those_of_the_definition() {
    let boards = [
        ("4x5:1", 1, 60, 3_000),
        ("5x6:2", 2, 40, 2_000),
        ("shogi", 3, 20, 500),
    ];
    for (name, seed, wanted, states) in boards {
        let variant = Variant::by_name(name).unwrap();
        let tally = compare_sample(variant, seed, wanted, states);
        assert!(tally.brinkmates > 5, "{tally:?}");
    }
}

/// The gold mates on 2b, with the help of the knight, but the bishop takes it and opens the file of
/// the lance: check. A step of the king to the side is a brinkmate, and it belongs to no class.
const A_KING_STEPS_ASIDE: &str = "4l2nk/8p/7G1/6N2/4b4/9/9/9/4K4 b G 1";
/// States that the definition may visit for the next position.
const STATES: usize = 2_000_000;
/// The same on a small board: 5 plies.
const ON_A_SMALL_BOARD: &str = "l2nk/4p/3G1/2N2/b4/5/K4 b G 1";

#[test]
fn a_brinkmate_outside_the_classes() {
    let (position, _) = sfen::position(A_KING_STEPS_ASIDE).unwrap();
    with_position!(&position, |p| {
        let hisshi = Hisshi::new(p.clone()).unwrap();
        let ask = |moves| {
            let settings = SolverSettings {
                moves,
                ..SolverSettings::default()
            };
            solve(&hisshi, &settings, &Limits::default(), &mut |_| {})
        };
        let all = ask(MoveSet::All);
        let verdict = Verdict::Hisshi {
            length: 1,
            exact: true,
        };
        assert_eq!(all.verdict, verdict);
        let step = all.line[0];
        assert!(!in_a_class(p, step), "{step:?}");
        let paper = ask(MoveSet::Paper);
        assert_eq!(paper.verdict, Verdict::Unknown(Reason::Moves));
        assert_eq!((paper.lower, paper.line.len()), (1, 0));
    });
}

/// The definition says so too: with every move `A(P, 5)`, with the classes not.
#[test]
fn what_the_classes_miss_by_definition() {
    let variant = Variant::by_name("5x7:2").unwrap();
    let setup = sfen::read_as(ON_A_SMALL_BOARD, variant).unwrap();
    with_position!(&setup.validate().unwrap(), |p| {
        let mut bounded = Bounded::new(p.turn(), STATES);
        assert_eq!(bounded.attacks(p, 3), Ok(false));
        assert_eq!(bounded.attacks(p, 5), Ok(true));
        let mut restricted = Restricted {
            mates: Mates::new(p.turn(), STATES),
            known: HashMap::new(),
            limit: STATES,
        };
        assert_eq!(restricted.attacks(p, 5), Ok(false));
        let hisshi = Hisshi::new(p.clone()).unwrap();
        let settings = SolverSettings {
            moves: MoveSet::Paper,
            ..SolverSettings::default()
        };
        let found = solve(&hisshi, &settings, &Limits::default(), &mut |_| {});
        assert_eq!(found.verdict, Verdict::Unknown(Reason::Moves));
    });
}
