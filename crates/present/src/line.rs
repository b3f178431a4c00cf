//! Lines of moves as text.

use std::fmt::Write;
use yose_board::Square;
use yose_shogi::notation::usi;
use yose_shogi::{Geometry, Move, Position, Setup, with_position};

/// The moves of a line of USI words. A reply holds only legal moves.
pub(crate) fn moves(line: &[String], setup: &Setup) -> Vec<Move> {
    line.iter()
        .map_while(|word| usi::read(word, setup.variant).ok())
        .collect()
}

/// The text of a line of USI words from a position: numbered, in Japanese notation and USI.
pub(crate) fn usi_text(setup: &Setup, line: &[String]) -> String {
    match setup.validate() {
        Ok(position) => with_position!(position, |p| line_text(p, &moves(line, setup))),
        Err(_) => String::new(),
    }
}

/// The text of a line of moves: numbered, in Japanese notation and USI.
pub fn line_text<G: Geometry>(position: Position<G>, moves: &[Move]) -> String {
    let mut p = position;
    let mut previous: Option<Square> = None;
    let mut text = String::new();
    for (i, &m) in moves.iter().enumerate() {
        let japanese = yose_record::japanese(&p, m, previous);
        // Full-width characters take two columns, so the text is padded by columns.
        let width: usize = japanese.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        let pad = " ".repeat(16usize.saturating_sub(width));
        let _ = writeln!(text, "{:>4} {japanese}{pad}{}", i + 1, usi::write(m, p.variant()));
        previous = Some(m.to());
        p.make(m);
    }
    text
}
