//! Lines broken for a terminal. Japanese has no blanks between words, so a line may also end after
//! hiragana or a mark: most phrases end there. Other words (kanji, katakana, ASCII) stay whole.

/// Breaks the lines that are wider than `width` columns. The rest of a broken line goes below the
/// place where its text begins: after the last run of two or more blanks and, in a list, after the
/// word and its colon.
///
/// ```
/// use yose_present::fill;
///
/// let text = "  solve  詰むか、何手で詰むか、どの手順か\n";
/// assert_eq!(fill(text, 30), "  solve  詰むか、何手で詰むか、\n         どの手順か\n");
/// ```
pub fn fill(text: &str, width: usize) -> String {
    let mut filled = String::with_capacity(text.len());
    for line in text.lines() {
        fill_line(line, width, &mut filled);
        filled.truncate(filled.trim_end_matches(' ').len());
        filled.push('\n');
    }
    filled
}

fn fill_line(line: &str, width: usize, filled: &mut String) {
    if columns(line) <= width {
        filled.push_str(line);
        return;
    }
    let (lead, text) = line.split_at(start_of_text(line));
    let hang = columns(lead).min(width / 2);
    filled.push_str(lead);
    let mut at = columns(lead);
    let next_line = |filled: &mut String| {
        filled.truncate(filled.trim_end_matches(' ').len());
        filled.push('\n');
        filled.push_str(&" ".repeat(hang));
    };
    for phrase in phrases(text) {
        // A blank at the end of a line takes no room.
        let wide = columns(phrase.trim_end());
        if at > hang && at + wide > width {
            next_line(filled);
            at = hang;
        }
        if at + wide <= width {
            filled.push_str(phrase);
            at += columns(phrase);
            continue;
        }
        // A phrase that is wider than a line is broken anywhere.
        for c in phrase.chars() {
            let wide = char_columns(c);
            if at > hang && at + wide > width {
                next_line(filled);
                at = hang;
            }
            filled.push(c);
            at += wide;
        }
    }
}

/// Where the text of a line begins.
fn start_of_text(line: &str) -> usize {
    let start = line.rfind("  ").map_or(0, |at| at + 2);
    match line[start..].starts_with("- ") {
        true => line[start..].find(": ").map_or(start, |at| start + at + 2),
        false => start,
    }
}

/// The parts of a text between which a line may be broken.
fn phrases(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut chars = rest.char_indices();
        let (_, mut before) = chars.next()?;
        let end = chars.find_map(|(at, c)| {
            let ends = ends_phrase(before, c);
            before = c;
            ends.then_some(at)
        });
        let (phrase, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(phrase)
    })
}

/// Whether a line may be broken between two characters.
fn ends_phrase(before: char, after: char) -> bool {
    let is_closing = |c: char| "、。）」』・：；！？,.)]}:;!?".contains(c);
    let is_opening = |c: char| "（「『([{<".contains(c);
    if after == ' ' || is_closing(after) || is_opening(before) {
        return false;
    }
    if before == ' ' {
        // A particle stays with the word before it.
        return !is_hiragana(after);
    }
    if before.is_ascii() && after.is_ascii() {
        return false;
    }
    is_opening(after) || ((is_hiragana(before) || is_closing(before)) && !is_hiragana(after))
}

fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

/// The columns of a text in a terminal. The escape sequences of styles take none.
fn columns(text: &str) -> usize {
    let mut columns = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => _ = chars.find(|c| c.is_ascii_alphabetic()),
            c => columns += char_columns(c),
        }
    }
    columns
}

/// The columns of a character. A character that is not ASCII counts as wide: too much for a few
/// marks in some terminals, never too little.
fn char_columns(c: char) -> usize {
    if c.is_ascii() { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "      --time <秒>\n          \
        1題あたりの制限時間（秒）。--nodes と合わせて使うこともでき、先に達したほうで打ち切る。";

    #[test]
    fn no_line_is_too_wide_and_nothing_is_lost() {
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        for width in 30..100 {
            let filled = fill(TEXT, width);
            assert_eq!(letters(&filled), letters(TEXT));
            for line in filled.lines() {
                assert!(columns(line) <= width, "{width}: {line}");
                let text = line.trim_start();
                assert!(!text.starts_with(['、', '。', '）']), "{width}: {line}");
                assert!(!text.ends_with('（'), "{width}: {line}");
            }
            assert!(filled.contains("--nodes"), "an option is broken: {filled}");
        }
    }

    #[test]
    fn lines_hang_below_their_text() {
        let filled = fill(TEXT, 40);
        assert!(filled.lines().count() > 3);
        for line in filled.lines().skip(1) {
            assert!(line.starts_with("          ") && !line.starts_with("           "));
        }
    }

    #[test]
    fn lists_hang_below_their_texts() {
        let list = "  - none: すべての手を数える\n  - usual:  すべての手を数える\n";
        let none = "  - none: すべての手を\n          数える\n";
        let usual = "  - usual:  すべての手を\n            数える\n";
        assert_eq!(fill(list, 26), format!("{none}{usual}"));
    }

    #[test]
    fn a_blank_does_not_begin_a_line() {
        for width in 13..40 {
            let filled = fill("--futile が usual・immediate・strict なら、その 基準", width);
            let begins = |line: &str| line.starts_with([' ', 'が', 'な']);
            assert!(!filled.lines().any(begins), "{width}: {filled}");
        }
    }

    #[test]
    fn a_long_word_is_broken_anywhere() {
        assert_eq!(fill("漢字漢字漢字漢字", 6), "漢字漢\n字漢字\n漢字\n");
        assert_eq!(fill("abcdefgh", 3), "abc\ndef\ngh\n");
    }

    #[test]
    fn styles_take_no_columns() {
        let line = "  \u{1b}[1msolve\u{1b}[0m  詰むか";
        assert_eq!(columns(line), 15);
        assert_eq!(fill(line, 15), format!("{line}\n"));
    }
}
