//! Requests: what was asked, what the problem is called, and what the search may use.

use crate::question::Question;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The most threads that may search one problem.
pub const MOST_THREADS: u32 = 512;

/// One question about one problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// What the problem is called.
    #[serde(flatten)]
    pub name: Name,
    /// What is asked.
    pub question: Question,
    /// What the search may use.
    #[serde(default)]
    pub limits: Limits,
}

/// What a problem is called. The reply repeats the name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// The name in the file of problems, if there is one.
    #[serde(default)]
    pub id: Option<String>,
    /// The position as typed, or the name of a file.
    #[serde(default)]
    pub input: String,
    /// The name of the file of the problem, if it came from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in that file, or in standard input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// The most characters of a position that a label has.
const LONGEST_LABEL: usize = 500;

impl Name {
    /// The file and line of the problem; `None` if it was typed as an argument.
    pub fn source(&self) -> Option<String> {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => Some(format!("{file}:{line}")),
            (Some(file), None) => Some(file.clone()),
            (None, Some(line)) => Some(format!("standard input:{line}")),
            (None, None) => None,
        }
    }

    /// What to call the problem in a report: its source, and its id.
    pub fn label(&self) -> String {
        let mut label = self
            .source()
            .unwrap_or_else(|| crate::invalid::shortened(&self.input, LONGEST_LABEL));
        if let Some(id) = &self.id
            && self.line.is_some()
        {
            label = format!("{label} ({id})");
        }
        label
    }
}

/// What a request may use. Limits are no part of the question: a request with other limits has the
/// same fingerprint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Time for the whole request.
    #[serde(with = "seconds")]
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Memory for tables, in MB.
    pub hash_mb: usize,
    /// Threads that search one problem.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: None,
            nodes: None,
            hash_mb: 256,
            threads: 1,
        }
    }
}

impl Limits {
    /// The memory that a request with these limits takes, with a certificate or without.
    pub fn memory_mb(&self, certifies: bool) -> usize {
        match certifies {
            true => self.hash_mb + crate::certificate::room_mb(self.hash_mb),
            false => self.hash_mb,
        }
    }

    /// The limits as the search crates have them, with the flag that stops the search.
    pub fn for_search(&self, interrupt: &Arc<AtomicBool>) -> yose_andor::Limits {
        yose_andor::Limits {
            time: self.time,
            nodes: self.nodes,
            hash_mb: self.hash_mb,
            interrupt: Arc::clone(interrupt),
        }
    }
}

/// The version of the fingerprint. It changes when the same question may have another answer.
const VERSION: u32 = 1;

impl Request {
    /// A number for the position and the question. Name, limits and threads are not in it: an
    /// answer with the same fingerprint answers this request.
    pub fn fingerprint(&self) -> Fingerprint {
        // JSON cannot hold maps whose keys are no text, and nothing else fails here: a question has
        // no map, and what it says in words of its own (`words.rs`) is text.
        let question = serde_json::to_string(&self.question).expect("a question has no map");
        let text = format!("{VERSION} {} {question}", self.question.definitions());
        // FNV-1a, which every language can compute.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Fingerprint(format!("{hash:016x}"))
    }
}

impl Request {
    /// The memory that the request takes: its table, and with a certificate room for the evidence.
    pub fn memory_mb(&self) -> usize {
        let certifies = match &self.question {
            Question::Solve(solve) => solve.certificate,
            Question::Value(value) => value.certificate,
            Question::LoaSolve(solve) => solve.certificate,
            Question::Verify(_) => return 0,
            Question::Hisshi(hisshi) => hisshi.certificate,
            Question::Threat(_) | Question::Check(_) | Question::Frame(_) => false,
        };
        self.limits.memory_mb(certifies)
    }
}

/// A fingerprint: 16 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(pub String);

/// A time as a number of seconds.
mod seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Option<Duration>, out: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(out)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(from)?;
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        time.map_err(de::Error::custom)
    }
}
