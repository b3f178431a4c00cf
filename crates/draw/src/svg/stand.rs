//! The piece stand: a hand, drawn vertically beside the board.

use super::canvas::Canvas;
use crate::{HandEntry, Side, label::Label, numeral};

/// Sizes to try, in this order, before a hand is broken into several columns.
const SIZES: [i32; 4] = [56, 52, 48, 44];

/// The distance between neighbouring columns, as a fraction of the character size.
const LEADING: (i32, i32) = (6, 5);

/// A hand in columns.
pub(super) struct Stand<'a> {
    side: Side,
    size: i32,
    columns: Vec<Vec<Slot<'a>>>,
}

enum Slot<'a> {
    Piece(&'a Label),
    Sign(char),
}

impl<'a> Stand<'a> {
    /// Arranges a hand in columns of about `height` units.
    pub(super) fn new(side: Side, hand: &'a [HandEntry], height: i32) -> Self {
        let groups = groups(hand);
        let total = groups.iter().map(Vec::len).sum::<usize>();
        let fitting = SIZES.into_iter().find(|&size| total <= capacity(height, size));
        let size = fitting.unwrap_or(SIZES[SIZES.len() - 1]);
        let room = capacity(height, size);

        let mut columns = vec![Vec::new()];
        for group in groups {
            // A piece and its count stay together.
            match columns.last_mut() {
                Some(column) if column.is_empty() || column.len() + group.len() <= room => {
                    column.extend(group)
                }
                _ => columns.push(group),
            }
        }
        Stand { side, size, columns }
    }

    /// The width in units.
    pub(super) fn width(&self) -> i32 {
        let more = i32::try_from(self.columns.len())
            .unwrap_or(i32::MAX)
            .saturating_sub(1);
        self.size + more.saturating_mul(self.pitch())
    }

    /// The height of the longest column in units, including the marker at the top.
    pub(super) fn height(&self) -> i32 {
        let longest = self.columns.iter().map(Vec::len).max().unwrap_or(0);
        head(self.size) + i32::try_from(longest).unwrap_or(i32::MAX / 1000) * self.size
    }

    /// Draws the stand with its top left corner at (left, top). Columns run from right to left, as
    /// in vertical Japanese.
    pub(super) fn draw(&self, canvas: &mut Canvas, left: i32, top: i32) {
        let mut x = left + self.width() - self.size / 2;
        let marker = match self.side {
            Side::Black => '☗',
            Side::White => '☖',
        };
        canvas.character(marker, x, top + self.size / 2, self.size);
        for column in &self.columns {
            let mut y = top + head(self.size) + self.size / 2;
            for slot in column {
                match slot {
                    Slot::Piece(label) => canvas.label(label, x, y, self.size, false),
                    Slot::Sign(sign) => canvas.character(*sign, x, y, self.size),
                }
                y += self.size;
            }
            x -= self.pitch();
        }
    }

    fn pitch(&self) -> i32 {
        self.size * LEADING.0 / LEADING.1
    }
}

/// The pieces of a hand with their counts, or なし for an empty hand.
fn groups(hand: &[HandEntry]) -> Vec<Vec<Slot<'_>>> {
    if hand.is_empty() {
        return vec!["なし".chars().map(Slot::Sign).collect()];
    }
    hand.iter()
        .map(|entry| {
            let count = if entry.count > 1 {
                numeral::kanji(entry.count)
            } else {
                String::new()
            };
            std::iter::once(Slot::Piece(&entry.label))
                .chain(count.chars().map(Slot::Sign))
                .collect()
        })
        .collect()
}

/// The height of the marker at the top, in units.
fn head(size: i32) -> i32 {
    size * 4 / 3
}

/// How many characters fit below the marker. On tiny boards a column may be longer than the board.
fn capacity(height: i32, size: i32) -> usize {
    usize::try_from((height - head(size)) / size).unwrap_or(0).max(3)
}
