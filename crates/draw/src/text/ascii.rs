//! The board in pure ASCII.

use super::grid::{Grid, line};
use crate::{Coordinates, Diagram, HandEntry, Piece, Side, piece::Face};

/// Draws a diagram in pure ASCII. The text ends with a newline.
///
/// Pieces are SFEN letters, upper case for Black and lower case for White. Discs are `X` and `o`.
/// Other characters in a title or a caption become `?`.
pub fn ascii(diagram: &Diagram) -> String {
    let mut out = String::new();
    if let Some(title) = &diagram.title {
        line(&mut out, &only_ascii(title));
    }
    if let Some([_, white]) = &diagram.hands {
        line(&mut out, &hand(Side::White, white));
    }
    grid(diagram).write(&mut out);
    if let Some([black, _]) = &diagram.hands {
        line(&mut out, &hand(Side::Black, black));
    }
    if let Some(side) = diagram.to_move {
        line(&mut out, &format!("{} to move", side.english()));
    }
    for caption in &diagram.captions {
        line(&mut out, &only_ascii(caption));
    }
    out
}

fn grid(diagram: &Diagram) -> Grid {
    let coordinates = diagram.coordinates;
    let files: Vec<_> = (0..diagram.files)
        .map(|column| coordinates.file(column, diagram.files))
        .collect();
    let faces: Vec<_> = diagram.squares().map(|(_, _, piece)| face(piece)).collect();
    // Leave room for the + of promoted pieces even if there are none, so that all boards of a game
    // look alike.
    let least = match coordinates {
        Coordinates::Shogi => 2,
        Coordinates::Chess => 1,
    };
    let widest = faces
        .iter()
        .chain(&files)
        .map(String::len)
        .max()
        .unwrap_or(least)
        .max(least);
    let pad = |text: &String| format!(" {text:>widest$}");
    Grid {
        coordinates,
        pitch: widest + 1,
        tail: " ",
        files: files.iter().map(pad).collect(),
        ranks: (0..diagram.ranks)
            .map(|row| {
                let name = coordinates.rank(row, diagram.ranks);
                match coordinates {
                    Coordinates::Shogi => format!(" {name}"),
                    Coordinates::Chess => format!("{name:>0$}", diagram.ranks.to_string().len()),
                }
            })
            .collect(),
        cells: faces.iter().map(pad).collect(),
    }
}

fn face(piece: Option<&Piece>) -> String {
    match piece {
        Some(Piece {
            face: Face::Label(label),
            side,
        }) => label.cased(*side),
        Some(Piece {
            face: Face::Disc,
            side: Side::Black,
        }) => "X".to_owned(),
        Some(Piece {
            face: Face::Disc,
            side: Side::White,
        }) => "o".to_owned(),
        None => ".".to_owned(),
    }
}

fn hand(side: Side, entries: &[HandEntry]) -> String {
    let pieces: Vec<_> = entries
        .iter()
        .map(|entry| {
            let count = if entry.count > 1 {
                entry.count.to_string()
            } else {
                String::new()
            };
            format!("{count}{}", entry.label.cased(side))
        })
        .collect();
    let pieces = if pieces.is_empty() {
        "-".to_owned()
    } else {
        pieces.join(" ")
    };
    format!("{} in hand: {pieces}", side.english())
}

fn only_ascii(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect()
}
