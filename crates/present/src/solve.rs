//! The reply to `solve` as text: the board, the verdict, the line.

use crate::line::usi_text;
use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::question::Solve;
use yose_ask::solve::SolveReply;
use yose_ask::{Name, Reason, Verdict};

pub(crate) fn text(name: &Name, solve: &Solve, reply: &SolveReply, look: Look) -> String {
    let mut text = heading(name, &solve.position, look);
    let Ok(setup) = solve.position.shogi() else {
        return text;
    };
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = format!("{} nodes, {:.3} s", body.nodes, body.seconds);
    match (answer.verdict, body.length) {
        (Verdict::Mate, Some(length)) => {
            let known = match (body.exact, body.lower) {
                (Some(true), _) => "proved shortest".to_owned(),
                (_, Some(lower)) if lower == length => {
                    "proved shortest, but stopped before the line was settled (手順は未確定)".to_owned()
                }
                (_, Some(lower)) if lower > 1 => {
                    format!("not proved shortest (最短とは限らない; none is shorter than {lower})")
                }
                _ => "not proved shortest (最短とは限らない)".to_owned(),
            };
            let _ = writeln!(text, "mate in {length} ({length}手詰), {known}; {effort}");
            text.push_str(counted_text(solve));
            if let Some(longest) = body.longest {
                text.push_str(&convention_text(length, longest, body.exact == Some(true)));
            }
            match &body.line {
                Some(line) => text.push_str(&usi_text(setup, line)),
                None => text.push_str(
                    "no line (手順なし): stopped before the table, which has forgotten it, was filled again\n",
                ),
            }
            match body.leftover.as_deref() {
                Some("") | None => {}
                Some(left) => {
                    let _ = writeln!(text, "left over in hand (駒余り): {left}");
                }
            }
        }
        (Verdict::NoMate, _) => {
            let _ = writeln!(text, "no mate (不詰), proved; {effort}");
        }
        _ => {
            let why = answer.reason.map_or("unknown", Reason::word);
            let lower = body.lower.unwrap_or(1);
            let _ = writeln!(
                text,
                "unknown (不明): stopped ({why}); no mate shorter than {lower}; {effort}"
            );
        }
    }
    text
}

/// A certificate changes the default policy, which may change the length: a note for that case.
fn counted_text(solve: &Solve) -> &'static str {
    match (solve.certificate, solve.policy) {
        (true, None) => {
            "futile: none, the default with --certificate: every interposition counts as a move \
             (--futile usual for the usual length)\n"
        }
        _ => "",
    }
}

/// A note on how the classical convention changed the length.
pub(crate) fn convention_text(length: u32, longest: u32, exact: bool) -> String {
    match (exact, length < longest) {
        (true, true) => {
            format!("classical: a defence lasts {longest} plies, but leaves pieces over (変長駒余り)\n")
        }
        (true, false) => String::new(),
        (false, _) => {
            "classical: stopped before it was known which line leaves nothing over; this one lasts longest\n"
                .to_owned()
        }
    }
}
