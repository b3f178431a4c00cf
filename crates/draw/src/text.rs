//! Boards as lines of text.

mod ascii;
mod grid;
mod kanji;

pub use ascii::ascii;
pub use kanji::{Labels, TextOptions, kanji};
