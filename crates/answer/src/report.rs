//! Error reports for people.

use crate::invalid::Invalid;
use crate::problem::Problem;
use std::fmt::Write;

/// A report of everything wrong with a problem: which one it is, then one line a fault.
pub fn report(problem: &Problem, invalid: &Invalid) -> String {
    let mut text = format!("error: {}\n", problem.label());
    for fault in &invalid.faults {
        let _ = writeln!(text, "  {}: {}", fault.place, fault.what);
    }
    text
}
