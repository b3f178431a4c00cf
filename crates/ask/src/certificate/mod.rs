//! Certificates: the evidence of a solved problem as a file, and the independent check of such a file.

pub mod loa;
pub mod policy;
pub(crate) mod records;
pub mod referee;
pub(crate) mod room;
pub mod search;
pub mod table;

use crate::certificate::records::{Place, Records, blank};
use crate::certificate::room::Room;
use crate::json::SCHEMA;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::Path;
use yose_shogi::notation::usi;
use yose_shogi::{Ending, Geometry, Move};
use yose_tsume::{EvidenceWriter, Limits, Question, Solver, Verdict};
use yose_verify::certificate::{
    Accepted, Certificate, Claim, FaultKind, Game, Question as Asked, check, decode, under_policy,
};

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// Nothing was proved.
    #[error("nothing was proved, so there is nothing to certify")]
    Open,
    /// The limits were used up while it was written.
    #[error("stopped ({0}) while the certificate was gathered")]
    Stopped(&'static str),
    /// The referee does not know the game.
    #[error("the referee cannot judge this game: {0}")]
    Game(String),
    /// A value of Lines of Action.
    #[error(
        "values of Lines of Action have no certificate; `yose loa solve --certificate` has one of a win, or of none"
    )]
    Loa,
    /// The format cannot hold it.
    #[error("the format cannot hold a record: {0}")]
    Record(FaultKind),
    /// The referee does not know the policy.
    #[error(
        "the referee does not know the policy `{0}` {1}; `--futile none` certifies the length with every interposition counted"
    )]
    Policy(&'static str, u32),
    /// It does not fit into memory.
    #[error(
        "too large: more than {mb} MB for {records} records and what follows from them (a larger --hash allows more)"
    )]
    TooLarge {
        /// Records gathered.
        records: usize,
        /// The room for them.
        mb: usize,
    },
    /// The evidence did not bear the verdict out: a fault of the search.
    #[error("the evidence does not bear the verdict out; please report this position")]
    Unsupported,
}

/// A certificate of either version.
#[derive(Debug)]
pub enum AnyCertificate {
    /// Every interposition counts.
    Plain(Certificate),
    /// Futile ones do not.
    Ruled(under_policy::Certificate),
}

impl AnyCertificate {
    /// Writes the file.
    ///
    /// # Errors
    /// Whatever the writer says.
    pub fn encode(&self, out: impl std::io::Write) -> std::io::Result<()> {
        match self {
            AnyCertificate::Plain(certificate) => certificate.encode(out),
            AnyCertificate::Ruled(certificate) => certificate.encode(out),
        }
    }
}

/// Takes the evidence of a tsume down.
struct Scribe(Records);

impl<G: Geometry> EvidenceWriter<Question<G>> for Scribe {
    fn write_proof(&mut self, at: &Question<G>, rank: u16, mv: Move) {
        let p = at.position();
        self.0.prove(&Place::of(p), rank, &usi::write(mv, p.variant()));
    }

    fn write_disproof(&mut self, at: &Question<G>, bound: u16, answers: &[(Move, Move)]) {
        let p = at.position();
        if p.ending() == Some(Ending::Try) {
            // The game is over and lost: the checker sees that by itself.
            return;
        }
        self.0
            .refute(&Place::of(p), bound, answers, |m| usi::write(m, p.variant()));
    }

    fn is_full(&self, held: usize) -> bool {
        self.0.is_full(held)
    }
}

/// The certificate of a solved problem.
///
/// # Errors
/// See [`NoCertificate`].
pub fn certify<G: Geometry>(
    solver: &Solver<G>,
    verdict: Verdict,
    limits: &Limits,
) -> Result<Certificate, NoCertificate> {
    let claims = match verdict {
        Verdict::Unknown(_) => return Err(NoCertificate::Open),
        Verdict::Disproved => vec![Claim::Never],
        Verdict::Proved { length, exact } if exact && length > 1 => {
            vec![Claim::Within(length), Claim::NotWithin(length - 2)]
        }
        Verdict::Proved { length, .. } => vec![Claim::Within(length)],
    };
    let mut certificate = blank(solver.root().position(), Asked::Tsume, claims)?;
    let mut scribe = Scribe(Records::within(Room::beside(limits.hash_mb)));
    let told = solver.evidence(verdict, &mut scribe, limits);
    if !scribe.0.told(told)? {
        return Err(NoCertificate::Unsupported);
    }
    scribe.0.fill(&mut certificate);
    Ok(certificate)
}

/// The text of a certificate that the referee, reading that very text, accepts.
///
/// # Errors
/// What the referee said.
pub fn checked_text(certificate: &Certificate) -> Result<String, String> {
    let mut bytes = Vec::new();
    certificate.encode(&mut bytes).map_err(|e| e.to_string())?;
    let read = decode(bytes.as_slice()).map_err(|fault| fault.to_string())?;
    check(&read).map_err(|rejected| rejected.to_string())?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}

/// What the check of a file said.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    schema: u32,
    /// The file.
    pub input: String,
    /// `accepted`, `rejected` or `invalid`.
    pub verdict: &'static str,
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
    /// Time used.
    pub seconds: f64,
}

impl Verified {
    fn describe(&mut self, claims: &[Claim], asked: Asked, root: &str, game: &Game, records: usize) {
        let claims: Vec<String> = claims.iter().map(|claim| claim.text(asked)).collect();
        self.claim = Some(claims.join(", "));
        self.root = Some(root.to_owned());
        self.game = (*game != Game::shogi()).then(|| rules_of(game));
        self.records = records;
    }

    fn judge(&mut self, checked: Result<Accepted, String>) {
        match checked {
            Ok(accepted) => {
                self.verdict = "accepted";
                if let (Some(exact), Some(claim)) = (accepted.exact, &mut self.claim) {
                    let _ = write!(claim, " (exactly {exact})");
                }
            }
            Err(fault) => {
                self.verdict = "rejected";
                self.fault = Some(fault);
            }
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}", self.input, self.verdict);
        if let Some(claim) = &self.claim {
            let _ = write!(text, ": {claim}");
        }
        if self.verdict == "accepted" {
            let _ = write!(text, "; {} records, {:.3} s", self.records, self.seconds);
        }
        if let Some(root) = &self.root {
            let _ = write!(text, "\n  {root}");
        }
        if let Some(game) = &self.game {
            let _ = write!(text, "\n  game {game}");
        }
        for fault in self.fault.iter().chain(&self.error) {
            let _ = write!(text, "\n  {fault}");
        }
        text.push('\n');
        text
    }

    /// For programs.
    pub fn line(&self) -> String {
        crate::json::line(self)
    }

    /// What it means for the exit status.
    pub fn status(&self) -> crate::Status {
        match self.verdict {
            "accepted" => crate::Status::Answered,
            "rejected" => crate::Status::Unknown,
            _ => crate::Status::Invalid,
        }
    }
}

/// The game with all that the certificate says about it, on one line.
fn rules_of(game: &Game) -> String {
    let pieces = game.pieces();
    let pieces = pieces.iter().map(|piece| format!("; piece {piece}"));
    format!("{}{}", game.head(), pieces.collect::<String>())
}

/// Checks a certificate file; `-` is standard input.
pub fn verify(path: &Path) -> Verified {
    let start = std::time::Instant::now();
    let mut verified = Verified {
        schema: SCHEMA,
        input: path.display().to_string(),
        verdict: "invalid",
        claim: None,
        fault: None,
        error: None,
        game: None,
        root: None,
        records: 0,
        seconds: 0.0,
    };
    let mut reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        match std::fs::File::open(path) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(e) => {
                verified.error = Some(e.to_string());
                return verified;
            }
        }
    };
    // A second version of the format is about lengths under a policy.
    let second = format!("yose-certificate {}", under_policy::VERSION);
    let is_ruled = reader.fill_buf().is_ok_and(|start| {
        let rest = start.strip_prefix(second.as_bytes());
        rest.is_some_and(|rest| rest.first().is_none_or(|&b| b == b'\n' || b == b'\r'))
    });
    if is_ruled {
        match under_policy::decode(reader) {
            Err(fault) => verified.error = Some(fault.to_string()),
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
            Err(fault) => verified.error = Some(fault.to_string()),
            Ok(c) => {
                verified.describe(&c.claims, c.question, &c.root, &c.game, c.records());
                verified.judge(check(&c).map_err(|rejected| rejected.to_string()));
            }
        }
    }
    verified.seconds = crate::solve::seconds(start.elapsed());
    verified
}
