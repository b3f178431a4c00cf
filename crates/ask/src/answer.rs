//! The shape that most replies share: an object with the fields of the question in its middle.
//! Field names and their order are a contract (docs/format/answers.md).

use crate::certificate::{AnyCertificate, Certified, NoCertificate};
use crate::invalid::{FaultText, Invalid};
use crate::request::Name;
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};

/// The version of the shape.
pub const SCHEMA: u32 = 1;

/// The answer to one problem. `body` holds the fields of the question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer<B> {
    /// The version of the shape.
    pub schema: u32,
    /// The position or file as it was given.
    pub input: String,
    /// The problem's name, if it has one.
    pub id: Option<String>,
    /// The file and line of the problem, if it came from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The verdict; `invalid` for input that could not be used.
    pub verdict: Verdict,
    /// The fields of the question.
    #[serde(flatten)]
    pub body: B,
    /// Why the verdict is unknown.
    pub reason: Option<Reason>,
    /// What is wrong with the input and where, in one line.
    pub error: Option<String>,
    /// The same, one entry a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultText>,
}

impl<B> Answer<B> {
    /// An answer to a problem.
    pub fn new(name: &Name, verdict: Verdict, body: B) -> Answer<B> {
        Answer {
            schema: SCHEMA,
            input: name.input.clone(),
            id: name.id.clone(),
            source: name.source(),
            verdict,
            body,
            reason: None,
            error: None,
            faults: Vec::new(),
        }
    }

    /// The answer to a problem that stayed open.
    pub fn unknown(name: &Name, reason: Reason, body: B) -> Answer<B> {
        Answer {
            reason: Some(reason),
            ..Answer::new(name, Verdict::Unknown, body)
        }
    }

    /// The answer to an input that could not be used.
    pub fn invalid(name: &Name, invalid: &Invalid, body: B) -> Answer<B> {
        Answer {
            error: Some(invalid.to_string()),
            faults: invalid.faults.clone(),
            ..Answer::new(name, Verdict::Invalid, body)
        }
    }
}

impl<B: Serialize> Answer<B> {
    /// The object as one line, with its line feed.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// An answer with its certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WithCertificate<B> {
    /// The object that programs read.
    #[serde(flatten)]
    pub answer: Answer<B>,
    /// The certificate, if the request asked for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
}

impl<B> From<Answer<B>> for WithCertificate<B> {
    fn from(answer: Answer<B>) -> Self {
        WithCertificate {
            answer,
            certificate: None,
        }
    }
}

/// The certificate or why there is none, if the request asked for one.
pub(crate) type Certification = Option<Result<AnyCertificate, NoCertificate>>;

/// What was found out about a position: the fields of the question, the verdict, why it is unknown,
/// and the certificate.
pub(crate) struct Findings<B> {
    pub body: B,
    pub verdict: Verdict,
    pub reason: Option<Reason>,
    pub certificate: Certification,
}

impl<B> WithCertificate<B> {
    /// What was found. `empty` are the fields for an input that could not be used.
    pub(crate) fn of(name: &Name, found: Result<Findings<B>, Invalid>, empty: impl FnOnce() -> B) -> Self {
        match found {
            Ok(found) => WithCertificate {
                answer: Answer {
                    reason: found.reason,
                    ..Answer::new(name, found.verdict, found.body)
                },
                certificate: found.certificate.as_ref().map(Certified::one),
            },
            Err(invalid) => Answer::invalid(name, &invalid, empty()).into(),
        }
    }
}

/// An object as one line, with its line feed.
pub fn line(object: &impl Serialize) -> String {
    match serde_json::to_string(object) {
        Ok(text) => text + "\n",
        // Plain strings and numbers always serialise. If they did not, an answer would still come.
        Err(error) => format!("{{\"schema\":{SCHEMA},\"verdict\":\"invalid\",\"error\":\"{error}\"}}\n"),
    }
}
