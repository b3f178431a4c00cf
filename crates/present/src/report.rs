//! Error reports.

use std::fmt::Write;
use yose_ask::{FaultText, Invalid, Problem};

/// A report of everything that is wrong with a problem: the name of the problem, then one line for
/// each fault.
pub fn report(problem: &Problem, invalid: &Invalid) -> String {
    faults(&problem.name().label(), &invalid.faults)
}

/// The same for the faults in an answer.
pub fn faults(label: &str, faults: &[FaultText]) -> String {
    let mut text = format!("error: {label}\n");
    for fault in faults {
        let _ = writeln!(text, "  {}: {}", fault.place, fault.what);
    }
    text
}
