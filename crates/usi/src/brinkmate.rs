//! Answers to a `go` that asks for a brinkmate.

use crate::command::Ask;
use crate::info::{Answer, effort, no_answer, string};
use std::time::Duration;
use yose_ask::hisshi::{HisshiBody, HisshiReply};
use yose_ask::{Reason, Verdict};

/// The answer to a question that was worked on.
pub(crate) fn answer(ask: Ask, reply: &HisshiReply) -> Answer {
    let answer = &reply.answer;
    if answer.reason == Some(Reason::Fault) {
        return Answer::refused(ask, "the search broke down: this is a fault of yose");
    }
    let body = &answer.body;
    let elapsed = Duration::try_from_secs_f64(body.seconds).unwrap_or_default();
    let effort = |depth: Option<u32>| effort(depth, body.nodes, elapsed);
    match (answer.verdict, body.line.as_deref()) {
        (Verdict::Mate | Verdict::Hisshi, Some(line @ [first, ..])) => {
            let moves = line.join(" ");
            let (what, score) = match answer.verdict {
                Verdict::Mate => ("mate", format!(" score mate {}", line.len())),
                // The length of a brinkmate does not count up to the mate.
                _ => ("brinkmate", String::new()),
            };
            let mut info = vec![
                format!("{}{score} pv {moves}", effort(body.length)),
                string(&format!("{what} in {}, {}", line.len(), known(body))),
            ];
            for threat in body.threats.iter().flatten() {
                let mate = threat.line.as_ref().map(|line| line.join(" "));
                let mate = mate.unwrap_or_else(|| "not found within the limits".to_owned());
                info.push(string(&format!("move {} threatens mate: {mate}", threat.at)));
            }
            Answer {
                info,
                line: match ask {
                    Ask::Mate => format!("checkmate {moves}"),
                    Ask::Move => format!("bestmove {first}"),
                },
            }
        }
        (Verdict::Mate | Verdict::Hisshi, _) => Answer {
            info: vec![
                effort(body.lower),
                string("a brinkmate or mate is proved, but stopped before its line was found"),
            ],
            line: no_answer(ask),
        },
        (Verdict::None, _) => Answer {
            info: vec![effort(None), string("no mate and no brinkmate, proved")],
            line: match ask {
                Ask::Mate => "checkmate nomate".to_owned(),
                Ask::Move => no_answer(ask),
            },
        },
        (Verdict::Invalid, _) => Answer {
            info: vec![string(answer.error.as_deref().unwrap_or("invalid"))],
            line: no_answer(ask),
        },
        _ => {
            let why = answer.reason.map_or("unknown", Reason::word);
            let lower = body.lower.unwrap_or(0);
            let told = match lower {
                0 => format!("stopped ({why}); a plain mate is not excluded"),
                _ => format!("stopped ({why}); no brinkmate is shorter than {lower}"),
            };
            Answer {
                info: vec![effort(Some(lower)), string(&told)],
                line: no_answer(ask),
            }
        }
    }
}

/// How far the length is known.
fn known(body: &HisshiBody) -> String {
    match (body.exact, body.lower) {
        (Some(true), _) => "proved shortest".to_owned(),
        (_, Some(lower)) if lower > 1 => format!("not proved shortest: none is shorter than {lower}"),
        _ => "not proved shortest".to_owned(),
    }
}
