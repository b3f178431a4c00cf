//! The styles in which boards are drawn.

use crate::diagram;
use yose_ask::Subject;
use yose_draw::{Diagram, SvgOptions, TextOptions};

/// The style of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Japanese text.
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
    /// The style of boards.
    pub style: Style,
    /// Whether squares are marked with terminal colours.
    pub ansi: bool,
}

/// Draws a diagram.
pub fn draw(diagram: &Diagram, style: Style, ansi: bool) -> String {
    match style {
        Style::Kanji => yose_draw::kanji(diagram, &TextOptions::default().with_ansi(ansi)),
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
        text.push_str(&draw(&diagram, look.style, look.ansi));
    }
    text
}
