//! The board of KIF files, for terminals.

use super::grid::{Grid, line};
use crate::{Coordinates, Diagram, HandEntry, Piece, Side, numeral, piece::Face, width::width};

/// The language of the words around a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// The language in which the game is at home: Japanese around shogi boards, English around
    /// boards with [`Coordinates::Chess`].
    #[default]
    Home,
    /// Japanese: `先手の持駒：金二`, ranks 一 to 九.
    Japanese,
    /// English: `Black in hand: 金2`, ranks a to i.
    English,
}

/// Options of [`kanji`]. The default is plain text for a terminal that shows ● one column wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextOptions {
    /// Show highlighted squares in reverse video with ANSI escape sequences.
    pub ansi: bool,
    /// The terminal shows characters of ambiguous width, such as ● and ○, two columns wide.
    /// East Asian terminals do.
    pub ambiguous_wide: bool,
    /// The language of the words around the board.
    pub labels: Labels,
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

    /// These options with labels in a language.
    pub fn with_labels(mut self, labels: Labels) -> Self {
        self.labels = labels;
        self
    }

    /// Whether the labels of a board are Japanese.
    fn is_japanese(self, coordinates: Coordinates) -> bool {
        match self.labels {
            Labels::Home => coordinates == Coordinates::Shogi,
            Labels::Japanese => true,
            Labels::English => false,
        }
    }
}

/// Draws a diagram in the style of KIF boards. The text ends with a newline.
///
/// Shogi boards have `v` before the pieces of White. With Japanese labels the file numbers are
/// full-width and counts of pieces are in kanji. Boards with [`Coordinates::Chess`] show discs as ●
/// and ○.
pub fn kanji(diagram: &Diagram, options: &TextOptions) -> String {
    let japanese = options.is_japanese(diagram.coordinates);
    let mut out = String::new();
    if let Some(title) = &diagram.title {
        line(&mut out, title);
    }
    if let Some([_, white]) = &diagram.hands {
        line(&mut out, &hand(Side::White, white, japanese));
    }
    grid(diagram, options).write(&mut out);
    if let Some([black, _]) = &diagram.hands {
        line(&mut out, &hand(Side::Black, black, japanese));
    }
    if let Some(side) = diagram.to_move {
        line(
            &mut out,
            &match (diagram.coordinates, japanese) {
                (Coordinates::Shogi, true) => format!("{}番", side.japanese()),
                (Coordinates::Shogi, false) => format!("{} to move", side.english()),
                (Coordinates::Chess, true) => format!("{} {}の手番", disc(side), stone(side)),
                (Coordinates::Chess, false) => format!("{} {} to move", disc(side), side.english()),
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
    let japanese = options.is_japanese(coordinates);
    let files: Vec<_> = (0..diagram.files)
        .map(|column| file_name(diagram, column, japanese))
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
                Coordinates::Shogi if japanese => numeral::kanji(u32::from(row) + 1),
                Coordinates::Shogi => format!(" {}", coordinates.rank(row, diagram.ranks)),
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
fn file_name(diagram: &Diagram, column: u8, japanese: bool) -> String {
    let name = diagram.coordinates.file(column, diagram.files);
    match diagram.coordinates {
        Coordinates::Chess => name,
        Coordinates::Shogi if name.len() > 1 => name,
        Coordinates::Shogi if japanese => name.chars().map(full_width).collect(),
        Coordinates::Shogi => format!(" {name}"),
    }
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

/// A side in Japanese by the colour of its stones.
fn stone(side: Side) -> &'static str {
    match side {
        Side::Black => "黒",
        Side::White => "白",
    }
}

fn hand(side: Side, entries: &[HandEntry], japanese: bool) -> String {
    let pieces: Vec<_> = entries
        .iter()
        .map(|entry| {
            let count = match entry.count {
                1 => String::new(),
                n if japanese => numeral::kanji(n),
                n => n.to_string(),
            };
            format!("{}{count}", entry.label.kanji_or_letters())
        })
        .collect();
    match (japanese, pieces.is_empty()) {
        (true, true) => format!("{}の持駒：なし", side.japanese()),
        (true, false) => format!("{}の持駒：{}", side.japanese(), pieces.join("　")),
        (false, true) => format!("{} in hand: -", side.english()),
        (false, false) => format!("{} in hand: {}", side.english(), pieces.join(" ")),
    }
}
