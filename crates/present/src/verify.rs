//! The reply to `verify` as text.

use crate::language::Language;
use crate::phrase::{Phrase, told};
use std::fmt::Write as _;
use yose_ask::Verdict;
use yose_ask::verify::Verified;

/// The check of a certificate as text: the verdict, the claims, the position, the first fault.
/// The referee has no language, so its words are put into Japanese here.
pub fn verified_text(verified: &Verified, language: Language) -> String {
    let mut text = Phrase::Verified(&verified.input, verified.verdict).text(language);
    if let Some(claim) = &verified.claim {
        let _ = match language {
            Language::English => write!(text, ": {claim}"),
            Language::Japanese => {
                let told = told(&format!("claim {claim}"), language);
                write!(text, "：{}", told.trim_start_matches("claim "))
            }
        };
    }
    if verified.verdict == Verdict::Accepted {
        let records = Phrase::Records(verified.records as u64, verified.seconds);
        let records = records.text(language);
        let _ = match language {
            Language::English => write!(text, "; {records}"),
            Language::Japanese => write!(text, "（{records}）"),
        };
    }
    if let Some(root) = &verified.root {
        let _ = write!(text, "\n  {root}");
    }
    if let Some(game) = &verified.game {
        let _ = write!(text, "\n  {}", told(&format!("game {game}"), language));
    }
    for fault in verified.fault.iter().chain(&verified.error) {
        let _ = write!(text, "\n  {}", told(fault, language));
    }
    text.push('\n');
    text
}
