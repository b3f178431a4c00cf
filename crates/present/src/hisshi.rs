//! The reply to `hisshi` as text: the board, the verdict, the line, the threats.

use crate::line::{moves, usi_text};
use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::hisshi::HisshiReply;
use yose_ask::question::Hisshi;
use yose_ask::{MoveSet, Name, Reason, Verdict};
use yose_shogi::{Setup, with_position};

pub(crate) fn text(name: &Name, hisshi: &Hisshi, reply: &HisshiReply, look: Look) -> String {
    let mut text = heading(name, &hisshi.position, look);
    let Ok(setup) = hisshi.position.shogi() else {
        return text;
    };
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = format!("{} nodes, {:.3} s", body.nodes, body.seconds);
    let known = match (body.exact, body.lower) {
        (Some(true), _) => "proved shortest".to_owned(),
        (_, Some(lower)) if lower > 1 => {
            format!("not proved shortest (最短とは限らない; none is shorter than {lower})")
        }
        _ => "not proved shortest (最短とは限らない)".to_owned(),
    };
    match (answer.verdict, body.length) {
        (Verdict::Mate, Some(length)) => {
            let _ = writeln!(text, "mate in {length} ({length}手詰), {known}; {effort}");
        }
        (Verdict::Mate, None) => {
            let _ = writeln!(text, "mate (詰), stopped before its line was found; {effort}");
        }
        (Verdict::Hisshi, Some(length)) => {
            let _ = writeln!(text, "brinkmate in {length} ({length}手必至), {known}; {effort}");
        }
        (Verdict::None, _) => {
            let _ = writeln!(text, "no brinkmate (必至なし), proved; {effort}");
        }
        _ => {
            let why = match answer.reason {
                Some(Reason::Moves) => {
                    "no brinkmate by the moves of --moves paper, which are not all moves".to_owned()
                }
                reason => format!("stopped ({})", reason.map_or("unknown", Reason::word)),
            };
            let lower = match body.lower {
                None | Some(0) => "a plain mate is not excluded".to_owned(),
                Some(lower) => format!("no brinkmate shorter than {lower}"),
            };
            let _ = writeln!(text, "unknown (不明): {why}; {lower}; {effort}");
        }
    }
    if let Some(line) = &body.line {
        text.push_str(&usi_text(setup, line));
        for threat in body.threats.iter().flatten() {
            let _ = writeln!(text, "after move {} threatens mate (詰めろ):", threat.at);
            match &threat.line {
                Some(mate) => text.push_str(&after_pass(setup, &line[..threat.at.min(line.len())], mate)),
                None => text.push_str("     not found within the limits\n"),
            }
        }
    }
    if hisshi.moves == MoveSet::Paper && answer.verdict == Verdict::Hisshi {
        text.push_str("moves: paper, which are not all moves: nothing is claimed about shorter ones\n");
    }
    text
}

/// The mate after a line and a pass.
fn after_pass(setup: &Setup, line: &[String], mate: &[String]) -> String {
    let Ok(position) = setup.validate() else {
        return String::new();
    };
    with_position!(position, |p| {
        let mut p = p;
        for m in moves(line, setup) {
            p.make(m);
        }
        p.pass();
        crate::line::line_text(p, &moves(mate, setup))
    })
}
