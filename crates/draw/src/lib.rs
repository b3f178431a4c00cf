//! Draws boards as terminal text and as SVG that needs no font, and [plots](plot).
//!
//! A [`Diagram`] holds the pieces on a board and the text around it. It knows no rules, so shogi of
//! any size and Lines of Action use the same model. Three renderers draw it:
//!
//! - [`kanji`]: the board of KIF files, for terminals.
//! - [`ascii`]: pure ASCII with SFEN letters.
//! - [`svg()`]: a printable picture. Every character in it is an outline from this crate (see
//!   `LICENSE-glyphs`).
//!
//! The renderers never fail and never panic, whatever the labels and titles contain.
//!
//! # Files
//!
//! | file | contents |
//! | --- | --- |
//! | `diagram` | the board to draw and the text around it |
//! | `piece`, `label`, `hand`, `side` | the parts of a diagram |
//! | `coordinates`, `numeral` | names of files and ranks, numbers in kanji |
//! | `clean`, `width` | text made safe, width of text in terminal columns |
//! | `text`, `text/` | the renderers [`kanji`] and [`ascii`], and the grid that they share |
//! | `svg`, `svg/` | the renderer [`svg()`]: canvas, board, piece stands, lines of text, XML |
//! | `glyph`, `glyphs.txt` | the outlines of characters |
//! | `plot` | plots: counts as bars, points over a logarithmic scale |
//!
//! # Example
//!
//! ```
//! use yose_draw::{Coordinates, Diagram, HandEntry, Piece, Side, SvgOptions, TextOptions};
//!
//! // A small board: a king, a pawn below it, and two golds in hand.
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
pub mod plot;
mod side;
mod svg;
mod text;
mod width;

pub use coordinates::Coordinates;
pub use diagram::{Diagram, DiagramError};
pub use glyph::{outline, without_outline};
pub use hand::HandEntry;
pub use piece::Piece;
pub use side::Side;
pub use svg::{SvgOptions, svg};
pub use text::{Labels, TextOptions, ascii, kanji};
