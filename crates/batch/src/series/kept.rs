//! The answers that an earlier run has kept in its journal.

use super::{Keep, SeriesError};
use crate::journal::{Journal, Place, checksum, is_intact};
use crate::output;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use yose_ask::{Problem, Reply, Request, Verdict};

/// An answer in the journal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) place: Place,
    pub(super) verdict: Verdict,
}

/// What an answer is about: the hash of the problem's name, and the fingerprint of the request.
pub(super) type Key = (u64, u64);

pub(super) fn key(request: &Request) -> Key {
    let name = name_key(request.name.id.as_deref(), &request.name.input);
    (
        name,
        fingerprint_key(&request.fingerprint().0).unwrap_or_default(),
    )
}

fn name_key(id: Option<&str>, input: &str) -> u64 {
    checksum(&match id {
        Some(id) => format!("{id}\t{input}"),
        None => format!("\n{input}"),
    })
}

fn fingerprint_key(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16)
}

/// The answers of an earlier run, and the journal for more answers.
pub(super) struct Kept {
    pub(super) answers: HashMap<Key, Known>,
    pub(super) journal: Journal,
}

/// A line of the journal that is an answer, while its problem is looked for.
struct Wanted {
    line: usize,
    /// The answer, unless its verdict is unknown: then its problem is asked again.
    known: Option<Known>,
    /// Whether a request with this fingerprint is among those given.
    is_asked: bool,
}

impl Kept {
    /// Reads the answers of an earlier run. A file that holds something else, or answers to other
    /// requests, is refused before a byte of it is changed. A damaged line is no answer: its
    /// problem is asked again.
    pub(super) fn take_over<P: Iterator<Item = Problem>, E: std::error::Error>(
        keep: Keep<'_>,
        problems: &impl Fn() -> P,
        request: &impl Fn(&Problem) -> Request,
    ) -> Result<Kept, SeriesError<E>> {
        let refuse = |(line, what): (usize, &str)| SeriesError::Foreign {
            path: keep.path.display().to_string(),
            line,
            what: what.to_owned(),
        };
        let mut wanted: HashMap<Key, Wanted> = HashMap::new();
        let mut damaged = Vec::new();
        let mut foreign = None;
        let mut refused = None;
        let mut line = 0;
        let scanned = Journal::scan(keep.path, keep.anew, |place, text| {
            line += 1;
            match read_answer(text) {
                Line::Answer(key, verdict) => {
                    let known = (verdict != Verdict::Unknown).then_some(Known { place, verdict });
                    let entry = wanted.entry(key).or_insert(Wanted {
                        line,
                        known,
                        is_asked: false,
                    });
                    entry.known = known.or(entry.known);
                }
                Line::Damaged => damaged.push(line),
                Line::Other if foreign.is_none() => foreign = Some(line),
                Line::Other => damaged.push(line),
                Line::Refused(what) => {
                    refused.get_or_insert((line, what));
                }
            }
        });
        let (mut journal, torn) = scanned.map_err(SeriesError::Journal)?;
        if let Some(fault) = refused {
            return Err(refuse(fault));
        }
        // If somebody names a wrong file by mistake, the file must not lose a line. A file with
        // answers in it is no mistake.
        if foreign.is_none() && !torn.starts_with(BEGINNING) && !BEGINNING.starts_with(&torn) {
            foreign = Some(line + 1);
        }
        match foreign {
            Some(line) if wanted.is_empty() => return Err(refuse((line, "this is not an answer"))),
            Some(other) if other <= line => damaged.push(other),
            _ => {}
        }
        if !wanted.is_empty() {
            let mut names: HashSet<u64> = HashSet::new();
            let held: HashSet<u64> = wanted.keys().map(|key| key.0).collect();
            for problem in problems() {
                let key = key(&request(&problem));
                if held.contains(&key.0) {
                    names.insert(key.0);
                }
                if let Some(wanted) = wanted.get_mut(&key) {
                    wanted.is_asked = true;
                }
            }
            let stranger = wanted.iter().filter(|(_, wanted)| !wanted.is_asked);
            if let Some((key, wanted)) = stranger.min_by_key(|(_, wanted)| wanted.line) {
                return Err(refuse((
                    wanted.line,
                    match names.contains(&key.0) {
                        true => "this was checked with other options",
                        false => "this answers a problem that is not among those given",
                    },
                )));
            }
        }
        complain_of(keep.path, damaged);
        journal.cut().map_err(SeriesError::Journal)?;
        let answers = wanted.into_iter();
        Ok(Kept {
            answers: answers.filter_map(|(key, w)| Some((key, w.known?))).collect(),
            journal,
        })
    }
}

/// Tells which lines are damaged, the first few by number.
fn complain_of(path: &Path, mut damaged: Vec<usize>) {
    const TOLD: usize = 5;
    damaged.sort_unstable();
    for line in damaged.iter().take(TOLD) {
        output::complain(&format!(
            "warning: {}, line {line}: damaged, so it is no answer; its problem is asked again\n",
            path.display()
        ));
    }
    if damaged.len() > TOLD {
        let more = damaged.len() - TOLD;
        output::complain(&format!("warning: {}: … and {more} more\n", path.display()));
    }
}

/// The first characters of every answer.
const BEGINNING: &str = "{\"schema\":";

/// What a line of a journal is.
enum Line {
    /// An answer.
    Answer(Key, Verdict),
    /// An answer of which a part was changed.
    Damaged,
    /// Not an answer.
    Other,
    /// An answer that cannot be taken over, and why.
    Refused(&'static str),
}

fn read_answer(text: &str) -> Line {
    let intact = is_intact(text);
    let value: Value = match serde_json::from_str(text) {
        Ok(value) if intact != Some(false) => value,
        _ if text.starts_with(BEGINNING) => return Line::Damaged,
        _ => return Line::Other,
    };
    let (Some(_), Some(input)) = (value["schema"].as_u64(), value["input"].as_str()) else {
        return Line::Other;
    };
    let Some(fingerprint) = value["fingerprint"].as_str() else {
        return Line::Refused(
            "this answer does not say which options it was found with: it has no fingerprint",
        );
    };
    let name = name_key(value["id"].as_str(), input);
    // A line without a checksum must at least have every field of a reply.
    let verdict = match intact {
        Some(_) => serde_json::from_value(value["verdict"].clone()).ok(),
        None => serde_json::from_str::<Reply>(text).ok().map(|r| r.verdict()),
    };
    match (fingerprint_key(fingerprint), verdict) {
        (Some(fingerprint), Some(verdict)) => Line::Answer((name, fingerprint), verdict),
        _ => Line::Damaged,
    }
}
