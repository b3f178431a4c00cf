//! Lines of moves as text.

use crate::language::{Language, padded};
use crate::western::western;
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

/// The text of a line of USI words from a position: numbered, as books of the language print moves,
/// and in USI.
pub(crate) fn usi_text(setup: &Setup, line: &[String], language: Language) -> String {
    match setup.validate() {
        Ok(position) => with_position!(position, |p| line_text(p, &moves(line, setup), language)),
        Err(_) => String::new(),
    }
}

/// A move as books of a language print it. `previous` is the target square of the move before.
pub(crate) fn move_text<G: Geometry>(
    position: &Position<G>,
    m: Move,
    previous: Option<Square>,
    language: Language,
) -> String {
    match language {
        Language::English => western(position, m),
        Language::Japanese => yose_record::japanese(position, m, previous),
    }
}

/// The columns of the widest move: +S4a-3b+ in English, ▲２三成銀右上 in Japanese.
pub(crate) fn move_width(language: Language) -> usize {
    match language {
        Language::English => 8,
        Language::Japanese => 14,
    }
}

/// The text of a line of moves: numbered, as books of the language print moves, and in USI.
pub fn line_text<G: Geometry>(position: Position<G>, moves: &[Move], language: Language) -> String {
    let mut p = position;
    let mut previous: Option<Square> = None;
    let mut text = String::new();
    let width = match language {
        Language::English => 4,
        Language::Japanese => 2,
    } + move_width(language);
    for (i, &m) in moves.iter().enumerate() {
        let spoken = padded(&move_text(&p, m, previous, language), width);
        let _ = writeln!(text, "{:>4} {spoken}{}", i + 1, usi::write(m, p.variant()));
        previous = Some(m.to());
        p.make(m);
    }
    text
}

/// A line on one row, starting after the first moves of the solution.
pub(crate) fn row<G: Geometry>(
    root: &Position<G>,
    before: &[Move],
    line: &[Move],
    language: Language,
) -> String {
    let mut p = root.clone();
    let mut previous = None;
    for &m in before {
        p.make(m);
        previous = Some(m.to());
    }
    let mut words = Vec::new();
    for &m in line {
        words.push(move_text(&p, m, previous, language));
        previous = Some(m.to());
        p.make(m);
    }
    // The marks ▲ and △ separate Japanese moves.
    words.join(match language {
        Language::English => " ",
        Language::Japanese => "",
    })
}
