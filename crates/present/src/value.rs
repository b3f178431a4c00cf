//! The reply to `value` as text: the board, the value, the line.

use crate::line::usi_text;
use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::question::Value;
use yose_ask::value::ValueReply;
use yose_ask::{Name, Subject, Verdict};

pub(crate) fn text(name: &Name, value: &Value, reply: &ValueReply, look: Look) -> String {
    let mut text = heading(name, &value.position, look);
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = match body.nodes {
        n if body.effort.is_some() => format!("{n} nodes, {:.3} s", body.seconds),
        0 => format!("{:.3} s", body.seconds),
        n => format!("a table of {n} positions, {:.3} s", body.seconds),
    };
    let distance = body.distance.unwrap_or(0);
    let within = if body.exact == Some(false) { "within" } else { "in" };
    let _ = match (answer.verdict, &reply.why) {
        (Verdict::Win, _) => writeln!(text, "win {within} {distance} ({distance}手で勝ち); {effort}"),
        (Verdict::Loss, _) => writeln!(text, "loss {within} {distance} ({distance}手で負け); {effort}"),
        (Verdict::Draw, _) => writeln!(text, "draw (引き分け): neither side can win; {effort}"),
        (_, Some(why)) => writeln!(text, "unknown (不明): {why}"),
        _ => writeln!(text, "unknown (不明)"),
    };
    text.push_str(&line(value, reply));
    let shown = body.line.as_ref().map_or(0, Vec::len);
    if distance as usize > shown && body.effort.is_none() && answer.verdict != Verdict::Draw {
        let more = distance as usize - shown;
        let _ = writeln!(
            text,
            "({more} more until the king is taken, which no move can prevent)"
        );
    }
    text
}

/// The line to the end of the game: one move per row in shogi, one row in Lines of Action.
fn line(value: &Value, reply: &ValueReply) -> String {
    let line = reply.answer.body.line.as_deref().unwrap_or_default();
    match &value.position {
        _ if line.is_empty() => String::new(),
        Subject::Shogi(setup) => usi_text(setup, line),
        Subject::Loa { .. } => format!("{}\n", line.join(" ")),
        Subject::Invalid(_) => String::new(),
    }
}
