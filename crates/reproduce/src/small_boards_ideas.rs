//! `reproduce 3x4 --ideas`: what each idea of our search, and each switch of the method of
//! Shibahara, Tajima and Kotani (2006), is worth on the 237 starts, in nodes.

use super::small_boards::{Found, ReproduceError, Start, position, starts};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use yose_batch::{Interrupt, worker};
use yose_tsume::Limits;
use yose_value::{Deletion, Ideas, Method, Switches};

/// A search with one idea switched.
#[derive(Clone, Copy, Debug)]
pub struct Idea {
    /// Its name.
    pub name: &'static str,
    method: Method,
}

/// Our search with each of its ideas switched off, then the paper's method with each of its
/// variations switched on or off.
pub fn ideas() -> Vec<Idea> {
    let part = |name, change: fn(&mut Ideas)| {
        let mut ideas = Ideas::default();
        change(&mut ideas);
        Idea {
            name,
            method: Method::Part(ideas),
        }
    };
    let paper = |name, change: fn(&mut Switches)| {
        let mut switches = Switches::default();
        change(&mut switches);
        Idea {
            name,
            method: Method::Paper(switches),
        }
    };
    vec![
        Idea {
            name: "search",
            method: Method::Search,
        },
        part("search, no closed sets", |i| i.closed_sets = false),
        part("search, no proof search before", |i| i.proof_search = false),
        part("search, no promotion", |i| i.promotion = false),
        part("search, no second question", |i| i.second_question = false),
        part("search, no mirror images", |i| i.mirror_images = false),
        part("search, no dominance", |i| i.dominance = false),
        paper("paper", |_| {}),
        paper("paper, checks interleaved", |s| s.interleaved = true),
        paper("paper, numbers cleared", |s| s.clear_numbers = true),
        paper("paper, numbers not shared", |s| s.share_numbers = false),
        paper("paper, no countermeasure", |s| s.countermeasure = None),
        paper("paper, countermeasure at once", |s| s.countermeasure = Some(0)),
        paper("paper, influenced deleted", |s| s.deletion = Deletion::Influenced),
    ]
}

/// One start by one search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The name of the search.
    pub idea: String,
    /// The start.
    pub start: Start,
    /// The result.
    pub found: Found,
}

/// How to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The limits of one search. There must be one: without closed sets some searches do not end.
    pub limits: Limits,
    /// Searches at a time.
    pub threads: usize,
    /// Only these starts; all starts if empty.
    pub only: Vec<u32>,
}

impl Plan {
    /// Everything that a line depends on, as the first line of a file of lines.
    pub fn settings(&self) -> String {
        format!(
            "ideas; version {}; time {:?}; nodes {:?}; hash {}\n",
            env!("CARGO_PKG_VERSION"),
            self.limits.time,
            self.limits.nodes,
            self.limits.hash_mb
        )
    }

    fn starts(&self) -> Result<Vec<Start>, ReproduceError> {
        let mut starts = starts()?;
        starts.retain(|start| self.only.is_empty() || self.only.contains(&start.no));
        Ok(starts)
    }

    /// The number of lines.
    ///
    /// # Errors
    /// The built-in list of starts is damaged.
    pub fn lines(&self) -> Result<usize, ReproduceError> {
        Ok(self.starts()?.len() * ideas().len())
    }
}

/// Reads the lines of an earlier run with the same settings. A line that was cut off is ignored.
///
/// # Errors
/// The lines were found with other settings.
pub fn read(lines: &[String], plan: &Plan) -> Result<Vec<Line>, ReproduceError> {
    let Some((first, rest)) = lines.split_first() else {
        return Ok(Vec::new());
    };
    let asked = plan.settings().trim_end().to_owned();
    if *first != asked {
        return Err(ReproduceError::Settings {
            kept: first.chars().take(400).collect(),
            asked,
        });
    }
    Ok(rest
        .iter()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect())
}

/// A line as JSON.
pub fn line(line: &Line) -> String {
    yose_ask::answer::line(line)
}

/// Measures what is not done yet. `tell` receives each line at once. An interrupt is no error.
///
/// # Errors
/// A start is not a position.
pub fn run(plan: &Plan, done: &[Line], tell: &mut dyn FnMut(&Line)) -> Result<Vec<Line>, ReproduceError> {
    let mut tasks = Vec::new();
    for start in plan.starts()? {
        let at = position(&start, None)?;
        for idea in ideas() {
            let is_done = |line: &&Line| line.idea == idea.name && line.start.no == start.no;
            if !done.iter().any(|line| is_done(&line)) {
                tasks.push((idea, start.clone(), at.clone()));
            }
        }
    }
    let mut lines = done.to_vec();
    let interrupt = Interrupt::from(&plan.limits.interrupt);
    let todo: Vec<usize> = (0..tasks.len()).collect();
    let work = |i: usize| {
        let (idea, start, at) = &tasks[i];
        Line {
            idea: idea.name.to_owned(),
            start: start.clone(),
            found: Found::search(at, idea.method, &plan.limits),
        }
    };
    worker::each(&todo, plan.threads, &interrupt, work, |_, line| {
        if line.found.reason.as_deref() != Some("interrupted") {
            tell(&line);
            lines.push(line);
        }
        Ok::<(), ReproduceError>(())
    })?;
    Ok(lines)
}

/// The table: for each search the starts that it decides, its nodes, and its nodes on the starts
/// that the whole method decides too.
pub fn table(lines: &[Line]) -> String {
    let mut text = format!(
        "{:<32} {:>6} {:>7} {:>12} {:>9} {:>9} {:>12} {:>6}\n",
        "search", "starts", "decided", "nodes", "CPU s", "both", "nodes, both", "ratio"
    );
    for idea in ideas() {
        let whole = match idea.method {
            Method::Paper(_) => "paper",
            _ => "search",
        };
        let of = |name: &'static str| lines.iter().filter(move |line| line.idea == name);
        let is_decided = |line: &Line| line.found.value != "unknown";
        let ours: Vec<&Line> = of(idea.name).collect();
        let both: Vec<(&Line, &Line)> = { ours.iter() }
            .filter_map(|line| {
                let other = of(whole).find(|other| other.start.no == line.start.no)?;
                (is_decided(line) && is_decided(other)).then_some((*line, other))
            })
            .collect();
        let sum = |side: &dyn Fn(&(&Line, &Line)) -> u64| both.iter().map(side).sum::<u64>();
        let (nodes, against) = (sum(&|p| p.0.found.nodes), sum(&|p| p.1.found.nodes));
        let _ = writeln!(
            text,
            "{:<32} {:>6} {:>7} {:>12} {:>9.1} {:>9} {:>12} {:>6.2}",
            idea.name,
            ours.len(),
            ours.iter().filter(|line| is_decided(line)).count(),
            ours.iter().map(|line| line.found.nodes).sum::<u64>(),
            ours.iter().map(|line| line.found.seconds).sum::<f64>(),
            both.len(),
            nodes,
            nodes as f64 / against.max(1) as f64
        );
    }
    let wrong: Vec<String> = { lines.iter() }
        .filter(|line| line.found.value != "unknown" && line.found.value != line.start.value)
        .map(|line| format!("{} ({})", line.start.no, line.idea))
        .collect();
    let _ = match wrong.is_empty() {
        true => writeln!(text, "no value differs from the paper's"),
        false => writeln!(text, "values that differ from the paper's: {}", wrong.join(" ")),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every idea switched off leaves the values as they are, and lines are taken up again.
    #[test]
    fn without_an_idea_the_values_are_the_same() {
        let plan = Plan {
            limits: Limits {
                nodes: Some(60_000),
                hash_mb: 64,
                ..Limits::default()
            },
            threads: 1,
            only: vec![1, 19, 46],
        };
        let mut told = 0;
        let lines = run(&plan, &[], &mut |_| told += 1).unwrap();
        assert_eq!((lines.len(), told), (3 * ideas().len(), 3 * ideas().len()));
        assert_eq!(lines.len(), plan.lines().unwrap());
        for line in &lines {
            let value = line.found.value.as_str();
            assert!(value == "unknown" || value == line.start.value, "{line:?}");
        }
        let decided = |name: &str| {
            let of = lines.iter().filter(|line| line.idea == name);
            of.filter(|line| line.found.value != "unknown").count()
        };
        assert_eq!((decided("search"), decided("paper")), (3, 3));
        let mut kept = vec![plan.settings().trim_end().to_owned()];
        kept.extend(lines.iter().map(|l| line(l).trim_end().to_owned()));
        assert_eq!(read(&kept, &plan).unwrap(), lines);
        assert_eq!(
            run(&plan, &lines, &mut |_| panic!("nothing is left")).unwrap(),
            lines
        );
        let mut other = plan.clone();
        other.limits.nodes = None;
        assert!(read(&kept, &other).is_err());
        assert!(table(&lines).contains("no value differs"));
    }
}
