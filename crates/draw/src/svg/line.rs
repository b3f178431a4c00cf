//! A line of text as outlines.

use crate::{
    glyph::{EM, Glyph, glyph},
    width::char_width,
};

/// Glyphs with their distances from the start of the line, in em units.
#[derive(Default)]
pub(super) struct Line {
    glyphs: Vec<(i32, Glyph)>,
    width: i32,
}

impl Line {
    /// The whole `text` in one line.
    pub(super) fn new(text: &str) -> Self {
        let mut line = Line::default();
        text.chars().for_each(|c| line.push(c));
        line
    }

    /// Breaks `text` into lines of at most `room` units at this size. A line breaks at a blank if
    /// it has one, and otherwise anywhere, as Japanese text may.
    pub(super) fn wrap(text: &str, size: i32, room: i32) -> Vec<Line> {
        let room = room * EM / size.max(1);
        let mut lines = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let mut width = 0;
            let overflow = rest.char_indices().find(|&(_, c)| {
                width += advance(c);
                width > room
            });
            let end = match overflow {
                None => rest.len(),
                Some((at, c)) => match rest[..at].rfind(char::is_whitespace) {
                    Some(blank) if !c.is_whitespace() => blank,
                    // At least one character goes on each line, however narrow the room is.
                    _ => at.max(rest.chars().next().map_or(1, char::len_utf8)),
                },
            };
            let (head, tail) = rest.split_at(end);
            lines.push(Line::new(head.trim_end()));
            rest = tail.trim_start();
        }
        lines
    }

    pub(super) fn glyphs(&self) -> &[(i32, Glyph)] {
        &self.glyphs
    }

    /// The width in em units.
    pub(super) fn width(&self) -> i32 {
        self.width
    }

    /// The width in picture units at `size`.
    pub(super) fn width_at(&self, size: i32) -> i32 {
        // `i64`, because a label can have any length.
        let width = i64::from(self.width) * i64::from(size) / i64::from(EM);
        i32::try_from(width).unwrap_or(i32::MAX)
    }

    fn push(&mut self, c: char) {
        if char_width(c, 1) > 0 {
            self.glyphs.push((self.width, glyph(c)));
            self.width = self.width.saturating_add(glyph(c).advance);
        }
    }
}

/// The advance of a character. Combining marks have no outline and take no space.
fn advance(c: char) -> i32 {
    if char_width(c, 1) > 0 { glyph(c).advance } else { 0 }
}
