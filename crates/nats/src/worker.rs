//! A worker: takes pieces, does them, stores the results.
//!
//! The order is what makes a loss harmless: the result is stored first, then the piece is taken off
//! the queue. A worker that dies between the two leaves a piece that is done twice, and counts
//! once.

use crate::fault::NatsFault;
use crate::piece::{Ask, ENGINE, Piece};
use crate::result::{Item, PieceResult, answer};
use crate::run::{COORDINATOR, Run};
use crate::server::{PATIENCE, Server, chain, token};
use crate::sign_of_life::{SIGN_PAUSE, SignOfLife, now, plain};
use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::message::Message;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yose_ask::{Request, Resources};
use yose_batch::elsewhere::{ServerOptions, WorkerOptions};
use yose_batch::{machine, output};

/// How long a worker waits for a piece before it asks again.
const WAIT: Duration = Duration::from_secs(3);

/// How long a piece rests before a worker that may not do it, or failed, gives it to another.
const REST: Duration = Duration::from_millis(500);

/// What a piece came to: text and counters; why it failed; or `None` if it was interrupted.
pub type Answered = Result<(String, Vec<Item>), Option<String>>;

/// Does a piece. Tests put forgers here.
pub type Answer = dyn Fn(&Piece, &[Request], &Arc<AtomicBool>) -> Answered + Send + Sync;

/// Why a piece was given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenBack {
    /// The machine.
    pub host: String,
    /// The reason; `None`: the worker left.
    pub reason: Option<String>,
    /// Whether the piece is not tried again.
    pub last: bool,
}

/// A worker.
#[derive(Clone)]
pub struct Worker {
    /// The server.
    pub server: ServerOptions,
    /// How it works.
    pub options: WorkerOptions,
    /// The version of the program that it is.
    pub engine: String,
    /// How pieces are done.
    pub answer: Arc<Answer>,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// The name of this machine.
pub fn host() -> String {
    let told = std::fs::read_to_string("/etc/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").ok());
    told.map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "host".to_owned())
}

impl Worker {
    /// A worker that does what pieces ask.
    pub fn new(server: ServerOptions, options: WorkerOptions) -> Worker {
        let memory_mb = options.memory_mb.or_else(machine::memory_mb).unwrap_or(4096);
        let resources = Resources::new(memory_mb);
        Worker {
            server,
            options,
            engine: ENGINE.to_owned(),
            answer: Arc::new(move |piece, requests, stop| answer(piece, requests, &resources, stop)),
        }
    }

    /// Works until `stop` says so, or nothing was to do for the time of `idle`.
    ///
    /// # Errors
    /// The server is not reached, runs need another version, or this worker was shut out.
    pub async fn run(&self, stop: watch::Receiver<bool>) -> Result<SignOfLife, NatsFault> {
        let host = host();
        let process = token(&format!("{host}-{}", std::process::id()));
        let name = self.options.name.clone().or_else(|| self.server.user.clone());
        let name = token(&name.unwrap_or_else(|| process.clone()));
        if name == COORDINATOR || name.is_empty() {
            return Err(NatsFault::Order(format!("a worker cannot be called `{name}`")));
        }
        let server = Server::connect(&self.server, &name).await?;
        let at_work = AtWork {
            worker: self,
            server,
            stop,
            cancel: Arc::default(),
            last_work: Mutex::new(Instant::now()),
            last_run: Mutex::default(),
            inputs: Mutex::default(),
            life: Mutex::new(SignOfLife {
                name,
                host,
                process,
                engine: self.engine.clone(),
                threads: self.options.threads.max(1),
                since: now(),
                ..SignOfLife::default()
            }),
        };
        at_work.work().await
    }
}

/// A worker that is connected.
struct AtWork<'a> {
    worker: &'a Worker,
    server: Server,
    stop: watch::Receiver<bool>,
    /// Stops the searches.
    cancel: Arc<AtomicBool>,
    last_work: Mutex<Instant>,
    /// The run of the last piece.
    last_run: Mutex<Option<String>>,
    /// The last input of a check, by its name.
    inputs: Mutex<Option<(String, Arc<Vec<Request>>)>>,
    life: Mutex<SignOfLife>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AtWork<'_> {
    fn name(&self) -> String {
        lock(&self.life).name.clone()
    }

    fn is_over(&self) -> bool {
        let idle = self.worker.options.idle;
        let is_idle = || {
            let rested = lock(&self.last_work).elapsed().as_secs_f64();
            lock(&self.life).busy.is_empty() && idle.is_some_and(|most| rested > most)
        };
        *self.stop.borrow() || self.cancel.load(Ordering::Relaxed) || is_idle()
    }

    async fn work(self) -> Result<SignOfLife, NatsFault> {
        self.refuse_other_versions().await?;
        let slots = self.worker.options.threads.max(1);
        let slots = async {
            let ended = join_all((0..slots).map(|_| self.slot())).await;
            self.cancel.store(true, Ordering::Relaxed);
            ended.into_iter().collect::<Result<(), NatsFault>>()
        };
        let (ended, beaten) = tokio::join!(slots, self.beat());
        let life = lock(&self.life).clone();
        if let Ok(workers) = self.server.workers().await {
            let _ = workers.delete(life.key()).await;
        }
        ended.and(beaten).map(|()| life)
    }

    /// If all runs that are there need other versions, this worker would wait for ever.
    async fn refuse_other_versions(&self) -> Result<(), NatsFault> {
        let Ok(runs) = Run::all(&self.server).await else {
            // There was no run yet, or the credential may not look.
            return Ok(());
        };
        match runs.first() {
            Some(run) if runs.iter().all(|run| run.engine != self.worker.engine) => Err(NatsFault::Version {
                own: self.worker.engine.clone(),
                title: run.title.clone(),
                needed: run.engine.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// Tells the server about this worker until it ends, and watches for the end: it ends too if
    /// it was shut out.
    async fn beat(&self) -> Result<(), NatsFault> {
        let mut stop = self.stop.clone();
        let mut told = None::<(Instant, bool)>;
        while !self.cancel.load(Ordering::Relaxed) {
            if *stop.borrow() {
                self.cancel.store(true, Ordering::Relaxed);
            }
            let life = lock(&self.life).clone();
            if told.is_none_or(|(told, full)| told.elapsed() >= SIGN_PAUSE || full != life.full) {
                let bytes = serde_json::to_vec(&life).unwrap_or_default();
                let tell = async {
                    let store = self.server.workers().await.ok()?;
                    store.put(life.key(), Bytes::from(bytes)).await.ok()
                };
                // Before the first run there is no place for it: it is tried again soon.
                if let Ok(Some(_)) = tokio::time::timeout(PATIENCE, tell).await {
                    told = Some((Instant::now(), life.full));
                }
                if let Ok(Some(why)) = tokio::time::timeout(PATIENCE, self.shut_out()).await {
                    self.cancel.store(true, Ordering::Relaxed);
                    return Err(NatsFault::ShutOut(why));
                }
            }
            let _ = tokio::time::timeout(Duration::from_millis(100), stop.changed()).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Does one piece after the other.
    async fn slot(&self) -> Result<(), NatsFault> {
        let mut queue: Option<Consumer<pull::Config>> = None;
        while !self.is_over() {
            let Some(open) = &queue else {
                queue = self.server.queue(&self.worker.engine).await.ok();
                if queue.is_none() {
                    // No coordinator has been there yet, or the server is away.
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                continue;
            };
            let lost_after = open.cached_info().config.ack_wait;
            let taken = tokio::time::timeout(WAIT + PATIENCE, next(open)).await;
            match taken {
                Ok(Ok(Some(message))) => {
                    *lock(&self.last_work) = Instant::now();
                    let ended = self.handle(&message, lost_after).await;
                    *lock(&self.last_work) = Instant::now();
                    match ended {
                        Ok(()) => {}
                        // The piece comes back, to this worker or another.
                        Err(fault @ NatsFault::Server(_)) => {
                            output::complain(&format!("{fault}\n"));
                            lock(&self.life).fault = Some(fault.to_string());
                            tokio::time::sleep(2 * REST).await;
                        }
                        Err(fault) => {
                            // The other slots end as well, and give their pieces back.
                            self.cancel.store(true, Ordering::Relaxed);
                            return Err(fault);
                        }
                    }
                }
                Ok(Ok(None)) => {}
                Ok(Err(_)) | Err(_) => {
                    queue = None;
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
            }
        }
        Ok(())
    }

    async fn handle(&self, message: &Message, lost_after: Duration) -> Result<(), NatsFault> {
        let name = self.name();
        let Ok(piece) = serde_json::from_slice::<Piece>(&message.payload) else {
            settle(message, AckKind::Nak(Some(Duration::from_secs(5)))).await;
            return Err(NatsFault::Server(
                "a piece that this version cannot read".to_owned(),
            ));
        };
        if let Err(fault) = self.suits(&piece).await {
            settle(message, AckKind::Nak(Some(REST))).await;
            return Err(fault);
        }
        let tried = message.info().map_or(1, |info| info.delivered);
        if piece.not.contains(&name) {
            // What comes back is handed out before what waits, so it rests longer every time.
            let rest = REST * (1 << tried.clamp(1, 5));
            settle(message, AckKind::Nak(Some(rest))).await;
            return Ok(());
        }
        if piece.not.is_empty() && self.is_given_up(&piece, tried).await {
            let reason = format!("given up after {} tries", tried - 1);
            self.give_back(&piece, tried, Some(reason), true).await?;
            // Not `Term`, which leaves the message in the stream.
            settle(message, AckKind::Ack).await;
            return Ok(());
        }
        lock(&self.life).busy.push(piece.label());
        *lock(&self.last_run) = Some(piece.run.clone());
        let done = self.with_signs(message, lost_after, self.do_piece(&piece)).await;
        let mut ended = Ok(());
        match done {
            Ok(()) => settle(message, AckKind::Ack).await,
            Err(NotDone::Left) => {
                let told = self.give_back(&piece, tried, None, false).await;
                settle(message, AckKind::Nak(None)).await;
                ended = told;
            }
            Err(NotDone::Failed(reason)) => {
                output::complain(&format!("piece {}: {reason}\n", piece.label()));
                let told = self.give_back(&piece, tried, Some(reason), false).await;
                settle(message, AckKind::Nak(Some(REST))).await;
                ended = told;
            }
            Err(NotDone::Fault(fault)) => {
                settle(message, AckKind::Nak(None)).await;
                ended = Err(fault);
            }
        }
        lock(&self.life).busy.retain(|label| *label != piece.label());
        ended
    }

    /// Whether this worker may do a piece at all.
    async fn suits(&self, piece: &Piece) -> Result<(), NatsFault> {
        let version = |own: String, needed: String| NatsFault::Version {
            own,
            title: piece.run.clone(),
            needed,
        };
        if piece.engine != self.worker.engine {
            return Err(version(self.worker.engine.clone(), piece.engine.clone()));
        }
        if let Ask::Frames { request, fingerprint } = &piece.ask {
            let own = request.fingerprint().0;
            if own != *fingerprint {
                let named = |sum: &str| format!("{} with the definitions {sum}", self.worker.engine);
                return Err(version(named(&own), named(fingerprint)));
            }
        }
        if let Ok(runs) = self.server.runs().await
            && let Ok(Some(why)) = runs.get(Run::shut_out_key(&piece.run, &self.name())).await
        {
            return Err(NatsFault::ShutOut(plain(&String::from_utf8_lossy(&why))));
        }
        Ok(())
    }

    /// Why this worker was shut out of the run that it worked for last.
    async fn shut_out(&self) -> Option<String> {
        let run = lock(&self.last_run).clone()?;
        let workers = self.server.workers().await.ok()?;
        let why = workers.get(Run::shut_out_key(&run, &self.name())).await.ok()??;
        Some(plain(&String::from_utf8_lossy(&why)))
    }

    /// Whether a piece was tried often enough. Workers that left do not count as tries.
    async fn is_given_up(&self, piece: &Piece, tried: i64) -> bool {
        if tried <= i64::from(piece.tries) {
            return false;
        }
        let filter = format!("yose.result.{}.{}.*.failed.*", piece.run, piece.piece);
        let Ok(results) = self.server.results().await else {
            return false;
        };
        let Ok(subjects) = self.server.subjects(&results, &filter).await else {
            return false;
        };
        let mut left = 0;
        for subject in subjects {
            if let Ok(told) = results.get_last_raw_message_by_subject(&subject).await
                && let Ok(told) = serde_json::from_slice::<GivenBack>(&told.payload)
                && told.reason.is_none()
            {
                left += 1;
            }
        }
        tried - left > i64::from(piece.tries)
    }

    async fn give_back(
        &self,
        piece: &Piece,
        tried: i64,
        reason: Option<String>,
        last: bool,
    ) -> Result<(), NatsFault> {
        let told = GivenBack {
            host: lock(&self.life).host.clone(),
            reason,
            last,
        };
        let bytes = serde_json::to_vec(&told).unwrap_or_default();
        let subject = piece.failed_subject(&self.name(), tried);
        match self.server.store(subject, Bytes::from(bytes)).await {
            // A server without room cannot even note that. The piece waits all the same.
            Ok(_) | Err(NatsFault::Full(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// Runs work, and tells the server meanwhile that the piece is in work.
    async fn with_signs<T>(
        &self,
        message: &Message,
        lost_after: Duration,
        work: impl Future<Output = T>,
    ) -> T {
        let mut work = std::pin::pin!(work);
        let third = lost_after / 3;
        loop {
            match tokio::time::timeout(third, &mut work).await {
                Ok(done) => return done,
                Err(_) => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    async fn do_piece(&self, piece: &Piece) -> Result<(), NotDone> {
        let requests = self.requests(piece).await?;
        let (doing, cancel) = (Arc::clone(&self.worker.answer), Arc::clone(&self.cancel));
        let clock = Instant::now();
        let asked = piece.clone();
        let done = tokio::task::spawn_blocking(move || doing(&asked, &requests, &cancel)).await;
        let (text, items) = match done {
            Ok(Ok(done)) => done,
            Ok(Err(None)) => return Err(NotDone::Left),
            Ok(Err(Some(reason))) => return Err(NotDone::Failed(reason)),
            Err(panic) => return Err(NotDone::Failed(format!("the work broke down: {panic}"))),
        };
        let result = PieceResult {
            text,
            items,
            host: lock(&self.life).host.clone(),
        };
        while let Err(fault) = result.store(&self.server, piece, &self.name()).await {
            match fault {
                // The work is not thrown away: room may be made.
                NatsFault::Full(_) => {
                    let mut life = lock(&self.life);
                    if !life.full {
                        output::complain(&format!("{fault}\n"));
                    }
                    life.full = true;
                    life.fault = Some(fault.to_string());
                }
                fault => return Err(NotDone::Fault(fault)),
            }
            if self.cancel.load(Ordering::Relaxed) {
                return Err(NotDone::Left);
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        let mut life = lock(&self.life);
        (life.full, life.fault) = (false, None);
        life.done += 1;
        life.nodes += result.items.iter().map(|item| item.nodes).sum::<u64>();
        life.worked += clock.elapsed().as_secs_f64();
        Ok(())
    }

    /// The requests of the input of a check.
    async fn requests(&self, piece: &Piece) -> Result<Arc<Vec<Request>>, NotDone> {
        let Ask::Listed { input, fingerprint } = &piece.ask else {
            return Ok(Arc::default());
        };
        if let Some((name, requests)) = &*lock(&self.inputs)
            && name == input
        {
            return Ok(Arc::clone(requests));
        }
        let bytes = self.server.get_object(input).await.map_err(NotDone::Fault)?;
        let requests = read_requests(&bytes).map_err(NotDone::Failed)?;
        let own = requests.first().map(|request| request.fingerprint().0);
        if own.as_deref() != Some(fingerprint) {
            return Err(NotDone::Fault(NatsFault::Version {
                own: format!("{} with other definitions", self.worker.engine),
                title: piece.run.clone(),
                needed: piece.engine.clone(),
            }));
        }
        let requests = Arc::new(requests);
        *lock(&self.inputs) = Some((input.clone(), Arc::clone(&requests)));
        Ok(requests)
    }
}

/// Why a piece was not finished.
enum NotDone {
    /// The worker leaves.
    Left,
    /// The piece failed here.
    Failed(String),
    /// The worker cannot go on.
    Fault(NatsFault),
}

/// Reads an input: a request a line.
pub fn read_requests(bytes: &[u8]) -> Result<Vec<Request>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let requests: Result<Vec<Request>, _> = text.lines().map(serde_json::from_str).collect();
    requests.map_err(|error| format!("the input: {error}"))
}

/// The next piece of the queue, if one comes in time.
async fn next(queue: &Consumer<pull::Config>) -> Result<Option<Message>, NatsFault> {
    let mut batch = queue.batch().max_messages(1).expires(WAIT).messages().await?;
    match batch.next().await {
        None => Ok(None),
        Some(Ok(message)) => Ok(Some(message)),
        Some(Err(error)) => Err(NatsFault::Server(chain(&*error))),
    }
}

/// Tells the server what becomes of a piece, and waits until it knows. If it is not there, the
/// piece comes back to some worker, which does no harm.
async fn settle(message: &Message, kind: AckKind) {
    let _ = tokio::time::timeout(PATIENCE, message.double_ack_with(kind)).await;
}
