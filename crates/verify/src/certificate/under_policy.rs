//! Certificates of lengths under a policy for futile interpositions (無駄合い): version 2 of the format.
//!
//! A policy leaves some of the defender's drops out of the count. What it leaves out is relative to other lengths, so such a
//! certificate is a list of facts about exact positions (both hands matter), each of which is checked on its own against the rules
//! and the other facts. Every legal reply is answered: by a fact about the position after it, or, a stripped drop, by the move
//! that takes it, the mate with the piece given back, and the reply that shows that the mate without it takes no less.
//!
//! # The facts
//!
//! *P* is a position with the attacker to move, *D* one with the defender to move, in check; *P·m* is the position after *m*.
//! The policy says which moves are *takings* of a drop on a square *s*: legal moves to *s* after which the piece there gives
//! check, of any piece (`usual` 1) or of the checking piece (`immediate` 2, `strict` 2). *D/s* is the position after drop and taking with
//! the hands of *D*, the defender to move. By induction:
//!
//! - A(P, n): some check *m* has D(P·m, n − 1). A(P, 0) is false.
//! - C(D, s, n): every reply *r* that is not a drop, and every drop nearer to the king than *s* that is not futile, has
//!   A(D·r, n − 1).
//! - D(D, n): the same with *s* beyond the board.
//! - A drop on *s* is futile if F(D, D/s, c) for some taking, c being the least number with C(D, s, c). F(D, D/s, n) is D(D/s, n), but
//!   W(D, D/s, n) under `strict`.
//! - W(X, Y, n), both with the defender to move: every reply ρ of Y that is not a futile drop is a reply of X too, takes the same,
//!   n ≥ 2, and the same check *m* answers both: D(X·ρ·m, n − 2) and W(X·ρ·m, Y·ρ·m, n − 2). The same check is the same move; for a
//!   piece that stands elsewhere in X than in Y, a move to the same square as the same kind.
//!
//! Two clauses of docs/guide/futile.md follow and need not be said again. If X and Y are one position, W(X, Y, n) is D(X, n). And W(X, Y, n)
//! implies D(Y, n): each *m* has D(Y·ρ·m, n − 2), by induction, so A(Y·ρ, n − 1). All of A, C, D, W go on to hold for a larger n.
//!
//! # The format
//!
//! As version 1 (see [the module above](super)), with a line for the policy and these sections, in this order. In all of them *hand*
//! is what the attacker holds, written in the order of SFEN; numbers may be 0 where the defender is to move.
//!
//! ```text
//! file      = "yose-certificate 2"
//!             "game " game *("piece " piece)
//!             "question tsume"
//!             "policy " name " " version
//!             "root " position
//!             1*("claim " ("mate " plies | "notwithin " plies))
//!             ["section win"    1*(board " " attacker " " hand " " n " " move *(" " stripped))]      A(P, n), by this move
//!             ["section mated"  1*(board " " defender " " hand " " n " " limit *(" " stripped))]     D(D, n) or C(D, limit, n)
//!             ["section safe"   1*(board " " attacker " " hand " " n *(" " move ":" hold))]          not A(P, n)
//!             ["section escape" 1*(board " " defender " " hand " " n " " hold)]                      not D(D, n)
//!             ["section alike"  1*(twins *(" " (reply ":" move | stripped)))]                        W(X, Y, n)
//!             ["section unlike" 1*(twins " " hold)]                                                  not W(X, Y, n)
//!             ["section proof"  1*(win)]          as in version 1: every drop counts
//!             ["section bare"   1*(escape)]       as `bounded` in version 1, but no reply is a drop
//!             ["section closed" 1*(escape)]       as in version 1
//!             "end " count
//!
//! limit     = "-" | square                        drops on the square, and farther from the king, are left aside
//! stripped  = square ":" taking ":" k ":" hold    drops on the square are futile; for k = 0 the hold is "-"
//! hold      = reply ["/" c]
//! twins     = board " " defender " " hand " " n " " board     X, and the board of Y, where the hands are the same
//! ```
//!
//! `alike` and `unlike` are for `strict` only.
//!
//! # What must be there
//!
//! - `win`: the move is a legal check, and D(P·m, n − 1) is shown by what follows, as in `mated`.
//! - `mated`: each reply (within the limit) has A(D·r, n − 1) by a record of `win` or one of `proof` that covers it; or
//!   it is a drop on a square that is listed. There the taking is legal and one, k ≤ n, F(D, D/s, k), and, if k > 0, the hold shows that
//!   C(D, s, k − 2) fails: so c ≥ k, and the drop is futile. F is shown by `mated` or `alike`; or D/s is a mate on the board.
//! - `safe`: every check has a hold that shows that D(P·m, n − 1) fails.
//! - `escape`: the hold does.
//! - A *hold* against n: a legal reply *r* (within the limit) after which A(D·r, n − 1) is false: n = 0, or by a record of `safe`, or
//!   one of `bare` or `closed` that covers it. Moreover it *counts*: if it is a drop, for every taking F(D, D/s, c) is false: by
//!   `escape`, by `unlike`, or, if c = 0, because a move on the board is left. Without `/c` c is n: then either the drop is not futile, or
//!   the least number for C is more than n; each way D(D, n) fails. With it, c is less than n and `mated` has C(D, s, c).
//! - `alike`: each reply ρ of Y is a drop on a square that is listed, as in `mated`; or it is answered by a check of Y·ρ, n ≥ 2, X has the
//!   same reply and the same check, D(X·ρ·m, n − 2) stands in `mated` or is a mate on the board, and so does W(X·ρ·m, Y·ρ·m, n − 2) in
//!   `alike`; where the two are one position, in `mated`.
//! - `unlike`: the reply of the hold counts, in Y against n as above; and n = 0, or it is no reply of X, or takes something else
//!   there, or for every check that is the same in X·ρ and Y·ρ one of D(X·ρ·m, n − 2), W(X·ρ·m, Y·ρ·m, n − 2) is false: by `escape` of the
//!   first or the second, by `unlike`, or, if n = 2, because a move on the board is left. (If the reply is a drop whose least number for
//!   C is more than n, D(Y, n) fails, and W with it.)
//!
//! *Why it is sound.* By induction on n, then on how far from the king the check comes (in Y, for a pair), then D before W: a record that
//! something holds is true if its number is n, and one that something fails is true at n if its number is n or more. What a
//! record rests on is before it in this order. A record that something holds rests on such records with at most its own number, and less but
//! for those about D/s, where the check comes from nearer; and on failures below that number (k − 2). A record that something fails with
//! the number N ≥ n rests, at n, on failures at n − 1 or n − 2, at n about D/s, or (`unlike`) at n about Y itself by `escape`; for each of
//! these there is a record with a number as much below N, or N. And where there is a `/c`: if c ≥ n, F(D, D/s, n) is false as without it; if
//! c < n, on C(D, s, c), which holds, and on F(D, D/s, c), which fails, both below n. That C has a least number at all where drops
//! are stripped follows from the other replies of the record, going outwards from the king.
//! `proof`, `bare` and `closed` speak of every drop or of none,
//! and are sound as in version 1; what is mated with every drop counted is so under a policy, within as many plies; what is not
//! mated without drops is not under a policy; and what is never mated is never mated under a policy, because a stripped drop
//! can be taken and leaves the attacker with more (docs/guide/futile.md).
//!
//! Games with the Try rule, or in which more in hand is not as good, are refused.

mod check;
mod decode;
mod encode;
mod fact;
mod policy;
mod rejected;
mod section;
mod strategy;

pub use check::check;
pub use decode::decode;
pub use fact::Fact;
pub use policy::Policy;
pub use rejected::{Rejected, RejectedKind};
pub use section::Section;
pub use strategy::Strategy;

use super::{Claim, EscapeRecord, Game, ProofRecord};

/// The version of the format.
pub const VERSION: &str = "2";

/// Claims about a length under a policy and the evidence for them. Whether they hold is for [`check()`] to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: Game,
    /// What is not counted.
    pub policy: Policy,
    /// The position asked about, the attacker to move: SFEN without a move number.
    pub root: String,
    /// What is claimed about it.
    pub claims: Vec<Claim>,
    /// Positions that are mated, the attacker to move.
    pub win: Vec<Fact>,
    /// The same, the defender to move.
    pub mated: Vec<Fact>,
    /// Positions that are not, the attacker to move.
    pub safe: Vec<Fact>,
    /// The same, the defender to move.
    pub escape: Vec<Fact>,
    /// Pairs of positions that are mated alike, the defender to move.
    pub alike: Vec<Fact>,
    /// Pairs that are not.
    pub unlike: Vec<Fact>,
    /// Mates with every drop counted.
    pub proof: Vec<ProofRecord>,
    /// No mates with no drop counted.
    pub bare: Vec<EscapeRecord>,
    /// No mates at all.
    pub closed: Vec<EscapeRecord>,
}

impl Certificate {
    /// Claims without any evidence yet.
    pub fn new(game: Game, policy: Policy, root: String, claims: Vec<Claim>) -> Self {
        Certificate {
            game,
            policy,
            root,
            claims,
            win: Vec::new(),
            mated: Vec::new(),
            safe: Vec::new(),
            escape: Vec::new(),
            alike: Vec::new(),
            unlike: Vec::new(),
            proof: Vec::new(),
            bare: Vec::new(),
            closed: Vec::new(),
        }
    }

    /// The number of records in a part.
    pub fn count(&self, section: Section) -> usize {
        match section {
            Section::Win => self.win.len(),
            Section::Mated => self.mated.len(),
            Section::Safe => self.safe.len(),
            Section::Escape => self.escape.len(),
            Section::Alike => self.alike.len(),
            Section::Unlike => self.unlike.len(),
            Section::Proof => self.proof.len(),
            Section::Bare => self.bare.len(),
            Section::Closed => self.closed.len(),
        }
    }

    /// The number of records in all parts.
    pub fn records(&self) -> usize {
        Section::ALL.into_iter().map(|section| self.count(section)).sum()
    }

    /// The number of the line on which a record stands in the file, from 1; `index` counts from 0.
    pub fn line(&self, section: Section, index: usize) -> u64 {
        let earlier = Section::ALL.into_iter().filter(|&earlier| earlier < section);
        let counts = earlier
            .map(|earlier| self.count(earlier))
            .filter(|&count| count > 0);
        let before: usize = counts.map(|count| count + 1).sum();
        self.claim_line(self.claims.len()) + (before + 1 + index) as u64
    }

    fn policy_line(&self) -> u64 {
        4 + self.game.pieces().len() as u64
    }

    fn claim_line(&self, index: usize) -> u64 {
        self.policy_line() + 2 + index as u64
    }

    fn texts(&self, section: Section) -> Box<dyn Iterator<Item = &str> + '_> {
        match section {
            Section::Win => Box::new(self.win.iter().map(Fact::text)),
            Section::Mated => Box::new(self.mated.iter().map(Fact::text)),
            Section::Safe => Box::new(self.safe.iter().map(Fact::text)),
            Section::Escape => Box::new(self.escape.iter().map(Fact::text)),
            Section::Alike => Box::new(self.alike.iter().map(Fact::text)),
            Section::Unlike => Box::new(self.unlike.iter().map(Fact::text)),
            Section::Proof => Box::new(self.proof.iter().map(ProofRecord::text)),
            Section::Bare => Box::new(self.bare.iter().map(EscapeRecord::text)),
            Section::Closed => Box::new(self.closed.iter().map(EscapeRecord::text)),
        }
    }
}
