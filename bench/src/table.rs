//! Rows of a table, measured side by side.

use std::time::Instant;

/// One row: a name, and a function that does the work and returns the amount of work done.
pub struct Row<'a> {
    pub name: &'static str,
    pub work: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Row<'a> {
    pub fn new(name: &'static str, work: impl FnMut() -> u64 + 'a) -> Self {
        Row {
            name,
            work: Box::new(work),
        }
    }
}

/// Runs all rows `rounds` times, interleaved, and prints the best time of each row, the rate, and
/// the ratio to the first row. All rows must do the same amount of work. If they do not, the
/// comparison is a bug and the table says so.
pub fn compare(title: &str, unit: &str, rounds: usize, mut rows: Vec<Row<'_>>) {
    let mut best = vec![f64::MAX; rows.len()];
    let mut done = vec![0; rows.len()];
    for _ in 0..rounds {
        for (i, row) in rows.iter_mut().enumerate() {
            let start = Instant::now();
            done[i] = std::hint::black_box((row.work)());
            best[i] = best[i].min(start.elapsed().as_secs_f64());
        }
    }
    println!("\n{title}");
    println!("| | {unit} | ms | M {unit}/s | time, first = 1 |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (i, row) in rows.iter().enumerate() {
        println!(
            "| {} | {} | {:.1} | {:.1} | {:.2} |",
            row.name,
            done[i],
            best[i] * 1e3,
            done[i] as f64 / best[i] / 1e6,
            best[i] / best[0]
        );
        if done[i] != done[0] {
            println!("  NOT THE SAME WORK: {} against {}", done[i], done[0]);
        }
    }
}
