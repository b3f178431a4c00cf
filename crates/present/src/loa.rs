//! The reply to `loa solve` as text: the board, the verdict, the line.

use crate::phrase::{Effort, Known, Phrase};
use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::loa::solve::LoaReply;
use yose_ask::question::LoaSolve;
use yose_ask::{Name, Verdict};

pub(crate) fn text(name: &Name, solve: &LoaSolve, reply: &LoaReply, look: Look) -> String {
    let mut text = heading(name, &solve.position, look);
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = Effort::NodesAndMoves(body.nodes, body.moves, body.seconds);
    let phrase = match (answer.verdict, body.length) {
        (Verdict::Win, Some(length)) => {
            Phrase::LoaWin(length, Known::of(length, body.exact, body.lower), effort)
        }
        (Verdict::NoWin, _) => Phrase::LoaNoWin(effort),
        _ => Phrase::UnknownWin(answer.reason, effort),
    };
    text.push_str(&phrase.line(look.language()));
    if let Some(line) = body.line.as_ref().filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "{}", line.join(" "));
    }
    text
}
