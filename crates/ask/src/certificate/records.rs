//! The records of certificates, gathered within a limit of memory.

use crate::certificate::NoCertificate;
use crate::certificate::referee;
use crate::certificate::room::Room;
use yose_board::Color;
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Position};
use yose_tsume::{EVER, Reason};
use yose_verify::Side;
use yose_verify::certificate::{
    Bound, Certificate, Claim, EscapeRecord, FaultKind, Game, ProofRecord, Question,
};

/// What stands for a hand where there is none.
const NOTHING: &str = "-";

/// Board, side to move and its hand, as a record has them.
pub(crate) struct Place {
    board: String,
    side: Side,
    hand: String,
}

impl Place {
    /// The place of a position of shogi.
    pub fn of<G: Geometry>(p: &Position<G>) -> Place {
        let hand = sfen::hand_letters(&p.variant().army, &p.hand(p.turn()).counts(), p.turn());
        Place {
            hand: if hand.is_empty() { NOTHING.to_owned() } else { hand },
            ..Place::without_hand(&sfen::write(p, 1), p.turn())
        }
    }

    /// The place of a position written as a board and more, in a game without hands.
    pub fn without_hand(text: &str, turn: Color) -> Place {
        Place {
            board: text.split(' ').next().unwrap_or_default().to_owned(),
            side: match turn {
                Color::Black => Side::Black,
                Color::White => Side::White,
            },
            hand: NOTHING.to_owned(),
        }
    }

    /// The side to move wins within `rank` plies by this move.
    ///
    /// # Errors
    /// What the format cannot hold.
    pub fn proof(&self, rank: u16, play: &str) -> Result<ProofRecord, FaultKind> {
        ProofRecord::new(&self.board, self.side, &self.hand, u32::from(rank), play)
    }

    /// The side to move does not win within `bound` plies: its moves with the replies to them.
    /// `text` writes a move.
    ///
    /// # Errors
    /// What the format cannot hold.
    pub fn escape<M: Copy>(
        &self,
        bound: u16,
        answers: &[(M, M)],
        text: impl Fn(M) -> String,
    ) -> Result<EscapeRecord, FaultKind> {
        let limit = limit(bound);
        // What is not won in one needs no named reply: that there is one is the whole claim.
        let answers = if bound == 1 { &[] } else { answers };
        let answers: Vec<(String, String)> = answers.iter().map(|&(m, r)| (text(m), text(r))).collect();
        let pairs = answers.iter().map(|(m, r)| (m.as_str(), r.as_str()));
        EscapeRecord::new(&self.board, self.side, &self.hand, limit, pairs)
    }

    /// The side to move has no brinkmate within `bound` plies: its moves with the answers to them.
    ///
    /// # Errors
    /// What the format cannot hold.
    pub fn no_brinkmate(
        &self,
        bound: u16,
        answers: impl Iterator<Item = (String, String)>,
    ) -> Result<EscapeRecord, FaultKind> {
        let answers: Vec<(String, String)> = answers.collect();
        let pairs = answers.iter().map(|(m, r)| (m.as_str(), r.as_str()));
        EscapeRecord::of_brinkmate(&self.board, self.side, &self.hand, limit(bound), pairs)
    }
}

/// A bound in plies as a record has it.
fn limit(bound: u16) -> Bound {
    match bound {
        EVER => Bound::Unlimited,
        plies => Bound::Plies(u32::from(plies)),
    }
}

/// The game and the position that a certificate is about, as it has them.
///
/// # Errors
/// If the referee does not know the game.
pub(crate) fn heading<G: Geometry>(root: &Position<G>) -> Result<(Game, String), NoCertificate> {
    let variant = root.variant();
    let game = Game::Shogi {
        files: variant.files,
        ranks: variant.ranks,
        rules: referee::rules(variant).map_err(|e| NoCertificate::Game(e.to_string()))?,
    };
    let mut text = sfen::write(root, 1);
    if let Some((position, _)) = text.rsplit_once(' ') {
        text.truncate(position.len());
    }
    Ok((game, text))
}

/// A certificate about a position of shogi that has no records yet.
///
/// # Errors
/// If the referee does not know the game.
pub(crate) fn blank<G: Geometry>(
    root: &Position<G>,
    question: Question,
    claims: Vec<Claim>,
) -> Result<Certificate, NoCertificate> {
    let (game, root) = heading(root)?;
    Ok(Certificate::new(game, question, root, claims))
}

/// The records gathered so far.
#[derive(Clone)]
pub(crate) struct Records {
    /// Wins, each with its rank.
    pub proof: Vec<ProofRecord>,
    /// No win within a number of plies.
    pub bounded: Vec<EscapeRecord>,
    /// No win at all.
    pub closed: Vec<EscapeRecord>,
    /// The first record that the format cannot hold. It ends the gathering.
    fault: Option<FaultKind>,
    room: Room,
}

impl Records {
    /// No records, and room for more.
    pub fn within(room: Room) -> Records {
        Records {
            proof: Vec::new(),
            bounded: Vec::new(),
            closed: Vec::new(),
            fault: None,
            room,
        }
    }

    /// A place of a proof: see [`Place::proof`].
    pub fn prove(&mut self, at: &Place, rank: u16, play: &str) {
        if let Some(record) = self.keep(at.proof(rank, play), ProofRecord::text) {
            self.proof.push(record);
        }
    }

    /// A place of a refutation: see [`Place::escape`].
    pub fn refute<M: Copy>(
        &mut self,
        at: &Place,
        bound: u16,
        answers: &[(M, M)],
        text: impl Fn(M) -> String,
    ) {
        if let Some(record) = self.keep(at.escape(bound, answers, text), EscapeRecord::text) {
            let list = if bound == EVER {
                &mut self.closed
            } else {
                &mut self.bounded
            };
            list.push(record);
        }
    }

    /// A record that the format could hold, its room taken.
    pub fn keep<R>(&mut self, record: Result<R, FaultKind>, text: impl Fn(&R) -> &str) -> Option<R> {
        match record {
            Ok(record) => {
                self.room.note(text(&record));
                Some(record)
            }
            Err(fault) => {
                self.fault.get_or_insert(fault);
                None
            }
        }
    }

    /// Whether nothing more can be kept while the search holds this number of bytes.
    pub fn is_full(&self, held: usize) -> bool {
        self.room.is_full(held) || self.fault.is_some()
    }

    /// The result of gathering, if every record could be kept.
    ///
    /// # Errors
    /// See [`NoCertificate`].
    pub fn gathered<T>(&self, result: Result<T, Reason>) -> Result<T, NoCertificate> {
        match &self.fault {
            Some(fault) => Err(NoCertificate::Record(fault.clone())),
            None => result.map_err(|reason| self.room.stopped(reason)),
        }
    }

    /// Puts the records into a certificate.
    pub fn fill(self, certificate: &mut Certificate) {
        certificate.proof = self.proof;
        certificate.bounded = self.bounded;
        certificate.closed = self.closed;
    }
}
