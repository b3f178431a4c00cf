//! One line of a section: a position with the prover to move and what to do there.
//!
//! A record *is* its line of text, cut into fields when it is made. That is as small as a record gets without a code for
//! boards (a certificate may have millions), it is written back as it was read, and no game need be known to hold it.

use super::FaultKind;
use crate::Side;

/// The longest text of a board and a hand together. The largest board takes 170 letters.
pub(super) const LONGEST_POSITION: usize = 1000;

/// The longest move: `2b3a+`, `pass`; some room is left for other games.
const LONGEST_MOVE: usize = 8;

/// The largest rank, bound or length.
pub(super) const LARGEST_NUMBER: u32 = 999_999_999;

/// How long the replies of a record hold out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// The prover does not reach its goal within so many plies.
    Plies(u32),
    /// It never does: `*`.
    Unlimited,
}

/// A record of the section `proof`: in this position the move reaches the goal within so many plies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofRecord(Line);

/// A record of the sections `bounded` and `closed`: in this position every move of the prover has one of these replies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EscapeRecord(Line);

/// The text of a record and where its fields are.
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

/// What is wrong with a line, and at which byte.
pub(super) type LineFault = (usize, FaultKind);

impl ProofRecord {
    /// A record from its fields: the board as in SFEN, the prover, what it needs in hand (`-` for nothing), the rank,
    /// the move.
    ///
    /// # Errors
    /// A field that the format cannot hold. Whether the record is true is for [`check`](super::check()) to say.
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

    /// Within how many plies the move wins.
    pub fn rank(&self) -> u32 {
        self.0.number
    }

    /// The winning move.
    pub fn play(&self) -> &str {
        self.0.moves()
    }
}

impl EscapeRecord {
    /// A record from its fields: the board as in SFEN, the prover, the most it may hold (`-` for nothing), the bound,
    /// and a reply to each of the prover's moves.
    ///
    /// # Errors
    /// A field that the format cannot hold. Whether the record is true is for [`check`](super::check()) to say.
    pub fn new<'a>(
        board: &str,
        side: Side,
        hand: &str,
        bound: Bound,
        answers: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<EscapeRecord, FaultKind> {
        let mut text = format!("{board} {} {hand} ", side.letter());
        match bound {
            Bound::Plies(plies) => text += &plies.to_string(),
            Bound::Unlimited => text.push('*'),
        }
        for (play, reply) in answers {
            text += &format!(" {play}:{reply}");
        }
        EscapeRecord::read(&text).map_err(|(_, kind)| kind)
    }

    pub(super) fn read(text: &str) -> Result<EscapeRecord, LineFault> {
        let line = Line::read(text)?;
        if line.number == 1 && !line.moves().is_empty() {
            return Err((usize::from(line.moves_start), FaultKind::AnswersAtOne));
        }
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

    /// How long the replies hold out.
    pub fn bound(&self) -> Bound {
        match self.0.number {
            0 => Bound::Unlimited,
            plies => Bound::Plies(plies),
        }
    }

    /// The prover's moves with the replies to them.
    pub fn answers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.moves().split(' ').filter_map(|pair| pair.split_once(':'))
    }
}

/// What both kinds of record have.
macro_rules! fields {
    ($record:ident) => {
        impl $record {
            /// The board, as in the first field of SFEN or FEN.
            pub fn board(&self) -> &str {
                self.0.board()
            }

            /// The side to move, which is the prover.
            pub fn side(&self) -> Side {
                self.0.side()
            }

            /// What the prover holds, as in SFEN; `-` for nothing.
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

/// A number from 1, without leading zeros.
pub(super) fn read_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|digit| digit.is_ascii_digit()) && !text.starts_with('0');
    text.parse()
        .ok()
        .filter(|&number| plain && number <= LARGEST_NUMBER)
}

/// Letters and length only: what a move means is for the game to say.
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
