//! Looks for a closed set: positions in which the defender can answer every move and stay in the
//! set. A position in such a set has no brinkmate. `solve` uses it to decide, `evidence` to show.
//!
//! Where the attacker can go on for ever, most disproofs of the search hold on one path only, so
//! they cannot be stored. So the set is found on the graph of positions ([`Closed`]). The search
//! decides plain mates there. Its proofs are taken over. Its disproofs within a number of plies
//! only say which reply is tried first.

use crate::line::{Brink, ask};
use crate::question::Question;
use yose_andor::{Closed, EVER, Game, Ground, Meter, Outcome, Plies, Reason, Table};
use yose_board::Key;
use yose_shogi::Geometry;
use yose_tsume::InHand;

/// Nodes of the short search for a brinkmate at each position of the attacker that is met. With too
/// few the graph grows below replies that lose; with too many the searches cost more than it does.
const GLANCE: u64 = 200;

/// What the search says about the positions of the graph: plain mates, brinkmates that a short
/// search finds, and what the table knows.
pub(crate) struct SearchAsGround<'a, 't, G: Geometry>(pub(crate) &'a mut Brink<'t, G>);

impl<G: Geometry> Ground<Question<G>> for SearchAsGround<'_, '_, G> {
    fn reached(&mut self, at: &Question<G>, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let known = self.0.table().look(at.key(), at.resource());
        if known.yes_from == 0 || known.no_below > 0 {
            return Ok(known.yes_from == 0);
        }
        Ok(matches!(ask(self.0, at, 0, meter)?, Outcome::Proved(_)))
    }
    fn proved(&mut self, at: &Question<G>, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        match meter.step(GLANCE, |meter| ask(self.0, at, EVER, meter))? {
            Some(Outcome::Proved(plies)) => Ok(Some(plies)),
            _ => Ok(None),
        }
    }
    fn known(&self, key: Key, resource: InHand) -> (Plies, Plies) {
        let known = self.0.table().look(key, resource);
        (known.yes_from, known.no_below)
    }
}

/// Looks for a closed set that holds a position, with `room` MB for the graph. Disproofs (the set)
/// and proofs (positions met outside it) go into `closed`. That is not the table of the search:
/// every move counts as a ply here, so the lengths of proofs are only upper bounds. `Ok(false)` if
/// the position has a brinkmate.
///
/// # Errors
/// A limit that was met. [`Reason::Memory`]: the graph has no room.
pub(crate) fn close<G: Geometry>(
    search: &mut Brink<'_, G>,
    at: &Question<G>,
    closed: &Table,
    room: usize,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    let mut ground = SearchAsGround(search);
    let mut graph = Closed::with_ground(closed, room, &mut ground);
    Ok(matches!(graph.ever(at, meter)?, Outcome::Disproved(_)))
}
