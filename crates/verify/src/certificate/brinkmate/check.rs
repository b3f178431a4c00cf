//! The checker: is every record true, given the records that it rests on?
//!
//! The checker looks at every record once and on its own. Records of `mate` and `nomate` go to the
//! checker of version 1. There is no search. The arguments for soundness are on the page of
//! [`brinkmate`](super).

use super::{Certificate, PASS, Rejected, RejectedKind, Section};
use crate::certificate::check::{Checker, Cover, Found, UNLIMITED};
use crate::certificate::later::LaterFailure;
use crate::certificate::record::Line;
use crate::certificate::referee::{Referee, SetUpError, Tsume};
use crate::certificate::{
    Accepted, Bound, Claim, EscapeRecord, Game, ProofRecord, Question, Rejected as PlainRejected,
    RejectedKind as PlainKind,
};
use crate::shogi::{Hand, Position};

/// Checks a certificate.
///
/// # Errors
/// The first fault: of the header, then of the claims, then of the records in file order.
pub fn check(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let plain = &certificate.mates;
    let at_root = |kind: RejectedKind| header(certificate, plain.root_line(), kind);
    let bad_root = |why: String| at_root(PlainKind::Root(why).into());
    if !plain
        .root
        .bytes()
        .all(|byte| byte.is_ascii_graphic() || byte == b' ')
    {
        return Err(bad_root("a sign that is none of a position".into()));
    }
    let Game::Shogi { files, ranks, rules } = &plain.game else {
        return Err(header(
            certificate,
            plain.question_line(),
            PlainKind::Question.into(),
        ));
    };
    if rules.try_rule {
        return Err(at_root(RejectedKind::TryRule));
    }
    let tsume = Tsume::new(*files, *ranks, rules, &plain.root).map_err(bad_root)?;
    let misread = |rejected: PlainRejected| Rejected {
        line: certificate.line(Section::Mate, 0),
        record: None,
        position: rejected.position,
        moves: rejected.moves,
        kind: rejected.kind.into(),
    };
    let unread = |section: Section| {
        move |(index, error): (usize, SetUpError)| reject(certificate, section, index, PlainKind::from(error))
    };
    let read = |text: &str| tsume.read_resource(text);
    let hisshi = certificate.hisshi.iter().map(ProofRecord::line);
    let nohisshi = certificate.nohisshi.iter().map(EscapeRecord::line);
    let checker = BrinkmateChecker {
        certificate,
        tsume: &tsume,
        stalemate_draws: !rules.stalemate_loses,
        mates: Checker::new(plain, &tsume).map_err(misread)?,
        hisshi: Cover::new(hisshi, read, |n, other| n.cmp(&other)).map_err(unread(Section::Hisshi))?,
        nohisshi: Cover::new(nohisshi, read, |n, other| other.cmp(&n)).map_err(unread(Section::NoHisshi))?,
    };
    checker.run()
}

/// A fault of the header.
fn header(certificate: &Certificate, line: u64, kind: RejectedKind) -> Rejected {
    Rejected {
        line,
        record: None,
        position: certificate.mates.root.clone(),
        moves: Vec::new(),
        kind,
    }
}

/// A fault of a record.
fn reject(
    certificate: &Certificate,
    section: Section,
    index: usize,
    failure: impl Into<Failure>,
) -> Rejected {
    let Failure { moves, kind } = failure.into();
    let mut words = certificate.text(section, index).split(' ');
    let position: Vec<&str> = words.by_ref().take(3).collect();
    Rejected {
        line: certificate.line(section, index),
        record: Some((section, index as u64 + 1)),
        position: position.join(" "),
        moves,
        kind,
    }
}

/// Why a record fails.
type Failure = LaterFailure<RejectedKind>;

/// A certificate and everything that checking a record needs.
struct BrinkmateChecker<'a> {
    certificate: &'a Certificate,
    tsume: &'a Tsume,
    stalemate_draws: bool,
    /// The records of `mate` and `nomate`.
    mates: Checker<'a, Tsume>,
    hisshi: Cover<'a, Hand>,
    nohisshi: Cover<'a, Hand>,
}

impl BrinkmateChecker<'_> {
    fn run(&self) -> Result<Accepted, Rejected> {
        let certificate = self.certificate;
        let plain = &certificate.mates;
        let mut text = String::new();
        self.tsume.write_board(self.tsume.root(), &mut text);
        if plain.root.split(' ').next() != Some(&text) {
            let kind = PlainKind::Spelling(text).into();
            return Err(header(certificate, plain.root_line(), kind));
        }
        if plain.claims.is_empty() {
            return Err(header(
                certificate,
                plain.claim_line(0),
                PlainKind::NoClaim.into(),
            ));
        }
        if !plain.bounded.is_empty() {
            return Err(header(
                certificate,
                plain.question_line(),
                PlainKind::Question.into(),
            ));
        }
        for (index, &claim) in plain.claims.iter().enumerate() {
            self.check_claim(claim, &mut text)
                .map_err(|kind| header(certificate, plain.claim_line(index), kind))?;
        }
        for section in Section::ALL {
            for index in 0..certificate.count(section) {
                let checked = match section {
                    Section::Mate => self.mates.check_proof(index, &mut text).map_err(Failure::from),
                    Section::NoMate => self.mates.check_closed(index, &mut text).map_err(Failure::from),
                    Section::Hisshi => self.check_hisshi(index, &mut text),
                    Section::NoHisshi => self.check_nohisshi(index, &mut text),
                };
                checked.map_err(|failure| reject(certificate, section, index, failure))?;
            }
        }
        Ok(Accepted::of_brinkmate(&plain.claims, certificate.records()))
    }

    /// A record that makes the claim covers the root. Whether the record is true is checked
    /// separately.
    fn check_claim(&self, claim: Claim, text: &mut String) -> Result<(), RejectedKind> {
        let root = self.tsume.root();
        let holds = match claim {
            Claim::Within(plies) => {
                check_parity(plies)?;
                self.covered_hisshi(root, text).is_some_and(|n| n <= plies)
            }
            Claim::NotWithin(0) => self.excludes_mate(root, text),
            Claim::NotWithin(plies) => {
                check_parity(plies)?;
                self.covered_nohisshi(root, text).is_some_and(|n| n >= plies)
            }
            Claim::Never => self.covered_nohisshi(root, text) == Some(UNLIMITED),
        };
        if holds {
            Ok(())
        } else {
            Err(RejectedKind::Root(claim.text(Question::Hisshi)))
        }
    }

    /// Whether `more` in the attacker's hand is as good as `less`.
    fn suffices(&self, more: &Hand, less: &Hand) -> bool {
        if self.stalemate_draws {
            more == less
        } else {
            self.tsume.suffices(more, less)
        }
    }

    /// The least number of a record of `hisshi` that covers a position.
    fn covered_hisshi(&self, position: &Position, text: &mut String) -> Option<u32> {
        let held = self.tsume.resource(position);
        self.write(position, text);
        number(self.hisshi.find(text, |needed| self.suffices(held, needed)))
    }

    /// The largest bound of a record of `nohisshi` that covers a position.
    fn covered_nohisshi(&self, position: &Position, text: &mut String) -> Option<u32> {
        let held = self.tsume.resource(position);
        self.write(position, text);
        number(self.nohisshi.find(text, |allowed| self.suffices(allowed, held)))
    }

    /// Whether a record of `mate` covers a position.
    fn mates(&self, position: &Position, text: &mut String) -> bool {
        number(self.mates.covered_win(position, text)).is_some()
    }

    /// Whether a record of `nomate` or `nohisshi` covers a position.
    fn excludes_mate(&self, position: &Position, text: &mut String) -> bool {
        number(self.mates.covered_escape(position, text)).is_some()
            || self.covered_nohisshi(position, text).is_some()
    }

    fn write(&self, position: &Position, text: &mut String) {
        text.clear();
        self.tsume.write_board(position, text);
    }

    /// The position of a record. It must be spelled in the one way by which boards are looked up.
    fn set_up(&self, line: &Line, hand: &Hand, text: &mut String) -> Result<Position, Failure> {
        if line.side() != self.tsume.prover() {
            return Err(PlainKind::Turn.into());
        }
        let position = self.tsume.set_up(line.board(), hand).map_err(PlainKind::from)?;
        self.write(&position, text);
        if text != line.board() {
            return Err(PlainKind::Spelling(text.clone()).into());
        }
        Ok(position)
    }

    /// Whether the defender, who is to move, is in check.
    fn in_check(&self, position: &Position) -> bool {
        position.in_check(self.tsume.prover().other())
    }

    /// A(P, n), by the move of the record.
    fn check_hisshi(&self, index: usize, text: &mut String) -> Result<(), Failure> {
        let record = &self.certificate.hisshi[index];
        let position = self.set_up(record.line(), self.hisshi.resource(index), text)?;
        let plies = record.rank();
        check_parity(plies)?;
        let play = record.play();
        let found = position.find(play);
        let after = position.after(found.ok_or_else(|| Failure::at(&[play], PlainKind::IllegalMove))?);
        let replies = after.legal();
        if !self.in_check(&after) {
            if replies.is_empty() && self.stalemate_draws {
                return Err(Failure::at(&[play], RejectedKind::Stalemate));
            }
            if !self.mates(&after.passed(), text) {
                return Err(Failure::at(&[play, PASS], RejectedKind::NoThreat));
            }
        }
        for reply in replies {
            let next = after.after(reply);
            if self.mates(&next, text) {
                continue;
            }
            let kind = match plies.checked_sub(2) {
                None => RejectedKind::NotMated,
                Some(left) if self.covered_hisshi(&next, text).is_some_and(|n| n <= left) => continue,
                Some(left) => RejectedKind::Unanswered(left),
            };
            return Err(Failure::at(&[play, &after.move_text(reply)], kind));
        }
        Ok(())
    }

    /// Not A(P, n): every legal move is answered.
    fn check_nohisshi(&self, index: usize, text: &mut String) -> Result<(), Failure> {
        let record = &self.certificate.nohisshi[index];
        let position = self.set_up(record.line(), self.nohisshi.resource(index), text)?;
        if let Bound::Plies(plies) = record.bound() {
            check_parity(plies)?;
        }
        let mut unanswered = position.legal();
        for (play, answer) in record.answers() {
            let found = position.find(play);
            let found = found.ok_or_else(|| Failure::at(&[play], PlainKind::IllegalMove))?;
            let before = unanswered.len();
            unanswered.retain(|&other| other != found);
            if unanswered.len() == before {
                return Err(Failure::at(&[play], PlainKind::AnsweredTwice));
            }
            self.check_answer(&position.after(found), answer, record.bound(), text)
                .map_err(|kind| Failure::at(&[play, answer], kind))?;
        }
        for play in unanswered {
            let after = position.after(play);
            let kind = match (after.has_legal(), self.in_check(&after)) {
                (false, true) => PlainKind::MoveWins,
                (false, false) if self.stalemate_draws => continue,
                _ => PlainKind::MissingReply,
            };
            return Err(Failure::at(&[&position.move_text(play)], kind));
        }
        Ok(())
    }

    /// The answer excludes D(Q, n - 1), where `bound` is n.
    fn check_answer(
        &self,
        after: &Position,
        answer: &str,
        bound: Bound,
        text: &mut String,
    ) -> Result<(), RejectedKind> {
        if answer == PASS {
            return match self.in_check(after) {
                true => Err(RejectedKind::PassInCheck),
                false if self.excludes_mate(&after.passed(), text) => Ok(()),
                false => Err(RejectedKind::MateNotExcluded),
            };
        }
        let Some(reply) = after.find(answer) else {
            let mated = self.in_check(after) && !after.has_legal();
            return Err(match mated {
                true => PlainKind::MoveWins.into(),
                false => PlainKind::IllegalReply.into(),
            });
        };
        let next = after.after(reply);
        let needed = match bound {
            Bound::Plies(1) => {
                return match self.excludes_mate(&next, text) {
                    true => Ok(()),
                    false => Err(RejectedKind::MateNotExcluded),
                };
            }
            Bound::Plies(plies) => Some(plies - 2),
            Bound::Unlimited => None,
        };
        let found = self.covered_nohisshi(&next, text);
        if found.is_some_and(|n| n >= needed.unwrap_or(UNLIMITED)) {
            Ok(())
        } else {
            Err(RejectedKind::NotExcluded(needed))
        }
    }
}

/// The number of the record that was found.
fn number(found: Found) -> Option<u32> {
    match found {
        Found::Best { number, .. } => Some(number),
        Found::OtherResource | Found::Nothing => None,
    }
}

fn check_parity(plies: u32) -> Result<(), RejectedKind> {
    if plies.is_multiple_of(2) {
        return Err(RejectedKind::Even(plies));
    }
    Ok(())
}
