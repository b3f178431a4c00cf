//! The reply to `verify` as text.

use std::fmt::Write as _;
use yose_ask::Verdict;
use yose_ask::verify::Verified;

/// The check of a certificate as text: the verdict, the claims, the position, the first fault.
pub fn verified_text(verified: &Verified) -> String {
    let mut text = format!("{}: {}", verified.input, verified.verdict.word());
    if let Some(claim) = &verified.claim {
        let _ = write!(text, ": {claim}");
    }
    if verified.verdict == Verdict::Accepted {
        let _ = write!(text, "; {} records, {:.3} s", verified.records, verified.seconds);
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
