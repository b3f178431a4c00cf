//! Error reports for people.

use crate::invalid::{FaultText, Invalid};
use crate::problem::Problem;
use std::fmt::Write;

/// A report of everything wrong with a problem: which one it is, then one line a fault.
pub fn report(problem: &Problem, invalid: &Invalid) -> String {
    faults(problem, &invalid.faults)
}

/// The same for faults that an answer carries.
pub fn faults(problem: &Problem, faults: &[FaultText]) -> String {
    let mut text = format!("error: {}\n", problem.label());
    for fault in faults {
        let _ = writeln!(text, "  {}: {}", fault.place, fault.what);
    }
    text
}
