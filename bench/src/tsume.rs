//! Mate problems: one line a problem, a total at the end.
//!
//! `tsume FILE [first|exact] [time=S] [nodes=N] [hash=MB] [only=TEXT] [switch=value…]`

use std::time::{Duration, Instant};
use yose_andor::Combine;
use yose_mate::{Limits, Manner, Tsume, Verdict, solve};
use yose_shogi::notation::sfen;
use yose_shogi::with_position;

fn combine(value: &str) -> Combine {
    if value == "sum" {
        Combine::Sum
    } else {
        Combine::Weak
    }
}

/// Runs a file of problems.
pub fn run(arguments: &[&str]) -> bool {
    let Some((file, arguments)) = arguments.split_first() else {
        return false;
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("{file}: {e}");
            return false;
        }
    };
    let mut manner = Manner::default();
    let mut limits = Limits {
        hash_mb: 1024,
        ..Limits::default()
    };
    let (mut only, mut quiet, mut slow) = ("", false, 0.0);
    for argument in arguments {
        let (name, value) = argument.split_once('=').unwrap_or((argument, "on"));
        let on = value == "on";
        let number = value.parse::<u64>().unwrap_or(0);
        match name {
            "first" => manner.first = true,
            "threads" => manner.threads = number as usize,
            "exact" => manner.first = false,
            "quiet" => quiet = true,
            "slow" => slow = value.parse().unwrap_or(0.0),
            "time" => limits.time = value.parse().ok().map(Duration::from_secs_f64),
            "nodes" => limits.nodes = Some(number),
            "hash" => limits.hash_mb = number as usize,
            "only" => only = value,
            "prover" => manner.search.prover = combine(value),
            "defender" => manner.search.defender = combine(value),
            "epsilon" => manner.search.epsilon = number as u32,
            "worse" => manner.search.cut_worse = on,
            "control" => manner.search.control = on,
            "late" => manner.search.late = on,
            "judge" => manner.search.judge = on,
            "pieces" => manner.search.pieces = on,
            "replay" => manner.search.replay = on,
            "turns" => manner.search.turns = on,
            "share" => manner.search.share_numbers = on,
            "estimates" => manner.techniques.estimates = on,
            _ => {
                eprintln!("unknown switch: {argument}");
                return false;
            }
        }
    }
    let start = Instant::now();
    let (mut problems, mut mates, mut exact, mut right, mut none, mut nodes) = (0, 0, 0, 0, 0, 0u64);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[id, length, position, ..] = &cells[..] else {
            continue;
        };
        if !only.is_empty() && id != only {
            continue;
        }
        let Ok((position, _)) = sfen::position(position) else {
            println!("{id}\tbad position");
            continue;
        };
        let solution = with_position!(position, |p| {
            match Tsume::new(p) {
                Ok(tsume) => solve(&tsume, &manner, &limits, &mut |_| {}),
                Err(e) => {
                    println!("{id}\t{e}");
                    continue;
                }
            }
        });
        problems += 1;
        nodes += solution.nodes;
        let found = match solution.verdict {
            Verdict::Mate {
                length: found,
                exact: proved,
            } => {
                mates += 1;
                exact += u32::from(proved);
                right += u32::from(length.parse() == Ok(found));
                if solution.line.len() != found as usize {
                    println!(
                        "{id}: line of {} plies for a mate in {found}",
                        solution.line.len()
                    );
                }
                format!("mate {found}{}", if proved { "" } else { "?" })
            }
            Verdict::NoMate => {
                none += 1;
                "nomate".to_string()
            }
            Verdict::Unknown(reason) => format!("unknown {}", reason.word()),
        };
        let seconds = solution.elapsed.as_secs_f64();
        if !quiet && seconds >= slow {
            println!("{id}\t{length}\t{found}\t{}\t{seconds:.3}", solution.nodes);
        }
    }
    println!(
        "{problems} problems: {mates} mates ({exact} exact, {right} of the given length), {none} without; {nodes} nodes, {:.2} s",
        start.elapsed().as_secs_f64()
    );
    true
}
