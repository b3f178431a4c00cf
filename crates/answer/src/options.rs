//! How a question is asked: the options that every front end has, in one place.

use yose_mate::Limits;

/// How a question is asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the search may use.
    pub limits: Limits,
    /// Any proof will do, not only that of the shortest mate.
    pub first: bool,
    /// How many threads search one problem.
    pub threads: usize,
    /// What counts as a futile interposition.
    pub futile: Futile,
    /// Whether the evidence is wanted as well.
    pub certificate: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            limits: Limits::default(),
            first: false,
            threads: 1,
            futile: Futile::default(),
            certificate: false,
        }
    }
}

/// What counts as a futile interposition (無駄合い).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Futile {
    /// Every interposition counts as a move.
    #[default]
    None,
}

impl Futile {
    /// Every policy.
    pub const ALL: [Futile; 1] = [Futile::None];

    /// The word used in options and answers.
    pub const fn word(self) -> &'static str {
        match self {
            Futile::None => "none",
        }
    }
}
