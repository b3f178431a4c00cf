//! `verify`: does a certificate hold? The referee decides, whose code shares nothing with the
//! solver.

use crate::answer::{SCHEMA, line};
use crate::invalid::shortened;
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::io::BufRead;
use std::path::Path;
use yose_verify::certificate::{
    Accepted, Claim, Game, Question as Asked, brinkmate, check, decode, under_policy,
};

/// The most characters of a fault. A fault quotes what the file says, and a file may say anything.
const LONGEST: usize = 500;

/// What the check of a file said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verified {
    /// The version of the shape.
    pub schema: u32,
    /// The file.
    pub input: String,
    /// The name of the file without folder and extension; `None` for standard input.
    #[serde(default)]
    pub id: Option<String>,
    /// `accepted`, `rejected` or `invalid`.
    pub verdict: Verdict,
    /// What is claimed.
    pub claim: Option<String>,
    /// Why it was rejected: the first fault with its place.
    pub fault: Option<String>,
    /// Why the file could not be read.
    pub error: Option<String>,
    /// The game, where it is not 9x9 shogi: a claim is worth what its rules are.
    pub game: Option<String>,
    /// The position the claims are about.
    pub root: Option<String>,
    /// Records checked.
    pub records: usize,
    /// Positions checked: one for each record. The referee does not search.
    #[serde(default)]
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
    /// Why the verdict is unknown.
    #[serde(default)]
    pub reason: Option<Reason>,
}

impl Verified {
    /// The reply about a file that cannot be read.
    pub fn unreadable(input: &str, error: Option<String>) -> Verified {
        Verified {
            schema: SCHEMA,
            input: input.to_owned(),
            id: Some(input)
                .filter(|input| *input != "-")
                .and_then(|input| Path::new(input).file_stem())
                .map(|stem| stem.to_string_lossy().into_owned()),
            verdict: Verdict::Invalid,
            claim: None,
            fault: None,
            error,
            game: None,
            root: None,
            records: 0,
            nodes: 0,
            seconds: 0.0,
            reason: None,
        }
    }

    fn describe(&mut self, claims: &[Claim], asked: Asked, root: &str, game: &Game, records: usize) {
        let claims: Vec<String> = claims.iter().map(|claim| claim.text(asked)).collect();
        self.claim = Some(claims.join(", "));
        self.root = Some(root.to_owned());
        self.game = (*game != Game::shogi()).then(|| rules_of(game));
        self.records = records;
        self.nodes = records as u64;
    }

    fn judge(&mut self, checked: Result<Accepted, String>) {
        match checked {
            Ok(accepted) => {
                self.verdict = Verdict::Accepted;
                if let (Some(exact), Some(claim)) = (accepted.exact, &mut self.claim) {
                    let _ = write!(claim, " (exactly {exact})");
                }
            }
            Err(fault) => {
                self.verdict = Verdict::Rejected;
                self.fault = Some(shortened(&fault, LONGEST));
            }
        }
    }

    /// For programs.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// The game with all that the certificate says about it, on one line.
fn rules_of(game: &Game) -> String {
    let pieces = game.pieces();
    let pieces = pieces.iter().map(|piece| format!("; piece {piece}"));
    format!("{}{}", game.head(), pieces.collect::<String>())
}

/// The version of the format, from the first line of a file.
fn version(start: &[u8]) -> Option<String> {
    let line = start.split(|&byte| byte == b'\n' || byte == b'\r').next()?;
    let version = line.strip_prefix(b"yose-certificate ")?;
    String::from_utf8(version.to_vec()).ok()
}

/// Checks a certificate. `input` is what the reply calls it.
pub fn verify(input: &str, mut reader: impl BufRead) -> Verified {
    let start = yose_andor::Clock::start();
    let mut verified = Verified::unreadable(input, None);
    // The second version of the format is about lengths under a policy, the third about
    // brinkmates.
    let version = reader.fill_buf().ok().and_then(version).unwrap_or_default();
    if version == brinkmate::VERSION {
        match brinkmate::decode(reader) {
            Err(fault) => verified.error = Some(shortened(&fault.to_string(), LONGEST)),
            Ok(c) => {
                let plain = &c.mates;
                verified.describe(
                    &plain.claims,
                    Asked::Hisshi,
                    &plain.root,
                    &plain.game,
                    c.records(),
                );
                verified.judge(brinkmate::check(&c).map_err(|rejected| rejected.to_string()));
            }
        }
    } else if version == under_policy::VERSION {
        match under_policy::decode(reader) {
            Err(fault) => verified.error = Some(shortened(&fault.to_string(), LONGEST)),
            Ok(c) => {
                verified.describe(&c.claims, Asked::Tsume, &c.root, &c.game, c.records());
                if let Some(claim) = &mut verified.claim {
                    let _ = write!(claim, " under the policy {}", c.policy);
                }
                verified.judge(under_policy::check(&c).map_err(|rejected| rejected.to_string()));
            }
        }
    } else {
        match decode(reader) {
            Err(fault) => verified.error = Some(shortened(&fault.to_string(), LONGEST)),
            Ok(c) => {
                verified.describe(&c.claims, c.question, &c.root, &c.game, c.records());
                verified.judge(check(&c).map_err(|rejected| rejected.to_string()));
            }
        }
    }
    verified.seconds = crate::solve::seconds(start.elapsed());
    verified
}
