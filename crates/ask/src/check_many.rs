//! `check` of many problems: on all cores, answers in the order of the input, a file of answers that a later run goes on with.

use crate::batch;
use crate::check::{CheckAnswer, CheckOptions, check, skipped};
use crate::interrupt::Interrupt;
use crate::journal::{Held, Journal};
use crate::output::OutputError;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::status::Status;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use thiserror::Error;

/// Why many problems could not be checked.
#[derive(Debug, Error)]
pub enum ManyError {
    /// An answer could not be delivered.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The file of answers is another run's.
    #[error("{path}, line {line}: {what} (--force starts it anew)")]
    Foreign {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// How a run went.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many problems there are.
    pub total: usize,
    /// How many were answered by an earlier run.
    pub kept: usize,
    /// How often each verdict was given.
    pub verdicts: BTreeMap<String, usize>,
    /// The worst of the problems.
    pub status: Status,
}

impl Summary {
    /// How many have an answer.
    pub fn done(&self) -> usize {
        self.verdicts.values().sum()
    }

    fn count(&mut self, verdict: &str) {
        *self.verdicts.entry(verdict.to_owned()).or_default() += 1;
        self.status = self.status.and(match verdict {
            "unknown" => Status::Unknown,
            "invalid" => Status::Invalid,
            _ => Status::Answered,
        });
    }

    /// In one line.
    pub fn text(&self) -> String {
        let verdicts: Vec<String> = self
            .verdicts
            .iter()
            .map(|(verdict, n)| format!("{n} {verdict}"))
            .collect();
        let kept = match self.kept {
            0 => String::new(),
            n => format!(" ({n} by an earlier run)"),
        };
        format!(
            "{} of {} problems checked{kept}: {}\n",
            self.done(),
            self.total,
            verdicts.join(", ")
        )
    }
}

/// Where answers are kept.
#[derive(Clone, Copy, Debug)]
pub struct Keep<'a> {
    /// The file, a JSON object a line.
    pub path: &'a Path,
    /// Whether what it holds is thrown away.
    pub anew: bool,
}

/// Checks problems on so many threads. `each` gets every answer in the order of the input, `None` for what an interrupt left out;
/// with a file to keep answers in, only those of this run.
pub fn check_many(
    problems: &[Problem],
    options: &CheckOptions,
    threads: usize,
    interrupt: &Interrupt,
    keep: Option<Keep<'_>>,
    mut each: impl FnMut(usize, Option<&CheckAnswer>) -> Result<(), OutputError>,
) -> Result<Summary, ManyError> {
    let mut summary = Summary {
        total: problems.len(),
        ..Summary::default()
    };
    let mut lines: Vec<Option<String>> = vec![None; problems.len()];
    let mut journal = None;
    if let Some(keep) = keep {
        let (mut opened, old) = Journal::open(keep.path, keep.anew)?;
        take_over(keep.path, &old, problems, options, &mut lines)?;
        opened.cut()?;
        summary.kept = lines.iter().flatten().count();
        for line in lines.iter().flatten() {
            summary.count(&verdict_of(line));
        }
        journal = Some(opened);
    }
    let todo: Vec<usize> = (0..problems.len()).filter(|&i| lines[i].is_none()).collect();
    let progress = Progress::over(todo.len());
    let mut waiting: BTreeMap<usize, CheckAnswer> = BTreeMap::new();
    let mut order = todo.iter().copied().peekable();
    batch::each(
        &todo,
        threads,
        interrupt,
        |i| {
            let label = problems[i].id.clone().unwrap_or_default();
            check(&problems[i], options, &mut |p| {
                progress.effort(&label, p.nodes, p.elapsed, &p.state.note());
            })
        },
        |i, answer| -> Result<(), OutputError> {
            progress.step();
            summary.count(answer.answer.verdict);
            if let Some(journal) = &mut journal {
                let line = answer.answer.line();
                if answer.answer.reason != Some("interrupted") {
                    journal.add(&line)?;
                }
                lines[i] = Some(line);
            }
            waiting.insert(i, answer);
            while let Some(answer) = order.peek().and_then(|next| waiting.remove(next)) {
                if let Some(next) = order.next() {
                    progress.aside(|| each(next, Some(&answer)))?;
                }
            }
            Ok(())
        },
    )?;
    progress.finish();
    for i in order {
        each(i, waiting.get(&i))?;
    }
    if summary.done() < summary.total {
        summary.status = summary.status.and(Status::Unknown);
    } else if let Some(journal) = journal {
        let whole: String = lines.into_iter().flatten().collect();
        journal.finish(&whole)?;
    }
    Ok(summary)
}

/// The line of a problem that an interrupt left out.
pub fn left_out(problem: &Problem, options: &CheckOptions) -> String {
    skipped(problem, options).line()
}

fn verdict_of(line: &str) -> String {
    let value: Value = serde_json::from_str(line).unwrap_or_default();
    value["verdict"].as_str().unwrap_or_default().to_owned()
}

/// How every answer begins.
const BEGINNING: &str = "{\"schema\":";

/// The problem an answer belongs to.
type Name = (Option<String>, String);

/// Fills in what an earlier run has answered. What it left unknown is asked again; what does not belong here is a fault.
fn take_over(
    path: &Path,
    old: &Held,
    problems: &[Problem],
    options: &CheckOptions,
    lines: &mut [Option<String>],
) -> Result<(), ManyError> {
    let mut places: HashMap<Name, Vec<usize>> = HashMap::new();
    for (i, problem) in problems.iter().enumerate() {
        let name = (problem.id.clone(), problem.input.clone());
        places.entry(name).or_default().push(i);
    }
    let expected = serde_json::to_value(crate::check::parameters(options)).unwrap_or_default();
    let fault_at = |i: usize, what: &str| ManyError::Foreign {
        path: path.display().to_string(),
        line: i + 1,
        what: what.to_owned(),
    };
    for (i, text) in old.lines.iter().enumerate() {
        let fault = |what: &str| fault_at(i, what);
        let value: Value = serde_json::from_str(text).map_err(|_| fault("this is not an answer"))?;
        if value["policy"] != options.policy.word()
            || value["policy_version"] != options.policy.version()
            || value["convention"] != options.convention.picks()
            || value["parameters"] != expected
        {
            return Err(fault("this was checked with other options"));
        }
        let name = (
            value["id"].as_str().map(str::to_owned),
            value["input"].as_str().unwrap_or_default().to_owned(),
        );
        let found = places
            .get(&name)
            .ok_or_else(|| fault("this answers a problem that is not among those given"))?;
        if value["verdict"] != "unknown" {
            for &place in found {
                lines[place] = Some(format!("{text}\n"));
            }
        }
    }
    // A file that somebody named by mistake must not lose its last line.
    if !old.torn.starts_with(BEGINNING) && !BEGINNING.starts_with(&old.torn) {
        return Err(fault_at(old.lines.len(), "this is not an answer"));
    }
    Ok(())
}
