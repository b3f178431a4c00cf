//! Requests, jobs, replies: what every front end shares.
//!
//! - [`Problem`]: a position as it was typed, or a record; [`Subject`]: the position that is asked
//!   about;
//! - [`Request`]: a [`Question`] about a problem, with its [`Limits`]; it can be sent and kept as
//!   JSON;
//! - [`Job`]: a request at work on a thread, with events, cancellation and one memory budget;
//!   [`run()`] does the same on the caller's thread;
//! - [`Reply`]: what came of it, one JSON object;
//! - [`certificate`]: the evidence of a reply as a text that the referee checks.
//!
//! Nothing here prints, reads files or ends the program.
//!
//! ```
//! use std::sync::Arc;
//! use yose_ask::question::Solve;
//! use yose_ask::{Game, Job, Limits, Name, Pace, Question};
//! use yose_ask::{Reply, Request, Resources, Subject, Verdict};
//!
//! let position = Subject::read("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", Game::Any);
//! let request = Request {
//!     name: Name::default(),
//!     question: Question::Solve(Solve::new(position)),
//!     limits: Limits::default(),
//! };
//! let resources = Arc::new(Resources::new(1024));
//! let job = Job::start(request, &resources, Pace::Silent, || {})?;
//! let Some(Reply::Solve(reply)) = job.wait() else { unreachable!("one reply, of the same kind") };
//! assert_eq!((reply.answer.verdict, reply.answer.body.length), (Verdict::Mate, Some(1)));
//! # Ok::<(), yose_ask::NoThread>(())
//! ```

// Some questions are not answered there (`job.rs`).
#![cfg_attr(target_family = "wasm", allow(dead_code))]

pub mod answer;
pub mod certificate;
pub mod check;
pub mod cooks;
pub mod frame;
mod game;
pub mod hisshi;
mod invalid;
mod job;
pub mod loa;
pub mod memory;
pub mod perft;
pub mod problem;
mod progress;
pub mod question;
mod reply;
mod request;
mod run;
pub mod solve;
mod status;
pub mod subject;
pub mod tables;
pub mod text;
pub mod threat;
pub mod value;
pub mod vary;
mod verdict;
pub mod verify;
mod words;

pub use answer::{Answer, WithCertificate};
pub use game::Game;
pub use invalid::{FaultText, InputFault, Invalid, Origin};
pub use job::{Event, Job, NoThread, Pace, Resources, run};
pub use memory::{Memory, NoShare, Share};
pub use problem::{Content, Problem};
pub use progress::{Doing, Progress};
pub use question::Question;
pub use reply::Reply;
pub use request::{Fingerprint, Limits, MOST_THREADS, Name, Request};
pub use status::Status;
pub use subject::Subject;
pub use verdict::{Reason, Verdict};
pub use yose_hisshi::Policy as HisshiPolicy;
pub use yose_hisshi::{BRINKMATE_NODES, HisshiFault, MoveSet, PolicyFault, ThreatFault};
pub use yose_tsume::{Convention, Policy};
