//! The reply to `hisshi` as text: the board, the verdict, the line, the threats.

use crate::language::Language;
use crate::line::{line_text, moves, usi_text};
use crate::phrase::{Effort, Known, Phrase};
use crate::style::{Look, heading};
use yose_ask::hisshi::HisshiReply;
use yose_ask::question::Hisshi;
use yose_ask::{MoveSet, Name, Verdict};
use yose_shogi::{Setup, with_position};

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
    if hisshi.moves == MoveSet::Paper && answer.verdict == Verdict::Hisshi {
        text.push_str(&Phrase::NotAllMoves.line(language));
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
