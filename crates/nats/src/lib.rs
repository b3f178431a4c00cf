//! Many machines: enumerations and checks over workers that a NATS server connects.
//!
//! A *coordinator* cuts a run into *pieces* and puts them into a queue on the server (JetStream).
//! *Workers* take pieces, do them and store the results. The coordinator looks at the results, has
//! a share of them *rechecked*, and passes the replies on to the program that started it (`yose`),
//! which writes the files with the code of a single machine. That program knows nothing of NATS;
//! what is said between the two is in `yose_batch::elsewhere`.
//!
//! | file | noun |
//! | --- | --- |
//! | `piece` | a piece of work: a request, a range of items, the engine that must do it |
//! | `result` | the result of a piece; doing a piece |
//! | `run` | a run: its question and its pieces |
//! | `worker` | takes pieces and does them |
//! | `book` | what a coordinator knows of every piece, without a server |
//! | `coordinator` | hands pieces out, looks at results, passes replies on |
//! | `recheck` | what the rechecks of a run are worth |
//! | `sign_of_life`, `jobs` | signs of life of the workers; how far the runs are |
//! | `server`, `fault` | streams and buckets; what goes wrong |
//!
//! # Why the files are the same, byte for byte
//!
//! - *A piece has one right result.* It depends on the request, the table size and the engine, all
//!   of which are in the piece. Limits of time and several threads a problem are refused. Times,
//!   hosts and counters lie beside the text of a result, never in it.
//! - *Nothing is lost.* A worker stores a result before it takes the piece off the queue. A piece
//!   whose worker gives no sign of life comes back. And the coordinator compares queue and results:
//!   what is in neither is put back.
//! - *Nothing is double.* A subject of the queue and of the results holds one message, and a second
//!   one is refused. Two workers may do one piece; the first result counts, the other one is
//!   compared with it.
//! - *Nothing is half.* Replies are passed on when every piece is done and rechecked, and the files
//!   are then written whole, from parts with checksums.
//! - *Any coordinator will do.* Run, results, rechecks and who was shut out are on the server. The
//!   run is named by a hash of its question, so the same command finds it from any machine.
//!
//! # Whom one must trust
//!
//! The server and the machine of the coordinator. A worker may forge. A share of each worker's
//! pieces, chosen at random *after* the result has come, is done by another worker too. If two
//! results differ, the coordinator does the piece itself and shuts out who was wrong: its results
//! do not count, and its pieces are done again. A worker that knows it was shut out stops. One that
//! goes on all the same is harmless: what it keeps, gives back or takes away is handed out again,
//! and done by the coordinator if that does not help. `recheck::missed` is the probability that a
//! forger is not found, if the workers are not in league. A worker is known by the last word of its
//! results' subject; a server with users and permissions sees to it that nobody uses another's
//! (docs/guide/many-machines.md).

pub mod book;
pub mod coordinator;
pub mod fault;
pub mod jobs;
pub mod piece;
pub mod recheck;
pub mod result;
pub mod run;
pub mod server;
pub mod sign_of_life;
pub mod worker;

pub use fault::NatsFault;
