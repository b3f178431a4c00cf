//! The benches: `cargo run --release -p yose-bench -- NAME`.
//!
//! Seconds are noisy, so every table compares its rows within one run, interleaved, best of
//! several; and `instructions` counts them instead, under valgrind. Nothing here passes or fails by
//! time.

mod ablation;
mod corpus;
mod cost;
mod figures;
mod instructions;
mod movegen;
mod perft;
mod signature;
mod table;
mod tsume;
mod verify;

use std::process::ExitCode;

const HELP: &str = "\
cargo run --release -p yose-bench -- NAME

movegen       legal moves, checks and evasions; against rival libraries and against filtering
perft         perft of shogi and Lines of Action; both geometries; against rival libraries
suite         every row of suites/shogi/perft.tsv and suites/loa/perft.txt, the long ones too (minutes)
tsume FILE    mate problems; the switches are in bench/src/tsume.rs
ablation FILE [SETTING]
              the same problems with each technique switched off in turn
figures FOLDER [ROW]
              the figures of the proof search on third-party sets, beside other programs' (half an hour and more)
verify [FILE] the checker of certificates, on these files or on those of suites/tsume/small.tsv
signature [PROGRAM]
              node counts and hashes of all that a `yose` binary answers, to compare two versions (two minutes)
cost PROGRAM…  instructions a node of `yose` binaries, side by side (needs valgrind)
instructions  movegen and perft again, counted in instructions (needs valgrind)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let fine = match arguments[..] {
        ["movegen"] => {
            movegen::run();
            true
        }
        ["perft"] => {
            perft::run();
            true
        }
        ["suite"] => perft::suite(),
        ["tsume", ref rest @ ..] => tsume::run(rest),
        ["ablation", ref rest @ ..] => ablation::run(rest),
        ["figures", ref rest @ ..] => figures::run(rest),
        ["verify", ref files @ ..] => verify::run(files),
        ["signature", ref rest @ ..] => signature::run(rest),
        ["cost", ref programs @ ..] => cost::run(programs),
        ["instructions"] => instructions::run(),
        // One workload, once: what `instructions` runs under valgrind.
        ["once", workload, times] => instructions::once(workload, times),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    if fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
