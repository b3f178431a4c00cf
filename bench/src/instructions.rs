//! Instruction counts, which are the same for the same binary whatever else the machine does. Each
//! workload runs once and twice under valgrind. The difference is the work without start-up.

use crate::{corpus, movegen, perft};
use std::process::Command;

/// The workloads by name, in groups. The first workload of a group is the reference.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "legal moves of random games",
        &["legal-static", "legal-runtime", "legal-haitaka", "legal-rsshogi"],
    ),
    (
        "perft, start, depth 4",
        &["perft-static", "perft-runtime", "perft-haitaka", "perft-rsshogi"],
    ),
    (
        "perft, middle game, depth 2",
        &[
            "middle-static",
            "middle-runtime",
            "middle-haitaka",
            "middle-rsshogi",
        ],
    ),
    ("checks of odd positions", &["checks-filtered", "checks-direct"]),
    (
        "evasions from odd positions",
        &["evasions-filtered", "evasions-direct"],
    ),
    (
        "perft of Lines of Action, 8x8, depth 4",
        &["loa-static", "loa-runtime"],
    ),
];

/// Runs one workload `times` times.
pub fn once(name: &str, times: &str) -> bool {
    let Ok(times) = times.parse::<u32>() else {
        return false;
    };
    let mut sum = 0;
    let [start, middle] = perft::SHOGI_CASES.map(|(_, text, _)| text);
    let games = || corpus::games();
    let odd = || corpus::odd().into_iter().take(300).collect::<Vec<_>>();
    let mut work: Box<dyn FnMut() -> u64> = match name {
        "legal-static" => {
            let list = corpus::positions(&games());
            Box::new(move || movegen::legal(&list))
        }
        "legal-runtime" => {
            let list = corpus::wide(&games());
            Box::new(move || movegen::legal(&list))
        }
        "legal-haitaka" => {
            let list = movegen::haitaka_boards(&games());
            Box::new(move || movegen::haitaka(&list))
        }
        "legal-rsshogi" => {
            let list = movegen::rsshogi_positions(&games());
            Box::new(move || movegen::rsshogi(&list))
        }
        "perft-static" => Box::new(|| perft::static_nine(start, 4)),
        "perft-runtime" => Box::new(|| perft::runtime_nine(start, 4)),
        "perft-haitaka" => Box::new(|| start.parse().map_or(0, |b| perft::haitaka(&b, 4))),
        "perft-rsshogi" => Box::new(|| perft::rsshogi(start, 4)),
        "middle-static" => Box::new(|| perft::static_nine(middle, 2)),
        "middle-runtime" => Box::new(|| perft::runtime_nine(middle, 2)),
        "middle-haitaka" => Box::new(|| middle.parse().map_or(0, |b| perft::haitaka(&b, 2))),
        "middle-rsshogi" => Box::new(|| perft::rsshogi(middle, 2)),
        "checks-filtered" => {
            let list = corpus::positions(&odd());
            Box::new(move || movegen::checks_filtered(&list))
        }
        "checks-direct" => {
            let list = corpus::positions(&odd());
            Box::new(move || movegen::checks(&list))
        }
        "evasions-filtered" => {
            let list = movegen::in_check(&corpus::positions(&odd()));
            Box::new(move || movegen::evasions_filtered(&list))
        }
        "evasions-direct" => {
            let list = movegen::in_check(&corpus::positions(&odd()));
            Box::new(move || movegen::evasions(&list))
        }
        "loa-static" => Box::new(|| {
            let start = yose_loa::Position::<yose_loa::Standard>::start(yose_loa::Size::STANDARD);
            start.map_or(0, |p| yose_loa::perft::perft(&p, yose_loa::Rules::PAPER, 4))
        }),
        "loa-runtime" => Box::new(|| {
            let start = yose_loa::Position::<yose_loa::Runtime<u64>>::start(yose_loa::Size::STANDARD);
            start.map_or(0, |p| yose_loa::perft::perft(&p, yose_loa::Rules::PAPER, 4))
        }),
        _ => return false,
    };
    for _ in 0..times {
        sum += std::hint::black_box(work());
    }
    println!("{sum}");
    true
}

/// The instructions of one run of the workload, and the amount of work that it reports.
fn count(name: &str) -> Option<(u64, u64)> {
    let me = std::env::current_exe().ok()?;
    let run = |times: &str| -> Option<(u64, u64)> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&me)
            .args(["once", name, times])
            .output()
            .ok()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        let instructions = log
            .lines()
            .find_map(|line| line.split("Collected : ").nth(1))?
            .trim()
            .parse()
            .ok()?;
        let work = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
        Some((instructions, work))
    };
    let (once, work) = run("1")?;
    let (twice, _) = run("2")?;
    Some((twice.checked_sub(once)?, work))
}

pub fn run() -> bool {
    for (title, names) in GROUPS {
        println!("\n{title}\n| | instructions | each | first = 1 |\n| --- | ---: | ---: | ---: |");
        let mut first = None;
        for name in names {
            let Some((instructions, work)) = count(name) else {
                eprintln!("valgrind did not run (Debian: apt-get install valgrind)");
                return false;
            };
            let yardstick = *first.get_or_insert(instructions);
            let each = instructions as f64 / work.max(1) as f64;
            println!(
                "| {name} | {instructions} | {each:.1} | {:.3} |",
                instructions as f64 / yardstick as f64
            );
        }
    }
    true
}
