//! Which defences are futile (無駄合い), and lengths of brinkmates that do not count those.
//! docs/guide/hisshi.md has the definitions. A change of a definition is a new version.

mod line;
pub(crate) mod prover;
mod shared;
mod taking;
mod under_policy;

use crate::problem::Hisshi;
use thiserror::Error;
use yose_board::{Faults, Place};
use yose_shogi::{Geometry, Stalemate};
use yose_tsume::pieces::compares;

/// The levels of [`Policy::Returned`].
pub const LEVELS: u8 = 8;

/// A policy: which drops of the defender are not counted as moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Every drop counts.
    #[default]
    None,
    /// A drop does not count if a line piece takes it at once, and the brinkmate then is no longer
    /// than without such drops. The attacker keeps the piece.
    Kept,
    /// The same with the piece given back to the defender.
    Returned,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 3] = [Policy::None, Policy::Kept, Policy::Returned];

    /// The word used in options and answers.
    pub const fn word(self) -> &'static str {
        match self {
            Policy::None => "none",
            Policy::Kept => "kept",
            Policy::Returned => "returned",
        }
    }

    /// The version of the definition.
    pub const fn version(self) -> u32 {
        match self {
            Policy::None | Policy::Kept | Policy::Returned => 1,
        }
    }

    /// Whether the policy leaves verdicts as they are in the game of a problem. `returned` needs a
    /// game in which more in hand is as good: only then is a brinkmate with the piece given back
    /// one without that.
    ///
    /// # Errors
    /// [`PolicyFault::Game`].
    pub fn suits<G: Geometry>(self, hisshi: &Hisshi<G>) -> Result<(), Faults<PolicyFault>> {
        let position = hisshi.position();
        let draws = position.variant().rules.stalemate == Stalemate::Draws;
        if self == Policy::Returned && (draws || !compares(position)) {
            return Err(Faults::one(Place::Whole, PolicyFault::Game(self)));
        }
        Ok(())
    }

    /// The level at which a problem is asked. Level 0 counts every drop. `kept` has one level,
    /// which judges by itself.
    pub(crate) const fn level(self) -> u8 {
        match self {
            Policy::None => 0,
            Policy::Kept => 1,
            Policy::Returned => LEVELS,
        }
    }
}

/// Why a policy cannot be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PolicyFault {
    /// In the game more in hand is not always as good.
    #[error("--futile {} is for games in which more in hand is as good", .0.word())]
    Game(Policy),
    /// Only some quiet moves are tried.
    #[error("--futile {} needs every move, not --moves paper", .0.word())]
    Moves(Policy),
    /// Cooks are looked for.
    #[error("--cooks counts every drop: leave out --futile {}", .0.word())]
    Cooks(Policy),
    /// A certificate is asked for.
    #[error("certificates of brinkmates count every drop: leave out --futile {}", .0.word())]
    Certificate(Policy),
}
