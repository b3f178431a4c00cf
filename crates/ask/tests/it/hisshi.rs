//! The fields of brinkmates where something stayed open.

use std::sync::Arc;
use yose_ask::hisshi::HisshiBody;
use yose_ask::question::Hisshi;
use yose_ask::{
    Limits, MoveSet, Name, Pace, Question, Reason, Reply, Request, Resources, Subject, Verdict, run,
};

const SILVER: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/9 b P 1";
/// Three plies, two of them quiet.
const THREE: &str = "8k/8g/9/8G/9/9/8L/9/9 b Gp 1";

fn ask(position: &str, moves: MoveSet, nodes: Option<u64>) -> (Verdict, Option<Reason>, HisshiBody) {
    let request = Request {
        name: Name::default(),
        question: Question::Hisshi(Hisshi {
            moves,
            ..Hisshi::new(Subject::read(position, yose_ask::Game::Any))
        }),
        limits: Limits {
            nodes,
            hash_mb: 8,
            ..Limits::default()
        },
    };
    let reply = run(
        &request,
        &Resources::new(64),
        &Arc::default(),
        Pace::Silent,
        &mut |_| {},
    );
    let Reply::Hisshi(reply) = reply else {
        panic!("{reply:?}");
    };
    (reply.answer.verdict, reply.answer.reason, reply.answer.body)
}

/// Whatever left the verdict open, no length is proved shortest.
#[test]
fn nothing_is_exact_where_the_verdict_is_unknown() {
    for (position, moves, nodes, why) in [
        (SILVER, MoveSet::All, Some(3), Reason::Nodes),
        (NONE, MoveSet::Paper, None, Reason::Moves),
    ] {
        let (verdict, reason, body) = ask(position, moves, nodes);
        assert_eq!((verdict, reason), (Verdict::Unknown, Some(why)));
        assert_eq!((body.exact, body.length), (Some(false), None));
        assert!(body.lower.is_some_and(|n| n <= 1), "{:?}", body.lower);
    }
    let (verdict, _, body) = ask(NONE, MoveSet::All, None);
    assert_eq!((verdict, body.exact), (Verdict::None, None));
}

/// With every small limit: a line is whole or null, and never empty.
#[test]
fn what_was_not_found_is_null_and_not_empty() {
    let mut found = 0;
    for position in [SILVER, THREE] {
        for nodes in (1..400).step_by(7) {
            let (verdict, _, body) = ask(position, MoveSet::All, Some(nodes));
            let threats = body.threats.unwrap_or_default();
            for threat in &threats {
                assert_ne!(threat.line, Some(Vec::new()), "{position} {nodes}");
            }
            assert_ne!(body.line, Some(Vec::new()), "{position} {nodes}");
            found += usize::from(verdict == Verdict::Hisshi && !threats.is_empty());
        }
    }
    assert!(found > 10, "{found}");
}
