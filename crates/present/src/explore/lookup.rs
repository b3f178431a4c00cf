//! A position of a full table, as a page needs it: its value, and each move with its value and
//! distance.

use super::any_table::{AnyTable, AnyValue};
use crate::language::Language;
use crate::walk::{Choice, Walk, walk};
use serde::{Deserialize, Serialize};
use yose_ask::{Invalid, Subject};
use yose_loa::{AnyPosition, Outcome, Rules};
use yose_loa_endgame::brute::Board;
use yose_shogi::notation::usi;
use yose_shogi::with_position;
use yose_tablebase::Table;

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
    pub distance: Option<u32>,
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
    fn new(value: Option<AnyValue>, language: Language) -> ValueBody {
        let (word, distance) = match value {
            Some(AnyValue::Win(n)) => (Some("win"), Some(n)),
            Some(AnyValue::Loss(n)) => (Some("loss"), Some(n)),
            Some(AnyValue::Draw) => (Some("draw"), None),
            None => (None, None),
        };
        ValueBody {
            value: word,
            distance,
            text: AnyValue::told(value, language),
        }
    }
}

/// What a table says of a position: its value, its moves with their values, the line of best play.
#[derive(Default)]
struct Entry {
    value: Option<AnyValue>,
    moves: Vec<(String, Option<AnyValue>)>,
    best: Vec<String>,
}

/// Looks a position up: the one after these moves from a position with the pieces of the table.
///
/// # Errors
/// The faults of the position, or the first move that is not legal.
pub fn look_up(
    table: &AnyTable,
    position: &Subject,
    moves: &[String],
    language: Language,
) -> Result<Looked, Invalid> {
    let walk = walk(position, moves, language)?;
    let mut entry = match (table, position) {
        (AnyTable::Loa(board), Subject::Loa { position, .. }) => loa(board, *position, moves),
        (AnyTable::Shogi(table), _) => shogi(table, position, moves)?,
        (AnyTable::Loa(_), _) => Entry::default(),
    };
    entry.moves.sort_by_key(|(_, value)| AnyValue::order(*value));
    let legal = &walk.legal;
    let valued = entry.moves.into_iter().filter_map(|(name, value)| {
        let choice = legal.iter().find(|choice| choice.name == name)?.clone();
        let value = ValueBody::new(value, language);
        Some(ValuedChoice { choice, value })
    });
    Ok(Looked {
        moves: valued.collect(),
        value: ValueBody::new(entry.value, language),
        best: entry.best,
        walk,
    })
}

fn shogi(table: &Table, position: &Subject, moves: &[String]) -> Result<Entry, Invalid> {
    let root = position.shogi()?.validate().map_err(Invalid::from)?;
    Ok(with_position!(root, |p| {
        let mut p = p;
        for word in moves {
            // The walk has read them.
            if let Ok(m) = usi::read_legal(word, &p) {
                p.make(m);
            }
        }
        let name = |m| usi::write(m, p.variant());
        let valued = table.moves(&p).into_iter();
        Entry {
            value: table.value(&p).map(AnyValue::from),
            moves: valued
                .map(|(m, value)| (name(m), value.map(AnyValue::from)))
                .collect(),
            best: table.line(&p).into_iter().map(name).collect(),
        }
    }))
}

fn loa(board: &Board, mut position: AnyPosition, moves: &[String]) -> Entry {
    let size = position.size();
    let outcome = yose_loa::with_position!(&mut position, |p| {
        for word in moves {
            // The walk has read them.
            if let Ok(m) = p.read_move(word) {
                p.make(m);
            }
        }
        (p.outcome(Rules::PAPER), p.turn())
    });
    let name = |m: yose_loa::Move| m.name(size).to_string();
    Entry {
        value: match outcome {
            (Outcome::Running, _) => board.value(&position).map(AnyValue::from),
            (Outcome::Draw, _) => Some(AnyValue::Draw),
            (Outcome::Win(winner), turn) if winner == turn => Some(AnyValue::Win(0)),
            (Outcome::Win(_), _) => Some(AnyValue::Loss(0)),
        },
        moves: {
            let valued = board.moves(&position).into_iter();
            valued.map(|(m, value)| (name(m), Some(value.into()))).collect()
        },
        best: board.line(&position).into_iter().map(name).collect(),
    }
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
        let table = AnyTable::Shogi(table.into());
        let mut moves = Vec::new();
        let mut distance = 11;
        loop {
            let here = look_up(&table, &position, &moves, Language::English).unwrap();
            assert_eq!(here.value.distance, Some(distance));
            assert_eq!(here.best.len(), distance as usize);
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

    #[test]
    fn a_board_of_lines_of_action_is_looked_up() {
        let position = Subject::read("b2w/4/w2b b", Game::Any);
        let Subject::Loa { position: at, .. } = &position else {
            panic!("{position:?}")
        };
        let board = yose_ask::loa::table::make(*at, &yose_tsume::Limits::default()).unwrap();
        let table = AnyTable::Loa(board.into());
        let look = |moves: &[String]| look_up(&table, &position, moves, Language::English).unwrap();
        let start = look(&[]);
        assert_eq!(start.moves.len(), start.walk.legal.len());
        assert_eq!(start.value, start.moves[0].value, "{start:?}");
        // Best play ends after as many moves as are promised, with a loss of the side to move.
        let distance = start.value.distance.unwrap();
        assert_eq!(start.best.len(), distance as usize);
        let end = look(&start.best);
        assert!(end.walk.ending.is_some() && end.moves.is_empty(), "{end:?}");
        assert_eq!((end.value.value, end.value.distance), (Some("loss"), Some(0)));
    }
}
