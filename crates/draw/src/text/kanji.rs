//! The board of KIF files, for terminals.

use super::grid::{Grid, line};
use crate::{Coordinates, Diagram, HandEntry, Piece, Side, numeral, piece::Face, width::width};

/// Options of [`kanji`]. The default is plain text for a terminal that shows ● one column wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextOptions {
    /// Show highlighted squares in reverse video with ANSI escape sequences.
    pub ansi: bool,
    /// The terminal shows characters of ambiguous width, such as ● and ○, two columns wide.
    /// East Asian terminals do.
    pub ambiguous_wide: bool,
}

impl TextOptions {
    /// These options with ANSI highlighting on or off.
    pub fn with_ansi(mut self, on: bool) -> Self {
        self.ansi = on;
        self
    }

    /// These options for a terminal that shows ambiguous characters wide or narrow.
    pub fn with_ambiguous_wide(mut self, on: bool) -> Self {
        self.ambiguous_wide = on;
        self
    }
}

/// Draws a diagram in the style of KIF boards. The text ends with a newline.
///
/// Shogi boards have full-width file numbers, `v` before the pieces of White and counts of pieces
/// in kanji. Boards with [`Coordinates::Chess`] show discs as ● and ○.
pub fn kanji(diagram: &Diagram, options: &TextOptions) -> String {
    let mut out = String::new();
    if let Some(title) = &diagram.title {
        line(&mut out, title);
    }
    if let Some([_, white]) = &diagram.hands {
        line(&mut out, &hand(Side::White, white));
    }
    grid(diagram, options).write(&mut out);
    if let Some([black, _]) = &diagram.hands {
        line(&mut out, &hand(Side::Black, black));
    }
    if let Some(side) = diagram.to_move {
        line(
            &mut out,
            &match diagram.coordinates {
                Coordinates::Shogi => format!("{}番", side.japanese()),
                Coordinates::Chess => format!("{} {} to move", disc(side), side.english()),
            },
        );
    }
    for caption in &diagram.captions {
        line(&mut out, caption);
    }
    out
}

fn grid(diagram: &Diagram, options: &TextOptions) -> Grid {
    let ambiguous = if options.ambiguous_wide { 2 } else { 1 };
    let coordinates = diagram.coordinates;
    let files: Vec<_> = (0..diagram.files)
        .map(|column| file_name(diagram, column))
        .collect();
    let faces: Vec<_> = diagram
        .squares()
        .map(|(_, _, piece)| face(coordinates, piece))
        .collect();
    let widest = faces
        .iter()
        .chain(&files)
        .map(|text| width(text, ambiguous))
        .max()
        .unwrap_or(1);
    let pad = |text: &str| {
        format!(
            "{text}{}",
            " ".repeat(widest.saturating_sub(width(text, ambiguous)))
        )
    };

    let cells = diagram
        .squares()
        .zip(&faces)
        .map(|((column, row, piece), face)| {
            let cell = format!("{}{}", prefix(piece), pad(face));
            if options.ansi && diagram.is_highlighted(column, row) {
                format!("\x1b[7m{cell}\x1b[0m")
            } else {
                cell
            }
        })
        .collect();
    Grid {
        coordinates,
        pitch: widest + 1,
        tail: match coordinates {
            Coordinates::Shogi => "",
            Coordinates::Chess => " ",
        },
        files: files.iter().map(|name| format!(" {}", pad(name))).collect(),
        ranks: (0..diagram.ranks)
            .map(|row| match coordinates {
                Coordinates::Shogi => numeral::kanji(u32::from(row) + 1),
                Coordinates::Chess => {
                    let digits = diagram.ranks.to_string().len();
                    format!("{:>digits$}", coordinates.rank(row, diagram.ranks))
                }
            })
            .collect(),
        cells,
    }
}

/// The name of a file. A full-width digit fills the two columns of a square, and so do two narrow
/// digits.
fn file_name(diagram: &Diagram, column: u8) -> String {
    let name = diagram.coordinates.file(column, diagram.files);
    if diagram.coordinates == Coordinates::Chess || name.len() > 1 {
        return name;
    }
    name.chars().map(full_width).collect()
}

fn full_width(c: char) -> char {
    match c.to_digit(10) {
        Some(digit) => char::from_u32('０' as u32 + digit).unwrap_or(c),
        None => c,
    }
}

fn face(coordinates: Coordinates, piece: Option<&Piece>) -> String {
    match piece {
        Some(Piece {
            face: Face::Label(label),
            ..
        }) => label.kanji_or_letters().to_owned(),
        Some(Piece {
            face: Face::Disc,
            side,
        }) => disc(*side).to_owned(),
        None => match coordinates {
            Coordinates::Shogi => "・".to_owned(),
            // The dot has ambiguous width like the discs, so rows line up on every terminal.
            Coordinates::Chess => "·".to_owned(),
        },
    }
}

fn prefix(piece: Option<&Piece>) -> char {
    match piece {
        Some(Piece {
            side: Side::White,
            face: Face::Label(_),
        }) => 'v',
        _ => ' ',
    }
}

fn disc(side: Side) -> &'static str {
    match side {
        Side::Black => "●",
        Side::White => "○",
    }
}

fn hand(side: Side, entries: &[HandEntry]) -> String {
    let pieces: Vec<_> = entries
        .iter()
        .map(|entry| {
            let count = if entry.count > 1 {
                numeral::kanji(entry.count)
            } else {
                String::new()
            };
            format!("{}{count}", entry.label.kanji_or_letters())
        })
        .collect();
    let pieces = if pieces.is_empty() {
        "なし".to_owned()
    } else {
        pieces.join("　")
    };
    format!("{}の持駒：{pieces}", side.japanese())
}
