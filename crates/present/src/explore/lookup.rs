//! A position of a full table, as a page needs it: its value, and each move with its value and
//! distance.

use super::table::{order, told};
use crate::language::Language;
use crate::walk::{Choice, Walk, walk};
use serde::{Deserialize, Serialize};
use yose_ask::{Invalid, Subject};
use yose_shogi::notation::usi;
use yose_shogi::with_position;
use yose_tablebase::{Table, Value};

/// The moves to a position of a table.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Lookup {
    /// The moves from the first position on.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The language of moves and values.
    #[serde(default)]
    pub language: Option<String>,
}

/// A position of a table.
#[derive(Clone, Debug, Serialize)]
pub struct Looked {
    /// The moves that led to it.
    #[serde(flatten)]
    pub walk: Walk,
    /// Its value for the side to move.
    pub value: ValueBody,
    /// Its moves with their values for the side that makes them, best first.
    pub moves: Vec<ValuedChoice>,
    /// The line of best play from here, as moves: to the end of the game, empty for a draw.
    pub best: Vec<String>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueBody {
    /// `win`, `loss`, `draw`, or null for pieces that are not in the table.
    pub value: Option<&'static str>,
    /// The plies to the end of the game.
    pub distance: Option<u8>,
    /// In words.
    pub text: String,
}

/// A move with its value.
#[derive(Clone, Debug, Serialize)]
pub struct ValuedChoice {
    /// The move.
    #[serde(flatten)]
    pub choice: Choice,
    /// Its value.
    pub value: ValueBody,
}

impl ValueBody {
    fn new(value: Option<Value>, language: Language) -> ValueBody {
        let (word, distance) = match value {
            Some(Value::Win(n)) => (Some("win"), Some(n)),
            Some(Value::Loss(n)) => (Some("loss"), Some(n)),
            Some(Value::Draw) => (Some("draw"), None),
            None => (None, None),
        };
        ValueBody {
            value: word,
            distance,
            text: told(value, language),
        }
    }
}

/// Looks a position up: the one after these moves from a position with the pieces of the table.
///
/// # Errors
/// The faults of the position, or the first move that is not legal.
pub fn look_up(
    table: &Table,
    position: &Subject,
    moves: &[String],
    language: Language,
) -> Result<Looked, Invalid> {
    let walk = walk(position, moves, language)?;
    let root = position.shogi()?.validate().map_err(Invalid::from)?;
    let (value, mut valued, best) = with_position!(root, |p| {
        let mut p = p;
        for word in moves {
            // The walk has read them.
            if let Ok(m) = usi::read_legal(word, &p) {
                p.make(m);
            }
        }
        let name = |m| usi::write(m, p.variant());
        let valued = table.moves(&p).into_iter().map(|(m, value)| (name(m), value));
        let valued: Vec<(String, Option<Value>)> = valued.collect();
        let best = table.line(&p).into_iter().map(name);
        (table.value(&p), valued, best.collect())
    });
    valued.sort_by_key(|(_, value)| order(*value));
    let legal = &walk.legal;
    let valued = valued.into_iter().filter_map(|(name, value)| {
        let choice = legal.iter().find(|choice| choice.name == name)?.clone();
        let value = ValueBody::new(value, language);
        Some(ValuedChoice { choice, value })
    });
    Ok(Looked {
        moves: valued.collect(),
        value: ValueBody::new(value, language),
        best,
        walk,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use yose_ask::Game;
    use yose_tablebase::{Material, Watch};

    #[test]
    fn the_value_of_a_position_is_that_of_its_best_move() {
        let position = Subject::read("3x4:LK-:1", Game::Any);
        let root = position.shogi().unwrap().validate().unwrap();
        let material = Material::of(&root).unwrap();
        let table = Table::build(&material, &mut Watch::new(&mut |_| true)).unwrap();
        let mut moves = Vec::new();
        let mut distance = 11;
        loop {
            let here = look_up(&table, &position, &moves, Language::English).unwrap();
            assert_eq!(here.value.distance, Some(distance));
            assert_eq!(here.best.len(), usize::from(distance));
            let Some(best) = here.moves.first() else { break };
            assert_eq!(best.value.distance, Some(distance));
            assert_eq!(here.moves.len(), here.walk.legal.len());
            moves.push(best.choice.name.clone());
            distance -= 1;
        }
        assert_eq!((distance, moves.len()), (0, 11));
        let draw = look_up(&table, &position, &["9i9h".to_owned()], Language::English);
        assert!(draw.is_err());
    }
}
