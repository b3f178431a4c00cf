//! Mate problems: one line for each problem, a total at the end.
//!
//! `tsume FILE [first|exact] [time=S] [nodes=N] [hash=MB] [only=ID,…] [switch=value…]`

use cpu_time::ProcessTime;
use std::time::Duration;
use yose_andor::{Combine, Start};
use yose_shogi::notation::sfen;
use yose_shogi::with_position;
use yose_tsume::{Limits, SolverSettings, Tsume, Verdict, solve};

pub(crate) fn combine(value: &str) -> Option<Combine> {
    Some(match value {
        "sum" => Combine::Sum,
        "groups" => Combine::Groups,
        "half" => Combine::Part(1),
        "quarter" => Combine::Part(2),
        "weak" => Combine::Weak,
        _ => return None,
    })
}

/// A whole number.
pub(crate) fn number<N: std::str::FromStr>(value: &str) -> Option<N> {
    value.parse().ok()
}

/// A number of seconds, zero or more.
pub(crate) fn seconds(value: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(value.parse().ok()?).ok()
}

/// A technique: `on` or `off`.
pub(crate) fn on(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn start(value: &str) -> Option<Start> {
    Some(match value {
        "always" => Start::Always,
        "capture" => Start::Capture,
        "quiet" => Start::Quiet,
        "never" => Start::Never,
        _ => return None,
    })
}

/// How to run a file of problems.
pub struct Settings {
    pub manner: SolverSettings,
    pub limits: Limits,
    /// Only the problems with these ids, separated by commas; all problems if empty.
    pub only: String,
    /// Whether to print no line for each problem.
    pub quiet: bool,
    /// Problems that took less than this number of seconds get no line.
    pub slow: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            manner: SolverSettings::default(),
            limits: Limits {
                hash_mb: 1024,
                ..Limits::default()
            },
            only: String::new(),
            quiet: false,
            slow: 0.0,
        }
    }
}

impl Settings {
    /// Reads one argument.
    ///
    /// # Errors
    /// There is no such switch, or its value is invalid.
    pub fn set(&mut self, argument: &str) -> Result<(), String> {
        let (name, value) = argument.split_once('=').unwrap_or((argument, "on"));
        self.set_to(name, value)
            .ok_or_else(|| format!("no switch or a bad value: {argument}"))
    }

    /// Sets a switch. `None`, without any change, if there is no such switch or the value is
    /// invalid.
    fn set_to(&mut self, name: &str, value: &str) -> Option<()> {
        let Settings { manner, limits, .. } = self;
        match name {
            "first" => manner.first = on(value)?,
            "exact" => manner.first = !on(value)?,
            "threads" => manner.threads = number(value)?,
            "quiet" => self.quiet = on(value)?,
            "slow" => self.slow = seconds(value)?.as_secs_f64(),
            "time" => limits.time = Some(seconds(value)?),
            "nodes" => limits.nodes = Some(number(value)?),
            "hash" => limits.hash_mb = number(value)?,
            "only" => self.only = value.to_string(),
            "prover" => manner.search.prover = combine(value)?,
            "defender" => manner.search.defender = combine(value)?,
            "epsilon" => manner.search.epsilon = number(value)?,
            "worse" => manner.search.cut_worse = on(value)?,
            "control" => manner.search.control = on(value)?,
            "late" => manner.search.late = on(value)?,
            "judge" => manner.search.judge = on(value)?,
            "three" => manner.search.three = on(value)?,
            "pieces" => manner.search.generalise = on(value)?,
            "replay" => manner.search.replay = on(value)?,
            "killer" => manner.search.killer.start = start(value)?,
            "schedule" => manner.search.schedule = on(value)?,
            "share" => manner.search.share_numbers = on(value)?,
            "estimates" => manner.techniques.estimates = on(value)?,
            "dominance" => manner.techniques.dominance = on(value)?,
            _ => return None,
        }
        Some(())
    }
}

/// The result of a file of problems.
#[derive(Default)]
pub struct Total {
    pub problems: u32,
    pub mates: u32,
    /// Mates proved to be shortest.
    pub exact: u32,
    /// Mates of the length that the file gives.
    pub right: u32,
    pub without: u32,
    pub nodes: u64,
    /// CPU seconds.
    pub cpu: f64,
    /// Wall-clock seconds.
    pub wall: f64,
    /// The answer to the last problem.
    pub last: String,
}

/// Runs a file of problems.
pub fn run(arguments: &[&str]) -> bool {
    let Some((file, arguments)) = arguments.split_first() else {
        return false;
    };
    let mut settings = Settings::default();
    for argument in arguments {
        if let Err(fault) = settings.set(argument) {
            eprintln!("{fault}");
            return false;
        }
    }
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("{file}: {e}");
            return false;
        }
    };
    let t = measure(&text, &settings);
    println!(
        "{} problems: {} mates ({} exact, {} of the given length), {} without; {} nodes, {:.2} s, {:.2} s CPU",
        t.problems, t.mates, t.exact, t.right, t.without, t.nodes, t.wall, t.cpu
    );
    true
}

/// Solves every problem of a table.
pub fn measure(text: &str, settings: &Settings) -> Total {
    let mut total = Total::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[id, length, position, ..] = &cells[..] else {
            continue;
        };
        if !settings.only.is_empty() && settings.only.split(',').all(|only| only != id) {
            continue;
        }
        let Ok((position, _)) = sfen::position(position) else {
            println!("{id}\tbad position");
            continue;
        };
        let cpu = ProcessTime::now();
        let solution = with_position!(position, |p| {
            match Tsume::new(p) {
                Ok(tsume) => solve(&tsume, &settings.manner, &settings.limits, &mut |_| {}),
                Err(e) => {
                    println!("{id}\t{e}");
                    continue;
                }
            }
        });
        total.cpu += cpu.elapsed().as_secs_f64();
        total.problems += 1;
        total.nodes += solution.nodes;
        total.last = match solution.verdict {
            Verdict::Proved {
                length: found,
                exact: proved,
            } => {
                total.mates += 1;
                total.exact += u32::from(proved);
                total.right += u32::from(length.parse() == Ok(found));
                if solution.line.len() != found as usize {
                    println!(
                        "{id}: line of {} plies for a mate in {found}",
                        solution.line.len()
                    );
                }
                format!("mate {found}{}", if proved { "" } else { "?" })
            }
            Verdict::Disproved => {
                total.without += 1;
                "nomate".to_string()
            }
            Verdict::Unknown(reason) => format!("unknown {}", reason.word()),
        };
        let seconds = solution.elapsed.as_secs_f64();
        total.wall += seconds;
        if !settings.quiet && seconds >= settings.slow {
            println!("{id}\t{length}\t{}\t{}\t{seconds:.3}", total.last, solution.nodes);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value that is mistaken for another value would make the benchmark measure something else.
    #[test]
    fn bad_values_are_errors() {
        for argument in [
            "nodes=1e6",
            "nodes=-1",
            "nodes=",
            "time=soon",
            "time=-1",
            "hash=1GB",
            "late=1",
            "late=true",
            "first=no",
            "prover=strong",
            "defender=",
            "killer=on",
            "epsilon=x",
            "slow=nan",
            "turn=on",
            "=",
        ] {
            let mut settings = Settings::default();
            let fault = settings.set(argument).unwrap_err();
            assert!(fault.ends_with(argument), "{fault}");
        }
        let mut settings = Settings::default();
        for argument in [
            "nodes=1000000",
            "time=0.5",
            "late=off",
            "first",
            "prover=weak",
            "quiet",
        ] {
            settings.set(argument).unwrap();
        }
        assert_eq!(settings.limits.nodes, Some(1_000_000));
        assert!(!settings.manner.search.late && settings.manner.first && settings.quiet);
    }
}
