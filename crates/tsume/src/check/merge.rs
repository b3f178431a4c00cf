//! How soon a cook merges with the solution.
//!
//! Noshita and Iida compare two lines: the cook merges with difference d if the moves from ply j +
//! d on are those of the solution (`cook.rs`). Here solution and cook are all their lines of best
//! play. Where equals may be chosen, what is no flaw is chosen for the problem and what is a flaw
//! against it, as in the grade (`grade.rs`): the defender seeks to merge soon, and so do
//! promotions and last moves, which are free; the attacker seeks not to merge.

use crate::check::best_play::{BestPlay, Place};
use crate::check::cook::differ_in_promotion;
use std::collections::HashMap;
use yose_shogi::{Geometry, Move};

/// The attacks of a place without those that differ from an earlier one in promotion alone: lists
/// of moves that are free to choose from. The last move is free altogether.
pub(crate) fn attacks<G: Geometry>(place: &Place<G>) -> Vec<Vec<(Move, usize)>> {
    if place.plies == 1 {
        return vec![place.next.clone()];
    }
    let mut groups: Vec<Vec<(Move, usize)>> = Vec::new();
    for &(m, to) in &place.next {
        match groups.iter_mut().find(|group| differ_in_promotion(group[0].0, m)) {
            Some(group) => group.push((m, to)),
            None => groups.push(vec![(m, to)]),
        }
    }
    groups
}

/// A cook and the solution that it leaves.
pub(crate) struct Merge<'a, G: Geometry> {
    solution: &'a BestPlay<G>,
    /// The lines after the cook.
    cook: &'a BestPlay<G>,
    /// The places of the solution after its move, by the plies to go.
    levels: Vec<Vec<usize>>,
    /// The place that the cook leaves, and the solution's move there.
    left: (usize, (Move, usize)),
    /// Whether the play from a place of the cook goes like that from a place of the solution.
    same: HashMap<(usize, usize), bool>,
}

impl<'a, G: Geometry> Merge<'a, G> {
    /// At the place `at` the solution plays `played`, and the cook another move, after which its
    /// lines are `cook`.
    pub(crate) fn new(
        solution: &'a BestPlay<G>,
        at: usize,
        played: (Move, usize),
        cook: &'a BestPlay<G>,
    ) -> Self {
        Merge {
            solution,
            cook,
            levels: solution.levels(played.1),
            left: (at, played),
            same: HashMap::new(),
        }
    }

    /// The difference with which the cook merges, and its line after the first move. `None`: it
    /// does not merge.
    pub(crate) fn find(mut self) -> (Option<usize>, Vec<Move>) {
        let rest = self.levels.len();
        let merges = |merge: &mut Self, same: usize| merge.comes(0, same, &mut HashMap::new());
        let mut d = None;
        if merges(&mut self, 1) {
            d = (0..rest).find(|d| merges(&mut self, rest - d));
        }
        let line = self.line(d.map_or(1, |d| rest - d), d.is_some());
        (d, line)
    }

    /// Whether the defender, at a place of the cook, can have the last `same` moves be those of
    /// the solution.
    fn comes(&mut self, at: usize, same: usize, known: &mut HashMap<usize, bool>) -> bool {
        let place = self.cook.place(at);
        let plies = usize::from(place.plies);
        if plies <= same {
            return plies == same && self.meets(at, same);
        }
        if let Some(&known) = known.get(&at) {
            return known;
        }
        let comes = if place.attacks() {
            attacks(place)
                .iter()
                .all(|group| group.iter().any(|&(_, to)| self.comes(to, same, known)))
        } else {
            place.next.iter().any(|&(_, to)| self.comes(to, same, known))
        };
        known.insert(at, comes);
        comes
    }

    /// Whether the play from a place of the cook with `same` plies to go is that of the solution.
    fn meets(&mut self, at: usize, same: usize) -> bool {
        if same < self.levels.len() {
            let places = self.levels[same].clone();
            return places.into_iter().any(|other| self.goes_like(at, other));
        }
        let (_, (played, after)) = self.left;
        let place = self.cook.place(at);
        let goes = |group: &Vec<(Move, usize)>| {
            group
                .iter()
                .any(|&(m, to)| m == played && self.goes_like(to, after))
        };
        attacks(place).iter().all(goes)
    }

    /// Whether the play from a place of the cook goes like that from a place of the solution: the
    /// same moves to the end, as far as the defender can have it so.
    fn goes_like(&mut self, at: usize, other: usize) -> bool {
        if let Some(&known) = self.same.get(&(at, other)) {
            return known;
        }
        let (place, like) = (self.cook.place(at), self.solution.place(other));
        let mut follows = |&(m, to): &(Move, usize)| {
            let there = like.next.iter().find(|&&(played, _)| played == m);
            there.is_some_and(|&(_, after)| self.goes_like(to, after))
        };
        let goes = if place.plies == 0 {
            like.plies == 0
        } else if place.attacks() {
            attacks(place).iter().all(|group| group.iter().any(&mut follows))
        } else {
            place.next.iter().any(follows)
        };
        self.same.insert((at, other), goes);
        goes
    }

    /// The line of the cook that shows whether its last `same` moves are those of the solution.
    fn line(&mut self, same: usize, merges: bool) -> Vec<Move> {
        let mut line = Vec::new();
        let mut known = HashMap::new();
        let mut at = 0;
        // The place of the solution that the line follows.
        let mut like: Option<usize> = None;
        while let place = self.cook.place(at)
            && place.plies > 0
        {
            let plies = usize::from(place.plies);
            if merges && like.is_none() && plies == same && same < self.levels.len() {
                let places = self.levels[same].clone();
                like = places.into_iter().find(|&other| self.goes_like(at, other));
            }
            let found = place.next.iter().find_map(|&(m, to)| match like {
                Some(other) => {
                    let there = self.solution.place(other).next.iter();
                    let after = there.into_iter().find(|&&(played, _)| played == m)?.1;
                    self.goes_like(to, after).then_some((m, to, Some(after)))
                }
                None if plies == same && merges => {
                    let (_, (played, after)) = self.left;
                    (m == played && self.goes_like(to, after)).then_some((m, to, Some(after)))
                }
                None if plies > same => (self.comes(to, same, &mut known) == merges).then_some((m, to, None)),
                None => Some((m, to, None)),
            });
            let Some((m, to, after)) = found.or_else(|| place.next.first().map(|&(m, to)| (m, to, None)))
            else {
                break;
            };
            line.push(m);
            (at, like) = (to, after);
        }
        line
    }
}
