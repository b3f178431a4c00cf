//! Certificates: the evidence of a solved problem as a text that the referee checks.

pub mod hisshi;
pub mod loa;
pub mod policy;
pub(crate) mod records;
pub mod referee;
pub mod room;
pub mod search;
pub mod table;

use crate::certificate::records::{Place, Records, blank};
use crate::certificate::room::Room;
use serde::{Deserialize, Serialize};
use yose_shogi::notation::usi;
use yose_shogi::{Ending, Geometry, Move};
use yose_tsume::{EvidenceWriter, Limits, Question, Solver, Verdict};
use yose_verify::certificate::{
    Certificate, Claim, FaultKind, Question as Asked, brinkmate, check, decode, under_policy,
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
    /// The evidence does not support the verdict: a fault of the search.
    #[error("the evidence does not bear the verdict out; please report this position")]
    Unsupported,
}

/// A certificate of any version.
#[derive(Debug)]
pub enum AnyCertificate {
    /// Every interposition counts.
    Plain(Certificate),
    /// Futile ones do not.
    UnderPolicy(under_policy::Certificate),
    /// Brinkmates.
    Brinkmate(brinkmate::Certificate),
}

impl AnyCertificate {
    /// Writes the file.
    ///
    /// # Errors
    /// The fault of the writer.
    pub fn encode(&self, out: impl std::io::Write) -> std::io::Result<()> {
        match self {
            AnyCertificate::Plain(certificate) => certificate.encode(out),
            AnyCertificate::UnderPolicy(certificate) => certificate.encode(out),
            AnyCertificate::Brinkmate(certificate) => certificate.encode(out),
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut bytes = Vec::new();
        // Writing to a vector does not fail, and certificates are text.
        let _ = self.encode(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// The certificate of a reply, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certified {
    /// The texts: one; for the value of a drawn position two.
    Texts(Vec<String>),
    /// There is none.
    None {
        /// Why.
        why: String,
        /// Nothing was proved, or a limit was met: no fault of the input.
        open: bool,
    },
}

impl Certified {
    /// The texts of certificates, or why there are none.
    pub(crate) fn of<'a>(
        certificates: Result<impl IntoIterator<Item = &'a AnyCertificate>, &NoCertificate>,
    ) -> Certified {
        match certificates {
            Ok(all) => Certified::Texts(all.into_iter().map(AnyCertificate::text).collect()),
            Err(why) => Certified::None {
                why: why.to_string(),
                open: matches!(
                    why,
                    NoCertificate::Open | NoCertificate::Stopped(_) | NoCertificate::TooLarge { .. }
                ),
            },
        }
    }

    /// The text of one certificate, or why there is none.
    pub(crate) fn one(certificate: &Result<AnyCertificate, NoCertificate>) -> Certified {
        Certified::of(certificate.as_ref().map(|certificate| [certificate]))
    }
}

/// The MB that the evidence of a search may take beside its table.
pub(crate) fn room_mb(hash_mb: usize) -> usize {
    room::beside_mb(hash_mb)
}

/// Turns the evidence of a tsume into records.
struct CertificateWriter(Records);

impl<G: Geometry> EvidenceWriter<Question<G>> for CertificateWriter {
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
    let mut writer = CertificateWriter(Records::within(Room::beside(limits.hash_mb)));
    let gathered = solver.evidence(verdict, &mut writer, limits);
    if !writer.0.gathered(gathered)? {
        return Err(NoCertificate::Unsupported);
    }
    writer.0.fill(&mut certificate);
    Ok(certificate)
}

/// The text of a certificate. The referee has read this text and accepts it.
///
/// # Errors
/// The fault that the referee finds.
pub fn checked_text(certificate: &Certificate) -> Result<String, String> {
    let mut bytes = Vec::new();
    certificate.encode(&mut bytes).map_err(|e| e.to_string())?;
    let read = decode(bytes.as_slice()).map_err(|fault| fault.to_string())?;
    check(&read).map_err(|rejected| rejected.to_string())?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}
