//! The reply to `loa solve` as text: the board, the verdict, the line.

use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::loa::solve::LoaReply;
use yose_ask::question::LoaSolve;
use yose_ask::{Name, Reason, Verdict};

pub(crate) fn text(name: &Name, solve: &LoaSolve, reply: &LoaReply, look: Look) -> String {
    let mut text = heading(name, &solve.position, look);
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = format!(
        "{} nodes, {} moves made, {:.3} s",
        body.nodes, body.moves, body.seconds
    );
    let _ = match (answer.verdict, body.length) {
        (Verdict::Win, Some(length)) => {
            let known = match (body.exact, body.lower) {
                (Some(true), _) => "proved shortest".to_owned(),
                (_, Some(lower)) if lower > 1 => {
                    format!("not proved shortest (none is shorter than {lower})")
                }
                _ => "not proved shortest".to_owned(),
            };
            writeln!(text, "win in {length}, {known}; {effort}")
        }
        (Verdict::NoWin, _) => writeln!(text, "no forced win, proved; {effort}"),
        _ => {
            let why = answer.reason.map_or("unknown", Reason::word);
            writeln!(text, "unknown: stopped ({why}); {effort}")
        }
    };
    if let Some(line) = body.line.as_ref().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "{}", line.join(" "));
    }
    text
}
