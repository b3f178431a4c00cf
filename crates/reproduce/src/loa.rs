//! `reproduce loa`: tables 2 to 9 and figures 6 and 7 of M. Sakuta, J. Nagashima, T. Hashimoto and
//! H. Iida (2002), on a file of problems.
//!
//! Every search of the tables runs on every problem, with the largest given limit of table entries.
//! If a search fills its table before its time is up, it runs again with a table of the paper's
//! size. All tables are made from these runs. The runs are kept in `runs.csv` as they finish, so an
//! interrupted program continues where it stopped.

use super::loa_runs::{HEAD, Run, Variant};
use super::loa_tables::{WITH_KTH, points, tables};
use std::path::Path;
use std::time::Duration;
use yose_ask::Invalid;
use yose_ask::problem::{Content, Problem};
use yose_batch::journal::Journal;
use yose_batch::output;
use yose_draw::plot::{self, Words};
use yose_loa::with_position;
use yose_loa_endgame::{Endgame, Limits};

/// What to measure, and how.
pub struct Settings<'a> {
    /// The time limit of one search on one problem.
    pub time: Duration,
    /// The limits of table entries, in units of ten thousand.
    pub entries: &'a [usize],
    /// The folder for runs, tables and figures.
    pub folder: &'a Path,
    /// Further limits, with the interrupt.
    pub limits: Limits,
}

/// The result of the measurement.
pub struct Reproduced {
    /// The tables as text.
    pub text: String,
    /// Whether all runs were made.
    pub complete: bool,
}

fn fault(path: &Path) -> impl Fn(std::io::Error) -> Invalid + '_ {
    move |error| Invalid::whole(format!("{}: {error}", path.display()))
}

/// Runs the searches and writes `runs.csv`, one CSV file for each table and one SVG file for each
/// figure. `report` receives the problem, the search, the number of finished runs and the number of
/// all runs.
///
/// # Errors
/// A problem is not a position of a running game, or a file cannot be written.
pub fn reproduce(
    problems: &[Problem],
    settings: &Settings<'_>,
    report: &mut dyn FnMut(&str, &str, usize, usize),
) -> Result<Reproduced, Invalid> {
    std::fs::create_dir_all(settings.folder).map_err(fault(settings.folder))?;
    let file = settings.folder.join("runs.csv");
    let (mut journal, held) = Journal::open(&file, false).map_err(Invalid::whole)?;
    let mut runs: Vec<Run> = held.lines.iter().filter_map(|line| Run::read(line)).collect();
    let small = settings.entries.iter().max().copied().unwrap_or(0) * 10_000;
    journal.cut().map_err(Invalid::whole)?;
    if held.lines.is_empty() {
        journal.add(&format!("{HEAD}\n")).map_err(Invalid::whole)?;
    }

    let limits = Limits {
        time: Some(settings.time),
        ..settings.limits.clone()
    };
    let variants = Variant::all();
    let mut complete = true;
    let mut short = Vec::new();
    'problems: for (i, problem) in problems.iter().enumerate() {
        let id = problem.id.clone().unwrap_or_else(|| format!("{}", i + 1));
        let (position, rules) = match &problem.content {
            Ok(Content::Loa { position, rules }) => (*position, *rules),
            Ok(_) => return Err(Invalid::whole(format!("{id}: not a Lines of Action position"))),
            Err(invalid) => return Err(invalid.clone()),
        };
        for (j, &variant) in variants.iter().enumerate() {
            report(
                &id,
                &variant.name(),
                i * variants.len() + j,
                problems.len() * variants.len(),
            );
            for room in [small, variant.room()] {
                let name = variant.name();
                let known = runs
                    .iter()
                    .any(|r| r.id == id && r.variant == name && r.room == room);
                // The large table is needed only if the small table was full.
                let needed = room == small
                    || runs.iter().any(|r| {
                        r.id == id
                            && r.variant == name
                            && r.room == small
                            && r.result == Err("memory".to_owned())
                    });
                if known || !needed || room < small {
                    continue;
                }
                let run = with_position!(position, |p| {
                    let endgame = Endgame::new(p, rules).map_err(Invalid::from)?;
                    Run::make(&id, variant, room, &endgame, &limits)
                });
                let Some(run) = run else {
                    complete = false;
                    break 'problems;
                };
                journal.add(&(run.line() + "\n")).map_err(Invalid::whole)?;
                runs.push(run);
            }
        }
    }
    // Only problems on which every search ran are compared.
    let searched = |id: &str| {
        variants.iter().all(|v| {
            let name = v.name();
            runs.iter()
                .any(|r| r.id == id && r.variant == name && r.room == small)
        })
    };
    let ids: Vec<String> = problems
        .iter()
        .enumerate()
        .map(|(i, p)| p.id.clone().unwrap_or_else(|| format!("{}", i + 1)))
        .filter(|id| searched(id))
        .collect();
    runs.retain(|run| ids.contains(&run.id));
    for id in &ids {
        let steps = runs
            .iter()
            .filter(|r| r.id == *id)
            .filter_map(|r| r.result.as_ref().ok())
            .min();
        if steps.is_some_and(|&n| n < 10) {
            short.push(id.clone());
        }
    }
    let mut text = format!("{} problems\n\n", ids.len());
    for table in tables(&runs, settings.entries, settings.time.as_secs_f64(), &short) {
        let path = settings.folder.join(format!("{}.csv", table.name));
        output::write_file(&path, table.csv().as_bytes(), true).map_err(Invalid::whole)?;
        text.push_str(&table.text());
        text.push('\n');
    }
    for (variant, name, title) in [
        (WITH_KTH[0], "figure6.svg", "Fig. 6. Iterative deepening with KTH"),
        (WITH_KTH[1], "figure7.svg", "Fig. 7. PDS with KTH"),
    ] {
        let path = settings.folder.join(name);
        let words = Words {
            title,
            x: "steps",
            y: "seconds",
        };
        // From a tenth of a millisecond to a thousand seconds, as in the paper.
        let plot = plot::scatter(&words, &points(&runs, variant, small), (-4, 3), 27);
        output::write_file(&path, plot.as_bytes(), true).map_err(Invalid::whole)?;
    }
    Ok(Reproduced { text, complete })
}
