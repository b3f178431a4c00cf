//! Asks one position within growing bounds, and prints the nodes of each question.

use yose_andor::{EVER, Limits, Meter, Search, Table, schedule, with_big_stack};
use yose_hisshi::{Hisshi, Question, SolverSettings};
use yose_shogi::{notation::sfen, with_position};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (position, _) = sfen::position(&args[1]).unwrap_or_else(|e| panic!("{e}"));
    let mut settings = SolverSettings::default();
    let mut bounds = Vec::new();
    for word in &args[2..] {
        match word.as_str() {
            "promote" => settings.search.promote = true,
            "paper" => settings.moves = yose_hisshi::MoveSet::Paper,
            "weak" => settings.search.defender = yose_andor::Combine::Weak,
            "control" => settings.search.control = false,
            "schedule" => settings.search.schedule = false,
            "worse" => settings.search.cut_worse = false,
            "share" => settings.search.share_numbers = false,
            "cost" => settings.techniques.quiet_cost = 0,
            "ever" => bounds.push(EVER),
            word => bounds.push(word.parse().unwrap_or(0)),
        }
    }
    with_position!(position, |p| {
        let hisshi = Hisshi::new(p).unwrap_or_else(|e| panic!("{e}"));
        let question = Question::new(&hisshi, settings.moves, settings.techniques);
        let table = Table::new(200);
        with_big_stack(|| {
            let mut search = Search::new(question.clone(), &table, settings.search);
            for within in bounds {
                let limits = Limits {
                    nodes: Some(2_000_000),
                    ..Limits::default()
                };
                let mut quiet = |_| {};
                let mut meter = Meter::new(&limits, &mut quiet);
                *search.query() = question.clone();
                let outcome = schedule::within(&mut search, within, &mut meter);
                println!(
                    "{within}: {outcome:?} {} nodes {:?}",
                    meter.nodes(),
                    meter.elapsed()
                );
            }
        });
    });
}
