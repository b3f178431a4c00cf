//! Distributions as plots: lengths of problems, effort of searches, distances of a table.

use crate::explore::any_table::{AnyTable, AnyValue};
use crate::language::Language;
use crate::phrase::PlotWord;
use serde::Deserialize;
use std::collections::BTreeMap;
use yose_draw::plot::{Bar, Words, bars, scatter};

/// Bars at most; more lengths than this share bars.
const MOST_BARS: usize = 60;

/// Points at most of a plot of effort; of more answers every second, third and so on is drawn.
const MOST_POINTS: usize = 5000;

/// Mates of each length by grade: A, B, C and not graded.
pub type ByLength = BTreeMap<u32, [u64; 4]>;

fn plot(
    title: PlotWord<'_>,
    [x, y]: [PlotWord<'_>; 2],
    language: Language,
    draw: impl FnOnce(&Words<'_>) -> String,
) -> String {
    let [title, x, y] = [title, x, y].map(|phrase| phrase.text(language));
    draw(&Words {
        title: &title,
        x: &x,
        y: &y,
    })
}

/// The mates of an enumeration by length and grade.
pub fn of_mates(name: &str, lengths: &ByLength, language: Language) -> String {
    let list: Vec<Bar> = lengths
        .iter()
        .map(|(length, counts)| Bar {
            name: length.to_string(),
            counts: counts.to_vec(),
        })
        .collect();
    let parts = [
        PlotWord::GradeA,
        PlotWord::GradeB,
        PlotWord::GradeC,
        PlotWord::NotGraded,
    ];
    let parts = parts.map(|phrase| phrase.text(language));
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let axes = [PlotWord::Plies, PlotWord::Problems];
    plot(PlotWord::Mates(name), axes, language, |words| {
        bars(words, &parts, &list)
    })
}

/// The positions of a table by the distance to the end of the game: won and lost ones.
pub fn of_table(name: &str, table: &AnyTable, language: Language) -> String {
    let mut distances: BTreeMap<u32, [u64; 2]> = BTreeMap::new();
    for (value, count) in table.distribution() {
        match value {
            AnyValue::Win(n) => distances.entry(n).or_default()[0] += count,
            AnyValue::Loss(n) => distances.entry(n).or_default()[1] += count,
            AnyValue::Draw => {}
        }
    }
    let deepest = distances.keys().last().copied().unwrap_or(0);
    let together = deepest as usize / MOST_BARS + 1;
    let mut list: Vec<Bar> = Vec::new();
    for first in (0..=deepest).step_by(together) {
        let last = first.saturating_add(together as u32 - 1);
        let mut counts = [0; 2];
        for (_, some) in distances.range(first..=last) {
            counts = [counts[0] + some[0], counts[1] + some[1]];
        }
        list.push(Bar {
            name: first.to_string(),
            counts: counts.to_vec(),
        });
    }
    let parts = [PlotWord::Won, PlotWord::Lost].map(|phrase| phrase.text(language));
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let axes = [PlotWord::Distance, PlotWord::Positions];
    plot(PlotWord::Table(name), axes, language, |words| {
        bars(words, &parts, &list)
    })
}

/// What the answers of a file say about lengths and effort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The answers.
    pub count: u64,
    /// Lines that are no answers.
    pub unreadable: u64,
    /// Answers by verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Answers by length, of those that have one.
    pub lengths: BTreeMap<u32, u64>,
    /// Answers by the power of ten of their nodes.
    pub effort: BTreeMap<u32, u64>,
    /// Length and nodes of each answer that has both.
    pub points: Vec<(u32, u64)>,
}

/// The fields of an answer that are counted.
#[derive(Deserialize)]
struct Fields {
    verdict: String,
    #[serde(default)]
    length: Option<u32>,
    #[serde(default)]
    distance: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
}

/// What is plotted of a file of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Of {
    /// How many answers have each length.
    #[default]
    Length,
    /// How many answers took how many nodes.
    Effort,
    /// Nodes over lengths.
    EffortByLength,
}

impl Answers {
    /// Counts one line of a file of answers (`--json`). Empty lines say nothing.
    pub fn add(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let Ok(fields) = serde_json::from_str::<Fields>(line) else {
            self.unreadable += 1;
            return;
        };
        self.count += 1;
        *self.verdicts.entry(fields.verdict).or_default() += 1;
        let length = fields.length.or(fields.distance);
        if let Some(length) = length {
            *self.lengths.entry(length).or_default() += 1;
        }
        if let Some(nodes) = fields.nodes {
            *self.effort.entry(nodes.max(1).ilog10()).or_default() += 1;
        }
        self.points.extend(length.zip(fields.nodes));
    }

    /// A plot of the answers.
    pub fn plot(&self, name: &str, of: Of, language: Language) -> String {
        let bar = |name: String, count: u64| Bar {
            name,
            counts: vec![count],
        };
        match of {
            Of::Length => {
                let list = self.lengths.iter().map(|(n, count)| bar(n.to_string(), *count));
                let list: Vec<Bar> = list.collect();
                let axes = [PlotWord::Plies, PlotWord::Answers];
                plot(PlotWord::Lengths(name), axes, language, |words| {
                    bars(words, &[], &list)
                })
            }
            Of::Effort => {
                let (first, last) = (self.effort.keys().next(), self.effort.keys().last());
                let powers = *first.unwrap_or(&0)..=*last.unwrap_or(&0);
                let list = powers.map(|power| {
                    let count = self.effort.get(&power).copied().unwrap_or(0);
                    bar(format!("1e{power}–"), count)
                });
                let list: Vec<Bar> = list.collect();
                let axes = [PlotWord::Nodes, PlotWord::Answers];
                plot(PlotWord::Effort(name), axes, language, |words| {
                    bars(words, &[], &list)
                })
            }
            Of::EffortByLength => {
                let every = self.points.len() / MOST_POINTS + 1;
                let points = self.points.iter().step_by(every);
                let points: Vec<(u32, f64)> = points.map(|&(n, nodes)| (n, nodes as f64)).collect();
                let axes = [PlotWord::Plies, PlotWord::Nodes];
                plot(PlotWord::EffortByLength(name), axes, language, |words| {
                    scatter(words, &points, (0, 3), 1)
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_length_and_effort() {
        let mut answers = Answers::default();
        for line in [
            r#"{"schema":1,"verdict":"mate","length":5,"nodes":57}"#,
            r#"{"schema":1,"verdict":"mate","length":5,"nodes":99}"#,
            r#"{"schema":1,"verdict":"nomate","length":null,"nodes":1000}"#,
            r#"{"schema":1,"verdict":"win","distance":11,"nodes":0}"#,
            "",
            "no answer",
        ] {
            answers.add(line);
        }
        assert_eq!((answers.count, answers.unreadable), (4, 1));
        assert_eq!(answers.verdicts["mate"], 2);
        assert_eq!(answers.lengths, BTreeMap::from([(5, 2), (11, 1)]));
        assert_eq!(answers.effort, BTreeMap::from([(0, 1), (1, 2), (3, 1)]));
        assert_eq!(answers.points, [(5, 57), (5, 99), (11, 0)]);
        let plot = answers.plot("a & b", Of::Effort, Language::English);
        // One bar for each power of ten between the least and the greatest, and one of them empty.
        assert_eq!(plot.matches("–</text>").count(), 4);
        assert_eq!(plot.matches("fill=\"#1d5c4d\"").count(), 3);
        assert!(plot.contains("a &amp; b"));
        let points = answers.plot("x", Of::EffortByLength, Language::Japanese);
        assert_eq!(points.matches("<circle").count(), 3);
    }
}
