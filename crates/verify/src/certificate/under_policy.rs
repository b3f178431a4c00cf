//! Certificates of lengths under a policy for futile interpositions (無駄合い): version 2 of
//! the format.
//!
//! A policy leaves some of the defender's drops, the *futile* ones, out of the count. Which drops
//! are futile depends on other lengths. So a certificate under a policy is a list of facts about
//! exact positions, in which both hands matter. Each fact is checked on its own against the rules
//! and the other facts. The checker generates every legal reply, and each one must be answered: by
//! a fact about the position after the reply; or, if the drop is *stripped*, by the evidence that
//! it is futile. That evidence is the move that takes the dropped piece, the mate with the piece
//! given back, and a reply which shows that the mate without the drop is not shorter.
//!
//! | file | |
//! | --- | --- |
//! | `check.rs`, `check/pairs.rs` | the checker; `pairs` compares two positions (policy `strict`) |
//! | `decode.rs`, `encode.rs` | the file as text |
//! | `fact.rs` | one record about an exact position |
//! | `policy.rs` | everything that differs between policies |
//! | `rejected.rs` | why a certificate is rejected |
//! | `section.rs` | the sections of the file |
//! | `strategy.rs` | the moves of an accepted certificate, for play against it |
//!
//! # The facts
//!
//! The definitions are those of `docs/guide/futile.md`. *P* is a position with the attacker to
//! move, *D* is one with the defender to move, in check. *P·m* is the position after the move *m*.
//!
//! A *taking* of a drop on the square *s* is a legal move to *s* after which the piece there gives
//! check. Under `usual` 1 any piece may take; under `immediate` 2 and `strict` 2 only the checking
//! piece may. *D/s* is the position after the drop and the taking, but with the hands of *D*: the
//! piece is given back. The defender is to move in *D/s*.
//!
//! By induction on n:
//!
//! - **A(P, n)**, the attacker mates within n plies: some check *m* has D(P·m, n − 1). A(P, 0)
//!   is false.
//! - **C(D, s, n)**, the defender is mated within n plies without drops on *s* or beyond: every
//!   reply *r* that is not a drop, and every drop nearer to the king than *s* that is not futile,
//!   has A(D·r, n − 1). The *core* of *D* and *s* is the least such n.
//! - **D(D, n)**, the defender is mated within n plies: as C, with *s* beyond the board.
//! - **F(D, D/s, n)**, with the piece given back there is still a mate within n plies: D(D/s, n);
//!   under `strict`, W(D, D/s, n).
//! - A drop on *s* is **futile** if some taking has F(D, D/s, c), where c is the core of *D* and
//!   *s*.
//! - **W(X, Y, n)**, the same moves mate in both positions, the defender to move: every reply ρ of
//!   Y that is not a futile drop is also a reply of X and takes the same piece, or none, there;
//!   n ≥ 2; and the same check *m* answers both: D(X·ρ·m, n − 2) and W(X·ρ·m, Y·ρ·m,
//!   n − 2). The same check is the same move. For a piece that stands elsewhere in X than in Y,
//!   it is a move to the same square after which the same kind stands there.
//!
//! Two clauses of `docs/guide/futile.md` follow from these and need no definition. If X and Y are
//! one position, W(X, Y, n) is D(X, n). And W(X, Y, n) implies D(Y, n): by induction each *m* has
//! D(Y·ρ·m, n − 2), so A(Y·ρ, n − 1). If A, C, D or W holds for n, it also holds for every
//! larger number.
//!
//! # The format
//!
//! The format is that of version 1 (see [the module above](super)), with a line for the policy and
//! with the sections below, in this order. In all of them *hand* is the attacker's hand, written in
//! the order of SFEN. Numbers may be 0 where the defender is to move.
//!
//! ```text
//! file      = "yose-certificate 2"
//!             "game " game *("piece " piece)
//!             "question tsume"
//!             "policy " name " " version
//!             "root " position
//!             1*("claim " ("mate " plies | "notwithin " plies))
//!             ["section win"    1*(P " " n " " move *(" " stripped))]    A(P, n), by this move
//!             ["section mated"  1*(D " " n " " limit *(" " stripped))]   D(D, n), C(D, limit, n)
//!             ["section safe"   1*(P " " n *(" " move ":" refutation))]  not A(P, n)
//!             ["section escape" 1*(D " " n " " refutation)]              not D(D, n)
//!             ["section alike"  1*(pair *(" " (reply ":" move | stripped)))]      W(X, Y, n)
//!             ["section unlike" 1*(pair " " refutation)]                      not W(X, Y, n)
//!             ["section proof"  1*(win)]      as in version 1: every drop counts
//!             ["section bare"   1*(escape)]   as `bounded` in version 1, but no reply is a drop
//!             ["section closed" 1*(escape)]   as in version 1
//!             "end " count
//!
//! P          = board " " attacker " " hand
//! D          = board " " defender " " hand
//! pair       = D " " n " " board              X, and the board of Y; the hands are the same
//! limit      = "-" | square                   drops on the square or beyond do not count
//! stripped   = square ":" taking ":" k ":" (refutation | "-")
//!                                             drops on the square are futile; "-" if k is 0
//! refutation = reply ["/" c]
//! ```
//!
//! The sections `alike` and `unlike` are for `strict` only.
//!
//! # What the checker demands
//!
//! - `win`: the move is a legal check, and the record shows D(P·m, n − 1) in the way of `mated`.
//! - `mated`: every reply *r* (within the limit) has A(D·r, n − 1), by a record of `win` or by a
//!   record of `proof` that covers D·r; or it is a drop on a square that is stripped. For a
//!   stripped square, the taking is legal and is a taking under the policy; k ≤ n; F(D, D/s, k)
//!   holds, by a record of `mated` or `alike` or because D/s is a mate on the board; and, if k > 0,
//!   the refutation shows that C(D, s, k − 2) fails. So the core is k or more, and the drop is
//!   futile.
//! - `safe`: every check *m* has a refutation of D(P·m, n − 1).
//! - `escape`: the reply is a refutation of D(D, n).
//! - A *refutation* of D(D, n) or C(D, s, n) is a legal reply *r* (within the limit) after which
//!   A(D·r, n − 1) is false: because n = 0, by a record of `safe`, or by a record of `bare` or
//!   `closed` that covers D·r. Moreover the reply *counts*. If it is a drop, F(D, D/s, c) is false
//!   for every taking: by a record of `escape` or `unlike`, or, if c = 0, because a move on the
//!   board is left. Without `/c`, c is n. Then either the drop is not futile or the core is more
//!   than n, and D(D, n) fails in both cases. With `/c`, c is less than n, and `mated` has C(D, s,
//!   c).
//! - `alike`: every reply ρ of Y is a drop on a square that is stripped, as in `mated`; or a check
//!   *m* of Y·ρ answers it. In that case n ≥ 2, X has the same reply and the same check, and
//!   D(X·ρ·m, n − 2) is in `mated` or X·ρ·m is a mate on the board. W(X·ρ·m, Y·ρ·m,
//!   n − 2) is in `alike`, or Y·ρ·m is a mate on the board, or the two are one position, which
//!   is in `mated`.
//! - `unlike`: the reply ρ of the refutation counts in Y against n, as above. Moreover n = 0; or
//!   ρ is not a reply of X, or takes another piece there; or for every check *m* that is the same
//!   in X·ρ and Y·ρ, one of D(X·ρ·m, n − 2) and W(X·ρ·m, Y·ρ·m, n − 2) is false.
//!   That is so by a record of `escape` about either position, by a record of `unlike`, or, for
//!   n = 2, because a move on the board is left. (If the reply is a drop whose core is more than n,
//!   D(Y, n) fails, and W(X, Y, n) with it.)
//!
//! # Why it is sound
//!
//! The proof is by induction on n, then on the distance from the king at which the check comes (in
//! Y, for a pair), then D before W. The claims at n are:
//!
//! - A record that says that something holds, with the number n, is true.
//! - A record that says that something fails, with a number N ≥ n, is true at n: the thing fails
//!   at n.
//!
//! Every record depends only on statements that come earlier in this order:
//!
//! - A record that something *holds* depends on records with smaller numbers that something holds;
//!   on records about D/s with at most the same number, where the check comes from nearer; and on
//!   failures below n (at k − 2).
//! - A record that something *fails*, with the number N ≥ n, depends at n on failures at n − 1
//!   or n − 2; on failures at n about D/s; or (`unlike`) on a failure at n about Y itself, by
//!   `escape`. The checker demands records of these failures at N − 1, N − 2 or N.
//! - With `/c`: if c ≥ n, F(D, D/s, n) is false as without `/c`. If c < n, the record depends on
//!   C(D, s, c), which holds, and on F(D, D/s, c), which fails. Both are below n.
//!
//! Where drops on *s* are stripped, the core of *D* and *s* exists: the record answers the other
//! replies. That follows square by square, going outwards from the king.
//!
//! `proof`, `bare` and `closed` count every drop or none, and are sound as in version 1. A mate
//! with every drop counted is a mate under a policy, within as many plies. If there is no mate
//! without drops, there is none under a policy. A position that is never mated is never mated under
//! a policy, because a stripped drop can be taken and leaves the attacker with more
//! (`docs/guide/futile.md`).
//!
//! Games with the Try rule, and games in which more in hand is not as good, are refused.

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

/// Claims about a length under a policy and the evidence for them. [`check()`] decides whether the
/// claims hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: Game,
    /// The policy: which drops are futile.
    pub policy: Policy,
    /// The position that the claims are about, the attacker to move: SFEN without a move number.
    pub root: String,
    /// The claims about the root.
    pub claims: Vec<Claim>,
    /// Positions that are mated, with the attacker to move: A(P, n).
    pub win: Vec<Fact>,
    /// Positions that are mated, with the defender to move: D(D, n) and C(D, s, n).
    pub mated: Vec<Fact>,
    /// Positions that are not mated, with the attacker to move.
    pub safe: Vec<Fact>,
    /// Positions that are not mated, with the defender to move.
    pub escape: Vec<Fact>,
    /// Pairs of positions that the same moves mate, with the defender to move: W(X, Y, n).
    pub alike: Vec<Fact>,
    /// Pairs of positions that the same moves do not mate, with the defender to move.
    pub unlike: Vec<Fact>,
    /// Mates if every drop counts.
    pub proof: Vec<ProofRecord>,
    /// Positions without a mate if no drop counts.
    pub bare: Vec<EscapeRecord>,
    /// Positions without any mate.
    pub closed: Vec<EscapeRecord>,
}

impl Certificate {
    /// A certificate with these claims and no evidence yet.
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

    /// The number of records in a section.
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
