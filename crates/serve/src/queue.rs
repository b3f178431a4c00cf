//! The queue: jobs that run, jobs that wait for a place, and jobs whose reply is kept.
//!
//! Every job is a task of the server. It waits for one of the places, in the order in which jobs
//! were asked for, starts a [`Job`] of `yose_ask`, and passes the events of that job on. A job that
//! is stopped replies with what it has found; one that still waits replies that it was interrupted.
//! A job for which the system has no thread replies that the memory ran out.

use crate::entry::{Asker, Entry};
use crate::error::Refusal;
use crate::secret;
use crate::settings::Settings;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore, broadcast, watch};
use yose_ask::{Event, Job, NoThread, Pace, Progress, Reason, Reply, Request, Resources};
use yose_batch::machine;
use yose_interface::request::Most;
use yose_interface::{State, Status};

/// The shortest time between two progress events of a job.
const PACE: Duration = Duration::from_millis(200);

/// How many notices a slow reader may be behind before it gets a fresh copy of everything.
const BEHIND: usize = 256;

/// Starts a request with these resources, and notifies after each event.
type Start = fn(Request, &Arc<Resources>, Arc<Notify>) -> Result<Job, NoThread>;

fn start(request: Request, resources: &Arc<Resources>, woken: Arc<Notify>) -> Result<Job, NoThread> {
    Job::start(request, resources, Pace::Every(PACE), move || woken.notify_one())
}

/// What readers of events are told. They then look up what they want to know.
#[derive(Clone, Debug)]
pub enum Notice {
    /// Something about a job changed.
    Job(Arc<str>),
    /// Jobs started, ended or were asked for: places in the queue changed.
    Queue,
}

/// The jobs of a server.
#[derive(Debug)]
pub struct Queue {
    settings: Settings,
    resources: Arc<Resources>,
    /// Starts a job. A field, so that a test can be a system without threads.
    start: Start,
    places: Semaphore,
    jobs: Mutex<Jobs>,
    notices: broadcast::Sender<Notice>,
}

#[derive(Debug, Default)]
struct Jobs {
    by_id: HashMap<Arc<str>, Entry>,
    /// The jobs in the order in which they were asked for.
    order: Vec<Arc<str>>,
}

/// The length of the queue, as JSON has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Length {
    running: usize,
    waiting: usize,
    places: usize,
}

impl Queue {
    /// An empty queue.
    pub fn new(settings: &Settings) -> Queue {
        let searches = settings.searches.max(1);
        // A certificate needs about as much room again as its table.
        let memory = settings.memory_mb;
        let memory = memory.unwrap_or_else(|| machine::memory_for_jobs(searches, 2 * settings.hash_mb));
        Queue {
            settings: settings.clone(),
            resources: Arc::new(Resources::new(memory)),
            start,
            places: Semaphore::new(searches),
            jobs: Mutex::default(),
            notices: broadcast::Sender::new(BEHIND),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notices from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    fn tell(&self, notice: Notice) {
        // Nobody may be listening.
        let _ = self.notices.send(notice);
    }

    /// Puts a request into the queue. Returns the name of the job.
    pub fn ask(self: &Arc<Self>, request: Request, asker: Asker) -> Result<Arc<str>, Refusal> {
        let request = Arc::new(self.within_limits(request)?);
        let id: Arc<str> = secret::name().into();
        {
            let mut jobs = self.lock();
            jobs.forget(&self.settings);
            if jobs.waiting() >= self.settings.waiting {
                return Err(Refusal::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "the queue is full; try again later",
                ));
            }
            let entry = Entry::new(Arc::clone(&request), asker);
            let stop = entry.stop.subscribe();
            jobs.by_id.insert(Arc::clone(&id), entry);
            jobs.order.push(Arc::clone(&id));
            tokio::spawn(Arc::clone(self).work(Arc::clone(&id), request, stop));
        }
        self.tell(Notice::Queue);
        Ok(id)
    }

    /// The request with the limits of the server.
    fn within_limits(&self, request: Request) -> Result<Request, Refusal> {
        let most = Most {
            time: Some(self.settings.time),
            threads: self.settings.threads,
            hash_mb: self.settings.hash_mb,
            memory_mb: self.resources.memory.total_mb(),
        };
        Ok(most.fit(request)?)
    }

    /// Works on a job until its reply is there.
    async fn work(self: Arc<Self>, id: Arc<str>, request: Arc<Request>, mut stop: watch::Receiver<bool>) {
        let place = tokio::select! {
            biased;
            _ = stop.wait_for(|&stop| stop) => None,
            place = self.places.acquire() => place.ok(),
        };
        if place.is_none() {
            self.end(&id, Reply::skipped(&request));
            return;
        }
        self.change(&id, |entry| entry.work.state = State::Running);
        self.tell(Notice::Queue);
        let woken = Arc::new(Notify::new());
        let job = match (self.start)((*request).clone(), &self.resources, Arc::clone(&woken)) {
            Ok(job) => job,
            Err(error) => {
                let error = Some(error.to_string());
                let reply = Reply::broken_off(&request, Reason::Memory, error, &Progress::default(), None);
                drop(place);
                self.end(&id, reply);
                return;
            }
        };
        let mut stopped = false;
        loop {
            while let Some(event) = job.take_event() {
                if let Event::Reply(reply) = event {
                    drop(place);
                    self.end(&id, *reply);
                    return;
                }
                self.change(&id, |entry| entry.hear(event));
            }
            tokio::select! {
                _ = stop.wait_for(|&stop| stop), if !stopped => {
                    job.cancel();
                    stopped = true;
                }
                () = woken.notified() => {}
            }
        }
    }

    fn change(&self, id: &Arc<str>, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.lock().by_id.get_mut(id) {
            change(entry);
        }
        self.tell(Notice::Job(Arc::clone(id)));
    }

    fn end(&self, id: &Arc<str>, reply: Reply) {
        self.change(id, |entry| entry.hear(Event::Reply(Box::new(reply))));
        self.lock().forget(&self.settings);
        self.tell(Notice::Queue);
    }

    /// Asks a job to stop. Its reply holds what was found. `false`: there is no such job.
    pub fn stop(&self, id: &str) -> bool {
        match self.lock().by_id.get(id) {
            Some(entry) => {
                entry.stop.send_replace(true);
                true
            }
            None => false,
        }
    }

    /// Asks every job to stop of which `is_meant` holds.
    pub fn stop_all(&self, is_meant: impl Fn(&Asker) -> bool) {
        for entry in self.lock().by_id.values() {
            if entry.work.state != State::Ended && is_meant(&entry.asker) {
                entry.stop.send_replace(true);
            }
        }
    }

    /// What `look` sees of a job.
    pub fn look<T>(&self, id: &str, look: impl FnOnce(&Entry) -> T) -> Option<T> {
        self.lock().by_id.get(id).map(look)
    }

    /// A job as JSON has it.
    pub fn status(&self, id: &str) -> Option<Status> {
        let jobs = self.lock();
        jobs.status(id, jobs.by_id.get(id)?)
    }

    /// The jobs of these askers as JSON has them, in the order in which they were asked for.
    pub fn statuses(&self, is_meant: impl Fn(&Asker) -> bool) -> Vec<Status> {
        let jobs = self.lock();
        let ids = jobs.order.iter();
        ids.filter_map(|id| jobs.by_id.get(id).map(|entry| (id, entry)))
            .filter(|(_, entry)| is_meant(&entry.asker))
            .filter_map(|(id, entry)| jobs.status(id, entry))
            .collect()
    }

    /// Whether a job is of these askers.
    pub fn is_of(&self, id: &str, is_meant: impl Fn(&Asker) -> bool) -> bool {
        let jobs = self.lock();
        jobs.by_id.get(id).is_some_and(|entry| is_meant(&entry.asker))
    }

    /// The length of the queue.
    pub fn length(&self) -> Length {
        let jobs = self.lock();
        let running = jobs
            .by_id
            .values()
            .filter(|entry| entry.work.state == State::Running);
        Length {
            running: running.count(),
            waiting: jobs.waiting(),
            places: self.settings.searches.max(1),
        }
    }

    /// Waits until a job has ended, at most so long. `false`: there is no such job.
    pub async fn wait(&self, id: &str, most: Duration) -> bool {
        let Some(mut over) = self.look(id, |entry| entry.over.subscribe()) else {
            return false;
        };
        let _ = tokio::time::timeout(most, over.wait_for(|&over| over)).await;
        true
    }
}

impl Jobs {
    fn waiting(&self) -> usize {
        let waiting = |entry: &&Entry| entry.work.state == State::Waiting;
        self.by_id.values().filter(waiting).count()
    }

    fn status(&self, id: &str, entry: &Entry) -> Option<Status> {
        let ahead = (entry.work.state == State::Waiting).then(|| {
            let before = self.order.iter().take_while(|other| ***other != *id);
            before
                .filter_map(|id| self.by_id.get(id))
                .filter(|entry| entry.work.state == State::Waiting)
                .count()
        });
        Some(entry.status(id, ahead))
    }

    /// Forgets ended jobs that are old, or too many, or whose certificates fill too much memory:
    /// the oldest first.
    fn forget(&mut self, settings: &Settings) {
        let now = Instant::now();
        let mut ended: Vec<(Instant, Arc<str>, usize)> = self
            .by_id
            .iter()
            .filter_map(|(id, entry)| Some((entry.ended?, Arc::clone(id), entry.work.certificate_bytes())))
            .collect();
        ended.sort_unstable();
        let mut count = ended.len();
        let mut bytes: usize = ended.iter().map(|(_, _, bytes)| bytes).sum();
        let mut dropped = false;
        for (at, id, its_bytes) in ended {
            let is_old = now.duration_since(at) > settings.kept_for;
            if is_old || count > settings.kept || bytes > settings.certificate_bytes {
                self.by_id.remove(&id);
                count -= 1;
                bytes -= its_bytes;
                dropped = true;
            }
        }
        if dropped {
            let by_id = &self.by_id;
            self.order.retain(|id| by_id.contains_key(id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use yose_ask::question::Solve;
    use yose_ask::{Game, Limits, Name, Question, Subject, Verdict};

    /// A job that cannot start stays open because the memory ran out, says why, and leaves its
    /// place to the next one. Nobody has stopped it.
    #[tokio::test]
    async fn without_a_thread_the_reply_says_so() {
        let settings = Settings {
            searches: 1,
            memory_mb: Some(64),
            hash_mb: 16,
            ..Settings::default()
        };
        let queue = Arc::new(Queue {
            start: |_, _, _| Err(NoThread::from(io::Error::from(io::ErrorKind::WouldBlock))),
            ..Queue::new(&settings)
        });
        let position = Subject::read("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", Game::Any);
        for _ in 0..2 {
            let request = Request {
                name: Name::default(),
                question: Question::Solve(Solve::new(position.clone())),
                limits: Limits::default(),
            };
            let id = queue.ask(request, Asker::default()).unwrap();
            assert!(queue.wait(&id, Duration::from_secs(60)).await);
            let reply = queue
                .look(&id, |entry| entry.work.reply.clone())
                .unwrap()
                .unwrap();
            assert_eq!(
                (reply.verdict(), reply.reason()),
                (Verdict::Unknown, Some(Reason::Memory))
            );
            let line = reply.line();
            assert!(line.contains("no thread to search in: "), "{line}");
        }
    }
}
