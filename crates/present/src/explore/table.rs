//! `explore` for a full table: shows the board and each move with its value and distance, and plays
//! the chosen moves.

use super::Said;
use super::any_table::AnyValue;
use crate::diagram;
use crate::language::{Language, padded};
use crate::line::{line_text, move_text};
use crate::phrase::Exploring;
use crate::style::{Look, draw};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use yose_ask::tables::Tables;
use yose_ask::{Invalid, Status, Subject};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{AnyPosition, Ending, Move, Stalemate, with_position};
use yose_tablebase::{Counts, Material, Table, Value};
use yose_tsume::Limits;

/// A walk through a table.
pub struct TableExplorer {
    table: Arc<Table>,
    material: Material,
    root: AnyPosition,
    moves: Vec<Move>,
    look: Look,
    /// A warning: the table could not be kept, or a stored file could not be used.
    pub warning: Option<String>,
}

/// Why a table cannot be explored.
#[derive(Debug)]
pub struct Nothing {
    /// What is wrong.
    pub why: Invalid,
    /// Whether the input or a limit is the cause.
    pub status: Status,
}

impl From<Invalid> for Nothing {
    fn from(why: Invalid) -> Self {
        Nothing {
            why,
            status: Status::Invalid,
        }
    }
}

fn told(value: Option<Value>, language: Language) -> String {
    AnyValue::told(value.map(AnyValue::from), language)
}

impl TableExplorer {
    /// Builds or reads the table for the pieces of a position, and starts at the position.
    ///
    /// # Errors
    /// The position is invalid, or the table cannot be built within the limits.
    pub fn open(
        position: &Subject,
        tables: &Tables,
        limits: &Limits,
        report: &mut dyn FnMut(&str, Duration),
        look: Look,
    ) -> Result<TableExplorer, Nothing> {
        let root = position.shogi()?.validate().map_err(Invalid::from)?;
        let material = Material::of(&root).map_err(Invalid::whole)?;
        let mut warning = None;
        let made = tables.get(&material, limits, report, &mut warning);
        let (table, _) = made.map_err(|error| Nothing {
            status: match error.reason() {
                Some(_) => Status::Unknown,
                None => Status::Invalid,
            },
            why: Invalid::whole(error),
        })?;
        Ok(TableExplorer {
            table,
            material,
            root,
            moves: Vec::new(),
            look,
            warning,
        })
    }

    /// A phrase as a line of its own.
    fn said(&self, phrase: Exploring<'_>) -> String {
        phrase.line(self.look.language())
    }

    fn here(&self) -> AnyPosition {
        let mut position = self.root.clone();
        with_position!(&mut position, |p| for &m in &self.moves {
            p.make(m);
        });
        position
    }

    fn board(&self) -> String {
        let setup = self.here().setup(self.moves.len() as u32 + 1);
        diagram::shogi(&setup, self.moves.last().copied())
            .map(|diagram| draw(&diagram, self.look))
            .unwrap_or_default()
    }

    /// The moves with their values, best first.
    fn choices(&self) -> Vec<(Move, Option<Value>)> {
        let mut moves = with_position!(&self.here(), |p| self.table.moves(p));
        moves.sort_by_key(|(m, value)| (AnyValue::order(value.map(AnyValue::from)), m.packed()));
        moves
    }

    /// The value of the position, and the value of each move for the side that makes it.
    pub fn list(&self) -> String {
        let here = self.here();
        let language = self.look.language();
        let value = with_position!(&here, |p| self.table.value(p));
        let mut text = match with_position!(&here, |p| p.ending()) {
            Some(Ending::Mate) => self.said(Exploring::Mated),
            Some(Ending::Stalemate(Stalemate::Loses)) => self.said(Exploring::StalemateLoses),
            Some(Ending::Stalemate(Stalemate::Draws)) => self.said(Exploring::StalemateDraws),
            Some(Ending::Try) => self.said(Exploring::Try),
            None => format!("{}\n", told(value, language)),
        };
        let previous = self.moves.last().map(|m| m.to());
        for (i, (m, value)) in self.choices().iter().enumerate() {
            let (name, spoken) = with_position!(&here, |p| (
                usi::write(*m, p.variant()),
                move_text(p, *m, previous, language)
            ));
            let value = padded(&told(*value, language), 12);
            let _ = writeln!(text, "{:>4} {name:<6} {value} {spoken}", i + 1);
        }
        text
    }

    /// The text to print first.
    pub fn greeting(&self) -> String {
        let Counts {
            positions,
            wins,
            losses,
            draws,
            deepest,
            ..
        } = self.table.counts();
        let counts = Exploring::TableCounts(positions, wins, losses, draws, deepest.into());
        format!(
            "{}: {}{}{}",
            self.material.letters(),
            self.said(counts),
            self.board(),
            self.list()
        )
    }

    fn shown(&self) -> String {
        self.board() + &self.list()
    }

    /// Executes a command line: a move (USI, or its number in the list), `best`, `list`, `board`,
    /// `line`, `end`, `position`, `back`, `start`, `help` or `quit`.
    pub fn command(&mut self, line: &str) -> Said {
        let reply = |text: String| Said { text, over: false };
        let variant = self.root.variant();
        match line.trim() {
            "" => reply(String::new()),
            "quit" | "exit" | "q" => Said {
                text: String::new(),
                over: true,
            },
            "help" | "?" => reply(self.said(Exploring::HelpTable)),
            "list" => reply(self.list()),
            "board" => reply(self.board()),
            "position" => {
                let here = self.here();
                let ply = self.moves.len() as u32 + 1;
                reply(with_position!(&here, |p| sfen::write(p, ply)) + "\n")
            }
            "line" => {
                let moves: Vec<String> = self.moves.iter().map(|&m| usi::write(m, variant)).collect();
                reply(moves.join(" ") + "\n")
            }
            "end" => {
                let text = with_position!(self.here(), |p| {
                    let line = self.table.line(&p);
                    line_text(p, &line, self.look.language())
                });
                reply(match text.is_empty() {
                    true => self.said(Exploring::NoEnd),
                    false => text,
                })
            }
            "back" => {
                if self.moves.pop().is_none() {
                    return reply(self.said(Exploring::Start));
                }
                reply(self.shown())
            }
            "start" => {
                self.moves.clear();
                reply(self.shown())
            }
            word => reply(self.play(word)),
        }
    }

    fn play(&mut self, word: &str) -> String {
        let variant = self.root.variant();
        let choices = self.choices();
        let chosen = match word.parse::<usize>() {
            Ok(n) => n.checked_sub(1).and_then(|i| choices.get(i)),
            Err(_) if word == "best" => match choices.first() {
                Some(best) => Some(best),
                None => return self.said(Exploring::NoMove),
            },
            Err(_) => choices.iter().find(|(m, _)| usi::write(*m, variant) == word),
        };
        let Some(&(m, value)) = chosen else {
            return self.look.finish(self.said(Exploring::NotAMove(word)));
        };
        let name = usi::write(m, variant);
        self.moves.push(m);
        format!("{name} ({})\n{}", told(value, self.look.language()), self.shown())
    }
}
