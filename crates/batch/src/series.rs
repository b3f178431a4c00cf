//! A series of requests, answered on several threads. Replies come in the order of the input. A
//! journal keeps the answers, so that a later run can continue.

use crate::interrupt::Interrupt;
use crate::journal::{Held, Journal, stamped};
use crate::output::OutputError;
use crate::progress::Progress;
use crate::worker::{self, InOrder};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use yose_ask::{Event, Fingerprint, Pace, Reason, Reply, Request, Resources, Status, run};

/// The time between two updates of the progress line, and how many moves of a line it shows.
const PAUSE: Duration = Duration::from_millis(100);
const SHOWN: usize = 6;

/// Why a series ended early.
#[derive(Debug, Error)]
pub enum SeriesError<E: std::error::Error> {
    /// An answer could not be delivered.
    #[error(transparent)]
    Output(E),
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(OutputError),
    /// The journal belongs to another run.
    #[error("{path}, line {line}: {what} (--force starts it anew)")]
    Foreign {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// The result of a series.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The number of requests.
    pub total: usize,
    /// The number of requests that an earlier run answered.
    pub kept: usize,
    /// The number of replies with each verdict.
    pub verdicts: BTreeMap<String, usize>,
    /// The worst status of all replies.
    pub status: Status,
}

impl Summary {
    /// The number of answered requests.
    pub fn done(&self) -> usize {
        self.verdicts.values().sum()
    }

    fn count(&mut self, verdict: &str) {
        *self.verdicts.entry(verdict.to_owned()).or_default() += 1;
        self.status = self.status.and(match verdict {
            "unknown" => Status::Unknown,
            "invalid" => Status::Invalid,
            _ => Status::Answered,
        });
    }

    /// The summary as one line of text.
    pub fn text(&self) -> String {
        let verdicts: Vec<String> = self
            .verdicts
            .iter()
            .map(|(verdict, n)| format!("{n} {verdict}"))
            .collect();
        let kept = match self.kept {
            0 => String::new(),
            n => format!(" ({n} by an earlier run)"),
        };
        format!(
            "{} of {} problems checked{kept}: {}\n",
            self.done(),
            self.total,
            verdicts.join(", ")
        )
    }
}

/// The file in which answers are kept.
#[derive(Clone, Copy, Debug)]
pub struct Keep<'a> {
    /// The file, one JSON object per line.
    pub path: &'a Path,
    /// Whether the present contents of the file are discarded.
    pub anew: bool,
}

/// For each request its line in the journal, if there is one.
type Lines = Vec<Option<String>>;

/// A series of requests.
#[derive(Debug)]
pub struct Series<'a> {
    /// The requests.
    pub requests: &'a [Request],
    /// The resources that the requests share.
    pub resources: Arc<Resources>,
    /// The number of requests answered at the same time.
    pub threads: usize,
    /// Stops the series.
    pub interrupt: &'a Interrupt,
    /// The journal, if there is one.
    pub keep: Option<Keep<'a>>,
}

impl<'a> Series<'a> {
    /// A series that answers one request at a time, without a journal.
    pub fn one_by_one(requests: &'a [Request], resources: Arc<Resources>, interrupt: &'a Interrupt) -> Self {
        Series {
            requests,
            resources,
            threads: 1,
            interrupt,
            keep: None,
        }
    }

    /// Answers the requests. `each` receives every reply in the order of the input, and `None` for
    /// a request that an interrupt left out. With a journal, `each` receives only the replies of
    /// this run. The progress line is hidden while `each` runs.
    ///
    /// # Errors
    /// The first error of `each`, or an error of the journal.
    pub fn run<E: std::error::Error>(
        &self,
        mut each: impl FnMut(usize, Option<Reply>) -> Result<(), E>,
    ) -> Result<Summary, SeriesError<E>> {
        let requests = self.requests;
        let mut summary = Summary {
            total: requests.len(),
            ..Summary::default()
        };
        let (mut lines, mut journal) = self.take_over(&mut summary)?;
        let todo: Vec<usize> = (0..requests.len()).filter(|&i| lines[i].is_none()).collect();
        let progress = Progress::over(todo.len());
        let mut replies = InOrder::new(&todo);
        worker::each(
            &todo,
            self.threads,
            self.interrupt,
            |i| self.answer(&requests[i], &progress),
            |i, reply| -> Result<(), SeriesError<E>> {
                summary.count(reply.verdict().word());
                if let Some(journal) = &mut journal {
                    let line = stamped(&reply.line(), &requests[i].fingerprint());
                    if reply.reason() != Some(Reason::Interrupted) {
                        journal.add(&line).map_err(SeriesError::Journal)?;
                    }
                    lines[i] = Some(line);
                }
                replies.put(i, reply);
                while let Some((i, reply)) = replies.ready() {
                    progress
                        .aside(|| each(i, Some(reply)))
                        .map_err(SeriesError::Output)?;
                    progress.step();
                }
                Ok(())
            },
        )?;
        progress.finish();
        for (i, reply) in replies.rest() {
            if reply.is_none() && requests[i].question.position().is_some_and(is_invalid) {
                summary.status = Status::Invalid;
            }
            each(i, reply).map_err(SeriesError::Output)?;
        }
        if summary.done() < summary.total {
            summary.status = summary.status.and(Status::Unknown);
        } else if let Some(journal) = journal {
            let whole: String = lines.into_iter().flatten().collect();
            journal.finish(&whole).map_err(SeriesError::Journal)?;
        }
        Ok(summary)
    }

    fn answer(&self, request: &Request, progress: &Progress) -> Reply {
        let label = request.name.id.clone().unwrap_or_default();
        let pace = match progress.is_shown() {
            true => Pace::Every(PAUSE),
            false => Pace::Silent,
        };
        run(
            request,
            &self.resources,
            &self.interrupt.flag(),
            pace,
            &mut |event| {
                if let Event::Progress(p) = event {
                    let line = p.line[..p.line.len().min(SHOWN)].join(" ");
                    let note = match line.is_empty() {
                        true => p.note.clone(),
                        false => format!("{}, {line}", p.note),
                    };
                    match p.nodes {
                        // Zero nodes: a table is being built.
                        0 => progress.note(&label, &note),
                        nodes => progress.effort(&label, nodes, p.elapsed, &note),
                    }
                }
            },
        )
    }

    /// Reads the answers of an earlier run, and opens the journal for more answers.
    fn take_over<E: std::error::Error>(
        &self,
        summary: &mut Summary,
    ) -> Result<(Lines, Option<Journal>), SeriesError<E>> {
        let mut lines = vec![None; self.requests.len()];
        let Some(keep) = self.keep else {
            return Ok((lines, None));
        };
        let (mut journal, held) = Journal::open(keep.path, keep.anew).map_err(SeriesError::Journal)?;
        let fault = |(line, what): (usize, &str)| SeriesError::Foreign {
            path: keep.path.display().to_string(),
            line,
            what: what.to_owned(),
        };
        taken(&held, self.requests, &mut lines).map_err(fault)?;
        journal.cut().map_err(SeriesError::Journal)?;
        summary.kept = lines.iter().flatten().count();
        for line in lines.iter().flatten() {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            summary.count(value["verdict"].as_str().unwrap_or_default());
        }
        Ok((lines, Some(journal)))
    }
}

fn is_invalid(position: &yose_ask::Subject) -> bool {
    matches!(position, yose_ask::Subject::Invalid(_))
}

/// The first characters of every answer.
const BEGINNING: &str = "{\"schema\":";

/// Fills `lines` with the answers of an earlier run. Requests that it left unknown are asked again.
/// A line that does not belong to these requests is an error: the number of the line (from 1) and
/// what is wrong with it.
fn taken(
    held: &Held,
    requests: &[Request],
    lines: &mut [Option<String>],
) -> Result<(), (usize, &'static str)> {
    type Name<'a> = (Option<&'a str>, &'a str);
    let mut places: HashMap<(Name<'_>, Fingerprint), Vec<usize>> = HashMap::new();
    let mut names: HashMap<Name<'_>, usize> = HashMap::new();
    for (i, request) in requests.iter().enumerate() {
        let name = (request.name.id.as_deref(), request.name.input.as_str());
        names.insert(name, i);
        places.entry((name, request.fingerprint())).or_default().push(i);
    }
    for (i, text) in held.lines.iter().enumerate() {
        let fault = |what| (i + 1, what);
        let value: Value = serde_json::from_str(text).map_err(|_| fault("this is not an answer"))?;
        let (Some(_), Some(input)) = (value["schema"].as_u64(), value["input"].as_str()) else {
            return Err(fault("this is not an answer"));
        };
        let Some(fingerprint) = value["fingerprint"].as_str() else {
            return Err(fault(
                "this answer does not say which options it was found with: it has no fingerprint",
            ));
        };
        let name = (value["id"].as_str(), input);
        let Some(found) = places.get(&(name, Fingerprint(fingerprint.to_owned()))) else {
            return Err(fault(match names.contains_key(&name) {
                true => "this was checked with other options",
                false => "this answers a problem that is not among those given",
            }));
        };
        if value["verdict"] != "unknown" {
            for &place in found {
                lines[place] = Some(format!("{text}\n"));
            }
        }
    }
    // If somebody names a wrong file by mistake, the file must not lose its last line.
    if !held.torn.starts_with(BEGINNING) && !BEGINNING.starts_with(&held.torn) {
        return Err((held.lines.len() + 1, "this is not an answer"));
    }
    Ok(())
}
