//! Replies: what came of a request.
//!
//! As JSON a reply is one object. Its field names and their order are a contract; what a request
//! asked for beside the answer (certificates, variations) stands at the end of the object.
//! [`Reply::line`] leaves that out.

use crate::answer::Answer;
use crate::certificate::Certified;
use crate::check::{CheckBody, CheckReply};
use crate::frame::FrameReply;
use crate::hisshi::HisshiReply;
use crate::loa::solve::LoaReply;
use crate::progress::Progress;
use crate::question::Question;
use crate::request::Request;
use crate::solve::SolveReply;
use crate::status::Status;
use crate::subject::Subject;
use crate::threat::ThreatReply;
use crate::value::ValueReply;
use crate::verdict::{Reason, Verdict};
use crate::verify::Verified;
use serde::{Deserialize, Deserializer, Serialize, de};

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// Is it mate?
    Solve(SolveReply),
    /// Is it a correct tsume-shogi?
    Check(CheckReply),
    /// Is it a brinkmate?
    Hisshi(HisshiReply),
    /// What is threatened?
    Threat(ThreatReply),
    /// Who wins a position of a small game?
    Value(ValueReply),
    /// Does the side to move force a win at Lines of Action?
    LoaSolve(LoaReply),
    /// Does a certificate hold?
    Verify(Verified),
    /// Which problems of a frame have a mate?
    Frame(FrameReply),
}

/// Does `$what` with the answer of every reply that has one.
macro_rules! each_reply {
    ($reply:expr, |$answer:ident| $what:expr, |$verified:ident| $checked:expr, |$frame:ident| $framed:expr) => {
        match $reply {
            Reply::Solve(SolveReply { answer: $answer, .. }) => $what,
            Reply::Check(CheckReply { answer: $answer, .. }) => $what,
            Reply::Hisshi(HisshiReply { answer: $answer, .. }) => $what,
            Reply::Threat(ThreatReply { answer: $answer }) => $what,
            Reply::Value(ValueReply { answer: $answer, .. }) => $what,
            Reply::LoaSolve(LoaReply { answer: $answer, .. }) => $what,
            Reply::Verify($verified) => $checked,
            Reply::Frame($frame) => $framed,
        }
    };
}

impl Reply {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        each_reply!(self, |answer| answer.verdict, |v| v.verdict, |f| f.verdict)
    }

    /// Why the verdict is unknown.
    pub fn reason(&self) -> Option<Reason> {
        each_reply!(self, |answer| answer.reason, |v| v.reason, |f| f.reason)
    }

    /// What the reply means for the exit status.
    pub fn status(&self) -> Status {
        let status = self.verdict().status();
        match self {
            // Cooks that limits left open are unknown, whatever the verdict is.
            Reply::Hisshi(HisshiReply { answer, .. })
                if answer.body.cooks.as_ref().is_some_and(|cooks| !cooks.is_whole()) =>
            {
                status.and(Status::Unknown)
            }
            _ => status,
        }
    }

    /// The object that programs read, as one line with its line feed.
    pub fn line(&self) -> String {
        each_reply!(self, |answer| answer.line(), |v| v.line(), |f| f.line())
    }

    /// Takes the certificate out of the reply, if the request asked for one.
    pub fn take_certificate(&mut self) -> Option<Certified> {
        match self {
            Reply::Solve(reply) => reply.certificate.take(),
            Reply::Value(reply) => reply.certificate.take(),
            Reply::LoaSolve(reply) => reply.certificate.take(),
            Reply::Hisshi(reply) => reply.certificate.take(),
            Reply::Threat(_) | Reply::Check(_) | Reply::Verify(_) | Reply::Frame(_) => None,
        }
    }

    /// The reply to a request that was not worked on. An input that is no position is still
    /// invalid.
    pub fn skipped(request: &Request) -> Reply {
        Reply::open(request, Reason::Interrupted, None)
    }

    /// The reply to a request whose job was broken off from outside and cannot reply any more: what
    /// its last events have told. `within` is that of the last [`crate::Event::Found`].
    pub fn broken_off(
        request: &Request,
        reason: Reason,
        error: Option<String>,
        progress: &Progress,
        within: Option<u32>,
    ) -> Reply {
        let mut reply = Reply::open(request, reason, error);
        let spent = (progress.nodes, crate::solve::seconds(progress.elapsed));
        let lower = (progress.lower > 0).then_some(progress.lower);
        match &mut reply {
            Reply::Solve(SolveReply { answer, .. }) if answer.verdict == Verdict::Unknown => {
                let body = &mut answer.body;
                (body.nodes, body.seconds) = spent;
                body.lower = lower;
                // By another convention the length of the line may be another one.
                if let (Some(within), None) = (within, body.convention) {
                    answer.verdict = Verdict::Mate;
                    answer.reason = None;
                    body.length = Some(within);
                    body.exact = Some(false);
                }
            }
            Reply::Check(reply) => (reply.answer.body.nodes, reply.answer.body.seconds) = spent,
            Reply::Hisshi(reply) => (reply.answer.body.nodes, reply.answer.body.seconds) = spent,
            Reply::Threat(reply) => (reply.answer.body.nodes, reply.answer.body.seconds) = spent,
            _ => {}
        }
        reply
    }

    /// The reply to a request that stayed open for a reason.
    pub(crate) fn open(request: &Request, reason: Reason, error: Option<String>) -> Reply {
        let name = &request.name;
        fn answer<B>(request: &Request, reason: Reason, error: Option<String>, body: B) -> Answer<B> {
            match request.question.position() {
                Some(Subject::Invalid(invalid)) => Answer::invalid(&request.name, invalid, body),
                _ => Answer {
                    error,
                    ..Answer::unknown(&request.name, reason, body)
                },
            }
        }
        match &request.question {
            Question::Solve(solve) => {
                Reply::Solve(answer(request, reason, error, crate::solve::empty(solve)).into())
            }
            Question::Check(check) => {
                Reply::Check(answer(request, reason, error, CheckBody::empty(check)).into())
            }
            Question::Hisshi(hisshi) => {
                let mut open = answer(request, reason, error, crate::hisshi::empty(hisshi));
                open.body.exact = (open.verdict == Verdict::Unknown).then_some(false);
                Reply::Hisshi(open.into())
            }
            Question::Threat(_) => Reply::Threat(answer(request, reason, error, Default::default()).into()),
            Question::Value(_) => Reply::Value(answer(request, reason, error, Default::default()).into()),
            Question::LoaSolve(_) => {
                Reply::LoaSolve(answer(request, reason, error, Default::default()).into())
            }
            Question::Verify(_) => Reply::Verify(Verified {
                verdict: Verdict::Unknown,
                reason: Some(reason),
                ..Verified::unreadable(&name.input, error.or_else(|| Some(reason.word().to_owned())))
            }),
            Question::Frame(frame) => Reply::Frame(FrameReply::open(name, frame, reason, error)),
        }
    }
}

/// Which reply an object is shows in the fields that only it has.
impl<'de> Deserialize<'de> for Reply {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(from)?;
        let has = |field: &str| value.get(field).is_some();
        let reply = if has("move_set") {
            serde_json::from_value(value).map(Reply::Hisshi)
        } else if has("parries") {
            serde_json::from_value(value).map(Reply::Threat)
        } else if has("cooks") {
            serde_json::from_value(value).map(Reply::Check)
        } else if has("policy") {
            serde_json::from_value(value).map(Reply::Solve)
        } else if has("distance") {
            serde_json::from_value(value).map(Reply::Value)
        } else if has("claim") {
            serde_json::from_value(value).map(Reply::Verify)
        } else if has("frame") {
            serde_json::from_value(value).map(Reply::Frame)
        } else if has("moves") {
            serde_json::from_value(value).map(Reply::LoaSolve)
        } else {
            return Err(de::Error::custom("the object is no reply"));
        };
        reply.map_err(de::Error::custom)
    }
}
