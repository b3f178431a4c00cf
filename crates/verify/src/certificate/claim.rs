//! The claims of a certificate about its root.

use super::Question;
use super::record::read_number;

/// A statement about the root. Lengths are plies: moves of both sides, including the winning move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The prover reaches the goal within this number of plies (`mate 5`, `win 5`, `hisshi 5`). The
    /// evidence is in the section `proof`, of brinkmates in `hisshi`.
    Within(u32),
    /// The prover does not reach the goal within this number of plies (`notwithin 3`). The evidence
    /// is in the sections `bounded` and `closed`.
    NotWithin(u32),
    /// The prover never reaches the goal (`nomate`, `nowin`). The evidence is in the sections
    /// `closed` and `bounded`.
    Never,
}

impl Claim {
    /// The claim as the file writes it for this question, for example `mate 5`.
    pub fn text(self, question: Question) -> String {
        let goal = question.goal();
        match self {
            Claim::Within(plies) => format!("{goal} {plies}"),
            Claim::NotWithin(plies) => format!("notwithin {plies}"),
            Claim::Never => format!("no{goal}"),
        }
    }

    /// Reads a claim; `None` if the question has no such claim.
    pub fn parse(text: &str, question: Question) -> Option<Claim> {
        let goal = question.goal();
        match text.split_once(' ') {
            Some((word, plies)) if word == goal => read_number(plies).map(Claim::Within),
            // A brinkmate of length 0 is a plain mate.
            Some(("notwithin", "0")) if question == Question::Hisshi => Some(Claim::NotWithin(0)),
            Some(("notwithin", plies)) => read_number(plies).map(Claim::NotWithin),
            None if text.strip_prefix("no") == Some(goal) => Some(Claim::Never),
            _ => None,
        }
    }
}
