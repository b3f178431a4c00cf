//! Every line of best play of a position, as a graph of positions.
//!
//! A line is a path from the first position to a mate. Lines that meet share their positions, so
//! the graph stays small where there are very many lines.

use crate::policy::lengths::Lengths;
use crate::policy::taking::{Exact, exact};
use crate::{Meter, Reason};
use std::collections::HashMap;
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

/// The most positions of a graph. Where lines of best play lead through more, no grade is given
/// ([`Reason::Lines`]). The number does not depend on the order of moves, so mirror images meet
/// this limit together.
pub const MOST_POSITIONS: usize = 10_000;

/// A position of the graph.
pub(crate) struct Place<G: Geometry> {
    pub position: Position<G>,
    /// Plies to the end of every line.
    pub plies: Plies,
    /// The length under the policy: that number, unless the convention does not count a longer
    /// line.
    length: Plies,
    /// The moves of best play in the order of the tie-break, with the places they lead to. Empty
    /// at the end of a line.
    pub next: Vec<(Move, usize)>,
}

/// The graph. Its first place is the position that was asked for.
pub(crate) struct BestPlay<G: Geometry> {
    places: Vec<Place<G>>,
}

impl<G: Geometry> BestPlay<G> {
    /// Every line of best play from a position, whoever is to move, whose length under the policy
    /// is `length`. With `clean` the lines are those that leave nothing and last that many plies.
    pub(crate) fn new(
        lengths: &mut Lengths<'_, G>,
        root: &Position<G>,
        length: Plies,
        clean: Option<Plies>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Reason> {
        let first = Place {
            position: root.clone(),
            plies: clean.unwrap_or(length),
            length,
            next: Vec::new(),
        };
        let mut known: HashMap<Exact, usize> = HashMap::from([(exact(root), 0)]);
        let mut places = vec![first];
        let mut at = 0;
        while at < places.len() {
            meter.tick()?;
            let place = &places[at];
            let (plies, position) = (place.plies, place.position.clone());
            let moves = place.moves(lengths, clean.is_some(), meter)?;
            let mut next = Vec::with_capacity(moves.len());
            for (m, length) in moves {
                let mut after = position.clone();
                after.make(m);
                let to = *known.entry(exact(&after)).or_insert(places.len());
                if to == places.len() {
                    if to == MOST_POSITIONS {
                        return Err(Reason::Lines);
                    }
                    places.push(Place {
                        position: after,
                        plies: plies - 1,
                        length,
                        next: Vec::new(),
                    });
                }
                next.push((m, to));
            }
            places[at].next = next;
            at += 1;
        }
        Ok(BestPlay { places })
    }

    pub(crate) fn place(&self, at: usize) -> &Place<G> {
        &self.places[at]
    }

    /// The places of each number of plies to the end, among those that lines from `from` lead to:
    /// the places with `n` plies to go are at index `n`.
    pub(crate) fn levels(&self, from: usize) -> Vec<Vec<usize>> {
        let plies = usize::from(self.places[from].plies);
        let mut levels = vec![Vec::new(); plies + 1];
        levels[plies].push(from);
        for n in (1..=plies).rev() {
            let mut below: Vec<usize> = levels[n]
                .iter()
                .flat_map(|&at| self.places[at].next.iter().map(|&(_, to)| to))
                .collect();
            below.sort_unstable();
            below.dedup();
            levels[n - 1] = below;
        }
        levels
    }
}

impl<G: Geometry> Place<G> {
    /// Whether the attacker is to move. Every line ends after a move of the attacker.
    pub(crate) fn attacks(&self) -> bool {
        self.plies % 2 == 1
    }

    /// The moves of best play, with the length after each.
    fn moves(
        &self,
        lengths: &mut Lengths<'_, G>,
        clean: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(Move, Plies)>, Reason> {
        let Place { plies, length, .. } = *self;
        if plies == 0 {
            return Ok(Vec::new());
        }
        let p = &self.position;
        let moves = match (self.attacks(), clean) {
            (true, true) => lengths.clean_attacks(p, length, plies, meter)?,
            (true, false) => lengths.best_attacks(&mut p.clone(), plies, meter)?,
            (false, true) => return lengths.clean_replies(p, length, plies, false, meter),
            (false, false) => lengths.best_defences(&mut p.clone(), plies, meter)?,
        };
        Ok(moves.into_iter().map(|m| (m, length - 1)).collect())
    }
}
