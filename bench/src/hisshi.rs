//! Brinkmate problems, and the effect of each technique on them.
//!
//! `hisshi FILE [setting…]` prints a line for each problem and a total. `hisshi ablation FILE
//! [setting…]` prints one row for each switch. A row of the file is tab-separated: the id first,
//! and the position in the first column that is one. Settings: `first` (the default) or `exact`,
//! `moves=all|paper`, `nodes=N`, `time=S`, `hash=MB`, `least=N` and `most=N` (plies that a row
//! states), and the switches below. `bounded` matters only with `exact`. Effort is the number of
//! moves made.

use crate::tsume::{combine, number, on, seconds};
use cpu_time::ProcessTime;
use yose_hisshi::{Hisshi, Limits, MoveSet, SolverSettings, Verdict, solve};
use yose_shogi::notation::sfen;
use yose_shogi::{AnyPosition, with_position};

/// The switches of the ablation.
const SWITCHES: [&str; 26] = [
    "",
    "moves=paper",
    "cost=0",
    "cost=1",
    "cost=4",
    "threat-first=off",
    "stages=off",
    "late=off",
    "replay-threats=off",
    "replay=on",
    "across=off",
    "dominance=off",
    "pieces=off",
    "share=off",
    "estimates=off",
    "mate-in-one=off",
    "worse=off",
    "schedule=off",
    "attackers=on",
    "defender=groups",
    "prover=groups by-direction=on",
    "defender=groups prover=groups by-direction=on",
    "defender=half",
    "defender=weak",
    "bounded=sum",
    "bounded=groups",
];

/// How to run a file of problems.
struct Settings {
    manner: SolverSettings,
    limits: Limits,
    /// The plies that rows state.
    stated: std::ops::RangeInclusive<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            manner: SolverSettings {
                first: true,
                ..SolverSettings::default()
            },
            limits: Limits {
                hash_mb: 100,
                ..Limits::default()
            },
            stated: 0..=u32::MAX,
        }
    }
}

impl Settings {
    fn of<'a>(arguments: impl Iterator<Item = &'a str>) -> Result<Settings, String> {
        let mut settings = Settings::default();
        for argument in arguments {
            let (name, value) = argument.split_once('=').unwrap_or((argument, "on"));
            settings
                .set_to(name, value)
                .ok_or_else(|| format!("no switch or a bad value: {argument}"))?;
        }
        Ok(settings)
    }

    fn set_to(&mut self, name: &str, value: &str) -> Option<()> {
        let Settings {
            manner,
            limits,
            stated,
        } = self;
        match name {
            "first" => manner.first = on(value)?,
            "exact" => manner.first = !on(value)?,
            "moves" => manner.moves = MoveSet::from_word(value)?,
            "time" => limits.time = Some(seconds(value)?),
            "nodes" => limits.nodes = Some(number(value)?),
            "hash" => limits.hash_mb = number(value)?,
            "least" => *stated = number(value)?..=*stated.end(),
            "most" => *stated = *stated.start()..=number(value)?,
            "cost" => manner.techniques.quiet_cost = number(value)?,
            "threat-first" => manner.techniques.threat_first = on(value)?,
            "stages" => manner.techniques.stages = on(value)?,
            "by-direction" => manner.techniques.by_direction = on(value)?,
            "across" => manner.techniques.across_flag = on(value)?,
            "dominance" => manner.techniques.mates.dominance = on(value)?,
            "estimates" => manner.techniques.mates.estimates = on(value)?,
            "mate-in-one" => manner.techniques.mates.mate_in_one = on(value)?,
            "late" => manner.search.late = on(value)?,
            "pieces" => manner.search.generalise = on(value)?,
            "share" => manner.search.share_numbers = on(value)?,
            "replay" => manner.search.replay = on(value)?,
            "replay-threats" => manner.search.replay_threats = on(value)?,
            "worse" => manner.search.cut_worse = on(value)?,
            "control" => manner.search.control = on(value)?,
            "schedule" => manner.search.schedule = on(value)?,
            "defender" => manner.search.defender = combine(value)?,
            "bounded" => manner.bounded = combine(value)?,
            "attackers" => manner.techniques.attackers_count = on(value)?,
            "prover" => manner.search.prover = combine(value)?,
            "epsilon" => manner.search.epsilon = number(value)?,
            _ => return None,
        }
        Some(())
    }
}

/// A problem of a file.
struct Row {
    id: String,
    position: AnyPosition,
}

/// The problems whose stated plies are asked for. A row without a number of plies is always asked
/// for.
fn read(text: &str, settings: &Settings) -> Vec<Row> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let at = cells.iter().position(|cell| sfen::position(cell).is_ok())?;
        let stated: Option<u32> = cells.get(at + 1).and_then(|cell| cell.parse().ok());
        let (position, _) = sfen::position(cells[at]).ok()?;
        let wanted = stated.is_none_or(|plies| settings.stated.contains(&plies));
        wanted.then(|| Row {
            id: cells[0].to_owned(),
            position,
        })
    })
    .collect()
}

/// The result of one problem.
struct Measured {
    answer: String,
    solved: bool,
    moves: u64,
    nodes: u64,
    cpu: f64,
}

fn measure(row: &Row, settings: &Settings) -> Measured {
    let clock = ProcessTime::now();
    let solution = with_position!(&row.position, |p| match Hisshi::new(p.clone()) {
        Ok(hisshi) => Some(solve(&hisshi, &settings.manner, &settings.limits, &mut |_| {})),
        Err(_) => None,
    });
    let cpu = clock.elapsed().as_secs_f64();
    let Some(solution) = solution else {
        return Measured {
            answer: "invalid".to_owned(),
            solved: false,
            moves: 0,
            nodes: 0,
            cpu,
        };
    };
    let mark = |exact| if exact { "" } else { "?" };
    let answer = match solution.verdict {
        Verdict::Hisshi { length, exact } => format!("hisshi {length}{}", mark(exact)),
        Verdict::Mate { length, exact } => format!("mate {}{}", length.unwrap_or(0), mark(exact)),
        Verdict::None => "none".to_owned(),
        Verdict::Unknown(reason) => format!("unknown {}", reason.word()),
    };
    Measured {
        answer,
        solved: !matches!(solution.verdict, Verdict::Unknown(_)),
        moves: solution.moves.unwrap_or(0),
        nodes: solution.nodes,
        cpu,
    }
}

/// The middle of the numbers.
fn median(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

/// Prints a line for each problem, or a row for each switch.
pub fn run(arguments: &[&str]) -> bool {
    let (ablation, arguments) = match arguments {
        ["ablation", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let Some((file, words)) = arguments.split_first() else {
        eprintln!("hisshi [ablation] FILE [setting…]");
        return false;
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("{file}: {e}");
            return false;
        }
    };
    let result = match ablation {
        true => ablate(&text, words),
        false => solve_all(&text, words),
    };
    if let Err(fault) = &result {
        eprintln!("{fault}");
    }
    result.is_ok()
}

fn solve_all(text: &str, words: &[&str]) -> Result<(), String> {
    let settings = Settings::of(words.iter().copied())?;
    let mut all = Vec::new();
    for row in read(text, &settings) {
        let found = measure(&row, &settings);
        println!(
            "{}\t{}\t{}\t{}\t{:.3}",
            row.id, found.answer, found.moves, found.nodes, found.cpu
        );
        all.push((row.id, found));
    }
    let slowest = all.iter().max_by_key(|(_, found)| found.moves);
    println!(
        "{} problems, {} solved; moves made: median {}, most {} ({}); {:.2} s CPU",
        all.len(),
        all.iter().filter(|(_, found)| found.solved).count(),
        median(all.iter().map(|(_, found)| found.moves).collect()),
        slowest.map_or(0, |(_, found)| found.moves),
        slowest.map_or("-", |(id, _)| id),
        all.iter().map(|(_, found)| found.cpu).sum::<f64>()
    );
    Ok(())
}

fn ablate(text: &str, words: &[&str]) -> Result<(), String> {
    println!("| switched | solved | moves: median | moves: most | moves: all | nodes | CPU |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for switched in SWITCHES {
        let settings = Settings::of(words.iter().copied().chain(switched.split_whitespace()))?;
        let rows = read(text, &settings);
        let found: Vec<Measured> = rows.iter().map(|row| measure(row, &settings)).collect();
        let moves: Vec<u64> = found.iter().map(|found| found.moves).collect();
        println!(
            "| {} | {} of {} | {} | {} | {:.2} M | {:.2} M | {:.1} s |",
            if switched.is_empty() { "nothing" } else { switched },
            found.iter().filter(|found| found.solved).count(),
            found.len(),
            median(moves.clone()),
            moves.iter().max().unwrap_or(&0),
            moves.iter().sum::<u64>() as f64 / 1e6,
            found.iter().map(|found| found.nodes).sum::<u64>() as f64 / 1e6,
            found.iter().map(|found| found.cpu).sum::<f64>()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value that is mistaken for another value would make the benchmark measure something else.
    #[test]
    fn bad_values_are_errors() {
        for argument in [
            "cost=two",
            "moves=some",
            "stages=1",
            "least=",
            "nodes=1e6",
            "turn=on",
        ] {
            let fault = Settings::of([argument].into_iter()).err();
            assert!(fault.is_some_and(|fault| fault.ends_with(argument)), "{argument}");
        }
        for switched in SWITCHES {
            assert!(Settings::of(switched.split_whitespace()).is_ok(), "{switched}");
        }
    }

    #[test]
    fn rows_are_chosen_by_their_plies() {
        let text = "# a\nx\t4k4/9/9/9/9/9/9/9/9 b GS 1\t1\tS*5c\ny\t4k4/9/9/9/9/9/9/9/9 b G 1\t3\tG*5c\n";
        let chosen = |words: &str| {
            let settings = Settings::of(words.split_whitespace()).unwrap_or_default();
            let rows = read(text, &settings);
            rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
        };
        assert_eq!(chosen(""), ["x", "y"]);
        assert_eq!(chosen("least=3 most=9"), ["y"]);
        assert_eq!(chosen("most=1"), ["x"]);
    }
}
