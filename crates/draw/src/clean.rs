//! Makes text from outside safe to draw.

/// Replaces every character that a renderer must not pass on with a space:
///
/// - control characters: an escape sequence in a title would reach the terminal, and XML forbids
///   most of them;
/// - line separators and bidirectional overrides;
/// - the noncharacters that XML forbids.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if is_harmful(c) { ' ' } else { c })
        .collect()
}

fn is_harmful(c: char) -> bool {
    let is_direction =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}
