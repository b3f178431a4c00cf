//! `check`: is this a correct tsume-shogi?

use crate::invalid::Invalid;
use crate::json::Answer;
use crate::problem::{Content, Problem};
use crate::solve::{seconds, start_of};
use crate::status::Status;
use serde::Serialize;
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Move, Setup, with_position};
use yose_tsume::{
    Author, CheckVerdict, Checked, Convention, Cook, Departure, DepartureKind, Parameters, Policy, Terms,
};
use yose_tsume::{Limits, Progress, Tsume};

/// How a problem is to be checked.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// What the search may use.
    pub limits: Limits,
    /// What counts as a futile interposition.
    pub policy: Policy,
    /// Which line is the solution.
    pub convention: Convention,
    /// When cooks are minor.
    pub parameters: Parameters,
    /// The author's length, or the author's line as USI moves.
    pub author: Option<String>,
    /// Whether pieces without a role are looked for.
    pub roles: bool,
    /// Whether one-piece edits that cure cooks are looked for.
    pub vary: bool,
}

/// Another mating move.
#[derive(Clone, Debug, Serialize)]
pub struct CookBody {
    /// The ply at which it is played, from 1.
    pub at: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its line, itself first.
    pub line: Vec<String>,
    /// Its class.
    pub class: &'static str,
    /// The difference with which it merges with the solution.
    pub d: Option<usize>,
    /// Whether it is minor under the parameters (or does not count at all).
    pub minor: bool,
}

/// The paper's parameters.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ParametersBody {
    /// At most so many of the attacker's turns may have minor cooks.
    #[serde(rename = "S")]
    pub turns: usize,
    /// A merging cook is minor up to this difference.
    pub d: usize,
    /// A cook within so many last moves is minor.
    pub h: usize,
    /// More cooks than this at one turn are too many.
    #[serde(rename = "R")]
    pub most: Option<usize>,
}

/// The parameters as answers have them.
pub(crate) fn parameters(options: &CheckOptions) -> ParametersBody {
    let Parameters {
        turns,
        difference,
        last,
        most,
    } = options.parameters;
    ParametersBody {
        turns,
        d: difference,
        h: last,
        most,
    }
}

/// A defence as long as the solution's.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub struct Flaw {
    /// `leftover`, `double-king`, `nomate`, `early`, `longer`, `broken`, `no-role`.
    pub name: &'static str,
    /// As composers say it.
    pub japanese: &'static str,
    /// The ply, from 1, if it has one.
    pub at: Option<usize>,
    /// What it is about, in words.
    pub what: String,
    /// The line that shows it.
    pub line: Vec<String>,
}

/// A move whose fate a limit left open.
#[derive(Clone, Debug, Serialize)]
pub struct OpenBody {
    /// The ply, from 1.
    pub at: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is known to mate.
    pub mates: bool,
    /// Which limit.
    pub reason: &'static str,
}

/// The fields of `check`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CheckBody {
    /// A, B or C.
    pub grade: Option<&'static str>,
    /// Plies of the solution, proved shortest under the policy; null where no mate was proved.
    pub length: Option<u32>,
    /// By another convention than `modern`: plies of the line that lasts longest, whatever it leaves over, proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
    /// The same as the one before.
    pub lower: Option<u32>,
    /// Whether the length is proved shortest.
    pub exact: Option<bool>,
    /// The solution, as USI moves.
    pub line: Option<Vec<String>>,
    /// What the attacker still holds at its end, as SFEN hand letters.
    pub leftover: Option<String>,
    /// What counts as a futile interposition.
    pub policy: &'static str,
    /// The version of that definition.
    pub policy_version: u32,
    /// The convention that picks the solution.
    pub convention: &'static str,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cures: Option<Vec<crate::vary::EditBody>>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
}

/// The answer of a check.
#[derive(Debug)]
pub struct CheckAnswer {
    /// The object.
    pub answer: Answer<CheckBody>,
    /// What it means for the exit status.
    pub status: Status,
    pub(crate) policy: Policy,
    pub(crate) start: Option<Setup>,
    pub(crate) found: Option<Checked>,
    pub(crate) invalid: Option<Invalid>,
}

fn empty(options: &CheckOptions) -> CheckBody {
    CheckBody {
        policy: options.policy.word(),
        policy_version: options.policy.version(),
        convention: options.convention.picks(),
        parameters: Some(parameters(options)),
        ..CheckBody::default()
    }
}

/// Checks a problem.
pub fn check(
    problem: &Problem,
    options: &CheckOptions,
    report: &mut (dyn FnMut(Progress) + Send),
) -> CheckAnswer {
    let outcome = start_of(problem).and_then(|setup| {
        let position = setup.validate().map_err(Invalid::from)?;
        let terms = Terms {
            policy: options.policy,
            convention: options.convention,
            parameters: options.parameters,
            author: author(problem, options.author.as_deref(), &setup)?,
        };
        let checked = with_position!(position, |p| {
            let tsume = Tsume::new(p).map_err(Invalid::from)?;
            yose_tsume::check(&tsume, &terms, &options.limits, report).map_err(Invalid::whole)
        })?;
        Ok((setup, checked))
    });
    match outcome {
        Ok((setup, checked)) => {
            let mut answer = told(problem, setup, checked, options);
            if options.roles {
                answer.look_for_roles(options);
            }
            if options.vary {
                answer.look_for_cures(options);
            }
            answer
        }
        Err(invalid) => CheckAnswer {
            answer: Answer::invalid(problem, &invalid, empty(options)),
            status: Status::Invalid,
            policy: options.policy,
            start: None,
            found: None,
            invalid: Some(invalid),
        },
    }
}

/// The answer to a problem that an interrupt left unchecked.
pub fn skipped(problem: &Problem, options: &CheckOptions) -> Answer<CheckBody> {
    Answer::skipped(problem, empty(options))
}

/// What the author says: the option, or the record's own moves.
fn author(problem: &Problem, said: Option<&str>, setup: &Setup) -> Result<Option<Author>, Invalid> {
    if let Some(said) = said {
        if let Ok(length) = said.trim().parse::<u32>() {
            if length % 2 == 0 {
                return Err(Invalid::whole(format!(
                    "--author: a mate takes an odd number of plies, not {length}"
                )));
            }
            return Ok(Some(Author::Length(length)));
        }
        let moves: Result<Vec<Move>, Invalid> = said
            .split_whitespace()
            .map(|word| {
                usi::read(word, setup.variant)
                    .map_err(|error| Invalid::whole(format!("--author: `{word}`: {error}")))
            })
            .collect();
        let moves = moves?;
        if moves.is_empty() {
            return Err(Invalid::whole("--author: a length or a line of USI moves"));
        }
        crate::show::after(setup, &moves)?;
        return Ok(Some(Author::Line(moves)));
    }
    Ok(match &problem.content {
        Ok(Content::Record(record)) => {
            let moves = crate::show::main_moves(record);
            (!moves.is_empty()).then_some(Author::Line(moves))
        }
        _ => None,
    })
}

fn told(problem: &Problem, setup: Setup, checked: Checked, options: &CheckOptions) -> CheckAnswer {
    let text =
        |line: &[Move]| -> Vec<String> { line.iter().map(|&m| usi::write(m, setup.variant)).collect() };
    let mut body = empty(options);
    body.nodes = checked.nodes;
    body.seconds = seconds(checked.elapsed);
    body.length = checked.length;
    body.longest = checked
        .longest
        .filter(|_| options.convention != Convention::Modern);
    body.lower = checked.longest;
    body.exact = checked.length.map(|_| true);
    let mut reason = None;
    let mut status = Status::Answered;
    let verdict = match checked.verdict {
        CheckVerdict::Complete => "complete",
        CheckVerdict::Minor => "minor",
        CheckVerdict::Cooked => "cooked",
        CheckVerdict::Leftover => "leftover",
        CheckVerdict::NoMate => "nomate",
        CheckVerdict::Unknown(why) => {
            reason = Some(why.word());
            status = Status::Unknown;
            "unknown"
        }
    };
    body.grade = match checked.verdict {
        CheckVerdict::Complete => Some("A"),
        CheckVerdict::Minor => Some("B"),
        CheckVerdict::Cooked => Some("C"),
        _ => None,
    };
    if !checked.line.is_empty() {
        body.line = Some(text(&checked.line));
        body.leftover = leftover(&setup, &checked.line);
    }
    body.variations = checked
        .variations
        .iter()
        .map(|variation| VariationBody {
            at: variation.at,
            mv: usi::write(variation.line[0], setup.variant),
            line: text(&variation.line),
            left: variation.left,
        })
        .collect();
    let cook = |cook: &Cook| CookBody {
        at: cook.at,
        mv: usi::write(cook.line[0], setup.variant),
        line: text(&cook.line),
        class: cook.class.word(),
        d: cook.d,
        minor: cook.is_minor(checked.line.len(), &options.parameters),
    };
    body.cooks = checked.cooks.iter().map(cook).collect();
    body.culprit = checked.culprit;
    body.undecided = checked
        .undecided
        .iter()
        .map(|open| OpenBody {
            at: open.at,
            mv: usi::write(open.mv, setup.variant),
            mates: open.mates,
            reason: open.reason.word(),
        })
        .collect();
    body.flaws = flaws(&checked, body.leftover.as_deref(), &text);
    let mut answer = Answer::new(problem, verdict, body);
    answer.reason = reason;
    CheckAnswer {
        answer,
        status,
        policy: options.policy,
        start: Some(setup),
        found: Some(checked),
        invalid: None,
    }
}

fn leftover(setup: &Setup, line: &[Move]) -> Option<String> {
    let end = crate::show::after(setup, line).ok()?;
    Some(sfen::hand_letters(
        &setup.variant.army,
        &end.hands[setup.turn.index()],
        setup.turn,
    ))
}

fn flaws(checked: &Checked, left: Option<&str>, text: &dyn Fn(&[Move]) -> Vec<String>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut add = |name, japanese, at, what: String, line: Vec<String>| {
        flaws.push(Flaw {
            name,
            japanese,
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
