//! The size of a space.

use serde::Serialize;
use yose_ask::answer::{SCHEMA, line};
use yose_enumerate::Space;

/// The size of a space.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    schema: u32,
    space: String,
    frames: usize,
    diagrams: u64,
    problems: u64,
}

/// Counts the diagrams of a space without solving them.
pub fn count(space: &Space) -> Count {
    let mut problems = 0;
    for frame in space.frames() {
        space.each(frame, |(_, position)| {
            problems += u64::from(position.is_some());
            true
        });
    }
    Count {
        schema: SCHEMA,
        space: space.name.clone(),
        frames: space.frames().len(),
        diagrams: space.diagrams(),
        problems,
    }
}

impl Count {
    /// The size as text.
    pub fn text(&self) -> String {
        format!(
            "{}: {} frames (a block at a place, with a king and a hand), {} diagrams, {} not in check\n",
            self.space, self.frames, self.diagrams, self.problems
        )
    }

    /// The size as one line of JSON.
    pub fn line(&self) -> String {
        line(self)
    }
}
