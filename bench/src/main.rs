//! The benchmarks: `cargo run --release -p yose-bench -- NAME`.
//!
//! Times are noisy. So every table compares its rows within one run, interleaved, and takes the
//! best of several rounds. `instructions` and `cost` count instructions under valgrind instead. No
//! benchmark passes or fails by time.
//!
//! | file | contents |
//! | --- | --- |
//! | `movegen.rs`, `perft.rs` | move generation and perft, beside other libraries |
//! | `tsume.rs`, `ablation.rs`, `figures.rs` | mate problems, single techniques, all figures |
//! | `hisshi.rs` | brinkmate problems, single techniques |
//! | `verify.rs` | the checker of certificates |
//! | `page.rs` | the server of the page under load |
//! | `signature.rs` | node counts and hashes of all answers, to compare two versions |
//! | `cost.rs`, `instructions.rs` | instruction counts under valgrind |
//! | `corpus.rs`, `table.rs` | the positions to work on, and the table of results |

mod ablation;
mod corpus;
mod cost;
mod figures;
mod hisshi;
mod instructions;
mod movegen;
mod page;
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
hisshi [ablation] FILE [SETTING]
              brinkmate problems; with each technique switched off in turn (bench/src/hisshi.rs)
verify [FILE] the checker of certificates, on these files or on those of suites/tsume/small.tsv
page [PROGRAM] 200 clients at once ask the server of a `yose` binary for short problems, on this machine
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
        ["hisshi", ref rest @ ..] => hisshi::run(rest),
        ["figures", ref rest @ ..] => figures::run(rest),
        ["verify", ref files @ ..] => verify::run(files),
        ["page", ref rest @ ..] => page::run(rest),
        ["signature", ref rest @ ..] => signature::run(rest),
        ["cost", ref programs @ ..] => cost::run(programs),
        ["instructions"] => instructions::run(),
        // One workload: `instructions` runs this under valgrind.
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
