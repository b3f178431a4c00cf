//! The defender's view: what the other side threatens, and which moves parry the threat.

use super::BruteError;
use super::mate::Mates;
use super::state::{passed, suitable};
use yose_shogi::{Geometry, Move, Position, Stalemate};

/// What the side that is not to move has against the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreatClass {
    /// In check, and every reply runs into a plain mate.
    Mated,
    /// Not in check; a pass and every reply run into a plain mate.
    Hisshi,
    /// In check, or a pass runs into a plain mate; some reply does not.
    Threat,
    /// Neither.
    Safe,
}

/// One legal move of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parried {
    /// The move.
    pub reply: Move,
    /// Whether the attacker has a plain mate after it.
    pub mate: bool,
    /// Whether the defender threatens a plain mate in turn: after the move the attacker is not in
    /// check and would be mated after a pass. `None` if the attacker has no king or is in check.
    pub counter: Option<bool>,
}

/// The defender's view of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The class.
    pub class: ThreatClass,
    /// Whether a pass runs into a plain mate; `None` in check.
    pub pass: Option<bool>,
    /// Every legal move.
    pub moves: Vec<Parried>,
}

/// Decides the threats against the side to move. The mates of each side may visit `limit`
/// positions.
pub fn threat<G: Geometry>(position: &Position<G>, limit: usize) -> Result<Threat, BruteError> {
    let defender = position.turn();
    suitable(position, defender)?;
    let mut mates = Mates::new(defender.other(), limit);
    let mut counters = Mates::new(defender, limit);
    let pass = match position.in_check() {
        true => None,
        false => Some(mates.mates(&passed(position))?),
    };
    let mut moves = Vec::new();
    let mut after = position.clone();
    for reply in position.legal_moves() {
        let undo = after.make(reply);
        let counter = match after.king(defender.other()) {
            Some(_) if !after.in_check() => Some(counters.mates(&passed(&after))?),
            _ => None,
        };
        moves.push(Parried {
            reply,
            mate: mates.mates(&after)?,
            counter,
        });
        after.unmake(reply, undo);
    }
    let lost = moves.iter().all(|m| m.mate);
    let drawn = moves.is_empty() && position.variant().rules.stalemate == Stalemate::Draws;
    let class = match pass {
        None if lost => ThreatClass::Mated,
        Some(true) if lost && !drawn => ThreatClass::Hisshi,
        None | Some(true) => ThreatClass::Threat,
        Some(false) => ThreatClass::Safe,
    };
    Ok(Threat { class, pass, moves })
}
