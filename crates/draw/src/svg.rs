//! Boards as SVG pictures that need no font.

mod board;
mod canvas;
mod line;
mod stand;
mod xml;

use board::CELL;
use canvas::Canvas;
use line::Line;
use stand::Stand;
pub(crate) use xml::escape;

use crate::{Coordinates, Diagram, Side, ascii};

/// The empty space around a picture and between its parts.
const MARGIN: i32 = 30;
const TITLE: i32 = 52;
const CAPTION: i32 = 40;

/// Options of [`svg()`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SvgOptions {
    /// The side of a square in pixels (CSS units). It sets the natural size of the picture, which
    /// scales freely.
    pub cell: u16,
    /// Whether the background is white. Otherwise it is transparent.
    pub paper: bool,
    /// Whether a line below the board names the side to move, if the diagram has one.
    pub turn: bool,
}

impl Default for SvgOptions {
    /// 44 pixels for a square, a white background, and the side to move.
    fn default() -> Self {
        SvgOptions {
            cell: 44,
            paper: true,
            turn: true,
        }
    }
}

impl SvgOptions {
    /// These options with another natural size.
    pub fn with_cell(mut self, pixels: u16) -> Self {
        self.cell = pixels;
        self
    }

    /// These options with or without a white background.
    pub fn with_paper(mut self, on: bool) -> Self {
        self.paper = on;
        self
    }

    /// These options with or without the line that names the side to move.
    pub fn with_turn(mut self, on: bool) -> Self {
        self.turn = on;
        self
    }
}

/// Draws a diagram as an SVG document in the style of tsume-shogi books, or with stones on wood for
/// [`Coordinates::Chess`].
///
/// All text is drawn as outlines, so it looks the same everywhere. For screen readers, `<title>`
/// and `<desc>` hold the title and the ASCII board. The same diagram and options give the same
/// bytes.
pub fn svg(diagram: &Diagram, options: &SvgOptions) -> String {
    let (board_width, board_height) = (i32::from(diagram.files) * CELL, i32::from(diagram.ranks) * CELL);
    let names = board::margins(diagram.coordinates);
    let stands = diagram.hands.as_ref().map(|[black, white]| {
        [
            Stand::new(Side::Black, black, board_height),
            Stand::new(Side::White, white, board_height),
        ]
    });
    // Both stands have equal width, so the board stays in the middle.
    let stand_room = stands
        .iter()
        .flatten()
        .map(|stand| stand.width() + MARGIN)
        .max()
        .unwrap_or(0);
    let stand_height = stands.iter().flatten().map(Stand::height).max().unwrap_or(0);

    let left = MARGIN + stand_room + names.left;
    let width = left + board_width + names.right + stand_room + MARGIN;
    // Text is centred on the board. The picture itself has names of ranks on one side only.
    let middle = left + board_width / 2;
    let room = 2 * (middle.min(width - middle) - MARGIN);

    let mut canvas = Canvas::default();
    let mut y = MARGIN;
    let title = diagram.title.as_deref().unwrap_or_default();
    y = lines(&mut canvas, &Line::wrap(title, TITLE, room), TITLE, middle, y);
    if y > MARGIN {
        y += MARGIN / 2;
    }

    let top = y + names.top;
    board::draw(&mut canvas, diagram, left, top);
    if let Some([black, white]) = &stands {
        white.draw(&mut canvas, left - names.left - MARGIN - white.width(), top);
        let right = left + board_width + names.right;
        black.draw(&mut canvas, right + stand_room - black.width(), top);
    }
    y = top + (board_height + names.bottom).max(stand_height);

    let turn = diagram
        .to_move
        .filter(|_| options.turn)
        .map(|side| turn(diagram.coordinates, side));
    let below: Vec<_> = turn
        .iter()
        .map(String::as_str)
        .chain(diagram.captions.iter().map(String::as_str))
        .collect();
    if !below.is_empty() {
        y += MARGIN * 2 / 3;
    }
    for text in below {
        y = lines(&mut canvas, &Line::wrap(text, CAPTION, room), CAPTION, middle, y);
    }
    document(diagram, options, canvas, width, y + MARGIN)
}

/// Draws lines centred on `x` from `y` downwards. Returns the y of the next line.
fn lines(canvas: &mut Canvas, lines: &[Line], size: i32, x: i32, y: i32) -> i32 {
    lines.iter().fold(y, |y, line| {
        canvas.centred_text(line, x, y + size / 2, size);
        // The bound prevents an overflow for texts of any length.
        (y + size * 5 / 4).min(i32::MAX / 2)
    })
}

fn turn(coordinates: Coordinates, side: Side) -> String {
    match (coordinates, side) {
        (Coordinates::Shogi, Side::Black) => "☗ 先手番".to_owned(),
        (Coordinates::Shogi, Side::White) => "☖ 後手番".to_owned(),
        (Coordinates::Chess, side) => format!("{} to move", side.english()),
    }
}

fn document(diagram: &Diagram, options: &SvgOptions, canvas: Canvas, width: i32, height: i32) -> String {
    let pixels = |units: i32| i64::from(units) * i64::from(options.cell.max(1)) / i64::from(CELL);
    let fallback = format!("{}x{} board", diagram.files, diagram.ranks);
    let title = diagram.title.as_deref().unwrap_or(&fallback);
    let (definitions, body) = canvas.finish();
    let paper = match options.paper {
        true => format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"),
        false => String::new(),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<defs>\n{definitions}</defs>\n{paper}{body}</svg>\n",
        pixels(width).max(1),
        pixels(height).max(1),
        escape(title),
        escape(&ascii(diagram)),
    )
}
