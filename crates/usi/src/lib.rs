//! yose as a USI engine. The engine knows the protocol and nothing else: `yose-ask` reads positions
//! and answers requests, as for every other front end.
//!
//! ```
//! use std::io::Cursor;
//! use yose_ask::Game;
//!
//! let mut said = String::new();
//! yose_usi::run(Cursor::new("isready\nquit\n"), Game::Any, |line| {
//!     said.push_str(line);
//!     Ok(())
//! })?;
//! assert_eq!(said, "readyok\n");
//! # Ok::<(), yose_usi::UsiError>(())
//! ```
//!
//! # What it answers
//!
//! USI is as the page of Shogidokoro has it; where that page leaves a choice, this is ours.
//!
//! - `go mate MS`, `go mate infinite` and `go mate` (no limit), each perhaps with `nodes N`, are
//!   answered `checkmate MOVES` or `checkmate nomate`, both proved, or `checkmate timeout`: no
//!   answer, and an `info string` says why.
//! - `go` with anything else is answered `bestmove` with the first move of a mate found within a
//!   second (less if the clocks are short), else `bestmove resign`: yose does not play.
//!   `go infinite` is answered after `stop`, `go ponder` after `ponderhit` or `stop`, as the
//!   protocol wants it.
//! - With the option `Question` set to `hisshi` a `go` asks for a brinkmate. `checkmate MOVES` is
//!   its line up to the last quiet move, or a plain mate. `checkmate nomate` says that there is
//!   neither, proved. An `info string` tells the mate that each quiet move threatens.
//!
//! - *One answer to every `go`, none without, in the order of the `go`s.* A `go` waits for the
//!   searches before it that have a limit of time or nodes, and stops those that have none. So
//!   commands that are piped in lose nothing. `stop` ends all searches, those that wait too. A
//!   `stop` that comes too early, too late or twice does nothing wrong.
//! - *A `go` is about the position and the settings of its moment.* `position` and `setoption`
//!   while a search runs are for the next `go`. `isready` and `usi` are answered at once.
//! - *A mate that was found when the time is up or `stop` comes is the answer*, even if it is not
//!   proved shortest. An `info string` says whether it is.
//! - *Never an answer about another position.* After a `position` that cannot be read, or before
//!   the first one, `go mate` is answered `timeout` until a good one comes.
//! - *`notimplemented` is never said.* USI makes it a statement about the engine, so a program that
//!   hears it may stop asking; a position without a king to mate says nothing about the next one.
//!   It is answered `timeout`.
//! - *The end of the input waits for what was asked within limits* (time or nodes) and stops what
//!   has none; *`quit` stops everything*. Either way every `go` has its answer, unless after `quit`
//!   that takes more than a second.
//! - `depth` in `info` lines is the length of mate in question: no shorter one exists. `score mate`
//!   counts plies. A brinkmate has no `score mate`: its length does not count up to the mate.
//!
//! # The threads
//!
//! One thread reads lines, a job of `yose-ask` searches, and the thread that called [`run`] owns
//! the state and does all the printing; it sleeps until a line or an event of the job comes. So
//! nothing is locked, lines never mix, and every order of events is one of a queue. Each `go` is a
//! job of its own: a late `stop` cannot hit the next search.

mod brinkmate;
mod command;
mod engine;
mod error;
mod info;
mod line;
mod setting;

pub use command::{Ask, Bounds, Command, GoFault, Hold};
pub use engine::run;
pub use error::UsiError;
pub use setting::{Asked, SettingFault, Settings};
