//! Conversions: a position with a line in another notation, or as a picture.

use crate::language;
use crate::line::Line;
use crate::refusal::Refusal;
use crate::request::game;
use serde::{Deserialize, Serialize};
use yose_ask::{Game, Problem};
use yose_present::convert::{Target, convert};
use yose_present::{Look, Style, draw, show};
use yose_record::Format;

/// A position to be written in another notation.
#[derive(Clone, Debug, Deserialize)]
pub struct Conversion {
    /// The position with its line.
    #[serde(flatten)]
    pub line: Line,
    /// The notation.
    pub to: String,
}

/// What was written.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// The media type of the text.
    pub media_type: &'static str,
    /// The text.
    pub text: String,
}

impl Conversion {
    /// Writes the position.
    ///
    /// # Errors
    /// There is no such notation, the position has faults, or the notation does not have it.
    pub fn write(&self) -> Result<Written, Refusal> {
        let line = &self.line;
        let game = game(line.rules.as_deref())?;
        let problem = match line.moves.is_empty() {
            true => Problem::position(&line.position, game),
            // The last position of a walk is the position after the moves.
            false if matches!(game, Game::Loa { .. }) => {
                let walk = line.walk()?;
                let last = walk.steps.last().map_or(&walk.position, |step| &step.position);
                Problem::position(last, game)
            }
            false => {
                let text = format!("{} moves {}", line.position, line.moves.join(" "));
                Problem::position(&text, game)
            }
        };
        let target = match self.to.as_str() {
            "sfen" => Target::Sfen,
            "usi" => Target::Usi,
            "kif" => Target::Record(Format::Kif),
            "ki2" => Target::Record(Format::Ki2),
            "csa" => Target::Record(Format::Csa),
            "jkf" => Target::Record(Format::Jkf),
            "svg" => {
                let shown = show::show(&problem, None)?;
                let look = Look {
                    style: Style::Svg,
                    ansi: false,
                    language: language(line.language.as_deref()),
                };
                return Ok(Written {
                    media_type: "image/svg+xml",
                    text: draw(&shown.diagram, look),
                });
            }
            other => return Err(Refusal::bad(format!("no notation is called `{other}`"))),
        };
        Ok(Written {
            media_type: "text/plain; charset=utf-8",
            text: convert(&problem, target, false)?,
        })
    }
}
