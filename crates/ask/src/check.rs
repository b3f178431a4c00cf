//! `check`: is this a correct tsume-shogi?

use crate::answer::Answer;
use crate::invalid::Invalid;
use crate::progress::Doing;
use crate::question::{self, Check};
use crate::request::Name;
use crate::run::Run;
use crate::solve::{leftover, line_so_far, seconds};
use crate::subject::after;
use crate::vary::{self, EditBody};
use crate::verdict::{Reason, Verdict};
use crate::words;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use yose_shogi::notation::usi;
use yose_shogi::{Move, Nine, SHOGI, Setup, with_position};
use yose_tsume::{
    Author, CheckVerdict, Checked, Class, Convention, Cook, Departure, DepartureKind, Parameters, Policy,
    Progress, Terms, Tsume, Variation,
};

/// Another mating move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CookBody {
    /// The ply at which it is played, from 1.
    pub at: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its line, itself first.
    pub line: Vec<String>,
    /// Its class.
    #[serde(with = "words::word")]
    pub class: Class,
    /// The difference with which it merges with the solution.
    pub d: Option<usize>,
    /// Whether it is minor under the parameters (or does not count at all).
    pub minor: bool,
}

/// The parameters of K. Noshita and T. Iida: when cooks are minor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParametersBody {
    /// At most this number of the attacker's turns may have minor cooks.
    #[serde(rename = "S")]
    pub turns: usize,
    /// A merging cook is minor up to this difference.
    pub d: usize,
    /// A cook within this number of last moves is minor.
    pub h: usize,
    /// More cooks than this at one turn are too many.
    #[serde(rename = "R")]
    pub most: Option<usize>,
}

impl Default for ParametersBody {
    fn default() -> Self {
        Parameters::default().into()
    }
}

impl From<Parameters> for ParametersBody {
    fn from(parameters: Parameters) -> Self {
        let Parameters {
            turns,
            difference,
            last,
            most,
        } = parameters;
        ParametersBody {
            turns,
            d: difference,
            h: last,
            most,
        }
    }
}

impl From<ParametersBody> for Parameters {
    fn from(body: ParametersBody) -> Self {
        Parameters {
            turns: body.turns,
            difference: body.d,
            last: body.h,
            most: body.most,
        }
    }
}

/// A defence as long as the solution's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariationBody {
    /// The ply at which it is played, from 1.
    pub at: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its line, itself first.
    pub line: Vec<String>,
    /// How many pieces it leaves in hand.
    pub left: u32,
}

/// Something a composer wants to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flaw {
    /// `leftover`, `double-king`, `nomate`, `early`, `longer`, `broken`, `no-role`.
    pub name: Cow<'static, str>,
    /// As composers say it.
    pub japanese: Cow<'static, str>,
    /// The ply, from 1, if it has one.
    pub at: Option<usize>,
    /// What it is about, in words.
    pub what: String,
    /// The line that shows it.
    pub line: Vec<String>,
}

/// A move whose fate a limit left open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenBody {
    /// The ply, from 1.
    pub at: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is known to mate.
    pub mates: bool,
    /// Which limit.
    pub reason: Reason,
}

/// The grade of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grade {
    /// Complete.
    A,
    /// Minor cooks only.
    B,
    /// Cooked.
    C,
}

/// Edits that the limits left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnexaminedBody {
    /// How many edits were not examined.
    pub edits: usize,
    /// Which limit.
    pub reason: Reason,
}

/// The fields of `check`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckBody {
    /// A, B or C.
    pub grade: Option<Grade>,
    /// Plies of the solution, proved shortest under the policy; an upper bound without `exact`;
    /// null where no mate was proved.
    pub length: Option<u32>,
    /// By another convention than `modern`: plies of the line that lasts longest, whatever it
    /// leaves over, proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
    /// No shorter mate exists, proved: the same as the one before, but for `exact`.
    pub lower: Option<u32>,
    /// Whether the length is proved shortest.
    pub exact: Option<bool>,
    /// The solution, as USI moves.
    pub line: Option<Vec<String>>,
    /// What the attacker still holds at its end, as SFEN hand letters.
    pub leftover: Option<String>,
    /// What counts as a futile interposition.
    #[serde(with = "words::word")]
    pub policy: Policy,
    /// The version of that definition.
    pub policy_version: u32,
    /// The convention that picks the solution.
    #[serde(with = "words::picks")]
    pub convention: Convention,
    /// When cooks are minor: S, d, h, R.
    pub parameters: Option<ParametersBody>,
    /// Equally long defences.
    pub variations: Vec<VariationBody>,
    /// Other mating moves.
    pub cooks: Vec<CookBody>,
    /// Which of them decided the verdict `cooked`.
    pub culprit: Option<usize>,
    /// What else a composer wants to know.
    pub flaws: Vec<Flaw>,
    /// Moves whose fate is open.
    pub undecided: Vec<OpenBody>,
    /// With `--vary`: one-piece edits that cure the cooks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cures: Option<Vec<EditBody>>,
    /// Edits that the limits left out, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unexamined: Option<UnexaminedBody>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
}

impl CheckBody {
    /// The fields of a reply before anything is found.
    pub(crate) fn empty(check: &Check) -> CheckBody {
        CheckBody {
            policy: check.policy,
            policy_version: check.policy.version(),
            convention: check.convention,
            parameters: Some(check.parameters),
            ..CheckBody::default()
        }
    }
}

/// Every variation of a problem: what a record of it needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VariationsBody {
    /// Every defence with its mate, in the order of the solution.
    pub defences: Vec<VariationBody>,
    /// Where there is no mate: every check with the reply that holds.
    pub holds: Vec<(String, String)>,
    /// Which limit left something out.
    pub stopped: Option<Reason>,
}

/// The reply to `check`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckReply {
    /// The object that programs read.
    #[serde(flatten)]
    pub answer: Answer<CheckBody>,
    /// Every variation, if the request asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_variation: Option<VariationsBody>,
}

impl From<Answer<CheckBody>> for CheckReply {
    fn from(answer: Answer<CheckBody>) -> Self {
        CheckReply {
            answer,
            every_variation: None,
        }
    }
}

/// A checked problem: what the edits of [`vary`] are compared with.
pub(crate) struct Examined<'a> {
    pub check: &'a Check,
    pub setup: &'a Setup,
    pub found: Checked,
}

/// Answers the question.
pub(crate) fn answer(name: &Name, check: &Check, run: &mut Run<'_>) -> CheckReply {
    let examined = match examine(check, run) {
        Ok(examined) => examined,
        Err(invalid) => return Answer::invalid(name, &invalid, CheckBody::empty(check)).into(),
    };
    let (mut body, verdict, reason) = filled(&examined);
    if check.roles || check.vary {
        vary::examine(&examined, &mut body, run);
    }
    CheckReply {
        answer: Answer {
            reason,
            ..Answer::new(name, verdict, body)
        },
        every_variation: check
            .variations
            .then(|| every_variation(&examined, run))
            .flatten(),
    }
}

fn examine<'a>(check: &'a Check, run: &mut Run<'_>) -> Result<Examined<'a>, Invalid> {
    let setup = check.position.shogi()?;
    let position = setup.validate().map_err(Invalid::from)?;
    let terms = Terms {
        policy: check.policy,
        convention: check.convention,
        parameters: check.parameters.into(),
        author: author(check.author.as_ref(), setup)?,
        threads: run.limits.threads,
    };
    let limits = run.search_limits();
    let found = with_position!(position, |p| {
        let tsume = Tsume::new(p).map_err(Invalid::from)?;
        let mut report = |progress: Progress| run.report(&progress, || line_so_far(&tsume, &progress));
        yose_tsume::check(&tsume, &terms, &limits, &mut report).map_err(Invalid::whole)?
    });
    Ok(Examined { check, setup, found })
}

/// Every variation of a problem on a board that records can hold. The limits were for the check;
/// looking for variations has them once more.
fn every_variation(examined: &Examined<'_>, run: &mut Run<'_>) -> Option<VariationsBody> {
    let Examined { check, setup, found } = examined;
    if !std::ptr::eq(setup.variant, &SHOGI) {
        return None;
    }
    run.note(found.nodes, Some(Doing::Variations), || "variations".to_owned());
    let limits = run.search_limits();
    let tsume = Tsume::new(setup.position(Nine).ok()?).ok()?;
    let walked = if found.verdict == CheckVerdict::NoMate {
        yose_tsume::defences(&tsume, &limits)
    } else {
        let longest = found.longest.unwrap_or(found.line.len() as u32);
        yose_tsume::variations(&tsume, check.policy, &found.line, longest, &limits).ok()?
    };
    let text = |m: Move| usi::write(m, setup.variant);
    Some(VariationsBody {
        defences: walked.variations.iter().map(|v| variation(v, setup)).collect(),
        holds: walked
            .defences
            .iter()
            .map(|&(m, reply)| (text(m), text(reply)))
            .collect(),
        stopped: walked.stopped.map(Into::into),
    })
}

fn variation(variation: &Variation, setup: &Setup) -> VariationBody {
    VariationBody {
        at: variation.at,
        mv: usi::write(variation.line[0], setup.variant),
        line: variation
            .line
            .iter()
            .map(|&m| usi::write(m, setup.variant))
            .collect(),
        left: variation.left,
    }
}

/// What the author says, as the check has it.
fn author(author: Option<&question::Author>, setup: &Setup) -> Result<Option<Author>, Invalid> {
    let read = |word: &str| {
        usi::read(word, setup.variant).map_err(|error| Invalid::whole(format!("--author: `{word}`: {error}")))
    };
    let said = match author {
        None => return Ok(None),
        Some(question::Author::Line(line)) => {
            let moves: Vec<Move> = line.iter().map(|word| read(word)).collect::<Result<_, _>>()?;
            return Ok((!moves.is_empty()).then_some(Author::Line(moves)));
        }
        Some(question::Author::Said(said)) => said,
    };
    if let Ok(length) = said.trim().parse::<u32>() {
        if length % 2 == 0 {
            return Err(Invalid::whole(format!(
                "--author: a mate takes an odd number of plies, not {length}"
            )));
        }
        return Ok(Some(Author::Length(length)));
    }
    let moves: Vec<Move> = said.split_whitespace().map(read).collect::<Result<_, _>>()?;
    if moves.is_empty() {
        return Err(Invalid::whole("--author: a length or a line of USI moves"));
    }
    after(setup, &moves)?;
    Ok(Some(Author::Line(moves)))
}

/// The fields of a checked problem.
fn filled(examined: &Examined<'_>) -> (CheckBody, Verdict, Option<Reason>) {
    let Examined { check, setup, found } = examined;
    let text =
        |line: &[Move]| -> Vec<String> { line.iter().map(|&m| usi::write(m, setup.variant)).collect() };
    let mut body = CheckBody::empty(check);
    body.nodes = found.nodes;
    body.seconds = seconds(found.elapsed);
    body.length = found.length.or(found.within);
    body.longest = found.longest.filter(|_| check.convention != Convention::Modern);
    body.lower = found.longest.or(found.within.map(|_| found.lower));
    body.exact = body.length.map(|_| found.length.is_some());
    let (verdict, grade, reason) = match found.verdict {
        CheckVerdict::Complete => (Verdict::Complete, Some(Grade::A), None),
        CheckVerdict::Minor => (Verdict::Minor, Some(Grade::B), None),
        CheckVerdict::Cooked => (Verdict::Cooked, Some(Grade::C), None),
        CheckVerdict::Leftover => (Verdict::Leftover, None, None),
        CheckVerdict::NoMate => (Verdict::NoMate, None, None),
        CheckVerdict::Unknown(why) => (Verdict::Unknown, None, Some(why.into())),
    };
    body.grade = grade;
    if !found.line.is_empty() {
        body.line = Some(text(&found.line));
        body.leftover = leftover(setup, &found.line);
    }
    body.variations = found.variations.iter().map(|v| variation(v, setup)).collect();
    let parameters = check.parameters.into();
    let cook = |cook: &Cook| CookBody {
        at: cook.at,
        mv: usi::write(cook.line[0], setup.variant),
        line: text(&cook.line),
        class: cook.class,
        d: cook.d,
        minor: cook.is_minor(found.line.len(), &parameters),
    };
    body.cooks = found.cooks.iter().map(cook).collect();
    body.culprit = found.culprit;
    body.undecided = found
        .undecided
        .iter()
        .map(|open| OpenBody {
            at: open.at,
            mv: usi::write(open.mv, setup.variant),
            mates: open.mates,
            reason: open.reason.into(),
        })
        .collect();
    body.flaws = flaws(found, body.leftover.as_deref(), &text);
    (body, verdict, reason)
}

fn flaws(checked: &Checked, left: Option<&str>, text: &dyn Fn(&[Move]) -> Vec<String>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut add = |name: &'static str, japanese: &'static str, at, what: String, line: Vec<String>| {
        flaws.push(Flaw {
            name: name.into(),
            japanese: japanese.into(),
            at,
            what,
            line,
        });
    };
    if checked.verdict == CheckVerdict::NoMate {
        add("nomate", "不詰", None, "there is no mate".into(), Vec::new());
    }
    if checked.left > 0 {
        let what = format!("the solution leaves {} in hand", left.unwrap_or_default());
        add("leftover", "駒余り", None, what, Vec::new());
    }
    if checked.double_king {
        let what = "the attacker's king is on the board".to_owned();
        add("double-king", "双玉", None, what, Vec::new());
    }
    for Departure { kind, at, best, line } in &checked.departures {
        let best = best.map_or_else(String::new, |n| n.to_string());
        let (japanese, what) = match kind {
            DepartureKind::Early => ("早詰", format!("there is a shorter mate: {best} from here")),
            DepartureKind::Longer => ("変長", format!("a defence lasts longer: {best} from here")),
            DepartureKind::NoMate => ("不詰", "the author's move does not mate".to_owned()),
            DepartureKind::Broken => (
                "手順不備",
                format!("the author's line is not one of checks and replies up to the mate ({best} more)"),
            ),
        };
        if checked.verdict != CheckVerdict::NoMate {
            add(kind.word(), japanese, *at, what, text(line));
        }
    }
    flaws
}
