//! Solves problems of a file (tab-separated: name, SFEN, first moves) and prints the work.
//!
//! `cargo run --release -p yose-hisshi --example measure -- FILE [first] [paper] [nodes=N] [mb=N]`
//! and switches of techniques, `cost=N`, `nostages`.

use std::time::Duration;
use yose_hisshi::{Hisshi, Limits, MoveSet, Reason, SolverSettings, Verdict, solve};
use yose_shogi::{
    notation::{sfen, usi},
    with_position,
};

fn main() {
    let mut settings = SolverSettings::default();
    let mut limits = Limits {
        hash_mb: 100,
        ..Limits::default()
    };
    let mut file = String::new();
    let mut lines = false;
    for word in std::env::args().skip(1) {
        let number = || {
            word.split('=')
                .nth(1)
                .and_then(|n| n.parse::<u64>().ok())
                .unwrap_or(0)
        };
        match word.split('=').next().unwrap_or("") {
            "first" => settings.first = true,
            "paper" => settings.moves = MoveSet::Paper,
            "threads" => settings.threads = number() as usize,
            "nodes" => limits.nodes = Some(number()),
            "time" => limits.time = Some(Duration::from_secs(number())),
            "mb" => limits.hash_mb = number() as usize,
            "cost" => settings.techniques.quiet_cost = number() as u16,
            "promote" => settings.search.promote = number() != 0,
            "control" => settings.search.control = number() != 0,
            "schedule" => settings.search.schedule = number() != 0,
            "weak" => settings.search.defender = yose_andor::Combine::Weak,
            "sum" => settings.search.defender = yose_andor::Combine::Sum,
            "groups" => settings.search.defender = yose_andor::Combine::Groups,
            "prover" => settings.search.prover = yose_andor::Combine::Part(number() as u8),
            "proversum" => settings.search.prover = yose_andor::Combine::Sum,
            "epsilon" => settings.search.epsilon = number() as u32,
            "nodominance" => settings.techniques.mates.dominance = false,
            "nopieces" => settings.search.generalise = false,
            "together" => settings.techniques.threat_first = false,
            "part" => settings.search.defender = yose_andor::Combine::Part(number() as u8),
            "nostages" => settings.techniques.stages = false,
            "lines" => lines = true,
            _ => file = word,
        }
    }
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut moves = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
        let columns: Vec<&str> = line.split('\t').collect();
        let Some((text, _)) = columns.iter().find_map(|c| Some((c, sfen::position(c).ok()?))) else {
            continue;
        };
        let (position, _) = sfen::position(text).unwrap_or_else(|e| panic!("{e}"));
        with_position!(position, |p| {
            let hisshi = Hisshi::new(p.clone()).unwrap_or_else(|e| panic!("{e}"));
            let s = solve(&hisshi, &settings, &limits, &mut |_| {});
            let what = match s.verdict {
                Verdict::Mate { length, exact } => format!("mate {length:?} {exact}"),
                Verdict::Hisshi { length, exact } => format!("hisshi {length} {exact}"),
                Verdict::None => "none".to_owned(),
                Verdict::Unknown(reason) => format!("unknown {reason:?}"),
            };
            let shown: Vec<String> = s.line.iter().map(|&m| usi::write(m, p.variant())).collect();
            println!(
                "{:20} {:18} lower {:3} moves {:>10} nodes {:>9} {:>8.2}s  {}",
                columns[0],
                what,
                s.lower,
                s.moves.unwrap_or(0),
                s.nodes,
                s.elapsed.as_secs_f64(),
                shown.join(" ")
            );
            if lines {
                for t in &s.threats {
                    let shown: Vec<String> = t.line.iter().map(|&m| usi::write(m, p.variant())).collect();
                    println!("    after {}: {}", t.at, shown.join(" "));
                }
            }
            moves.push(if s.verdict == Verdict::Unknown(Reason::Nodes) {
                u64::MAX
            } else {
                s.moves.unwrap_or(0)
            });
        });
    }
    moves.sort_unstable();
    println!("median moves {}", moves[moves.len() / 2]);
}
