//! Which game the positions are of.

use crate::invalid::{InputFault, Invalid};
use yose_loa::{Rules as LoaRules, Size as LoaSize};
use yose_shogi::{Variant, VariantError};

/// The game that positions are read as.
#[derive(Clone, Copy, Debug, Default)]
pub enum Game {
    /// Decided by each text: shogi by the size of the board, or Lines of Action.
    #[default]
    Any,
    /// A game of the shogi family.
    Shogi(&'static Variant),
    /// Lines of Action, perhaps on a given board for its start position.
    Loa {
        /// The board of `startpos`.
        size: LoaSize,
        /// The variant.
        rules: LoaRules,
    },
}

impl Game {
    /// The game of a name: one of shogi (see [`Variant`]), `loa`, `loa:MxN`, `loa:MxN:mso`.
    ///
    /// # Errors
    /// No game has this name.
    pub fn named(name: &str) -> Result<Game, Invalid> {
        if let Some(rest) = name.strip_prefix("loa") {
            return loa(name, rest);
        }
        Variant::by_name(name)
            .map(Game::Shogi)
            .map_err(|error| match error {
                VariantError::UnknownName(name) => InputFault::NoRules(name).into(),
                error => Invalid::whole(error),
            })
    }

    /// The game of a name, or of the text of a rules file.
    ///
    /// # Errors
    /// No game has this name, or the faults of the text.
    pub fn read(text: &str) -> Result<Game, Invalid> {
        if !text.contains('=') {
            return Game::named(text);
        }
        let variant = yose_shogi::variant_file::read(text);
        variant.map(Game::Shogi).map_err(Invalid::whole)
    }
}

fn loa(name: &str, rest: &str) -> Result<Game, Invalid> {
    let bad = || Invalid::from(InputFault::NoLoaRules(name.to_owned()));
    let mut size = LoaSize::STANDARD;
    let mut rules = LoaRules::PAPER;
    let mut parts = rest.split(':');
    if parts.next() != Some("") {
        return Err(bad());
    }
    for part in parts {
        if let Ok(named) = part.parse() {
            rules = named;
        } else {
            size = part.parse().map_err(|_| bad())?;
        }
    }
    Ok(Game::Loa { size, rules })
}
