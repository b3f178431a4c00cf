//! The text on a piece.

use crate::{Side, clean::clean, width::width};

/// The name of a piece in kanji and in letters.
///
/// Each usually has one or two characters, but any length works.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label {
    kanji: String,
    ascii: String,
}

impl Label {
    /// A label from its kanji (may be empty) and its letters.
    pub(crate) fn new(kanji: impl AsRef<str>, ascii: impl AsRef<str>) -> Self {
        Label {
            kanji: visible(kanji.as_ref()).unwrap_or_default(),
            // An occupied square must never look empty.
            ascii: visible(ascii.as_ref()).unwrap_or_else(|| "?".to_owned()),
        }
    }

    /// The letters as given.
    pub(crate) fn letters(&self) -> &str {
        &self.ascii
    }

    /// The kanji, or the letters if there are no kanji.
    pub(crate) fn kanji_or_letters(&self) -> &str {
        if self.kanji.is_empty() {
            &self.ascii
        } else {
            &self.kanji
        }
    }

    /// The letters in pure ASCII: upper case for Black, lower case for White.
    pub(crate) fn cased(&self, side: Side) -> String {
        self.ascii
            .chars()
            .map(|c| match (c.is_ascii(), side) {
                (false, _) => '?',
                (true, Side::Black) => c.to_ascii_uppercase(),
                (true, Side::White) => c.to_ascii_lowercase(),
            })
            .collect()
    }
}

/// `text` without surrounding blanks, or `None` if nothing of it is visible.
fn visible(text: &str) -> Option<String> {
    let text = clean(text).trim().to_owned();
    (width(&text, 1) > 0).then_some(text)
}
