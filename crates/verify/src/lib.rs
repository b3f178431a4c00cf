//! Slow, simple, independent rules: the referee that shares no code with the engine.
//!
//! Whatever the engine claims is worth as much as the program that checks it. This crate therefore depends on no other
//! crate of the workspace, and was written without reading them: plain arrays, no bit sets, nothing incremental,
//! every question answered from the board alone. Where speed and plainness disagreed, plainness won.
//!
//! - [`shogi`]: shogi on any board up to 9x9, with armies and rules as data;
//! - [`loa`]: Lines of Action on any board up to 9x9;
//! - [`certificate`]: claims with their evidence as a file, and the checker of such files.
//!
//! The games speak text: positions are SFEN or FEN, moves are USI or from+to, and lists of moves are sorted, so that any
//! other implementation can be compared with `==`.
//!
//! ```
//! use yose_verify::{loa, shogi};
//!
//! let rules = shogi::Rules::standard();
//! let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
//! let position = shogi::Position::parse(start, &rules)?;
//! assert_eq!(position.legal_moves().len(), 30);
//! let position = position.play("7g7f")?.play("3c3d")?.play("8h2b+")?;
//! assert_eq!(position.side(), yose_verify::Side::White);
//! assert!(position.legal_moves().contains(&"3a2b".to_string()));
//! assert_eq!(position.perft(1), position.legal_moves().len() as u64);
//!
//! let position = loa::Position::start(8, 8, loa::Variant::Paper)?;
//! assert_eq!(position.perft(2), 1_244);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod certificate;
pub mod loa;
pub mod shogi;

mod side;

pub use side::Side;
