//! What a search asks of a game: the game itself and all its capabilities.
//!
//! A search is generic over `Q: Query`. Nobody implements [`Query`]: a type that implements
//! [`Game`] and the four capabilities is a query.

use crate::dominance::Dominance;
use crate::game::Game;
use crate::hints::Hints;
use crate::links::Links;
use crate::lookahead::Lookahead;
use crate::number::Number;
use yose_board::Key;

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

/// A move on offer, with what the search wants to know before making it.
#[derive(Clone, Copy, Debug)]
pub struct Edge<M, R> {
    /// The move.
    pub mv: M,
    /// The key of the position after it, without the resource.
    pub key: Key,
    /// The prover's resource after it.
    pub resource: R,
    /// First guess of the child's proof number (at least 1).
    pub pn: Number,
    /// First guess of the child's disproof number (at least 1).
    pub dn: Number,
    /// When it is opened.
    pub late: Late,
    /// Neighbouring edges with the same number, if it is not 0, are alike ([`crate::Combine::Groups`]).
    pub group: u8,
}

/// When an edge is opened. Until then it does not count; a node is decided only when it has been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Late {
    /// At once.
    #[default]
    No,
    /// When the edge just before it has failed for the side to move: a defence that matters only if its twin does not
    /// hold, an attack that matters only if its twin fails.
    Twin,
    /// When every edge that is open has failed: a last resort. (Where plies count it is opened at once: it may prolong.)
    Rest,
    /// The same, also where plies count.
    Last,
}
