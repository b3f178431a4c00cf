//! The language of texts for people.

/// A language. JSON and notations (SFEN, USI, certificates) have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// The language of a POSIX locale (`ja_JP.UTF-8`). Every locale that is not Japanese reads
    /// English.
    ///
    /// ```
    /// use yose_present::Language;
    ///
    /// assert_eq!(Language::of_locale("ja_JP.UTF-8"), Language::Japanese);
    /// assert_eq!(Language::of_locale("C"), Language::English);
    /// ```
    pub fn of_locale(locale: &str) -> Language {
        let name = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "ja" | "japanese" => Language::Japanese,
            _ => Language::English,
        }
    }
}

/// `text` with `?` in place of every character that is not ASCII.
pub(crate) fn only_ascii(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect()
}

/// The columns that a text takes in a terminal: full-width characters take two.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

/// A text with blanks up to a number of columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales() {
        for (locale, language) in [
            ("ja", Language::Japanese),
            ("ja_JP", Language::Japanese),
            ("ja_JP.eucJP", Language::Japanese),
            ("ja-JP", Language::Japanese),
            ("Japanese_Japan.932", Language::Japanese),
            ("", Language::English),
            ("C", Language::English),
            ("C.UTF-8", Language::English),
            ("POSIX", Language::English),
            ("en_US.UTF-8", Language::English),
            ("jam_JM", Language::English),
            ("de_DE", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }
}
