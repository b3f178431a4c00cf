//! Version 3 of the format: brinkmates (hisshi).
//!
//! The attacker is the side to move at the root. P is a position with the attacker to move, Q one
//! with the defender to move. The definitions are those of `docs/guide/hisshi.md`:
//!
//! - M(P): the attacker mates by checks alone, at any length.
//! - A(P, 0) is M(P). A(P, n): M(P), or some legal move *m* has D(P·m, n − 1).
//! - D(Q, n): every legal reply *r* has A(Q·r, max(n − 1, 0)). If the defender is not in check,
//!   D(Q, n) also needs M(Q·pass). The pass is no move of the game: it shows that the last move
//!   was a threat. Where stalemate draws, D(Q, n) is false for a defender that is not in check and
//!   has no legal reply.
//!
//! A(P, n) implies A(P, n + 1). P is a *brinkmate* if A(P, n) holds for some n. The least such n is
//! the length of the brinkmate: 0 for a plain mate, otherwise an odd number.
//!
//! ```
//! use yose_verify::certificate::brinkmate::{check, decode};
//!
//! // The gold comes to 2c and threatens G*2b. The king has one reply, and G*2b mates there, too.
//! let text = "\
//! yose-certificate 3
//! game shogi 9x9
//! question hisshi
//! root 8k/9/9/6G2/9/9/9/9/9 b G
//! claim hisshi 1
//! section mate
//! 8k/9/7G1/9/9/9/9/9/9 b G 1 G*2b
//! 7k1/9/7G1/9/9/9/9/9/9 b G 1 G*2b
//! section hisshi
//! 8k/9/9/6G2/9/9/9/9/9 b G 1 3d2c
//! end 3
//! ";
//! assert_eq!(check(&decode(text.as_bytes())?)?.records, 3);
//!
//! // Without the first record nothing shows that the gold threatens anything.
//! let text = text
//!     .replace("8k/9/7G1/9/9/9/9/9/9 b G 1 G*2b\n", "")
//!     .replace("end 3", "end 2");
//! let rejected = check(&decode(text.as_bytes())?).unwrap_err();
//! assert_eq!(
//!     rejected.to_string(),
//!     "line 9 (record 1 of `hisshi`): 8k/9/9/6G2/9/9/9/9/9 b G after 3d2c pass: \
//!      no record of `mate` covers the position, so the move is not shown to be a threat"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//!
//! The format is that of version 1 (see [the module above](super)) with the sections below, in this
//! order. *P* is board, attacker and the attacker's hand.
//!
//! ```text
//! file      = "yose-certificate 3"
//!             "game " game *("piece " piece)
//!             "question hisshi"
//!             "root " position
//!             1*("claim " ("hisshi " n | "notwithin " (n | "0") | "nohisshi"))
//!             ["section mate"     1*(P " " rank " " move)]                M(P), by this check
//!             ["section nomate"   1*(P " *" *(" " check ":" reply))]      not M(P)
//!             ["section hisshi"   1*(P " " n " " move)]                   A(P, n), by this move
//!             ["section nohisshi" 1*(P " " bound *(" " move ":" answer))] not A(P, bound)
//!             "end " count
//!
//! n         = an odd number
//! bound     = n | "*"                         "*": not A(P, n) for any n
//! answer    = reply | "pass"
//! ```
//!
//! # What the checker demands
//!
//! Records of `mate` and `nomate` are those of `proof` and `closed` in version 1, with the question
//! `tsume`. Records *cover* positions as in version 1: in `mate` and `hisshi` the attacker holds at
//! least the record's hand, in `nomate` and `nohisshi` at most. Where stalemate draws, hands must
//! be equal in `hisshi` and `nohisshi`.
//!
//! - `hisshi`, number `n`: the move is legal. If it gives no check, a record of `mate` covers the
//!   position after the pass. After *every* legal reply a record of `mate`, or a record of `hisshi`
//!   of number `n - 2` or less, covers the position.
//! - `nohisshi`, bound `n`: *every* legal move of the attacker is listed once, with a legal reply
//!   or with `pass`. After a reply a record of `nohisshi` of bound `n - 2` or more covers the
//!   position; if `n` is 1, any record of `nohisshi` or `nomate`. The pass answers only a move that
//!   gives no check, and after it any record of `nohisshi` or `nomate` covers the position.
//! - `nohisshi`, bound `*`: the same, and after a reply a record of bound `*` covers the position.
//!   Cycles are allowed.
//!
//! Where stalemate draws, a move that stalemates needs no answer in `nohisshi`, and is no move of
//! `hisshi`.
//!
//! The claim `hisshi n` needs a record of `hisshi` of number `n` or less that covers the root.
//! `notwithin n` needs a record of `nohisshi` of bound `n` or more. `notwithin 0` says that there
//! is no plain mate, and a record of `nomate` is enough. `nohisshi` needs a record of bound `*`. A
//! length of *exactly `n`* is `hisshi n` with `notwithin n - 2`, or with `notwithin 0` if `n` is 1.
//!
//! # Why it is sound
//!
//! *Hands.* If the attacker has more in hand on the same board, the attacker keeps every move and
//! the defender gets no new one (`referee/tsume.rs`), and a pass changes no hand. A defender with
//! less in hand may have no reply left. Then D(Q, n) is M(Q·pass), which stays true with more. So
//! A and D stay true with more in the attacker's hand. Where stalemate draws, that argument fails,
//! and only equal hands are compared.
//!
//! *`mate` and `hisshi`.* Records of `mate` are true as in version 1, by induction on ranks. A
//! record of `hisshi` is true by induction on `n`: what it rests on is M, or A with a smaller
//! number.
//!
//! *`nomate` and `nohisshi` exclude mates.* Suppose that some covered position has M. Take one with
//! the shortest mate. Its first check is a legal move of the record, so the record answers the
//! check with a reply; a pass is no answer to a check. The position after the reply is covered,
//! too, and has a shorter mate: a contradiction.
//!
//! *`nohisshi`.* By induction on `n`, starting with M at 0: a record of bound `n` or more, `*`
//! included, excludes A(P, n). It excludes M(P), as just shown. And after every move *m* the answer
//! excludes D(P·m, n − 1): a pass because M(P·m·pass) is excluded, a reply because A(P·m·r,
//! max(n − 2, 0)) is excluded by a record of bound `n - 2` or more, or as a mate.
//!
//! Games with the Try rule are refused.

mod check;
mod decode;
mod encode;
mod rejected;
mod section;

pub use check::check;
pub use decode::decode;
pub use rejected::{Rejected, RejectedKind};
pub use section::Section;

use super::{Certificate as PlainCertificate, Claim, EscapeRecord, Game, ProofRecord, Question};

/// The version of the format.
pub const VERSION: &str = "3";

/// The word for the defender's pass.
pub const PASS: &str = "pass";

/// Claims about a brinkmate and the evidence for them. [`check()`] decides whether the claims hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The game, the root and the claims. `proof` holds the records of `mate`, `closed` those of
    /// `nomate`, and `bounded` none.
    pub mates: PlainCertificate,
    /// Brinkmates: A(P, n).
    pub hisshi: Vec<ProofRecord>,
    /// Positions without a brinkmate, within a number of plies or at all.
    pub nohisshi: Vec<EscapeRecord>,
}

impl Certificate {
    /// A certificate with these claims and no evidence yet.
    pub fn new(game: Game, root: String, claims: Vec<Claim>) -> Self {
        Certificate {
            mates: PlainCertificate::new(game, Question::Hisshi, root, claims),
            hisshi: Vec::new(),
            nohisshi: Vec::new(),
        }
    }

    /// The number of records in a section.
    pub fn count(&self, section: Section) -> usize {
        match section {
            Section::Mate => self.mates.proof.len(),
            Section::NoMate => self.mates.closed.len(),
            Section::Hisshi => self.hisshi.len(),
            Section::NoHisshi => self.nohisshi.len(),
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
        let counts = earlier
            .map(|earlier| self.count(earlier))
            .filter(|&count| count > 0);
        let before: usize = counts.map(|count| count + 1).sum();
        self.mates.claim_line(self.mates.claims.len()) + (before + 1 + index) as u64
    }

    /// The text of a record.
    fn text(&self, section: Section, index: usize) -> &str {
        match section {
            Section::Mate => self.mates.proof[index].text(),
            Section::NoMate => self.mates.closed[index].text(),
            Section::Hisshi => self.hisshi[index].text(),
            Section::NoHisshi => self.nohisshi[index].text(),
        }
    }
}
