//! The page of yose, and the HTTP interface behind it.
//!
//! A browser sets a position up, asks a question, watches the search and plays through the answer.
//! The page is inside the program, and it contains no solving logic and no rules: positions,
//! faults, moves and notations come from [`yose_interface`], which this crate carries over HTTP,
//! and every question is a job of [`yose_ask`].
//! Other programs use the same interface: `docs/format/page.openapi.json` describes it, and
//! `docs/guide/page.md` has examples.
//!
//! | file | contents |
//! | --- | --- |
//! | `settings.rs` | what whoever starts the server decides |
//! | `server.rs` | connections, and how the server stops |
//! | `routes.rs` | which address does what |
//! | `guard.rs` | who may ask: host, origin, token, size and time of a request |
//! | `error.rs` | why a request was refused |
//! | `page.rs` | the files of the page |
//! | `queue.rs` | jobs: those that run, those that wait, those whose reply is kept |
//! | `entry.rs` | one job of the queue |
//! | `presence.rs` | tabs and browsers that left, and their ten seconds to come back |
//! | `jobs.rs`, `events.rs` | jobs and their events over HTTP |
//! | `certificates.rs` | certificates over HTTP: download, verification, play |
//! | `positions.rs` | positions over HTTP: reading what was pasted, lines, conversions |
//! | `games.rs` | boards and pieces over HTTP, with their outlines |
//! | `research.rs` | enumerations, tables and files of answers that were named at the start |
//! | `runs.rs` | runs over many machines, on a server that was named at the start |
//! | `solved.rs` | a small game and its table |
//! | `secret.rs` | names that cannot be guessed |
//!
//! ```
//! use yose_serve::{Server, Settings};
//!
//! let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! runtime.block_on(async {
//!     let settings = Settings { listen: "127.0.0.1:0".parse()?, ..Settings::default() };
//!     let server = Server::bind(settings).await?;
//!     assert!(server.address().starts_with("http://127.0.0.1:"));
//!     // A server that is told to stop at once.
//!     server.run(std::future::ready(())).await;
//!     Ok::<(), Box<dyn std::error::Error>>(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificates;
mod entry;
mod error;
mod events;
mod games;
mod guard;
mod jobs;
mod page;
mod positions;
mod presence;
mod queue;
mod research;
mod routes;
mod runs;
mod secret;
mod server;
mod settings;
mod solved;

pub use server::{Server, StartError, serve_until_interrupted};
pub use settings::{RunServer, Settings};
