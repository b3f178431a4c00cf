//! The reply to `solve` as text: the board, the verdict, the line.

use crate::language::Language;
use crate::line::usi_text;
use crate::phrase::{Effort, Known, Phrase};
use crate::style::{Look, heading};
use yose_ask::question::Solve;
use yose_ask::solve::SolveReply;
use yose_ask::{Name, Verdict};
use yose_shogi::Variant;

pub(crate) fn text(name: &Name, solve: &Solve, reply: &SolveReply, look: Look) -> String {
    let language = look.language();
    let mut text = heading(name, &solve.position, look);
    let Ok(setup) = solve.position.shogi() else {
        return text;
    };
    let mut say = |phrase: Phrase<'_>| text.push_str(&phrase.line(language));
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = Effort::Nodes(body.nodes, body.seconds);
    match (answer.verdict, body.length) {
        (Verdict::Mate, Some(length)) => {
            let known = Known::of(length, body.exact, body.lower);
            say(Phrase::Mate(length, known, effort));
            // A certificate changes the default policy, which may change the length.
            if solve.certificate && solve.policy.is_none() {
                say(Phrase::CountedForCertificate);
            }
            if let Some(longest) = body.longest
                && let Some(phrase) = convention(length, longest, body.exact == Some(true))
            {
                say(phrase);
            }
            match &body.line {
                Some(line) => text.push_str(&usi_text(setup, line, language)),
                None => say(Phrase::NoLine),
            }
            let left = body.leftover.as_deref().unwrap_or_default();
            if !left.is_empty() {
                let left = hand(setup.variant, left, language);
                text.push_str(&Phrase::LeftOver(&left).line(language));
            }
        }
        (Verdict::NoMate, _) => say(Phrase::NoMate(effort)),
        _ => say(Phrase::UnknownMate(
            answer.reason,
            body.lower.unwrap_or(1),
            effort,
        )),
    }
    text
}

/// How the classical convention changed the length.
pub(crate) fn convention(length: u32, longest: u32, exact: bool) -> Option<Phrase<'static>> {
    match exact {
        true => (length < longest).then_some(Phrase::ClassicalShorter(longest)),
        false => Some(Phrase::ClassicalOpen),
    }
}

/// The letters of an SFEN hand, in Japanese as kanji: `G2P` is 金歩2.
pub(crate) fn hand(variant: &Variant, letters: &str, language: Language) -> String {
    if language == Language::English {
        return letters.to_owned();
    }
    let army = &variant.army;
    let mut text = String::new();
    let mut count = String::new();
    for c in letters.chars() {
        if c.is_ascii_digit() {
            count.push(c);
            continue;
        }
        let letter = c.to_ascii_uppercase().to_string();
        let kanji = army
            .by_symbol(&letter)
            .map(|kind| army.spec(kind).kanji)
            .filter(|kanji| !kanji.is_empty());
        text.push_str(kanji.unwrap_or(&letter));
        text.push_str(&count);
        count.clear();
    }
    text
}
