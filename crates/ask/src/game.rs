//! Which game the positions are of: `--rules NAME|FILE`.

use crate::invalid::Invalid;
use std::path::Path;
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
    /// Reads `--rules`: a name of shogi (see [`Variant`]), `loa`, `loa:MxN`, `loa:MxN:mso`, or a file.
    pub fn named(name: &str) -> Result<Game, Invalid> {
        if let Some(rest) = name.strip_prefix("loa") {
            return loa(name, rest);
        }
        if name.contains(['/', '\\', '.']) || Path::new(name).is_file() {
            let text = std::fs::read_to_string(name).map_err(|e| Invalid::whole(format!("{name}: {e}")))?;
            return yose_shogi::variant_file::read(&text)
                .map(Game::Shogi)
                .map_err(|e| Invalid::whole(format!("{name}: {e}")));
        }
        Variant::by_name(name)
            .map(Game::Shogi)
            .map_err(|error| match error {
                VariantError::UnknownName(_) => {
                    Invalid::whole(format!("{error}, or loa for Lines of Action"))
                }
                _ => Invalid::whole(error),
            })
    }
}

fn loa(name: &str, rest: &str) -> Result<Game, Invalid> {
    let bad = || {
        Invalid::whole(format!(
            "no rules called `{name}`: loa, loa:6x6 and loa:8x8:mso are, 3 to 9 files and ranks"
        ))
    };
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
