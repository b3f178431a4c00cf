//! SFEN for boards of any size up to 9x9.

use std::sync::Arc;

use super::army::{Army, Hand};
use super::board::{Board, LONGEST, Piece, Square, rank_letter};
use super::position::Position;
use super::{Error, Rules};
use crate::Side;

/// More pieces than this of one kind in one hand are taken for a slip of the pen.
const MOST_HELD: u32 = 99;

/// Reads the text; whether the position makes sense is not looked at.
pub(super) fn read(text: &str, rules: &Rules) -> Result<Position, Error> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, side, hands, number) = match fields[..] {
        [board, side, hands] => (board, side, hands, "1"),
        [board, side, hands, number] => (board, side, hands, number),
        _ => return Err(Error::FieldCount(fields.len())),
    };
    let board = read_board(board, &rules.army)?;
    let side = Side::from_text(side).ok_or_else(|| Error::SideText(side.to_string()))?;
    let (black_hand, white_hand) =
        read_hands(hands, &rules.army).ok_or_else(|| Error::HandText(hands.to_string()))?;
    let number = number
        .parse()
        .ok()
        .filter(|&number| number > 0)
        .ok_or_else(|| Error::NumberText(number.to_string()))?;
    Ok(Position {
        rules: Arc::new(rules.clone()),
        board,
        black_hand,
        white_hand,
        side,
        number,
    })
}

fn read_board(text: &str, army: &Army) -> Result<Board, Error> {
    let mut rows = Vec::new();
    for (row, rank) in text.split('/').enumerate() {
        rows.push(read_rank(rank, rank_letter(row), army)?);
    }
    let (files, ranks) = (rows[0].len(), rows.len());
    if !(1..=LONGEST).contains(&files) || ranks > LONGEST {
        return Err(Error::BoardSize { files, ranks });
    }
    let mut board = Board::empty(files, ranks);
    for (row, squares) in rows.into_iter().enumerate() {
        if squares.len() != files {
            return Err(Error::RankLength {
                rank: rank_letter(row),
                found: squares.len(),
                expected: files,
            });
        }
        for (column, piece) in squares.into_iter().enumerate() {
            board.set(Square { column, row }, piece);
        }
    }
    Ok(board)
}

fn read_rank(text: &str, rank: char, army: &Army) -> Result<Vec<Option<Piece>>, Error> {
    let mut squares = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '1'..='9' => {
                let count = letter.to_digit(10).map_or(0, |digit| digit as usize);
                squares.extend(std::iter::repeat_n(None, count));
            }
            _ => {
                let name = match letter {
                    '+' => letters.next().map_or("+".to_string(), |next| format!("+{next}")),
                    _ => letter.to_string(),
                };
                let piece = read_piece(&name, army);
                squares.push(Some(piece.ok_or(Error::BoardText { rank, text: name })?));
            }
        }
    }
    Ok(squares)
}

/// A piece with or without `+`: capital for Black, small for White.
fn read_piece(name: &str, army: &Army) -> Option<Piece> {
    let side = if name.ends_with(|c: char| c.is_ascii_uppercase()) {
        Side::Black
    } else {
        Side::White
    };
    let kind = army.find(&name.to_ascii_uppercase())?;
    Some(Piece { side, kind })
}

fn read_hands(text: &str, army: &Army) -> Option<(Hand, Hand)> {
    let (mut black, mut white) = (Hand::empty(army), Hand::empty(army));
    if text == "-" {
        return Some((black, white));
    }
    let mut digits = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        let count = match digits.as_str() {
            "" => 1,
            _ => digits.parse::<u32>().ok()?,
        };
        digits.clear();
        let Piece { side, kind } = read_piece(&letter.to_string(), army)?;
        let hand = match side {
            Side::Black => &mut black,
            Side::White => &mut white,
        };
        let held_before = hand.count(kind) > 0;
        if count == 0 || count > MOST_HELD || held_before || !army.kind(kind).can_be_held() {
            return None;
        }
        hand.add(kind, count);
    }
    // A count at the end counts nothing.
    digits.is_empty().then_some((black, white))
}

/// Board, side and hands; kinds in hand in the order of the army, Black's first.
pub(super) fn write(position: &Position) -> String {
    let army = &position.rules.army;
    let spell = |side, name: &str| match side {
        Side::Black => name.to_string(),
        Side::White => name.to_ascii_lowercase(),
    };

    let mut board = String::new();
    let mut empty = 0;
    for square in position.board.squares() {
        if square.column == 0 && square.row > 0 {
            board.push('/');
        }
        match position.board.at(square) {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    board += &empty.to_string();
                    empty = 0;
                }
                board += &spell(piece.side, &army.kind(piece.kind).name);
            }
        }
        if square.column + 1 == position.board.files && empty > 0 {
            board += &empty.to_string();
            empty = 0;
        }
    }

    let mut hands = String::new();
    for side in Side::BOTH {
        for kind in army.ids() {
            let count = position.hand(side).count(kind);
            if count > 1 {
                hands += &count.to_string();
            }
            if count > 0 {
                hands += &spell(side, &army.kind(kind).name);
            }
        }
    }
    if hands.is_empty() {
        hands.push('-');
    }
    format!("{board} {} {hands}", position.side.letter())
}
