//! What a GUI says.

use std::time::Duration;
use thiserror::Error;

/// The longest time for a plain `go`.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A blank line.
    Nothing,
    /// `usi`: who are you?
    Usi,
    /// `isready`: are you there?
    IsReady,
    /// `setoption name NAME value VALUE`; both may contain spaces.
    SetOption {
        /// The name; empty if there was none.
        name: String,
        /// The value; empty if there was none.
        value: String,
    },
    /// `position ...`: the line, with blanks in place of the word itself, so that columns stay
    /// true.
    Position(String),
    /// `go ...`.
    Go {
        /// What is asked.
        ask: Ask,
        /// How long it may take, or why that cannot be said.
        bounds: Result<Bounds, GoFault>,
    },
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `usinewgame`, `gameover`: nothing to do.
    Ignored,
    /// `quit`.
    Quit,
    /// None of these: the first word.
    Unknown(String),
}

/// What a `go` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// `go mate`: a mate, answered by `checkmate`.
    Mate,
    /// Any other `go`: a move, answered by `bestmove`.
    Move,
}

/// The bounds of a `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Time; none for `infinite` and a bare `go mate`.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// How long the answer is kept.
    pub hold: Hold,
}

/// How long an answer is kept after it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// Not at all.
    #[default]
    No,
    /// Until `stop`: `go infinite`.
    Stop,
    /// Until `ponderhit` or `stop`: `go ponder`.
    PonderHit,
}

/// What is wrong with a `go`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoFault {
    /// Not a time.
    #[error("go mate: `{0}` is neither a number of milliseconds nor `infinite`")]
    Time(String),
    /// Not a number of nodes.
    #[error("go nodes: `{0}` is not a number")]
    Nodes(String),
}

impl Command {
    /// Reads a line. Every line is a command.
    ///
    /// ```
    /// use yose_usi::Command;
    ///
    /// assert_eq!(Command::read(" isready \r\n"), Command::IsReady);
    /// assert_eq!(Command::read("hello world"), Command::Unknown("hello".to_owned()));
    /// ```
    pub fn read(line: &str) -> Command {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Command::Nothing;
        };
        match first {
            "usi" => Command::Usi,
            "isready" => Command::IsReady,
            "setoption" => set_option(words),
            "position" => Command::Position(after(line, first)),
            "go" => go(&words.collect::<Vec<&str>>()),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "usinewgame" | "gameover" => Command::Ignored,
            "quit" => Command::Quit,
            _ => Command::Unknown(first.to_owned()),
        }
    }
}

/// What comes after the first word, with one blank for every character before it and for every tab.
fn after(line: &str, first: &str) -> String {
    let start = line.len() - line.trim_start().len() + first.len();
    let (before, rest) = line.split_at(start);
    before
        .chars()
        .map(|_| ' ')
        .chain(rest.chars().map(|c| if c.is_whitespace() { ' ' } else { c }))
        .collect()
}

fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let mut words = words.skip_while(|word| *word != "name").skip(1);
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<&str> = words.collect();
    Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    }
}

fn go(words: &[&str]) -> Command {
    let (ask, bounds) = if words.contains(&"mate") {
        (Ask::Mate, mate_bounds(words))
    } else {
        (Ask::Move, move_bounds(words))
    };
    Command::Go { ask, bounds }
}

fn mate_bounds(words: &[&str]) -> Result<Bounds, GoFault> {
    let time = match following(words, "mate") {
        None | Some("infinite" | "nodes") => None,
        Some(word) => {
            let ms = number(word).ok_or_else(|| GoFault::Time(word.to_owned()))?;
            Some(Duration::from_millis(ms))
        }
    };
    Ok(Bounds {
        time,
        nodes: nodes(words)?,
        hold: Hold::No,
    })
}

/// A short time, and never more than half of what either clock allows. Clocks that cannot be read
/// do not count.
fn move_bounds(words: &[&str]) -> Result<Bounds, GoFault> {
    let ms = |name| following(words, name).and_then(number);
    let clock = |time, increment| ms(time).map(|left| left.saturating_add(ms(increment).unwrap_or(0)));
    let clocks = [clock("btime", "binc"), clock("wtime", "winc")];
    let left = clocks.into_iter().flatten().min();
    let byoyomi = ms("byoyomi");
    let allowed = match (left, byoyomi) {
        (None, None) => None,
        _ => Some(left.unwrap_or(0).saturating_add(byoyomi.unwrap_or(0))),
    };
    let allowed = allowed.into_iter().chain(ms("movetime")).min();
    let hold = if words.contains(&"ponder") {
        Hold::PonderHit
    } else if words.contains(&"infinite") {
        Hold::Stop
    } else {
        Hold::No
    };
    Ok(Bounds {
        time: Some(allowed.map_or(MOVE_TIME, |ms| MOVE_TIME.min(Duration::from_millis(ms / 2)))),
        nodes: nodes(words)?,
        hold,
    })
}

fn nodes(words: &[&str]) -> Result<Option<u64>, GoFault> {
    match following(words, "nodes") {
        None if words.contains(&"nodes") => Err(GoFault::Nodes(String::new())),
        None => Ok(None),
        Some(word) => number(word)
            .map(Some)
            .ok_or_else(|| GoFault::Nodes(word.to_owned())),
    }
}

/// The word after a word.
fn following<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1).copied()
}

/// A number; one that is too large is as good as the largest.
fn number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bounds(line: &str) -> (Ask, Bounds) {
        match Command::read(line) {
            Command::Go { ask, bounds } => (ask, bounds.unwrap()),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn fault(line: &str) -> String {
        match Command::read(line) {
            Command::Go {
                bounds: Err(fault), ..
            } => fault.to_string(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn mates() {
        let limit = |time: Option<u64>, nodes| Bounds {
            time: time.map(Duration::from_millis),
            nodes,
            hold: Hold::No,
        };
        for (line, time, nodes) in [
            ("go mate", None, None),
            ("go mate infinite", None, None),
            ("go mate 0", Some(0), None),
            ("  go\tmate  1000  ", Some(1000), None),
            ("go mate 1000 nodes 5000", Some(1000), Some(5000)),
            ("go nodes 5000 mate infinite", None, Some(5000)),
            ("go mate nodes 5000", None, Some(5000)),
            ("go mate 99999999999999999999999", Some(u64::MAX), None),
        ] {
            assert_eq!(bounds(line), (Ask::Mate, limit(time, nodes)), "{line}");
        }
        assert!(fault("go mate soon").contains("`soon` is neither"));
        assert!(fault("go mate -1").contains("`-1`"));
        assert!(fault("go mate 1.5").contains("`1.5`"));
        assert!(fault("go mate 10 nodes x").contains("`x` is not a number"));
        assert!(fault("go mate 10 nodes").contains("`` is not a number"));
    }

    #[test]
    fn moves() {
        for (line, ms, hold) in [
            ("go", 1000, Hold::No),
            ("go btime 60000 wtime 60000 byoyomi 10000", 1000, Hold::No),
            ("go btime 0 wtime 0 byoyomi 1000", 500, Hold::No),
            ("go btime 300 wtime 60000 binc 100 winc 0", 200, Hold::No),
            ("go btime -5 wtime x", 1000, Hold::No),
            ("go movetime 100", 50, Hold::No),
            ("go infinite", 1000, Hold::Stop),
            (
                "go ponder btime 60000 wtime 60000 byoyomi 0",
                1000,
                Hold::PonderHit,
            ),
        ] {
            let expected = Bounds {
                time: Some(Duration::from_millis(ms)),
                nodes: None,
                hold,
            };
            assert_eq!(bounds(line), (Ask::Move, expected), "{line}");
        }
    }

    #[test]
    fn options_have_spaces() {
        let set = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        for (line, name, value) in [
            ("setoption name USI_Hash value 64", "USI_Hash", "64"),
            ("setoption name  A  B value c  d value", "A B", "c d value"),
            ("setoption name Clear", "Clear", ""),
            ("setoption name value 3", "", "3"),
            ("setoption", "", ""),
            ("setoption USI_Hash 64", "", ""),
        ] {
            assert_eq!(Command::read(line), set(name, value), "{line}");
        }
    }

    #[test]
    fn columns_of_positions_stay() {
        assert_eq!(
            Command::read(" position\tsfen\u{3000}x"),
            Command::Position("          sfen x".to_owned())
        );
        assert_eq!(
            Command::read("position"),
            Command::Position("        ".to_owned())
        );
        assert_eq!(
            Command::read("positions"),
            Command::Unknown("positions".to_owned())
        );
    }

    proptest! {
        #[test]
        fn any_text_is_a_command(text in any::<String>()) {
            let _ = Command::read(&text);
        }

        #[test]
        fn any_words_are_a_command(
            words in prop::collection::vec(
                prop_oneof![
                    Just("go".to_owned()), Just("mate".to_owned()), Just("setoption".to_owned()),
                    Just("name".to_owned()), Just("value".to_owned()), Just("nodes".to_owned()),
                    Just("position".to_owned()), Just("infinite".to_owned()), Just("btime".to_owned()),
                    "[0-9]{0,25}", "\\PC{0,5}", "[ \t\r\u{3000}]{0,3}",
                ],
                0..12,
            )
        ) {
            let line = words.join(" ");
            let command = Command::read(&line);
            if let Command::Position(text) = &command {
                prop_assert_eq!(text.chars().count(), line.chars().count());
            }
        }

        #[test]
        fn any_position_is_read_or_has_faults(text in "(sfen |startpos |moves |)[ -~]{0,60}( moves [ -~]{0,20})?") {
            let line = format!("position {text}");
            if let Command::Position(text) = Command::read(&line) {
                let problem = yose_ask::Problem::position(&text, yose_ask::Game::Any);
                if let Err(invalid) = problem.content {
                    prop_assert!(!invalid.faults.is_empty());
                }
            }
        }
    }
}
