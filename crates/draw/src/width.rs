//! How many terminal columns a character takes (after the East Asian Width of Unicode, UAX #11).
//!
//! This small table replaces a dependency: a board needs kanji, kana, Latin letters and stones, not
//! every script.

/// The columns that `text` takes. `ambiguous` is the width of characters such as ● and ○, for
/// which UAX #11 leaves the width to the context.
pub(crate) fn width(text: &str, ambiguous: usize) -> usize {
    text.chars().map(|c| char_width(c, ambiguous)).sum()
}

/// The columns that `c` takes.
pub(crate) fn char_width(c: char, ambiguous: usize) -> usize {
    match c {
        '\u{300}'..='\u{36f}'
        | '\u{200b}'..='\u{200d}'
        | '\u{3099}'..='\u{309a}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0100}'..='\u{e01ef}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{a960}'..='\u{a97c}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        '\u{b7}'
        | '\u{d7}'
        | '\u{391}'..='\u{3c9}'
        | '\u{401}'..='\u{451}'
        | '\u{2013}'..='\u{2016}'
        | '\u{2018}'..='\u{201d}'
        | '\u{2026}'
        | '\u{2190}'..='\u{2199}'
        | '\u{2460}'..='\u{24ff}'
        | '\u{2500}'..='\u{257f}'
        | '\u{25a0}'..='\u{25ef}'
        | '\u{2605}'..='\u{2606}'
        | '\u{2640}'
        | '\u{2642}' => ambiguous,
        _ => 1,
    }
}
