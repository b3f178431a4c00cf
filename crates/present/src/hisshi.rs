//! The reply to `hisshi` as text: the board, the verdict, the line, the threats, the cooks.

use crate::check::flaw_text;
use crate::language::{Language, padded};
use crate::line::{line_text, move_width, moves, row, usi_text};
use crate::phrase::{Effort, Known, Phrase, Weight};
use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::cooks::CooksBody;
use yose_ask::hisshi::{HisshiBody, HisshiReply};
use yose_ask::question::Hisshi;
use yose_ask::{HisshiPolicy, MoveSet, Name, Verdict};
use yose_shogi::{Geometry, Position, Setup, with_position};

pub(crate) fn text(name: &Name, hisshi: &Hisshi, reply: &HisshiReply, look: Look) -> String {
    let language = look.language();
    let mut text = heading(name, &hisshi.position, look);
    let Ok(setup) = hisshi.position.shogi() else {
        return text;
    };
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = Effort::Nodes(body.nodes, body.seconds);
    let known = |length| Known::of(length, body.exact, body.lower);
    let verdict = match (answer.verdict, body.length) {
        (Verdict::Mate, Some(length)) => Phrase::Mate(length, known(length), effort),
        (Verdict::Mate, None) => Phrase::MateWithoutLine(effort),
        (Verdict::Hisshi, Some(length)) => Phrase::Hisshi(length, known(length), effort),
        (Verdict::None, _) => Phrase::NoHisshi(effort),
        _ => Phrase::UnknownHisshi(answer.reason, body.lower.unwrap_or(0), effort),
    };
    text.push_str(&verdict.line(language));
    // No length was asked for with `first`, and a mate counts every drop.
    if body.policy != HisshiPolicy::None && answer.verdict == Verdict::Hisshi && !hisshi.first {
        text.push_str(&Phrase::FutileDrops(body.policy).line(language));
    }
    if let Some(line) = &body.line {
        text.push_str(&usi_text(setup, line, language));
        for threat in body.threats.iter().flatten() {
            text.push_str(&Phrase::Threat(threat.at).line(language));
            match &threat.line {
                Some(mate) => {
                    let before = &line[..threat.at.min(line.len())];
                    text.push_str(&after_pass(setup, before, mate, language));
                }
                None => text.push_str(&Phrase::ThreatNotFound.line(language)),
            }
        }
    }
    if let Some(cooks) = &body.cooks
        && let Ok(position) = setup.validate()
    {
        with_position!(position, |p| text
            .push_str(&cooks_text(cooks, body, setup, &p, language)));
    }
    if hisshi.moves == MoveSet::Paper && answer.verdict == Verdict::Hisshi {
        text.push_str(&Phrase::NotAllMoves.line(language));
    }
    text
}

/// The cooks, the flaws and the open moves.
fn cooks_text<G: Geometry>(
    cooks: &CooksBody,
    body: &HisshiBody,
    setup: &Setup,
    p: &Position<G>,
    language: Language,
) -> String {
    let mut text = String::new();
    let examined = cooks.solution.as_deref().unwrap_or_default();
    let solution = moves(examined, setup);
    // A flaw may come after the last move of the line.
    let row = |at: usize, line: &[String]| {
        let before = &solution[..(at - 1).min(solution.len())];
        row(p, before, &moves(line, setup), language)
    };
    if !examined.is_empty() && cooks.solution != body.line {
        let _ = writeln!(text, "{}: {}", Phrase::Examined.text(language), row(1, examined));
    }
    let alone = |at: usize, word: &String| {
        let alone = row(at, std::slice::from_ref(word));
        padded(&alone, move_width(language))
    };
    let found = cooks.cooks.as_deref().unwrap_or_default();
    match &cooks.cooks {
        None => text.push_str(&Phrase::NothingExamined.line(language)),
        Some(_) if examined.is_empty() => {}
        Some(_) if cooks.is_free_of_cooks() => text.push_str(&Phrase::NoCook.line(language)),
        Some(list) if !list.is_empty() => text.push_str(&Phrase::HisshiCooks.line(language)),
        Some(_) => {}
    }
    for cook in found {
        let class = match language {
            Language::English => cook.class.word(),
            Language::Japanese => cook.class.japanese(),
        };
        let weight = match cook.exempt {
            true => Weight::Free,
            false => Weight::Counts,
        };
        let _ = writeln!(
            text,
            "{:>4} {} {} {} {}: {}",
            cook.at,
            alone(cook.at, &cook.mv),
            padded(weight.text(language), 5),
            padded(class, 14),
            Phrase::Plies(cook.length as usize).text(language),
            row(cook.at, cook.line.as_deref().unwrap_or_default())
        );
    }
    if !cooks.flaws.is_empty() {
        text.push_str(&Phrase::Flaws.line(language));
    }
    for flaw in &cooks.flaws {
        let at = flaw.at.map_or_else(String::new, |at| at.to_string());
        let (name, what) = flaw_text(flaw, "", language);
        // A move that does not work is refuted by the reply to it.
        let start = match (&*flaw.name, flaw.at) {
            (_, None) => 1,
            ("none", Some(at)) => at + 1,
            (_, Some(at)) => at,
        };
        let line = match flaw.line.is_empty() {
            true => String::new(),
            false => format!(": {}", row(start, &flaw.line)),
        };
        let _ = writeln!(text, "{at:>4} {} {what}{line}", padded(&name, 12));
    }
    let open = cooks.undecided.as_deref().unwrap_or_default();
    if !open.is_empty() {
        text.push_str(&Phrase::Undecided.line(language));
    }
    for open in open {
        let _ = writeln!(
            text,
            "{:>4} {} {}",
            open.at,
            alone(open.at, &open.mv),
            Phrase::OpenHisshi(open.works, open.reason).text(language)
        );
    }
    text
}

/// The mate after a line and a pass.
fn after_pass(setup: &Setup, line: &[String], mate: &[String], language: Language) -> String {
    let Ok(position) = setup.validate() else {
        return String::new();
    };
    with_position!(position, |p| {
        let mut p = p;
        for m in moves(line, setup) {
            p.make(m);
        }
        p.pass();
        line_text(p, &moves(mate, setup), language)
    })
}
