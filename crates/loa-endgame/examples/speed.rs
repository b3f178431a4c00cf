//! Moves that searches make per CPU second and the instructions of each, on one core: `cargo run
//! --release -p yose-loa-endgame --example speed`. Valgrind counts the instructions, if it is
//! installed.
//!
//! Moves and instructions are the same in every run. Seconds are those of the processor and the
//! least of several rounds. The rows take turns, as other work on the machine slows all of them
//! down. The first row makes every move of every line and asks whether it connects, and nothing
//! else: the speed that the rules alone allow.

use std::process::Command;
use std::time::Duration;
use yose_loa::{Outcome, Position, Rules, Standard};
use yose_loa_endgame::{Endgame, Limits, Method, Threats, Trial};

/// L012, L041 and L080 of `problems122.txt`: seven, nine and eleven plies.
const PROBLEMS: [&str; 3] = [
    "8/4ww2/2w1b2b/3w4/2b1b3/2b1bb2/5b2/2ww4 b",
    "1bb2b2/w7/w3bw2/w2bb3/3b1b1w/1bbwwwb1/1ww2w2/8 b",
    "8/7w/7w/2w1b1ww/2wbbw2/2ww1b2/3bb3/1b6 w",
];

const ROUNDS: usize = 3;

/// A search, the treatment of threats, and whether the search looks ahead. Without a search only
/// moves are made.
type Row = (&'static str, Option<(Method, Threats, bool)>);

const ROWS: [Row; 6] = [
    ("every line of four moves", None),
    ("plain deepening", Some((Method::Deepening, Threats::Any, false))),
    (
        "deepening, threats first",
        Some((Method::Deepening, Threats::First, false)),
    ),
    (
        "deepening that looks ahead",
        Some((Method::Deepening, Threats::Any, true)),
    ),
    ("PDS that looks ahead", Some((Method::Pds, Threats::Any, true))),
    ("df-pn that looks ahead", Some((Method::Dfpn, Threats::Any, true))),
];

/// Makes every move of every line of at most `depth` moves. Returns their number.
fn walk(here: &mut Position<Standard>, depth: u32) -> u64 {
    let mut made = 0;
    for &m in &here.legal_moves() {
        let undo = here.make(m);
        made += 1;
        if here.connection_after(m, undo, Rules::PAPER) == Outcome::Running && depth > 1 {
            made += walk(here, depth - 1);
        }
        here.unmake(m, undo);
    }
    made
}

/// Moves and CPU time of a row over some problems.
fn run(row: usize, problems: &[&str]) -> (u64, Duration) {
    let (mut moves, mut cpu) = (0, Duration::ZERO);
    for text in problems {
        let Ok(mut position) = text.parse::<Position<Standard>>() else {
            continue;
        };
        let Ok(endgame) = Endgame::new(position, Rules::PAPER) else {
            continue;
        };
        match ROWS[row].1 {
            None => {
                let start = cpu_time::ThreadTime::now();
                moves += walk(&mut position, 4);
                cpu += start.elapsed();
            }
            Some((method, threats, ahead)) => {
                let trial = Trial {
                    method,
                    threats,
                    ahead,
                    ..Trial::default()
                };
                let measured = trial.run(&endgame, &Limits::default(), &mut |_| {});
                moves += measured.moves;
                cpu += measured.cpu;
            }
        }
    }
    (moves, cpu)
}

/// Instructions per move on the first problem. The count of one run is subtracted from that of two,
/// so that the work before the search does not count.
fn instructions(row: usize) -> Option<f64> {
    let me = std::env::current_exe().ok()?;
    let count = |times: usize| -> Option<(u64, u64)> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&me)
            .args(["once", &row.to_string(), &times.to_string()])
            .output()
            .ok()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        let collected = log.lines().find_map(|line| line.split("Collected : ").nth(1))?;
        let moves = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
        Some((collected.trim().parse().ok()?, moves))
    };
    let (once, twice) = (count(1)?, count(2)?);
    Some((twice.0.checked_sub(once.0)?) as f64 / (twice.1.checked_sub(once.1)?).max(1) as f64)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, row, times] = &arguments[..]
        && word == "once"
        && let (Ok(row), Ok(times)) = (row.parse::<usize>(), times.parse::<usize>())
        && row < ROWS.len()
    {
        let moves: u64 = (0..times).map(|_| run(row, &PROBLEMS[..1]).0).sum();
        println!("{moves}");
        return;
    }
    let mut best = [(0, Duration::MAX); ROWS.len()];
    for _ in 0..ROUNDS {
        for (row, best) in best.iter_mut().enumerate() {
            let (moves, cpu) = run(row, &PROBLEMS);
            *best = (moves, best.1.min(cpu));
        }
    }
    println!("| | moves | CPU s | million moves a CPU second | instructions a move |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (row, (moves, cpu)) in best.into_iter().enumerate() {
        let seconds = cpu.as_secs_f64();
        let each = instructions(row).map_or("(no valgrind)".to_owned(), |n| format!("{n:.0}"));
        println!(
            "| {} | {moves} | {seconds:.3} | {:.1} | {each} |",
            ROWS[row].0,
            moves as f64 / seconds / 1e6
        );
    }
}
