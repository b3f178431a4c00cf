//! Certificates: claims about a position with the evidence for them, as a text file, and the check of such a file.
//!
//! The *prover* is the side to move at the root (of the question `loss`, the other side); it has a goal (in tsume: to mate
//! by checks alone). Only positions with
//! the prover to move are stored. Everything else (the replies to a move, the prover's other moves) the checker makes from
//! its own rules, so a file cannot leave anything out unnoticed.
//!
//! ```
//! use yose_verify::certificate::{Certificate, check};
//!
//! // Mate in exactly 3: the dragon's check has one answer, an interposition from the hand, and then the gold mates.
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
//! // No mate: a rook that checks for ever. 3c3b 1b1c leads from the first record to the second, 3b3c 1c1b back.
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
//! // A hole in it is named.
//! let text = certificate.to_text().replace(" 3b3c:1c1b", "");
//! let rejected = check(&text.parse()?).unwrap_err();
//! assert_eq!(
//!     rejected.to_string(),
//!     "line 8 (record 2 of `closed`): g2/R2/2k b - after 3b3c: the move has no reply in the record"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//!
//! UTF-8, lines that end in LF (CR LF is read too; the last line need not end), fields separated by exactly one space,
//! no comments, no empty lines. `"…"` is literal, `[ ]` may be missing, `*( )` may come any number of times, `1*( )` at
//! least once; numbers are decimal, from 1 to 999999999, without leading zeros.
//!
//! ```text
//! file      = "yose-certificate 1"
//!             "game " game
//!             *("piece " piece)                   only with army=own, one line a kind
//!             "question " ("tsume" | "win" | "loss")
//!             "root " position
//!             1*("claim " claim)
//!             ["section proof"   1*(win)]         sections in this order, each with at least one record or absent
//!             ["section bounded" 1*(escape)]
//!             ["section closed"  1*(escape)]      here every bound is *
//!             "end " count                        the number of records in all sections, 0 included
//!
//! claim     = goal " " plies                      the prover reaches the goal within so many plies
//!           | "notwithin " plies                  it does not within so many plies
//!           | "no" goal                           it never does
//! goal      = "mate" for tsume, "win" for win, "loss" for loss (the side to move loses: the prover wins)
//!
//! win       = board " " side " " hand " " rank " " move
//! escape    = board " " side " " hand " " bound *(" " move ":" reply)
//! bound     = number | "*"
//! side      = "b" | "w"                           the prover's side: the root's, or in loss the other
//!
//! position  = board " " side " " hands            shogi: SFEN without the move number, both hands
//!           | board " " side                      loa: FEN
//! hand      = "-" | the prover's pieces as in SFEN: capitals for Black, small letters for White; always "-" in loa
//!
//! game      = "shogi" | "minishogi" | "dobutsu" | "shogi " size *(" " option) | "loa " size [" mso"]
//! size      = files "x" ranks                     1 to 9 each
//! option    = "zone=" digit                       depth of the promotion zone; may be missing for 9x9 only, where it is 3
//!           | "army=" ("shogi" | "dobutsu" | "own")
//!           | "promotion=" ("optional" | "compulsory")
//!           | "nifu=" ("forbidden" | "allowed")
//!           | "dropmate=" ("forbidden" | "allowed")
//!           | "deadends=" ("forbidden" | "allowed")
//!           | "deadendattacks=" ("no" | "yes")
//!           | "stalemate=" ("loses" | "draws")
//!           | "try=" ("no" | "yes")               the first value is what holds if the option is missing
//! piece     = name *(" " word)                    a capital letter, after + for a promoted face; the order is that of hands
//! word      = "steps=" ways | "slides=" ways | "promotes=" name | "captured=" name | "royal" | "pawn"
//! ways      = right "," forward *(";" right "," forward)     as the owner sees it
//! ```
//!
//! *Boards* are the first field of SFEN or FEN, of the size of the game, with counts of empty squares joined (`3`, not
//! `12`): they are looked up by their text. Pieces in hands may come in any order. *Moves* are USI, in Lines of Action from
//! and to (`a1b3`) or `pass`.
//!
//! *What the other side holds is not stored*: it is what is left of the root's pieces (board and both hands, promoted ones
//! as what they are in hand) when the record's board and the prover's hand are taken away.
//!
//! # What must be there
//!
//! A record *covers* a position with the prover to move if it has the same board and, in `proof`, the prover holds at
//! least the record's hand (what it needs); in `bounded` and `closed`, at most the record's hand (the most it may have).
//! "At least" is for every kind; where more is not as good (pawns that slide, see `referee/tsume.rs`), hands must be
//! equal. Records of one board may differ in hand and number, and several may cover a position: the best counts.
//!
//! - `proof`, rank `n`: the move is legal and one the question allows (a check). Either it reaches the goal (rank 1 or
//!   more), or after *every* legal reply the position is covered by a record of rank `n - 2` or less. Ranks fall, so there
//!   are no circles.
//! - `bounded`, bound `n`: no move of the prover reaches the goal. If `n` is 1 that is all, and the record lists nothing.
//!   Otherwise it lists *every* move of the prover that the question allows, once, each with a legal reply after which
//!   the position is covered by a record of `bounded` or `closed` of bound `n - 2` or more, `*` being more than any number.
//! - bound `*`, in `closed` and also in `bounded`: the same, and the position after each reply is covered by a record of
//!   bound `*`. Circles are welcome.
//!
//! Positions in which the game is over have no records and need none: in Lines of Action a side is connected or cannot
//! move; in shogi, under the Try rule, the other side's king has arrived. A move of the prover after which the game is over
//! is not listed.
//!
//! The claim `mate n` needs the root covered by a record of `proof` of rank `n` or less; `notwithin n`, by one of `bounded`
//! or `closed` of bound `n` or more; `nomate`, by one of bound `*`. In tsume ranks, bounds and lengths are odd. In Lines of
//! Action a reply may complete the prover's group, so that lengths may be even: such a reply needs a rank of 2 or more
//! and no record, and in a disproof of bound 2 the position after the reply need only not be won.
//!
//! In `loss` the claims are about the root after a move: `loss n` needs every legal move there, none of which is listed, to lead
//! to what is won or covered by a record of rank `n - 1` or less; `notwithin n` one move to what is covered by a bound of `n - 1` or
//! more; `noloss` one move to a bound `*`. In shogi these `n` are even.
//!
//! *Exactly `n`* is `mate n` and `notwithin n - 2` in tsume (`win n` and `notwithin n - 1` in Lines of Action); for 1 the
//! first says it all.
//!
//! Every record is checked, needed or not. Why all this is sound is argued in `check/proof.rs`, `check/bounded.rs` and
//! `check/closed.rs`; why a hand may stand for a larger or smaller one, in `referee/tsume.rs`.

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
pub mod under_policy;

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
    /// Claims without any evidence yet.
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
