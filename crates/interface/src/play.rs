//! Play against a certificate: whatever the person defends, the certificate has the mating move;
//! where there is no mate, it has a reply to every check. On request every choice comes with its
//! answer, which is one level of the tree of variations.

use crate::language;
use crate::refusal::Refusal;
use serde::{Deserialize, Serialize};
use yose_ask::{Invalid, Subject};
use yose_present::explore::certificate::{Branch, Explorer, Promise};
use yose_present::walk::{Choice, PASS, Step, Walk, walk};
use yose_present::{Language, Look, Style};

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

/// The certificate that somebody plays against, checked and indexed once.
#[derive(Default)]
pub struct Opponent(Option<(String, Explorer)>);

impl std::fmt::Debug for Opponent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.0.as_ref().map(|(name, _)| name);
        f.debug_tuple("Opponent").field(&name).finish()
    }
}

impl Opponent {
    /// Plays against a certificate from its root, a position. `name` is the name of the
    /// certificate: the next play under this name does not check it again.
    ///
    /// # Errors
    /// The certificate does not hold, or a move is not among the choices.
    pub fn play(
        &mut self,
        name: &str,
        certificate: &str,
        position: &Subject,
        play: &Play,
    ) -> Result<Played, Refusal> {
        let language = language(play.language.as_deref());
        let look = Look {
            style: Style::Kanji,
            ansi: false,
            language,
        };
        let name = format!("{name} {language:?}");
        let known = self.0.take().filter(|(known, _)| *known == name);
        let (_, explorer) = match known {
            Some(known) => self.0.insert(known),
            None => {
                let read = Explorer::read("certificate", certificate.as_bytes(), look);
                self.0.insert((name, read.map_err(Refusal::bad)?))
            }
        };
        played(explorer, position, play, language)
    }
}

/// Plays moves from the root of a certificate.
fn played(
    explorer: &mut Explorer,
    position: &Subject,
    play: &Play,
    language: Language,
) -> Result<Played, Refusal> {
    explorer.restart();
    let mut said = String::new();
    for choice in &play.moves {
        let told = explorer.choose(choice);
        said = told.ok_or_else(|| Refusal::bad(format!("`{choice}` is not among the choices")))?;
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
    let branch = |branch: Branch| {
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
