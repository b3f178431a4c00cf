//! Certificates of lengths under a policy for futile interpositions: the second version of the
//! format.

use crate::certificate::NoCertificate;
use crate::certificate::records::{Place, Records, heading};
use crate::certificate::room::Room;
use yose_board::{Color, Square};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Move, Position};
use yose_tsume::{CheckFault, FutileDrops, Policy, PolicyEvidenceWriter, Refutation, Unsupported};
use yose_tsume::{EVER, Limits, Progress, Question, Solution, Tsume, Verdict};
use yose_verify::certificate::Claim;
use yose_verify::certificate::under_policy::{self, Certificate, Fact, Section};

type Plies = u16;

/// Solves a problem under a policy and certifies the mate, if there is one. The evidence may take
/// as many MB as the tables (`room.rs`).
///
/// # Errors
/// The policy is not one for this game.
#[allow(clippy::type_complexity)]
pub fn solve_and_certify<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Solution, Result<Certificate, NoCertificate>), CheckFault> {
    let room = Room::beside(limits.hash_mb);
    solve_and_certify_within(tsume, policy, threads, limits, room, report)
}

/// The same with a given room for the evidence.
///
/// # Errors
/// The policy is not one for this game.
#[allow(clippy::type_complexity)]
pub fn solve_and_certify_within<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    threads: usize,
    limits: &Limits,
    room: Room,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Solution, Result<Certificate, NoCertificate>), CheckFault> {
    let mut writer = match CertificateWriter::new(tsume, policy, room) {
        Ok(writer) => writer,
        Err(why) => {
            let solution = yose_tsume::policy::solve(tsume, policy, threads, limits, report)?;
            return Ok((solution, Err(why)));
        }
    };
    let (solution, told) =
        yose_tsume::solve_with_evidence(tsume, policy, threads, limits, report, &mut writer)?;
    let certificate = writer.certificate(solution.verdict, told);
    Ok((solution, certificate))
}

/// Turns facts into records.
struct CertificateWriter {
    certificate: Certificate,
    attacker: Color,
    records: Records,
}

impl CertificateWriter {
    /// Prepares to certify a length under a policy.
    fn new<G: Geometry>(
        tsume: &Tsume<G>,
        policy: Policy,
        room: Room,
    ) -> Result<CertificateWriter, NoCertificate> {
        let known = under_policy::Policy::find(policy.word(), policy.version());
        let known = known.ok_or_else(|| NoCertificate::Policy(policy.word(), policy.version()))?;
        let (game, root) = heading(tsume.position())?;
        Ok(CertificateWriter {
            certificate: Certificate::new(game, known, root, Vec::new()),
            attacker: tsume.attacker(),
            records: Records::within(room),
        })
    }

    /// The certificate of a mate.
    fn certificate(
        mut self,
        verdict: Verdict,
        told: Result<(), Unsupported>,
    ) -> Result<Certificate, NoCertificate> {
        self.records.gathered(match told {
            Ok(()) => Ok(()),
            Err(Unsupported::NoMate) => return Err(NoCertificate::Open),
            Err(Unsupported::Stopped(reason)) => Err(reason),
            Err(Unsupported::False) => return Err(NoCertificate::Unsupported),
        })?;
        let Verdict::Proved { length, exact } = verdict else {
            return Err(NoCertificate::Open);
        };
        self.certificate.claims = vec![Claim::Within(length)];
        if exact && length > 1 {
            self.certificate.claims.push(Claim::NotWithin(length - 2));
        }
        self.certificate.proof = self.records.proof;
        self.certificate.bare = self.records.bounded;
        self.certificate.closed = self.records.closed;
        Ok(self.certificate)
    }

    /// Board, side to move and the attacker's hand.
    fn position<G: Geometry>(&self, p: &Position<G>) -> String {
        let text = sfen::write(p, 1);
        let mut words = text.split(' ');
        let (board, side) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let counts = p.hand(self.attacker).counts();
        let hand = sfen::hand_letters(&p.variant().army, &counts, self.attacker);
        let hand = if hand.is_empty() { "-" } else { &hand };
        format!("{board} {side} {hand}")
    }

    fn put(&mut self, part: Section, position: &str, plies: Plies, words: &[String]) {
        let fact = Fact::new(part, position, u32::from(plies), words);
        let Some(fact) = self.records.keep(fact, Fact::text) else {
            return;
        };
        let certificate = &mut self.certificate;
        match part {
            Section::Win => certificate.win.push(fact),
            Section::Mated => certificate.mated.push(fact),
            Section::Safe => certificate.safe.push(fact),
            Section::Alike => certificate.alike.push(fact),
            Section::Unlike => certificate.unlike.push(fact),
            _ => certificate.escape.push(fact),
        }
    }
}

fn board<G: Geometry>(p: &Position<G>) -> String {
    let text = sfen::write(p, 1);
    text.split(' ').next().unwrap_or_default().to_owned()
}

fn name<G: Geometry>(p: &Position<G>, square: Square) -> String {
    p.variant().square_name(square)
}

fn hold_word<G: Geometry>(p: &Position<G>, hold: Refutation) -> String {
    let reply = usi::write(hold.reply, p.variant());
    match hold.core {
        Some(core) => format!("{reply}/{core}"),
        None => reply,
    }
}

fn stripped_words<'a, G: Geometry>(
    p: &'a Position<G>,
    stripped: &'a [FutileDrops],
) -> impl Iterator<Item = String> + 'a {
    stripped.iter().map(|entry| {
        let hold = entry
            .refutation
            .map_or_else(|| "-".to_owned(), |hold| hold_word(p, hold));
        let taking = usi::write(entry.taking, p.variant());
        format!("{}:{taking}:{}:{hold}", name(p, entry.square), entry.plies)
    })
}

impl<G: Geometry> PolicyEvidenceWriter<G> for CertificateWriter {
    fn win(&mut self, at: &Position<G>, plies: Plies, mv: Move, stripped: &[FutileDrops]) {
        let mut words = vec![usi::write(mv, at.variant())];
        words.extend(stripped_words(at, stripped));
        self.put(Section::Win, &self.position(at), plies, &words);
    }

    fn mated(&mut self, at: &Position<G>, plies: Plies, limit: Option<Square>, stripped: &[FutileDrops]) {
        let mut words = vec![limit.map_or_else(|| "-".to_owned(), |limit| name(at, limit))];
        words.extend(stripped_words(at, stripped));
        self.put(Section::Mated, &self.position(at), plies, &words);
    }

    fn safe(&mut self, at: &Position<G>, plies: Plies, answers: &[(Move, Refutation)]) {
        let word = |&(m, hold)| format!("{}:{}", usi::write(m, at.variant()), hold_word(at, hold));
        let words: Vec<String> = answers.iter().map(word).collect();
        self.put(Section::Safe, &self.position(at), plies, &words);
    }

    fn escape(&mut self, at: &Position<G>, plies: Plies, hold: Refutation) {
        let words = [hold_word(at, hold)];
        self.put(Section::Escape, &self.position(at), plies, &words);
    }

    fn alike(
        &mut self,
        [first, second]: [&Position<G>; 2],
        plies: Plies,
        answers: &[(Move, Move)],
        stripped: &[FutileDrops],
    ) {
        let text = |m| usi::write(m, first.variant());
        let mut words = vec![board(second)];
        words.extend(answers.iter().map(|&(r, m)| format!("{}:{}", text(r), text(m))));
        words.extend(stripped_words(second, stripped));
        self.put(Section::Alike, &self.position(first), plies, &words);
    }

    fn unlike(&mut self, [first, second]: [&Position<G>; 2], plies: Plies, hold: Refutation) {
        let words = [board(second), hold_word(second, hold)];
        self.put(Section::Unlike, &self.position(first), plies, &words);
    }

    fn proof(&mut self, at: &Question<G>, rank: Plies, mv: Move) {
        let p = at.position();
        self.records
            .prove(&Place::of(p), rank, &usi::write(mv, p.variant()));
    }

    fn bare(&mut self, at: &Question<G>, bound: Plies, answers: &[(Move, Move)]) {
        let p = at.position();
        self.records
            .refute(&Place::of(p), bound, answers, |m| usi::write(m, p.variant()));
    }

    fn closed(&mut self, at: &Question<G>, answers: &[(Move, Move)]) {
        self.bare(at, EVER, answers);
    }

    fn is_full(&self, held: usize) -> bool {
        self.records.is_full(held)
    }
}
