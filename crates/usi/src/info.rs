//! What the engine says of its work, and its answers.

use crate::command::Ask;
use std::time::Duration;
use yose_ask::Invalid;
use yose_ask::solve::Solved;
use yose_tsume::Progress;

/// The most characters of an `info string`, and the most faults told of one input.
const MOST_CHARS: usize = 500;
const MOST_FAULTS: usize = 10;

/// An answer and what is told before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// The `info` lines.
    pub info: Vec<String>,
    /// The `checkmate` or `bestmove` line.
    pub answer: String,
}

impl Reply {
    /// The answer to a question that was not worked on, and why.
    pub fn refused(ask: Ask, why: &str) -> Reply {
        Reply {
            info: vec![string(why)],
            answer: no_answer(ask),
        }
    }

    /// The answer to a question that was worked on.
    pub fn of(ask: Ask, solved: &Solved) -> Reply {
        let answer = &solved.answer;
        let body = &answer.body;
        let elapsed = Duration::try_from_secs_f64(body.seconds).unwrap_or_default();
        let effort = |depth: Option<u32>| effort(depth, body.nodes, elapsed);
        match (answer.verdict, body.line.as_deref()) {
            ("mate", Some(line @ [first, ..])) => {
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
                Reply {
                    info: vec![
                        format!("{effort} score mate {length} pv {moves}"),
                        string(&format!("mate in {length}, {known}")),
                    ],
                    answer: match ask {
                        Ask::Mate => format!("checkmate {moves}"),
                        Ask::Move => format!("bestmove {first}"),
                    },
                }
            }
            ("mate", _) => {
                let length = body.length.unwrap_or_default();
                let why = "stopped before its line, which the table has forgotten, was found again";
                Reply {
                    info: vec![
                        effort(body.lower),
                        string(&format!("a mate within {length} is proved, but {why}")),
                    ],
                    answer: no_answer(ask),
                }
            }
            ("nomate", _) => Reply {
                info: vec![effort(None), string("no mate, proved")],
                answer: match ask {
                    Ask::Mate => "checkmate nomate".to_owned(),
                    Ask::Move => no_answer(ask),
                },
            },
            ("invalid", _) => Reply {
                info: vec![string(answer.error.as_deref().unwrap_or("invalid"))],
                answer: no_answer(ask),
            },
            _ => {
                let why = answer.reason.unwrap_or("unknown");
                let lower = body.lower.unwrap_or(1);
                Reply {
                    info: vec![
                        effort(Some(lower)),
                        string(&format!("stopped ({why}); no mate is shorter than {lower}")),
                    ],
                    answer: no_answer(ask),
                }
            }
        }
    }
}

/// What is said where nothing is known. yose does not play: without a mate it has no move to offer.
fn no_answer(ask: Ask) -> String {
    match ask {
        Ask::Mate => "checkmate timeout".to_owned(),
        Ask::Move => "bestmove resign".to_owned(),
    }
}

/// How a search is getting on: effort, what is proved, the best line so far; the numbers and thresholds in words.
pub(crate) fn progress(progress: &Progress, pv: &[String]) -> Vec<String> {
    let shown = progress.state;
    let mut line = effort(Some(shown.lower), progress.nodes, progress.elapsed);
    line.push_str(&format!(" hashfull {}", shown.full));
    if shown.upper > 0 {
        line.push_str(&format!(" score mate {}", shown.upper));
    }
    if !pv.is_empty() {
        line.push_str(&format!(" pv {}", pv.join(" ")));
    }
    vec![line, string(&shown.note())]
}

fn effort(depth: Option<u32>, nodes: u64, elapsed: Duration) -> String {
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
    use yose_ask::{Game, Options, Problem, solve::solve};

    fn solved(position: &str, nodes: Option<u64>) -> Solved {
        let mut options = Options::default();
        options.limits.nodes = nodes;
        solve(&Problem::position(position, Game::Any), &options, &mut |_| {})
    }

    const MATE: &str = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";

    #[test]
    fn mates_are_told_with_their_lines() {
        let mut mate = solved(MATE, None);
        let moves = "2d2c+ 2b1a P*1b 1a2a 4a3b+";
        let reply = Reply::of(Ask::Mate, &mate);
        assert_eq!(reply.answer, format!("checkmate {moves}"));
        assert!(reply.info[0].starts_with("info depth 5 time "));
        assert!(reply.info[0].ends_with(&format!(" score mate 5 pv {moves}")));
        assert_eq!(reply.info[1], "info string mate in 5, proved shortest");
        assert_eq!(Reply::of(Ask::Move, &mate).answer, "bestmove 2d2c+");
        // One that is not proved shortest is an answer all the same.
        mate.answer.body.exact = Some(false);
        mate.answer.body.lower = Some(3);
        let reply = Reply::of(Ask::Mate, &mate);
        assert_eq!(reply.answer, format!("checkmate {moves}"));
        assert_eq!(
            reply.info[1],
            "info string mate in 5, not proved shortest: none is shorter than 3"
        );
    }

    #[test]
    fn only_what_is_proved_is_no_mate() {
        let none = solved("7nk/7p1/9/7N1/9/9/9/9/9 b P 1", None);
        assert_eq!(Reply::of(Ask::Mate, &none).answer, "checkmate nomate");
        assert_eq!(Reply::of(Ask::Move, &none).answer, "bestmove resign");
        let unknown = Reply::of(Ask::Mate, &solved(MATE, Some(2)));
        assert_eq!(unknown.answer, "checkmate timeout");
        assert!(
            unknown.info[1].starts_with("info string stopped (nodes)"),
            "{unknown:?}"
        );
        let no_king = Reply::of(Ask::Mate, &solved("9/9/9/9/9/9/9/9/4K4 b G 1", None));
        assert_eq!(no_king.answer, "checkmate timeout");
        assert!(no_king.info[0].contains("there is no king to mate"));
    }

    #[test]
    fn texts_are_one_short_line() {
        assert_eq!(string("a\nb\rc\0d"), "info string a b c d");
        let long = string(&"長".repeat(1_000_000));
        assert_eq!(long.chars().count(), "info string ".len() + MOST_CHARS + 1);
    }
}
