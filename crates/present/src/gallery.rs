//! A page of the longest and cleanest problems of an enumeration, as SVG boards with their
//! solutions. The page is one file without scripts and fonts.

use crate::diagram;
use std::fmt::Write as _;
use yose_draw::{SvgOptions, svg};
use yose_enumerate::summary::Summary;
use yose_enumerate::{Grade, Graded, Groups, Mate, Part, Space};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Move, SHOGI, Setup, Shogi};

const STYLE: &str = "body{font-family:sans-serif;max-width:72em;margin:2em auto;padding:0 1em;color:#222}\
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(21em,1fr));gap:2em}\
figure{margin:0}figure svg{width:100%;height:auto}figcaption{font-size:.9em;line-height:1.6}\
code{font-size:.85em;word-break:break-all}figcaption span{white-space:nowrap}";

/// The problems to show, longest first. Among equally long problems those without cooks come before
/// those with minor cooks. Only the first problem of each group of alike solutions is shown.
fn finds<'a>(parts: &'a [Part], groups: &Groups, most: usize) -> Vec<(&'a Mate, &'a Graded)> {
    let mut finds: Vec<(&Mate, &Graded)> = parts
        .iter()
        .flat_map(|part| &part.mates)
        .filter_map(|mate| Some((mate, mate.graded.as_ref()?)))
        .filter(|(_, graded)| matches!(graded.grade, Some(Grade::A | Grade::B)))
        .filter(|(mate, _)| groups.of(mate.number) == Some(mate.number))
        .collect();
    // The longest problems of each grade, so that the page shows both grades.
    finds.sort_by_key(|(mate, graded)| (graded.grade, std::cmp::Reverse(mate.length), mate.number));
    let (clean, minor): (Vec<_>, Vec<_>) = finds
        .into_iter()
        .partition(|(_, graded)| graded.grade == Some(Grade::A));
    let half = most.div_ceil(2).max(most.saturating_sub(minor.len()));
    let mut shown: Vec<_> = clean.into_iter().take(half).collect();
    let room = most.saturating_sub(shown.len());
    shown.extend(minor.into_iter().take(room));
    shown.sort_by_key(|(mate, graded)| (std::cmp::Reverse(mate.length), graded.grade, mate.number));
    shown
}

/// The page.
pub fn page(space: &Space, parts: &[Part], groups: &Groups, summary: &Summary, most: usize) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{0}</title>\n<style>{STYLE}</style>\n<h1>{0}</h1>\n<p>{1} diagrams, {2} not in check, {3} mates. The longest and cleanest, one of each group of alike solutions; A: no cook, B: minor cooks.</p>\n<main>\n",
        summary.space, summary.diagrams, summary.problems, summary.mates
    );
    for (mate, graded) in finds(parts, groups, most) {
        let Some(position) = space.problem(mate.number) else {
            continue;
        };
        let setup = Setup::of(&position, 1);
        let Some(diagram) = diagram::shogi(&setup, None) else {
            continue;
        };
        let text = sfen::write(&position, 1);
        let moves: Option<Vec<Move>> = mate
            .line
            .split_whitespace()
            .map(|word| usi::read(word, &SHOGI).ok())
            .collect();
        let line = moves.map_or_else(|| mate.line.clone(), |moves| spoken(&position, &moves));
        let _ = writeln!(
            out,
            "<figure id=\"n{}\">\n{}\n<figcaption><b>{}手詰</b> {} (diagram {})<br>{line}<br><code>{text}</code></figcaption>\n</figure>",
            mate.number,
            svg(&diagram, &SvgOptions::default().with_cell(36).with_turn(false)),
            mate.length,
            graded.word(),
            mate.number
        );
    }
    out.push_str("</main>\n</html>\n");
    out
}

/// The line in Japanese notation. A move never breaks across lines.
fn spoken(start: &Shogi, moves: &[Move]) -> String {
    let mut p = start.clone();
    let mut previous = None;
    let mut words = Vec::new();
    for &m in moves {
        let word = yose_record::japanese(&p, m, previous);
        words.push(format!("<span>{word}</span>"));
        previous = Some(m.to());
        p.make(m);
    }
    words.join(" ")
}
