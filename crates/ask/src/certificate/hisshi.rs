//! Certificates of brinkmates: the third version of the format.

use crate::certificate::records::{Place, Records, heading};
use crate::certificate::room::Room;
use crate::certificate::{AnyCertificate, NoCertificate, certify as certify_mate};
use yose_hisshi::{EvidenceWriter, Hisshi, Limits, Solver, SolverSettings, Verdict};
use yose_shogi::notation::usi;
use yose_shogi::{Geometry, Move, Position};
use yose_tsume::Tsume;
use yose_verify::certificate::brinkmate::{Certificate, PASS, check};
use yose_verify::certificate::{Claim, EscapeRecord, ProofRecord};

/// Turns the evidence of a brinkmate into records.
struct CertificateWriter {
    /// The records of mates.
    records: Records,
    hisshi: Vec<ProofRecord>,
    nohisshi: Vec<EscapeRecord>,
}

impl<G: Geometry> EvidenceWriter<G> for CertificateWriter {
    fn write_mate(&mut self, at: &Position<G>, plies: u16, check: Move) {
        self.records
            .prove(&Place::of(at), plies, &usi::write(check, at.variant()));
    }

    fn write_no_mate(&mut self, at: &Position<G>, answers: &[(Move, Move)]) {
        self.records
            .refute(&Place::of(at), yose_hisshi::EVER, answers, |m| {
                usi::write(m, at.variant())
            });
    }

    fn write_brinkmate(&mut self, at: &Position<G>, plies: u16, m: Move) {
        let record = Place::of(at).proof(plies, &usi::write(m, at.variant()));
        self.hisshi.extend(self.records.keep(record, ProofRecord::text));
    }

    fn write_no_brinkmate(&mut self, at: &Position<G>, plies: u16, answers: &[(Move, Option<Move>)]) {
        let text = |m: Option<Move>| m.map_or_else(|| PASS.to_owned(), |m| usi::write(m, at.variant()));
        let answers = answers.iter().map(|&(m, answer)| (text(Some(m)), text(answer)));
        let record = Place::of(at).no_brinkmate(plies, answers);
        self.nohisshi
            .extend(self.records.keep(record, EscapeRecord::text));
    }

    fn is_full(&self, held: usize) -> bool {
        self.records.is_full(held)
    }
}

/// The certificate of a solved problem, checked by the referee. A plain mate has a certificate of a
/// mate problem, for which the problem is solved once more as one.
///
/// # Errors
/// See [`NoCertificate`].
pub fn certify<G: Geometry>(
    problem: &Hisshi<G>,
    solver: &Solver<G>,
    settings: &SolverSettings,
    verdict: Verdict,
    limits: &Limits,
) -> Result<AnyCertificate, NoCertificate> {
    let claims = match verdict {
        Verdict::Unknown(_) => return Err(NoCertificate::Open),
        Verdict::Mate { .. } => return mate(problem, settings, limits).map(AnyCertificate::Plain),
        Verdict::None => vec![Claim::Never],
        Verdict::Hisshi { length, exact: true } => {
            vec![Claim::Within(length), Claim::NotWithin(length.saturating_sub(2))]
        }
        Verdict::Hisshi { length, .. } => vec![Claim::Within(length)],
    };
    let (game, root) = heading(problem.position())?;
    let mut writer = CertificateWriter {
        records: Records::within(Room::beside(limits.hash_mb)),
        hisshi: Vec::new(),
        nohisshi: Vec::new(),
    };
    let gathered = solver.evidence(verdict, &mut writer, limits);
    if !writer.records.gathered(gathered)? {
        return Err(NoCertificate::Unsupported);
    }
    let mut certificate = Certificate::new(game, root, claims);
    writer.records.fill(&mut certificate.mates);
    certificate.hisshi = writer.hisshi;
    certificate.nohisshi = writer.nohisshi;
    match check(&certificate) {
        Ok(_) => Ok(AnyCertificate::Brinkmate(certificate)),
        // The referee refuses the root, whatever the records say.
        Err(rejected) if rejected.record.is_none() => Err(NoCertificate::Game(rejected.kind.to_string())),
        Err(_) => Err(NoCertificate::Unsupported),
    }
}

/// The certificate of a plain mate.
fn mate<G: Geometry>(
    problem: &Hisshi<G>,
    settings: &SolverSettings,
    limits: &Limits,
) -> Result<yose_verify::certificate::Certificate, NoCertificate> {
    let tsume = Tsume::new(problem.position().clone()).map_err(|e| NoCertificate::Game(e.to_string()))?;
    let settings = yose_tsume::SolverSettings {
        first: settings.first,
        threads: settings.threads,
        ..yose_tsume::SolverSettings::default()
    };
    let solver = yose_tsume::Solver::new(&tsume, &settings, limits.hash_mb);
    // The brinkmate search has used the limits. Its mate is found again with those of evidence.
    let solution = solver.solve(&limits.once_more(), &mut |_| {});
    certify_mate(&solver, solution.verdict, limits)
}
