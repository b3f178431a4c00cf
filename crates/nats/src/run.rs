//! A run: what is asked of how many items, and how they are cut into pieces. Everything that a
//! coordinator must know to go on with it is on the server.

use crate::fault::NatsFault;
use crate::piece::{Ask, ENGINE, Piece};
use crate::server::{Server, hash};
use crate::sign_of_life::now;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use yose_ask::{Question, Request};
use yose_batch::elsewhere::Settings;

/// The name under which the coordinator itself stores results.
pub const COORDINATOR: &str = "coordinator";

/// A piece has at least so many diagrams, if no size is given: about a second of work.
const DIAGRAMS: u64 = 20_000;

/// Requests in a piece, if no size is given.
const LISTED: usize = 8;

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Its name on the server: a hash of the question, the table size and the engine.
    pub run: String,
    /// What people call it.
    pub title: String,
    /// The version of the program that does it.
    pub engine: String,
    /// What is asked.
    pub ask: Ask,
    /// The number of items.
    pub items: usize,
    /// Items in a piece.
    pub size: usize,
    /// How often a piece is tried.
    pub tries: u32,
    /// When it was started, in seconds of Unix time.
    pub started: u64,
}

impl Run {
    /// A run over the frames of a space. Any frame may be in the request. A sample is another run
    /// than the whole; each of its frames is a piece, because their neighbours are not asked for.
    ///
    /// # Errors
    /// The request is not about a frame, or has a limit of time.
    pub fn of_frames(
        title: &str,
        request: &Request,
        sample: Option<&str>,
        settings: &Settings,
    ) -> Result<Run, NatsFault> {
        let fault = |what: &str| NatsFault::Order(what.to_owned());
        let request = Ask::frame(request, 0);
        let Question::Frame(question) = &request.question else {
            return Err(fault("the request is not about a frame"));
        };
        refuse_limits(&request)?;
        let space = question.space.space();
        let items = space.frames().len();
        let a_frame = (space.diagrams() / (items as u64).max(1)).max(1);
        let size = match sample {
            Some(_) => 1,
            None => usize::try_from(DIAGRAMS / a_frame).unwrap_or(usize::MAX),
        };
        let fingerprint = request.fingerprint().0;
        let ask = Ask::Frames {
            request: Box::new(request),
            fingerprint,
        };
        Ok(Run::new(title, ask, (items, sample), size, settings))
    }

    /// A run over the requests of an input.
    ///
    /// # Errors
    /// A request has a limit of time or several threads.
    pub fn of_requests(
        title: &str,
        input: &[u8],
        requests: &[Request],
        settings: &Settings,
    ) -> Result<Run, NatsFault> {
        for request in requests {
            refuse_limits(request)?;
        }
        let first = requests.first().map(|request| request.fingerprint().0);
        let ask = Ask::Listed {
            input: hash(input),
            fingerprint: first.unwrap_or_default(),
        };
        let mut run = Run::new(title, ask, (requests.len(), None), LISTED, settings);
        // Objects are named after their run, and the run after the hash of its input.
        if let Ask::Listed { input, .. } = &mut run.ask {
            *input = format!("{}.{input}", run.run);
        }
        Ok(run)
    }

    fn new(
        title: &str,
        ask: Ask,
        (items, sample): (usize, Option<&str>),
        size: usize,
        settings: &Settings,
    ) -> Run {
        let mut text = serde_json::to_string(&ask).unwrap_or_default();
        if let Some(sample) = sample {
            let _ = write!(text, " sample {sample}");
        }
        Run {
            run: hash(format!("{ENGINE} {items} {text}").as_bytes())[..16].to_owned(),
            title: title.to_owned(),
            engine: ENGINE.to_owned(),
            ask,
            items,
            size: settings.piece.unwrap_or(size).max(1),
            tries: settings.tries.max(1),
            started: now(),
        }
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.items.div_ceil(self.size.max(1))
    }

    /// A piece.
    pub fn piece(&self, piece: usize) -> Piece {
        let from = piece * self.size;
        Piece {
            run: self.run.clone(),
            piece,
            engine: self.engine.clone(),
            from,
            to: (from + self.size).min(self.items),
            ask: self.ask.clone(),
            tries: self.tries,
            not: Vec::new(),
        }
    }

    /// The key of a run.
    pub fn key(run: &str) -> String {
        format!("run.{run}")
    }

    /// The key of the last progress of a run.
    pub fn progress_key(run: &str) -> String {
        format!("progress.{run}")
    }

    /// The key of the decision that a piece is rechecked.
    pub fn recheck_key(run: &str, piece: usize) -> String {
        format!("recheck.{run}.{piece}")
    }

    /// The key of a worker that was shut out, among the runs and among the signs of life. It has
    /// three words, so no sign of life has it.
    pub fn shut_out_key(run: &str, worker: &str) -> String {
        format!("shut-out.{run}.{worker}")
    }

    /// The runs on the server.
    ///
    /// # Errors
    /// The server does not answer, or nothing was ever run there.
    pub async fn all(server: &Server) -> Result<Vec<Run>, NatsFault> {
        let store = server.runs().await?;
        let mut runs = Vec::new();
        for key in Server::keys(&store).await? {
            if key.starts_with("run.")
                && let Some(bytes) = store.get(&key).await?
                && let Ok(run) = serde_json::from_slice::<Run>(&bytes)
            {
                runs.push(run);
            }
        }
        runs.sort_by_key(|run| (run.started, run.run.clone()));
        Ok(runs)
    }

    /// Writes the run down, or takes over the one that is there: `resume` and `anew` as the user
    /// said.
    ///
    /// # Errors
    /// The run is there and neither was said, or another one is to be resumed.
    pub async fn begin(self, server: &Server, resume: bool, anew: bool) -> Result<Run, NatsFault> {
        let store = server.runs().await?;
        let there = match store.get(Run::key(&self.run)).await? {
            Some(bytes) => serde_json::from_slice::<Run>(&bytes).ok(),
            None => None,
        };
        match there {
            Some(_) if anew => release(server, &self.run).await?,
            Some(there) if resume => return Ok(there),
            Some(there) => return Err(NatsFault::Exists(there.title)),
            None if resume && matches!(self.ask, Ask::Frames { .. }) => {
                let others = Run::all(server).await?;
                if let Some(other) = others.iter().find(|other| other.title == self.title) {
                    return Err(NatsFault::Differs {
                        title: self.title.clone(),
                        difference: self.difference(other),
                    });
                }
            }
            None => {}
        }
        let bytes = serde_json::to_vec(&self).unwrap_or_default();
        store.put(Run::key(&self.run), Bytes::from(bytes)).await?;
        Ok(self)
    }

    /// In what another run differs, in words.
    fn difference(&self, other: &Run) -> String {
        let mut text = String::new();
        let mut compare = |what: &str, there: String, here: String| {
            if there != here && text.is_empty() {
                let _ = write!(text, "{what} {there} there, {here} here");
            }
        };
        compare("version", other.engine.clone(), self.engine.clone());
        if let (Ask::Frames { request: there, .. }, Ask::Frames { request: here, .. }) =
            (&other.ask, &self.ask)
        {
            let fingerprint = |request: &Request| match &request.question {
                Question::Frame(frame) => format!("{:016x}", frame.space.space().fingerprint()),
                _ => String::new(),
            };
            compare("the space", fingerprint(there), fingerprint(here));
            compare("the terms", terms(there), terms(here));
            let table = |request: &Request| format!("{} MB", request.limits.hash_mb);
            compare("a table of", table(there), table(here));
        }
        if text.is_empty() {
            text = "another input".to_owned();
        }
        text
    }
}

fn terms(request: &Request) -> String {
    let Question::Frame(frame) = &request.question else {
        return String::new();
    };
    format!("`{}`", frame.terms(&request.limits).text())
}

/// Results may not depend on the machine, so neither time nor the luck of threads limits a search.
fn refuse_limits(request: &Request) -> Result<(), NatsFault> {
    let refused = match (request.limits.time, request.limits.threads) {
        (Some(_), _) => {
            "--time does not go with --nats: results would depend on the machine (--nodes limits them)"
        }
        (None, 2..) => "--threads does not go with --nats: one thread searches a problem, many workers many",
        _ => return Ok(()),
    };
    Err(NatsFault::Order(refused.to_owned()))
}

/// Deletes everything of a run on the server.
///
/// # Errors
/// The server does not answer.
pub async fn release(server: &Server, run: &str) -> Result<(), NatsFault> {
    let filter = format!("yose.work.*.{run}.>");
    server.work().await?.purge().filter(filter).await?;
    let filter = format!("yose.result.{run}.>");
    server.results().await?.purge().filter(filter).await?;
    server.delete_objects(run).await?;
    let store = server.runs().await?;
    for key in Server::keys(&store).await? {
        if key.split('.').nth(1) == Some(run) {
            store.purge(&key).await?;
        }
    }
    Ok(())
}
