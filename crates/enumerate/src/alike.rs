//! Which solutions are alike.
//!
//! K. Noshita and T. Iida group problems "whose solutions are alike" by hand. Here a definition
//! does it (`alike-1`): two solutions are alike if the same kinds of pieces go to the same places
//! in the same order. Places are relative to the square on which the king starts. A mirror image
//! counts as the same. Where a move comes from, and whether it promotes or captures, does not
//! matter. So a diagram that is shifted along the board, or that has another idle piece, is alike
//! if the play is.

use yose_board::Color;
use yose_shogi::notation::usi;
use yose_shogi::{Geometry, Move, Position, SHOGI};

/// The name of the definition.
pub const DEFINITION: &str = "alike-1";

/// A text that is the same for solutions that are alike. `None` if the line cannot be played.
pub fn signature<G: Geometry>(start: &Position<G>, line: &str) -> Option<String> {
    let king = start.king(start.turn().other())?;
    let (file, rank) = SHOGI.coordinates(king);
    let mut p = start.clone();
    let mut words: Vec<(char, i16, i16)> = Vec::new();
    for word in line.split_whitespace() {
        let m: Move = usi::read(word, &SHOGI).ok()?;
        let kind = match m.dropped() {
            Some(kind) => kind,
            None => {
                let kind = p.piece_on(m.from()?)?.kind();
                SHOGI.army.spec(kind).in_hand.unwrap_or(kind)
            }
        };
        let (to_file, to_rank) = SHOGI.coordinates(m.to());
        let letter = SHOGI.army.spec(kind).symbol.chars().next()?;
        let letter = match p.turn() {
            Color::Black => letter,
            Color::White => letter.to_ascii_lowercase(),
        };
        words.push((
            letter,
            i16::from(to_file) - i16::from(file),
            i16::from(to_rank) - i16::from(rank),
        ));
        p.make(m);
    }
    let text = |sign: i16| -> String {
        let word = |&(letter, file, rank): &(char, i16, i16)| format!("{letter}{:+}{rank:+}", sign * file);
        words.iter().map(word).collect()
    };
    Some(text(1).min(text(-1)))
}
