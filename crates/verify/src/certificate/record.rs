//! A record: one line of a section, with a position of the prover to move and the moves to play
//! there.
//!
//! A record *is* its line of text, split into fields when it is made. No smaller form exists
//! without an encoding of boards, and a certificate may have millions of records. The line is
//! written back exactly as it was read, and no game has to be known to hold it.

use super::FaultKind;
use crate::Side;

/// The longest text of a board and a hand together. The largest real board takes 170 characters.
pub(super) const LONGEST_POSITION: usize = 1000;

/// The longest move. `2b3a+` is the longest today; other games may need more.
const LONGEST_MOVE: usize = 8;

/// The largest rank, bound or length.
pub(super) const LARGEST_NUMBER: u32 = 999_999_999;

/// For how many plies the replies of a record prevent the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// The prover does not reach the goal within this number of plies.
    Plies(u32),
    /// The prover never reaches the goal: `*`.
    Unlimited,
}

/// A record of the section `proof`: in this position the move reaches the goal within `rank` plies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofRecord(Line);

/// A record of the sections `bounded` and `closed`: a reply to every move of the prover in this
/// position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EscapeRecord(Line);

/// The text of a record, with the places of its fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    text: Box<str>,
    /// 0 stands for `*`.
    number: u32,
    board_end: u16,
    resource_end: u16,
    /// Where the moves start; the end of the text if there are none.
    moves_start: u16,
}

/// A fault in a line, and the byte at which it is.
pub(super) type LineFault = (usize, FaultKind);

impl ProofRecord {
    /// A record from its fields: the board as in SFEN, the prover, the hand that the prover needs
    /// (`-` if empty), the rank and the move.
    ///
    /// # Errors
    /// A field that the format cannot hold. [`check`](super::check()) decides whether the record is
    /// true.
    pub fn new(board: &str, side: Side, hand: &str, rank: u32, play: &str) -> Result<ProofRecord, FaultKind> {
        let text = format!("{board} {} {hand} {rank} {play}", side.letter());
        ProofRecord::read(&text).map_err(|(_, kind)| kind)
    }

    pub(super) fn read(text: &str) -> Result<ProofRecord, LineFault> {
        let line = Line::read(text)?;
        if line.number == 0 {
            return Err((usize::from(line.resource_end) + 1, FaultKind::Number("*".into())));
        }
        let start = usize::from(line.moves_start);
        match line.moves() {
            "" => Err((text.len(), FaultKind::NoMove)),
            play => read_move(play, start).map(|_| ProofRecord(line)),
        }
    }

    /// The number of plies within which the move wins.
    pub fn rank(&self) -> u32 {
        self.0.number
    }

    /// The winning move.
    pub fn play(&self) -> &str {
        self.0.moves()
    }
}

impl EscapeRecord {
    /// A record from its fields: the board as in SFEN, the prover, the largest hand that the prover
    /// may hold (`-` if empty), the bound, and a reply to each of the prover's moves.
    ///
    /// # Errors
    /// A field that the format cannot hold. [`check`](super::check()) decides whether the record is
    /// true.
    pub fn new<'a>(
        board: &str,
        side: Side,
        hand: &str,
        bound: Bound,
        answers: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<EscapeRecord, FaultKind> {
        let text = EscapeRecord::written(board, side, hand, bound, answers);
        EscapeRecord::read(&text).map_err(|(_, kind)| kind)
    }

    /// A record of the section `nohisshi` (version 3) from its fields. Unlike other records it has
    /// replies if its bound is 1.
    ///
    /// # Errors
    /// A field that the format cannot hold.
    pub fn of_brinkmate<'a>(
        board: &str,
        side: Side,
        hand: &str,
        bound: Bound,
        answers: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<EscapeRecord, FaultKind> {
        let text = EscapeRecord::written(board, side, hand, bound, answers);
        EscapeRecord::read_of_brinkmate(&text).map_err(|(_, kind)| kind)
    }

    fn written<'a>(
        board: &str,
        side: Side,
        hand: &str,
        bound: Bound,
        answers: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> String {
        let mut text = format!("{board} {} {hand} ", side.letter());
        match bound {
            Bound::Plies(plies) => text += &plies.to_string(),
            Bound::Unlimited => text.push('*'),
        }
        for (play, reply) in answers {
            text += &format!(" {play}:{reply}");
        }
        text
    }

    pub(super) fn read(text: &str) -> Result<EscapeRecord, LineFault> {
        let record = EscapeRecord::read_of_brinkmate(text)?;
        let line = record.line();
        if line.number == 1 && !line.moves().is_empty() {
            return Err((usize::from(line.moves_start), FaultKind::AnswersAtOne));
        }
        Ok(record)
    }

    pub(super) fn read_of_brinkmate(text: &str) -> Result<EscapeRecord, LineFault> {
        let line = Line::read(text)?;
        let mut at = usize::from(line.moves_start);
        if !line.moves().is_empty() {
            for pair in line.moves().split(' ') {
                let (play, reply) = pair
                    .split_once(':')
                    .ok_or_else(|| (at, FaultKind::Pair(pair.into())))?;
                read_move(play, at)?;
                read_move(reply, at + play.len() + 1)?;
                at += pair.len() + 1;
            }
        }
        Ok(EscapeRecord(line))
    }

    /// For how many plies the replies prevent the goal.
    pub fn bound(&self) -> Bound {
        match self.0.number {
            0 => Bound::Unlimited,
            plies => Bound::Plies(plies),
        }
    }

    /// The prover's moves, each with its reply.
    pub fn answers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.moves().split(' ').filter_map(|pair| pair.split_once(':'))
    }
}

/// The fields that both kinds of record have.
macro_rules! fields {
    ($record:ident) => {
        impl $record {
            /// The board: the first field of SFEN or FEN.
            pub fn board(&self) -> &str {
                self.0.board()
            }

            /// The side to move, which is the prover.
            pub fn side(&self) -> Side {
                self.0.side()
            }

            /// The prover's hand as in SFEN; `-` if empty.
            pub fn hand(&self) -> &str {
                self.0.resource()
            }

            /// The line of the file.
            pub fn text(&self) -> &str {
                &self.0.text
            }

            pub(super) fn line(&self) -> &Line {
                &self.0
            }
        }
    };
}

fields!(ProofRecord);
fields!(EscapeRecord);

impl Line {
    fn read(text: &str) -> Result<Line, LineFault> {
        let mut ends = text.match_indices(' ').map(|(end, _)| end);
        let mut end = |what| ends.next().ok_or((text.len(), FaultKind::Missing(what)));
        let board_end = end("a side to move")?;
        let side_end = end("a hand")?;
        let resource_end = end("a number")?;
        let number_end = ends.next().unwrap_or(text.len());

        for (start, end) in [(0, board_end), (side_end + 1, resource_end)] {
            let field = &text[start..end];
            if field.is_empty() {
                return Err((start, FaultKind::EmptyField));
            }
            let strange = |c: char| !(c.is_ascii_alphanumeric() || "+/-".contains(c));
            if let Some((at, letter)) = field.char_indices().find(|&(_, c)| strange(c)) {
                return Err((start + at, FaultKind::Letter(letter)));
            }
        }
        let side = &text[board_end + 1..side_end];
        if Side::from_text(side).is_none() {
            return Err((board_end + 1, FaultKind::Side(side.into())));
        }
        let number = match &text[resource_end + 1..number_end] {
            "*" => 0,
            digits => {
                read_number(digits).ok_or_else(|| (resource_end + 1, FaultKind::Number(digits.into())))?
            }
        };
        if number_end + 1 == text.len() {
            return Err((number_end, FaultKind::EmptyField));
        }
        let offset = |at: usize| {
            u16::try_from(at)
                .ok()
                .filter(|_| number_end <= LONGEST_POSITION)
                .ok_or((0, FaultKind::TooLong))
        };
        Ok(Line {
            number,
            board_end: offset(board_end)?,
            resource_end: offset(resource_end)?,
            moves_start: offset((number_end + 1).min(text.len()))?,
            text: text.into(),
        })
    }

    pub(super) fn board(&self) -> &str {
        &self.text[..usize::from(self.board_end)]
    }

    pub(super) fn side(&self) -> Side {
        match self.text.as_bytes()[usize::from(self.board_end) + 1] {
            b'b' => Side::Black,
            _ => Side::White,
        }
    }

    pub(super) fn resource(&self) -> &str {
        &self.text[usize::from(self.board_end) + 3..usize::from(self.resource_end)]
    }

    /// Board, side and hand.
    pub(super) fn position(&self) -> &str {
        &self.text[..usize::from(self.resource_end)]
    }

    /// The rank or bound; 0 for `*`.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    fn moves(&self) -> &str {
        &self.text[usize::from(self.moves_start)..]
    }
}

/// Reads a number from 1 without leading zeros.
pub(super) fn read_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|digit| digit.is_ascii_digit()) && !text.starts_with('0');
    text.parse()
        .ok()
        .filter(|&number| plain && number <= LARGEST_NUMBER)
}

/// Checks letters and length only. The game decides whether the text is a move.
pub(super) fn read_move(text: &str, at: usize) -> Result<(), LineFault> {
    let plain = text
        .bytes()
        .all(|letter| letter.is_ascii_alphanumeric() || b"*+".contains(&letter));
    if plain && (1..=LONGEST_MOVE).contains(&text.len()) {
        Ok(())
    } else {
        Err((at, FaultKind::Move(text.into())))
    }
}
