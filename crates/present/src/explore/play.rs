//! Play against a certificate, as a page needs it: the moves so far, the choices of the person, and
//! on request every choice with its answer, which is one level of the tree of variations.

use super::certificate::{Explorer, Promise};
use crate::language::Language;
use crate::walk::{Choice, PASS, Step, Walk, walk};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use yose_ask::{Invalid, Subject};

/// The moves of a person against a certificate.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Play {
    /// The moves that the person chose, from the root on.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Whether every choice comes with its answer.
    #[serde(default)]
    pub branches: bool,
    /// The language of moves.
    #[serde(default)]
    pub language: Option<String>,
}

/// Where the play stands.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Every move so far, those of the certificate among them.
    #[serde(flatten)]
    pub walk: Walk,
    /// The moves that the person can choose from.
    pub choices: Vec<Choice>,
    /// Whether the person plays the defence. Otherwise the person attacks.
    pub defends: bool,
    /// Whether the person may choose only checks.
    pub checks: bool,
    /// What the certificate says about its last answer.
    pub said: String,
    /// What the certificate promises with its last answer.
    pub promise: Option<Promise>,
    /// The choices with their answers, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branches: Option<Vec<PlayedBranch>>,
}

/// A choice with the answer of the certificate.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedBranch {
    /// The choice and its answer, as steps.
    pub steps: Vec<Step>,
    /// What the certificate promises.
    pub promise: Option<Promise>,
    /// Whether something can be chosen after the answer.
    pub goes_on: bool,
}

/// Why a move cannot be played.
#[derive(Debug, Error)]
pub enum PlayFault {
    /// It is not among the choices.
    #[error("`{0}` is not among the choices")]
    NotAChoice(String),
    /// The position cannot be used.
    #[error(transparent)]
    Invalid(#[from] Invalid),
}

/// Plays moves from the root of a certificate. `position` is the root.
///
/// # Errors
/// See [`PlayFault`].
pub fn play(
    explorer: &mut Explorer,
    position: &Subject,
    play: &Play,
    language: Language,
) -> Result<Played, PlayFault> {
    explorer.restart();
    let mut said = String::new();
    for choice in &play.moves {
        let told = explorer.choose(choice);
        said = told.ok_or_else(|| PlayFault::NotAChoice(choice.clone()))?;
    }
    let moves = explorer.moves();
    let here = walk(position, &moves, language)?;
    let open = explorer.choices();
    let choices = here.legal.iter().filter(|choice| open.contains(&choice.name));
    let mut choices: Vec<Choice> = choices.cloned().collect();
    if open.iter().any(|choice| choice == PASS) {
        choices.push(Choice::pass(language));
    }
    let branches = match play.branches {
        true => Some(branches(explorer, position, &moves, language)?),
        false => None,
    };
    Ok(Played {
        choices,
        defends: explorer.is_mate(),
        checks: explorer.only_checks(),
        said: said.trim_end().to_owned(),
        promise: explorer.promise(),
        branches,
        walk: here,
    })
}

fn branches(
    explorer: &Explorer,
    position: &Subject,
    moves: &[String],
    language: Language,
) -> Result<Vec<PlayedBranch>, Invalid> {
    let branches = explorer.branches().into_iter();
    let branch = |branch: super::certificate::Branch| {
        let mut line = moves.to_vec();
        line.push(branch.chosen);
        line.extend(branch.answer);
        let mut after = walk(position, &line, language)?;
        Ok(PlayedBranch {
            steps: after.steps.split_off(moves.len()),
            promise: branch.promise,
            goes_on: !after.legal.is_empty(),
        })
    };
    let mut branches: Vec<PlayedBranch> = branches.map(branch).collect::<Result<_, Invalid>>()?;
    // The longest resistance first. Futile drops come last.
    branches.sort_by_key(|branch| match branch.promise {
        Some(Promise::Hisshi(plies)) => (0, std::cmp::Reverse(plies)),
        Some(Promise::Mate(plies)) => (1, std::cmp::Reverse(plies)),
        None => (2, std::cmp::Reverse(0)),
        Some(Promise::Futile) => (3, std::cmp::Reverse(0)),
    });
    Ok(branches)
}
