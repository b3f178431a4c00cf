//! Error reports.

use crate::fault;
use crate::language::Language;
use crate::phrase::Notice;
use yose_ask::{FaultText, Invalid, Problem};

/// A report of everything that is wrong with a problem: the name of the problem, then one line for
/// each fault.
pub fn report(problem: &Problem, invalid: &Invalid, language: Language) -> String {
    faults(&problem.name().label(), &invalid.faults, language)
}

/// The same for the faults in an answer.
pub fn faults(label: &str, faults: &[FaultText], language: Language) -> String {
    let mut text = Notice::Error(label).line(language);
    for fault in faults {
        text.push_str(&format!("  {}\n", fault::text(fault, language)));
    }
    text
}
