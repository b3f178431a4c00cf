//! A random sample of the frames of a space too large to enumerate, and what it says about the
//! whole.

use crate::part::Part;
use crate::space::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use yose_board::splitmix;
use yose_tsume::Grade;

/// Frames chosen at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// How many frames.
    pub frames: usize,
    /// What chooses them. A larger sample with the same seed holds the smaller one.
    pub seed: u64,
    /// One in this many diagrams of each is solved; 1 for all.
    pub every: u64,
}

/// Some of the diagrams, chosen at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneIn {
    /// One in this many.
    pub every: u64,
    /// What chooses them.
    pub seed: u64,
}

impl OneIn {
    /// Whether a diagram is chosen.
    pub fn takes(self, number: u64) -> bool {
        // Another sequence than that of the frames.
        let seed = splitmix(!self.seed);
        splitmix(seed ^ number).is_multiple_of(self.every.max(1))
    }
}

impl Sample {
    /// The chosen frames of a space with so many, in order. Every set of this size is as likely as
    /// any other, as far as the seed is random.
    pub fn choose(self, of: usize) -> Vec<usize> {
        let seed = splitmix(self.seed);
        let mut drawn: Vec<(u64, usize)> = (0..of).map(|i| (splitmix(seed ^ i as u64), i)).collect();
        drawn.sort_unstable();
        let mut chosen: Vec<usize> = drawn.iter().take(self.frames).map(|&(_, i)| i).collect();
        chosen.sort_unstable();
        chosen
    }

    /// The sample in the names of files.
    pub fn stem(self, space: &Space) -> String {
        let Sample { frames, seed, every } = self;
        match every {
            0 | 1 => format!("{}.sample-{frames}-{seed}", space.name),
            _ => format!("{}.sample-{frames}-{seed}-one-in-{every}", space.name),
        }
    }

    /// The diagrams of the chosen frames, if not all of them.
    pub fn one_in(self) -> Option<OneIn> {
        let Sample { seed, every, .. } = self;
        (every > 1).then_some(OneIn { every, seed })
    }

    /// The sample in words, for everything that people and programs read.
    pub fn title(self, space: &Space) -> String {
        let Sample { frames, seed, .. } = self;
        let of = space.frames().len();
        let diagrams = self.one_in().map_or_else(String::new, |one_in| {
            format!(", one in {} of their diagrams", one_in.every)
        });
        format!(
            "{}, a sample of {} of {of} frames{diagrams}, seed {seed}",
            space.name,
            frames.min(of)
        )
    }
}

/// A number of the whole space as a sample suggests it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The number.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// What sampled frames say about the whole space. `sampled` has the number of diagrams of every
/// sampled frame and what was counted in it; `frames` and `diagrams` are those of the space.
///
/// This is the ratio estimate of a simple random sample: counted per diagram, times all diagrams.
/// Its standard error comes from the scatter of the frames about that ratio, which holds that of
/// the diagrams within them if not all were solved. With few frames, or rare finds, the error is
/// itself uncertain.
pub fn forecast(sampled: &[(u64, f64)], frames: usize, diagrams: u64) -> Forecast {
    let n = sampled.len() as f64;
    let seen: f64 = sampled.iter().map(|&(size, _)| size as f64).sum();
    let counted: f64 = sampled.iter().map(|&(_, count)| count).sum();
    let ratio = if seen > 0.0 { counted / seen } else { 0.0 };
    let scatter: f64 = sampled
        .iter()
        .map(|&(size, count)| (count - ratio * size as f64).powi(2))
        .sum();
    let left = (1.0 - n / (frames as f64).max(1.0)).max(0.0);
    let error = match sampled.len() {
        0 | 1 => f64::INFINITY,
        _ => frames as f64 * (left * scatter / (n - 1.0) / n).sqrt(),
    };
    Forecast {
        value: ratio * diagrams as f64,
        error: if left == 0.0 { 0.0 } else { error },
    }
}

/// A line of the table of forecasts: what is counted, and the count of a part.
type Counted<'a> = (String, Box<dyn Fn(&Part) -> u64 + 'a>);

/// The table of what a sample says about the whole space, as Markdown.
pub fn table(space: &Space, sample: Sample, parts: &[Part]) -> String {
    let every = sample.every.max(1) as f64;
    let lengths: BTreeSet<u32> = parts
        .iter()
        .flat_map(|part| part.mates.iter().map(|mate| mate.length))
        .collect();
    let graded = |part: &Part, grade| {
        let is = |mate: &&crate::part::Mate| mate.graded.as_ref().is_some_and(|g| g.grade == Some(grade));
        part.mates.iter().filter(is).count() as u64
    };
    let mut counted: Vec<Counted<'_>> = vec![
        ("mates".to_owned(), Box::new(|part| part.mates.len() as u64)),
        (
            "proved never mate".to_owned(),
            Box::new(|part| part.never.len() as u64),
        ),
        ("undecided".to_owned(), Box::new(|part| part.open.len() as u64)),
        (
            "no cook: grade A".to_owned(),
            Box::new(move |part| graded(part, Grade::A)),
        ),
        (
            "minor cooks: grade B".to_owned(),
            Box::new(move |part| graded(part, Grade::B)),
        ),
    ];
    for length in lengths {
        let of = move |part: &Part| part.mates.iter().filter(|mate| mate.length == length).count() as u64;
        counted.push((format!("mates of {length} plies"), Box::new(of)));
    }
    let sizes = |part: &Part| space.frames().get(part.frame).map_or(0, |frame| frame.diagrams);
    let mut out = format!(
        "What the sample says about all {} diagrams in {} frames:\n\n| | in the sample | forecast | standard error |\n| --- | --- | --- | --- |\n",
        space.diagrams(),
        space.frames().len()
    );
    for (name, count) in counted {
        let sampled: Vec<(u64, f64)> = parts
            .iter()
            .map(|part| (sizes(part), every * count(part) as f64))
            .collect();
        let Forecast { value, error } = forecast(&sampled, space.frames().len(), space.diagrams());
        let seen: u64 = parts.iter().map(&count).sum();
        // What was never seen has no scatter, and one frame no error: neither says "exactly".
        let error = match seen == 0 || error.is_infinite() {
            true => "–".to_owned(),
            false => format!("{error:.0}"),
        };
        let _ = writeln!(out, "| {name} | {seen} | {value:.0} | {error} |");
    }
    out
}
