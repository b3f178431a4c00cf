//! A fact about an exact position or a pair: one line of the sections `win`, `mated`, `safe`,
//! `escape`, `alike` and `unlike`.
//!
//! A fact *is* its line of text, split into fields when it is made.

use super::Section;
use crate::Side;
use crate::certificate::FaultKind;
use crate::certificate::record::{LONGEST_POSITION, LineFault, read_move, read_number};

/// A fact about an exact position, or about a pair of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    text: Box<str>,
    number: u32,
    board_end: u16,
    position_end: u16,
    words_start: u16,
}

/// A refutation: the reply, and the core by which the reply counts, if the record names one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Refutation<'a> {
    pub(super) reply: &'a str,
    pub(super) core: Option<u32>,
}

/// A stripped square: the evidence that drops on it are futile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stripped<'a> {
    pub(super) square: &'a str,
    pub(super) taking: &'a str,
    pub(super) plies: u32,
    pub(super) refutation: Option<Refutation<'a>>,
}

impl Fact {
    /// A fact from its fields: a position (board, side to move, the attacker's hand), the number of
    /// plies, and the words of the section as in [the format](super).
    ///
    /// # Errors
    /// A field that the format cannot hold.
    pub fn new(section: Section, position: &str, plies: u32, words: &[String]) -> Result<Fact, FaultKind> {
        let mut text = format!("{position} {plies}");
        for word in words {
            text.push(' ');
            text.push_str(word);
        }
        Fact::read(section, &text).map_err(|(_, kind)| kind)
    }

    pub(super) fn read(section: Section, text: &str) -> Result<Fact, LineFault> {
        let mut ends = text.match_indices(' ').map(|(end, _)| end);
        let mut end = |what| ends.next().ok_or((text.len(), FaultKind::Missing(what)));
        let board_end = end("a side to move")?;
        let side_end = end("a hand")?;
        let position_end = end("a number")?;
        let number_end = ends.next().unwrap_or(text.len());
        let side = &text[board_end + 1..side_end];
        if Side::from_text(side).is_none() {
            return Err((board_end + 1, FaultKind::Side(side.into())));
        }
        let digits = &text[position_end + 1..number_end];
        let number = number(digits).ok_or_else(|| (position_end + 1, FaultKind::Number(digits.into())))?;
        let offset = |at: usize| {
            let short = number_end <= LONGEST_POSITION;
            u16::try_from(at)
                .ok()
                .filter(|_| short)
                .ok_or((0, FaultKind::TooLong))
        };
        let fact = Fact {
            number,
            board_end: offset(board_end)?,
            position_end: offset(position_end)?,
            words_start: offset((number_end + 1).min(text.len()))?,
            text: text.into(),
        };
        if number_end + 1 == text.len() {
            return Err((number_end, FaultKind::EmptyField));
        }
        fact.read_words(section)?;
        Ok(fact)
    }

    /// Checks the words after the number, which differ from section to section.
    fn read_words(&self, section: Section) -> Result<(), LineFault> {
        let mut at = usize::from(self.words_start);
        let mut count = 0;
        for (i, word) in self.words().enumerate() {
            let misread = |kind| (at, kind);
            match (section, i) {
                (Section::Win, 0) => read_move(word, at)?,
                (Section::Mated, 0) => {
                    if word != "-" && word.len() != 2 {
                        return Err(misread(FaultKind::Expected("`-` or a square")));
                    }
                }
                (Section::Alike | Section::Unlike, 0) => {
                    if word.len() > LONGEST_POSITION {
                        return Err(misread(FaultKind::TooLong));
                    }
                }
                (Section::Win | Section::Mated | Section::Alike, _) => {
                    if let Some((reply, check)) =
                        parse_answered_reply(word).filter(|_| section == Section::Alike)
                    {
                        read_move(reply, at)?;
                        read_move(check, at)?;
                    } else {
                        read_stripped(word, at)?;
                    }
                }
                (Section::Safe, _) => {
                    let (play, refutation) =
                        parse_refuted_move(word).ok_or_else(|| misread(FaultKind::Pair(word.into())))?;
                    read_move(play, at)?;
                    read_move(refutation.reply, at)?;
                }
                (_, i) => {
                    let only = i == usize::from(section == Section::Unlike);
                    let refutation = parse_refutation(word).filter(|_| only);
                    let refutation = refutation.ok_or_else(|| misread(FaultKind::Expected("one reply")))?;
                    read_move(refutation.reply, at)?;
                }
            }
            count = i + 1;
            at += word.len() + 1;
        }
        let least = match section {
            Section::Safe => 0,
            Section::Unlike => 2,
            _ => 1,
        };
        if count < least {
            return Err((at, FaultKind::NoMove));
        }
        Ok(())
    }

    /// Board, side to move and the attacker's hand.
    pub fn position(&self) -> &str {
        &self.text[..usize::from(self.position_end)]
    }

    /// The number of plies.
    pub fn plies(&self) -> u32 {
        self.number
    }

    /// The line of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn board(&self) -> &str {
        &self.text[..usize::from(self.board_end)]
    }

    pub(super) fn hand(&self) -> &str {
        &self.text[usize::from(self.board_end) + 3..usize::from(self.position_end)]
    }

    pub(super) fn side(&self) -> Side {
        match self.text.as_bytes()[usize::from(self.board_end) + 1] {
            b'b' => Side::Black,
            _ => Side::White,
        }
    }

    /// The words after the number.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let words = &self.text[usize::from(self.words_start)..];
        words.split(' ').filter(move |_| !words.is_empty())
    }

    /// The first word: the move of `win`, the limit of `mated`, the reply of `escape`, the second
    /// board of `alike` and `unlike`.
    pub(super) fn first_word(&self) -> &str {
        self.words().next().unwrap_or_default()
    }
}

/// Reads a number from 0 without leading zeros.
fn number(text: &str) -> Option<u32> {
    if text == "0" { Some(0) } else { read_number(text) }
}

/// Reads `reply` or `reply/core`.
pub(super) fn parse_refutation(word: &str) -> Option<Refutation<'_>> {
    match word.split_once('/') {
        None => Some(Refutation {
            reply: word,
            core: None,
        }),
        Some((reply, core)) => number(core).map(|core| Refutation {
            reply,
            core: Some(core),
        }),
    }
}

/// Reads `move:refutation`.
pub(super) fn parse_refuted_move(word: &str) -> Option<(&str, Refutation<'_>)> {
    let (play, held) = word.split_once(':')?;
    Some((play, parse_refutation(held)?))
}

/// Reads a reply and the check that answers it.
pub(super) fn parse_answered_reply(word: &str) -> Option<(&str, &str)> {
    word.split_once(':').filter(|(_, check)| !check.contains(':'))
}

fn read_stripped(word: &str, at: usize) -> Result<(), LineFault> {
    let expected = FaultKind::Expected("square:taking:plies:reply of a stripped drop");
    let stripped = parse_stripped(word).ok_or((at, expected))?;
    read_move(stripped.taking, at)?;
    match stripped.refutation {
        Some(refutation) => read_move(refutation.reply, at),
        None => Ok(()),
    }
}

/// Reads `square:taking:plies:refutation`.
pub(super) fn parse_stripped(word: &str) -> Option<Stripped<'_>> {
    let mut fields = word.split(':');
    let (square, taking) = (fields.next()?, fields.next()?);
    let (plies, held) = (fields.next()?, fields.next()?);
    let plies = number(plies)?;
    let refutation = match held {
        "-" => None,
        held => Some(parse_refutation(held)?),
    };
    (fields.next().is_none() && square.len() == 2).then_some(Stripped {
        square,
        taking,
        plies,
        refutation,
    })
}
