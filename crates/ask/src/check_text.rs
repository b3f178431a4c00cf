//! The answer of `check` for people: the board, the solution, a table of what else mates and of flaws.

use crate::check::CheckAnswer;
use crate::picture;
use crate::problem::Problem;
use crate::show::Style;
use crate::solve::line_text;
use std::fmt::Write;
use yose_shogi::notation::usi;
use yose_shogi::{Geometry, Move, Position, Setup, with_position};
use yose_tsume::{CheckVerdict, Checked};

/// Pads by columns: full-width characters are two wide.
fn cell(text: &str, columns: usize) -> String {
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(columns.saturating_sub(width)))
}

/// A line in one row, after the first moves of the solution: Japanese notation.
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

impl CheckAnswer {
    /// The answer for people.
    pub fn text(&self, problem: &Problem, style: Style, ansi: bool) -> String {
        if let Some(invalid) = &self.invalid {
            return crate::report::report(problem, invalid);
        }
        let mut text = String::new();
        if let Some(id) = &problem.id {
            let _ = writeln!(text, "{id}");
        }
        if let Some(setup) = &self.start
            && let Some(diagram) = picture::shogi(setup, None)
        {
            text.push_str(&crate::show::draw(&diagram, style, ansi));
        }
        if let (Some(found), Some(Ok(position))) = (&self.found, self.start.as_ref().map(Setup::validate)) {
            text.push_str(&self.verdict_text(found));
            with_position!(position, |p| text.push_str(&self.findings(found, &p)));
        }
        text
    }

    fn verdict_text(&self, found: &Checked) -> String {
        let body = &self.answer.body;
        let effort = format!("{} nodes, {:.3} s", body.nodes, body.seconds);
        let length = found
            .length
            .map_or_else(String::new, |n| format!("mate in {n} ({n}手詰), "));
        let verdict = match found.verdict {
            CheckVerdict::Complete => "A: complete (完全作)".to_owned(),
            CheckVerdict::Minor => "B: minor cooks only (軽微な余詰)".to_owned(),
            CheckVerdict::Cooked => "C: cooked (余詰あり)".to_owned(),
            CheckVerdict::Leftover => "pieces left over (駒余り)".to_owned(),
            CheckVerdict::NoMate => "no mate (不詰), proved".to_owned(),
            CheckVerdict::Unknown(why) => format!("unknown (不明): stopped ({})", why.word()),
        };
        let mut text = format!("{length}{verdict}; futile: {}; {effort}\n", body.policy);
        if let (Some(length), Some(longest)) = (body.length, body.longest) {
            text.push_str(&crate::solve::convention_text(length, longest, true));
        }
        text
    }

    fn findings<G: Geometry>(&self, found: &Checked, p: &Position<G>) -> String {
        let mut text = line_text(p.clone(), &found.line);
        let body = &self.answer.body;
        let at = |ply: usize| &found.line[..ply - 1];
        if !found.cooks.is_empty() {
            text.push_str("other mating moves (余詰)\n");
        }
        for (cook, told) in found.cooks.iter().zip(&body.cooks) {
            let d = cook.d.map_or_else(|| "-".to_owned(), |d| format!("d={d}"));
            let weight = match (cook.is_free(), told.minor) {
                (true, _) => "free",
                (_, true) => "minor",
                _ => "cook",
            };
            let _ = writeln!(
                text,
                "{:>4} {} {} {} {} {:>3} plies: {}",
                cook.at,
                cell(&told.mv, 6),
                cell(weight, 6),
                cell(&format!("{} {}", told.class, cook.class.japanese()), 26),
                cell(&d, 4),
                cook.line.len(),
                row(p, at(cook.at), &cook.line)
            );
        }
        if !found.variations.is_empty() {
            text.push_str("defences as long (変同)\n");
        }
        for variation in &found.variations {
            let left = match variation.left {
                0 => String::new(),
                n => format!(" ({n} left over)"),
            };
            let _ = writeln!(
                text,
                "{:>4} {} {}{left}",
                variation.at,
                cell(&usi::write(variation.line[0], p.variant()), 6),
                row(p, at(variation.at), &variation.line)
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
                    cell(cure.edit, 6),
                    cell(&cure.what, 12),
                    cell(cure.verdict, 8),
                    cure.sfen
                );
            }
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
                open.reason
            );
        }
        text
    }
}
