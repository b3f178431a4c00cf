//! The reply to `threat` as text: the board, the verdict, the threatened mate, and the moves by
//! what becomes of them.

use crate::language::{Language, columns};
use crate::line::{line_text, move_text, moves, row};
use crate::phrase::{Effort, Phrase, View};
use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::question::Threat;
use yose_ask::threat::{MoveBody, MoveResult, ThreatBody, ThreatReply};
use yose_ask::{Name, Verdict};
use yose_shogi::{Geometry, Position, with_position};

/// The columns of a list of moves.
const WIDTH: usize = 78;

pub(crate) fn text(name: &Name, threat: &Threat, reply: &ThreatReply, look: Look) -> String {
    let mut text = heading(name, &threat.position, look);
    let position = threat.position.shogi().ok().map(|setup| setup.validate());
    if let Some(Ok(position)) = position {
        with_position!(&position, |p| text.push_str(&about(p, reply, look.language())));
    }
    text
}

/// How a reply is told in one phrase.
pub(crate) fn view(reply: &ThreatReply, in_check: bool) -> View {
    let body = &reply.answer.body;
    let count = |list: &Option<Vec<String>>| list.as_ref().map_or(0, Vec::len);
    let all = body.moves.as_ref().map_or(0, Vec::len);
    match reply.answer.verdict {
        Verdict::Mated => View::Mated,
        Verdict::Hisshi => View::Hisshi,
        Verdict::Threat if in_check => View::Check(count(&body.parries), all),
        Verdict::Threat => View::Threat(count(&body.parries), all),
        Verdict::Safe => View::Safe,
        _ => View::Unknown(reply.answer.reason),
    }
}

fn about<G: Geometry>(p: &Position<G>, reply: &ThreatReply, language: Language) -> String {
    let body = &reply.answer.body;
    let setup = yose_shogi::Setup::of(p, 1);
    let view = view(reply, p.in_check());
    let effort = Effort::Nodes(body.nodes, body.seconds);
    let mut text = Phrase::Viewed(view, effort).line(language);
    if let Some(line) = &body.line {
        text.push_str(&Phrase::ThreatenedMate.line(language));
        let mut passed = p.clone();
        passed.pass();
        text.push_str(&line_text(passed, &moves(line, &setup), language));
    }
    let all: &[MoveBody] = body.moves.as_deref().unwrap_or_default();
    let chosen = |is: &dyn Fn(&MoveBody) -> bool| -> Vec<String> {
        let chosen = all.iter().filter(|body| is(body));
        chosen.map(|body| spoken(p, &body.mv, language)).collect()
    };
    let threatened = !matches!(reply.answer.verdict, Verdict::Safe);
    let counters = chosen(&|body| body.result == MoveResult::Parry && body.counter == Some(true));
    let heading = match threatened {
        true => Phrase::CounterParries,
        false => Phrase::CounterMoves,
    };
    list(&mut text, heading, &counters, language);
    // Where nothing is threatened nearly every move would be listed.
    if threatened {
        let plain = chosen(&|body| body.result == MoveResult::Parry && body.counter != Some(true));
        list(&mut text, Phrase::Parries, &plain, language);
    }
    brinkmates(&mut text, p, all, language);
    mates(&mut text, p, all, language);
    let open = chosen(&|body| body.result == MoveResult::Unknown);
    list(&mut text, Phrase::Undecided, &open, language);
    if let Some(played) = played(p, body, language) {
        text.push_str(&played);
        text.push('\n');
    }
    text
}

/// A move as books of the language print it.
pub(crate) fn spoken<G: Geometry>(p: &Position<G>, word: &str, language: Language) -> String {
    let setup = yose_shogi::Setup::of(p, 1);
    match moves(&[word.to_owned()], &setup)[..] {
        [m] => move_text(p, m, None, language),
        _ => word.to_owned(),
    }
}

/// The line after a move on one row.
pub(crate) fn after<G: Geometry>(p: &Position<G>, body: &MoveBody, language: Language) -> Option<String> {
    let setup = yose_shogi::Setup::of(p, 1);
    let line = body.line.as_ref()?;
    let before = moves(std::slice::from_ref(&body.mv), &setup);
    Some(row(p, &before, &moves(line, &setup), language))
}

/// What became of the move that was played, unless it parries and nothing more is to be said.
pub(crate) fn played<G: Geometry>(p: &Position<G>, body: &ThreatBody, language: Language) -> Option<String> {
    let found = body.played_move()?;
    let mv = spoken(p, &found.mv, language);
    let line = after(p, found, language).unwrap_or_default();
    Some(match (found.result, body.overlooked) {
        (MoveResult::Mate, Some(true)) => Phrase::Overlooked(&mv, &line).text(language),
        (MoveResult::Mate, _) => Phrase::RanIntoMate(&mv, &line).text(language),
        (MoveResult::Hisshi, _) => Phrase::RanIntoHisshi(&mv, &line).text(language),
        (MoveResult::Parry | MoveResult::Unknown, _) => return None,
    })
}

/// A list of moves under its heading, in as many rows as it needs.
fn list(text: &mut String, heading: Phrase<'_>, words: &[String], language: Language) {
    if words.is_empty() {
        return;
    }
    let _ = writeln!(text, "{} ({})", heading.text(language), words.len());
    let mut width = 0;
    for word in words {
        if width > 0 && width + columns(word) + 2 > WIDTH {
            text.push('\n');
            width = 0;
        }
        let gap = if width == 0 { "     " } else { "  " };
        let _ = write!(text, "{gap}{word}");
        width += gap.len() + columns(word);
    }
    text.push('\n');
}

/// The parries that run into a brinkmate, each with its line.
fn brinkmates<G: Geometry>(text: &mut String, p: &Position<G>, all: &[MoveBody], language: Language) {
    let chosen: Vec<&MoveBody> = all
        .iter()
        .filter(|body| body.result == MoveResult::Hisshi)
        .collect();
    if chosen.is_empty() {
        return;
    }
    let heading = Phrase::BrinkmateParries.text(language);
    let _ = writeln!(text, "{heading} ({})", chosen.len());
    for body in chosen {
        let mv = spoken(p, &body.mv, language);
        let line = after(p, body, language).unwrap_or_default();
        let _ = writeln!(text, "     {mv}: {line}");
    }
}

/// The first move of a mate, and its plies.
type Mate = (Option<String>, usize);

/// The moves that run into mate, those with the same mating move together.
fn mates<G: Geometry>(text: &mut String, p: &Position<G>, all: &[MoveBody], language: Language) {
    let mut groups: Vec<(Mate, Vec<String>)> = Vec::new();
    for body in all.iter().filter(|body| body.result == MoveResult::Mate) {
        let first = body.line.as_ref().and_then(|line| line.first().cloned());
        let key = (first, body.line.as_ref().map_or(0, Vec::len));
        let mv = spoken(p, &body.mv, language);
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, words)) => words.push(mv),
            None => groups.push((key, vec![mv])),
        }
    }
    for ((first, length), words) in groups {
        let first = first.unwrap_or_default();
        list(text, Phrase::MateAfter(&first, length), &words, language);
    }
}
