//! Board pictures: terminal text and SVG that needs no font.
//!
//! A [`Diagram`] says what stands where and what is written around it. It knows no rules, so shogi of any
//! size, Lines of Action and games yet to come fill in the same model, and three renderers draw it:
//!
//! - [`kanji`]: the board of KIF files, for terminals;
//! - [`ascii`]: pure ASCII, SFEN letters;
//! - [`svg()`]: a printable picture. Every character in it is an outline carried in this crate (see
//!   `LICENSE-glyphs`).
//!
//! None of them fails or panics, whatever the labels and titles hold.
//!
//! ```
//! use yose_draw::{Coordinates, Diagram, HandEntry, Piece, Side, SvgOptions, TextOptions};
//!
//! // A small board: a king, a pawn below it, and two golds to drop.
//! let mut cells = vec![None; 9];
//! cells[1] = Some(Piece::new(Side::White, "玉", "K"));
//! cells[7] = Some(Piece::new(Side::Black, "歩", "P"));
//! let diagram = Diagram::new(Coordinates::Shogi, 3, 3, cells)?
//!     .with_hands(vec![HandEntry::new("金", "G", 2)], vec![])
//!     .with_to_move(Side::Black);
//!
//! assert_eq!(
//!     yose_draw::kanji(&diagram, &TextOptions::default()),
//!     "\
//! 後手の持駒：なし
//!   ３ ２ １
//! +---------+
//! | ・v玉 ・|一
//! | ・ ・ ・|二
//! | ・ 歩 ・|三
//! +---------+
//! 先手の持駒：金二
//! 先手番
//! "
//! );
//! assert_eq!(
//!     yose_draw::ascii(&diagram),
//!     "\
//! White in hand: -
//!    3  2  1
//! +----------+
//! |  .  k  . | a
//! |  .  .  . | b
//! |  .  P  . | c
//! +----------+
//! Black in hand: 2G
//! Black to move
//! "
//! );
//! assert!(yose_draw::svg(&diagram, &SvgOptions::default()).starts_with("<svg "));
//! # Ok::<(), yose_draw::DiagramError>(())
//! ```

mod clean;
mod coordinates;
mod diagram;
mod glyph;
mod hand;
mod label;
mod numeral;
mod piece;
mod side;
mod svg;
mod text;
mod width;

pub use coordinates::Coordinates;
pub use diagram::{Diagram, DiagramError};
pub use glyph::without_outline;
pub use hand::HandEntry;
pub use piece::Piece;
pub use side::Side;
pub use svg::{SvgOptions, svg};
pub use text::{TextOptions, ascii, kanji};
