//! The table of texts, `texts.txt`.

use std::collections::HashMap;

/// The texts of the help, by section and key. A key that comes again adds a paragraph.
pub struct Texts(HashMap<(&'static str, &'static str), Vec<&'static str>>);

impl Texts {
    /// Reads the table.
    pub fn read() -> Texts {
        let mut texts: HashMap<_, Vec<&str>> = HashMap::new();
        let mut section = "";
        for line in include_str!("texts.txt").lines() {
            if let Some((key, text)) = line.split_once(" = ") {
                texts.entry((section, key)).or_default().push(text);
            } else if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name;
            }
        }
        Texts(texts)
    }

    /// The paragraphs about a command, by its words.
    pub fn about(&self, command: &str) -> Option<Vec<&'static str>> {
        self.0.get(&("commands", command)).cloned()
    }

    /// The text of an option, an argument or one of its values: that of the command, or the one
    /// that all commands share.
    pub fn option(&self, command: &str, option: &str) -> Option<&'static str> {
        let own = self.one("options", &format!("{command} {option}"));
        own.or_else(|| self.one("options", option))
    }

    /// What stands for a value.
    pub fn placeholder(&self, name: &str) -> Option<&'static str> {
        self.one("values", name)
    }

    /// The words that clap has in every help, and ours, longest first: a short one may be a part of
    /// a long one.
    pub fn words(&self) -> Vec<(&'static str, &'static str)> {
        let words = self.0.iter().filter(|((section, _), _)| *section == "words");
        let mut words: Vec<_> = words.map(|((_, word), texts)| (*word, texts[0])).collect();
        words.sort_by_key(|(word, _)| (std::cmp::Reverse(word.len()), *word));
        words
    }

    fn one(&self, section: &str, key: &str) -> Option<&'static str> {
        self.0.get(&(section, key))?.first().copied()
    }
}
