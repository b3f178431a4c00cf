//! An enumeration says of every diagram what the single commands say of it, and spaces hold what
//! they promise.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use yose_enumerate::leftover::Leftover;
use yose_enumerate::{Grade, Groups, Space, Terms, Worker};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Nine, SHOGI, Shogi};
use yose_tsume::{CheckVerdict, Judge, Lengths, Policy, Tables, check};
use yose_tsume::{Limits, Meter, Solver, SolverSettings, Tsume, Verdict, with_big_stack};

/// The problems that the paper lists.
const LISTED: &str = include_str!("../../../../suites/tsume/kingin-listed.tsv");

fn limits() -> Limits {
    Limits {
        hash_mb: 16,
        ..Limits::default()
    }
}

/// What the single commands say: the length by the solver, the rest by `check`.
fn singly(p: &Shogi) -> (Option<u32>, Option<yose_tsume::Checked>) {
    let tsume = Tsume::new(p.clone()).unwrap();
    let solution = Solver::new(&tsume, &SolverSettings::default(), 16).solve(&limits(), &mut |_| {});
    match solution.verdict {
        Verdict::Disproved => (None, None),
        Verdict::Proved { length, exact: true } => {
            let terms = yose_tsume::Terms {
                policy: Policy::None,
                ..yose_tsume::Terms::default()
            };
            let checked = check(&tsume, &terms, &limits(), &mut |_| {}).unwrap();
            assert_eq!(checked.length, Some(length));
            (Some(length), Some(checked))
        }
        other => panic!("{other:?}"),
    }
}

/// The first line of best play in the order of the tie-break.
fn by_order(p: &Shogi, length: u32) -> Vec<yose_shogi::Move> {
    let tsume = Tsume::new(p.clone()).unwrap();
    let tables = Tables::new(16);
    let limits = limits();
    let mut quiet = |_| {};
    let mut meter = Meter::new(&limits, &mut quiet);
    let mut lengths = Lengths::new(&tsume, Policy::None, &tables, 16);
    lengths.line(p, length as u16, &mut meter).unwrap()
}

/// Two whole frames of kin-gin, one in the corner and one in the middle of the board, over one
/// table each.
#[test]
fn a_frame_says_what_the_single_commands_say() {
    let space = Space::built_in("kin-gin").unwrap().unwrap();
    let terms = Terms {
        disproofs: None,
        hash_mb: 64,
        ..Terms::default()
    };
    let (mut mates, mut graded) = (0, 0);
    for (index, frame) in space.frames().iter().enumerate() {
        let in_corner = frame.corner == Some((0, 0)) && SHOGI.square_name(frame.king) == "2b";
        let at_the_edge = frame.corner == Some((1, 6)) && SHOGI.square_name(frame.king) == "3h";
        if !in_corner && !at_the_edge {
            continue;
        }
        let part = with_big_stack(|| {
            let worker = Worker::new(&space, &terms, Arc::default());
            worker.frame(index, frame, &|_| Ok(String::new())).unwrap().0
        })
        .unwrap();
        assert!(part.open.is_empty());
        for &number in part.never.iter().step_by(7) {
            assert_eq!(singly(&space.problem(number).unwrap()).0, None, "{number}");
        }
        for mate in &part.mates {
            let p = space.problem(mate.number).unwrap();
            let (length, checked) = singly(&p);
            let checked = checked.unwrap();
            assert_eq!(length, Some(mate.length), "{}", mate.number);
            assert_eq!(checked.left, u32::from(mate.lefts[0]), "{}", mate.number);
            // A line without a grade goes by the order of moves alone.
            let line = match mate.graded {
                Some(_) => checked.line.clone(),
                None => by_order(&p, mate.length),
            };
            let line: Vec<String> = line.iter().map(|&m| usi::write(m, &SHOGI)).collect();
            assert_eq!(line.join(" "), mate.line, "{}", mate.number);
            mates += 1;
            let expected = match checked.verdict {
                CheckVerdict::Complete => Some(Grade::A),
                CheckVerdict::Minor => Some(Grade::B),
                CheckVerdict::Cooked => Some(Grade::C),
                _ => None,
            };
            if mate.length >= space.least {
                assert_eq!(
                    mate.graded.as_ref().and_then(|graded| graded.grade),
                    expected,
                    "{}",
                    mate.number
                );
                graded += 1;
            }
            if let Some(graded) = &mate.graded {
                let grade = graded.grade.unwrap();
                assert!(
                    graded.lines[grade as usize] > 0,
                    "{}: the line is one of them",
                    mate.number
                );
            }
        }
        // Every diagram that is not in check is in the part, once.
        let mut expected = BTreeSet::new();
        space.each(frame, |(number, problem)| {
            assert_eq!(space.problem(number).as_ref(), problem, "{number}");
            if problem.is_some() {
                expected.insert(number);
            }
            true
        });
        let found: BTreeSet<u64> = part
            .never
            .iter()
            .copied()
            .chain(part.mates.iter().map(|m| m.number))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(found.len(), part.never.len() + part.mates.len());
        assert!(
            Groups::new(&space, std::slice::from_ref(&part))
                .of(u64::MAX)
                .is_none()
        );
    }
    println!("{mates} mates, {graded} graded");
    assert!(mates > 60 && graded > 5, "{mates} {graded}");
}

/// The problems that the paper lists are in the space, and get its length and grade.
#[test]
fn the_listed_problems_are_found() {
    let space = Space::built_in("kin-gin").unwrap().unwrap();
    let mut wanted: Vec<(Shogi, Vec<String>)> = Vec::new();
    for row in LISTED.lines().filter(|row| !row.starts_with('#')) {
        let row: Vec<String> = row.split('\t').map(str::to_owned).collect();
        let corner: u8 = row[1].parse().unwrap();
        let mut setup = yose_shogi::Setup::empty(&SHOGI);
        for (i, letter) in (0u8..).zip(row[2].chars()) {
            let color = if letter.is_ascii_uppercase() {
                yose_board::Color::White
            } else {
                yose_board::Color::Black
            };
            let symbol = match letter.to_ascii_uppercase() {
                'O' => "K",
                'I' => "G",
                _ => "S",
            };
            let kind = SHOGI.army.by_symbol(symbol).unwrap();
            let square = SHOGI
                .square(corner / 10 - 1 + i % 3, corner % 10 - 1 + i / 3)
                .unwrap();
            setup.put(square, Some(yose_shogi::Piece::new(color, kind)));
        }
        setup.give_rest(yose_board::Color::White);
        wanted.push((setup.position(Nine).unwrap(), row));
    }
    let boards: HashSet<u64> = wanted.iter().map(|(p, _)| p.key()).collect();
    let mut found = 0;
    for frame in space.frames() {
        space.each(frame, |(_, problem)| {
            found += usize::from(problem.is_some_and(|p| boards.contains(&p.key())));
            true
        });
    }
    assert_eq!((found, boards.len()), (24, 24));
    with_big_stack(|| {
        let tables = Tables::new(64);
        let first = Tsume::new(wanted[0].0.clone()).unwrap();
        let mut lengths = Lengths::new(&first, Policy::None, &tables, 64);
        let (mut left, mut judge) = (Leftover::default(), Judge::new(Terms::default().parameters));
        let limits = limits();
        for (p, row) in &wanted {
            let mut quiet = |_| {};
            let mut meter = Meter::new(&limits, &mut quiet);
            let length = lengths.length(p, &mut meter).unwrap().unwrap();
            assert_eq!(Some(length), row[3].parse().ok(), "problem {}", row[0]);
            let lefts = left
                .attack(&mut lengths, &mut p.clone(), length, &mut meter)
                .unwrap()
                .unwrap();
            assert_eq!(lefts[0], 0, "problem {}", row[0]);
            let judgement = judge.judge(&mut lengths, p, length, &mut meter).unwrap();
            assert_eq!(judgement.grade.letter(), row[4], "problem {}", row[0]);
        }
    })
    .unwrap();
}

/// Folding leaves of every pair of mirror images one, and counts say how many that are. (The block
/// is full: one with empty squares holds the same diagram at several places.)
#[test]
fn folding_leaves_one_of_each_pair() {
    let file = |fold: &str, corners: &str| {
        format!(
            "name = \"t\"\nfold = \"{fold}\"\n[[block]]\nsize = \"3x2\"\ncorners = \"{corners}\"\neither = \"G2S\"\nattacker = \"G\"\ndefender = \"S\"\n"
        )
    };
    let boards = |space: &Space| {
        let mut boards = Vec::new();
        for frame in space.frames() {
            let before = boards.len();
            space.each(frame, |(_, problem)| {
                boards.push(problem.map(|p| sfen::write(p, 1)));
                true
            });
            assert_eq!((boards.len() - before) as u64, frame.diagrams);
        }
        assert_eq!(boards.len() as u64, space.diagrams());
        boards.into_iter().flatten().collect::<Vec<String>>()
    };
    let mirror = |text: &str| {
        let (board, rest) = text.split_once(' ').unwrap();
        let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
        format!("{} {rest}", rows.join("/"))
    };
    for corners in ["1-7 x 1-8", "4 x 3", "3-6 x 2-4"] {
        let all: HashSet<String> = boards(&Space::read(&file("none", corners)).unwrap())
            .into_iter()
            .collect();
        let folded = boards(&Space::read(&file("mirror", corners)).unwrap());
        let kept: HashSet<&String> = folded.iter().collect();
        assert_eq!(kept.len(), folded.len());
        for board in &all {
            let image = mirror(board);
            if all.contains(&image) && image != *board {
                assert!(kept.contains(board) != kept.contains(&image), "{board}");
            } else {
                assert!(kept.contains(board), "{board}");
            }
        }
        let by_paper = boards(&Space::read(&file("paper", corners)).unwrap());
        assert!(folded.len() <= by_paper.len() && by_paper.len() <= all.len());
    }
}

/// Naked kings, several hands, kings outside the block, literal hands.
#[test]
fn spaces_of_other_shapes() {
    let naked = Space::read(
        "name = \"naked\"\n[[block]]\nking = \"1-9 x 1-9\"\nhand = [\"any 2 of 2R2B4G\", \"RG\", \"-\"]\n",
    )
    .unwrap();
    // RR RB RG BB BG GG, RG again, nothing; 45 squares, no king on the left half.
    assert_eq!(naked.diagrams(), 7 * 45);
    let p = naked.problem(0).unwrap();
    assert_eq!(sfen::write(&p, 1), "8k/9/9/9/9/9/9/9/9 b 2G2r2b2g4s4n4l18p 1");
    let outside = Space::read(
        "name = \"outside\"\nfold = \"none\"\n[[block]]\nsize = \"2x1\"\ncorners = \"1 x 1\"\nking = \"1 x 1-2\"\nattacker = \"G\"\ndefender-hand = \"P\"\n",
    )
    .unwrap();
    // King on 1a: the gold on 2a; king on 1b: the gold on either.
    assert_eq!(outside.diagrams(), 3);
    assert!(
        outside.problem(0).is_none() && outside.problem(1).is_none(),
        "in check"
    );
    let last = outside.problem(2).unwrap();
    assert_eq!(sfen::write(&last, 1), "7G1/8k/9/9/9/9/9/9/9 b p 1");
    assert!(outside.problem(3).is_none());
}

/// Every fault names its line.
#[test]
fn faulty_spaces_name_line_and_fault() {
    let rows = [
        ("name = 'a'\n[[block]]\nsize = '3y3'\n", 3, "`3y3` is no size"),
        (
            "name = 'a'\n[[block]]\nsize = '3x3'\neither = '5G4S'\n",
            3,
            "9 pieces do not fit into 8",
        ),
        (
            "name = 'a'\n[[block]]\nsize = '4x4'\neither = '5G4S'\n",
            2,
            "5 pieces of kind G",
        ),
        (
            "name = 'a'\n[[block]]\nsize = '3x3'\neither = '4G4X'\n",
            4,
            "`X` is no piece",
        ),
        ("name = 'a b'\n[[block]]\nsize = '3x3'\n", 1, "a name is made of"),
        (
            "name = 'a'\nfold = 'twice'\n[[block]]\nsize = '3x3'\n",
            2,
            "`twice` is none of",
        ),
        ("name = 'a'\ncooks-from = 4\n[[block]]\nsize = '3x3'\n", 2, "odd"),
        (
            "name = 'a'\n[[block]]\nsize = '3x3'\ncorners = '1-8 x 1'\n",
            4,
            "no area",
        ),
        (
            "name = 'a'\n[[block]]\nsize = '3x3'\ncolour = 'red'\n",
            4,
            "unknown field",
        ),
        ("name = 'a'\n[[block]]\nsize = \n", 3, ""),
        ("name = 'a'\n[[block]]\n", 2, "naked king"),
        ("name = 'a'\nblock = []\n", 2, "at least one"),
        (
            "name = 'a'\n[[block]]\nking = '5 x 1'\nhand = 'K'\n",
            4,
            "`K` is no piece",
        ),
        (
            "name = 'a'\n[[block]]\nsize = '9x9'\neither = '18P4G4S4N4L2R2B'\n",
            2,
            "too many",
        ),
    ];
    for (text, line, what) in rows {
        let fault = Space::read(text).unwrap_err();
        assert_eq!(fault.line, line, "{fault} in {text:?}");
        assert!(fault.what.to_string().contains(what), "{fault} in {text:?}");
    }
}

/// The large families are as large as their files say.
#[test]
fn the_large_families_are_multiples_of_kin_gin() {
    let kin_gin = Space::built_in("kin-gin").unwrap().unwrap();
    let four_kinds = include_str!("../../../../suites/spaces/kin-gin-kei-kyo.toml");
    let minor = include_str!("../../../../suites/spaces/nine-minor.toml");
    for (text, times, frames) in [(four_kinds, 20, 6), (minor, 5004, 85 * 6)] {
        let space = Space::read(text).unwrap();
        assert_eq!(space.diagrams(), times * kin_gin.diagrams(), "{}", space.name);
        assert_eq!(
            space.frames().len(),
            frames * kin_gin.frames().len(),
            "{}",
            space.name
        );
        let written = text.lines().find(|line| line.contains("diagrams.")).unwrap();
        let digits: String = written
            .split(". ")
            .last()
            .unwrap()
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        assert_eq!(digits, space.diagrams().to_string(), "{written}");
    }
}
