//! The words of an answer: its verdict, and why a verdict is unknown.

use crate::status::Status;
use serde::{Deserialize, Serialize};

/// The verdict of a reply. Each question has some of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// There is a mate.
    Mate,
    /// There is no mate, proved.
    NoMate,
    /// There is a brinkmate.
    Hisshi,
    /// There is no brinkmate, proved.
    None,
    /// In check, and every reply runs into mate.
    Mated,
    /// There is a threat of mate or a check, and some move parries it.
    Threat,
    /// There is no threat of mate, proved.
    Safe,
    /// A check found a complete problem (grade A).
    Complete,
    /// A check found minor cooks only (grade B).
    Minor,
    /// A check found a cook (grade C).
    Cooked,
    /// The solution leaves pieces in hand.
    Leftover,
    /// The side to move wins.
    Win,
    /// Neither side can win.
    Draw,
    /// The side to move loses.
    Loss,
    /// The side to move cannot force a win, proved.
    NoWin,
    /// The referee accepts a certificate.
    Accepted,
    /// The referee rejects a certificate.
    Rejected,
    /// Move sequences were counted.
    Counted,
    /// A position can be shown.
    Valid,
    /// A frame of an enumeration is solved.
    Done,
    /// A limit, a cancellation or a fault of the program left the question open.
    Unknown,
    /// The input cannot be used.
    Invalid,
}

impl Verdict {
    /// The word of the JSON object.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Mate => "mate",
            Verdict::NoMate => "nomate",
            Verdict::Hisshi => "hisshi",
            Verdict::None => "none",
            Verdict::Mated => "mated",
            Verdict::Threat => "threat",
            Verdict::Safe => "safe",
            Verdict::Complete => "complete",
            Verdict::Minor => "minor",
            Verdict::Cooked => "cooked",
            Verdict::Leftover => "leftover",
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
            Verdict::NoWin => "nowin",
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Counted => "counted",
            Verdict::Valid => "valid",
            Verdict::Done => "done",
            Verdict::Unknown => "unknown",
            Verdict::Invalid => "invalid",
        }
    }

    /// What the verdict means for the exit status.
    pub const fn status(self) -> Status {
        match self {
            Verdict::Unknown | Verdict::Rejected => Status::Unknown,
            Verdict::Invalid => Status::Invalid,
            _ => Status::Answered,
        }
    }
}

/// Why a verdict is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The time is used up.
    Time,
    /// The nodes are used up.
    Nodes,
    /// The memory is used up, or a table does not fit.
    Memory,
    /// A line became too deep.
    Depth,
    /// More cycle candidates than allowed.
    Candidates,
    /// The job was cancelled.
    Interrupted,
    /// Only threats were played, and threats disprove nothing.
    Threats,
    /// Lines of best play lead through more positions than a grade looks at.
    Lines,
    /// Not every move was tried, so a failure proves nothing.
    Moves,
    /// The program has a fault: the job panicked.
    Fault,
}

impl Reason {
    /// The word of the JSON object.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Nodes => "nodes",
            Reason::Memory => "memory",
            Reason::Depth => "depth",
            Reason::Candidates => "candidates",
            Reason::Interrupted => "interrupted",
            Reason::Threats => "threats",
            Reason::Lines => "lines",
            Reason::Moves => "moves",
            Reason::Fault => "fault",
        }
    }
}

impl From<yose_andor::Reason> for Reason {
    fn from(reason: yose_andor::Reason) -> Self {
        match reason {
            yose_andor::Reason::Time => Reason::Time,
            yose_andor::Reason::Nodes | yose_andor::Reason::Step => Reason::Nodes,
            yose_andor::Reason::Memory => Reason::Memory,
            yose_andor::Reason::Depth => Reason::Depth,
            yose_andor::Reason::Candidates => Reason::Candidates,
            yose_andor::Reason::Interrupted => Reason::Interrupted,
            yose_andor::Reason::Threats => Reason::Threats,
            yose_andor::Reason::Lines => Reason::Lines,
            yose_andor::Reason::Moves => Reason::Moves,
        }
    }
}
