//! What a page asks for, as JSON objects. `yose-serve` answers over HTTP and `yose-site` in a
//! worker of the browser; both only carry what is here to and fro.
//!
//! | file | contents |
//! | --- | --- |
//! | `game.rs` | boards and pieces, with their outlines |
//! | `position.rs` | reading what was typed, pasted or dropped |
//! | `line.rs` | every position of a line |
//! | `conversion.rs` | a position in another notation, or as a picture |
//! | `request.rs` | requests as they come in |
//! | `work.rs` | one job: what is known of it |
//! | `report.rs` | a reply as a text for people |
//! | `told.rs` | what a job tells people, in every language |
//! | `play.rs` | play against a certificate |
//! | `refusal.rs` | why a request was refused |
//!
//! ```
//! use yose_interface::Line;
//!
//! let asked = r#"{"position": "4k4/9/4P4/9/9/9/9/9/9 b G 1", "moves": ["G*5b"]}"#;
//! let line: Line = serde_json::from_str(asked)?;
//! assert_eq!(line.walk()?.ending, Some("mate"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod conversion;
mod game;
mod line;
mod play;
mod position;
mod refusal;
mod report;
pub mod request;
mod told;
mod work;

pub use conversion::{Conversion, Written};
pub use game::GameBody;
pub use line::Line;
pub use play::{Opponent, Play, Played, PlayedBranch};
pub use position::{Read, Typed};
pub use refusal::Refusal;
pub use report::Report;
pub use told::Told;
pub use work::{Found, ProgressBody, State, Status, Work};

use yose_present::Language;

/// The language of a request.
pub fn language(name: Option<&str>) -> Language {
    Language::of_locale(name.unwrap_or_default())
}
