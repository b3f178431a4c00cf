//! SFEN for boards of any size up to 9x9. The engine has its own parser; the two stand twice on
//! purpose.

use std::sync::Arc;

use super::army::{Army, Hand};
use super::board::{Board, LONGEST, Piece, rank_letter};
use super::position::Position;
use super::{Error, Rules};
use crate::Side;

/// A text with more pieces of one kind in one hand is refused as a typing error.
const MOST_HELD: u16 = 99;

/// Reads the text. Whether the position is valid is checked elsewhere.
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

/// Reads the board. Whether the pieces may stand there is checked elsewhere.
pub(super) fn read_board(text: &str, army: &Army) -> Result<Board, Error> {
    let mut rows = [[None; LONGEST]; LONGEST];
    let mut lengths = [0; LONGEST];
    let mut ranks = 0;
    for rank in text.split('/') {
        // Squares beyond the largest board are checked for faults and counted, but not kept.
        let mut beyond = [None; LONGEST];
        let row = rows.get_mut(ranks).unwrap_or(&mut beyond);
        let length = read_rank(rank, rank_letter(ranks), army, row)?;
        if let Some(kept) = lengths.get_mut(ranks) {
            *kept = length;
        }
        ranks += 1;
    }
    let files = lengths[0];
    if !(1..=LONGEST).contains(&files) || ranks > LONGEST {
        return Err(Error::BoardSize { files, ranks });
    }
    if let Some(row) = lengths[..ranks].iter().position(|&length| length != files) {
        return Err(Error::RankLength {
            rank: rank_letter(row),
            found: lengths[row],
            expected: files,
        });
    }
    let mut board = Board::empty(files as u8, ranks as u8);
    for square in board.squares() {
        board.set(square, rows[usize::from(square.row)][usize::from(square.column)]);
    }
    Ok(board)
}

/// Reads a rank into the row, as far as the row goes, and counts its squares.
fn read_rank(
    text: &str,
    rank: char,
    army: &Army,
    row: &mut [Option<Piece>; LONGEST],
) -> Result<usize, Error> {
    let mut length = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if let Some(count) = letter.to_digit(10).filter(|&count| count > 0) {
            length += count as usize;
            continue;
        }
        let (promoted, letter) = match letter {
            '+' => (true, letters.next()),
            _ => (false, Some(letter)),
        };
        let Some(piece) = letter.and_then(|letter| read_piece(letter, promoted, army)) else {
            let text = ["", "+"][usize::from(promoted)].chars().chain(letter).collect();
            return Err(Error::BoardText { rank, text });
        };
        if let Some(cell) = row.get_mut(length) {
            *cell = Some(piece);
        }
        length += 1;
    }
    Ok(length)
}

/// Reads a piece: a capital letter for Black, a small letter for White.
fn read_piece(letter: char, promoted: bool, army: &Army) -> Option<Piece> {
    let side = if letter.is_ascii_uppercase() {
        Side::Black
    } else {
        Side::White
    };
    let capital = u8::try_from(letter.to_ascii_uppercase()).ok()?;
    let kind = army.find_letter(capital, promoted)?;
    Some(Piece { side, kind })
}

/// Reads both hands.
pub(super) fn read_hands(text: &str, army: &Army) -> Option<(Hand, Hand)> {
    let (mut black, mut white) = (Hand::empty(), Hand::empty());
    if text == "-" {
        return Some((black, white));
    }
    let mut count: Option<u16> = None;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            let so_far = count.unwrap_or(0) * 10 + digit as u16;
            if so_far == 0 || so_far > MOST_HELD {
                return None;
            }
            count = Some(so_far);
            continue;
        }
        let Piece { side, kind } = read_piece(letter, false, army)?;
        let hand = match side {
            Side::Black => &mut black,
            Side::White => &mut white,
        };
        if hand.count(kind) > 0 || !army.kind(kind).can_be_held() {
            return None;
        }
        hand.add(kind, count.take().unwrap_or(1));
    }
    // A count at the end of the text counts nothing. An empty text is not a hand.
    (count.is_none() && !text.is_empty()).then_some((black, white))
}

/// Writes board, side and hands. Black's hand comes first; kinds come in the order of the army.
pub(super) fn write(position: &Position) -> String {
    let mut text = String::new();
    write_board(position, &mut text);
    text.push(' ');
    text.push(position.side.letter());
    text.push(' ');
    let before = text.len();
    for side in Side::BOTH {
        write_hand(position, side, &mut text);
    }
    if text.len() == before {
        text.push('-');
    }
    text
}

/// Appends the board.
pub(super) fn write_board(position: &Position, text: &mut String) {
    let board = &position.board;
    let mut empty = 0;
    for square in board.squares() {
        if square.column == 0 && square.row > 0 {
            text.push('/');
        }
        let piece = board.at(square);
        if piece.is_none() {
            empty += 1;
        }
        let rank_ends = square.column + 1 == board.files;
        if empty > 0 && (piece.is_some() || rank_ends) {
            // At most nine files.
            text.push(char::from(b'0' + empty));
            empty = 0;
        }
        if let Some(piece) = piece {
            spell(piece.side, &position.rules.army.kind(piece.kind).name, text);
        }
    }
}

/// Appends the hand of a side; nothing if it is empty.
pub(super) fn write_hand(position: &Position, side: Side, text: &mut String) {
    let army = &position.rules.army;
    for kind in army.ids() {
        let count = position.hand(side).count(kind);
        if count > 1 {
            *text += &count.to_string();
        }
        if count > 0 {
            spell(side, &army.kind(kind).name, text);
        }
    }
}

/// Appends the name of a piece: capitals for Black, small letters for White.
fn spell(side: Side, name: &str, text: &mut String) {
    match side {
        Side::Black => text.push_str(name),
        Side::White => text.extend(name.chars().map(|letter| letter.to_ascii_lowercase())),
    }
}
