//! One job: what is known of it, as JSON.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use yose_ask::certificate::Certified;
use yose_ask::{Event, Progress, Reason, Reply, Request};

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

/// A proof that is not yet the shortest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The number of plies within which it is mate or a win.
    pub within: u32,
    /// The first moves.
    pub line: Vec<String>,
}

/// A job at work.
#[derive(Clone, Debug)]
pub struct Work {
    /// The request, with the limits that it really has.
    pub request: Arc<Request>,
    /// What the job does now.
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
}

impl Work {
    /// A job that waits.
    pub fn new(request: Arc<Request>) -> Work {
        Work {
            request,
            state: State::Waiting,
            progress: None,
            found: None,
            reply: None,
            certificates: Vec::new(),
            no_certificate: None,
        }
    }

    /// The job reports something. A reply ends it.
    pub fn hear(&mut self, event: Event) {
        match event {
            Event::Progress(progress) => self.progress = Some(*progress),
            Event::Found { within, line } => self.found = Some(Found { within, line }),
            Event::Reply(reply) => self.end(*reply),
        }
    }

    fn end(&mut self, mut reply: Reply) {
        match reply.take_certificate() {
            Some(Certified::Texts(texts)) => self.certificates = texts.into_iter().map(Arc::from).collect(),
            Some(Certified::None { why, .. }) => self.no_certificate = Some(why),
            None => {}
        }
        self.reply = Some(Arc::new(reply));
        self.state = State::Ended;
    }

    /// The job was broken off from outside and will not reply: the reply is what it has told.
    pub fn break_off(&mut self, reason: Reason, error: Option<String>) {
        let progress = self.progress.clone().unwrap_or_default();
        let within = self.found.as_ref().map(|found| found.within);
        self.end(Reply::broken_off(&self.request, reason, error, &progress, within));
    }

    /// The bytes of the certificates.
    pub fn certificate_bytes(&self) -> usize {
        self.certificates.iter().map(|text| text.len()).sum()
    }

    /// The job as JSON has it. `ahead` is how many jobs start before it, if it waits.
    pub fn status(&self, id: &str, tab: Option<&str>, ahead: Option<usize>) -> Status {
        Status {
            id: id.to_owned(),
            tab: tab.map(str::to_owned),
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
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgressBody {
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

impl From<ProgressBody> for Progress {
    fn from(body: ProgressBody) -> Progress {
        Progress {
            nodes: body.nodes,
            elapsed: Duration::try_from_secs_f64(body.seconds).unwrap_or_default(),
            note: body.note,
            lower: body.lower,
            upper: body.upper,
            full: body.full,
            line: body.line,
        }
    }
}
