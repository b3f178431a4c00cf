//! Brinkmates by definition: slow, simple, and independent of the search.
//!
//! Everything here uses the rules of `yose-shogi` and plain data structures. The tests of the
//! search compare its answers with these.
//!
//! | file | contents |
//! | --- | --- |
//! | `state` | keys of positions, and the pass |
//! | `closure` | least fixpoints by need |
//! | `mate` | [`Mates`]: `M(P)`, mate by checks alone at any length |
//! | `hisshi` | [`Brinkmates`]: `H`, brinkmates of any length; [`solve`]: one position |
//! | `bounded` | [`Bounded`]: `A(P, n)` for small `n` |
//! | `futile` | [`Futile`]: lengths that do not count futile drops |
//! | `fixpoint` | [`solve_fully`]: the same as [`solve`], from the whole graph of states |
//! | `threats` | [`threat`]: the defender's view of a position |
//! | `space` | [`Space`]: every position of a small board at once |
//!
//! The side to move at the root is the attacker, except for [`threat`]. A repetition counts against
//! the attacker, because all sets are least fixpoints.
//!
//! ```
//! use yose_hisshi::brute::{self, Verdict};
//! use yose_shogi::{notation::sfen, with_position};
//!
//! // Between two golds the king has no way out, but no check mates at once.
//! let (position, _) = sfen::position("4k4/9/2G3G2/9/9/9/9/9/9 b - 1")?;
//! with_position!(position, |p| {
//!     let answer = brute::solve(&p, 1_000_000)?;
//!     assert_eq!(answer.verdict, Verdict::None);
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounded;
mod closure;
mod fixpoint;
mod futile;
mod hisshi;
mod mate;
mod space;
mod state;
mod threats;

pub use bounded::Bounded;
pub use fixpoint::{Answer, Verdict, solve_fully};
pub use futile::Futile;
pub use hisshi::{Brinkmates, solve};
pub use mate::Mates;
pub use space::Space;
pub use state::{passed, suitable};
pub use threats::{Parried, Threat, ThreatClass, threat};

use thiserror::Error;

/// Why brute force gives no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BruteError {
    /// There are more states than the caller allows.
    #[error("more states than allowed")]
    TooLarge,
    /// The side to be mated has no king.
    #[error("the defender has no king")]
    NoDefendingKing,
    /// The game has the Try rule, under which a king can win without mate.
    #[error("brinkmates are not defined under the Try rule")]
    TryRule,
}
