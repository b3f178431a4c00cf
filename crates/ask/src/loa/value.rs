//! `value` of a Lines of Action position: by the table of all positions with this number of stones,
//! or by search.

use crate::answer::Answer;
use crate::certificate::{AnyCertificate, Certified, NoCertificate};
use crate::invalid::Invalid;
use crate::question::Value as Asked;
use crate::request::Name;
use crate::run::Run;
use crate::solve::seconds;
use crate::tables::NoTable;
use crate::value::{ValueBody, ValueReply, may_search, search_of, searched};
use crate::verdict::Verdict;
use yose_andor::Clock;
use yose_loa::{AnyPosition, Move, Rules, with_position};
use yose_loa_endgame::brute::Value;
use yose_loa_endgame::value::{Method, find};
use yose_loa_endgame::{Endgame, Limits, Progress};

/// The value of a position in which nobody is connected yet.
pub(crate) fn answer(
    name: &Name,
    asked: &Asked,
    (position, rules): (AnyPosition, Rules),
    run: &mut Run<'_>,
) -> ValueReply {
    let mut reply = found(name, asked, (position, rules), run);
    if asked.certificate && reply.answer.verdict.status() == crate::Status::Answered {
        let none: Result<[&AnyCertificate; 0], _> = Err(&NoCertificate::Loa);
        reply.certificate = Some(Certified::of(none));
    }
    reply
}

fn found(
    name: &Name,
    asked: &Asked,
    (position, rules): (AnyPosition, Rules),
    run: &mut Run<'_>,
) -> ValueReply {
    // Whether the question can be asked at all.
    if let Err(faults) = with_position!(position, |p| Endgame::new(p, rules).map(|_| ())) {
        return Answer::invalid(name, &Invalid::from(faults), ValueBody::default()).into();
    }
    let limits = run.search_limits();
    let method = match search_of(asked.method) {
        Some(method) => method,
        None => match by_table(name, position, &limits) {
            Ok(reply) => return reply,
            Err(error) if may_search(asked.method, &error) => Method::Search,
            Err(error) => return without_table(name, &error),
        },
    };
    let mut report =
        |progress: Progress| run.note(progress.nodes, None, || format!("{} nodes", progress.nodes));
    let found = with_position!(position, |p| match Endgame::new(p, rules) {
        Ok(question) => find(&question, method, &limits, &mut report),
        Err(faults) => {
            return Answer::invalid(name, &Invalid::from(faults), ValueBody::default()).into();
        }
    });
    searched(name, &found, |m| move_name(position, *m))
}

/// The reply where there is no table. Only a limit is to blame: the board is a valid one.
fn without_table(name: &Name, error: &NoTable) -> ValueReply {
    let reason = error.reason().unwrap_or(crate::Reason::Memory);
    ValueReply {
        why: Some(error.to_string()),
        ..Answer::unknown(name, reason, ValueBody::default()).into()
    }
}

fn move_name(position: AnyPosition, m: Move) -> String {
    m.name(position.size()).to_string()
}

fn by_table(name: &Name, position: AnyPosition, limits: &Limits) -> Result<ValueReply, NoTable> {
    let clock = Clock::start();
    let board = super::table::make(position, limits)?;
    let mut body = ValueBody {
        nodes: board.states() as u64,
        exact: Some(true),
        ..ValueBody::default()
    };
    let verdict = match board.value(&position) {
        Some(Value::Win(n)) => {
            body.distance = Some(u32::from(n));
            Verdict::Win
        }
        Some(Value::Loss(n)) => {
            body.distance = Some(u32::from(n));
            Verdict::Loss
        }
        Some(Value::Draw) => Verdict::Draw,
        None => {
            let what = "the position is not in the table of its stones";
            return Ok(Answer::invalid(name, &Invalid::whole(what), ValueBody::default()).into());
        }
    };
    if body.distance.is_some() {
        let line = board.line(&position);
        body.line = Some(line.iter().map(|&m| move_name(position, m)).collect());
    }
    body.seconds = seconds(clock.elapsed());
    Ok(Answer::new(name, verdict, body).into())
}
