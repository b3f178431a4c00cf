//! Calls: what a worker can ask for, and the answers.

use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use yose_ask::{Event, Pace, Question, Reason, Reply, Request, Resources};
use yose_interface::request::{self, Most};
use yose_interface::{
    Conversion, Found, GameBody, Line, Opponent, Play, ProgressBody, Refusal, Report, State, Typed, Work,
};

/// The shortest time between two progress events of a job.
const PACE: Duration = Duration::from_millis(200);

/// What a request may use. WebAssembly has 4 GB of memory at most, and one thread.
const MOST: Most = Most {
    time: None,
    threads: 1,
    hash_mb: 1024,
    memory_mb: 3072,
};

/// A call, as JSON has it.
#[derive(Debug, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case")]
enum Call {
    /// The board and the pieces of rules.
    Game { rules: String },
    /// Reads what somebody typed.
    Position(Typed),
    /// Every position of a line.
    Line(Line),
    /// A position in another notation.
    Convert(Conversion),
    /// A reply as a text for people.
    Report {
        request: Value,
        reply: Box<Reply>,
        language: Option<String>,
    },
    /// Plays against the certificate of a job.
    Play {
        job: String,
        request: Value,
        certificate: String,
        #[serde(flatten)]
        play: Play,
    },
    /// The status of a job that waits, if its request can be answered here.
    Admit { job: JobName, request: Value },
    /// A job, worked on until its reply is there.
    Job { job: JobName, request: Value },
    /// The last status of a job that was broken off from outside.
    BrokenOff {
        job: JobName,
        request: Value,
        reason: Reason,
        error: Option<String>,
        progress: Option<ProgressBody>,
        found: Option<Found>,
    },
}

/// What a job is called, and which tab asked for it.
#[derive(Debug, Deserialize)]
struct JobName {
    id: String,
    tab: Option<String>,
}

/// Whoever calls, with the certificate that it plays against.
#[derive(Debug, Default)]
pub struct Caller {
    opponent: Opponent,
}

impl Caller {
    /// Answers a call. `post` gets JSON texts: `{"status": …}` for every event of a job, and at the
    /// end `{"answer": …}` or `{"refusal": "…"}`.
    ///
    /// ```
    /// let mut told = Vec::new();
    /// let call = r#"{"call": "game", "rules": "minishogi"}"#;
    /// yose_site::Caller::default().call(call, &mut |text| told.push(text));
    /// let told: serde_json::Value = serde_json::from_str(&told[0])?;
    /// assert_eq!(told["answer"]["rules"], "minishogi");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn call(&mut self, call: &str, post: &mut (dyn FnMut(String) + Send)) {
        let answer = match serde_json::from_str(call) {
            Ok(call) => self.answer(call, post),
            Err(error) => Err(Refusal::bad(error)),
        };
        let told = match answer {
            Ok(answer) => json!({ "answer": answer }),
            Err(refusal) => json!({ "refusal": refusal.to_string() }),
        };
        post(told.to_string());
    }

    fn answer(&mut self, call: Call, post: &mut (dyn FnMut(String) + Send)) -> Result<Value, Refusal> {
        Ok(match call {
            Call::Game { rules } => json!(GameBody::named(&rules)?),
            Call::Position(typed) => json!(typed.read()?),
            Call::Line(line) => json!(line.walk()?),
            Call::Convert(conversion) => json!(conversion.write()?.text),
            Call::Report {
                request,
                reply,
                language,
            } => {
                let report = Report {
                    request: &request::read(request)?,
                    reply: &reply,
                    language: language.as_deref(),
                };
                json!(report.text())
            }
            Call::Play {
                job,
                request,
                certificate,
                play,
            } => {
                let request = request::read(request)?;
                let position = request.question.position().ok_or(Refusal::Absent("position"))?;
                json!(self.opponent.play(&job, &certificate, position, &play)?)
            }
            Call::Admit { job, request } => {
                let work = Work::new(Arc::new(admitted(request)?));
                json!(work.status(&job.id, job.tab.as_deref(), None))
            }
            Call::Job { job, request } => work(&job, admitted(request)?, post),
            Call::BrokenOff {
                job,
                request,
                reason,
                error,
                progress,
                found,
            } => {
                let mut work = Work::new(Arc::new(request::read(request)?));
                work.progress = progress.map(Into::into);
                work.found = found;
                work.break_off(reason, error);
                json!(work.status(&job.id, job.tab.as_deref(), None))
            }
        })
    }
}

/// The request within the limits of a browser.
fn admitted(request: Value) -> Result<Request, Refusal> {
    let request = request::read(request)?;
    match is_answered(&request.question) {
        true => MOST.fit(request),
        false => Err(Refusal::bad("this question needs the server: start `yose serve`")),
    }
}

/// Works on a job. Its answer is the last status, with the texts of the certificates.
fn work(job: &JobName, request: Request, post: &mut (dyn FnMut(String) + Send)) -> Value {
    let request = Arc::new(request);
    let mut work = Work::new(Arc::clone(&request));
    let mut tell = |work: &Work| {
        let status = work.status(&job.id, job.tab.as_deref(), None);
        post(json!({ "status": status }).to_string());
    };
    work.state = State::Running;
    tell(&work);
    let resources = Resources::new(MOST.memory_mb);
    let mut hear = |event| {
        work.hear(event);
        tell(&work);
    };
    let reply = yose_ask::run(
        &request,
        &resources,
        &Arc::default(),
        Pace::Every(PACE),
        &mut hear,
    );
    work.hear(Event::Reply(Box::new(reply)));
    json!({
        "status": work.status(&job.id, job.tab.as_deref(), None),
        "certificates": work.certificates.iter().map(|text| &**text).collect::<Vec<&str>>(),
    })
}

/// Whether the page without a server answers a question. Values need tables that a browser has no
/// room for.
fn is_answered(question: &Question) -> bool {
    match question {
        Question::Solve(_)
        | Question::Check(_)
        | Question::Hisshi(_)
        | Question::Threat(_)
        | Question::Verify(_) => true,
        Question::Value(_) | Question::LoaSolve(_) | Question::Frame(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    /// Everything that is told of a call.
    fn told(call: &Value) -> Vec<Value> {
        let mut told = Vec::new();
        Caller::default().call(&call.to_string(), &mut |text| {
            told.push(serde_json::from_str(&text).unwrap());
        });
        told
    }

    fn request(ask: &str) -> Value {
        json!({ "question": { "ask": ask, "position": { "position": MATE } } })
    }

    fn job(request: &Value) -> Vec<Value> {
        told(&json!({ "call": "job", "job": { "id": "1", "tab": "t" }, "request": request }))
    }

    #[test]
    fn a_job_tells_its_states_and_ends_with_its_certificate() {
        let mut request = request("solve");
        request["question"]["certificate"] = true.into();
        let told = job(&request);
        assert_eq!(told[0]["status"]["state"], "running");
        let last = &told.last().unwrap()["answer"];
        assert_eq!(last["status"]["state"], "ended");
        assert_eq!(last["status"]["id"], "1");
        assert_eq!(last["status"]["reply"]["verdict"], "mate");
        assert_eq!(last["status"]["reply"]["length"], 1);
        let certificate = last["certificates"][0].as_str().unwrap();
        assert_eq!(last["status"]["certificates"][0], certificate.len());
        let checked = job(&json!({ "question": { "ask": "verify", "certificate": certificate } }));
        assert_eq!(
            checked.last().unwrap()["answer"]["status"]["reply"]["verdict"],
            "accepted"
        );
    }

    #[test]
    fn a_request_is_admitted_before_it_waits() {
        let call = json!({ "call": "admit", "job": { "id": "7", "tab": "t" }, "request": request("check") });
        let status = &told(&call)[0]["answer"];
        assert_eq!(
            (&status["id"], &status["tab"], &status["state"]),
            (&json!("7"), &json!("t"), &json!("waiting"))
        );
        assert_eq!(status["reply"], Value::Null);
    }

    #[test]
    fn what_needs_the_server_is_refused() {
        let told = job(&json!({ "question": { "ask": "value", "position": { "position": "dobutsu" } } }));
        assert!(
            told[0]["refusal"].as_str().unwrap().contains("yose serve"),
            "{told:?}"
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for call in [
            "",
            "{}",
            "[]",
            r#"{"call":"none"}"#,
            r#"{"call":"job","job":{"id":"1"},"request":{}}"#,
        ] {
            let mut told = Vec::new();
            Caller::default().call(call, &mut |text| told.push(text));
            assert!(
                told.len() == 1 && told[0].starts_with(r#"{"refusal":""#),
                "{call}: {told:?}"
            );
        }
    }

    #[test]
    fn a_job_that_was_broken_off_keeps_what_it_told() {
        let broken_off = |more: Value| {
            let mut call = json!({ "call": "broken-off", "job": { "id": "1" }, "request": request("solve"), "reason": "interrupted" });
            call.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            told(&call)[0]["answer"]["reply"].clone()
        };
        let progress = json!({ "nodes": 5000, "seconds": 1.5, "note": "", "lower": 3, "upper": 9, "full": 0, "line": [] });
        let reply = broken_off(json!({ "progress": progress, "found": { "within": 9, "line": ["G*5b"] } }));
        assert_eq!(
            (&reply["verdict"], &reply["length"], &reply["lower"]),
            (&json!("mate"), &json!(9), &json!(3))
        );
        assert_eq!(
            (&reply["exact"], &reply["nodes"], &reply["line"]),
            (&json!(false), &json!(5000), &Value::Null)
        );
        let reply = broken_off(json!({ "progress": progress }));
        assert_eq!(
            (&reply["verdict"], &reply["reason"], &reply["lower"]),
            (&json!("unknown"), &json!("interrupted"), &json!(3))
        );
        let reply = broken_off(json!({}));
        assert_eq!(
            (&reply["verdict"], &reply["nodes"]),
            (&json!("unknown"), &json!(0))
        );
    }

    #[test]
    fn a_table_is_no_larger_than_the_browser_allows() {
        let mut request = request("solve");
        request["limits"] = json!({ "hash_mb": 1_000_000, "threads": 8 });
        let told = job(&request);
        let limits = &told[0]["status"]["limits"];
        assert_eq!(
            (&limits["hash_mb"], &limits["threads"]),
            (&json!(1024), &json!(1))
        );
    }
}
