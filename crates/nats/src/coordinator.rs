//! The coordinator: hands the pieces of a run out, looks at what comes back, and passes the replies
//! on when all is done.
//!
//! It holds nothing that is not on the server. What it knows of a piece follows from the results
//! and the queue; `Coordinator::reconcile` compares the two, so a piece that got lost in any way
//! is put back. Two coordinators of one run do no harm: a subject takes one message.

use crate::fault::NatsFault;
use crate::life::{self, BEAT, Life, now, plain};
use crate::piece::{Ask, Piece};
use crate::recheck::Tally;
use crate::result::{PieceResult, answer};
use crate::run::{COORDINATOR, Run, release};
use crate::server::{Server, hash};
use crate::worker::{GivenBack, host, read_requests};
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy, pull};
use async_nats::jetstream::stream::Stream;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yose_ask::{Request, Resources};
use yose_batch::elsewhere::{FailedPiece, Order, Report, Requests, ServerOptions, Settings};

/// The most pieces that wait on the server.
const AHEAD: usize = 10_000;

/// Messages that are sent or read at once.
const AT_ONCE: usize = 256;

/// How long the coordinator listens for results before it looks at everything else.
const LISTEN: Duration = Duration::from_millis(250);

/// Time between two looks at a piece that is done here.
const LOOK: Duration = Duration::from_millis(100);

/// Time between two reports of progress.
const PROGRESS: Duration = Duration::from_secs(1);

/// The most time between two looks at the workers.
const MOST_PAUSE: Duration = Duration::from_secs(10);

/// A request for results stands so long on the server, and the server shows so often that it still
/// knows it.
const STANDS: Duration = Duration::from_secs(30);
const SHOWS: Duration = Duration::from_secs(5);

/// Results whose messages are kept in memory until they are handed over, in bytes. Others are read
/// once more.
const KEPT: usize = 64 << 20;

/// A piece that a worker says it does, when nothing else is to be done, may take so many times the
/// longest piece so far, or the time of a lost worker. Then it is done here too.
const PATIENT: u32 = 20;

/// A piece that vanished so often is done by the coordinator itself. Somebody takes pieces and does
/// not do them.
const VANISHED: u32 = 3;

/// What the coordinator tells.
pub type Tell<'a> = dyn FnMut(Report) -> Result<(), NatsFault> + 'a;

/// The state of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nobody asked for it.
    Unwanted,
    /// It is to be put into the queue.
    Missing,
    /// It waits in the queue, or a worker does it.
    Waiting,
    /// A result is there.
    Done,
    /// It was tried often enough.
    Failed,
}

/// A result that came in.
#[derive(Clone, Debug)]
struct Found {
    worker: String,
    /// The hash of its text.
    text: String,
    /// Its place in the stream of results.
    sequence: u64,
}

/// The last progress of a run, for those who look from elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Pieces done.
    pub done: usize,
    /// Pieces in all.
    pub of: usize,
    /// Pieces that failed.
    pub failed: usize,
    /// Pieces to recheck, and rechecked ones.
    pub rechecks: (usize, usize),
    /// Workers that were shut out.
    pub liars: Vec<String>,
    /// Pieces a second, of late.
    pub rate: f64,
    /// When this was told, in seconds of Unix time.
    pub at: u64,
}

/// Coordinates an order until all is answered, something failed, or `stop` says so.
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
        phases: vec![Phase::Unwanted; run.pieces()],
        found: BTreeMap::new(),
        given_back: BTreeMap::new(),
        rechecks: BTreeSet::new(),
        liars: BTreeSet::new(),
        disputes: BTreeSet::new(),
        vanished: BTreeMap::new(),
        held: BTreeMap::new(),
        longest: Duration::ZERO,
        reader: None,
        kept: BTreeMap::new(),
        kept_bytes: 0,
        next: 1,
        waiting: 0,
        open: 0,
        cursor: 0,
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
            if coordinator.phases.get(piece) == Some(&Phase::Unwanted) {
                coordinator.set(piece, Phase::Missing);
            }
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
    phases: Vec<Phase>,
    found: BTreeMap<usize, Vec<Found>>,
    /// What each try of a piece came to.
    given_back: BTreeMap<usize, Vec<String>>,
    /// Pieces that need the results of two workers.
    rechecks: BTreeSet<usize>,
    /// Workers that were shut out.
    liars: BTreeSet<String>,
    /// Pieces with different results.
    disputes: BTreeSet<usize>,
    /// How often a piece left the queue without a result, or was kept by somebody who does not say
    /// that he does it.
    vanished: BTreeMap<usize, u32>,
    /// Pieces that somebody has while none waits: since when, and since when no worker says that
    /// it does them.
    held: BTreeMap<usize, (Instant, Instant)>,
    /// The longest time that a piece took.
    longest: Duration,
    /// Results as they come.
    reader: Option<pull::Stream>,
    /// Messages of results by their place, and their bytes.
    kept: BTreeMap<u64, Bytes>,
    kept_bytes: usize,
    /// The place of the next result to read.
    next: u64,
    /// How many pieces wait.
    waiting: usize,
    /// How many pieces are not done and not given up.
    open: usize,
    /// Below this number no piece is missing.
    cursor: usize,
    /// How many pieces were done when.
    rates: VecDeque<(Instant, usize)>,
    workers: Vec<Life>,
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
                self.wanted().count(),
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
                let (done, of) = self.count();
                return tell(Report::Stopped { done, of });
            }
            match self.turn(&mut reconciled, &mut told, tell).await {
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
        let tally = Tally::new(self.wanted().filter_map(|piece| {
            let by = self.accepted(piece)?.worker.clone();
            Some((by, self.rechecks.contains(&piece)))
        }));
        self.note(tell, tally.text())?;
        self.hand_over(todo, tell).await?;
        tell(Report::Answered {
            run: self.run.run.clone(),
        })
    }

    /// One look at everything. Whether the run is over.
    async fn turn(
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
            // Signs of life come every few seconds. Every worker is a question, so a long list is
            // read less often, and a list that decides what is done here more often.
            let pause = match self.workers.is_empty() || self.quiet_since.is_some() {
                true => PROGRESS,
                false => (Duration::from_millis(10) * self.workers.len() as u32).clamp(BEAT, MOST_PAUSE),
            };
            if self.listed.is_none_or(|listed| listed.elapsed() >= pause) {
                self.workers = life::workers(&self.server).await?;
                self.listed = Some(Instant::now());
            }
            let (done, of) = self.count();
            let workers = self.workers.len();
            tell(Report::Progress { done, of, workers })?;
            // Workers need a moment to see that there is room again.
            let full = self.workers.iter().find(|life| life.full);
            if let Some(life) = full.filter(|_| self.since.elapsed() > 2 * BEAT) {
                let fault = plain(life.fault.as_deref().unwrap_or_default());
                return Err(NatsFault::Order(format!("worker {}: {fault}", life.name)));
            }
        }
        if self.open > 0 {
            self.quiet_since = None;
        } else if self.recheck_every_worker().await? && self.disputes.is_empty() {
            return Ok(true);
        } else {
            self.recheck_here(tell).await?;
        }
        Ok(false)
    }

    fn note(&self, tell: &mut Tell<'_>, text: String) -> Result<(), NatsFault> {
        tell(Report::Note { text })
    }

    /// The pieces that somebody asked for.
    fn wanted(&self) -> impl Iterator<Item = usize> {
        let phases = self.phases.iter().enumerate();
        phases
            .filter(|(_, phase)| **phase != Phase::Unwanted)
            .map(|(piece, _)| piece)
    }

    fn count(&self) -> (usize, usize) {
        let done = self.phases.iter().filter(|phase| **phase == Phase::Done).count();
        (done, self.wanted().count())
    }

    fn failed(&self) -> Vec<FailedPiece> {
        let failed = self.wanted().filter(|&piece| self.phases[piece] == Phase::Failed);
        failed
            .map(|piece| {
                let Piece { from, to, .. } = self.run.piece(piece);
                FailedPiece {
                    piece,
                    items: (from, to),
                    reasons: self.given_back.get(&piece).cloned().unwrap_or_default(),
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
                ["recheck", of, piece] if of == run => self.rechecks.extend(piece.parse::<usize>()),
                ["liar", of, worker] if of == run => {
                    self.liars.insert(worker.to_owned());
                }
                _ => {}
            }
        }
        let filter = format!("yose.result.{run}.*.*.failed.*");
        self.results.purge().filter(filter).await?;
        Ok(())
    }

    /// How results are read from the next one on.
    fn reading(&self, forgotten_after: Duration) -> pull::Config {
        pull::Config {
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: self.next,
            },
            filter_subject: format!("yose.result.{}.>", self.run.run),
            ack_policy: AckPolicy::None,
            inactive_threshold: forgotten_after,
            memory_storage: true,
            ..pull::Config::default()
        }
    }

    /// Takes results as they come, for a moment or until all pieces are done.
    async fn listen(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let mut reader = match self.reader.take() {
            Some(reader) => reader,
            None => {
                let consumer = self.results.create_consumer(self.reading(STANDS)).await?;
                let stream = consumer
                    .stream()
                    .max_messages_per_batch(AT_ONCE)
                    .expires(STANDS)
                    .heartbeat(SHOWS);
                stream.messages().await?
            }
        };
        let end = tokio::time::Instant::now() + LISTEN;
        loop {
            match tokio::time::timeout_at(end, reader.next()).await {
                Err(_) => break,
                Ok(Some(Ok(message))) => {
                    self.hear(&message, tell).await?;
                    if self.open == 0 {
                        break;
                    }
                }
                // The server has forgotten the reader, which is made anew.
                Ok(Some(Err(_)) | None) => {
                    tokio::time::sleep_until(end).await;
                    return Ok(());
                }
            }
        }
        self.reader = Some(reader);
        Ok(())
    }

    /// Reads every result that is stored by now.
    async fn read(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let reader: Consumer<pull::Config> = self.results.create_consumer(self.reading(SHOWS)).await?;
        loop {
            let mut batch = reader.fetch().max_messages(AT_ONCE).messages().await?;
            let mut messages = Vec::new();
            let gather = async {
                while let Some(Ok(message)) = batch.next().await {
                    messages.push(message);
                }
            };
            let _ = tokio::time::timeout(Duration::from_secs(10), gather).await;
            for message in &messages {
                self.hear(message, tell).await?;
            }
            if messages.len() < AT_ONCE {
                return Ok(());
            }
        }
    }

    /// Takes a message of the stream of results, once.
    async fn hear(&mut self, message: &Message, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let sequence = message.info().map_or(0, |info| info.stream_sequence);
        if sequence < self.next {
            return Ok(());
        }
        self.next = sequence + 1;
        self.take(message.subject.as_str(), &message.payload, sequence, tell)
            .await
    }

    /// Takes a message of the stream of results.
    async fn take(
        &mut self,
        subject: &str,
        payload: &[u8],
        sequence: u64,
        tell: &mut Tell<'_>,
    ) -> Result<(), NatsFault> {
        let words: Vec<&str> = subject.split('.').collect();
        let [_, _, _, piece, worker, ref rest @ ..] = words[..] else {
            return Ok(());
        };
        let Some(piece) = piece
            .parse()
            .ok()
            .filter(|&piece: &usize| piece < self.phases.len())
        else {
            return Ok(());
        };
        if self.liars.contains(worker) || self.phases[piece] == Phase::Unwanted {
            return Ok(());
        }
        if !rest.is_empty() {
            if let Ok(told) = serde_json::from_slice::<GivenBack>(payload) {
                let reason = told.reason.unwrap_or_else(|| "left".to_owned());
                let line = plain(&format!("{worker} on {}: {reason}", told.host));
                self.given_back.entry(piece).or_default().push(line);
                if told.last && self.phases[piece] != Phase::Done {
                    self.give_up(piece);
                }
            }
            return Ok(());
        }
        let object = match PieceResult::object_of(payload) {
            Some(name) => match self.server.get_object(&name).await {
                Ok(bytes) => Some(bytes),
                // Whoever spoiled the object: the piece is as good as not done.
                Err(_) => return Ok(()),
            },
            None => None,
        };
        let asked = self.run.piece(piece);
        let read = PieceResult::read(payload, object.as_deref());
        match read.and_then(|result| result.replies(&asked).map(|_| result)) {
            Ok(result) => {
                let seconds: f64 = result.items.iter().map(|item| item.seconds).sum();
                let took = Duration::try_from_secs_f64(seconds).unwrap_or_default();
                self.longest = self.longest.max(took.min(self.since.elapsed()));
                if self.kept_bytes + payload.len() <= KEPT {
                    self.kept_bytes += payload.len();
                    self.kept.insert(sequence, Bytes::copy_from_slice(payload));
                }
                let found = Found {
                    worker: worker.to_owned(),
                    text: hash(result.text.as_bytes()),
                    sequence,
                };
                self.add(piece, found).await
            }
            Err(fault) => {
                let why = format!("piece {piece}: {fault}");
                self.shut_out(worker.to_owned(), why, tell).await
            }
        }
    }

    /// Adds a result to those of its piece.
    async fn add(&mut self, piece: usize, found: Found) -> Result<(), NatsFault> {
        let all = self.found.entry(piece).or_default();
        if all.iter().any(|other| other.worker == found.worker) {
            return Ok(());
        }
        if all.iter().any(|other| other.text != found.text) {
            self.disputes.insert(piece);
        }
        let is_own = found.worker == COORDINATOR;
        all.push(found);
        if self.phases[piece] != Phase::Done {
            self.set(piece, Phase::Done);
            // Chosen after the result has come, so nobody knows beforehand which pieces are.
            if !is_own && !self.rechecks.contains(&piece) && chance() < self.settings.recheck {
                self.recheck(piece).await?;
            }
        }
        Ok(())
    }

    /// A worker has given a piece up after all its tries. Somebody who was shut out may have given
    /// it back again and again, so then only failures that honest workers told count as tries.
    fn give_up(&mut self, piece: usize) {
        let told = self.given_back.get(&piece).map_or(&[][..], Vec::as_slice);
        let tries = told.iter().filter(|line| !line.ends_with(": left")).count();
        // The last line says that the piece is given up.
        if self.liars.is_empty() || tries > self.run.tries as usize {
            self.set(piece, Phase::Failed);
        } else {
            self.hand_out_again(piece);
        }
    }

    /// Puts a piece back that got lost. A piece that gets lost too often is done here: the next
    /// look finds that it waits for nobody.
    fn hand_out_again(&mut self, piece: usize) {
        self.held.remove(&piece);
        let vanished = self.vanished.entry(piece).or_default();
        *vanished += 1;
        let phase = match *vanished < VANISHED {
            true => Phase::Missing,
            false => Phase::Waiting,
        };
        self.set(piece, phase);
    }

    fn set(&mut self, piece: usize, phase: Phase) {
        let is_open = |phase| matches!(phase, Phase::Missing | Phase::Waiting);
        self.open -= usize::from(is_open(self.phases[piece]));
        self.open += usize::from(is_open(phase));
        if self.phases[piece] == Phase::Waiting {
            self.waiting -= 1;
        }
        match phase {
            Phase::Waiting => self.waiting += 1,
            Phase::Missing => self.cursor = self.cursor.min(piece),
            _ => {}
        }
        self.phases[piece] = phase;
    }

    /// The result that counts.
    fn accepted(&self, piece: usize) -> Option<&Found> {
        self.found.get(&piece)?.first()
    }

    /// Decides that a piece is rechecked, writes that down, and asks for it.
    async fn recheck(&mut self, piece: usize) -> Result<(), NatsFault> {
        let store = self.server.runs().await?;
        store
            .put(Run::recheck_key(&self.run.run, piece), Bytes::new())
            .await?;
        self.rechecks.insert(piece);
        self.ask_again(piece).await
    }

    async fn ask_again(&self, piece: usize) -> Result<(), NatsFault> {
        let mut asked = self.run.piece(piece);
        let found = self.found.get(&piece).into_iter().flatten();
        asked.not = found.map(|found| found.worker.clone()).collect();
        // Pieces that nobody may do would come back again and again, before those that wait.
        if asked.not.is_empty() || !self.is_somebody_else(piece) {
            return Ok(());
        }
        self.put(&asked).await
    }

    /// Whether a worker is there that has not done a piece yet.
    fn is_somebody_else(&self, piece: usize) -> bool {
        let found = self.found.get(&piece).map_or(&[][..], Vec::as_slice);
        self.workers.iter().any(|life| {
            !self.liars.contains(&life.name) && found.iter().all(|found| found.worker != life.name)
        })
    }

    async fn put(&self, piece: &Piece) -> Result<(), NatsFault> {
        let bytes = serde_json::to_vec(piece).unwrap_or_default();
        self.server
            .store(piece.subject(), Bytes::from(bytes))
            .await
            .map(drop)
    }

    /// The pieces whose recheck is open.
    fn open_rechecks(&self) -> Vec<usize> {
        let open = |piece: &&usize| {
            let found = self.found.get(*piece).map_or(&[][..], Vec::as_slice);
            self.phases.get(**piece) == Some(&Phase::Done)
                && found.len() < 2
                && found.iter().all(|found| found.worker != COORDINATOR)
        };
        self.rechecks.iter().filter(open).copied().collect()
    }

    /// Sees to it that every worker has at least one of its pieces rechecked. Whether all rechecks
    /// are done.
    async fn recheck_every_worker(&mut self) -> Result<bool, NatsFault> {
        if self.settings.recheck > 0.0 {
            let mut pieces: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            let mut checked: HashSet<String> = HashSet::new();
            for piece in self.wanted() {
                let Some(by) = self.accepted(piece).map(|found| found.worker.clone()) else {
                    continue;
                };
                if by == COORDINATOR || self.rechecks.contains(&piece) {
                    checked.insert(by);
                } else {
                    pieces.entry(by).or_default().push(piece);
                }
            }
            for (worker, pieces) in pieces {
                if !checked.contains(&worker) {
                    let chosen = (chance() * pieces.len() as f64) as usize;
                    self.recheck(pieces[chosen.min(pieces.len() - 1)]).await?;
                }
            }
        }
        Ok(self.open_rechecks().is_empty())
    }

    /// Does one open recheck here if no worker can, or none has for long.
    async fn recheck_here(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let since = *self.quiet_since.get_or_insert_with(Instant::now);
        let open = self.open_rechecks();
        let patience = (self.lost_after * 2).max(Duration::from_secs(10));
        let alone = |piece: &&usize| !self.is_somebody_else(**piece);
        // The list of workers is a second old or so.
        let is_alone = since.elapsed() > PROGRESS * 2;
        let chosen = match since.elapsed() > patience {
            true => open.first(),
            false => open.iter().find(|piece| is_alone && alone(piece)),
        };
        match chosen {
            Some(&piece) => self.do_here(piece, tell).await,
            None => Ok(()),
        }
    }

    /// Pieces with different results are done here. Who said something else is shut out.
    async fn settle_disputes(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        while let Some(&piece) = self.disputes.iter().next() {
            let all = self.found.get(&piece).cloned().unwrap_or_default();
            let Some(own) = all.iter().find(|found| found.worker == COORDINATOR) else {
                let names: Vec<&str> = all.iter().map(|found| found.worker.as_str()).collect();
                let names = names.join(" and ");
                self.note(
                    tell,
                    format!("piece {piece}: {names} differ; it is done again here"),
                )?;
                self.do_here(piece, tell).await?;
                if self.cancel.load(Ordering::Relaxed) {
                    return Ok(());
                }
                continue;
            };
            let truth = own.text.clone();
            self.disputes.remove(&piece);
            for found in all.into_iter().filter(|found| found.text != truth) {
                let why = format!("piece {piece}: the result was wrong");
                self.shut_out(found.worker, why, tell).await?;
            }
        }
        Ok(())
    }

    /// Shuts a worker out: its results do not count any more, and its pieces are done again.
    async fn shut_out(&mut self, worker: String, why: String, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        if worker == COORDINATOR || !self.liars.insert(worker.clone()) {
            return Ok(());
        }
        let store = self.server.runs().await?;
        let bytes = Bytes::from(why.clone().into_bytes());
        store
            .put(Run::liar_key(&self.run.run, &worker), bytes.clone())
            .await?;
        // The run may be over and deleted before the worker looks. This word fades by itself.
        let workers = self.server.workers().await?;
        workers
            .put(life::shut_out_key(&self.run.run, &worker), bytes)
            .await?;
        let mut again = 0;
        for piece in 0..self.phases.len() {
            let Some(found) = self.found.get_mut(&piece) else {
                continue;
            };
            let before = found.len();
            found.retain(|found| found.worker != worker);
            if found.len() < before {
                // Those that are left may agree now.
                let agree = found.windows(2).all(|pair| pair[0].text == pair[1].text);
                if agree {
                    self.disputes.remove(&piece);
                }
            }
            if found.is_empty() && self.phases[piece] == Phase::Done {
                self.set(piece, Phase::Missing);
                again += 1;
            }
        }
        self.note(
            tell,
            format!("{worker} is shut out ({why}); {again} of its pieces are done again"),
        )
    }

    /// Does a piece on this machine.
    async fn do_here(&mut self, piece: usize, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let asked = self.run.piece(piece);
        let memory_mb = match &asked.ask {
            Ask::Frames { request, .. } => request.memory_mb(),
            Ask::Listed { .. } => self.requests.iter().map(Request::memory_mb).max().unwrap_or(0),
        };
        let (requests, cancel) = (self.requests.clone(), Arc::clone(&self.cancel));
        let doing = asked.clone();
        let mut work = tokio::task::spawn_blocking(move || {
            answer(&doing, &requests, &Resources::new(memory_mb), &cancel)
        });
        let done = loop {
            match tokio::time::timeout(LOOK, &mut work).await {
                Ok(done) => break done,
                Err(_) if *self.stop.borrow() => self.cancel.store(true, Ordering::Relaxed),
                Err(_) => {}
            }
        };
        let (text, items) = match done {
            Ok(Ok(done)) => done,
            Ok(Err(None)) => return Ok(()),
            Ok(Err(Some(reason))) => return Err(NatsFault::Order(format!("piece {piece}: {reason}"))),
            Err(panic) => return Err(NatsFault::Order(format!("piece {piece}: {panic}"))),
        };
        let result = PieceResult {
            text,
            items,
            host: host(),
        };
        let packed = result.packed();
        let mut message = result.message(&packed, None);
        if message.len() > self.server.most_bytes() {
            let object = self.server.put_object(&self.run.run, &packed).await?;
            message = result.message(&packed, Some(object));
        }
        let subject = asked.result_subject(COORDINATOR);
        self.server.store(subject, Bytes::from(message)).await?;
        self.read(tell).await.map(drop)
    }

    /// Puts missing pieces into the queue, as many as may wait.
    async fn feed(&mut self) -> Result<(), NatsFault> {
        while self.waiting < AHEAD {
            let room = (AHEAD - self.waiting).min(AT_ONCE);
            let missing = (self.cursor..self.phases.len()).filter(|&i| self.phases[i] == Phase::Missing);
            let pieces: Vec<Piece> = missing.take(room).map(|piece| self.run.piece(piece)).collect();
            let Some(last) = pieces.last() else {
                self.cursor = self.phases.len();
                return Ok(());
            };
            let last = last.piece;
            for put in join_all(pieces.iter().map(|piece| self.put(piece))).await {
                put?;
            }
            for piece in pieces {
                self.set(piece.piece, Phase::Waiting);
            }
            self.cursor = last + 1;
        }
        Ok(())
    }

    /// Compares what should wait with what does. The queue is read first and the results after it:
    /// a result is stored before its piece leaves the queue, so a piece that is in neither is lost.
    async fn reconcile(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let filter = format!("yose.work.*.{}.>", self.run.run);
        let mut waiting = HashSet::new();
        let mut again = HashSet::new();
        for subject in self.server.subjects(&self.work, &filter).await? {
            let words: Vec<&str> = subject.split('.').collect();
            match words[..] {
                [_, _, _, _, piece] => waiting.extend(piece.parse::<usize>()),
                [_, _, _, _, piece, "again"] => again.extend(piece.parse::<usize>()),
                _ => {}
            }
        }
        // Until nothing is new: everything that was stored before the queue was read is known then.
        self.read(tell).await?;
        for piece in 0..self.phases.len() {
            match (self.phases[piece], waiting.contains(&piece)) {
                (Phase::Missing, true) => self.set(piece, Phase::Waiting),
                (Phase::Waiting, false) => {
                    if self.vanished.get(&piece).is_none_or(|&often| often < VANISHED) {
                        self.hand_out_again(piece);
                    }
                    if self.phases[piece] == Phase::Waiting {
                        self.note(
                            tell,
                            format!("piece {piece} vanishes again and again; it is done here"),
                        )?;
                        self.do_here(piece, tell).await?;
                    }
                }
                _ => {}
            }
        }
        self.take_back(&waiting, tell).await?;
        for piece in self.open_rechecks() {
            if !again.contains(&piece) {
                self.ask_again(piece).await?;
            }
        }
        for &piece in again.iter().filter(|&&piece| !self.is_somebody_else(piece)) {
            let filter = format!("yose.work.*.{}.{piece}.again", self.run.run);
            self.work.purge().filter(filter).await?;
        }
        Ok(())
    }

    /// Takes pieces back from those who keep them. While pieces wait, nobody is held up. Then a
    /// piece that no worker says it does is handed out again, and one that a worker says it does
    /// for very long is done here too.
    async fn take_back(&mut self, waiting: &HashSet<usize>, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let queue = self.server.queue(&self.run.engine).await?;
        if queue.cached_info().num_pending > 0 {
            self.held.clear();
            return Ok(());
        }
        let honest = self
            .workers
            .iter()
            .filter(|life| !self.liars.contains(&life.name));
        let prefix = format!("{}.", self.run.run);
        let busy: HashSet<usize> = honest
            .flat_map(|life| &life.busy)
            .filter_map(|label| label.strip_prefix(&prefix)?.parse().ok())
            .collect();
        let mut overdue = Vec::new();
        let now = Instant::now();
        for &piece in waiting {
            if self.phases.get(piece) != Some(&Phase::Waiting) {
                continue;
            }
            let (since, silent) = self.held.entry(piece).or_insert((now, now));
            if busy.contains(&piece) {
                *silent = now;
            }
            if silent.elapsed() > self.lost_after + 2 * BEAT {
                overdue.push((piece, true));
            } else if since.elapsed() > PATIENT * self.longest.max(self.lost_after) {
                overdue.push((piece, false));
            }
        }
        overdue.sort_unstable();
        for (piece, is_silent) in overdue {
            if is_silent {
                self.note(
                    tell,
                    format!("piece {piece} was taken, and nobody says that he does it; it goes to another"),
                )?;
                let filter = self.run.piece(piece).subject();
                self.work.purge().filter(filter).await?;
                self.hand_out_again(piece);
            } else {
                self.note(
                    tell,
                    format!("piece {piece} takes very long; it is done here too"),
                )?;
                self.held.remove(&piece);
                self.do_here(piece, tell).await?;
            }
        }
        Ok(())
    }

    /// Tells those who look from elsewhere how far the run is. Failing to do so is no harm.
    async fn tell_server(&mut self) {
        let (done, of) = self.count();
        self.rates.push_back((Instant::now(), done));
        while self.rates.len() > 60 {
            self.rates.pop_front();
        }
        let (since, before) = self.rates[0];
        let seconds = since.elapsed().as_secs_f64();
        let open = self.open_rechecks().len();
        let progress = Progress {
            done,
            of,
            failed: self.failed().len(),
            rechecks: (
                self.rechecks.len() - open.min(self.rechecks.len()),
                self.rechecks.len(),
            ),
            liars: self.liars.iter().cloned().collect(),
            rate: match seconds > 0.5 {
                true => done.saturating_sub(before) as f64 / seconds,
                false => 0.0,
            },
            at: now(),
        };
        let bytes = Bytes::from(serde_json::to_vec(&progress).unwrap_or_default());
        if let Ok(store) = self.server.runs().await {
            let _ = store.put(Run::progress_key(&self.run.run), bytes).await;
        }
    }

    /// Passes the replies on, piece by piece, as they lie on the server.
    async fn hand_over(&mut self, todo: &[(usize, usize)], tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let wanted: Vec<usize> = self.wanted().collect();
        for some in wanted.chunks(AT_ONCE) {
            let read = join_all(some.iter().map(|&piece| self.reread(piece))).await;
            for (piece, read) in some.iter().zip(read) {
                let (by, result) = read?;
                let asked = self.run.piece(*piece);
                let replies = result
                    .replies(&asked)
                    .map_err(|fault| NatsFault::Server(format!("piece {piece}: {fault}")))?;
                for (item, reply) in (asked.from..).zip(replies) {
                    if todo.iter().any(|&(from, to)| (from..to).contains(&item)) {
                        tell(Report::Reply {
                            item,
                            by: plain(&format!("{by} on {}", result.host)),
                            reply: Box::new(reply),
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads the result of a piece that counts once more.
    async fn reread(&self, piece: usize) -> Result<(String, PieceResult), NatsFault> {
        let fault = |what: String| NatsFault::Server(format!("piece {piece}: {what}"));
        let accepted = self
            .accepted(piece)
            .ok_or_else(|| fault("no result".to_owned()))?;
        let mut tried = 0;
        let payload = loop {
            if let Some(kept) = self.kept.get(&accepted.sequence) {
                break kept.clone();
            }
            match self.results.get_raw_message(accepted.sequence).await {
                Ok(message) => break message.payload,
                Err(error) if tried == 20 => return Err(fault(error.to_string())),
                Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
            }
            tried += 1;
        };
        let object = match PieceResult::object_of(&payload) {
            Some(name) => Some(self.server.get_object(&name).await?),
            None => None,
        };
        let result = PieceResult::read(&payload, object.as_deref());
        let result = result.map_err(|what| fault(what.to_string()))?;
        match hash(result.text.as_bytes()) == accepted.text {
            true => Ok((accepted.worker.clone(), result)),
            false => Err(fault("the result on the server was changed".to_owned())),
        }
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

/// A random number from 0 up to but without 1.
fn chance() -> f64 {
    let mut bytes = [0_u8; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => (u64::from_le_bytes(bytes) >> 11) as f64 / (1_u64 << 53) as f64,
        // Without randomness everything is rechecked.
        Err(_) => 0.0,
    }
}
