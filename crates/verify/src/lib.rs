//! The independent referee: slow rules of both games, and the checker of certificates.
//!
//! # What it promises
//!
//! A claim of the engine is only as good as the program that checks the claim. Therefore this crate
//! is *independent by design*:
//!
//! - It depends on no other crate of the workspace and shares no code with them. Nothing here was
//!   written by reading the engine.
//! - Everything is computed from the position alone, with plain arrays. There are no bit sets, no
//!   incremental updates and no game-tree search. Where speed and simplicity disagree, simplicity
//!   wins.
//! - A certificate is accepted only if every record of the file is true. The checker generates all
//!   moves and replies from its own rules, so a file cannot leave one out.
//!
//! So the rules of shogi, the rules of Lines of Action, SFEN, FEN and the army tables stand twice
//! in the workspace: once in the engine (`yose-shogi`, `yose-loa`) and once here. That is on
//! purpose. *Do not unify them*: a shared line of code is a shared bug. Tests in `yose-testkit`
//! compare the two implementations.
//!
//! The two games of this crate do not share code either, apart from [`Side`]. Each has its own
//! small board, so that each can be read alone.
//!
//! # Files
//!
//! | | |
//! | --- | --- |
//! | [`shogi`] | Shogi on any board up to 9x9, with armies and rules as data. |
//! | [`loa`] | Lines of Action on any board from 2x2 to 9x9. |
//! | [`certificate`] | Certificates: the file format, reading, writing and checking. |
//! | `certificate/check/` | Version 1 of the format, one file for each kind of evidence. |
//! | `certificate/referee/` | What each question asks of a game; one file for each question. |
//! | [`certificate::under_policy`] | Version 2: lengths under a policy for futile interpositions. |
//! | [`certificate::brinkmate`] | Version 3: brinkmates, and positions without one. |
//! | `certificate/later.rs` | What the checkers of versions 2 and 3 share. |
//! | `side.rs` | The two players. |
//!
//! # How to use it
//!
//! The games speak text. Positions are SFEN or FEN; moves are USI or from+to. Lists of moves are
//! sorted, so another implementation can be compared with `==`.
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
//!
//! How to check a certificate: see the example of [`certificate`].

pub mod certificate;
pub mod loa;
pub mod shogi;

mod side;

pub use side::Side;
