//! A series of requests, answered on several threads. Replies come in the order of the input. A
//! journal keeps the answers, so that a later run can continue.

mod kept;

use self::kept::{Kept, Known, key};
use crate::elsewhere::{Elsewhere, ElsewhereError, Ended, FailedPiece, Order, Report, Requests};
use crate::interrupt::Interrupt;
use crate::journal::{Journal, Place, stamped};
use crate::output::{self, OutputError};
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
    #[error("{}", failed_text(.0))]
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
        let Collector {
            mut summary,
            journal,
            order,
            ..
        } = collector;
        summary.total = streamed.items;
        summary.whole = streamed.whole;
        if summary.done() < summary.total || !summary.whole {
            summary.status = summary.status.and(Status::Unknown);
        } else if let Some(journal) = journal
            && order.len() == summary.total
        {
            journal.finish(&order).map_err(SeriesError::Journal)?;
        }
        Ok(summary)
    }

    /// Has the requests answered by other machines. All replies come at the end: until then a
    /// recheck may take any of them back.
    fn answer_elsewhere<R, F, E>(
        &self,
        elsewhere: &Elsewhere,
        problems: Vec<Problem>,
        held: impl Fn(&Request) -> Option<Known>,
        mut collector: Collector<'_, R, F>,
    ) -> Result<Summary, SeriesError<E>>
    where
        R: Fn(&Problem) -> Request,
        F: FnMut(Answered<'_>) -> Result<(), E>,
        E: std::error::Error,
    {
        let mut waiting: BTreeMap<usize, Found> = BTreeMap::new();
        let mut lines = Vec::new();
        let mut todo = Vec::new();
        for (i, problem) in problems.iter().enumerate() {
            let request = (collector.request)(problem);
            match held(&request) {
                Some(known) => drop(waiting.insert(i, Found::Before(known))),
                None => {
                    todo.push(i);
                    lines.push(request_line(&request));
                }
            }
        }
        let mut next = 0;
        let mut take = |i: usize, found: Found, collector: &mut Collector<'_, R, F>| {
            waiting.insert(i, found);
            while let Some(found) = waiting.remove(&next) {
                let mut answer = ((collector.request)(&problems[next]), found);
                worker::Listener::found(collector, next, &mut answer)?;
                worker::Listener::next(collector, next, answer)?;
                next += 1;
            }
            Ok::<(), SeriesError<E>>(())
        };
        let mut runs = Vec::new();
        let mut failed = None;
        if !todo.is_empty() && self.second_pass {
            // Nothing is passed on before the second pass is done: if it is stopped, the same
            // command finds both runs on the server.
            let mut first: BTreeMap<usize, Box<Reply>> = BTreeMap::new();
            let mut ended = self.order(elsewhere, "check", lines, collector.progress, |item, reply| {
                first.insert(item, reply);
                Ok(())
            })?;
            let mut again = Vec::new();
            let mut lines = Vec::new();
            for (&item, reply) in &first {
                let asked = todo.get(item).map(|&i| (collector.request)(&problems[i]));
                if let Some(second) = asked.and_then(|asked| self.second(&asked, reply)) {
                    again.push(item);
                    lines.push(request_line(&second));
                }
            }
            if let (Ended::Answered { run }, false) = (&ended, again.is_empty()) {
                runs.push(run.clone());
                let title = "check, second pass";
                ended = self.order(elsewhere, title, lines, collector.progress, |item, reply| {
                    if let Some(&item) = again.get(item) {
                        first.insert(item, reply);
                    }
                    Ok(())
                })?;
            }
            match ended {
                Ended::Answered { run } => {
                    runs.push(run);
                    for (item, reply) in first {
                        match todo.get(item) {
                            Some(&i) => take(i, Found::Now(reply), &mut collector)?,
                            None => return Err(ElsewhereError::Version(format!("reply {item}")).into()),
                        }
                    }
                }
                Ended::Failed(pieces) if runs.is_empty() => failed = Some(numbered(pieces, &todo)),
                Ended::Failed(pieces) => {
                    let again: Vec<usize> = again.into_iter().map(|item| todo[item]).collect();
                    failed = Some(numbered(pieces, &again));
                }
                Ended::Stopped(..) => {}
            }
        } else if !todo.is_empty() {
            let progress = collector.progress;
            let ended = self.order(elsewhere, "check", lines, progress, |item, reply| {
                match todo.get(item) {
                    Some(&i) => take(i, Found::Now(reply), &mut collector),
                    None => Err(ElsewhereError::Version(format!("reply {item}")).into()),
                }
            })?;
            match ended {
                Ended::Answered { run } => runs.push(run),
                Ended::Failed(pieces) => failed = Some(numbered(pieces, &todo)),
                Ended::Stopped(..) => {}
            }
        }
        let Collector { progress, .. } = collector;
        progress.finish();
        if let Some(pieces) = failed {
            return Err(SeriesError::Failed(pieces));
        }
        let total = problems.len();
        let answered: usize = collector.summary.done();
        for (i, problem) in problems.into_iter().enumerate().skip(answered) {
            worker::Listener::left(&mut collector, i, problem)?;
        }
        let Collector {
            mut summary,
            journal,
            order,
            ..
        } = collector;
        (summary.total, summary.whole) = (total, true);
        if summary.done() < total {
            summary.status = summary.status.and(Status::Unknown);
        } else if let Some(journal) = journal
            && order.len() == total
        {
            journal.finish(&order).map_err(SeriesError::Journal)?;
        }
        for run in runs {
            if let Err(error) = elsewhere.release(run) {
                output::complain(&format!(
                    "all is answered, but the server keeps its copy: {error}\n"
                ));
            }
        }
        Ok(summary)
    }

    /// Has requests answered by other machines, a line each. `each` gets every reply with the
    /// number of its request.
    fn order<E: std::error::Error>(
        &self,
        elsewhere: &Elsewhere,
        title: &str,
        lines: Vec<String>,
        progress: &Progress,
        mut each: impl FnMut(usize, Box<Reply>) -> Result<(), SeriesError<E>>,
    ) -> Result<Ended, SeriesError<E>> {
        let order = Order {
            title: title.to_owned(),
            requests: Requests::Listed { count: lines.len() },
            // The run is named after its requests, so the same command goes on with it.
            resume: true,
            anew: self.keep.is_some_and(|keep| keep.anew),
            settings: elsewhere.settings.clone(),
        };
        elsewhere.answer(order, lines.into_iter(), self.interrupt, |report| {
            match report {
                Report::Reply { item, reply, .. } => each(item, reply)?,
                Report::Progress { done, of, workers } => {
                    progress.set(done, of);
                    progress.note("pieces,", &format!("{workers} workers"));
                }
                Report::Note { text } => progress.aside(|| output::complain(&format!("{text}\n"))),
                _ => {}
            }
            Ok(())
        })
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

/// A request as a line of JSON.
fn request_line(request: &Request) -> String {
    format!("{}\n", serde_json::to_string(request).unwrap_or_default())
}

/// The pieces of an order with the numbers of their problems: `problems` are those that were
/// ordered.
fn numbered(mut pieces: Vec<FailedPiece>, problems: &[usize]) -> Vec<FailedPiece> {
    for FailedPiece { items, .. } in &mut pieces {
        let first = problems.get(items.0).copied();
        let last = problems.get(items.1.saturating_sub(1)).copied();
        if let (Some(first), Some(last)) = (first, last) {
            *items = (first, last + 1);
        }
    }
    pieces
}

/// What could not be answered elsewhere, with the reasons.
fn failed_text(pieces: &[FailedPiece]) -> String {
    let of = |piece: &FailedPiece| {
        let (from, to) = piece.items;
        format!("problems {} to {to}: {}", from + 1, piece.reasons.join("; "))
    };
    let pieces: Vec<String> = pieces.iter().map(of).collect();
    format!(
        "not answered; the same command tries again: {}",
        pieces.join(", ")
    )
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
