//! The reply to `check` as text: the board, the solution, a table of the other mating moves, a
//! table of the flaws.

use crate::line::{line_text, moves};
use crate::style::{Look, heading};
use std::fmt::Write;
use yose_ask::check::{CheckBody, CheckReply};
use yose_ask::question::Check;
use yose_ask::{Name, Reason, Verdict};
use yose_shogi::{Geometry, Move, Position, Setup, with_position};
use yose_tsume::Class;

/// Pads a text by columns: full-width characters take two columns.
fn cell(text: &str, columns: usize) -> String {
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(columns.saturating_sub(width)))
}

/// A line in Japanese notation on one row, starting after the first moves of the solution.
fn row<G: Geometry>(root: &Position<G>, before: &[Move], line: &[Move]) -> String {
    let mut p = root.clone();
    let mut previous = None;
    for &m in before {
        p.make(m);
        previous = Some(m.to());
    }
    let mut text = String::new();
    for &m in line {
        text.push_str(&yose_record::japanese(&p, m, previous));
        previous = Some(m.to());
        p.make(m);
    }
    text
}

/// Whether cooks of this class do not count.
pub(crate) fn is_free(class: Class) -> bool {
    matches!(class, Class::Promotion | Class::Last)
}

pub(crate) fn text(name: &Name, check: &Check, reply: &CheckReply, look: Look) -> String {
    let mut text = heading(name, &check.position, look);
    text.push_str(&verdict_text(reply));
    if let Ok(setup) = check.position.shogi()
        && let Ok(position) = setup.validate()
    {
        with_position!(position, |p| text.push_str(&findings(
            &reply.answer.body,
            setup,
            &p
        )));
    }
    text
}

fn verdict_text(reply: &CheckReply) -> String {
    let body = &reply.answer.body;
    let effort = format!("{} nodes, {:.3} s", body.nodes, body.seconds);
    let length = body
        .length
        .map_or_else(String::new, |n| format!("mate in {n} ({n}手詰), "));
    let verdict = match reply.answer.verdict {
        Verdict::Complete => "A: complete (完全作)".to_owned(),
        Verdict::Minor => "B: minor cooks only (軽微な余詰)".to_owned(),
        Verdict::Cooked => "C: cooked (余詰あり)".to_owned(),
        Verdict::Leftover => "pieces left over (駒余り)".to_owned(),
        Verdict::NoMate => "no mate (不詰), proved".to_owned(),
        _ => {
            let why = reply.answer.reason.map_or("unknown", Reason::word);
            format!("unknown (不明): stopped ({why})")
        }
    };
    let mut text = format!("{length}{verdict}; futile: {}; {effort}\n", body.policy.word());
    if let (Some(length), Some(longest)) = (body.length, body.longest) {
        text.push_str(&crate::solve::convention_text(length, longest, true));
    }
    text
}

fn findings<G: Geometry>(body: &CheckBody, setup: &Setup, p: &Position<G>) -> String {
    let solution = moves(body.line.as_deref().unwrap_or_default(), setup);
    let mut text = line_text(p.clone(), &solution);
    let row = |ply: usize, line: &[String]| row(p, &solution[..ply - 1], &moves(line, setup));
    if !body.cooks.is_empty() {
        text.push_str("other mating moves (余詰)\n");
    }
    for cook in &body.cooks {
        let d = cook.d.map_or_else(|| "-".to_owned(), |d| format!("d={d}"));
        let weight = match (is_free(cook.class), cook.minor) {
            (true, _) => "free",
            (_, true) => "minor",
            _ => "cook",
        };
        let _ = writeln!(
            text,
            "{:>4} {} {} {} {} {:>3} plies: {}",
            cook.at,
            cell(&cook.mv, 6),
            cell(weight, 6),
            cell(&format!("{} {}", cook.class.word(), cook.class.japanese()), 26),
            cell(&d, 4),
            cook.line.len(),
            row(cook.at, &cook.line)
        );
    }
    if !body.variations.is_empty() {
        text.push_str("defences as long (変同)\n");
    }
    for variation in &body.variations {
        let left = match variation.left {
            0 => String::new(),
            n => format!(" ({n} left over)"),
        };
        let _ = writeln!(
            text,
            "{:>4} {} {}{left}",
            variation.at,
            cell(&variation.mv, 6),
            row(variation.at, &variation.line)
        );
    }
    if !body.flaws.is_empty() {
        text.push_str("flaws and facts\n");
    }
    for flaw in &body.flaws {
        let at = flaw.at.map_or_else(String::new, |at| at.to_string());
        let _ = writeln!(
            text,
            "{at:>4} {} {}{}",
            cell(&format!("{} {}", flaw.name, flaw.japanese), 20),
            flaw.what,
            if flaw.line.is_empty() {
                String::new()
            } else {
                format!(": {}", flaw.line.join(" "))
            }
        );
    }
    if let Some(cures) = &body.cures {
        text.push_str("one-piece edits that cure\n");
        for cure in cures {
            let _ = writeln!(
                text,
                "     {} {} {}: {}",
                cell(&cure.edit, 6),
                cell(&cure.what, 12),
                cell(cure.verdict.word(), 8),
                cure.sfen
            );
        }
    }
    if let Some(left) = body.unexamined {
        let (edits, why) = (left.edits, left.reason.word());
        let _ = writeln!(text, "{edits} one-piece edits were not examined: stopped ({why})");
    }
    if !body.undecided.is_empty() {
        text.push_str("undecided\n");
    }
    for open in &body.undecided {
        let what = if open.mates {
            "mates, line unknown"
        } else {
            "unknown"
        };
        let _ = writeln!(
            text,
            "{:>4} {} {what} ({})",
            open.at,
            cell(&open.mv, 6),
            open.reason.word()
        );
    }
    text
}
