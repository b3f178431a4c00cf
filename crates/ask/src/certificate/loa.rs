//! The evidence of a solved Lines of Action position as a certificate.
//!
//! The search leaves out moves that lose to an immediate connection (`yose-loa-endgame`,
//! `question.rs`). The referee wants every move, so the writer adds them: a reply after which the
//! prover connects at once gets its own record; a move after which the other side connects at once
//! gets the connecting move as its reply.

use crate::certificate::NoCertificate;
use crate::certificate::records::{Place, Records};
use crate::certificate::room::Room;
use std::collections::HashSet;
use yose_loa::{Geometry, Move, Outcome, Position, Rules};
use yose_loa_endgame::{EvidenceWriter, Limits, Question, Solver, Verdict};
use yose_verify::certificate::{Certificate, Claim, Game, Question as Asked};
use yose_verify::loa::Variant;

struct CertificateWriter {
    records: Records,
    /// Positions that are won at once and have a record.
    at_once: HashSet<u64>,
}

fn place<G: Geometry>(p: &Position<G>) -> Place {
    Place::without_hand(&p.to_string(), p.turn())
}

impl CertificateWriter {
    fn win<G: Geometry>(&mut self, p: &Position<G>, rank: u16, m: Move) {
        let play = m.name(p.size()).to_string();
        self.records.prove(&place(p), rank, &play);
    }
}

/// A move that connects the side to move.
fn at_once<G: Geometry>(p: &Position<G>) -> Option<Move> {
    p.connecting_move(p.turn(), &p.joints(p.turn()))
}

impl<G: Geometry> EvidenceWriter<Question<G>> for CertificateWriter {
    fn write_proof(&mut self, at: &Question<G>, rank: u16, mv: Move) {
        self.win(at.position(), rank, mv);
        let next = at.position().after(mv);
        if next.connection(Rules::PAPER) != Outcome::Running {
            return;
        }
        for reply in next.legal_moves() {
            let after = next.after(reply);
            if after.connection(Rules::PAPER) == Outcome::Running
                && let Some(m) = at_once(&after)
                && self.at_once.insert(after.key())
            {
                self.win(&after, 1, m);
            }
        }
    }

    fn write_disproof(&mut self, at: &Question<G>, bound: u16, answers: &[(Move, Move)]) {
        let p = at.position();
        if at.winner().is_some() || !p.has_legal_move() {
            // The game is over: the checker sees that by itself.
            return;
        }
        let mut pairs: Vec<(Move, Move)> = Vec::new();
        if bound != 1 {
            pairs.extend(answers);
            for m in p.legal_moves() {
                let next = p.after(m);
                if answers.iter().all(|(listed, _)| *listed != m)
                    && next.connection(Rules::PAPER) == Outcome::Running
                    && let Some(reply) = at_once(&next)
                {
                    pairs.push((m, reply));
                }
            }
        }
        self.records
            .refute(&place(p), bound, &pairs, |m| m.name(p.size()).to_string());
    }

    fn is_full(&self, held: usize) -> bool {
        self.records.is_full(held)
    }
}

/// The certificate of a solved position.
///
/// # Errors
/// See [`NoCertificate`].
pub fn certify<G: Geometry>(
    solver: &Solver<G>,
    verdict: Verdict,
    limits: &Limits,
) -> Result<Certificate, NoCertificate> {
    let root = solver.root().position();
    if !root.has_legal_move() {
        return Err(NoCertificate::Game(
            "the game is over, the side to move has no move".to_owned(),
        ));
    }
    let claims = match verdict {
        Verdict::Unknown(_) => return Err(NoCertificate::Open),
        Verdict::Disproved => vec![Claim::Never],
        Verdict::Proved { length, exact } if exact && length > 1 => {
            vec![Claim::Within(length), Claim::NotWithin(length - 1)]
        }
        Verdict::Proved { length, .. } => vec![Claim::Within(length)],
    };
    let mut writer = CertificateWriter {
        records: Records::within(Room::beside(limits.hash_mb)),
        at_once: HashSet::new(),
    };
    let gathered = solver.evidence(verdict, &mut writer, limits);
    if !writer.records.gathered(gathered)? {
        return Err(NoCertificate::Unsupported);
    }
    let game = Game::Loa {
        files: root.size().files(),
        ranks: root.size().ranks(),
        variant: Variant::Paper,
    };
    let mut certificate = Certificate::new(game, Asked::Win, root.to_string(), claims);
    writer.records.fill(&mut certificate);
    Ok(certificate)
}
