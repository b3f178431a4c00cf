//! What `setoption` sets.

use crate::command::Bounds;
use thiserror::Error;
use yose_ask::question::{Hisshi, Solve};
use yose_ask::{HisshiPolicy, Limits, MOST_THREADS, Policy, Problem, Question, Request, Subject};

/// What a `go` asks about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Is there a mate by checks alone?
    #[default]
    Mate,
    /// Is there a brinkmate?
    Hisshi,
}

impl Asked {
    const ALL: [Asked; 2] = [Asked::Mate, Asked::Hisshi];

    const fn word(self) -> &'static str {
        match self {
            Asked::Mate => "mate",
            Asked::Hisshi => "hisshi",
        }
    }
}

/// The settings of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the table in MB: `USI_Hash`. As on the command line.
    pub hash_mb: u32,
    /// Threads that may search: `Threads`.
    pub threads: u32,
    /// Whether any mate will do: `Proof`.
    pub first: bool,
    /// Which interpositions of a mate are futile: `Futile`.
    pub futile: Policy,
    /// Which drops against a brinkmate are futile: `HisshiFutile`.
    pub hisshi_futile: HisshiPolicy,
    /// What is asked: `Question`.
    pub asked: Asked,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash_mb: 1024,
            threads: 1,
            // A mate that is found on the way to the shortest is the answer when the time is up, so
            // a person loses nothing by asking for the shortest, and gets the line that depends on
            // the position alone.
            first: false,
            futile: Policy::None,
            hisshi_futile: HisshiPolicy::None,
            asked: Asked::Mate,
        }
    }
}

/// Why a setting stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingFault {
    /// No name was given.
    #[error("setoption without a name: setoption name USI_Hash value 1024")]
    NoName,
    /// There is no such setting.
    #[error("no option is called `{0}`")]
    Unknown(String),
    /// Not a number in the range.
    #[error("{name} stays as it is: `{value}` is not a number from {least} to {most}")]
    Range {
        /// The setting.
        name: &'static str,
        /// What was given.
        value: String,
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// Not one of the words.
    #[error("{name} stays as it is: `{value}` is none of {}", words.join(", "))]
    Word {
        /// The setting.
        name: &'static str,
        /// What was given.
        value: String,
        /// What could be.
        words: Vec<&'static str>,
    },
}

const HASH: &str = "USI_Hash";
pub(crate) const HASH_MOST: u32 = 1 << 20;
const THREADS: &str = "Threads";
const PROOF: &str = "Proof";
const FUTILE: &str = "Futile";
const HISSHI_FUTILE: &str = "HisshiFutile";
const QUESTION: &str = "Question";
const EXACT: &str = "exact";
const FIRST: &str = "first";
/// GUIs set this one whether an engine has it or not.
const PONDER: &str = "USI_Ponder";

impl Settings {
    /// The `option` lines.
    pub fn describe() -> Vec<String> {
        let default = Settings::default();
        let proof = if default.first { FIRST } else { EXACT };
        vec![
            spin(HASH, default.hash_mb, HASH_MOST),
            spin(THREADS, default.threads, MOST_THREADS),
            combo(PROOF, proof, &[EXACT, FIRST]),
            combo(FUTILE, default.futile.word(), &Policy::ALL.map(Policy::word)),
            combo(
                HISSHI_FUTILE,
                default.hisshi_futile.word(),
                &HisshiPolicy::ALL.map(HisshiPolicy::word),
            ),
            combo(QUESTION, default.asked.word(), &Asked::ALL.map(Asked::word)),
        ]
    }

    /// Sets one by its name. Capitals do not matter, in names as in words.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingFault> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if name.is_empty() {
            return Err(SettingFault::NoName);
        } else if is(HASH) {
            self.hash_mb = number(HASH, value, HASH_MOST)?;
        } else if is(THREADS) {
            self.threads = number(THREADS, value, MOST_THREADS)?;
        } else if is(PROOF) {
            self.first = word(PROOF, value, &[EXACT, FIRST])? == 1;
        } else if is(FUTILE) {
            self.futile = Policy::ALL[word(FUTILE, value, &Policy::ALL.map(Policy::word))?];
        } else if is(HISSHI_FUTILE) {
            let words = HisshiPolicy::ALL.map(HisshiPolicy::word);
            self.hisshi_futile = HisshiPolicy::ALL[word(HISSHI_FUTILE, value, &words)?];
        } else if is(QUESTION) {
            self.asked = Asked::ALL[word(QUESTION, value, &Asked::ALL.map(Asked::word))?];
        } else if !is(PONDER) {
            return Err(SettingFault::Unknown(name.to_owned()));
        }
        Ok(())
    }

    /// The request of a `go` about a position. `first`: any mate or brinkmate will do, whatever is
    /// set.
    pub fn request(&self, problem: &Problem, bounds: Bounds, first: bool) -> Request {
        let position = Subject::of(problem);
        let first = self.first || first;
        Request {
            name: problem.name(),
            question: match self.asked {
                Asked::Mate => Question::Solve(Solve {
                    policy: Some(self.futile),
                    first,
                    ..Solve::new(position)
                }),
                Asked::Hisshi => Question::Hisshi(Hisshi {
                    policy: self.hisshi_futile,
                    first,
                    ..Hisshi::new(position)
                }),
            },
            limits: Limits {
                time: bounds.time,
                nodes: bounds.nodes,
                hash_mb: self.hash_mb as usize,
                threads: self.threads as usize,
            },
        }
    }
}

fn spin(name: &str, default: u32, most: u32) -> String {
    format!("option name {name} type spin default {default} min 1 max {most}")
}

fn combo(name: &str, default: &str, words: &[&str]) -> String {
    let words: String = words.iter().map(|word| format!(" var {word}")).collect();
    format!("option name {name} type combo default {default}{words}")
}

fn number(name: &'static str, value: &str, most: u32) -> Result<u32, SettingFault> {
    match value.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(SettingFault::Range {
            name,
            value: value.to_owned(),
            least: 1,
            most,
        }),
    }
}

/// Which of the words a value is.
fn word(name: &'static str, value: &str, words: &[&'static str]) -> Result<usize, SettingFault> {
    words
        .iter()
        .position(|word| word.eq_ignore_ascii_case(value))
        .ok_or_else(|| SettingFault::Word {
            name,
            value: value.to_owned(),
            words: words.to_vec(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_described_can_be_set_to_its_default() {
        let mut settings = Settings::default();
        let lines = Settings::describe();
        assert_eq!(lines.len(), 6);
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(
                (words[0], words[1], words[3], words[5]),
                ("option", "name", "type", "default")
            );
            settings.set(words[2], words[6]).unwrap();
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn a_fault_changes_nothing() {
        let mut settings = Settings::default();
        for (name, value, what) in [
            ("", "1", "without a name"),
            ("No Such Thing", "1", "no option is called `No Such Thing`"),
            ("USI_Hash", "0", "`0` is not a number from 1 to 1048576"),
            ("USI_Hash", "1048577", "is not a number"),
            ("USI_Hash", "99999999999999999999", "is not a number"),
            ("USI_Hash", "-1", "is not a number"),
            ("USI_Hash", "", "is not a number"),
            ("Threads", "many", "`many` is not a number from 1 to 512"),
            ("Proof", "best", "`best` is none of exact, first"),
            ("Futile", "all", "`all` is none of none, usual, immediate, strict"),
            ("Question", "threat", "`threat` is none of mate, hisshi"),
        ] {
            let fault = settings.set(name, value).unwrap_err().to_string();
            assert!(fault.contains(what), "{fault}");
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn capitals_do_not_matter() {
        let mut settings = Settings::default();
        settings.set("usi_hash", "64").unwrap();
        settings.set("THREADS", "2").unwrap();
        settings.set("proof", "First").unwrap();
        settings.set("USI_Ponder", "true").unwrap();
        let position = Problem::position("startpos", yose_ask::Game::Any);
        let request = settings.request(&position, Bounds::default(), false);
        let Question::Solve(solve) = request.question else {
            panic!("another question")
        };
        assert_eq!(
            (request.limits.hash_mb, request.limits.threads, solve.first),
            (64, 2, true)
        );
    }
}
