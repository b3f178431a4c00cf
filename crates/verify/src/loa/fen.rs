//! FEN: ranks from the top, `b` and `w` for stones, digits for empty squares, then the side to
//! move. The engine has its own parser; the two stand twice on purpose.

use super::Error;
use super::board::{Board, LONGEST, Square};
use crate::Side;

/// The shortest side of a board: a line needs two squares.
const SHORTEST: usize = 2;

/// Reads the text. Whether both sides have stones is checked elsewhere.
pub(super) fn read(text: &str) -> Result<(Board, Side), Error> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, side] = fields[..] else {
        return Err(Error::FieldCount(fields.len()));
    };
    let board = read_board(board)?;
    let side = Side::from_text(side).ok_or_else(|| Error::SideText(side.to_string()))?;
    Ok((board, side))
}

fn read_board(text: &str) -> Result<Board, Error> {
    let mut rows = text
        .split('/')
        .map(read_rank)
        .collect::<Result<Vec<_>, Error>>()?;
    let (files, ranks) = (rows[0].len(), rows.len());
    if !(SHORTEST..=LONGEST).contains(&files) || !(SHORTEST..=LONGEST).contains(&ranks) {
        return Err(Error::BoardSize {
            files,
            ranks,
            least: SHORTEST,
        });
    }
    // The text starts with the top rank, the board with the bottom one.
    rows.reverse();
    let mut board = Board::empty(files, ranks);
    for (rank, row) in rows.into_iter().enumerate() {
        if row.len() != files {
            return Err(Error::RankLength {
                rank: rank + 1,
                found: row.len(),
                expected: files,
            });
        }
        for (file, stone) in row.into_iter().enumerate() {
            board.set(Square { file, rank }, stone);
        }
    }
    Ok(board)
}

fn read_rank(text: &str) -> Result<Vec<Option<Side>>, Error> {
    let mut row = Vec::new();
    for letter in text.chars() {
        match letter {
            'b' => row.push(Some(Side::Black)),
            'w' => row.push(Some(Side::White)),
            '1'..='9' => {
                let count = letter.to_digit(10).map_or(0, |digit| digit as usize);
                row.extend(std::iter::repeat_n(None, count));
            }
            _ => return Err(Error::BoardText(letter)),
        }
    }
    Ok(row)
}

/// Writes board and side to move.
pub(super) fn write(board: &Board, side: Side) -> String {
    let mut text = String::new();
    write_board(board, &mut text);
    text.push(' ');
    text.push(side.letter());
    text
}

/// Appends the board.
pub(super) fn write_board(board: &Board, text: &mut String) {
    for rank in (0..board.ranks).rev() {
        write_rank(board, rank, text);
        if rank > 0 {
            text.push('/');
        }
    }
}

fn write_rank(board: &Board, rank: usize, text: &mut String) {
    let mut empty = 0;
    for file in 0..board.files {
        match board.at(Square { file, rank }) {
            None => empty += 1,
            Some(side) => {
                if empty > 0 {
                    *text += &empty.to_string();
                    empty = 0;
                }
                text.push(side.letter());
            }
        }
    }
    if empty > 0 {
        *text += &empty.to_string();
    }
}
