//! One job: what is known of it, as JSON.

use crate::told::Told;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use yose_ask::certificate::Certified;
use yose_ask::{Doing, Event, Progress, Reason, Reply, Request};

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
            told: Told::of(self.reply.as_deref(), self.no_certificate.as_deref()),
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
    /// The same and the error of the reply, as the page shows them.
    told: Told,
}

fn shared<S: serde::Serializer>(reply: &Option<Arc<Reply>>, out: S) -> Result<S::Ok, S::Error> {
    reply.as_deref().serialize(out)
}

/// How far a job is, as JSON has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgressBody {
    nodes: u64,
    seconds: f64,
    /// English, for people who know the search.
    note: String,
    #[serde(default)]
    doing: Option<Doing>,
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
            doing: progress.doing,
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
            doing: body.doing,
            lower: body.lower,
            upper: body.upper,
            full: body.full,
            line: body.line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// The status of a job that has ended, as a page gets it.
    fn ended(question: &Value) -> Value {
        let request = json!({ "question": question, "limits": { "hash_mb": 16, "nodes": 1000 } });
        let request = Arc::new(crate::request::read(request).unwrap());
        let mut work = Work::new(Arc::clone(&request));
        let resources = yose_ask::Resources::new(1024);
        let reply = yose_ask::run(
            &request,
            &resources,
            &Arc::default(),
            yose_ask::Pace::Silent,
            &mut |_| {},
        );
        work.hear(Event::Reply(Box::new(reply)));
        json!(work.status("1", None, None))
    }

    #[test]
    fn an_error_is_told_in_every_language() {
        for (question, english, japanese) in [
            (
                json!({ "ask": "solve", "position": { "position": "4k4/9/4P4/4P4/9/9/9/9/9 b G20p 1" } }),
                "two unpromoted pawns on file 5",
                "５四：先手の歩が5筋に二枚あります（二歩）；後手の持駒：歩が",
            ),
            (
                json!({ "ask": "threat", "position": { "position": "4k4/9/9/9/9/9/9/9/9 b G 1" } }),
                "there is no king to defend",
                "守る玉がありません（手番の先手の玉が盤上にない）",
            ),
            (
                json!({ "ask": "verify", "certificate": "nonsense\n" }),
                "a certificate starts with",
                "証明書は yose-certificate 1 という行で始まる",
            ),
        ] {
            let status = ended(&question);
            let told = &status["told"];
            assert!(told["en"]["error"].as_str().unwrap().contains(english), "{told}");
            assert!(told["ja"]["error"].as_str().unwrap().contains(japanese), "{told}");
            // The reply itself has no language.
            let error = status["reply"]["error"].as_str();
            assert!(error.is_some_and(|error| error.contains(english)), "{status}");
        }
        let status = ended(&json!({
            "ask": "solve",
            "certificate": true,
            "position": { "position": "9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1" },
        }));
        assert_eq!(status["told"]["ja"]["error"], Value::Null);
        assert_eq!(
            status["told"]["ja"]["no_certificate"], "何も証明されていないので、証明書はありません",
            "{status}"
        );
    }

    /// A job that was broken off from outside tells why, too.
    #[test]
    fn a_job_that_was_broken_off_is_told_in_every_language() {
        let request = json!({ "question": {
            "ask": "solve", "position": { "position": "4k4/9/4P4/9/9/9/9/9/9 b G 1" }
        } });
        let mut work = Work::new(Arc::new(crate::request::read(request).unwrap()));
        let error = "the request needs 4096 MB, and all jobs together have 1024";
        work.break_off(Reason::Memory, Some(error.to_owned()));
        let told = json!(work.status("1", None, None))["told"].clone();
        assert_eq!(told["en"]["error"], error);
        assert_eq!(
            told["ja"]["error"],
            "この問いには 4096 MB 必要ですが、全体で 1024 MB しかありません"
        );
    }
}
