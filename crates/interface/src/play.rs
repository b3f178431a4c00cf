//! Play against a certificate: whatever the person defends, the certificate has the mating move;
//! where there is no mate, it has a reply to every check.

use crate::language;
use crate::refusal::Refusal;
use serde::{Deserialize, Serialize};
use yose_ask::Subject;
use yose_present::explore::certificate::Explorer;
use yose_present::walk::{Choice, Walk, walk};
use yose_present::{Look, Style};

/// The moves of a person against a certificate.
#[derive(Clone, Debug, Deserialize)]
pub struct Play {
    /// The moves of the person.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The language of the names of moves.
    #[serde(default)]
    pub language: Option<String>,
}

/// Where the play stands.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Every move so far, those of the certificate among them.
    #[serde(flatten)]
    walk: Walk,
    /// The moves that the person can choose from.
    choices: Vec<Choice>,
    /// Whether the person plays the defence. Otherwise the person gives checks.
    defends: bool,
    /// What the certificate says about its last answer.
    said: String,
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
        explorer.restart();
        let mut said = String::new();
        for choice in &play.moves {
            said = explorer
                .choose(choice)
                .ok_or_else(|| Refusal::bad(format!("`{choice}` is not among the choices")))?;
        }
        let walk = walk(position, &explorer.moves(), language)?;
        let open = explorer.choices();
        let choices = walk.legal.iter().filter(|choice| open.contains(&choice.name));
        Ok(Played {
            choices: choices.cloned().collect(),
            defends: explorer.is_mate(),
            said: said.trim_end().to_owned(),
            walk,
        })
    }
}
