//! The effect of each technique: the same problems with one switch changed at a time.
//!
//! `ablation FILE [setting…]`, with the settings of `tsume`. A limit of nodes makes the rows
//! comparable.

use crate::tsume::{Settings, measure};

const SWITCHES: [&str; 21] = [
    "",
    "estimates=off",
    "late=off",
    "replay=off",
    "killer=always",
    "dominance=off",
    "pieces=off",
    "share=off",
    "worse=off",
    "judge=off",
    "three=on",
    "control=off",
    "schedule=off",
    "schedule=off control=off",
    "schedule=off defender=weak",
    "schedule=off defender=quarter",
    "schedule=off defender=sum",
    "schedule=off defender=groups",
    "prover=sum",
    "epsilon=0",
    "epsilon=8",
];

/// Prints one row for each switch.
pub fn run(arguments: &[&str]) -> bool {
    let Some((file, settings)) = arguments.split_first() else {
        eprintln!("ablation FILE [setting…]");
        return false;
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("{file}: {e}");
            return false;
        }
    };
    println!("| switched | answered | nodes | CPU |");
    println!("| --- | ---: | ---: | ---: |");
    for switched in SWITCHES {
        let mut chosen = Settings {
            quiet: true,
            ..Settings::default()
        };
        let words = settings.iter().copied().chain(switched.split_whitespace());
        for setting in words {
            if let Err(fault) = chosen.set(setting) {
                eprintln!("{fault}");
                return false;
            }
        }
        let t = measure(&text, &chosen);
        println!(
            "| {} | {} of {} | {:.2} M | {:.1} s |",
            if switched.is_empty() { "nothing" } else { switched },
            t.mates + t.without,
            t.problems,
            t.nodes as f64 / 1e6,
            t.cpu
        );
    }
    true
}
