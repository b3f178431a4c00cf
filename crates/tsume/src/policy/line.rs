//! Lines under a policy.
//!
//! *Exact.* Of the moves that keep to the shortest mate the attacker plays the one that a small
//! search with its own tables finds, or, where that does not suffice, the first in the order of the
//! generator. The defender plays the first reply that counts and lasts longest. So the line depends
//! on the position alone. (`check` picks *the* solution by a finer convention, at more cost.)
//!
//! *Known.* Where limits do not allow that, the attacker plays the move that is known to mate
//! soonest, the defender the one that is known to last longest.

use crate::policy::lengths::{Lengths, Tables};
use crate::{EVER, Meter, Reason};
use yose_andor::Plies;
use yose_andor::walk::{Choice, Line, Play, Tie, longest, shortest, walk};
use yose_prove::line::{KnownLengths, tighten};
use yose_shogi::{Geometry, Move, Position};

/// Nodes of the small search for an attack of the line.
const BUDGET: u64 = 20_000;
/// Its tables, in MB.
const ROOM: usize = 8;

impl<G: Geometry> Play for Lengths<'_, G> {
    type At = Position<G>;
    type Move = Move;

    fn prover_to_move(&self, at: &Position<G>) -> bool {
        at.turn() == self.attacker()
    }

    fn make(&self, at: &mut Position<G>, m: Move) {
        at.make(m);
    }
}

impl<G: Geometry> KnownLengths for Lengths<'_, G> {
    fn known(&mut self, at: &Position<G>) -> Plies {
        Lengths::known(self, at).0
    }

    fn by_replies(&mut self, at: &mut Position<G>) -> Vec<Plies> {
        let replies = self.listed(at).into_iter();
        replies
            .map(|r| self.known_after(at, r).saturating_add(1))
            .collect()
    }

    fn learn(&mut self, at: &Position<G>, plies: Plies, m: Option<Move>) {
        self.learn_mate(at, plies, m.map_or(0, |m| m.packed()));
    }
}

/// A [`Play`] that leaves positions and moves to the lengths in its field.
macro_rules! plays_by_lengths {
    ($choice:ident) => {
        impl<G: Geometry> Play for $choice<'_, '_, '_, '_, G> {
            type At = Position<G>;
            type Move = Move;

            fn prover_to_move(&self, at: &Position<G>) -> bool {
                self.lengths.prover_to_move(at)
            }

            fn make(&self, at: &mut Position<G>, m: Move) {
                at.make(m);
            }
        }
    };
}
pub(crate) use plays_by_lengths;

/// Moves by known lengths.
struct Known<'l, 't, 'm, 'a, G: Geometry> {
    lengths: &'l mut Lengths<'t, G>,
    /// Whether a forgotten attack is searched for. Otherwise the line ends there.
    search: bool,
    meter: &'m mut Meter<'a>,
}

plays_by_lengths!(Known);

impl<G: Geometry> Choice for Known<'_, '_, '_, '_, G> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Position<G>, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        if !self.search {
            // No search, but no less work.
            self.meter.tick()?;
        } else if left == 0 {
            return Ok(None);
        }
        let checks = at.checking_moves().into_iter();
        let known = checks.map(|m| (self.lengths.known_after(at, m), m));
        if let Some(soonest) = shortest(known).filter(|&(plies, _)| plies < left) {
            return Ok(Some(soonest));
        }
        if !self.search {
            return Ok(None);
        }
        let found = attack(self.lengths, at, left, self.meter)?;
        Ok(found.map(|m| (left - 1, m)))
    }

    fn longest_reply(&mut self, at: &mut Position<G>, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        let most = left.saturating_sub(1);
        let replies = self.lengths.listed(at).into_iter();
        let known = replies.map(|r| (self.lengths.known_after(at, r).min(most), r));
        Ok(longest(known, Tie::First))
    }
}

/// A whole line, as long as the mate that is known in the end: at most `length` plies. The line is
/// tightened at most `rounds` times.
pub(crate) fn known<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    mut length: Plies,
    rounds: u32,
    meter: &mut Meter<'_>,
) -> Option<Vec<Move>> {
    for _ in 0..rounds {
        let mut choice = Known {
            lengths,
            search: true,
            meter,
        };
        let Line { moves, whole } = walk(&mut choice, root, length, usize::MAX).ok()?;
        if !whole || moves.len() > usize::from(length) {
            return None;
        }
        if moves.len() == usize::from(length) {
            return Some(moves);
        }
        // The line is shorter than the proof says: positions on the way are known to mate sooner by
        // now.
        let tightened = tighten(lengths, root, &moves);
        let before = length;
        length = length.min(tightened.plies.unwrap_or(EVER));
        if !tightened.shorter && length == before {
            return None;
        }
    }
    None
}

/// The line that is known to last longest, as far as lengths are known.
pub(crate) fn longest_known<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let left = Lengths::known(lengths, root).0;
    let mut choice = Known {
        lengths,
        search: false,
        meter,
    };
    Ok(walk(&mut choice, root, left, usize::MAX)?.moves)
}

/// Moves by questions with definite answers.
struct Exact<'l, 't, 'm, 'a, G: Geometry> {
    lengths: &'l mut Lengths<'t, G>,
    small: Lengths<'l, G>,
    meter: &'m mut Meter<'a>,
}

plays_by_lengths!(Exact);

impl<G: Geometry> Exact<'_, '_, '_, '_, G> {
    /// The check that the small search finds: the same whatever else is known.
    fn found(&mut self, p: &Position<G>, left: Plies) -> Result<Option<Move>, Reason> {
        let small = &mut self.small;
        match self.meter.step(BUDGET, |meter| small.within(p, left, meter)) {
            Ok(Some(true)) => {}
            // What is too much for the small search is no limit of the whole.
            Ok(_) | Err(Reason::Memory | Reason::Depth) => return Ok(None),
            Err(reason) => return Err(reason),
        }
        let checks = p.checking_moves().into_iter();
        let soonest = shortest(checks.map(|m| (small.known_after(p, m), m)));
        Ok(soonest.filter(|&(plies, _)| plies < left).map(|(_, m)| m))
    }
}

impl<G: Geometry> Choice for Exact<'_, '_, '_, '_, G> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Position<G>, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        let m = match self.found(at, left)? {
            Some(m) => Some(m),
            None => attack(self.lengths, at, left, self.meter)?,
        };
        Ok(m.map(|m| (left - 1, m)))
    }

    /// The first reply that counts and lasts as long as the mate.
    fn longest_reply(&mut self, at: &mut Position<G>, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        if left == 0 {
            return Ok(None);
        }
        for r in at.evading_moves() {
            let mut next = at.clone();
            next.make(r);
            if self.lengths.lasts(&next, left, self.meter)? && self.lengths.counts(at, r, left, self.meter)? {
                return Ok(Some((left - 1, r)));
            }
        }
        Ok(None)
    }
}

/// Best play for both sides from a mate in exactly `length` plies.
pub(crate) fn exact<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let tables = Tables::new(ROOM);
    let small = lengths.apart(&tables, ROOM);
    let mut choice = Exact {
        lengths,
        small,
        meter,
    };
    Ok(walk(&mut choice, root, length, usize::MAX)?.moves)
}

/// The first check after which there is a mate within the plies that are left.
fn attack<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    p: &Position<G>,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Move>, Reason> {
    for m in p.checking_moves() {
        let mut next = p.clone();
        next.make(m);
        if lengths.within(&next, left - 1, meter)? {
            return Ok(Some(m));
        }
    }
    Ok(None)
}
