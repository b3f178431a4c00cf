//! A series of requests, answered on several threads or by other machines. Replies come in the
//! order of the input. A journal keeps the answers, so that a later run can continue. A request
//! that reached its limit of nodes may be asked once more.
//!
//! | file | contents |
//! | --- | --- |
//! | `series/kept.rs` | the answers that an earlier run has kept in its journal |
//! | `series/elsewhere.rs` | a series that other machines answer |

mod elsewhere;
mod kept;

use self::kept::{Kept, Known, key};
use crate::elsewhere::{Elsewhere, ElsewhereError, FailedPiece, failed_text};
use crate::interrupt::Interrupt;
use crate::journal::{Journal, Place, stamped};
use crate::output::OutputError;
use crate::patience::{LONG, Patience};
use crate::progress::Progress;
use crate::{second_pass, worker};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use yose_ask::Progress as JobProgress;
use yose_ask::{Event, Pace, Problem, Reason, Reply, Request, Resources, Status, run};

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
    /// The other machines were not reached, or cannot go on.
    #[error(transparent)]
    Elsewhere(#[from] ElsewhereError),
    /// Other machines could not answer some requests.
    #[error("{}", failed_text(.0, "problems", 1, "the same command tries again"))]
    Failed(Vec<FailedPiece>),
    /// The journal belongs to another run.
    #[error("{path}, line {line}: {what} (--overwrite starts it anew)")]
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
    /// The number of requests that were read.
    pub total: usize,
    /// Whether the input was read to its end.
    pub whole: bool,
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
}

/// The file in which answers are kept.
#[derive(Clone, Copy, Debug)]
pub struct Keep<'a> {
    /// The file, one JSON object per line.
    pub path: &'a Path,
    /// Whether the present contents of the file are discarded.
    pub anew: bool,
}

/// A series of requests.
#[derive(Debug)]
pub struct Series<'a> {
    /// The resources that the requests share.
    pub resources: Arc<Resources>,
    /// The number of requests answered at the same time.
    pub jobs: usize,
    /// Stops the series.
    pub interrupt: &'a Interrupt,
    /// The journal, if there is one.
    pub keep: Option<Keep<'a>>,
    /// Whether a request that reached its limit of nodes is asked once more, with ten times as
    /// many. Its first reply is forgotten.
    pub second_pass: bool,
    /// Who answers the requests; `None`: this machine.
    pub elsewhere: Option<&'a Elsewhere>,
}

/// What became of one request, in the order of the input.
#[derive(Debug)]
pub struct Answered<'a> {
    /// The number of the problem, from 0.
    pub index: usize,
    /// The request.
    pub request: &'a Request,
    /// The reply; `None` if an interrupt left the request out.
    pub reply: Option<Reply>,
}

impl Series<'_> {
    /// Answers a request about every problem that `problems` gives, while the problems are still
    /// being read. `each` receives every reply in the order of the input. With a journal, `each`
    /// receives only the replies of this run. The progress line is hidden while `each` runs.
    ///
    /// `on_long` receives a request without a limit that takes long ([`LONG`]), and how far it is,
    /// once at most.
    ///
    /// With a journal that holds answers, `problems` is called twice: an answer that belongs to
    /// none of the problems is refused before any work.
    ///
    /// # Errors
    /// The first error of `each`, or an error of the journal.
    pub fn run<P, E>(
        &self,
        problems: impl Fn() -> P,
        request: impl Fn(&Problem) -> Request + Sync,
        on_long: impl Fn(&Request, &JobProgress) + Sync,
        each: impl FnMut(Answered<'_>) -> Result<(), E>,
    ) -> Result<Summary, SeriesError<E>>
    where
        P: Iterator<Item = Problem> + Send + 'static,
        E: std::error::Error,
    {
        let kept = match self.keep {
            Some(keep) => Some(Kept::take_over(keep, &problems, &request)?),
            None => None,
        };
        let (held, journal) = match kept {
            Some(Kept { answers, journal }) => (answers, Some(journal)),
            None => (HashMap::new(), None),
        };
        if let Some(elsewhere) = self.elsewhere {
            let held = |request: &Request| held.get(&key(request)).copied();
            let collector = Collector {
                summary: Summary::default(),
                journal,
                order: Vec::new(),
                progress: &Progress::over_stream(),
                request: &request,
                each,
            };
            return self.answer_elsewhere(elsewhere, problems().collect(), held, collector);
        }
        let progress = Arc::new(Progress::over_stream());
        let patience = Patience::new(&on_long);
        let mut collector = Collector {
            summary: Summary::default(),
            journal,
            order: Vec::new(),
            progress: &progress,
            request: &request,
            each,
        };
        let counted = {
            let progress = Arc::clone(&progress);
            let mut problems = problems();
            std::iter::from_fn(move || {
                let problem = problems.next();
                progress.read(problem.is_some());
                problem
            })
        };
        let work = |_, problem: Problem| {
            let request = request(&problem);
            let answer = |request: &Request| Box::new(self.answer(request, &progress, &patience));
            // Without a journal nothing is held, and a fingerprint takes time.
            let known = match held.is_empty() {
                true => None,
                false => held.get(&key(&request)),
            };
            let found = match known {
                Some(&known) => Found::Before(known),
                None => {
                    let first = answer(&request);
                    Found::Now(match self.second(&request, &first) {
                        // At once: replies come in the order of the input, so nobody waits less
                        // for the others if it comes at the end.
                        Some(second) => answer(&second),
                        None => first,
                    })
                }
            };
            (request, found)
        };
        let streamed = worker::stream(counted, self.jobs, self.interrupt, work, &mut collector);
        progress.finish();
        let streamed = streamed?;
        collector.end(streamed.items, streamed.whole)
    }

    /// The request of the second pass, if there is one.
    fn second(&self, request: &Request, reply: &Reply) -> Option<Request> {
        match self.second_pass {
            true => second_pass::request(request, reply),
            false => None,
        }
    }

    fn answer(&self, request: &Request, progress: &Progress, patience: &Patience<'_>) -> Reply {
        let label = request.name.id.clone().unwrap_or_default();
        let pace = match progress.is_shown() {
            true => Pace::Every(PAUSE),
            false if patience.watches(request) => Pace::Every(LONG),
            false => Pace::Silent,
        };
        run(
            request,
            &self.resources,
            &self.interrupt.flag(),
            pace,
            &mut |event| {
                if let Event::Progress(p) = event {
                    patience.look(request, &p, progress);
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
}

/// Where the answer to a request comes from.
enum Found {
    /// The journal has it.
    Before(Known),
    /// This run found it.
    Now(Box<Reply>),
}

/// Passes replies on and writes them to the journal.
struct Collector<'a, R, F> {
    summary: Summary,
    journal: Option<Journal>,
    /// The places of the answers in the journal, in the order of the problems.
    order: Vec<Place>,
    progress: &'a Progress,
    request: &'a R,
    each: F,
}

impl<R, F> Collector<'_, R, F> {
    /// The end of a series that has read so many requests. If all of them are answered, the journal
    /// is put into the order of the problems.
    fn end<E: std::error::Error>(self, total: usize, whole: bool) -> Result<Summary, SeriesError<E>> {
        let mut summary = self.summary;
        (summary.total, summary.whole) = (total, whole);
        if summary.done() < total || !whole {
            summary.status = summary.status.and(Status::Unknown);
        } else if let Some(journal) = self.journal
            && self.order.len() == total
        {
            journal.finish(&self.order).map_err(SeriesError::Journal)?;
        }
        Ok(summary)
    }
}

impl<R, F, E> worker::Listener<Problem, (Request, Found)> for Collector<'_, R, F>
where
    R: Fn(&Problem) -> Request,
    F: FnMut(Answered<'_>) -> Result<(), E>,
    E: std::error::Error,
{
    type Error = SeriesError<E>;

    fn found(&mut self, i: usize, (request, found): &mut (Request, Found)) -> Result<(), Self::Error> {
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        let place = match found {
            Found::Before(known) => known.place,
            Found::Now(reply) if reply.reason() == Some(Reason::Interrupted) => return Ok(()),
            Found::Now(reply) => {
                let line = stamped(&reply.line(), &request.fingerprint());
                journal.add(&line).map_err(SeriesError::Journal)?
            }
        };
        if self.order.len() <= i {
            self.order.resize(i + 1, Place { offset: 0, length: 0 });
        }
        self.order[i] = place;
        Ok(())
    }

    fn next(&mut self, i: usize, (request, found): (Request, Found)) -> Result<(), Self::Error> {
        match found {
            Found::Before(known) => {
                self.summary.kept += 1;
                self.summary.count(known.verdict.word());
            }
            Found::Now(reply) => {
                self.summary.count(reply.verdict().word());
                let answered = Answered {
                    index: i,
                    request: &request,
                    reply: Some(*reply),
                };
                self.progress
                    .aside(|| (self.each)(answered))
                    .map_err(SeriesError::Output)?;
            }
        }
        self.progress.step();
        Ok(())
    }

    fn left(&mut self, i: usize, problem: Problem) -> Result<(), Self::Error> {
        let request = (self.request)(&problem);
        if request.question.position().is_some_and(is_invalid) {
            self.summary.status = Status::Invalid;
        }
        let answered = Answered {
            index: i,
            request: &request,
            reply: None,
        };
        (self.each)(answered).map_err(SeriesError::Output)
    }
}

fn is_invalid(position: &yose_ask::Subject) -> bool {
    matches!(position, yose_ask::Subject::Invalid(_))
}
