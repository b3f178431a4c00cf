//! FEN, the text form of a position: the ranks from the top, separated by `/`, then the side to
//! move. A digit stands for that many empty squares, `b` and `w` for stones. The standard game
//! starts from `1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b`.
//!
//! The reader is strict: apart from white space around the two words, each position has exactly one
//! FEN. The reader lists every fault with its column instead of stopping at the first one.

use crate::size::{MAX_SIDE, MIN_SIDE};
use crate::{Geometry, Position, Setup, SetupFault, SquareName};
use std::fmt;
use yose_board::{Color, Faults, Place};

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenFault {
    /// The text is empty.
    #[error("expected a board and the side to move")]
    Empty,
    /// A character that has no meaning in a board.
    #[error("{0:?} is neither a stone (b, w) nor a number of empty squares (1 to 9)")]
    Character(char),
    /// A stone in upper case.
    #[error("stones are written in lower case: {0}")]
    UpperCase(char),
    /// A number directly after a number. One digit is enough, because no rank has more than nine
    /// squares.
    #[error("a number follows a number")]
    TwoNumbers,
    /// A rank whose length differs from the others.
    #[error("rank {rank} has {width} squares where the first one written has {expected}")]
    Width {
        /// The rank, counted from 1 at the bottom.
        rank: usize,
        /// The number of its squares.
        width: usize,
        /// The number of squares of the first rank that could be read.
        expected: usize,
    },
    /// The side to move is missing.
    #[error("the side to move is missing: expected b or w")]
    NoSide,
    /// A word in place of the side to move that is neither `b` nor `w`.
    #[error("the side to move is b or w, not \"{0}\"")]
    Side(String),
    /// Words after the side to move.
    #[error("nothing may follow the side to move")]
    Extra,
    /// The text can be read, but it does not describe a valid position.
    #[error(transparent)]
    Setup(#[from] SetupFault),
}

/// A rank as it was read.
struct Rank {
    /// The column of the first character.
    column: usize,
    /// The stones, each with its file.
    stones: Vec<(usize, Color)>,
    width: usize,
    /// Whether every character could be read. Only then is the width meaningful.
    sound: bool,
}

/// Reads a FEN of any board size.
pub fn read(text: &str) -> Result<Setup, Faults<FenFault>> {
    let words = words(text);
    let mut faults = Faults::new();
    let Some((column, board)) = words.first() else {
        return Err(Faults::one(Place::Whole, FenFault::Empty));
    };
    let ranks = read_ranks(board, *column, &mut faults);
    let files = ranks.iter().find(|rank| rank.sound).map(|rank| rank.width);
    let count = ranks.len();
    if let Some(expected) = files {
        for (i, rank) in ranks
            .iter()
            .enumerate()
            .filter(|(_, rank)| rank.sound && rank.width != expected)
        {
            let fault = FenFault::Width {
                rank: count - i,
                width: rank.width,
                expected,
            };
            faults.push(Place::Column(rank.column), fault);
        }
        let side = usize::from(MIN_SIDE)..=usize::from(MAX_SIDE);
        if !side.contains(&expected) || !side.contains(&count) {
            let narrow = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
            let size = SetupFault::Size {
                files: narrow(expected),
                ranks: narrow(count),
            };
            faults.push(Place::Column(*column), FenFault::Setup(size));
        }
    }
    let turn = match words.get(1) {
        None => {
            faults.push(
                Place::Column(text.trim_end().chars().count() + 1),
                FenFault::NoSide,
            );
            Color::Black
        }
        Some((column, word)) => read_side(word).unwrap_or_else(|| {
            faults.push(Place::Column(*column), FenFault::Side(word.clone()));
            Color::Black
        }),
    };
    if let Some((column, _)) = words.get(2) {
        faults.push(Place::Column(*column), FenFault::Extra);
    }
    let mut setup = Setup {
        files: files.unwrap_or(0) as u8,
        ranks: count as u8,
        stones: Vec::new(),
        turn,
    };
    if faults.is_empty() {
        // Without faults both sides are at most nine, so the casts lose nothing.
        for (i, rank) in ranks.iter().enumerate() {
            let name = |&(file, color)| {
                (
                    SquareName {
                        file: file as u8,
                        rank: (count - 1 - i) as u8,
                    },
                    color,
                )
            };
            setup.stones.extend(rank.stones.iter().map(name));
        }
    }
    faults.or(setup)
}

fn read_side(word: &str) -> Option<Color> {
    match word {
        "b" => Some(Color::Black),
        "w" => Some(Color::White),
        _ => None,
    }
}

fn read_ranks(board: &str, column: usize, faults: &mut Faults<FenFault>) -> Vec<Rank> {
    let empty = |column| Rank {
        column,
        stones: Vec::new(),
        width: 0,
        sound: true,
    };
    let mut ranks = Vec::new();
    let mut rank = empty(column);
    let mut after_number = false;
    for (column, c) in (column..).zip(board.chars()) {
        let number = matches!(c, '1'..='9');
        match c {
            '/' => ranks.push(std::mem::replace(&mut rank, empty(column + 1))),
            '1'..='9' => {
                if after_number {
                    faults.push(Place::Column(column), FenFault::TwoNumbers);
                    rank.sound = false;
                }
                rank.width += c as usize - '0' as usize;
            }
            'b' | 'w' => {
                rank.stones
                    .push((rank.width, if c == 'b' { Color::Black } else { Color::White }));
                rank.width += 1;
            }
            'B' | 'W' => {
                faults.push(Place::Column(column), FenFault::UpperCase(c.to_ascii_lowercase()));
                rank.width += 1;
            }
            _ => {
                faults.push(Place::Column(column), FenFault::Character(c));
                rank.sound = false;
            }
        }
        after_number = number;
    }
    ranks.push(rank);
    ranks
}

/// The words of a text. Each comes with its starting column, counted in characters from 1.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (column, c) in (1..).zip(text.chars()) {
        if c.is_whitespace() {
            inside = false;
        } else {
            if !inside {
                words.push((column, String::new()));
            }
            inside = true;
            if let Some((_, word)) = words.last_mut() {
                word.push(c);
            }
        }
    }
    words
}

/// Writes a FEN.
pub(crate) fn write<G: Geometry>(position: &Position<G>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = position.size();
    for rank in (0..size.ranks()).rev() {
        let mut empty = 0;
        for file in 0..size.files() {
            let stone = size.square(file, rank).and_then(|square| position.stone(square));
            let Some(color) = stone else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", color.letter())?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        f.write_str(if rank > 0 { "/" } else { " " })?;
    }
    write!(f, "{}", position.turn().letter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnyPosition;

    fn faults(text: &str) -> String {
        text.parse::<AnyPosition>()
            .map_or_else(|faults| faults.to_string(), |p| panic!("{text} reads as {p}"))
    }

    #[test]
    fn every_fault_is_listed_with_its_column() {
        assert_eq!(faults(" "), "input: expected a board and the side to move");
        assert_eq!(
            faults("bB1/1x1/w2/4/111 b"),
            "column 2: stones are written in lower case: b; \
             column 6: 'x' is neither a stone (b, w) nor a number of empty squares (1 to 9); \
             column 15: a number follows a number; column 16: a number follows a number; \
             column 12: rank 2 has 4 squares where the first one written has 3"
        );
        assert_eq!(
            faults("b2/3/2w"),
            "column 8: the side to move is missing: expected b or w"
        );
        assert_eq!(
            faults("b2/3/2w B 1 2"),
            "column 9: the side to move is b or w, not \"B\"; column 11: nothing may follow the side to move"
        );
        assert_eq!(faults("b2/3/3 b"), "input: White has no stones");
        assert_eq!(
            faults("3/3/3 b"),
            "input: Black has no stones; input: White has no stones"
        );
        assert_eq!(
            faults(" bw/2 b"),
            "column 2: a board has 3 to 9 files and ranks, not 2 and 2"
        );
        assert_eq!(
            faults("3/b2//2w b"),
            "column 6: rank 2 has 0 squares where the first one written has 3"
        );
    }

    #[test]
    fn a_board_of_another_size_is_not_taken_for_a_standard_one() {
        let error = "b2/3/2w b".parse::<Position<crate::Standard>>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "input: a board of 3x3 is not what is asked for here"
        );
    }
}
