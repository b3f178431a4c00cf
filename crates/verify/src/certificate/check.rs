//! The checker: does the evidence support the claims?
//!
//! The checker looks at every record once and on its own. The referee sets up the position of the
//! record and lists its moves. Every position that the record leads to must be *covered* by a
//! record again (`cover`). There is no search, and the checker carries nothing from one record to
//! the next.
//!
//! Each section has its own soundness argument: `proof` by induction on ranks, `bounded` by
//! induction on bounds, `closed` because a set that the other side never has to leave contains no
//! win. Records with different hands of the prover may stand for each other; `referee` promises
//! that and argues it for each game. Records that nothing leads to are checked like all others, so
//! every record of an accepted certificate is true.

mod bounded;
mod closed;
mod cover;
mod loss;
mod proof;

use super::record::Line;
use super::referee::{LoaWin, Referee, Replies, SetUpError, ShogiWin, State, Tsume};
use super::{Accepted, Certificate, Claim, Game, Place, Question, Rejected, RejectedKind, Section};
use crate::Side;
pub(super) use cover::{Cover, Found, UNLIMITED};

/// Checks a certificate.
///
/// # Errors
/// The first fault: of the header, then of the claims, then of the records in file order.
pub fn check(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let root = |why| reject_header(certificate, certificate.root_line(), RejectedKind::Root(why));
    // The position parsers accept any white space as a separator. A certificate has one spelling
    // only.
    if !certificate
        .root
        .bytes()
        .all(|byte| byte.is_ascii_graphic() || byte == b' ')
    {
        return Err(root("a sign that is none of a position".into()));
    }
    match (certificate.question, &certificate.game) {
        (Question::Tsume, Game::Shogi { files, ranks, rules }) => {
            let referee = Tsume::new(*files, *ranks, rules, &certificate.root).map_err(root)?;
            Checker::new(certificate, &referee)?.run()
        }
        (
            question @ (Question::Win | Question::Loss),
            Game::Loa {
                files,
                ranks,
                variant,
            },
        ) => {
            let prover = |to_move| prover(question, to_move);
            let referee = LoaWin::new(*files, *ranks, *variant, &certificate.root, prover).map_err(root)?;
            Checker::new(certificate, &referee)?.run()
        }
        (question @ (Question::Win | Question::Loss), Game::Shogi { files, ranks, rules }) => {
            let prover = |to_move| prover(question, to_move);
            let referee = ShogiWin::new(*files, *ranks, rules, &certificate.root, prover).map_err(root)?;
            Checker::new(certificate, &referee)?.run()
        }
        (Question::Tsume, Game::Loa { .. }) | (Question::Hisshi, _) => {
            let line = certificate.question_line();
            Err(reject_header(certificate, line, RejectedKind::Question))
        }
    }
}

/// The side that has the goal, given the side to move at the root.
fn prover(question: Question, to_move: Side) -> Side {
    match question {
        Question::Tsume | Question::Win | Question::Hisshi => to_move,
        Question::Loss => to_move.other(),
    }
}

/// A fault of the header.
fn reject_header(certificate: &Certificate, line: u64, failure: impl Into<Failure>) -> Rejected {
    let Failure { moves, kind } = failure.into();
    Rejected {
        place: Place::Header { line },
        position: certificate.root.clone(),
        moves,
        kind,
    }
}

/// Why a record fails: the moves from its position to the fault, and the fault.
pub(super) struct Failure {
    pub(super) moves: Vec<String>,
    pub(super) kind: RejectedKind,
}

impl From<RejectedKind> for Failure {
    fn from(kind: RejectedKind) -> Failure {
        let moves = Vec::new();
        Failure { moves, kind }
    }
}

impl From<SetUpError> for RejectedKind {
    fn from(error: SetUpError) -> RejectedKind {
        if error.too_many {
            RejectedKind::TooMany(error.message)
        } else {
            RejectedKind::SetUp(error.message)
        }
    }
}

/// A certificate and the referee that checks it.
pub(super) struct Checker<'a, R: Referee> {
    certificate: &'a Certificate,
    referee: &'a R,
    /// The records of `proof`, by board.
    proof: Cover<'a, R::Resource>,
    /// The records of `bounded`, then those of `closed`, by board.
    escapes: Cover<'a, R::Resource>,
}

impl<'a, R: Referee> Checker<'a, R> {
    pub(super) fn new(certificate: &'a Certificate, referee: &'a R) -> Result<Checker<'a, R>, Rejected> {
        let read = |text: &str| referee.read_resource(text);
        let proof = certificate.proof.iter().map(|record| record.line());
        let proof = Cover::new(proof, read, |rank, other| rank.cmp(&other)).map_err(|(index, error)| {
            reject(certificate, Section::Proof, index, RejectedKind::from(error))
        })?;
        let escapes = certificate.bounded.iter().chain(&certificate.closed);
        let escapes = escapes.map(|record| record.line());
        let escapes =
            Cover::new(escapes, read, |bound, other| other.cmp(&bound)).map_err(|(index, error)| {
                let (section, index) = match index.checked_sub(certificate.bounded.len()) {
                    Some(index) => (Section::Closed, index),
                    None => (Section::Bounded, index),
                };
                reject(certificate, section, index, RejectedKind::from(error))
            })?;
        Ok(Checker {
            certificate,
            referee,
            proof,
            escapes,
        })
    }

    fn run(&self) -> Result<Accepted, Rejected> {
        let certificate = self.certificate;
        let mut text = String::new();
        self.check_root(&mut text)
            .map_err(|kind| reject_header(certificate, certificate.root_line(), kind))?;
        for (index, &claim) in certificate.claims.iter().enumerate() {
            let checked = match certificate.question {
                Question::Loss => self.check_loss(claim, &mut text),
                Question::Tsume | Question::Win | Question::Hisshi => {
                    self.check_claim(claim, &mut text).map_err(Failure::from)
                }
            };
            checked.map_err(|failure| reject_header(certificate, certificate.claim_line(index), failure))?;
        }
        for section in Section::ALL {
            for index in 0..certificate.count(section) {
                let checked = match section {
                    Section::Proof => self.check_proof(index, &mut text),
                    Section::Bounded => self.check_bounded(index, &mut text),
                    Section::Closed => self.check_closed(index, &mut text),
                };
                checked.map_err(|failure| reject(certificate, section, index, failure))?;
            }
        }
        let odd = self.referee.lengths_are_odd();
        let least = u32::from(odd && certificate.question == Question::Loss);
        Ok(Accepted::new(
            &certificate.claims,
            certificate.records(),
            odd,
            least,
        ))
    }

    /// The root is spelled as in records, the game is not over there, and there is a claim.
    fn check_root(&self, text: &mut String) -> Result<(), RejectedKind> {
        text.clear();
        self.referee.write_board(self.referee.root(), text);
        if self.certificate.root.split(' ').next() != Some(text) {
            return Err(RejectedKind::Spelling(text.clone()));
        }
        let root = self.referee.root();
        let open = match self.certificate.question {
            Question::Loss => matches!(self.referee.replies(root), Replies::Open(_)),
            Question::Tsume | Question::Win | Question::Hisshi => self.referee.state(root) == State::Open,
        };
        if !open {
            return Err(RejectedKind::Decided);
        }
        if self.certificate.claims.is_empty() {
            return Err(RejectedKind::NoClaim);
        }
        Ok(())
    }

    /// A record that makes the claim covers the root. Whether the record is true is checked
    /// separately.
    fn check_claim(&self, claim: Claim, text: &mut String) -> Result<(), RejectedKind> {
        let root = self.referee.root();
        let (found, plies) = match claim {
            Claim::Within(plies) => (self.covered_win(root, text), Some(plies)),
            Claim::NotWithin(plies) => (self.covered_escape(root, text), Some(plies)),
            Claim::Never => (self.covered_escape(root, text), None),
        };
        if let Some(plies) = plies {
            self.check_parity(plies)?;
        }
        let words = || claim.text(self.certificate.question);
        let (index, number) = match found {
            Found::Best { index, number } => (index, number),
            Found::OtherResource => return Err(RejectedKind::RootHand(words())),
            Found::Nothing => return Err(RejectedKind::RootMissing(words())),
        };
        let (enough, line) = match claim {
            Claim::Within(plies) => (number <= plies, self.certificate.line(Section::Proof, index)),
            Claim::NotWithin(plies) => (number >= plies, self.escape_line(index)),
            Claim::Never => (number == UNLIMITED, self.escape_line(index)),
        };
        if enough {
            return Ok(());
        }
        Err(RejectedKind::RootNumber {
            claim: words(),
            best: number,
            line,
        })
    }

    /// The position of a record. The prover must be to move there, and the game must not be over.
    fn set_up(
        &self,
        line: &Line,
        resource: &R::Resource,
        text: &mut String,
    ) -> Result<R::Position, RejectedKind> {
        if line.side() != self.referee.prover() {
            return Err(RejectedKind::Turn);
        }
        let position = self.referee.set_up(line.board(), resource)?;
        text.clear();
        self.referee.write_board(&position, text);
        if text != line.board() {
            return Err(RejectedKind::Spelling(text.clone()));
        }
        if self.referee.state(&position) != State::Open {
            return Err(RejectedKind::Decided);
        }
        Ok(position)
    }

    /// Lengths, ranks and bounds are odd, if the question says so.
    fn check_parity(&self, plies: u32) -> Result<(), RejectedKind> {
        if self.referee.lengths_are_odd() && plies.is_multiple_of(2) {
            return Err(RejectedKind::Even(plies));
        }
        Ok(())
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
    let line = match section {
        Section::Proof => certificate.proof[index].line(),
        Section::Bounded => certificate.bounded[index].line(),
        Section::Closed => certificate.closed[index].line(),
    };
    Rejected {
        place: Place::Record {
            section,
            number: index as u64 + 1,
            line: certificate.line(section, index),
        },
        position: line.position().to_string(),
        moves,
        kind,
    }
}
