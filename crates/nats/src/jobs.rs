//! How far the runs are, and who works: for people as text, for programs as JSON.

use crate::coordinator::Progress;
use crate::fault::NatsFault;
use crate::run::Run;
use crate::server::Server;
use crate::sign_of_life::{self, SignOfLife, now, plain};
use crate::worker::GivenBack;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A coordinator that has told nothing for so many seconds is not there.
const SILENT: u64 = 10;

/// The version of the shape.
const SCHEMA: u32 = 1;

/// Everything there is to see on a server.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Jobs {
    schema: u32,
    runs: Vec<RunState>,
    workers: Vec<WorkerState>,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunState {
    /// Its name on the server.
    run: String,
    /// What people call it.
    title: String,
    /// The version that does it.
    engine: String,
    /// Whether a coordinator is there.
    coordinated: bool,
    /// Pieces in all, done, and in work.
    pieces: usize,
    done: usize,
    in_flight: usize,
    /// Pieces that failed, with what each try came to.
    failed: BTreeMap<usize, Vec<String>>,
    /// Rechecks done, and all of them.
    rechecked: usize,
    rechecks: usize,
    /// Workers that were shut out.
    shut_out: Vec<String>,
    /// Pieces a second of late, and the seconds that the rest takes at that rate.
    rate: f64,
    seconds_left: Option<f64>,
}

/// A worker, and how much of it is in use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorkerState {
    #[serde(flatten)]
    life: SignOfLife,
    /// The share of its threads that work.
    load: f64,
}

impl Jobs {
    /// Looks at a server. A server on which nothing was ever run has no jobs.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn look(server: &Server) -> Result<Jobs, NatsFault> {
        if !server.has_runs().await? {
            return Ok(Jobs {
                schema: SCHEMA,
                runs: Vec::new(),
                workers: Vec::new(),
            });
        }
        let workers = sign_of_life::workers(server).await?;
        let store = server.runs().await?;
        let mut runs = Vec::new();
        for run in Run::all(server).await? {
            let told = store.get(Run::progress_key(&run.run)).await?;
            let told = told.and_then(|bytes| serde_json::from_slice::<Progress>(&bytes).ok());
            let mut progress = told.unwrap_or_default();
            let coordinated = now().saturating_sub(progress.at) < SILENT;
            if !coordinated {
                // Workers go on without a coordinator as long as pieces wait.
                progress.done = done(server, &run, &progress.shut_out).await?;
                progress.rate = 0.0;
            }
            progress.of = progress.of.max(1).max(progress.done);
            let of = match progress.at {
                0 => run.pieces(),
                _ => progress.of,
            };
            let prefix = format!("{}.", run.run);
            let busy = workers.iter().flat_map(|life| &life.busy);
            let left = of.saturating_sub(progress.done);
            runs.push(RunState {
                failed: failed(server, &run).await?,
                title: run.title,
                engine: run.engine,
                coordinated,
                pieces: of,
                done: progress.done,
                in_flight: busy.filter(|label| label.starts_with(&prefix)).count(),
                rechecked: progress.rechecks.0,
                rechecks: progress.rechecks.1,
                shut_out: progress.shut_out,
                rate: progress.rate,
                seconds_left: (progress.rate > 0.0).then(|| left as f64 / progress.rate),
                run: run.run,
            });
        }
        let workers = workers.into_iter().map(|life| WorkerState {
            load: life.busy.len() as f64 / life.threads.max(1) as f64,
            life,
        });
        Ok(Jobs {
            schema: SCHEMA,
            runs,
            workers: workers.collect(),
        })
    }

    /// One JSON object on a line.
    pub fn line(&self) -> String {
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.runs.is_empty() {
            text.push_str("no runs\n");
        }
        for run in &self.runs {
            let share = 100.0 * run.done as f64 / run.pieces.max(1) as f64;
            let _ = write!(
                text,
                "{} ({}): {} of {} pieces done ({share:.1} %), {} in work",
                run.title, run.run, run.done, run.pieces, run.in_flight
            );
            if run.rechecks > 0 {
                let _ = write!(text, ", {} of {} rechecks", run.rechecked, run.rechecks);
            }
            if let Some(seconds) = run.seconds_left {
                let _ = write!(text, ", {:.2} a second, {} left", run.rate, span(seconds));
            }
            if !run.coordinated {
                text.push_str(", no coordinator");
            }
            text.push('\n');
            for worker in &run.shut_out {
                let _ = writeln!(text, "  shut out: {worker}");
            }
            for (piece, reasons) in &run.failed {
                let _ = writeln!(text, "  failed: piece {piece}: {}", reasons.join("; "));
            }
        }
        if self.workers.is_empty() {
            text.push_str("no workers\n");
        }
        for WorkerState { life, load } in &self.workers {
            let _ = write!(
                text,
                "{} on {}: {} pieces done, {} of {} threads ({:.0} %)",
                plain(&life.name),
                plain(&life.host),
                life.done,
                life.busy.len(),
                life.threads,
                100.0 * load
            );
            if let Some(fault) = &life.fault {
                let _ = write!(text, ", {}", plain(fault));
            }
            text.push('\n');
        }
        text
    }
}

/// Pieces with a result of somebody who was not shut out.
async fn done(server: &Server, run: &Run, shut_out: &[String]) -> Result<usize, NatsFault> {
    let results = server.results().await?;
    let filter = format!("yose.result.{}.*.*", run.run);
    let subjects = server.subjects(&results, &filter).await?;
    let pieces: BTreeSet<&str> = subjects
        .iter()
        .filter_map(|subject| {
            let mut words = subject.split('.').skip(3);
            let (piece, worker) = (words.next()?, words.next()?);
            (!shut_out.iter().any(|name| name == worker)).then_some(piece)
        })
        .collect();
    Ok(pieces.len())
}

/// The pieces that were given up, with what each try came to.
async fn failed(server: &Server, run: &Run) -> Result<BTreeMap<usize, Vec<String>>, NatsFault> {
    let results = server.results().await?;
    let filter = format!("yose.result.{}.*.*.failed.*", run.run);
    let mut reasons: BTreeMap<usize, (bool, Vec<String>)> = BTreeMap::new();
    let mut subjects = server.subjects(&results, &filter).await?;
    subjects.sort();
    for subject in subjects {
        let words: Vec<&str> = subject.split('.').collect();
        let [_, _, _, piece, worker, ..] = words[..] else {
            continue;
        };
        if let Ok(piece) = piece.parse()
            && let Ok(message) = results.get_last_raw_message_by_subject(&subject).await
            && let Ok(told) = serde_json::from_slice::<GivenBack>(&message.payload)
        {
            let entry = reasons.entry(piece).or_default();
            entry.0 |= told.last;
            let reason = told.reason.unwrap_or_else(|| "left".to_owned());
            entry
                .1
                .push(plain(&format!("{worker} on {}: {reason}", told.host)));
        }
    }
    let given_up = reasons.into_iter().filter(|(_, (last, _))| *last);
    Ok(given_up.map(|(piece, (_, reasons))| (piece, reasons)).collect())
}

/// A time in words.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}
