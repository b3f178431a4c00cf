//! The answer layer: everything between a front end and the crates that know things. Command line, USI engine
//! and web page call the same functions here and differ only in how they print what comes back.
//!
//! - [`problem`]: positions, files, records and standard input become problems, each with its faults;
//! - [`solve`], [`check`], [`check_many`], [`explore`], [`explore_table`], [`value`], [`loa`], [`show`], [`convert`], [`perft`]: what is asked;
//! - [`enumerate`]: every problem of a shape;
//! - [`Options`]: how it is asked;
//! - [`json`], [`report`], [`Status`]: one shape for answers, error reports, exit status;
//! - [`Progress`], [`Interrupt`], [`output`]: long work that can be watched and stopped, and files that are
//!   written whole or not at all.
//!
//! ```
//! use yose_ask::{Game, Options, problem, solve::solve};
//!
//! let problems = problem::read_all(&["4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".into()], Game::Any);
//! let solved = solve(&problems[0], &Options::default(), &mut |_| {});
//! assert_eq!((solved.answer.verdict, solved.answer.body.length), ("mate", Some(1)));
//! ```

pub mod batch;
pub mod certificate;
pub mod check;
mod check_kif;
pub mod check_many;
mod check_text;
pub mod convert;
pub mod disproof;
pub mod enumerate;
pub mod explore;
pub mod explore_table;
mod gallery;
mod game;
mod interrupt;
mod invalid;
pub mod journal;
pub mod json;
pub mod loa;
mod options;
pub mod output;
pub mod perft;
pub mod picture;
pub mod problem;
mod progress;
pub mod report;
pub mod show;
pub mod solve;
mod status;
pub mod value;
pub mod vary;

pub use game::Game;
pub use interrupt::Interrupt;
pub use invalid::{FaultText, Invalid};
pub use options::{MOST_THREADS, Options};
pub use problem::{Content, Problem};
pub use progress::Progress;
pub use status::Status;
pub use yose_tsume::{Convention, Policy};
