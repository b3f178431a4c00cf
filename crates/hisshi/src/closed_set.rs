//! The closed set of a position without a brinkmate: positions that the defender never has to
//! leave.
//!
//! Where the attacker can go on for ever, most disproofs of the search rest on a path and are no
//! facts. So the closed set is found on the graph of positions ([`Closed`]). The search decides
//! plain mates, and its facts are hints.

use crate::line::{Brink, ask};
use crate::question::Question;
use yose_andor::{Closed, EVER, Game, Ground, Meter, Outcome, Plies, Reason, Table};
use yose_board::Key;
use yose_shogi::Geometry;
use yose_tsume::InHand;

/// Nodes to find out whether a position of the closed set has a brinkmate after all. With too few
/// the graph grows below replies that fail; with too many the looks cost more than the graph.
const GLANCE: u64 = 200;

/// The search for brinkmates as the judge of plain mates.
pub(crate) struct Mates<'a, 't, G: Geometry>(pub(crate) &'a mut Brink<'t, G>);

impl<G: Geometry> Ground<Question<G>> for Mates<'_, '_, G> {
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

/// Looks for the closed set of a position, with `room` MB for the graph. The set is stored in
/// `closed`, which is not the table of the search: lengths in it are upper bounds. `Ok(false)` if
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
    let mut mates = Mates(search);
    let mut graph = Closed::with_ground(closed, room, &mut mates);
    Ok(matches!(graph.ever(at, meter)?, Outcome::Disproved(_)))
}
