//! Requests that another program answers, with workers on other machines.
//!
//! The program (`yose-nats`) is a file of its own, so that nobody builds a network client for one
//! machine. It reads its [`Task`] as one line of JSON from standard input; the single requests of
//! an order follow, a line each. It reports on standard output, a line of JSON each ([`Report`]).
//! When standard input ends, it stops: so it stops with the program that started it, however that
//! ended.

use crate::interrupt::Interrupt;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use thiserror::Error;
use yose_ask::{Reply, Request};

/// Whether people read Japanese here.
fn in_japanese() -> bool {
    crate::output::language() == yose_present::Language::Japanese
}

/// The file name of the program.
pub const PROGRAM: &str = "yose-nats";

/// Time between two looks at the flag of an interrupt.
const PAUSE: Duration = Duration::from_millis(50);

/// A word that no message shows.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// How a server is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerOptions {
    /// Its address: `nats://HOST:PORT`, or `tls://HOST:PORT`.
    pub url: String,
    /// The user.
    pub user: Option<String>,
    /// The user's password.
    pub password: Option<Secret>,
    /// A token.
    pub token: Option<Secret>,
    /// A file of credentials.
    pub credentials: Option<PathBuf>,
    /// A file of certificates that the server's certificate must go back to.
    pub ca: Option<PathBuf>,
    /// This side's certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// What the program is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The server.
    pub server: ServerOptions,
    /// The work.
    pub work: Work,
    /// Whether people read Japanese.
    #[serde(default)]
    pub in_japanese: bool,
}

/// The work of the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Hands requests out and reports the replies.
    Coordinate(Order),
    /// Deletes the pieces and results of a run whose replies are stored elsewhere.
    Release {
        /// The run.
        run: String,
    },
    /// Answers requests.
    Work(WorkerOptions),
    /// Tells how far the runs are.
    Jobs {
        /// Once, as a JSON object.
        json: bool,
        /// Once, as text.
        once: bool,
    },
}

/// How a worker works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerOptions {
    /// Its name. Without one it is the user, and without a user host and process.
    pub name: Option<String>,
    /// Pieces at the same time, one thread each.
    pub threads: usize,
    /// MB for the tables of all threads; `None`: what the machine has.
    pub memory_mb: Option<usize>,
    /// Seconds without work after which the worker ends; `None`: never.
    pub idle: Option<f64>,
}

/// Many requests.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// What people call the run.
    pub title: String,
    /// The requests.
    pub requests: Requests,
    /// Whether a run that is there is gone on with.
    pub resume: bool,
    /// Whether a run that is there is deleted first.
    pub anew: bool,
    /// How the run is done.
    pub settings: Settings,
}

/// The requests of an order. Items are numbered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Requests {
    /// Frames of an enumeration: an item is a frame.
    Frames {
        /// The request about any of the frames.
        request: Box<Request>,
        /// The frames to do, as ranges from the first up to but without the last.
        todo: Vec<(usize, usize)>,
        /// The sample that they are, if they are not the whole: another run than the whole.
        #[serde(default)]
        sample: Option<String>,
    },
    /// Single requests, which follow the task a line each: an item is a request.
    Listed {
        /// How many.
        count: usize,
    },
}

/// How a run is done. Results do not depend on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Items in a piece of work; `None`: as many as take about a second or more.
    pub piece: Option<usize>,
    /// The share of each worker's pieces that another worker does too.
    pub recheck: f64,
    /// Seconds without a sign of life after which a piece goes to another worker.
    pub lost_after: f64,
    /// How often a piece is tried before it counts as failed.
    pub tries: u32,
    /// The most bytes that results may take on the server; `None`: what it has.
    pub volume: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            piece: None,
            recheck: 0.05,
            lost_after: 30.0,
            tries: 4,
            volume: None,
        }
    }
}

/// What the program reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "report", rename_all = "kebab-case")]
pub enum Report {
    /// How far the run is.
    Progress {
        /// Pieces done.
        done: usize,
        /// Pieces in all.
        of: usize,
        /// Workers that are there.
        workers: usize,
    },
    /// Something that people should know.
    Note {
        /// The text.
        text: String,
    },
    /// The reply about one item. These come when all pieces are done and rechecked.
    Reply {
        /// The item.
        item: usize,
        /// Who found it, and where.
        by: String,
        /// The reply.
        reply: Box<Reply>,
    },
    /// All replies were reported.
    Answered {
        /// The run, for [`Work::Release`].
        run: String,
    },
    /// The run was stopped. What is done stays on the server.
    Stopped {
        /// Pieces done.
        done: usize,
        /// Pieces in all.
        of: usize,
    },
    /// Some pieces could not be done.
    Failed {
        /// Each with the reasons.
        pieces: Vec<FailedPiece>,
    },
    /// The program cannot go on.
    Fault {
        /// What went wrong.
        text: String,
    },
}

/// A piece that could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedPiece {
    /// Its number.
    pub piece: usize,
    /// Its items, from the first up to but without the last.
    pub items: (usize, usize),
    /// What each try came to.
    pub reasons: Vec<String>,
}

/// Which pieces failed and why, a line each. `items` is what their items are called, `first` the
/// number of the first item of all, and `again` what tries them again.
pub fn failed_text(pieces: &[FailedPiece], items: &str, first: usize, again: &str) -> String {
    let mut text = format!("{} pieces failed; {again}", pieces.len());
    for piece in pieces {
        let (from, to) = (piece.items.0 + first, (piece.items.1 + first).saturating_sub(1));
        let _ = write!(text, "\npiece {} ({items} {from} to {to}):", piece.piece);
        for reason in &piece.reasons {
            let _ = write!(text, "\n  {reason}");
        }
    }
    text
}

/// How an order ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All replies are there. The run on the server may go.
    Answered {
        /// The run.
        run: String,
    },
    /// Stopped, with this number of pieces done, of all.
    Stopped(usize, usize),
    /// Some pieces could not be done.
    Failed(Vec<FailedPiece>),
}

/// Why an order was not answered.
#[derive(Debug, Error)]
pub enum ElsewhereError {
    /// The program is not there.
    #[error(
        "{} is not there: it connects to the other machines and is built with `cargo build --release -p \
         {PROGRAM}`",
        .0.display()
    )]
    Absent(PathBuf),
    /// The program could not be started or read from.
    #[error("{PROGRAM}: {0}")]
    Program(#[from] io::Error),
    /// The program said why it ended.
    #[error("{0}")]
    Fault(String),
    /// The program ended without a word.
    #[error("{PROGRAM} broke off ({0})")]
    BrokeOff(String),
    /// The program said something unknown.
    #[error("{PROGRAM} is of another version: it reports `{0}`")]
    Version(String),
}

/// The program, and the server that it connects to.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The file of the program.
    pub program: PathBuf,
    /// The server.
    pub server: ServerOptions,
    /// How runs are done.
    pub settings: Settings,
}

/// The file of the program: beside the one that runs.
pub fn program() -> PathBuf {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().and_then(|exe| {
        let exe = std::fs::canonicalize(&exe).unwrap_or(exe);
        Some(exe.parent()?.join(&name))
    });
    beside.unwrap_or_else(|| PathBuf::from(name))
}

impl Elsewhere {
    /// Has an order answered. `lines` are the single requests, if the order has any. `each` gets
    /// every report but the last.
    ///
    /// # Errors
    /// See [`ElsewhereError`], or an error of `each`.
    pub fn answer<E: From<ElsewhereError>>(
        &self,
        order: Order,
        lines: impl Iterator<Item = String> + Send + 'static,
        interrupt: &Interrupt,
        mut each: impl FnMut(Report) -> Result<(), E>,
    ) -> Result<Ended, E> {
        let task = Task {
            in_japanese: in_japanese(),
            server: self.server.clone(),
            work: Work::Coordinate(order),
        };
        let mut running = Running::start(&self.program, &task, lines, interrupt, Pipes::Output)?;
        let mut ended = None;
        if let Some(out) = running.child.stdout.take() {
            for line in BufReader::new(out).lines() {
                let line = line.map_err(ElsewhereError::from)?;
                let report: Report =
                    serde_json::from_str(&line).map_err(|_| ElsewhereError::Version(line.clone()))?;
                match report {
                    Report::Answered { run } => ended = Some(Ended::Answered { run }),
                    Report::Stopped { done, of } => ended = Some(Ended::Stopped(done, of)),
                    Report::Failed { pieces } => ended = Some(Ended::Failed(pieces)),
                    Report::Fault { text } => return Err(ElsewhereError::Fault(text).into()),
                    other => each(other)?,
                }
            }
        }
        let status = running.child.wait().map_err(ElsewhereError::from)?;
        ended.ok_or_else(|| ElsewhereError::BrokeOff(status.to_string()).into())
    }

    /// Deletes what the server holds of a run.
    ///
    /// # Errors
    /// See [`ElsewhereError`].
    pub fn release(&self, run: String) -> Result<(), ElsewhereError> {
        let work = Work::Release { run };
        run_task(&self.program, &self.server, work, &Interrupt::default()).map(drop)
    }
}

/// Runs the program with its output as ours, until it ends. Returns its exit status.
///
/// # Errors
/// The program is not there or cannot be started.
pub fn run_task(
    program: &Path,
    server: &ServerOptions,
    work: Work,
    interrupt: &Interrupt,
) -> Result<u8, ElsewhereError> {
    let task = Task {
        in_japanese: in_japanese(),
        server: server.clone(),
        work,
    };
    let mut running = Running::start(program, &task, std::iter::empty(), interrupt, Pipes::None)?;
    let status = running.child.wait()?;
    match status.code() {
        Some(code) => Ok(u8::try_from(code).unwrap_or(u8::MAX)),
        None => Err(ElsewhereError::BrokeOff(status.to_string())),
    }
}

/// Has the program look at the runs on a server: a JSON object, as `yose jobs --json` prints it.
///
/// # Errors
/// The program is not there, says why it failed, or takes longer than `patience`.
pub fn look(program: &Path, server: &ServerOptions, patience: Duration) -> Result<String, ElsewhereError> {
    let task = Task {
        server: server.clone(),
        work: Work::Jobs {
            json: true,
            once: true,
        },
        in_japanese: in_japanese(),
    };
    let interrupt = Interrupt::default();
    let mut running = Running::start(program, &task, std::iter::empty(), &interrupt, Pipes::All)?;
    let (out, err) = (running.child.stdout.take(), running.child.stderr.take());
    let (out, err) = (
        std::thread::spawn(move || read_all(out)),
        std::thread::spawn(move || read_all(err)),
    );
    let start = Instant::now();
    let status = loop {
        match running.child.try_wait()? {
            Some(status) => break Some(status),
            None if start.elapsed() > patience => {
                running.child.kill()?;
                break None;
            }
            None => std::thread::sleep(PAUSE),
        }
    };
    let told = |thread: JoinHandle<String>| thread.join().unwrap_or_default();
    let (out, err) = (told(out), told(err));
    match status {
        Some(status) if status.success() => Ok(out),
        Some(_) => Err(ElsewhereError::Fault(
            err.trim().trim_start_matches("error: ").to_owned(),
        )),
        None => Err(ElsewhereError::BrokeOff("it takes too long".to_owned())),
    }
}

fn read_all(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut from) = from {
        // A program that was killed has said what it has said.
        let _ = from.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What of the program's output is read here. The rest is ours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pipes {
    None,
    Output,
    All,
}

/// The program at work. An interrupt closes its standard input, which stops it.
struct Running {
    child: Child,
    stdin: Arc<Mutex<Option<ChildStdin>>>,
    over: Arc<AtomicBool>,
}

impl Running {
    fn start(
        program: &Path,
        task: &Task,
        lines: impl Iterator<Item = String> + Send + 'static,
        interrupt: &Interrupt,
        pipes: Pipes,
    ) -> Result<Running, ElsewhereError> {
        let mut command = Command::new(program);
        command.stdin(Stdio::piped());
        if pipes != Pipes::None {
            command.stdout(Stdio::piped());
        }
        if pipes == Pipes::All {
            command.stderr(Stdio::piped());
        }
        let mut child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ElsewhereError::Absent(program.to_owned()),
            _ => ElsewhereError::Program(error),
        })?;
        let stdin = child.stdin.take();
        let running = Running {
            child,
            stdin: Arc::new(Mutex::new(None)),
            over: Arc::default(),
        };
        let line = serde_json::to_string(task).map_err(io::Error::from)?;
        let (held, over, interrupt) = (
            Arc::clone(&running.stdin),
            Arc::clone(&running.over),
            interrupt.clone(),
        );
        // A thread of its own, because the program may report before it has read everything.
        std::thread::Builder::new().spawn(move || {
            let Some(mut stdin) = stdin else { return };
            let lines = std::iter::once(format!("{line}\n")).chain(lines);
            for line in lines {
                // A program that ended early says why itself.
                if interrupt.requested() || stdin.write_all(line.as_bytes()).is_err() {
                    return;
                }
            }
            let _ = stdin.flush();
            *held.lock().unwrap_or_else(PoisonError::into_inner) = Some(stdin);
            while !interrupt.requested() && !over.load(Ordering::Relaxed) {
                std::thread::sleep(PAUSE);
            }
            held.lock().unwrap_or_else(PoisonError::into_inner).take();
        })?;
        Ok(running)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.stdin.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_pieces_name_their_items_from_first_to_last() {
        let piece = FailedPiece {
            piece: 3,
            items: (6, 8),
            reasons: vec!["no disk".to_owned(), "no time".to_owned()],
        };
        let pieces = [piece];
        let told = |items: &str, first| failed_text(&pieces, items, first, "try again");
        assert_eq!(
            told("frames", 0),
            "1 pieces failed; try again\npiece 3 (frames 6 to 7):\n  no disk\n  no time"
        );
        assert_eq!(
            told("problems", 1).lines().nth(1),
            Some("piece 3 (problems 7 to 8):")
        );
    }
}
