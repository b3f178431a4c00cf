//! What a certificate says about its root.

use super::Question;
use super::record::read_number;

/// A statement about the root. Lengths are plies: moves of both sides, the winning one included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The prover reaches its goal within so many plies (`mate 5`, `win 5`). Rests on the section `proof`.
    Within(u32),
    /// It does not within so many plies (`notwithin 3`). Rests on the sections `bounded` and `closed`.
    NotWithin(u32),
    /// It never does (`nomate`, `nowin`). Rests on the sections `closed` and `bounded`.
    Never,
}

impl Claim {
    /// The claim in the words of the question: `mate 5`.
    pub fn text(self, question: Question) -> String {
        let goal = question.goal();
        match self {
            Claim::Within(plies) => format!("{goal} {plies}"),
            Claim::NotWithin(plies) => format!("notwithin {plies}"),
            Claim::Never => format!("no{goal}"),
        }
    }

    /// Reads a claim about this question.
    pub fn parse(text: &str, question: Question) -> Option<Claim> {
        let goal = question.goal();
        match text.split_once(' ') {
            Some((word, plies)) if word == goal => read_number(plies).map(Claim::Within),
            Some(("notwithin", plies)) => read_number(plies).map(Claim::NotWithin),
            None if text.strip_prefix("no") == Some(goal) => Some(Claim::Never),
            _ => None,
        }
    }
}
