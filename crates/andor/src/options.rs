//! The switches of the search. Every technique can be turned off, so that its worth can be shown.

use crate::killer::Killer;
use crate::platform::MAX_DEPTH;

/// How the numbers of siblings that must all be dealt with are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// Their sum: the classic, which counts what siblings share as often as they share it.
    Sum,
    /// The largest, plus one for each other open sibling (weak proof numbers; T. Ueda, T. Hashimoto,
    /// J. Hashimoto, H. Iida, 2008): nothing is counted twice.
    Weak,
    /// The sum over groups of the largest in each: siblings of one [`crate::Edge::group`] share most of their work.
    Groups,
    /// The largest, plus a share of the sum of the others (1/2^n), at least one for each: between weak numbers and sums. A half
    /// takes the fewest nodes: 31.4 M on eight hard problems, 19.1 M on the first six of them; a quarter 42.1 M, an eighth and weak numbers 42.1
    /// and 43.7 M with one of them not found, sums 25.7 M on those six.
    Part(u8),
}

/// What is done about positions that come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycles {
    /// Results that rest on the path are kept apart: sound.
    Apart,
    /// They are stored like any other: wrong on some graphs. Only for tests that show that it matters.
    Naive,
}

/// What the search does.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// At the prover's turn, for disproof numbers.
    pub prover: Combine,
    /// At the other side's turn, for proof numbers.
    pub defender: Combine,
    /// Thresholds of children grow by this share of the second best (in 1/16): J. Pawlewicz, Ł. Lew, 2007.
    pub epsilon: u32,
    /// Cycles.
    pub cycles: Cycles,
    /// The deepest path. A search that has cut a longer one does not claim a disproof
    /// ([`crate::Reason::Depth`]). At most [`MAX_DEPTH`], for which the stack has room.
    pub max_depth: usize,
    /// Cut children that are worse than a position on the path, not only those equal to one.
    pub cut_worse: bool,
    /// Threshold control against endless loops (A. Kishimoto, 2010).
    pub control: bool,
    /// Open late edges only when their predecessor has failed.
    pub late: bool,
    /// Look at unseen positions with [`crate::Lookahead::judge`].
    pub judge: bool,
    /// Look three plies deep where that says nothing (`dfpn/three.rs`).
    pub three: bool,
    /// Generalise results by what they need and survive.
    pub pieces: bool,
    /// Numbers of open positions with other resources are bounds.
    pub share_numbers: bool,
    /// Replay known proofs after replies that only put something in the way (`dfpn/replay.rs`).
    pub replay: bool,
    /// Play the proofs of siblings again (`killer.rs`).
    pub killer: Killer,
    /// When a disproof closes, everything inside it that rested on nothing else is a fact too (`promote.rs`).
    pub promote: bool,
    /// Try several settings in turn ([`crate::schedule`]).
    pub schedule: bool,
    /// The number, below 4, of the setting whose numbers in the table count: each has its own.
    pub setting: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            prover: Combine::Weak,
            defender: Combine::Weak,
            epsilon: 2,
            cycles: Cycles::Apart,
            max_depth: MAX_DEPTH,
            cut_worse: true,
            control: true,
            late: true,
            judge: true,
            three: false,
            pieces: true,
            share_numbers: true,
            replay: true,
            killer: Killer::default(),
            promote: false,
            schedule: true,
            setting: 0,
        }
    }
}
