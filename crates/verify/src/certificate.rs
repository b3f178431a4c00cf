//! Certificates: claims about a position together with their evidence, as a text file.
//!
//! [`check()`] accepts a certificate or names its first fault. This page describes version 1 of the
//! format; [`under_policy`] describes version 2 and [`brinkmate`] version 3.
//! `docs/format/certificate.md` has all of them for users.
//!
//! The *prover* is the side that has a goal. In tsume the goal is to mate by checks alone. The
//! prover is the side to move at the root; in the question `loss` it is the other side. A file
//! stores only positions in which the prover is to move. The checker generates everything else from
//! its own rules: the replies to a move, and the prover's other moves. So a file cannot leave out a
//! move unnoticed.
//!
//! ```
//! use yose_verify::certificate::{Certificate, check};
//!
//! // Mate in exactly 3: the rook's check has one answer, a drop. Then the gold mates.
//! let certificate: Certificate = "\
//! yose-certificate 1
//! game shogi 5x5 zone=1
//! question tsume
//! root 2R2/2p2/k4/2G2/5 b Gg
//! claim mate 3
//! claim notwithin 1
//! section proof
//! 2R2/2p2/k4/2G2/5 b G 3 3a5a+
//! +R4/g1p2/k4/2G2/5 b G 1 G*4d
//! section bounded
//! 2R2/2p2/k4/2G2/5 b G 1
//! end 3
//! ".parse()?;
//! assert_eq!(check(&certificate)?.exact, Some(3));
//!
//! // No mate: the rook checks for ever. 3c3b 1b1c leads from the first record to the second,
//! // and 3b3c 1c1b leads back.
//! let certificate: Certificate = "\
//! yose-certificate 1
//! game shogi 3x3 zone=1
//! question tsume
//! root g2/2k/R2 b -
//! claim nomate
//! section closed
//! g2/2k/R2 b - * 3c1c:1b1c 3c3b:1b1c
//! g2/R2/2k b - * 3b1b:1c1b 3b3c:1c1b
//! g2/3/2k b - *
//! g2/2k/3 b - *
//! end 4
//! ".parse()?;
//! check(&certificate)?;
//!
//! // The checker names a missing reply.
//! let text = certificate.to_text().replace(" 3b3c:1c1b", "");
//! let rejected = check(&text.parse()?).unwrap_err();
//! assert_eq!(
//!     rejected.to_string(),
//!     "line 8 (record 2 of `closed`): g2/R2/2k b - after 3b3c: \
//!      the move has no reply in the record"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//!
//! The file is UTF-8. Lines end in LF. The reader also accepts CR LF, and the last line need not
//! end. Exactly one space separates two fields. There are no comments and no empty lines.
//!
//! In the grammar, `"…"` is literal text, `[ ]` is optional, `*( )` occurs any number of times,
//! and `1*( )` occurs at least once. Numbers are decimal, from 1 to 999999999, without leading
//! zeros.
//!
//! ```text
//! file      = "yose-certificate 1"
//!             "game " game
//!             *("piece " piece)              one line per kind, only with army=own
//!             "question " ("tsume" | "win" | "loss")
//!             "root " position
//!             1*("claim " claim)
//!             ["section proof"   1*(win)]    sections in this order; a section without
//!             ["section bounded" 1*(escape)] records is left out
//!             ["section closed"  1*(escape)] here every bound is *
//!             "end " count                   number of records in all sections; may be 0
//!
//! claim     = goal " " plies                 the prover reaches the goal within `plies` plies
//!           | "notwithin " plies             it does not reach the goal within `plies` plies
//!           | "no" goal                      it never reaches the goal
//! goal      = "mate" in tsume, "win" in win, "loss" in loss (the side to move loses)
//!
//! win       = board " " side " " hand " " rank " " move
//! escape    = board " " side " " hand " " bound *(" " move ":" reply)
//! bound     = number | "*"
//! side      = "b" | "w"                      the prover: the side to move at the root,
//!                                            or in loss the other side
//!
//! position  = board " " side " " hands       shogi: SFEN without the move number, both hands
//!           | board " " side                 loa: FEN
//! hand      = "-" | the prover's pieces as in SFEN: capitals for Black, small letters
//!             for White; always "-" in loa
//!
//! game      = "shogi" | "minishogi" | "dobutsu" | "shogi " size *(" " option)
//!           | "loa " size [" mso"]
//! size      = files "x" ranks                1 to 9 each
//! option    = "zone=" digit                  depth of the promotion zone; only 9x9 may
//!                                            leave it out, where it is 3
//!           | "army=" ("shogi" | "dobutsu" | "own")
//!           | "promotion=" ("optional" | "compulsory")
//!           | "nifu=" ("forbidden" | "allowed")
//!           | "dropmate=" ("forbidden" | "allowed")
//!           | "deadends=" ("forbidden" | "allowed")
//!           | "deadendattacks=" ("no" | "yes")
//!           | "stalemate=" ("loses" | "draws")
//!           | "try=" ("no" | "yes")          the first value is the default
//! piece     = name *(" " word)               a capital letter, after + for a promoted face;
//!                                            the order is that of hands
//! word      = "steps=" directions | "slides=" directions | "promotes=" name
//!           | "captured=" name | "royal" | "pawn"
//! directions = right "," forward *(";" right "," forward)      as the owner sees it
//! ```
//!
//! *Boards* are the first field of SFEN or FEN and have the size of the game. Counts of empty
//! squares are joined (`3`, not `12`), because records are looked up by the text of their board.
//! Pieces in a hand may come in any order. *Moves* are USI. In Lines of Action they are from and to
//! (`a1b3`), or `pass`.
//!
//! *The file does not store what the other side holds.* The other side holds what is left of the
//! root's pieces (board and both hands, promoted pieces counted as what they are in hand) without
//! the pieces on the record's board and in the prover's hand.
//!
//! # What the checker demands
//!
//! A record *covers* a position with the prover to move if it has the same board and its hand fits:
//!
//! - in `proof`, the prover holds at least the record's hand, which is what the proof needs;
//! - in `bounded` and `closed`, the prover holds at most the record's hand, which is the most that
//!   the record allows.
//!
//! "At least" means at least as many of every kind. Where more in hand is not as good (pawns that
//! slide, see `referee/tsume.rs`), hands must be equal. Records of one board may differ in hand and
//! number. If several records cover a position, the best one counts.
//!
//! - `proof`, rank `n`: the move is legal, and the question allows it (in tsume it is a check).
//!   Either the move reaches the goal (rank 1 or more), or after *every* legal reply a record of
//!   rank `n - 2` or less covers the position. Ranks fall along every line, so a proof cannot run
//!   in a cycle.
//! - `bounded`, bound `n`: no move of the prover reaches the goal. If `n` is 1, that is all, and
//!   the record lists nothing. Otherwise the record lists *every* move of the prover that the
//!   question allows, once, each with a legal reply. After the reply a record of `bounded` or
//!   `closed` with bound `n - 2` or more covers the position. `*` is larger than every number.
//! - bound `*`, in `closed` and also in `bounded`: the same, but after each reply a record of bound
//!   `*` covers the position. Cycles are allowed.
//!
//! Positions in which the game is over have no records and need none. In Lines of Action the game
//! is over when a side is connected or cannot move; in shogi under the Try rule, when the other
//! side's king has reached the far rank. A move of the prover after which the game is over is not
//! listed.
//!
//! The claim `mate n` needs a record of `proof` of rank `n` or less that covers the root.
//! `notwithin n` needs a record of `bounded` or `closed` of bound `n` or more. `nomate` needs a
//! record of bound `*`. In tsume, ranks, bounds and lengths are odd. In Lines of Action a reply may
//! complete the prover's group, so lengths may be even. Such a reply needs a rank of 2 or more and
//! no record. In a disproof of bound 2 the position after the reply need only not be won.
//!
//! In `loss` the claims are about the positions after one move from the root. `loss n` needs every
//! legal move, none of which is listed, to lead to a position that is won or that a record of rank
//! `n - 1` or less covers. `notwithin n` needs one move to a position that a record of bound
//! `n - 1` or more covers. `noloss` needs one move to a position that a record of bound `*` covers.
//! In shogi these `n` are even.
//!
//! A length of *exactly `n`* is `mate n` with `notwithin n - 2` in tsume, and `win n` with
//! `notwithin n - 1` in Lines of Action. For `n` = 1 the first claim is enough.
//!
//! Every record is checked, needed or not. `check/proof.rs`, `check/bounded.rs` and
//! `check/closed.rs` argue why this is sound. `referee/tsume.rs` argues why a record may stand for
//! larger or smaller hands.

mod accepted;
pub mod brinkmate;
mod check;
mod claim;
mod decode;
mod encode;
mod fault;
mod game;
mod later;
mod question;
mod record;
mod referee;
mod rejected;
mod section;
pub mod under_policy;

pub use accepted::Accepted;
pub use check::check;
pub use claim::Claim;
pub use decode::decode;
pub use fault::{Fault, FaultKind};
pub use game::Game;
pub use later::LaterRejected;
pub use question::Question;
pub use record::{Bound, EscapeRecord, ProofRecord};
pub use rejected::{Place, Rejected, RejectedKind};
pub use section::Section;

/// The first word of a file.
const MAGIC: &str = "yose-certificate";

/// The version of the format.
const VERSION: &str = "1";

/// Claims about a position and the evidence for them. [`check()`] decides whether the claims hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: Game,
    /// The question.
    pub question: Question,
    /// The position that the claims are about: SFEN without a move number, or FEN.
    pub root: String,
    /// The claims about the root; at least one.
    pub claims: Vec<Claim>,
    /// Evidence for [`Claim::Within`].
    pub proof: Vec<ProofRecord>,
    /// Evidence for [`Claim::NotWithin`].
    pub bounded: Vec<EscapeRecord>,
    /// Evidence for [`Claim::Never`], which may also support [`Claim::NotWithin`]. Every bound is
    /// `*`.
    pub closed: Vec<EscapeRecord>,
}

impl Certificate {
    /// A certificate with these claims and no evidence yet.
    pub fn new(game: Game, question: Question, root: String, claims: Vec<Claim>) -> Self {
        Certificate {
            game,
            question,
            root,
            claims,
            proof: Vec::new(),
            bounded: Vec::new(),
            closed: Vec::new(),
        }
    }
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

    /// The line of the file, counted from 1, that holds record `index` (counted from 0) of a
    /// section.
    pub fn line(&self, section: Section, index: usize) -> u64 {
        let earlier = Section::ALL.into_iter().filter(|&earlier| earlier < section);
        let before: usize = earlier
            .map(|earlier| self.count(earlier))
            .filter(|&count| count > 0)
            .map(|count| count + 1)
            .sum();
        let headed = self.claim_line(self.claims.len()) as usize;
        // The line with the section's name comes before its records.
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
