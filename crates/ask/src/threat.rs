//! `threat`: what does the other side threaten, and which moves of the side to move parry it?

use crate::answer::Answer;
use crate::hisshi::words_of;
use crate::invalid::Invalid;
use crate::progress::Doing;
use crate::question::Threat;
use crate::request::Name;
use crate::run::Run;
use crate::solve::seconds;
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};
use yose_hisshi::{ReplyResult, Stage, ThreatProgress, ThreatSettings, ThreatSolution, ThreatVerdict};
use yose_shogi::notation::usi;
use yose_shogi::{Move, Setup, Variant, with_wide_position};

/// What becomes of one move of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveResult {
    /// There is no plain mate after it, proved.
    Parry,
    /// There is a plain mate after it.
    Mate,
    /// There is no plain mate after it, but a brinkmate.
    Hisshi,
    /// A limit left open whether there is a plain mate after it.
    Unknown,
}

/// One legal move of the defender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveBody {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What becomes of it.
    pub result: MoveResult,
    /// The mate or the brinkmate after it, as USI moves; null if there is none or it was not found.
    pub line: Option<Vec<String>>,
    /// Whether the move threatens mate in turn. Null if the attacker has no king, if the move gives
    /// check, or if the question stayed open.
    pub counter: Option<bool>,
}

/// The fields of `threat`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ThreatBody {
    /// The threatened mate, as USI moves: the mate after a pass. Null in check and without a
    /// threat.
    pub line: Option<Vec<String>>,
    /// The moves after which there is no plain mate, proved. Complete if `undecided` is empty.
    pub parries: Option<Vec<String>>,
    /// The moves of which a limit left open whether they parry.
    pub undecided: Option<Vec<String>>,
    /// Every legal move.
    pub moves: Option<Vec<MoveBody>>,
    /// The move that was played in the game, if the question named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// Whether the move that was played runs into mate though there was a threat and a parry. Only
    /// with `played`; null if it stayed open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overlooked: Option<bool>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
}

impl ThreatBody {
    /// What becomes of the move that was played.
    pub fn played_move(&self) -> Option<&MoveBody> {
        let played = self.played.as_ref()?;
        self.moves.iter().flatten().find(|body| body.mv == *played)
    }
}

/// The reply to `threat`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThreatReply {
    /// The object that programs read.
    #[serde(flatten)]
    pub answer: Answer<ThreatBody>,
}

impl From<Answer<ThreatBody>> for ThreatReply {
    fn from(answer: Answer<ThreatBody>) -> Self {
        ThreatReply { answer }
    }
}

/// Answers the question.
pub(crate) fn answer(name: &Name, threat: &Threat, run: &mut Run<'_>) -> ThreatReply {
    match found(threat, run) {
        Ok((body, verdict, reason)) => Answer {
            reason,
            ..Answer::new(name, verdict, body)
        }
        .into(),
        Err(invalid) => Answer::invalid(name, &invalid, ThreatBody::default()).into(),
    }
}

fn found(threat: &Threat, run: &mut Run<'_>) -> Result<(ThreatBody, Verdict, Option<Reason>), Invalid> {
    let setup = threat.position.shogi()?;
    let position = setup.validate_wide().map_err(Invalid::from)?;
    let played = threat.played.as_ref();
    let settings = ThreatSettings {
        threads: run.limits.threads,
        brinkmate_nodes: threat.brinkmate_nodes,
        played: played.and_then(|word| usi::read(word, setup.variant).ok()),
    };
    let limits = run.search_limits();
    let solution = with_wide_position!(position, |p| {
        let threatened = yose_hisshi::Threatened::new(p).map_err(Invalid::from)?;
        let mut report = |progress: ThreatProgress| {
            let stage = progress.stage;
            run.note(progress.nodes, Some(doing(stage)), || note(stage, setup.variant));
        };
        yose_hisshi::parries(&threatened, &settings, &limits, &mut report)
    });
    Ok(filled(setup, &solution, threat))
}

/// What is being asked, as data.
fn doing(stage: Stage) -> Doing {
    match stage {
        Stage::Pass => Doing::Pass,
        Stage::Reply(_) => Doing::Replies,
        Stage::Counter(_) => Doing::Counter,
        Stage::Brinkmate(_) => Doing::Brinkmates,
    }
}

/// What is being asked, in words.
fn note(stage: Stage, variant: &Variant) -> String {
    let of = |m: Move| usi::write(m, variant);
    match stage {
        Stage::Pass => "the mate after a pass".to_owned(),
        Stage::Reply(m) => format!("the mate after {}", of(m)),
        Stage::Counter(m) => format!("what {} threatens", of(m)),
        Stage::Brinkmate(m) => format!("the brinkmate after {}", of(m)),
    }
}

/// The fields of a solution.
fn filled(
    setup: &Setup,
    solution: &ThreatSolution,
    threat: &Threat,
) -> (ThreatBody, Verdict, Option<Reason>) {
    let (verdict, reason) = match solution.verdict {
        ThreatVerdict::Mated => (Verdict::Mated, None),
        ThreatVerdict::Hisshi => (Verdict::Hisshi, None),
        ThreatVerdict::Threat => (Verdict::Threat, None),
        ThreatVerdict::Safe => (Verdict::Safe, None),
        ThreatVerdict::Unknown(why) => (Verdict::Unknown, Some(why.into())),
    };
    let line = |line: &[Move]| (!line.is_empty()).then(|| words_of(setup, line));
    let moves: Vec<MoveBody> = solution
        .replies
        .iter()
        .map(|reply| MoveBody {
            mv: usi::write(reply.m, setup.variant),
            result: match reply.result {
                ReplyResult::Parry => MoveResult::Parry,
                ReplyResult::Mate => MoveResult::Mate,
                ReplyResult::Hisshi => MoveResult::Hisshi,
                ReplyResult::Unknown(_) => MoveResult::Unknown,
            },
            line: line(&reply.line),
            counter: reply.counter,
        })
        .collect();
    let chosen = |is: &dyn Fn(MoveResult) -> bool| -> Vec<String> {
        let chosen = moves.iter().filter(|body| is(body.result));
        chosen.map(|body| body.mv.clone()).collect()
    };
    let mut body = ThreatBody {
        line: line(&solution.line),
        parries: Some(chosen(&|result| {
            matches!(result, MoveResult::Parry | MoveResult::Hisshi)
        })),
        undecided: Some(chosen(&|result| result == MoveResult::Unknown)),
        moves: None,
        played: threat.played.clone(),
        overlooked: None,
        nodes: solution.nodes,
        seconds: seconds(solution.elapsed),
    };
    body.moves = Some(moves);
    body.overlooked = overlooked(verdict, &body);
    (body, verdict, reason)
}

/// Whether the move that was played runs into mate though there was a threat and a parry.
fn overlooked(verdict: Verdict, body: &ThreatBody) -> Option<bool> {
    let result = body.played_move()?.result;
    match (verdict, result) {
        (_, MoveResult::Parry | MoveResult::Hisshi) => Some(false),
        (Verdict::Threat, MoveResult::Mate) => Some(true),
        (Verdict::Threat, MoveResult::Unknown) | (Verdict::Unknown, _) => None,
        _ => Some(false),
    }
}
