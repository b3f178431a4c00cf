//! The forward pass: every value must follow from the values of the successors that the move
//! generator of the rules gives. It uses neither backward moves nor counters nor the merging of
//! mirror images in the builder.
//!
//! If every value follows, the table is proved. Wins and losses are ranked by distance and lead to
//! ends of games. From every draw some move keeps the draw and none wins, so both sides can hold
//! the draw forever.

use crate::build::mate_distance;
use crate::error::TableError;
use crate::table::{Table, Value};
use crate::watch::{Stage, Watch};
use yose_shogi::notation::sfen;
use yose_shogi::{Ending, Position, Runtime, Stalemate};

/// The result of a forward pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of checked positions.
    pub positions: u64,
    /// The number of entries that are not positions and are correctly marked as such.
    pub others: u64,
    /// The number of values that do not follow.
    pub wrong: u64,
    /// The first wrong entry: the position, its value in the table, and the value that follows.
    pub first: Option<(String, Option<Value>, Option<Value>)>,
}

impl Table {
    /// Checks every `every`th entry. With 1 it checks all entries, which proves the table.
    pub fn verify(&self, every: usize, watch: &mut Watch<'_>) -> Result<Verified, TableError> {
        let size = self.index.size();
        let mut verified = Verified::default();
        for (n, number) in (0..size).step_by(every.max(1)).enumerate() {
            if n % (1 << 16) == 0 {
                watch.report(Stage::Verifying {
                    done: number.into(),
                    of: size.into(),
                })?;
            }
            let placement = self.index.placement(number);
            // The placement must have this number again, or a mirror image with a smaller number.
            let located = self.index.locate(&placement);
            let own = located.is_some_and(|l| l.index == number);
            let mirror = located.is_some_and(|l| l.flipped && l.index < number);
            let position = placement.assemble(&self.material).filter(|_| own);
            let follows = position.as_ref().map(|p| self.follows(p));
            let found = self.value_at(number);
            if (own || mirror) && follows.unwrap_or(None) == found && (follows.is_some() || found.is_none()) {
                match found {
                    Some(_) => verified.positions += 1,
                    None => verified.others += 1,
                }
                continue;
            }
            verified.wrong += 1;
            if verified.first.is_none() {
                let text = position.map_or(format!("entry {number}"), |p| sfen::write(&p, 1));
                verified.first = Some((text, found, follows.unwrap_or(None)));
            }
        }
        Ok(verified)
    }

    /// The value that follows from the values of the successors; `None` if a successor has no
    /// value.
    fn follows(&self, position: &Position<Runtime<u32>>) -> Option<Value> {
        let mate = mate_distance(&self.material);
        match position.ending() {
            Some(Ending::Try) => return Some(Value::Loss(0)),
            Some(Ending::Mate | Ending::Stalemate(Stalemate::Loses)) => return Some(Value::Loss(mate)),
            Some(Ending::Stalemate(Stalemate::Draws)) => return Some(Value::Draw),
            None => {}
        }
        let mut board = position.clone();
        let (mut win, mut loss, mut draw) = (None, 0, false);
        for m in position.legal_moves() {
            let undo = board.make(m);
            match self.value(&board)? {
                Value::Loss(n) => win = Some(win.map_or(n, |w: u8| w.min(n))),
                Value::Win(n) => loss = loss.max(n),
                Value::Draw => draw = true,
            }
            board.unmake(m, undo);
        }
        Some(match (win, draw) {
            (Some(n), _) => Value::Win(n + 1),
            (None, true) => Value::Draw,
            (None, false) => Value::Loss(loss + 1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;
    use yose_shogi::Variant;

    fn watched(table: &Table, every: usize) -> Verified {
        table.verify(every, &mut Watch::new(&mut |_| true)).unwrap()
    }

    /// The forward pass detects every single wrong byte: of a value, of a draw, of an illegal
    /// placement.
    #[test]
    fn one_wrong_value_is_seen() {
        let start = Variant::by_name("3x4:GK-:1").unwrap().start().unwrap();
        let material = Material::of(&start).unwrap();
        let mut table = Table::build(&material, &mut Watch::new(&mut |_| true)).unwrap();
        assert_eq!(watched(&table, 1).wrong, 0);
        let mut tried = [0; 3];
        for number in (0..table.index.size()).step_by(97) {
            let right = table.distances[number as usize];
            for wrong in [right ^ 1, right.wrapping_add(2), 0, 1, 0xfe, 0xff] {
                if wrong == right {
                    continue;
                }
                table.distances[number as usize] = wrong;
                let found = watched(&table, 1);
                assert!(found.wrong > 0, "{right} became {wrong} at {number}");
                assert!(found.first.is_some());
                tried[usize::from(right == 0xfe) + 2 * usize::from(right == 0xff)] += 1;
            }
            table.distances[number as usize] = right;
        }
        assert!(tried.iter().all(|&n| n > 20), "{tried:?}");
    }

    #[test]
    fn it_can_be_stopped() {
        let start = Variant::by_name("3x4:GK-:1").unwrap().start().unwrap();
        let material = Material::of(&start).unwrap();
        let mut left = 50;
        let mut told = |_| {
            left -= 1;
            left > 0
        };
        assert!(matches!(
            Table::build(&material, &mut Watch::new(&mut told)),
            Err(TableError::Interrupted)
        ));
    }
}
