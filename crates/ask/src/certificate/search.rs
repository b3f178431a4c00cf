//! Certificates of values that a search has found, from the evidence of its two questions.

use crate::certificate::NoCertificate;
use crate::certificate::records::{Place, Records, blank};
use crate::certificate::room::Room;
use yose_shogi::notation::usi;
use yose_shogi::{Ending, Geometry, Move, Position};
use yose_tsume::{EVER, EvidenceWriter, Limits};
use yose_value::evidence::gather;
use yose_value::{Valuation, Win};
use yose_verify::certificate::{Certificate, Claim, Question};

/// Turns the evidence of a whole game into records.
#[derive(Clone)]
struct CertificateWriter(Records);

impl<G: Geometry> EvidenceWriter<Win<G>> for CertificateWriter {
    fn write_proof(&mut self, at: &Win<G>, rank: u16, mv: Move) {
        let p = at.position();
        self.0.prove(&Place::of(p), rank, &usi::write(mv, p.variant()));
    }

    fn write_disproof(&mut self, at: &Win<G>, _: u16, answers: &[(Move, Move)]) {
        let p = at.position();
        if p.ending() == Some(Ending::Try) {
            // The game is over and lost: the checker sees that by itself.
            return;
        }
        self.0
            .refute(&Place::of(p), EVER, answers, |m| usi::write(m, p.variant()));
    }

    fn is_full(&self, held: usize) -> bool {
        self.0.is_full(held)
    }
}

/// The certificates of a value that a search has found: one for a win or a loss, two for a draw.
///
/// # Errors
/// See [`NoCertificate`].
pub fn certify<G: Geometry>(
    position: &Position<G>,
    found: &Valuation,
    limits: &Limits,
) -> Result<Vec<Certificate>, NoCertificate> {
    let empty = CertificateWriter(Records::within(Room::beside(limits.hash_mb)));
    let told = gather(position, found, &empty, limits);
    let told = told.map_err(|reason| NoCertificate::Stopped(reason.word()))?;
    let mut all = Vec::new();
    for fact in told.ok_or(NoCertificate::Open)? {
        let claim = fact.within.map_or(Claim::Never, Claim::Within);
        let question = if fact.mover { Question::Win } else { Question::Loss };
        let mut certificate = blank(position, question, vec![claim])?;
        let CertificateWriter(records) = fact.evidence;
        records.gathered(Ok(()))?;
        records.fill(&mut certificate);
        all.push(certificate);
    }
    Ok(all)
}
