//! The reply to `verify` as text.

use crate::language::Language;
use crate::phrase::Phrase;
use std::fmt::Write as _;
use yose_ask::Verdict;
use yose_ask::verify::Verified;

/// The check of a certificate as text: the verdict, the claims, the position, the first fault.
/// Claims and faults are told in the words of the referee.
pub fn verified_text(verified: &Verified, language: Language) -> String {
    let mut text = Phrase::Verified(&verified.input, verified.verdict).text(language);
    if let Some(claim) = &verified.claim {
        let _ = write!(text, ": {claim}");
    }
    if verified.verdict == Verdict::Accepted {
        let records = Phrase::Records(verified.records as u64, verified.seconds);
        let _ = write!(text, "; {}", records.text(language));
    }
    if let Some(root) = &verified.root {
        let _ = write!(text, "\n  {root}");
    }
    if let Some(game) = &verified.game {
        let _ = write!(text, "\n  game {game}");
    }
    for fault in verified.fault.iter().chain(&verified.error) {
        let _ = write!(text, "\n  {fault}");
    }
    text.push('\n');
    text
}
