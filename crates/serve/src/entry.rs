//! One job of the queue: what is known of it, as JSON.

use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;
use yose_ask::certificate::Certified;
use yose_ask::{Progress, Reply, Request};

/// What a job does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits for a place.
    Waiting,
    /// It searches.
    Running,
    /// It has replied.
    Ended,
}

/// Who asked: for jobs that end when a tab is closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    /// The tab.
    pub tab: Option<String>,
    /// The browser of the tab.
    pub browser: Option<String>,
}

/// A proof that is not yet the shortest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The number of plies within which it is mate or a win.
    pub within: u32,
    /// The first moves.
    pub line: Vec<String>,
}

/// One job.
#[derive(Debug)]
pub struct Entry {
    /// Who asked.
    pub asker: Asker,
    /// The request, with the limits that it really has.
    pub request: Arc<Request>,
    /// What it does now.
    pub state: State,
    /// How far it is.
    pub progress: Option<Progress>,
    /// The best proof so far.
    pub found: Option<Found>,
    /// The reply, without its certificate.
    pub reply: Option<Arc<Reply>>,
    /// The certificates of the reply.
    pub certificates: Vec<Arc<str>>,
    /// Why there is no certificate, if one was asked for.
    pub no_certificate: Option<String>,
    /// When it ended.
    pub ended: Option<Instant>,
    /// Becomes true when the job shall stop.
    pub stop: watch::Sender<bool>,
    /// Becomes true when the job has ended.
    pub over: watch::Sender<bool>,
}

impl Entry {
    /// A job that waits.
    pub fn new(request: Arc<Request>, asker: Asker) -> Entry {
        Entry {
            asker,
            request,
            state: State::Waiting,
            progress: None,
            found: None,
            reply: None,
            certificates: Vec::new(),
            no_certificate: None,
            ended: None,
            stop: watch::Sender::new(false),
            over: watch::Sender::new(false),
        }
    }

    /// The job has replied.
    pub fn end(&mut self, mut reply: Reply) {
        match reply.take_certificate() {
            Some(Certified::Texts(texts)) => self.certificates = texts.into_iter().map(Arc::from).collect(),
            Some(Certified::None { why, .. }) => self.no_certificate = Some(why),
            None => {}
        }
        self.reply = Some(Arc::new(reply));
        self.state = State::Ended;
        self.ended = Some(Instant::now());
        self.over.send_replace(true);
    }

    /// The bytes of the certificates.
    pub fn certificate_bytes(&self) -> usize {
        self.certificates.iter().map(|text| text.len()).sum()
    }

    /// The job as JSON has it.
    pub fn status(&self, id: &str, ahead: Option<usize>) -> Status {
        Status {
            id: id.to_owned(),
            tab: self.asker.tab.clone(),
            ask: self.request.question.word(),
            input: self.request.name.input.clone(),
            state: self.state,
            ahead,
            limits: self.request.limits.clone(),
            progress: self.progress.as_ref().map(ProgressBody::of),
            found: self.found.clone(),
            reply: self.reply.clone(),
            certificates: self.certificates.iter().map(|text| text.len()).collect(),
            no_certificate: self.no_certificate.clone(),
        }
    }
}

/// A job as JSON has it.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    id: String,
    tab: Option<String>,
    /// What is asked: `solve`, `check` and so on.
    ask: &'static str,
    /// The input as the asker named it.
    input: String,
    state: State,
    /// How many jobs start before this one, if it waits.
    ahead: Option<usize>,
    limits: yose_ask::Limits,
    progress: Option<ProgressBody>,
    found: Option<Found>,
    #[serde(serialize_with = "shared")]
    reply: Option<Arc<Reply>>,
    /// The sizes of the certificates in bytes.
    certificates: Vec<usize>,
    no_certificate: Option<String>,
}

fn shared<S: serde::Serializer>(reply: &Option<Arc<Reply>>, out: S) -> Result<S::Ok, S::Error> {
    reply.as_deref().serialize(out)
}

/// How far a job is, as JSON has it.
#[derive(Clone, Debug, Serialize)]
struct ProgressBody {
    nodes: u64,
    seconds: f64,
    note: String,
    lower: u32,
    upper: Option<u32>,
    /// How full the table is, in thousandths.
    full: u32,
    line: Vec<String>,
}

impl ProgressBody {
    fn of(progress: &Progress) -> ProgressBody {
        ProgressBody {
            nodes: progress.nodes,
            seconds: progress.elapsed.as_secs_f64(),
            note: progress.note.clone(),
            lower: progress.lower,
            upper: progress.upper,
            full: progress.full,
            line: progress.line.clone(),
        }
    }
}
