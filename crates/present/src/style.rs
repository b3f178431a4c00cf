//! The styles in which boards are drawn, and the appearance of a text.

use crate::diagram;
use crate::language::{Language, only_ascii};
use yose_ask::Subject;
use yose_draw::{Diagram, Labels, SvgOptions, TextOptions};

/// The style of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Pieces in kanji. The words around the board are those of the language.
    #[default]
    Kanji,
    /// Plain ASCII.
    Ascii,
    /// SVG.
    Svg,
}

/// The appearance of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The style of boards. [`Style::Ascii`] holds for the whole text: English words, moves of
    /// English books, no character beyond ASCII.
    pub style: Style,
    /// Whether squares are marked with terminal colours.
    pub ansi: bool,
    /// The language of the words.
    pub language: Language,
}

impl Look {
    /// The language of the words. Plain ASCII is English.
    pub fn language(self) -> Language {
        match self.style {
            Style::Ascii => Language::English,
            Style::Kanji | Style::Svg => self.language,
        }
    }

    /// A text as it may be printed. In plain ASCII names from the input lose their other
    /// characters.
    pub fn finish(self, text: String) -> String {
        match self.style {
            Style::Ascii if !text.is_ascii() => only_ascii(&text),
            _ => text,
        }
    }
}

/// Draws a diagram. SVG has labels of its own.
pub fn draw(diagram: &Diagram, look: Look) -> String {
    match look.style {
        Style::Kanji => {
            let labels = match look.language() {
                Language::English => Labels::English,
                Language::Japanese => Labels::Japanese,
            };
            let options = TextOptions::default().with_ansi(look.ansi).with_labels(labels);
            yose_draw::kanji(diagram, &options)
        }
        Style::Ascii => yose_draw::ascii(diagram),
        Style::Svg => yose_draw::svg(diagram, &SvgOptions::default()),
    }
}

/// The name of a problem, if it has one, and its board.
pub(crate) fn heading(name: &yose_ask::Name, position: &Subject, look: Look) -> String {
    let mut text = String::new();
    if let Some(id) = &name.id {
        text.push_str(id);
        text.push('\n');
    }
    let diagram = match position {
        Subject::Shogi(setup) => diagram::shogi(setup, None),
        Subject::Loa { position, .. } => diagram::loa(position),
        Subject::Invalid(_) => None,
    };
    if let Some(diagram) = diagram {
        text.push_str(&draw(&diagram, look));
    }
    text
}
