//! Questions: what can be asked of a position, a certificate or a frame of an enumeration.

use crate::check::ParametersBody;
use crate::problem::{Content, Problem, main_moves};
use crate::subject::Subject;
use crate::words;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use yose_enumerate::{OneIn, Space, Terms};
use yose_hisshi::MoveSet;
use yose_shogi::notation::usi;
use yose_tsume::{Convention, Policy};

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// Is it mate, in how many plies, by which line?
    Solve(Solve),
    /// Is it a correct tsume-shogi?
    Check(Check),
    /// Is it a brinkmate, in how many plies, by which line?
    Hisshi(Hisshi),
    /// What does the other side threaten, and which moves parry it?
    Threat(Threat),
    /// Who wins a position of a small game, in how many plies?
    Value(Value),
    /// Does the side to move force a win at Lines of Action?
    LoaSolve(LoaSolve),
    /// Does a certificate hold?
    Verify(Verify),
    /// Which problems of one frame of an enumeration have a mate?
    Frame(Frame),
}

/// Is it mate, in how many plies, by which line?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solve {
    /// The position.
    pub position: Subject,
    /// Which interpositions are futile. `None`: the usual policy where the rules of the game allow
    /// one; with a certificate no policy, since that certificate is far smaller.
    #[serde(default, with = "words::optional")]
    pub policy: Option<Policy>,
    /// Which line is the solution.
    #[serde(default, with = "words::word")]
    pub convention: Convention,
    /// Whether any mate will do, not only the shortest.
    #[serde(default)]
    pub first: bool,
    /// Whether the reply has a certificate. Gathering it has the limits once more.
    #[serde(default)]
    pub certificate: bool,
}

impl Solve {
    /// The question with the usual answers to everything but the position.
    pub fn new(position: Subject) -> Solve {
        Solve {
            position,
            policy: None,
            convention: Convention::default(),
            first: false,
            certificate: false,
        }
    }
}

/// What the author of a problem says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Author {
    /// As typed: a length, or the line as USI moves.
    Said(String),
    /// The main line of a record, as USI moves.
    Line(Vec<String>),
}

impl Author {
    /// The main line of a problem that is a record with moves.
    pub fn of_record(problem: &Problem) -> Option<Author> {
        let Ok(Content::Record(record)) = &problem.content else {
            return None;
        };
        let moves = main_moves(record).into_iter();
        let line: Vec<String> = moves.map(|m| usi::write(m, record.setup.variant)).collect();
        (!line.is_empty()).then_some(Author::Line(line))
    }
}

/// Is it a correct tsume-shogi?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// The position.
    pub position: Subject,
    /// Which interpositions are futile.
    #[serde(default, with = "words::word")]
    pub policy: Policy,
    /// Which line is the solution.
    #[serde(default, with = "words::word")]
    pub convention: Convention,
    /// When cooks are minor.
    #[serde(default)]
    pub parameters: ParametersBody,
    /// What the author says.
    #[serde(default)]
    pub author: Option<Author>,
    /// Whether pieces without a role are looked for.
    #[serde(default)]
    pub roles: bool,
    /// Whether one-piece edits that cure the cooks are looked for.
    #[serde(default)]
    pub vary: bool,
    /// Whether the reply has every variation, as a record of the problem needs them. Looking for
    /// them has the limits once more.
    #[serde(default)]
    pub variations: bool,
}

impl Check {
    /// The question with the usual answers to everything but the position.
    pub fn new(position: Subject) -> Check {
        Check {
            position,
            policy: Policy::default(),
            convention: Convention::default(),
            parameters: ParametersBody::default(),
            author: None,
            roles: false,
            vary: false,
            variations: false,
        }
    }
}

/// Is it a brinkmate, in how many plies, by which line?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hisshi {
    /// The position. The attacker is the side to move.
    pub position: Subject,
    /// Which quiet moves the attacker tries.
    #[serde(default, with = "words::word")]
    pub moves: MoveSet,
    /// Which drops of the defender are futile.
    #[serde(default, with = "words::word")]
    pub policy: yose_hisshi::Policy,
    /// Whether any brinkmate will do, not only the shortest.
    #[serde(default)]
    pub first: bool,
    /// Whether the reply has a certificate. Gathering it has the limits once more.
    #[serde(default)]
    pub certificate: bool,
    /// Whether the reply has the cooks of the solution.
    #[serde(default)]
    pub cooks: bool,
    /// The author's line, against which cooks are looked for; otherwise the line that is found.
    #[serde(default)]
    pub solution: Option<Author>,
}

impl Hisshi {
    /// The question with the usual answers to everything but the position.
    pub fn new(position: Subject) -> Hisshi {
        Hisshi {
            position,
            moves: MoveSet::default(),
            policy: yose_hisshi::Policy::None,
            first: false,
            certificate: false,
            cooks: false,
            solution: None,
        }
    }
}

/// What does the other side threaten, and which moves parry it?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Threat {
    /// The position. The defender is the side to move.
    pub position: Subject,
    /// Nodes for the brinkmate after each parry; 0 for none. `None`: what the limits leave, and
    /// without limits [`yose_hisshi::BRINKMATE_NODES`].
    #[serde(default)]
    pub brinkmate_nodes: Option<u64>,
    /// The move that was played in the game, as USI.
    #[serde(default)]
    pub played: Option<String>,
}

impl Threat {
    /// The question with the usual answers to everything but the position.
    pub fn new(position: Subject) -> Threat {
        Threat {
            position,
            brinkmate_nodes: None,
            played: None,
        }
    }
}

/// Who wins a position of a small game, in how many plies?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// The position.
    pub position: Subject,
    /// How the value is found.
    #[serde(default)]
    pub method: ValueMethod,
    /// Whether the reply has a certificate. Gathering it has the limits once more.
    #[serde(default)]
    pub certificate: bool,
}

/// How a value is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueMethod {
    /// By table where a table fits, otherwise by search.
    #[default]
    Auto,
    /// By the table of all positions of the pieces.
    Table,
    /// By proof search and closed sets.
    Search,
    /// By the cycle candidates of Shibahara, Tajima and Kotani 2006.
    Candidates(Candidates),
}

/// Settings of the search with cycle candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidates {
    /// Table entries.
    pub entries: usize,
    /// The deepest line.
    pub depth: usize,
    /// Candidates at a time.
    pub candidates: usize,
    /// Check searches take turns.
    pub interleaved: bool,
    /// Numbers of undecided positions are forgotten at a re-search.
    pub clear_numbers: bool,
    /// Numbers of undecided positions with other hands are bounds.
    pub share_numbers: bool,
    /// Above this threshold positions met nearer to the root are not counted.
    pub countermeasure: Option<u32>,
    /// A wrong candidate deletes only what it influenced, not every candidate.
    pub delete_influenced: bool,
}

/// Does the side to move force a win at Lines of Action?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoaSolve {
    /// The position.
    pub position: Subject,
    /// Whether any win will do, not only the shortest.
    #[serde(default)]
    pub first: bool,
    /// One search instead of df-pn and deepening. The reply then has no line.
    #[serde(default)]
    pub search: Option<LoaSearch>,
    /// Which proved positions are tried as killer trees.
    #[serde(default)]
    pub killer: KillerTrees,
    /// What becomes of moves that threaten to win.
    #[serde(default)]
    pub threats: Threats,
    /// Whether the reply has a certificate. Gathering it has the limits once more.
    #[serde(default)]
    pub certificate: bool,
}

/// A search of Lines of Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoaSearch {
    /// Iterative deepening.
    Deepening,
    /// PDS.
    Pds,
    /// Df-pn.
    Dfpn,
}

/// How killer trees are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KillerTrees {
    /// Which proved positions become killer trees.
    pub start: KillerStart,
    /// A first killer tree is found by letting the other side pass.
    pub pass: bool,
    /// Replies that refuted a sibling are tried first.
    pub dual: bool,
}

impl Default for KillerTrees {
    fn default() -> Self {
        KillerTrees {
            start: KillerStart::Always,
            pass: false,
            dual: false,
        }
    }
}

/// Which proved positions become killer trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KillerStart {
    /// None.
    Never,
    /// Every one.
    Always,
    /// Those with a proof of at least and at most this number of plies.
    Height(u16, u16),
    /// Those reached by a capture.
    Capture,
    /// Those not reached by a capture.
    Quiet,
}

/// What becomes of moves that threaten to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Threats {
    /// Nothing.
    Any,
    /// They are tried first.
    #[default]
    First,
    /// Only they are tried: what is not proved stays unknown.
    Only,
}

/// Does a certificate hold?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verify {
    /// The text of the certificate.
    pub certificate: String,
}

/// Which problems of one frame of an enumeration have a mate?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The space.
    pub space: SpaceText,
    /// The number of the frame.
    pub frame: usize,
    /// When cooks are minor.
    #[serde(default)]
    pub parameters: ParametersBody,
    /// One in this number of diagrams without mate gets a certificate.
    #[serde(default)]
    pub disproofs: Option<u64>,
    /// The diagrams of a sample; all of them without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_in: Option<OneIn>,
}

impl Frame {
    /// The terms of the enumeration with the limits of a request.
    pub fn terms(&self, limits: &crate::request::Limits) -> Terms {
        Terms {
            parameters: self.parameters.into(),
            nodes: limits.nodes,
            hash_mb: limits.hash_mb,
            disproofs: self.disproofs,
            one_in: self.one_in,
        }
    }
}

/// A space with the text that it was read from.
#[derive(Clone, Debug)]
pub struct SpaceText {
    text: Arc<str>,
    space: Arc<Space>,
}

impl SpaceText {
    /// Reads a space from the text of its file.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn read(text: &str) -> Result<SpaceText, yose_enumerate::SpaceFault> {
        Ok(SpaceText {
            text: text.into(),
            space: Arc::new(Space::read(text)?),
        })
    }

    /// The space.
    pub fn space(&self) -> &Space {
        &self.space
    }
}

impl PartialEq for SpaceText {
    fn eq(&self, other: &SpaceText) -> bool {
        self.text == other.text
    }
}

impl Serialize for SpaceText {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for SpaceText {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// The last space that came. Pieces of one enumeration come one after the other, and a
        /// large space takes long to lay out.
        static LAST: Mutex<Option<SpaceText>> = Mutex::new(None);
        let text = String::deserialize(from)?;
        let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(last) = last.filter(|last| *last.text == *text) {
            return Ok(last);
        }
        let space = SpaceText::read(&text).map_err(serde::de::Error::custom)?;
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(space.clone());
        Ok(space)
    }
}

impl Question {
    /// The versions of the definitions that the answer depends on.
    pub(crate) fn definitions(&self) -> String {
        match self {
            Question::Solve(solve) => {
                let policy = solve.policy.unwrap_or_default();
                format!("{} {}", policy.version(), solve.convention.picks())
            }
            Question::Check(check) => format!("{} {}", check.policy.version(), check.convention.picks()),
            Question::Frame(frame) => {
                let policy = frame.space.space().policy;
                format!("{} {}", policy.version(), Convention::Modern.picks())
            }
            Question::Hisshi(hisshi) => hisshi.policy.version().to_string(),
            Question::Threat(_) | Question::Value(_) | Question::LoaSolve(_) | Question::Verify(_) => {
                String::new()
            }
        }
    }

    /// The word of the question in a request.
    pub const fn word(&self) -> &'static str {
        match self {
            Question::Solve(_) => "solve",
            Question::Check(_) => "check",
            Question::Hisshi(_) => "hisshi",
            Question::Threat(_) => "threat",
            Question::Value(_) => "value",
            Question::LoaSolve(_) => "loa-solve",
            Question::Verify(_) => "verify",
            Question::Frame(_) => "frame",
        }
    }

    /// The position, if the question is about one.
    pub fn position(&self) -> Option<&Subject> {
        match self {
            Question::Solve(solve) => Some(&solve.position),
            Question::Check(check) => Some(&check.position),
            Question::Hisshi(hisshi) => Some(&hisshi.position),
            Question::Threat(threat) => Some(&threat.position),
            Question::Value(value) => Some(&value.position),
            Question::LoaSolve(solve) => Some(&solve.position),
            Question::Verify(_) | Question::Frame(_) => None,
        }
    }
}
