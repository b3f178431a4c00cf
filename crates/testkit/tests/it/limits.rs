//! A limit of nodes is never exceeded, whatever the question, and an answer within it is whole: a
//! mate, a brinkmate or a win has its line. More nodes never make an answer worse.

use serde_json::Value as Json;
use std::sync::Arc;
use yose_ask::question::{Candidates, Check, Hisshi, LoaSearch, LoaSolve, Solve, Value, ValueMethod};
use yose_ask::{Game, Limits, Name, Pace, Question, Request, Resources, Subject};
use yose_testkit::shogi::random_setup;
use yose_testkit::{Random, brinkmates, collection, suite};
use yose_tsume::{Convention, Policy};

const LIMITS: [u64; 7] = [1, 2, 10, 100, 1_000, 3_000, 10_000];

const PAPER: Candidates = Candidates {
    entries: 1 << 16,
    depth: 200,
    candidates: 10_000,
    interleaved: true,
    clear_numbers: false,
    share_numbers: true,
    countermeasure: None,
    delete_influenced: true,
};

fn ask(question: &Question, nodes: u64, threads: usize) -> Json {
    let request = Request {
        name: Name::default(),
        question: question.clone(),
        limits: Limits {
            nodes: Some(nodes),
            // A small table loses entries.
            hash_mb: 1,
            threads,
            ..Limits::default()
        },
    };
    let resources = Resources::new(256);
    let reply = yose_ask::run(&request, &resources, &Arc::default(), Pace::Silent, &mut |_| {});
    serde_json::from_str(&reply.line()).unwrap()
}

/// Asks a question with every limit. Returns how many of the answers are known.
fn known(question: &Question, threads: usize) -> usize {
    let mut known = 0;
    for nodes in LIMITS {
        let answer = ask(question, nodes, threads);
        let told = || format!("{question:?}, {nodes} nodes, {threads} threads: {answer}");
        assert!(answer["nodes"].as_u64().unwrap() <= nodes, "{}", told());
        let is_known = answer["verdict"] != "unknown";
        assert!(answer["verdict"] != "invalid", "{}", told());
        // Several threads do not search alike twice.
        assert!(is_known || known == 0 || threads > 1, "{}", told());
        known += usize::from(is_known);
        let has_line =
            matches!(question, Question::Solve(_) | Question::LoaSolve(_)) || answer["verdict"] == "hisshi";
        if has_line && answer["length"].is_number() && !is_one_search(question) {
            let plies = answer["line"]
                .as_array()
                .map(Vec::len)
                .unwrap_or_else(|| panic!("{}", told()));
            assert_eq!(answer["length"].as_u64(), Some(plies as u64), "{}", told());
        }
    }
    known
}

/// The searches of `loa solve --search` have no line.
fn is_one_search(question: &Question) -> bool {
    matches!(question, Question::LoaSolve(solve) if solve.search.is_some())
}

/// One in `share` problems of the collection.
fn problems(share: usize, seed: u64) -> impl Iterator<Item = (usize, Subject)> {
    let mut random = Random::new(seed);
    let some = collection::read()
        .into_iter()
        .filter(move |_| random.one_in(share));
    some.map(|decided| Subject::Shogi(decided.setup)).enumerate()
}

#[test]
fn mates() {
    let (mut answers, mut all) = (0, 0);
    for (i, position) in problems(300, 1) {
        let question = Question::Solve(Solve {
            policy: Some([Policy::Usual, Policy::None, Policy::Strict][i % 3]),
            first: i % 6 == 1,
            convention: Convention::ALL[i % 5 % 2],
            ..Solve::new(position)
        });
        answers += known(&question, 1 + i % 2);
        all += LIMITS.len();
    }
    println!("{answers} of {all}");
    assert!(2 * answers > all && answers < all, "{answers} of {all}");
}

#[test]
fn grades() {
    let (mut answers, mut all) = (0, 0);
    for (i, position) in problems(400, 2) {
        let question = Question::Check(Check {
            policy: [Policy::Usual, Policy::None][i % 2],
            convention: Convention::ALL[i % 5 % 2],
            ..Check::new(position)
        });
        answers += known(&question, 1 + i % 2);
        all += LIMITS.len();
    }
    println!("{answers} of {all}");
    assert!(3 * answers > all && answers < all, "{answers} of {all}");
}

#[test]
fn brinkmates() {
    let mut random = Random::new(3);
    let (mut answers, mut all) = (0, 0);
    for i in 0..60 {
        let recipe = brinkmates::Recipe::ALL[i % 4];
        let Some(setup) = brinkmates::setup(suite::variant("shogi"), recipe, &mut random) else {
            continue;
        };
        let question = Question::Hisshi(Hisshi {
            first: i % 3 == 0,
            ..Hisshi::new(Subject::Shogi(setup))
        });
        answers += known(&question, 1 + i % 2);
        all += LIMITS.len();
    }
    println!("{answers} of {all}");
    assert!(answers > 30 && answers < all, "{answers} of {all}");
}

#[test]
fn values() {
    let mut random = Random::new(4);
    let (mut answers, mut all) = (0, 0);
    for name in ["3x4:BKR:1", "3x4:SKG:1", "dobutsu", "5x5"] {
        for i in 0..12 {
            let Some(setup) = random_setup(suite::variant(name), &mut random) else {
                continue;
            };
            let method = match i % 2 {
                0 => ValueMethod::Candidates(PAPER),
                _ => ValueMethod::Search,
            };
            let question = Question::Value(Value {
                position: Subject::Shogi(setup),
                method,
                certificate: false,
            });
            answers += known(&question, 1);
            all += LIMITS.len();
        }
    }
    println!("{answers} of {all}");
    assert!(answers > 20 && answers < all, "{answers} of {all}");
}

#[test]
fn lines_of_action() {
    let (mut answers, mut all) = (0, 0);
    let positions = suite::rows("loa/random.txt");
    for (i, row) in positions.iter().enumerate() {
        let position = Subject::read(row.last().unwrap(), Game::Any);
        let search = [
            None,
            None,
            Some(LoaSearch::Deepening),
            Some(LoaSearch::Pds),
            Some(LoaSearch::Dfpn),
        ][i % 5];
        let solve = LoaSolve {
            position: position.clone(),
            first: i % 5 == 0,
            search,
            killer: Default::default(),
            threats: Default::default(),
            certificate: false,
        };
        answers += known(&Question::LoaSolve(solve), 1);
        let value = Value {
            position,
            method: ValueMethod::Search,
            certificate: false,
        };
        answers += known(&Question::Value(value), 1);
        all += 2 * LIMITS.len();
    }
    println!("{answers} of {all}");
    assert!(answers > 30 && answers < all, "{answers} of {all}");
}
