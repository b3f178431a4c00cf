//! The speed of the checker of certificates: `verify [FILE…]`. Without files it checks the
//! certificates that the solver writes for `suites/tsume/small.tsv`.

use std::time::Instant;
use yose_ask::certificate::certify;
use yose_shogi::notation::sfen;
use yose_shogi::with_position;
use yose_tsume::{Limits, Solver, SolverSettings, Tsume};
use yose_verify::certificate::{Certificate, check};

/// The number of runs, of which the best counts.
const ROUNDS: usize = 3;

/// Prints the table.
pub fn run(files: &[&str]) -> bool {
    println!("| | records | MB | read, s | checked, s | records/s |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    if files.is_empty() {
        for row in yose_testkit::suite::rows("tsume/small.tsv") {
            let (position, _) = match sfen::position(&row[2]) {
                Ok(position) => position,
                Err(e) => {
                    eprintln!("{}: {e}", row[0]);
                    return false;
                }
            };
            with_position!(position, |p| {
                let Ok(tsume) = Tsume::new(p) else { continue };
                let solver = Solver::new(&tsume, &SolverSettings::default(), 64);
                let verdict = solver.solve(&Limits::default(), &mut |_| {}).verdict;
                match certify(&solver, verdict, &Limits::default()) {
                    Ok(certificate) => measure(&row[0], &certificate.to_text()),
                    Err(e) => eprintln!("{}: {e}", row[0]),
                }
            });
        }
        return true;
    }
    for file in files {
        match std::fs::read_to_string(file) {
            Ok(text) => measure(file, &text),
            Err(e) => {
                eprintln!("{file}: {e}");
                return false;
            }
        }
    }
    true
}

fn measure(name: &str, text: &str) {
    let (mut read, mut checked, mut records) = (f64::MAX, f64::MAX, 0);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let certificate: Certificate = match text.parse() {
            Ok(certificate) => certificate,
            Err(fault) => {
                println!("| {name} | {fault} | | | | |");
                return;
            }
        };
        read = read.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        if let Err(rejected) = check(&certificate) {
            println!("| {name} | rejected: {rejected} | | | | |");
            return;
        }
        checked = checked.min(start.elapsed().as_secs_f64());
        records = certificate.records();
    }
    println!(
        "| {name} | {records} | {:.2} | {read:.3} | {checked:.3} | {:.0} |",
        text.len() as f64 / 1e6,
        records as f64 / (read + checked)
    );
}
