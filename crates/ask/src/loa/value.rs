//! `value` of a Lines of Action position: by the table of every position of so many stones, or by search.

use crate::invalid::Invalid;
use crate::json::Answer;
use crate::picture;
use crate::problem::Problem;
use crate::solve::seconds;
use crate::status::Status;
use crate::value::{How, NoTable, ValueBody, Valued, searched};
use std::time::{Duration, Instant};
use yose_loa::{AnyPosition, Move, Rules, with_position};
use yose_loa_endgame::brute::{self, Board, MOST_SQUARES, Value};
use yose_loa_endgame::value::{Method, find};
use yose_loa_endgame::{Asked, Limits, Progress};
use yose_tablebase::TableError;

/// What a pair of sets of stones takes while a board is solved: itself, its value, its number, and whence it is reached.
const BYTES: u64 = 256;

/// The value of a position in which nobody is connected yet.
pub(crate) fn value(
    problem: &Problem,
    position: AnyPosition,
    rules: Rules,
    how: How,
    limits: &Limits,
    report: &mut (dyn FnMut(&str, Duration) + Send),
) -> Valued {
    // Whether the question can be asked at all.
    if let Err(faults) = with_position!(position, |p| Asked::new(p, rules).map(|_| ())) {
        return Valued::invalid(problem, Invalid::from(faults));
    }
    let method = match how {
        How::Search(method) => method,
        How::Table | How::Auto => match by_table(problem, position, limits) {
            Ok(valued) => return valued,
            Err(error) if matches!(how, How::Auto) && error.reason() == Some("memory") => Method::Search,
            Err(error) => {
                let mut answer = Answer::new(problem, "unknown", ValueBody::default());
                answer.reason = error.reason();
                let unknown = told(answer, Status::Unknown, position);
                return Valued {
                    why: Some(error.to_string()),
                    ..unknown
                };
            }
        },
    };
    let mut each = |progress: Progress| report(&format!("{} nodes", progress.nodes), progress.elapsed);
    let found = with_position!(position, |p| match Asked::new(p, rules) {
        Ok(asked) => find(&asked, method, limits, &mut each),
        Err(faults) => return Valued::invalid(problem, Invalid::from(faults)),
    });
    let (answer, status, why) = searched(problem, &found, |m| name(position, *m));
    Valued {
        why,
        ..told(answer, status, position)
    }
}

fn name(position: AnyPosition, m: Move) -> String {
    m.name(position.size()).to_string()
}

fn told(answer: Answer<ValueBody>, status: Status, position: AnyPosition) -> Valued {
    let line = answer.body.line.as_ref().filter(|line| !line.is_empty());
    Valued {
        status,
        diagram: picture::loa(&position),
        told: line.map_or_else(String::new, |line| format!("{}\n", line.join(" "))),
        invalid: None,
        why: None,
        warning: None,
        found: None,
        answer,
    }
}

fn by_table(problem: &Problem, position: AnyPosition, limits: &Limits) -> Result<Valued, NoTable> {
    let clock = Instant::now();
    let size = position.size();
    let stones = with_position!(position, |p| {
        let count = |color| size.squares().filter(|&s| p.stone(s) == Some(color)).count() as u32;
        [count(p.turn()), count(p.turn().other())]
    });
    let (most, total) = (stones[0].max(stones[1]), stones[0] + stones[1]);
    let pairs = brute::pairs(size, most, total);
    let allowed = limits.hash_mb;
    let needed = pairs.saturating_mul(BYTES).div_ceil(1_000_000);
    if size.area() > MOST_SQUARES || needed > allowed as u64 {
        return Err(NoTable::Memory { needed, allowed });
    }
    if let Some(allowed) = limits.nodes.filter(|&nodes| nodes < pairs) {
        let entries = u32::try_from(pairs).unwrap_or(u32::MAX);
        return Err(NoTable::Nodes { entries, allowed });
    }
    let late = || limits.time.is_some_and(|time| clock.elapsed() > time);
    let stopped = || limits.interrupt.load(std::sync::atomic::Ordering::Relaxed);
    let Some(board) = Board::solve_while(size, most, total, &|| !late() && !stopped()) else {
        return Err(if stopped() {
            TableError::Interrupted.into()
        } else {
            NoTable::Time
        });
    };
    let mut body = ValueBody {
        nodes: board.states() as u64,
        exact: Some(true),
        ..ValueBody::default()
    };
    let word = match board.value(&position) {
        Some(Value::Win(n)) => {
            body.distance = Some(u32::from(n));
            "win"
        }
        Some(Value::Loss(n)) => {
            body.distance = Some(u32::from(n));
            "loss"
        }
        Some(Value::Draw) => "draw",
        None => {
            let what = "the position is not in the table of its stones";
            return Ok(Valued::invalid(problem, Invalid::whole(what)));
        }
    };
    if body.distance.is_some() {
        let line = board.line(&position);
        body.line = Some(line.iter().map(|&m| name(position, m)).collect());
    }
    body.seconds = seconds(clock.elapsed());
    Ok(told(Answer::new(problem, word, body), Status::Answered, position))
}
