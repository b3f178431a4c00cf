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

impl Invalid {
    /// A single fault of the whole input.
    pub fn whole(what: impl fmt::Display) -> Invalid {
        Invalid {
            faults: vec![FaultText {
                place: "input".to_owned(),
                what: what.to_string(),
            }],
        }
    }
}

impl<K: fmt::Display> From<Faults<K>> for Invalid {
    fn from(faults: Faults<K>) -> Self {
        let faults = faults
            .iter()
            .map(|f| FaultText {
                place: f.place.to_string(),
                what: f.kind.to_string(),
            })
            .collect();
        Invalid { faults }
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
