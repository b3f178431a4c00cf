//! The walk along a line of best play: the prover's best move, the other side's longest reply.
//!
//! [`walk`] is the loop. What a best move and a longest reply are is for a [`Choice`] to say:
//! lengths that a table knows, lengths that a search is asked for, or a convention on top of
//! either. [`Tie`] says which of several equally long replies is played; of equal moves the prover
//! plays the first.

use crate::game::Game;
use crate::number::Plies;
use crate::query::Query;

/// How a walk sees positions: who is to move, and how a move is made.
pub trait Play {
    /// A position.
    type At: Clone;
    /// A move.
    type Move: Copy;

    /// Whether the prover is to move.
    fn prover_to_move(&self, at: &Self::At) -> bool;
    /// Makes a move.
    fn make(&self, at: &mut Self::At, m: Self::Move);
}

/// A choice whose positions are those of a game. Such a choice gets [`Play`] for free.
pub trait InGame {
    /// The game.
    type Game: Query;
}

impl<C: InGame> Play for C {
    type At = C::Game;
    type Move = <C::Game as Game>::Move;

    fn prover_to_move(&self, at: &C::Game) -> bool {
        at.prover_to_move()
    }
    fn make(&self, at: &mut C::Game, m: Self::Move) {
        at.make(m);
    }
}

/// Which moves a walk plays.
pub trait Choice: Play {
    /// What breaks the walk off before the goal, such as a limit.
    type Stop;

    /// The prover's move for a goal within `left`, with what is left after the move. `left` is
    /// counted as the choice counts it, mostly in plies. `None` ends the walk: no such move is
    /// known.
    fn best_move(
        &mut self,
        at: &mut Self::At,
        left: Plies,
    ) -> Result<Option<(Plies, Self::Move)>, Self::Stop>;

    /// The other side's reply that lasts longest, where no reply lasts longer than `left`, with
    /// what is left after the reply. `None` ends the walk: the goal is reached, as the choice
    /// defines it; for a mate, there is no reply. If a choice answers `None` for another reason,
    /// too, then its caller must not rely on [`Line::whole`].
    fn longest_reply(
        &mut self,
        at: &mut Self::At,
        left: Plies,
    ) -> Result<Option<(Plies, Self::Move)>, Self::Stop>;
}

/// A line that a walk has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Whether the line reaches the goal: the walk ended because the choice gave no reply.
    pub whole: bool,
}

/// Walks from a position in which the goal is at most `left` plies away. The line has at most
/// `most` moves.
pub fn walk<C: Choice>(
    choice: &mut C,
    root: &C::At,
    mut left: Plies,
    most: usize,
) -> Result<Line<C::Move>, C::Stop> {
    let mut at = root.clone();
    let mut moves = Vec::new();
    while moves.len() < most {
        let prover = choice.prover_to_move(&at);
        let next = if prover {
            choice.best_move(&mut at, left)?
        } else {
            choice.longest_reply(&mut at, left)?
        };
        let Some((plies, m)) = next else {
            return Ok(Line {
                moves,
                whole: !prover,
            });
        };
        choice.make(&mut at, m);
        moves.push(m);
        left = plies;
    }
    Ok(Line { moves, whole: false })
}

/// Which of several moves with the same length is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The first in the order in which they are listed.
    First,
    /// The last.
    Last,
}

/// The move with the least number of plies; of equal ones the first.
pub fn shortest<M>(moves: impl IntoIterator<Item = (Plies, M)>) -> Option<(Plies, M)> {
    moves.into_iter().min_by_key(|&(plies, _)| plies)
}

/// The move with the greatest number of plies.
pub fn longest<M>(moves: impl IntoIterator<Item = (Plies, M)>, tie: Tie) -> Option<(Plies, M)> {
    let mut best: Option<(Plies, M)> = None;
    for (plies, m) in moves {
        let better = match (&best, tie) {
            (None, _) => true,
            (Some((most, _)), Tie::First) => plies > *most,
            (Some((most, _)), Tie::Last) => plies >= *most,
        };
        if better {
            best = Some((plies, m));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_moves_are_told_apart_by_the_tie_break() {
        let moves = [(3, 'a'), (5, 'b'), (1, 'c'), (5, 'd'), (1, 'e')];
        assert_eq!(longest(moves, Tie::First), Some((5, 'b')));
        assert_eq!(longest(moves, Tie::Last), Some((5, 'd')));
        assert_eq!(shortest(moves), Some((1, 'c')));
        assert_eq!(longest(Vec::<(Plies, char)>::new(), Tie::First), None);
    }

    /// Numbers: the prover takes two off, the other side one; at zero or below nothing is left.
    struct Down;

    impl Play for Down {
        type At = (i32, bool);
        type Move = i32;
        fn prover_to_move(&self, at: &(i32, bool)) -> bool {
            at.1
        }
        fn make(&self, at: &mut (i32, bool), m: i32) {
            *at = (at.0 - m, !at.1);
        }
    }

    impl Choice for Down {
        type Stop = &'static str;
        fn best_move(
            &mut self,
            _: &mut (i32, bool),
            left: Plies,
        ) -> Result<Option<(Plies, i32)>, &'static str> {
            Ok(left.checked_sub(1).map(|left| (left, 2)))
        }
        fn longest_reply(
            &mut self,
            at: &mut (i32, bool),
            left: Plies,
        ) -> Result<Option<(Plies, i32)>, &'static str> {
            if at.0 == 7 {
                return Err("seven");
            }
            Ok((at.0 > 0).then(|| (left.saturating_sub(1), 1)))
        }
    }

    #[test]
    fn a_walk_ends_with_the_line_or_with_what_stops_it() {
        let whole = walk(&mut Down, &(5, true), 3, 99);
        assert_eq!(
            whole,
            Ok(Line {
                moves: vec![2, 1, 2],
                whole: true
            })
        );
        let half = walk(&mut Down, &(8, true), 2, 99);
        assert_eq!(
            half,
            Ok(Line {
                moves: vec![2, 1],
                whole: false
            })
        );
        let cut = walk(&mut Down, &(5, true), 3, 1);
        assert_eq!(
            cut,
            Ok(Line {
                moves: vec![2],
                whole: false
            })
        );
        assert_eq!(walk(&mut Down, &(9, true), 9, 99), Err("seven"));
    }
}
