//! Certificates of values that were found by search, from its grounds.

use crate::certificate::NoCertificate;
use crate::room::Room;
use crate::value_certificate::{fields, new};
use yose_mate::grounds::grounds;
use yose_mate::{Clerk, Limits, Valuation, Win};
use yose_shogi::notation::usi;
use yose_shogi::{Ending, Geometry, Move, Position};
use yose_verify::certificate::{Bound, Certificate, Claim, EscapeRecord, FaultKind, ProofRecord, Question};

/// Takes evidence down as records.
#[derive(Clone)]
struct Scribe {
    proof: Vec<ProofRecord>,
    closed: Vec<EscapeRecord>,
    fault: Option<FaultKind>,
    room: Room,
}

impl<G: Geometry> Clerk<Win<G>> for Scribe {
    fn proves(&mut self, at: &Win<G>, rank: u16, mv: Move) {
        let (board, side, hand) = fields(at.position());
        let play = usi::write(mv, at.position().variant());
        match ProofRecord::new(&board, side, &hand, u32::from(rank), &play) {
            Ok(record) => {
                self.room.note(record.text());
                self.proof.push(record);
            }
            Err(fault) => self.fault = Some(fault),
        }
    }

    fn refutes(&mut self, at: &Win<G>, _: u16, answers: &[(Move, Move)]) {
        if at.position().ending() == Some(Ending::Try) {
            // The game is over and lost: the checker sees that by itself.
            return;
        }
        let (board, side, hand) = fields(at.position());
        let text = |m| usi::write(m, at.position().variant());
        let answers: Vec<(String, String)> = answers.iter().map(|&(m, r)| (text(m), text(r))).collect();
        let pairs = answers.iter().map(|(m, r)| (m.as_str(), r.as_str()));
        match EscapeRecord::new(&board, side, &hand, Bound::Unlimited, pairs) {
            Ok(record) => {
                self.room.note(record.text());
                self.closed.push(record);
            }
            Err(fault) => self.fault = Some(fault),
        }
    }

    fn is_full(&self, held: usize) -> bool {
        self.room.is_full(held)
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
    let blank = Scribe {
        proof: Vec::new(),
        closed: Vec::new(),
        fault: None,
        room: Room::beside(limits.hash_mb),
    };
    let told = grounds(position, found, &blank, limits);
    let told = told.map_err(|reason| NoCertificate::Stopped(reason.word()))?;
    let mut all = Vec::new();
    for ground in told.ok_or(NoCertificate::Open)? {
        let claim = ground.within.map_or(Claim::Never, Claim::Within);
        let question = if ground.mover {
            Question::Win
        } else {
            Question::Loss
        };
        let mut certificate = new(position, question, claim)?;
        if let Some(fault) = ground.evidence.fault {
            return Err(NoCertificate::Record(fault));
        }
        certificate.proof = ground.evidence.proof;
        certificate.closed = ground.evidence.closed;
        all.push(certificate);
    }
    Ok(all)
}
