//! The faults of an input as text, each with its place.

use serde::{Deserialize, Serialize};
use std::fmt;
use yose_board::Faults;

/// One fault as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultText {
    /// Where.
    pub place: String,
    /// What.
    pub what: String,
}

/// An input that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// Every fault found; never empty.
    pub faults: Vec<FaultText>,
}

/// The most faults that are told of one input.
const MOST: usize = 20;

/// The longest text of a fault, in characters.
const LONGEST: usize = 300;

/// A text with at most `most` characters of it, and how many were left out.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => {
            let more = text[end..].chars().count();
            format!("{}… and {more} more characters", &text[..end])
        }
    }
}

impl Invalid {
    /// The first faults of a list. An input can have as many faults as characters, and nobody reads
    /// a million.
    fn first(faults: impl Iterator<Item = FaultText>) -> Invalid {
        let mut faults = faults.fuse();
        let mut told: Vec<FaultText> = faults.by_ref().take(MOST).collect();
        for fault in &mut told {
            fault.what = shortened(&fault.what, LONGEST);
        }
        let more = faults.count();
        if more > 0 {
            told.push(FaultText {
                place: "input".to_owned(),
                what: format!("… and {more} more faults"),
            });
        }
        Invalid { faults: told }
    }

    /// A single fault of the whole input.
    pub fn whole(what: impl fmt::Display) -> Invalid {
        Invalid::first(std::iter::once(FaultText {
            place: "input".to_owned(),
            what: what.to_string(),
        }))
    }
}

impl<K: fmt::Display> From<Faults<K>> for Invalid {
    fn from(faults: Faults<K>) -> Self {
        Invalid::first(faults.iter().map(|f| FaultText {
            place: f.place.to_string(),
            what: f.kind.to_string(),
        }))
    }
}

/// All faults in one line, as the `error` field has them.
impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{}: {}", fault.place, fault.what)?;
        }
        Ok(())
    }
}

impl std::error::Error for Invalid {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_and_long_faults_are_cut_short() {
        let fault = |i: usize| FaultText {
            place: format!("place {i}"),
            what: "x".repeat(1000),
        };
        let invalid = Invalid::first((0..1_000_000).map(fault));
        assert_eq!(invalid.faults.len(), MOST + 1);
        assert_eq!(invalid.faults[MOST].what, "… and 999980 more faults");
        assert!(invalid.faults[0].what.ends_with("x… and 700 more characters"));
        assert_eq!(Invalid::first((0..MOST).map(fault)).faults.len(), MOST);
        assert_eq!(shortened("三手詰", 3), "三手詰");
        assert_eq!(shortened("三手詰", 2), "三手… and 1 more characters");
    }
}
