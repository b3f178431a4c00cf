//! `reproduce loa`: tables 2 to 9 and figures 6 and 7 of M. Sakuta, J. Nagashima, T. Hashimoto and
//! H. Iida (2002), on a file of problems.
//!
//! Every search of the tables runs on every problem, in rounds: first with the smallest limit of
//! table entries, then the searches whose table was full with the next limit, and so on. The last
//! round has the tables of the paper's size. Limits are entries and nodes, so the results do not
//! depend on the machine or on its load. All tables are made from the runs. The runs are kept in
//! `runs.csv` as they finish, so an interrupted program continues where it stopped.

use super::loa_runs::{HEAD, Run, Variant};
use super::loa_tables::{Runs, Source, WITH_KTH, points, tables};
use std::path::Path;
use std::time::Duration;
use yose_ask::Invalid;
use yose_ask::problem::{Content, Problem};
use yose_batch::journal::Journal;
use yose_batch::{Interrupt, output, worker};
use yose_draw::plot::{self, Words};
use yose_loa::{AnyPosition, Rules, with_position};
use yose_loa_endgame::{Endgame, Limits, Method};

/// What to measure, and how.
pub struct Settings<'a> {
    /// The limits of table entries, in units of ten thousand.
    pub entries: &'a [usize],
    /// Entries of the full table of deepening, in units of ten thousand; the full tables of PDS and
    /// df-pn have half of it. A full table has at least the largest limit.
    pub full: usize,
    /// A limit of CPU time of one run besides, if the time that the whole takes matters more than
    /// results that can be repeated.
    pub time: Option<Duration>,
    /// The folder for runs, tables and figures.
    pub folder: &'a Path,
    /// Runs at the same time.
    pub jobs: usize,
    /// The interrupt.
    pub interrupt: Interrupt,
}

/// What happens while the runs are made.
pub enum Event<'a> {
    /// A forecast of all that is left to do: runs, and CPU seconds.
    Forecast {
        /// The number of runs.
        runs: usize,
        /// CPU seconds.
        seconds: f64,
    },
    /// A round begins.
    Round {
        /// The limit of entries of deepening, in units of ten thousand.
        entries: usize,
        /// The number of its runs.
        runs: usize,
        /// CPU seconds by forecast.
        seconds: f64,
    },
    /// A run was made.
    Run {
        /// The problem.
        id: &'a str,
        /// The search.
        search: &'a str,
    },
}

/// The result of the measurement.
pub struct Reproduced {
    /// The tables as text.
    pub text: String,
    /// Whether all runs were made.
    pub complete: bool,
}

/// A problem.
struct Given {
    id: String,
    position: AnyPosition,
    rules: Rules,
}

impl Given {
    fn of(i: usize, problem: &Problem) -> Result<Given, Invalid> {
        let id = problem.id.clone().unwrap_or_else(|| format!("{}", i + 1));
        // The id is a cell of a CSV file.
        let id = id.replace([',', '\n', '\r'], " ");
        match &problem.content {
            Ok(Content::Loa { position, rules }) => {
                let given = Given {
                    id,
                    position: *position,
                    rules: *rules,
                };
                // Faults are told before anything runs.
                with_position!(given.position, |p| Endgame::new(p, given.rules).map(|_| ()))
                    .map_err(Invalid::from)?;
                Ok(given)
            }
            Ok(_) => Err(Invalid::whole(format!("{id}: not a Lines of Action position"))),
            Err(invalid) => Err(invalid.clone()),
        }
    }
}

/// A run to make.
#[derive(Clone, Copy)]
struct Task {
    problem: usize,
    variant: Variant,
    room: usize,
}

struct Work<'a> {
    settings: &'a Settings<'a>,
    problems: Vec<Given>,
    ids: Vec<String>,
    /// Limits of entries in units of ten thousand, the smallest first.
    limits: Vec<usize>,
    runs: Runs,
    journal: Journal,
}

/// The share of problems that the paper's searches leave unsolved with 10, 30, 100 and 300 x 10^4
/// entries: a first guess for the forecast. Df-pn is taken to be like PDS.
const UNSOLVED: [(Method, [f64; 4]); 3] = [
    (Method::Deepening, [0.64, 0.52, 0.44, 0.38]),
    (Method::Pds, [0.61, 0.40, 0.29, 0.14]),
    (Method::Dfpn, [0.61, 0.40, 0.29, 0.14]),
];

impl Work<'_> {
    fn source(&self) -> Source<'_> {
        Source {
            runs: &self.runs,
            ids: &self.ids,
            limits: &self.limits,
            full: self.settings.full,
        }
    }

    /// The limit of a variant in a round. The round after the last limit is that of full tables.
    fn room(&self, round: usize, variant: Variant) -> usize {
        match self.limits.get(round) {
            Some(limit) => limit * 10_000,
            None => self.source().full(variant),
        }
    }

    fn rounds(&self) -> usize {
        self.limits.len() + 1
    }

    /// The runs that are missing in a round whose predecessors are complete.
    fn tasks(&self, round: usize) -> Vec<Task> {
        let mut tasks = Vec::new();
        for family in Variant::families() {
            for (problem, given) in self.problems.iter().enumerate() {
                for &variant in &family {
                    let room = self.room(round, variant);
                    if self.runs.at(&given.id, variant, room).is_none() {
                        tasks.push(Task {
                            problem,
                            variant,
                            room,
                        });
                    }
                }
            }
        }
        tasks
    }

    /// Makes runs. `false` if an interrupt stopped them.
    fn make(&mut self, tasks: &[Task], report: &mut dyn FnMut(Event<'_>)) -> Result<bool, Invalid> {
        let limits = Limits {
            time: self.settings.time,
            interrupt: self.settings.interrupt.flag(),
            ..Limits::default()
        };
        let todo: Vec<usize> = (0..tasks.len()).collect();
        let problems = &self.problems;
        let (journal, runs) = (&mut self.journal, &mut self.runs);
        let work = |i: usize| {
            let Task {
                problem,
                variant,
                room,
            } = tasks[i];
            let Given { id, position, rules } = &problems[problem];
            with_position!(*position, |p| {
                let endgame = Endgame::new(p, *rules).map_err(Invalid::from)?;
                Ok(Run::make(id, variant, room, &endgame, &limits))
            })
        };
        let mut made = 0;
        worker::each(
            &todo,
            self.settings.jobs,
            &self.settings.interrupt,
            work,
            |_, run: Result<Option<Run>, Invalid>| -> Result<(), Invalid> {
                let Some(run) = run? else { return Ok(()) };
                journal.add(&(run.line() + "\n")).map_err(Invalid::whole)?;
                report(Event::Run {
                    id: &run.id,
                    search: &run.variant,
                });
                runs.add(run);
                made += 1;
                Ok(())
            },
        )?;
        Ok(made == tasks.len())
    }

    /// CPU seconds of a run that fills a table of this size.
    fn cost(&self, variant: Variant, room: usize) -> f64 {
        let (mut seconds, mut entries) = (0.0, 0);
        let full = self.runs.of(variant).filter(|run| run.wants_more());
        for run in full {
            seconds += run.seconds;
            entries += run.room;
        }
        if entries == 0 {
            for run in self.runs.of(variant) {
                seconds += run.seconds;
                entries += run.entries;
            }
        }
        // A small run says little: it is mixed with 2,000 entries of two microseconds each.
        (seconds + 0.004) / (entries as f64 + 2000.0) * room as f64
    }

    /// The share of the runs of a round that want more, if at least ten were made.
    fn share(&self, round: usize, variant: Variant) -> f64 {
        let room = self.room(round, variant);
        let known: Vec<&Run> = { self.ids.iter() }
            .filter_map(|id| self.runs.at(id, variant, room))
            .collect();
        if known.len() >= 10 || known.len() == self.ids.len() {
            return known.iter().filter(|run| run.wants_more()).count() as f64 / known.len().max(1) as f64;
        }
        let guess = UNSOLVED
            .iter()
            .find(|(m, _)| *m == variant.method && !variant.ahead);
        guess.map_or(0.1, |(_, shares)| shares[round.min(3)])
    }

    /// The runs of a round and of each later round, and their CPU seconds.
    fn forecast(&self, from: usize) -> Vec<(f64, f64)> {
        let mut rounds = vec![(0.0, 0.0); self.rounds() - from];
        let tasks = self.tasks(from);
        for variant in Variant::all() {
            for (later, (runs, seconds)) in rounds.iter_mut().enumerate() {
                let round = from + later;
                let room = self.room(round, variant);
                let count = if later == 0 {
                    tasks.iter().filter(|t| t.variant == variant).count() as f64
                } else if room == self.room(round - 1, variant) {
                    0.0
                } else {
                    self.share(round - 1, variant) * self.ids.len() as f64
                };
                *runs += count;
                // Those that are solved end somewhere on the way.
                let share = self.share(round, variant);
                *seconds += count * self.cost(variant, room) * (1.0 + share) / 2.0;
            }
        }
        rounds
    }

    /// Makes all runs. `false` if an interrupt stopped them.
    fn all(&mut self, report: &mut dyn FnMut(Event<'_>)) -> Result<bool, Invalid> {
        if self.runs.is_empty() {
            // The first problem shows how fast the machine is.
            let first: Vec<Task> = { self.tasks(0).into_iter() }
                .filter(|task| task.problem == 0)
                .collect();
            if !self.make(&first, report)? {
                return Ok(false);
            }
        }
        let mut told = false;
        for round in 0..self.rounds() {
            let tasks = self.tasks(round);
            if tasks.is_empty() {
                continue;
            }
            let forecast = self.forecast(round);
            if !std::mem::replace(&mut told, true) {
                report(Event::Forecast {
                    runs: forecast.iter().map(|(runs, _)| *runs as usize).sum(),
                    seconds: forecast.iter().map(|(_, seconds)| seconds).sum(),
                });
            }
            report(Event::Round {
                entries: tasks.iter().map(|t| t.room).max().unwrap_or(0) / 10_000,
                runs: tasks.len(),
                seconds: forecast.first().map_or(0.0, |(_, seconds)| *seconds),
            });
            if !self.make(&tasks, report)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Positions of our own, for a run without a file of problems. Not all of them are won.
pub fn positions() -> Vec<String> {
    let lines = include_str!("../../../suites/loa/random.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

fn fault(path: &Path) -> impl Fn(std::io::Error) -> Invalid + '_ {
    move |error| Invalid::whole(format!("{}: {error}", path.display()))
}

/// Runs the searches and writes `runs.csv`, one CSV file for each table, one SVG file for each
/// figure, and `tables.txt`. An interrupt is no error: the tables are made of the runs so far.
///
/// # Errors
/// A problem is not a position of a running game, or a file cannot be written.
pub fn reproduce(
    problems: &[Problem],
    settings: &Settings<'_>,
    report: &mut dyn FnMut(Event<'_>),
) -> Result<Reproduced, Invalid> {
    let problems: Vec<Given> = { problems.iter().enumerate() }
        .map(|(i, problem)| Given::of(i, problem))
        .collect::<Result<_, _>>()?;
    std::fs::create_dir_all(settings.folder).map_err(fault(settings.folder))?;
    let file = settings.folder.join("runs.csv");
    let (mut journal, held) = Journal::open(&file, false).map_err(Invalid::whole)?;
    if held.lines.first().is_some_and(|head| head != HEAD) {
        return Err(Invalid::whole(format!(
            "{}: its runs are of another version; name another folder",
            file.display()
        )));
    }
    let mut runs = Runs::default();
    for run in held.lines.iter().filter_map(|line| Run::read(line)) {
        let is_ours = |given: &Given| given.id == run.id && given.position.to_string() == run.position;
        if problems.iter().any(is_ours) {
            runs.add(run);
        }
    }
    journal.cut().map_err(Invalid::whole)?;
    if held.lines.is_empty() {
        journal.add(&format!("{HEAD}\n")).map_err(Invalid::whole)?;
    }
    let mut limits = settings.entries.to_vec();
    limits.sort_unstable();
    limits.dedup();
    let mut work = Work {
        settings,
        ids: problems.iter().map(|given| given.id.clone()).collect(),
        problems,
        limits,
        runs,
        journal,
    };
    let complete = work.all(report)?;
    let text = write(&work.source(), settings.folder)?;
    Ok(Reproduced { text, complete })
}

/// Writes tables and figures, and returns the tables as text.
fn write(source: &Source<'_>, folder: &Path) -> Result<String, Invalid> {
    let mut text = format!(
        "{} problems, not those of the paper: its 122 (by Winands) are not public.\n\
         Time is CPU seconds, of the paper's rows seconds of an Athlon 1.2 GHz.\n\
         Tables 2, 6 and 9 have full tables instead of the paper's 20 minutes.\n\n",
        source.ids.len()
    );
    let keep = |name: &str, contents: &str| {
        output::write_file(&folder.join(name), contents.as_bytes(), true).map_err(Invalid::whole)
    };
    for table in tables(source) {
        keep(&format!("{}.csv", table.name), &table.csv())?;
        text.push_str(&table.text());
        text.push('\n');
    }
    keep("tables.txt", &text)?;
    for (variant, name, title) in [
        (WITH_KTH[0], "figure6.svg", "Fig. 6. Iterative deepening with KTH"),
        (WITH_KTH[1], "figure7.svg", "Fig. 7. PDS with KTH"),
    ] {
        let words = Words {
            title,
            x: "steps",
            y: "seconds",
        };
        // From a tenth of a millisecond to a thousand seconds, as in the paper.
        keep(
            name,
            &plot::scatter(&words, &points(source, variant), (-4, 3), 27),
        )?;
    }
    Ok(text)
}
