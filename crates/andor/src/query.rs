//! What a search asks of a game: the game itself and all its capabilities.
//!
//! A search is generic over `Q: Query`. Nobody implements [`Query`]: a type that implements
//! [`Game`] and the four capabilities is a query.

use crate::dominance::Dominance;
use crate::game::Game;
use crate::hints::Hints;
use crate::links::Links;
use crate::lookahead::Lookahead;

pub use crate::edge::{Count, Edge, Late};
pub use crate::lookahead::Judgement;

/// A game with every capability that a search may use.
///
/// | trait | says | a mistake costs |
/// | --- | --- | --- |
/// | [`Game`] | positions, moves, the goal | the answer |
/// | [`Dominance`] | with which other resources a result holds | the answer |
/// | [`Lookahead`] | outcomes that need no search | the answer |
/// | [`Links`] | facts of other searches, replies that do not count | the answer |
/// | [`Hints`] | what to try first | time |
///
/// Every capability has defaults that claim nothing: `impl Hints for MyGame {}` opts out.
/// `yose-testkit` has a function for each law that the methods must keep (`game_laws`).
pub trait Query: Game + Dominance + Lookahead + Hints + Links {}

impl<Q: Game + Dominance + Lookahead + Hints + Links> Query for Q {}
