//! How a question is asked: the options that every front end has, in one place.

use yose_tsume::Limits;
use yose_tsume::{Convention, Policy};

/// The most threads that may search one problem, whoever asks.
pub const MOST_THREADS: u32 = 512;

/// How a question is asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the search may use.
    pub limits: Limits,
    /// Any proof will do, not only that of the shortest mate.
    pub first: bool,
    /// How many threads search one problem.
    pub threads: usize,
    /// What counts as a futile interposition (無駄合い). `None`: what tsume readers expect, where the rules of the game allow
    /// a policy at all.
    pub futile: Option<Policy>,
    /// Which line is the solution.
    pub convention: Convention,
    /// Whether the evidence is wanted as well.
    pub certificate: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            limits: Limits::default(),
            first: false,
            threads: 1,
            futile: None,
            convention: Convention::default(),
            certificate: false,
        }
    }
}
