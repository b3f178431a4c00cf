//! Instructions per node of one or more `yose` binaries, side by side: `cost PROGRAM…`.
//!
//! valgrind counts the instructions of a whole run, so the figures do not depend on the load of the
//! machine. To exclude start-up, the instructions and nodes of a run on only the first position are
//! subtracted.

use crate::signature::{Folder, lines_of_action, problems};
use std::path::Path;
use std::process::Command;

/// The runs: a name and the arguments before the file of positions.
const WORK: [(&str, &[&str]); 4] = [
    (
        "mates, first",
        &["solve", "--first", "--futile=none", "--hash=16"],
    ),
    ("mates, shortest", &["solve", "--futile=none", "--hash=16"]),
    ("mates, usual", &["solve", "--futile=usual", "--hash=16"]),
    ("Lines of Action", &["loa", "solve", "--hash=16", "--nodes=3000"]),
];

/// The instructions and nodes of one run.
fn count(program: &str, arguments: &[&str], file: &Path) -> Option<(u64, u64)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", program])
        .args(arguments)
        .arg("--json")
        .arg(file)
        .output()
        .ok()?;
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let collected = log.lines().find_map(|line| line.split("Collected : ").nth(1))?;
    let answers = String::from_utf8_lossy(&output.stdout).into_owned();
    let nodes = answers.lines().filter_map(|line| {
        let answer: serde_json::Value = serde_json::from_str(line).ok()?;
        answer["nodes"].as_u64()
    });
    Some((collected.trim().parse().ok()?, nodes.sum()))
}

/// Prints the table.
pub fn run(programs: &[&str]) -> bool {
    if programs.is_empty() {
        eprintln!("cost PROGRAM…");
        return false;
    }
    let Ok(folder) = Folder::new() else {
        eprintln!("there is no temporary folder to write to");
        return false;
    };
    println!("| | program | nodes | instructions a node | first = 1 |");
    println!("| --- | --- | ---: | ---: | ---: |");
    for (name, arguments) in WORK {
        let positions = if arguments[0] == "loa" {
            lines_of_action()
        } else {
            problems("shogi", 300)
        };
        let (Ok(all), Ok(one)) = (
            folder.write("all.txt", &positions.join("\n")),
            folder.write("one.txt", &positions[0]),
        ) else {
            eprintln!("the positions could not be written");
            return false;
        };
        let mut first = None;
        for program in programs {
            let counted = count(program, arguments, &all).zip(count(program, arguments, &one));
            let Some(((instructions, nodes), (start, few))) = counted else {
                eprintln!("{program} did not run under valgrind (Debian: apt-get install valgrind)");
                return false;
            };
            let each = instructions.saturating_sub(start) as f64 / (nodes - few).max(1) as f64;
            let yardstick = *first.get_or_insert(each);
            println!(
                "| {name} | {program} | {nodes} | {each:.1} | {:.4} |",
                each / yardstick
            );
        }
    }
    true
}
