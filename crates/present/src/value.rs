//! The reply to `value` as text: the board, the value, the line.

use crate::language::Language;
use crate::line::usi_text;
use crate::phrase::{Effort, Phrase};
use crate::style::{Look, heading};
use yose_ask::question::Value;
use yose_ask::value::ValueReply;
use yose_ask::{Name, Subject, Verdict};

pub(crate) fn text(name: &Name, value: &Value, reply: &ValueReply, look: Look) -> String {
    let language = look.language();
    let mut text = heading(name, &value.position, look);
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = match body.nodes {
        n if body.effort.is_some() => Effort::Nodes(n, body.seconds),
        0 => Effort::Time(body.seconds),
        n => Effort::Table(n, body.seconds),
    };
    let distance = body.distance.unwrap_or(0);
    let is_exact = body.exact != Some(false);
    let phrase = match answer.verdict {
        Verdict::Win => Phrase::Wins(distance, is_exact, effort),
        Verdict::Loss => Phrase::Loses(distance, is_exact, effort),
        Verdict::Draw => Phrase::Draw(effort),
        _ => Phrase::UnknownValue(answer.reason, reply.why.as_deref()),
    };
    text.push_str(&phrase.line(language));
    text.push_str(&line(value, reply, language));
    let shown = body.line.as_ref().map_or(0, Vec::len);
    if distance as usize > shown && body.effort.is_none() && answer.verdict != Verdict::Draw {
        let more = distance as usize - shown;
        text.push_str(&Phrase::MoreUntilTaken(more).line(language));
    }
    text
}

/// The line to the end of the game: one move per row in shogi, one row in Lines of Action.
fn line(value: &Value, reply: &ValueReply, language: Language) -> String {
    let line = reply.answer.body.line.as_deref().unwrap_or_default();
    match &value.position {
        _ if line.is_empty() => String::new(),
        Subject::Shogi(setup) => usi_text(setup, line, language),
        Subject::Loa { .. } => format!("{}\n", line.join(" ")),
        Subject::Invalid(_) => String::new(),
    }
}
