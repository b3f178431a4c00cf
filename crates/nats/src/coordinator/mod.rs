//! The coordinator: hands the pieces of a run out, looks at what comes back, and passes the replies
//! on when all is done.
//!
//! All that decides the answer is on the server: results, rechecks, who was shut out. Only patience
//! is held here: how often a piece got lost, and who has kept it for how long. What it knows of a
//! piece follows from the results and the queue ([`Book`]); `Coordinator::reconcile` compares the
//! two, so a piece that got lost in any way is put back. Two coordinators of one run do no harm: a
//! subject of the server holds one message, and a second one is refused.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod` | a run from its order to its end |
//! | `queue` | pieces go into the queue, and come back when they got lost |
//! | `incoming` | results come in |
//! | `trust` | rechecks, results that differ, workers that are shut out |
//! | `own_work` | pieces that the coordinator does itself |
//! | `progress` | how far the run is, for those who look from elsewhere |
//! | `hand_over` | replies go to the program that asked |

mod hand_over;
mod incoming;
mod own_work;
mod progress;
mod queue;
mod trust;

pub use progress::Progress;

use crate::book::Book;
use crate::fault::NatsFault;
use crate::piece::Piece;
use crate::recheck::Tally;
use crate::run::{COORDINATOR, Run, release};
use crate::server::Server;
use crate::sign_of_life::{self, SIGN_PAUSE, SignOfLife, plain};
use crate::worker::read_requests;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::stream::Stream;
use bytes::Bytes;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yose_ask::Request;
use yose_batch::elsewhere::{FailedPiece, Order, Report, Requests, ServerOptions, Settings};

/// Messages that are sent or read at once.
const AT_ONCE: usize = 256;

/// Time between two reports of progress.
const PROGRESS: Duration = Duration::from_secs(1);

/// The most time between two looks at the workers.
const MOST_PAUSE: Duration = Duration::from_secs(10);

/// What the coordinator tells.
pub type Tell<'a> = dyn FnMut(Report) -> Result<(), NatsFault> + 'a;

/// Coordinates an order until every piece is answered or given up, or `stop` says so. A piece that
/// failed ends nothing: the other pieces are done first, then the failures are reported. Only a
/// server without room for results ends the run at once.
///
/// # Errors
/// See [`NatsFault`].
pub async fn coordinate(
    options: &ServerOptions,
    order: Order,
    lines: Vec<String>,
    stop: watch::Receiver<bool>,
    tell: &mut Tell<'_>,
) -> Result<(), NatsFault> {
    let settings = order.settings.clone();
    let mut input = Vec::new();
    let mut requests = Vec::new();
    let (run, todo) = match &order.requests {
        Requests::Frames {
            request,
            todo,
            sample,
        } => {
            let run = Run::of_frames(&order.title, request, sample.as_deref(), &settings)?;
            (run, todo.clone())
        }
        Requests::Listed { count } => {
            input = lines.concat().into_bytes();
            requests = read_requests(&input).map_err(NatsFault::Order)?;
            if requests.len() != *count || requests.is_empty() {
                return Err(NatsFault::Order(format!(
                    "{} requests came, not {count}",
                    requests.len()
                )));
            }
            let run = Run::of_requests(&order.title, &input, &requests, &settings)?;
            (run, vec![(0, *count)])
        }
    };
    let server = Server::connect(options, COORDINATOR).await?;
    server.prepare(settings.volume).await?;
    let lost_after = Duration::try_from_secs_f64(settings.lost_after.max(0.1)).unwrap_or_default();
    server.make_queue(&run.engine, lost_after).await?;
    let run = run.begin(&server, order.resume, order.anew).await?;
    if !input.is_empty() {
        server.put_object(&run.run, &input).await?;
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let mut coordinator = Coordinator {
        results: server.results().await?,
        work: server.work().await?,
        book: Book::new(run.pieces()),
        held: BTreeMap::new(),
        longest: Duration::ZERO,
        reader: None,
        kept: BTreeMap::new(),
        kept_bytes: 0,
        next: 1,
        rates: VecDeque::new(),
        workers: Vec::new(),
        listed: None,
        quiet_since: None,
        since: Instant::now(),
        requests,
        lost_after,
        settings,
        cancel,
        server,
        run,
        stop,
    };
    for &(from, to) in &todo {
        for piece in from / coordinator.run.size..to.div_ceil(coordinator.run.size) {
            coordinator.book.want(piece);
        }
    }
    coordinator.go(&todo, tell).await
}

/// A run under way.
struct Coordinator {
    server: Server,
    run: Run,
    settings: Settings,
    lost_after: Duration,
    results: Stream,
    work: Stream,
    stop: watch::Receiver<bool>,
    /// Stops the searches of the coordinator itself.
    cancel: Arc<AtomicBool>,
    book: Book,
    /// Pieces that workers have while the queue is empty: since when that is known, and when a
    /// worker last said that it does the piece.
    held: BTreeMap<usize, (Instant, Instant)>,
    /// The longest time that a piece took.
    longest: Duration,
    /// Results as they come.
    reader: Option<pull::Stream>,
    /// The first messages of results by their place in the stream, as many as fit. The others are
    /// read again at the end.
    kept: BTreeMap<u64, Bytes>,
    /// The bytes of these messages.
    kept_bytes: usize,
    /// The place of the next result to read.
    next: u64,
    /// How many pieces were done when.
    rates: VecDeque<(Instant, usize)>,
    workers: Vec<SignOfLife>,
    /// When the list of workers was read.
    listed: Option<Instant>,
    /// Since when only rechecks are open.
    quiet_since: Option<Instant>,
    /// When this coordinator began.
    since: Instant,
    /// The requests of a listed input.
    requests: Vec<Request>,
}

impl Coordinator {
    async fn go(&mut self, todo: &[(usize, usize)], tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        self.take_up().await?;
        self.note(
            tell,
            format!(
                "{} in {} pieces; {:.0} % of each worker's pieces go to another one too: who forges k pieces is \
                 missed with probability {:.3}^k",
                self.run.title,
                self.book.wanted().count(),
                100.0 * self.settings.recheck,
                1.0 - self.settings.recheck,
            ),
        )?;
        self.read(tell).await?;
        self.reconcile(tell).await?;
        let mut reconciled = Instant::now();
        let mut told = None::<Instant>;
        loop {
            if *self.stop.borrow() {
                let (done, of) = self.book.count();
                return tell(Report::Stopped { done, of });
            }
            match self.round(&mut reconciled, &mut told, tell).await {
                Ok(false) => {}
                Ok(true) => break,
                // The server is away, perhaps for a restart. Everything is there when it is back.
                Err(NatsFault::Server(what)) => {
                    self.reader = None;
                    if self.server.client.connection_state() == async_nats::connection::State::Connected {
                        self.note(tell, format!("the server: {what}"))?;
                    }
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                Err(fault) => return Err(fault),
            }
        }
        self.tell_server().await;
        let failed = self.failed();
        if !failed.is_empty() {
            return tell(Report::Failed { pieces: failed });
        }
        let tally = Tally::new(self.book.wanted().filter_map(|piece| {
            let by = self.book.accepted(piece)?.worker.clone();
            Some((by, self.book.is_rechecked(piece)))
        }));
        self.note(tell, tally.text())?;
        self.hand_over(todo, tell).await?;
        tell(Report::Answered {
            run: self.run.run.clone(),
        })
    }

    /// One round: takes results, fills the queue, reports. Returns whether the run is over.
    async fn round(
        &mut self,
        reconciled: &mut Instant,
        told: &mut Option<Instant>,
        tell: &mut Tell<'_>,
    ) -> Result<bool, NatsFault> {
        self.listen(tell).await?;
        self.settle_disputes(tell).await?;
        self.feed().await?;
        if reconciled.elapsed() > (self.lost_after / 2).clamp(Duration::from_secs(1), Duration::from_secs(10))
        {
            self.reconcile(tell).await?;
            *reconciled = Instant::now();
        }
        if told.is_none_or(|told| told.elapsed() > PROGRESS) {
            *told = Some(Instant::now());
            self.tell_server().await;
            // Signs of life come every few seconds. The list takes one request to the server for
            // each worker, so a long list is read less often. A list that decides what this machine
            // does itself is read more often.
            let pause = match self.workers.is_empty() || self.quiet_since.is_some() {
                true => PROGRESS,
                false => {
                    (Duration::from_millis(10) * self.workers.len() as u32).clamp(SIGN_PAUSE, MOST_PAUSE)
                }
            };
            if self.listed.is_none_or(|listed| listed.elapsed() >= pause) {
                self.workers = sign_of_life::workers(&self.server).await?;
                self.listed = Some(Instant::now());
            }
            let (done, of) = self.book.count();
            let workers = self.workers.len();
            tell(Report::Progress { done, of, workers })?;
            // A server without room ends the run. After a new start workers need a moment to see
            // that there is room again.
            let full = self.workers.iter().find(|sign| sign.full);
            if let Some(sign) = full.filter(|_| self.since.elapsed() > 2 * SIGN_PAUSE) {
                let fault = plain(sign.fault.as_deref().unwrap_or_default());
                return Err(NatsFault::Order(format!("worker {}: {fault}", sign.name)));
            }
        }
        if self.book.open() > 0 {
            self.quiet_since = None;
        } else if self.recheck_every_worker().await? && self.book.dispute().is_none() {
            return Ok(true);
        } else {
            self.recheck_here(tell).await?;
        }
        Ok(false)
    }

    fn note(&self, tell: &mut Tell<'_>, text: String) -> Result<(), NatsFault> {
        tell(Report::Note { text })
    }

    fn failed(&self) -> Vec<FailedPiece> {
        let failed = self.book.failed();
        failed
            .map(|(piece, reasons)| {
                let Piece { from, to, .. } = self.run.piece(piece);
                FailedPiece {
                    piece,
                    items: (from, to),
                    reasons,
                }
            })
            .collect()
    }

    /// Reads what an earlier coordinator decided. What failed then is tried again.
    async fn take_up(&mut self) -> Result<(), NatsFault> {
        let run = &self.run.run;
        let store = self.server.runs().await?;
        for key in Server::keys(&store).await? {
            let words: Vec<&str> = key.split('.').collect();
            match words[..] {
                ["recheck", of, piece] if of == run => {
                    if let Ok(piece) = piece.parse() {
                        self.book.recheck(piece);
                    }
                }
                ["shut-out", of, worker] if of == run => self.book.note_shut_out(worker),
                _ => {}
            }
        }
        let filter = format!("yose.result.{run}.*.*.failed.*");
        self.results.purge().filter(filter).await?;
        Ok(())
    }
}

/// Deletes a run on the server.
///
/// # Errors
/// See [`NatsFault`].
pub async fn forget(options: &ServerOptions, run: &str) -> Result<(), NatsFault> {
    let server = Server::connect(options, COORDINATOR).await?;
    release(&server, run).await
}
