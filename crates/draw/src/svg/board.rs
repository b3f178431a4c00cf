//! The grid, the pieces on it, and the names at its edges.

use super::{canvas::Canvas, line::Line};
use crate::{Coordinates, Diagram, Piece, Side, numeral, piece::Face};

/// The side of a square in units. All other sizes are relative to it.
pub(super) const CELL: i32 = 100;

/// A kanji fills most of its em square. This size keeps the lines of the board visible around it.
const PIECE: i32 = 86;
const DISC: i32 = 38;
const NAME: i32 = 40;
/// From the frame to the middle of the names outside.
const NAME_OFFSET: i32 = 32;

/// The space for the names of files and ranks on each side of the board.
pub(super) struct Margins {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
}

/// The margins of a convention of names.
pub(super) fn margins(coordinates: Coordinates) -> Margins {
    const NAMES: i32 = NAME_OFFSET + NAME / 2;
    match coordinates {
        Coordinates::Shogi => Margins {
            left: 0,
            right: NAMES,
            top: NAMES,
            bottom: 0,
        },
        Coordinates::Chess => Margins {
            left: NAMES,
            right: 0,
            top: 0,
            bottom: NAMES,
        },
    }
}

/// Draws the board with its top left corner at (left, top).
pub(super) fn draw(canvas: &mut Canvas, diagram: &Diagram, left: i32, top: i32) {
    let (wide, high) = (i32::from(diagram.files) * CELL, i32::from(diagram.ranks) * CELL);
    let (wood, shade) = match diagram.coordinates {
        Coordinates::Shogi => ("none", "#d8d8d8"),
        Coordinates::Chess => ("#f0dfc0", "#d9b981"),
    };
    let frame = format!("x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\"");
    if wood != "none" {
        canvas.element(&format!("<rect {frame} fill=\"{wood}\"/>"));
    }
    for &(column, row) in &diagram.highlight {
        let (x, y) = (left + i32::from(column) * CELL, top + i32::from(row) * CELL);
        canvas.element(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{shade}\"/>"
        ));
    }
    lines(canvas, diagram, left, top);
    canvas.element(&format!(
        "<rect {frame} fill=\"none\" stroke=\"#000\" stroke-width=\"5\"/>"
    ));
    stars(canvas, diagram, left, top);
    names(canvas, diagram, left, top);
    for (column, row, piece) in diagram.squares() {
        if let Some(piece) = piece {
            let x = left + i32::from(column) * CELL + CELL / 2;
            let y = top + i32::from(row) * CELL + CELL / 2;
            draw_piece(canvas, piece, x, y);
        }
    }
}

fn draw_piece(canvas: &mut Canvas, piece: &Piece, x: i32, y: i32) {
    match (&piece.face, piece.side) {
        (Face::Label(label), side) => canvas.label(label, x, y, PIECE, side == Side::White),
        (Face::Disc, Side::Black) => {
            canvas.element(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{DISC}\"/>"));
        }
        // The outline lies inside the radius, so both colours have the same size.
        (Face::Disc, Side::White) => canvas.element(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"4\"/>",
            DISC - 2
        )),
    }
}

/// Draws the lines between the squares as one path.
fn lines(canvas: &mut Canvas, diagram: &Diagram, left: i32, top: i32) {
    let (wide, high) = (i32::from(diagram.files) * CELL, i32::from(diagram.ranks) * CELL);
    let down = (1..i32::from(diagram.files)).map(|i| format!("M{} {top}v{high}", left + i * CELL));
    let across = (1..i32::from(diagram.ranks)).map(|i| format!("M{left} {}h{wide}", top + i * CELL));
    let path: String = down.chain(across).collect();
    if !path.is_empty() {
        canvas.element(&format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"#000\" stroke-width=\"2\"/>"
        ));
    }
}

/// Draws the four dots of a full shogi board.
fn stars(canvas: &mut Canvas, diagram: &Diagram, left: i32, top: i32) {
    if (diagram.coordinates, diagram.files, diagram.ranks) == (Coordinates::Shogi, 9, 9) {
        for (column, row) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
            let (x, y) = (left + column * CELL, top + row * CELL);
            canvas.element(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"7\"/>"));
        }
    }
}

fn names(canvas: &mut Canvas, diagram: &Diagram, left: i32, top: i32) {
    let (files, ranks, coordinates) = (diagram.files, diagram.ranks, diagram.coordinates);
    let (right, bottom) = (left + i32::from(files) * CELL, top + i32::from(ranks) * CELL);
    let (beside, above_or_below) = match coordinates {
        Coordinates::Shogi => (right + NAME_OFFSET, top - NAME_OFFSET),
        Coordinates::Chess => (left - NAME_OFFSET, bottom + NAME_OFFSET),
    };
    for column in 0..files {
        let x = left + i32::from(column) * CELL + CELL / 2;
        canvas.centred_text(
            &Line::new(&coordinates.file(column, files)),
            x,
            above_or_below,
            NAME,
        );
    }
    for row in 0..ranks {
        let y = top + i32::from(row) * CELL + CELL / 2;
        let name = match coordinates {
            Coordinates::Shogi => numeral::kanji(u32::from(row) + 1),
            Coordinates::Chess => coordinates.rank(row, ranks),
        };
        let line = Line::new(&name);
        // Two or three kanji (from 十一 on) do not fit, so they shrink.
        let size = NAME.min(NAME * 3 / 2 * 1000 / line.width().max(1));
        canvas.centred_text(&line, beside, y, size);
    }
}
