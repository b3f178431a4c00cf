//! The reply to `check` as text: the board, the solution, a table of the other mating moves, a
//! table of the flaws.

use crate::fault;
use crate::language::{Language, padded};
use crate::line::{line_text, moves, row};
use crate::phrase::{self, Effort, Phrase, Weight};
use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::Name;
use yose_ask::check::{CheckBody, CheckReply, Flaw};
use yose_ask::question::Check;
use yose_shogi::{Geometry, Position, Setup, with_position};
use yose_tsume::Class;

/// Whether cooks of this class do not count.
pub(crate) fn is_free(class: Class) -> bool {
    matches!(class, Class::Promotion | Class::Last)
}

/// The weight of a cook of a class.
pub(crate) fn weight(class: Class, minor: bool) -> Weight {
    match (is_free(class), minor) {
        (true, _) => Weight::Free,
        (_, true) => Weight::Minor,
        _ => Weight::Cook,
    }
}

pub(crate) fn text(name: &Name, check: &Check, reply: &CheckReply, look: Look) -> String {
    let language = look.language();
    let mut text = heading(name, &check.position, look);
    text.push_str(&verdict_text(reply, language));
    if let Ok(setup) = check.position.shogi()
        && let Ok(position) = setup.validate()
    {
        with_position!(position, |p| text.push_str(&findings(
            &reply.answer.body,
            setup,
            &p,
            language
        )));
    }
    text
}

fn verdict_text(reply: &CheckReply, language: Language) -> String {
    let answer = &reply.answer;
    let body = &answer.body;
    let effort = Effort::Nodes(body.nodes, body.seconds);
    let length = body.length.zip(body.exact);
    let checked = Phrase::Checked(length, answer.verdict, answer.reason, body.policy, effort);
    let mut text = checked.line(language);
    if let (Some(length), Some(longest)) = (body.length, body.longest)
        && let Some(phrase) = crate::solve::convention(length, longest, true)
    {
        text.push_str(&phrase.line(language));
    }
    text
}

/// The name of a flaw and what it is about, in words.
pub(crate) fn flaw_text(flaw: &Flaw, left: &str, language: Language) -> (String, String) {
    match language {
        Language::English => (flaw.name.to_string(), flaw.what.clone()),
        Language::Japanese => (
            flaw.japanese.to_string(),
            phrase::flaw_in_japanese(&flaw.name, flaw.at, left, flaw.line.len())
                // A piece without a role: the text names the piece.
                .or_else(|| {
                    let piece = flaw.what.strip_suffix(" has no role")?;
                    Some(format!("{}がなくても変わらない", fault::piece_on(piece)))
                })
                .unwrap_or_else(|| flaw.what.clone()),
        ),
    }
}

fn findings<G: Geometry>(body: &CheckBody, setup: &Setup, p: &Position<G>, language: Language) -> String {
    let solution = moves(body.line.as_deref().unwrap_or_default(), setup);
    let mut text = line_text(p.clone(), &solution, language);
    let row = |ply: usize, line: &[String]| row(p, &solution[..ply - 1], &moves(line, setup), language);
    let heading = |text: &mut String, is_empty: bool, phrase: Phrase<'_>| {
        if !is_empty {
            text.push_str(&phrase.line(language));
        }
    };
    heading(&mut text, body.cooks.is_empty(), Phrase::Cooks);
    // English classes are longer than Japanese ones.
    let class_width = match language {
        Language::English => 12,
        Language::Japanese => 14,
    };
    for cook in &body.cooks {
        let d = cook.d.map_or_else(|| "-".to_owned(), |d| format!("d={d}"));
        let _ = writeln!(
            text,
            "{:>4} {} {} {} {} {}: {}",
            cook.at,
            padded(&cook.mv, 6),
            padded(weight(cook.class, cook.minor).text(language), 5),
            padded(phrase::class(cook.class, language), class_width),
            padded(&d, 4),
            Phrase::Plies(cook.line.len()).text(language),
            row(cook.at, &cook.line)
        );
    }
    heading(&mut text, body.variations.is_empty(), Phrase::AsLong);
    for variation in &body.variations {
        let left = match variation.left {
            0 => String::new(),
            n => format!(" ({})", Phrase::PiecesLeft(n).text(language)),
        };
        let _ = writeln!(
            text,
            "{:>4} {} {}{left}",
            variation.at,
            padded(&variation.mv, 6),
            row(variation.at, &variation.line)
        );
    }
    heading(&mut text, body.flaws.is_empty(), Phrase::Flaws);
    let left = body.leftover.as_deref().unwrap_or_default();
    let left = crate::solve::hand(setup.variant, left, language);
    for flaw in &body.flaws {
        let at = flaw.at.map_or_else(String::new, |at| at.to_string());
        let (name, what) = flaw_text(flaw, &left, language);
        let line = match flaw.line.is_empty() {
            true => String::new(),
            false => format!(": {}", flaw.line.join(" ")),
        };
        let _ = writeln!(text, "{at:>4} {} {what}{line}", padded(&name, 12));
    }
    if let Some(cures) = &body.cures {
        text.push_str(&Phrase::Cures.line(language));
        for cure in cures {
            let _ = writeln!(
                text,
                "     {} {} {}: {}",
                padded(phrase::edit(&cure.edit, language), 6),
                padded(&cure.what, 12),
                padded(phrase::verdict_word(cure.verdict.word(), language), 10),
                cure.sfen
            );
        }
    }
    if let Some(left) = body.unexamined {
        text.push_str(&Phrase::Unexamined(left.edits, left.reason).line(language));
    }
    heading(&mut text, body.undecided.is_empty(), Phrase::Undecided);
    for open in &body.undecided {
        let _ = writeln!(
            text,
            "{:>4} {} {}",
            open.at,
            padded(&open.mv, 6),
            Phrase::OpenMove(open.mates, open.reason).text(language)
        );
    }
    text
}
