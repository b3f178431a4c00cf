//! Collects SVG elements and the outlines that they use.

use std::collections::BTreeMap;

use super::line::Line;
use crate::{
    glyph::{EM, Glyph, glyph, is_known},
    label::Label,
};

/// The body of a picture and the outlines that it refers to.
#[derive(Default)]
pub(super) struct Canvas {
    body: String,
    used: BTreeMap<char, Glyph>,
}

impl Canvas {
    /// Appends the text of one element.
    pub(super) fn element(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// Draws one character. Its em square is centred on (x, y) and has the side `size`.
    pub(super) fn character(&mut self, c: char, x: i32, y: i32, size: i32) {
        self.scaled_character(c, x, y, (size, size));
    }

    /// Draws a line of text that starts at `x` and is centred vertically on `y`.
    pub(super) fn text(&mut self, line: &Line, x: i32, y: i32, size: i32) {
        let mut row = String::new();
        for &(offset, glyph) in line.glyphs() {
            if glyph.path.is_empty() {
                continue;
            }
            row.push_str(&match offset {
                0 => format!("<use href=\"#{}\"/>", self.reference(glyph)),
                _ => format!("<use href=\"#{}\" x=\"{offset}\"/>", self.reference(glyph)),
            });
        }
        if !row.is_empty() {
            let top = y - size / 2;
            self.element(&format!(
                "<g transform=\"translate({x} {top})scale({})\">{row}</g>",
                per_mille(size)
            ));
        }
    }

    /// Draws a line of text centred on (x, y).
    pub(super) fn centred_text(&mut self, line: &Line, x: i32, y: i32, size: i32) {
        self.text(line, x - line.width_at(size) / 2, y, size);
    }

    /// Draws a label in a square of side `size` centred on (x, y), upside down if `turned`.
    ///
    /// Two kanji are flattened and stand one above the other, as printed diagrams show 成香.
    /// Letters stand side by side.
    pub(super) fn label(&mut self, label: &Label, x: i32, y: i32, size: i32, turned: bool) {
        let kanji = label.kanji_or_letters();
        let text = if kanji.chars().all(is_known) {
            kanji
        } else {
            label.letters()
        };
        let sign = if turned { -1 } else { 1 };
        match *text.chars().map(glyph).collect::<Vec<_>>() {
            [only] => self.scaled_character(only.key, x, y, (sign * size, sign * size)),
            [upper, lower] if upper.advance == EM && lower.advance == EM => {
                let (wide, high) = (size * 3 / 4, size / 2);
                self.scaled_character(upper.key, x, y - sign * high / 2, (sign * wide, sign * high));
                self.scaled_character(lower.key, x, y + sign * high / 2, (sign * wide, sign * high));
            }
            _ => {
                let line = Line::new(text);
                // Letters are narrower than kanji. A short name keeps the full height, and a long
                // name shrinks.
                let fitting = size.min(size * EM / line.width().max(1));
                if turned {
                    self.body
                        .push_str(&format!("<g transform=\"rotate(180 {x} {y})\">"));
                    self.centred_text(&line, x, y, fitting);
                    self.element("</g>");
                } else {
                    self.centred_text(&line, x, y, fitting);
                }
            }
        }
    }

    /// The definitions and the body of the finished picture.
    pub(super) fn finish(self) -> (String, String) {
        let definitions = self
            .used
            .values()
            .map(|glyph| format!("<path id=\"{}\" d=\"{}\"/>\n", id(glyph.key), glyph.path))
            .collect();
        (definitions, self.body)
    }

    /// Draws a character of the given width and height. A negative size turns it by 180 degrees.
    fn scaled_character(&mut self, c: char, x: i32, y: i32, (wide, high): (i32, i32)) {
        let glyph = glyph(c);
        if glyph.path.is_empty() {
            return;
        }
        let left = x - wide * glyph.advance / EM / 2;
        let top = y - high / 2;
        let scale = match wide == high {
            true => per_mille(wide),
            false => format!("{} {}", per_mille(wide), per_mille(high)),
        };
        let reference = self.reference(glyph);
        self.element(&format!(
            "<use href=\"#{reference}\" transform=\"translate({left} {top})scale({scale})\"/>"
        ));
    }

    fn reference(&mut self, glyph: Glyph) -> String {
        self.used.insert(glyph.key, glyph);
        id(glyph.key)
    }
}

/// The id of an outline. It depends only on the character, so pictures on one page can share
/// definitions.
fn id(key: char) -> String {
    format!("yose-{:x}", key as u32)
}

/// `n` thousandths in the shortest form. A size in units is a scale of an em of 1000 units.
fn per_mille(n: i32) -> String {
    let sign = if n < 0 { "-" } else { "" };
    let (whole, rest) = (n.unsigned_abs() / 1000, n.unsigned_abs() % 1000);
    let fraction = format!("{rest:03}");
    match (whole, fraction.trim_end_matches('0')) {
        (whole, "") => format!("{sign}{whole}"),
        (0, fraction) => format!("{sign}.{fraction}"),
        (whole, fraction) => format!("{sign}{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::per_mille;

    #[test]
    fn short_decimals() {
        assert_eq!(
            [82, -82, 100, 1000, 1250, -7, 0].map(per_mille),
            [".082", "-.082", ".1", "1", "1.25", "-.007", "0"]
        );
    }
}
