//! Verdict, length and grade are properties of the problem: the same for its mirror image and for
//! the problem with the sides exchanged. (The line, the pieces left over and the number of nodes
//! may differ: equally good lines are chosen by the order of moves.)

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;
use yose_ask::question::{Check, Hisshi, LoaSolve, Solve, Threat, Value, ValueMethod};
use yose_ask::{Limits, Name, Pace, Question, Reply, Request, Resources, Subject, Verdict};
use yose_enumerate::{Groups, Space, Terms, Worker, each_row};
use yose_shogi::Setup;
use yose_testkit::brinkmates::{self, Recipe};
use yose_testkit::images::{images, mirrored};
use yose_testkit::shogi::random_setup;
use yose_testkit::{Random, collection, suite};
use yose_tsume::{Convention, Parameters, Policy};

fn ask(question: Question, nodes: u64) -> Reply {
    let request = Request {
        name: Name::default(),
        question,
        limits: Limits {
            nodes: Some(nodes),
            hash_mb: 8,
            ..Limits::default()
        },
    };
    let resources = Resources::new(256);
    yose_ask::run(&request, &resources, &Arc::default(), Pace::Silent, &mut |_| {})
}

/// What must be the same: verdict, length, the length of best play, exactness, grade. `None` if a
/// limit of nodes left the answer open, which depends on the search.
type Answer = Option<(Verdict, Option<u32>, Option<u32>, Option<bool>, String)>;

fn answer(reply: &Reply) -> Answer {
    let (verdict, length, longest, exact, grade) = match reply {
        Reply::Solve(reply) => {
            let body = &reply.answer.body;
            let exact = body.exact;
            (
                reply.answer.verdict,
                body.length,
                body.lower,
                exact,
                String::new(),
            )
        }
        Reply::Check(reply) => {
            let body = &reply.answer.body;
            let grade = format!("{:?} {:?}", body.grade, reply.answer.reason);
            (reply.answer.verdict, body.length, body.lower, body.exact, grade)
        }
        Reply::Hisshi(reply) => {
            let body = &reply.answer.body;
            let exact = body.exact;
            (
                reply.answer.verdict,
                body.length,
                body.lower,
                exact,
                String::new(),
            )
        }
        Reply::Threat(reply) => {
            let body = &reply.answer.body;
            // How many moves have each result. The moves themselves differ, and how far the search
            // for threats in turn comes depends on the order of moves.
            let mut results: Vec<String> = body
                .moves
                .iter()
                .flatten()
                .map(|m| format!("{:?}", m.result))
                .collect();
            results.sort();
            let told = format!("{} {:?}", body.line.is_some(), results);
            let open = body.undecided.as_ref().is_some_and(|open| !open.is_empty());
            (
                reply.answer.verdict,
                body.parries.as_ref().map(|parries| parries.len() as u32),
                None,
                open.then_some(false),
                told,
            )
        }
        Reply::Value(reply) => {
            let body = &reply.answer.body;
            (
                reply.answer.verdict,
                body.distance,
                None,
                body.exact,
                String::new(),
            )
        }
        Reply::LoaSolve(reply) => {
            let body = &reply.answer.body;
            (
                reply.answer.verdict,
                body.length,
                body.lower,
                body.exact,
                String::new(),
            )
        }
        other => panic!("{other:?}"),
    };
    let open = verdict == Verdict::Unknown || exact == Some(false);
    (!open || grade.contains("Lines")).then_some((verdict, length, longest, exact, grade))
}

/// Compares the answers to images of a problem. Returns the verdict if there is one.
fn same<T: Debug>(images: &[T], of: impl Fn(&T) -> Answer) -> Option<Verdict> {
    let mut first: Option<(usize, _)> = None;
    for (i, image) in images.iter().enumerate() {
        let Some(found) = of(image) else { continue };
        match &first {
            None => first = Some((i, found)),
            Some((at, expected)) => assert_eq!(&found, expected, "{:?} and {image:?}", images[*at]),
        }
    }
    first.map(|(_, (verdict, ..))| verdict)
}

/// Problems of the collection: one in `share` of those with a mate in 3 to 9 plies, and a tenth as
/// many of the others. The pieces of `flip` have no mirror images.
fn problems(share: usize, seed: u64) -> Vec<(usize, Setup)> {
    let mut random = Random::new(seed);
    let mut found: Vec<Setup> = Vec::new();
    for decided in collection::read() {
        let mate = decided.truth.length.is_some_and(|n| (3..=9).contains(&n));
        let symmetric = decided.setup.variant.name != "flip";
        if symmetric && random.one_in(if mate { share } else { 10 * share }) {
            found.push(decided.setup);
        }
    }
    found.into_iter().enumerate().collect()
}

/// The number of answers with each verdict.
type Tally = HashMap<&'static str, usize>;

fn count(tally: &mut Tally, verdict: Option<Verdict>) {
    *tally.entry(verdict.map_or("open", Verdict::word)).or_default() += 1;
}

#[test]
fn mates() {
    let mut tally = Tally::new();
    for (i, setup) in problems(80, 1) {
        let policy = [Policy::Usual, Policy::None, Policy::Strict][i % 7 % 3];
        let convention = Convention::ALL[i % 5 % 2];
        let verdict = same(&images(&setup), |image| {
            let question = Solve {
                policy: Some(policy),
                convention,
                ..Solve::new(Subject::Shogi(image.clone()))
            };
            answer(&ask(Question::Solve(question), 10_000))
        });
        count(&mut tally, verdict);
    }
    println!("{tally:?}");
    assert!(tally["mate"] > 80 && tally["nomate"] > 10, "{tally:?}");
}

#[test]
fn grades() {
    let mut tally = Tally::new();
    for (i, setup) in problems(70, 2) {
        let parameters = match i % 4 {
            0 => Parameters {
                turns: 1,
                difference: 1,
                last: 2,
                most: Some(1),
            },
            _ => Parameters::default(),
        };
        let verdict = same(&images(&setup), |image| {
            let question = Check {
                policy: [Policy::Usual, Policy::None][i % 7 % 2],
                convention: Convention::ALL[usize::from(i % 5 == 0)],
                parameters: parameters.into(),
                ..Check::new(Subject::Shogi(image.clone()))
            };
            answer(&ask(Question::Check(question), 10_000))
        });
        count(&mut tally, verdict);
    }
    println!("{tally:?}");
    for (verdict, least) in [("complete", 3), ("minor", 1), ("cooked", 10), ("leftover", 20)] {
        assert!(tally.get(verdict).is_some_and(|&n| n > least), "{tally:?}");
    }
}

/// A problem whose images were graded B and C when one main line was graded.
#[test]
fn a_grade_that_depended_on_the_order_of_moves() {
    let text = "4B4/7k1/9/9/7G1/8K/9/9/9 b GS 1";
    let setup = yose_shogi::notation::sfen::read(text).unwrap();
    let verdict = same(&images(&setup), |image| {
        let question = Check::new(Subject::Shogi(image.clone()));
        answer(&ask(Question::Check(question), 1_000_000))
    });
    assert_eq!(verdict, Some(Verdict::Minor));
}

/// Positions with few pieces, of the recipes for brinkmates.
fn few_pieces(rounds: usize, seed: u64) -> Vec<Setup> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for round in 0..rounds {
        let recipe = Recipe::ALL[round % Recipe::ALL.len()];
        found.extend(brinkmates::setup(&yose_shogi::SHOGI, recipe, &mut random));
    }
    found
}

#[test]
fn brinkmates_of_images() {
    let mut tally = Tally::new();
    for setup in few_pieces(300, 8) {
        let verdict = same(&images(&setup), |image| {
            let question = Hisshi::new(Subject::Shogi(image.clone()));
            answer(&ask(Question::Hisshi(question), 10_000))
        });
        count(&mut tally, verdict);
    }
    println!("{tally:?}");
    for (verdict, least) in [("mate", 5), ("hisshi", 5), ("none", 5)] {
        assert!(tally.get(verdict).is_some_and(|&n| n > least), "{tally:?}");
    }
}

#[test]
fn threats_against_images() {
    let mut tally = Tally::new();
    // In a mate problem with the other side to move the mate is threatened.
    let mates = problems(1_500, 9).into_iter().map(|(_, setup)| setup);
    for mut setup in mates.chain(few_pieces(60, 9)) {
        // The side that would be mated is to move.
        setup.turn = setup.turn.other();
        if setup.validate().is_err() {
            continue;
        }
        let verdict = same(&images(&setup), |image| {
            let question = Threat {
                // How far a search for brinkmates comes depends on the order of moves.
                brinkmate_nodes: Some(0),
                ..Threat::new(Subject::Shogi(image.clone()))
            };
            answer(&ask(Question::Threat(question), 1_000_000))
        });
        count(&mut tally, verdict);
    }
    println!("{tally:?}");
    for (verdict, least) in [("threat", 10), ("safe", 20), ("hisshi", 1)] {
        assert!(tally.get(verdict).is_some_and(|&n| n > least), "{tally:?}");
    }
}

#[test]
fn values() {
    let mut tally = Tally::new();
    for (seed, name) in ["3x4:BKR:1", "3x4:RKS:2", "3x4:SKG:1", "dobutsu"]
        .into_iter()
        .enumerate()
    {
        let mut random = Random::new(seed as u64);
        for _ in 0..60 {
            let Some(setup) = random_setup(suite::variant(name), &mut random) else {
                continue;
            };
            let verdict = same(&images(&setup), |image| {
                let question = Value {
                    position: Subject::Shogi(image.clone()),
                    method: ValueMethod::Search,
                    certificate: false,
                };
                answer(&ask(Question::Value(question), 10_000))
            });
            count(&mut tally, verdict);
        }
    }
    println!("{tally:?}");
    assert!(tally["win"] > 15 && tally["loss"] > 15, "{tally:?}");
}

#[test]
fn lines_of_action() {
    use yose_board::Color;
    use yose_loa::{Rules, Setup, Size, SquareName};
    let mut tally = Tally::new();
    let mut random = Random::new(7);
    for i in 0..300 {
        let size = Size::new([4, 5, 6][i % 3], [4, 5, 5][i % 3]).unwrap();
        let mut setup = Setup::empty(size);
        for square in size.squares() {
            if random.one_in(3) {
                let color = [Color::Black, Color::White][random.below(2)];
                setup.stones.push((size.name(square), color));
            }
        }
        setup.turn = [Color::Black, Color::White][random.below(2)];
        let moved = |file: bool, rank: bool, exchanged: bool| {
            let mut image = setup.clone();
            for (name, color) in &mut image.stones {
                *name = SquareName {
                    file: if file {
                        size.files() - 1 - name.file
                    } else {
                        name.file
                    },
                    rank: if rank {
                        size.ranks() - 1 - name.rank
                    } else {
                        name.rank
                    },
                };
                *color = if exchanged { color.other() } else { *color };
            }
            image.turn = if exchanged { setup.turn.other() } else { setup.turn };
            image
        };
        let images = [
            setup.clone(),
            moved(true, false, false),
            moved(false, true, true),
            moved(true, true, true),
        ];
        if setup.validate().is_err() {
            continue;
        }
        let verdict = same(&images, |image| {
            let position = Subject::Loa {
                position: image.validate().unwrap(),
                rules: Rules::PAPER,
            };
            let question = LoaSolve {
                position,
                first: false,
                search: None,
                killer: Default::default(),
                threats: Default::default(),
                certificate: false,
            };
            answer(&ask(Question::LoaSolve(question), 20_000))
        });
        count(&mut tally, verdict);
    }
    println!("{tally:?}");
    assert!(tally["win"] > 30, "{tally:?}");
}

/// A space that holds the mirror image of each of its diagrams: rows of images agree in everything
/// but numbers, lines and cooks.
#[test]
fn rows_of_enumerations() {
    let space = Space::read(
        "name = \"whole\"\nfold = \"none\"\ncooks-from = 3\n[[block]]\nsize = \"3x3\"\ncorners = \"4 x 1\"\neither = \"3G\"\nattacker = \"2S\"\ndefender = \"N\"\n",
    )
    .unwrap();
    let terms = Terms {
        disproofs: None,
        hash_mb: 16,
        ..Terms::default()
    };
    let parts = yose_tsume::with_big_stack(|| {
        let worker = Worker::new(&space, &terms, Arc::default());
        let frames = space.frames().iter().enumerate().filter(|(i, _)| i % 3 != 1);
        let none = |_: &yose_shogi::Shogi| Err(String::new());
        frames
            .map(|(i, frame)| worker.frame(i, frame, &none).unwrap().0)
            .collect::<Vec<_>>()
    })
    .unwrap();
    let mut rows = HashMap::new();
    let groups = Groups::new(&space, &parts);
    let Ok(()) = each_row(&space, &parts, &groups, |row| {
        let mate = row.mate();
        let graded = row.graded();
        let told = (
            row.word(),
            mate.map(|mate| (mate.length, mate.lefts)),
            graded.map(|graded| (graded.word(), graded.lines)),
        );
        rows.insert(row.sfen.clone(), told);
        Ok::<_, std::convert::Infallible>(())
    });
    let (mut pairs, mut graded) = (0, 0);
    for (sfen, row) in &rows {
        let setup = yose_shogi::notation::sfen::read(sfen).unwrap();
        let image = yose_shogi::notation::sfen::write_setup(&mirrored(&setup));
        let Some(other) = rows.get(&image) else { continue };
        assert_eq!(row, other, "{sfen} and {image}");
        pairs += usize::from(image != *sfen);
        graded += usize::from(row.2.is_some());
    }
    println!("{pairs} rows with an image, {graded} graded");
    assert!(pairs > 100 && graded > 20, "{pairs} {graded}");
}
