//! Error reports for people.

use std::fmt::Write;
use yose_ask::{FaultText, Invalid, Problem};

/// A report of everything wrong with a problem: which problem it is, then one line a fault.
pub fn report(problem: &Problem, invalid: &Invalid) -> String {
    faults(&problem.name().label(), &invalid.faults)
}

/// The same for faults that an answer carries.
pub fn faults(label: &str, faults: &[FaultText]) -> String {
    let mut text = format!("error: {label}\n");
    for fault in faults {
        let _ = writeln!(text, "  {}: {}", fault.place, fault.what);
    }
    text
}
