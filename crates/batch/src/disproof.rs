//! Disproofs of an enumeration: makes the certificate of any diagram without mate, and checks the
//! certificates that a database holds.

use crate::store::stored;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;
use yose_ask::answer::{SCHEMA, line};
use yose_ask::{Status, frame};
use yose_enumerate::{Space, Terms};
use yose_shogi::notation::sfen;
use yose_verify::certificate::{Certificate, Claim, check};

/// Why there is no disproof.
#[derive(Debug, Error)]
pub enum DisproofError {
    /// The space has no such diagram.
    #[error("{space} has no problem {number}: numbers go from 0 to {last}, and a king in check makes none")]
    NoProblem {
        /// The space.
        space: String,
        /// The requested number.
        number: u64,
        /// The last number.
        last: u64,
    },
    /// The diagram has a mate, or the referee rejected the certificate.
    #[error("diagram {number}: {what}")]
    Told {
        /// The diagram.
        number: u64,
        /// What happened.
        what: String,
    },
    /// The database cannot be read.
    #[error("{file}: {error}")]
    Store {
        /// The file.
        file: String,
        /// What happened.
        error: std::io::Error,
    },
    /// The database belongs to another space.
    #[error("{file} is about the space {found}, not {space}")]
    OtherSpace {
        /// The file.
        file: String,
        /// The space of the database.
        found: String,
        /// The requested space.
        space: String,
    },
}

/// The certificate that a diagram of a space has no mate, checked by the referee. An enumeration
/// stores the same certificate.
///
/// # Errors
/// There is no such diagram, or the diagram has a mate.
pub fn disproof(space: &Space, number: u64, interrupt: &Arc<AtomicBool>) -> Result<String, DisproofError> {
    let Some(position) = space.problem(number) else {
        return Err(DisproofError::NoProblem {
            space: space.name.clone(),
            number,
            last: space.diagrams().saturating_sub(1),
        });
    };
    frame::disproof(&position, interrupt).map_err(|what| DisproofError::Told { number, what })
}

/// The result of the check of a database.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedDisproofs {
    schema: u32,
    /// The file.
    pub input: String,
    /// `accepted` or `rejected`.
    pub verdict: &'static str,
    /// The number of diagrams without mate.
    pub never: usize,
    /// One in this number of diagrams without mate has a certificate.
    pub one_in: Option<u64>,
    /// The number of checked certificates.
    pub disproofs: usize,
    /// The total size of the certificates in bytes.
    pub bytes: usize,
    /// The total number of records in the certificates.
    pub records: usize,
    /// The faults, one line for each diagram.
    pub faults: Vec<String>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

impl CheckedDisproofs {
    /// The result as text.
    pub fn text(&self) -> String {
        let one_in = self
            .one_in
            .map_or_else(|| "none".to_owned(), |n| format!("one in {n}"));
        let mut text = format!(
            "{}: {}: {} disproofs ({one_in} of {} diagrams without mate), {} records, {} bytes; {:.3} s\n",
            self.input, self.verdict, self.disproofs, self.never, self.records, self.bytes, self.seconds
        );
        for fault in &self.faults {
            let _ = writeln!(text, "  {fault}");
        }
        text
    }

    /// The result as one line of JSON.
    pub fn line(&self) -> String {
        line(self)
    }

    /// The exit status for this result.
    pub fn status(&self) -> Status {
        if self.faults.is_empty() {
            Status::Answered
        } else {
            Status::Unknown
        }
    }
}

/// Checks every disproof of a database with the referee. Each disproof must be about the diagram of
/// its number, must claim that there is no mate, and must be accepted. Every diagram that should
/// have a disproof must have one.
///
/// # Errors
/// The database cannot be read, or belongs to another space.
pub fn check_disproofs(space: &Space, path: &Path) -> Result<CheckedDisproofs, DisproofError> {
    let start = std::time::Instant::now();
    let file = path.display().to_string();
    let found = stored(path).map_err(|error| DisproofError::Store {
        file: file.clone(),
        error,
    })?;
    // The database of a sample is about the same diagrams.
    let is_sample = |rest: &str| rest.starts_with(", a sample of ");
    let rest = found.space.strip_prefix(&space.name);
    if !rest.is_some_and(|rest| rest.is_empty() || is_sample(rest)) {
        return Err(DisproofError::OtherSpace {
            file,
            found: found.space,
            space: space.name.clone(),
        });
    }
    let one_in = found
        .terms
        .split(' ')
        .find_map(|word| word.strip_prefix("disproofs="))
        .and_then(|n| n.parse().ok());
    let terms = Terms {
        disproofs: one_in,
        ..Terms::default()
    };
    let mut faults = Vec::new();
    for &number in found.never.iter().filter(|&&number| terms.wants_disproof(number)) {
        if found
            .disproofs
            .binary_search_by_key(&number, |told| told.0)
            .is_err()
        {
            faults.push(format!("diagram {number}: no disproof is stored"));
        }
    }
    let (mut bytes, mut records) = (0, 0);
    for (number, text) in &found.disproofs {
        bytes += text.len();
        match check_one(space, *number, text) {
            Ok(checked) => records += checked,
            Err(what) => faults.push(format!("diagram {number}: {what}")),
        }
        if found.never.binary_search(number).is_err() {
            faults.push(format!("diagram {number}: it is not said to have no mate"));
        }
    }
    Ok(CheckedDisproofs {
        schema: SCHEMA,
        input: file,
        verdict: if faults.is_empty() { "accepted" } else { "rejected" },
        never: found.never.len(),
        one_in,
        disproofs: found.disproofs.len(),
        bytes,
        records,
        faults,
        seconds: (start.elapsed().as_secs_f64() * 1e6).round() / 1e6,
    })
}

/// The number of records in the certificate of a diagram, or the fault of the certificate.
fn check_one(space: &Space, number: u64, text: &str) -> Result<usize, String> {
    let position = space.problem(number).ok_or("there is no such problem")?;
    let certificate: Certificate = text.parse().map_err(|fault| format!("{fault}"))?;
    if format!("{} 1", certificate.root) != sfen::write(&position, 1) {
        return Err(format!(
            "the certificate is about another position: {}",
            certificate.root
        ));
    }
    if certificate.game != yose_verify::certificate::Game::shogi() || certificate.claims != [Claim::Never] {
        return Err("the certificate claims something else".to_owned());
    }
    let accepted = check(&certificate).map_err(|rejected| rejected.to_string())?;
    Ok(accepted.records)
}
