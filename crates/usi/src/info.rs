//! What the engine says of its work, and its answers.

use crate::brinkmate;
use crate::command::Ask;
use crate::setting::Asked;
use std::time::Duration;
use yose_ask::{Invalid, Progress, Reason, Reply, Verdict};

/// The most characters of an `info string`, and the most faults shown of one input.
const MOST_CHARS: usize = 500;
const MOST_FAULTS: usize = 10;

/// The answer to a `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The `info` lines before it.
    pub info: Vec<String>,
    /// The `checkmate` or `bestmove` line.
    pub line: String,
}

impl Answer {
    /// The answer to a question that was not worked on, and why.
    pub fn refused(ask: Ask, why: &str) -> Answer {
        Answer {
            info: vec![string(why)],
            line: no_answer(ask),
        }
    }

    /// The answer to a question that was worked on.
    pub fn of(ask: Ask, reply: &Reply) -> Answer {
        let reply = match reply {
            Reply::Solve(reply) => reply,
            Reply::Hisshi(reply) => return brinkmate::answer(ask, reply),
            _ => return Answer::refused(ask, "the reply is to another question: this is a fault of yose"),
        };
        let answer = &reply.answer;
        if answer.reason == Some(Reason::Fault) {
            return Answer::refused(ask, "the search broke down: this is a fault of yose");
        }
        let body = &answer.body;
        let elapsed = Duration::try_from_secs_f64(body.seconds).unwrap_or_default();
        let effort = |depth: Option<u32>| effort(depth, body.nodes, elapsed);
        match (answer.verdict, body.line.as_deref()) {
            (Verdict::Mate, Some(line @ [first, ..])) => {
                let length = line.len();
                let moves = line.join(" ");
                let effort = effort(body.length);
                let known = match (body.exact, body.lower) {
                    (Some(true), _) => "proved shortest".to_owned(),
                    (_, Some(lower)) if lower as usize == length => {
                        "proved shortest, but stopped before the line was settled".to_owned()
                    }
                    (_, Some(lower)) => format!("not proved shortest: none is shorter than {lower}"),
                    (_, None) => "not proved shortest".to_owned(),
                };
                Answer {
                    info: vec![
                        format!("{effort} score mate {length} pv {moves}"),
                        string(&format!("mate in {length}, {known}")),
                    ],
                    line: match ask {
                        Ask::Mate => format!("checkmate {moves}"),
                        Ask::Move => format!("bestmove {first}"),
                    },
                }
            }
            (Verdict::Mate, _) => {
                let length = body.length.unwrap_or_default();
                let why = "stopped before its line, which the table has forgotten, was found again";
                Answer {
                    info: vec![
                        effort(body.lower),
                        string(&format!("a mate within {length} is proved, but {why}")),
                    ],
                    line: no_answer(ask),
                }
            }
            (Verdict::NoMate, _) => Answer {
                info: vec![effort(None), string("no mate, proved")],
                line: match ask {
                    Ask::Mate => "checkmate nomate".to_owned(),
                    Ask::Move => no_answer(ask),
                },
            },
            (Verdict::Invalid, _) => Answer {
                info: vec![string(answer.error.as_deref().unwrap_or("invalid"))],
                line: no_answer(ask),
            },
            _ => {
                let why = answer.reason.map_or("unknown", Reason::word);
                let lower = body.lower.unwrap_or(1);
                Answer {
                    info: vec![
                        effort(Some(lower)),
                        string(&format!("stopped ({why}); no mate is shorter than {lower}")),
                    ],
                    line: no_answer(ask),
                }
            }
        }
    }
}

/// What is said where nothing is known. yose does not play: without a mate it has no move to offer.
pub(crate) fn no_answer(ask: Ask) -> String {
    match ask {
        Ask::Mate => "checkmate timeout".to_owned(),
        Ask::Move => "bestmove resign".to_owned(),
    }
}

/// How far a search is: effort, what is proved, the best line so far; the rest in words.
pub(crate) fn progress(progress: &Progress, asked: Asked) -> Vec<String> {
    let mut line = effort(Some(progress.lower), progress.nodes, progress.elapsed);
    line.push_str(&format!(" hashfull {}", progress.full));
    if let (Some(upper), Asked::Mate) = (progress.upper, asked) {
        line.push_str(&format!(" score mate {upper}"));
    }
    if !progress.line.is_empty() {
        line.push_str(&format!(" pv {}", progress.line.join(" ")));
    }
    vec![line, string(&progress.note)]
}

pub(crate) fn effort(depth: Option<u32>, nodes: u64, elapsed: Duration) -> String {
    let depth = depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
    let per_second = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    let time = elapsed.as_millis();
    format!("info{depth} time {time} nodes {nodes} nps {per_second}")
}

/// A text for people, as one line that is not too long.
pub(crate) fn string(text: &str) -> String {
    let mut line = "info string ".to_owned();
    line.extend(
        text.chars()
            .take(MOST_CHARS)
            .map(|c| if c.is_control() { ' ' } else { c }),
    );
    if text.chars().nth(MOST_CHARS).is_some() {
        line.push('…');
    }
    line
}

/// Faults of a position, one a line.
pub(crate) fn faults(invalid: &Invalid) -> Vec<String> {
    let mut lines: Vec<String> = invalid
        .faults
        .iter()
        .take(MOST_FAULTS)
        .map(|fault| string(&format!("position: {}: {}", fault.place, fault.what)))
        .collect();
    if invalid.faults.len() > MOST_FAULTS {
        lines.push(string(&format!(
            "position: {} more faults",
            invalid.faults.len() - MOST_FAULTS
        )));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Bounds;
    use crate::setting::Settings;
    use yose_ask::{Game, Pace, Problem, Resources};

    fn solved(position: &str, nodes: Option<u64>) -> Reply {
        let problem = Problem::position(position, Game::Any);
        let bounds = Bounds {
            nodes,
            ..Bounds::default()
        };
        let request = Settings::default().request(&problem, bounds, false);
        let resources = Resources::new(1024);
        yose_ask::run(
            &request,
            &resources,
            &Default::default(),
            Pace::Silent,
            &mut |_| {},
        )
    }

    const MATE: &str = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";

    #[test]
    fn mates_are_told_with_their_lines() {
        let mut mate = solved(MATE, None);
        let moves = "2d2c+ 2b1a P*1b 1a2a 4a3b+";
        let reply = Answer::of(Ask::Mate, &mate);
        assert_eq!(reply.line, format!("checkmate {moves}"));
        assert!(reply.info[0].starts_with("info depth 5 time "));
        assert!(reply.info[0].ends_with(&format!(" score mate 5 pv {moves}")));
        assert_eq!(reply.info[1], "info string mate in 5, proved shortest");
        assert_eq!(Answer::of(Ask::Move, &mate).line, "bestmove 2d2c+");
        // One that is not proved shortest is an answer all the same.
        if let Reply::Solve(mate) = &mut mate {
            mate.answer.body.exact = Some(false);
            mate.answer.body.lower = Some(3);
        }
        let reply = Answer::of(Ask::Mate, &mate);
        assert_eq!(reply.line, format!("checkmate {moves}"));
        assert_eq!(
            reply.info[1],
            "info string mate in 5, not proved shortest: none is shorter than 3"
        );
    }

    #[test]
    fn only_what_is_proved_is_no_mate() {
        let none = solved("7nk/7p1/9/7N1/9/9/9/9/9 b P 1", None);
        assert_eq!(Answer::of(Ask::Mate, &none).line, "checkmate nomate");
        assert_eq!(Answer::of(Ask::Move, &none).line, "bestmove resign");
        let unknown = Answer::of(Ask::Mate, &solved(MATE, Some(2)));
        assert_eq!(unknown.line, "checkmate timeout");
        assert!(
            unknown.info[1].starts_with("info string stopped (nodes)"),
            "{unknown:?}"
        );
        let no_king = Answer::of(Ask::Mate, &solved("9/9/9/9/9/9/9/9/4K4 b G 1", None));
        assert_eq!(no_king.line, "checkmate timeout");
        assert!(no_king.info[0].contains("there is no king to mate"));
    }

    #[test]
    fn texts_are_one_short_line() {
        assert_eq!(string("a\nb\rc\0d"), "info string a b c d");
        let long = string(&"長".repeat(1_000_000));
        assert_eq!(long.chars().count(), "info string ".len() + MOST_CHARS + 1);
    }
}
