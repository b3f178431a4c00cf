//! Certificates: claims about a position with the evidence for them, as a text file, and the check of such a file.
//!
//! A file is UTF-8, one item a line, fields separated by one space:
//!
//! ```text
//! yose-certificate 1
//! game shogi 9x9                     the game; further words and `piece` lines spell out other rules and armies
//! question tsume
//! root 7nk/7p1/9/7N1/9/9/9/9/9 b P   an SFEN without the move number; the side to move is the prover
//! claim nomate                       or `mate 5`, `notwithin 3`; one line each
//! section closed                     or `proof`, `bounded`; one line a record
//! 7nk/7p1/9/7N1/9/9/9/9/9 b P * 2d1b+:1a1b
//! 7n1/7pk/9/9/9/9/9/9/9 b P * P*1c:1b1c
//! 7n1/7p1/8k/9/9/9/9/9/9 b - *
//! end 3                              the number of records: a file that was cut off is told apart from a wrong one
//! ```
//!
//! A record is a board, the prover, the prover's hand (`-` for nothing; the other side holds the rest of the root's
//! pieces), a number, and moves. Only positions with the prover to move are stored; the checker makes all others.
//!
//! - `proof`: the number is a rank. `move` reaches the goal within so many plies if the prover has *at least* this hand:
//!   after every reply there is a record of the same board, no larger hand and a smaller rank. Ranks fall, so there are
//!   no circles.
//! - `closed`: the number is `*`. With *at most* this hand the prover never gets there: to every one of its moves there is a
//!   reply (`move:reply`) after which a record of the same board and no smaller hand is reached. Circles are welcome.
//! - `bounded`: the same within so many plies; a record of 1 names no replies, it says that there are some.
//!
//! Why a hand may stand for a larger or smaller one is argued in `referee/tsume.rs`.

mod accepted;
mod check;
mod claim;
mod decode;
mod encode;
mod fault;
mod game;
mod question;
mod record;
mod referee;
mod rejected;
mod section;

pub use accepted::Accepted;
pub use check::check;
pub use claim::Claim;
pub use decode::decode;
pub use fault::{Fault, FaultKind};
pub use game::Game;
pub use question::Question;
pub use record::{Bound, EscapeRecord, ProofRecord};
pub use rejected::{Place, Rejected, RejectedKind};
pub use section::Section;

/// The first word of a file.
const MAGIC: &str = "yose-certificate";

/// The version of the format.
const VERSION: &str = "1";

/// Claims about a position and the evidence for them. Whether they hold is for [`check()`] to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: Game,
    /// The question.
    pub question: Question,
    /// The position asked about, the prover to move: SFEN without a move number, or FEN.
    pub root: String,
    /// What is claimed about it; at least one thing.
    pub claims: Vec<Claim>,
    /// Evidence for [`Claim::Within`].
    pub proof: Vec<ProofRecord>,
    /// Evidence for [`Claim::NotWithin`].
    pub bounded: Vec<EscapeRecord>,
    /// Evidence for [`Claim::Never`], and perhaps for [`Claim::NotWithin`]: bounds are unlimited.
    pub closed: Vec<EscapeRecord>,
}

impl Certificate {
    /// The number of records in a section.
    pub fn count(&self, section: Section) -> usize {
        match section {
            Section::Proof => self.proof.len(),
            Section::Bounded => self.bounded.len(),
            Section::Closed => self.closed.len(),
        }
    }

    /// The number of records in all sections.
    pub fn records(&self) -> usize {
        Section::ALL.into_iter().map(|section| self.count(section)).sum()
    }

    /// The number of the line on which a record of a section stands in the file, from 1; `index` counts from 0.
    pub fn line(&self, section: Section, index: usize) -> u64 {
        let earlier = Section::ALL.into_iter().filter(|&earlier| earlier < section);
        let before: usize = earlier
            .map(|earlier| self.count(earlier))
            .filter(|&count| count > 0)
            .map(|count| count + 1)
            .sum();
        let headed = self.claim_line(self.claims.len()) as usize;
        // The line of the section itself comes first.
        (headed + before + 1 + index) as u64
    }

    fn question_line(&self) -> u64 {
        3 + self.game.pieces().len() as u64
    }

    fn root_line(&self) -> u64 {
        self.question_line() + 1
    }

    fn claim_line(&self, index: usize) -> u64 {
        self.root_line() + 1 + index as u64
    }

    fn texts(&self, section: Section) -> Box<dyn Iterator<Item = &str> + '_> {
        match section {
            Section::Proof => Box::new(self.proof.iter().map(ProofRecord::text)),
            Section::Bounded => Box::new(self.bounded.iter().map(EscapeRecord::text)),
            Section::Closed => Box::new(self.closed.iter().map(EscapeRecord::text)),
        }
    }
}
