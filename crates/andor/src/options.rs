//! The switches of the search. Every technique can be turned off, so that its effect can be
//! measured.

use crate::killer::Killer;
use crate::platform::max_depth;

/// How the numbers of siblings that must all be decided are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// Their sum, as in the original df-pn. It counts shared work once for each sibling.
    Sum,
    /// The largest, plus one for each other open sibling (weak proof numbers; T. Ueda, T.
    /// Hashimoto, J. Hashimoto, H. Iida, 2008): nothing is counted twice.
    Weak,
    /// The sum over groups of the largest in each group: siblings of one [`crate::Edge::group`]
    /// share most of their work.
    Groups,
    /// The largest, plus a share of the sum of the others (1/2^n), at least one for each: between
    /// weak numbers and sums. A half takes the fewest nodes on hard tsume problems
    /// (docs/lab/search.md).
    Part(u8),
}

/// How results that depend on a repetition are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeated {
    /// Apart from facts, with the part of the path that they rest on: sound.
    Apart,
    /// Like facts: wrong on some graphs. Only for tests that show the difference.
    Naive,
}

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How disproof numbers are combined at the prover's turn.
    pub prover: Combine,
    /// How proof numbers are combined at the other side's turn.
    pub defender: Combine,
    /// Thresholds of children grow by this share of the second best, in 1/16 (J. Pawlewicz and Ł.
    /// Lew 2007).
    pub epsilon: u32,
    /// How results that depend on a repetition are stored.
    pub repetitions: Repeated,
    /// The deepest path. A search that has cut a longer one does not claim a disproof
    /// ([`crate::Reason::Depth`]). At most [`max_depth`], for which the stack has room.
    pub max_depth: usize,
    /// Cut children that are worse than a position on the path, not only those equal to one.
    pub cut_worse: bool,
    /// Threshold control against endless loops (A. Kishimoto 2010).
    pub control: bool,
    /// Open late edges only when their predecessor has failed.
    pub late: bool,
    /// Look at unseen positions with [`crate::Lookahead::judge`].
    pub judge: bool,
    /// Look three plies deep where [`crate::Lookahead::judge`] claims nothing (`dfpn/three.rs`).
    pub three: bool,
    /// Generalise results to other resources ([`crate::Dominance`]).
    pub generalise: bool,
    /// Use the numbers of open positions with other resources as bounds.
    pub share_numbers: bool,
    /// Replay known proofs after replies that only put something in the way (`dfpn/replay.rs`).
    pub replay: bool,
    /// Play the proof after a pass against the replies (`dfpn/threat.rs`). Only in games with a
    /// ground ([`crate::Game::GROUND`]).
    pub replay_threats: bool,
    /// Killer trees (`killer.rs`).
    pub killer: Killer,
    /// When a disproof no longer rests on the path, store the disproofs inside it that rested on
    /// nothing else as facts, too (`promote.rs`).
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
            repetitions: Repeated::Apart,
            max_depth: max_depth(),
            cut_worse: true,
            control: true,
            late: true,
            judge: true,
            three: false,
            generalise: true,
            share_numbers: true,
            replay: true,
            replay_threats: true,
            killer: Killer::default(),
            promote: false,
            schedule: true,
            setting: 0,
        }
    }
}
