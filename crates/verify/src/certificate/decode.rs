//! Reads the text of a certificate: syntax only.
//!
//! The reader does not say whether a certificate is true, nor even whether its boards are boards.
//! It makes sure that every field is in its place and that nothing is lost. The end marker counts
//! the records, so a file that was cut off, or in which lines are missing or doubled, fails here
//! and not in the checker.

use std::io::{BufRead, Read as _};
use std::str::FromStr;

use super::game::read_kind;
use super::record::{LineFault, read_number};
use super::{
    Bound, Certificate, Claim, EscapeRecord, Fault, FaultKind, Game, MAGIC, ProofRecord, Question, Section,
    VERSION,
};

/// Reads a certificate, line by line.
///
/// # Errors
/// The first fault of the text with its place; see [`FaultKind`].
pub fn decode(reader: impl BufRead) -> Result<Certificate, Fault> {
    let mut lines = Lines::new(reader);
    let mut certificate = read_header(&mut lines)?;
    read_sections(&mut lines, &mut certificate)?;
    Ok(certificate)
}

impl FromStr for Certificate {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Certificate, Fault> {
        decode(text.as_bytes())
    }
}

fn read_header<R: BufRead>(lines: &mut Lines<R>) -> Result<Certificate, Fault> {
    lines.advance()?;
    read_magic(lines, VERSION)?;
    lines.advance_or_truncated()?;
    let game = read_game(lines)?;
    let question = read_question(lines)?;
    let (root, claims) = read_claims(lines, question)?;
    Ok(Certificate::new(game, question, root, claims))
}

/// Checks the current line, which is the first one.
pub(super) fn read_magic<R: BufRead>(lines: &Lines<R>, version: &str) -> Result<(), Fault> {
    match lines.text().strip_prefix(MAGIC) {
        Some(rest) if rest.strip_prefix(' ') == Some(version) => Ok(()),
        Some(rest) if rest.starts_with(' ') => {
            Err(lines.fault(MAGIC.len() + 1, FaultKind::Version(rest[1..].into())))
        }
        _ => Err(lines.fault(0, FaultKind::Magic)),
    }
}

/// Reads the game, which starts on the current line.
pub(super) fn read_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Game, Fault> {
    let game_line = lines.number;
    let head = lines.value("game ", "`game` and the name of a game")?.to_string();
    lines.advance_or_truncated()?;
    let mut pieces = Vec::new();
    while let Some(piece) = lines.text().strip_prefix("piece ") {
        read_kind(piece).map_err(|kind| lines.fault("piece ".len(), kind))?;
        pieces.push(piece.to_string());
        lines.advance_or_truncated()?;
    }
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    Game::parse(&head, &pieces).map_err(|kind| Fault {
        line: game_line,
        column: "game ".len() as u64 + 1,
        kind,
    })
}

/// Reads the question on the current line.
pub(super) fn read_question<R: BufRead>(lines: &mut Lines<R>) -> Result<Question, Fault> {
    let name = lines.value("question ", "`question` and a question")?;
    let question = Question::from_name(name)
        .ok_or_else(|| lines.fault("question ".len(), FaultKind::Question(name.into())))?;
    lines.advance_or_truncated()?;
    Ok(question)
}

/// Reads the root and the claims, which start on the current line.
pub(super) fn read_claims<R: BufRead>(
    lines: &mut Lines<R>,
    question: Question,
) -> Result<(String, Vec<Claim>), Fault> {
    let root = lines.value("root ", "`root` and a position")?.to_string();
    lines.advance_or_truncated()?;
    let mut claims = Vec::new();
    while let Some(text) = lines.text().strip_prefix("claim ") {
        let claim = Claim::parse(text, question).ok_or_else(|| {
            let (text, goal) = (text.to_string(), question.goal());
            lines.fault("claim ".len(), FaultKind::Claim { text, goal })
        })?;
        claims.push(claim);
        lines.advance_or_truncated()?;
    }
    if claims.is_empty() {
        return Err(lines.fault(0, FaultKind::Expected("`claim` and a claim")));
    }
    Ok((root, claims))
}

/// Reads the end marker with the number of records. Nothing may follow it.
fn read_end<R: BufRead>(lines: &mut Lines<R>, found: usize) -> Result<(), Fault> {
    let said = lines.text().strip_prefix("end ").unwrap_or_default();
    let right = match said {
        "0" => found == 0,
        _ => read_number(said).is_some_and(|said| said as usize == found),
    };
    if !right {
        let said = said.to_string();
        return Err(lines.fault("end ".len(), FaultKind::Count { said, found }));
    }
    match lines.advance()? {
        true => Err(lines.fault(0, FaultKind::AfterEnd)),
        false => Ok(()),
    }
}

/// A certificate of any version, as far as its sections are read.
pub(super) trait Sections {
    /// A section. Sections are ordered as in the file.
    type Section: Copy + Ord;

    /// The section with this word.
    fn find(name: &str) -> Option<Self::Section>;

    /// The fault of a word that no section has.
    fn unknown(name: &str) -> FaultKind;

    /// The fault of a section that is out of order or occurs twice.
    fn out_of_order(section: Self::Section) -> FaultKind;

    /// The number of records that were read in a section.
    fn read_in(&self, section: Self::Section) -> usize;

    /// The number of records that were read.
    fn read_in_all(&self) -> usize;

    /// Reads a record of a section.
    fn read_record(&mut self, section: Self::Section, text: &str) -> Result<(), LineFault>;
}

/// Reads everything after the header, which starts on the current line.
pub(super) fn read_sections<R: BufRead, C: Sections>(
    lines: &mut Lines<R>,
    certificate: &mut C,
) -> Result<(), Fault> {
    let mut section = None;
    loop {
        if lines.text().starts_with("end ") {
            close(lines, section, certificate)?;
            return read_end(lines, certificate.read_in_all());
        }
        if let Some(name) = lines.text().strip_prefix("section ") {
            let place = "section ".len();
            let next = C::find(name).ok_or_else(|| lines.fault(place, C::unknown(name)))?;
            close(lines, section, certificate)?;
            if section.is_some_and(|last| last >= next) {
                return Err(lines.fault(place, C::out_of_order(next)));
            }
            section = Some(next);
        } else {
            match section {
                Some(section) => certificate
                    .read_record(section, lines.text())
                    .map_err(|(offset, kind)| lines.fault(offset, kind))?,
                None => return Err(lines.fault(0, FaultKind::Expected("`claim`, `section` or `end`"))),
            }
        }
        lines.advance_or_truncated()?;
    }
}

/// Ends a section, which must have at least one record.
fn close<R: BufRead, C: Sections>(
    lines: &Lines<R>,
    section: Option<C::Section>,
    certificate: &C,
) -> Result<(), Fault> {
    match section {
        Some(section) if certificate.read_in(section) == 0 => Err(lines.fault(0, FaultKind::EmptySection)),
        _ => Ok(()),
    }
}

impl Sections for Certificate {
    type Section = Section;

    fn find(name: &str) -> Option<Section> {
        Section::from_name(name)
    }

    fn unknown(name: &str) -> FaultKind {
        FaultKind::Section(name.into())
    }

    fn out_of_order(section: Section) -> FaultKind {
        FaultKind::SectionOrder(section.name())
    }

    fn read_in(&self, section: Section) -> usize {
        self.count(section)
    }

    fn read_in_all(&self) -> usize {
        self.records()
    }

    fn read_record(&mut self, section: Section, text: &str) -> Result<(), LineFault> {
        match section {
            Section::Proof => self.proof.push(ProofRecord::read(text)?),
            Section::Bounded => self.bounded.push(EscapeRecord::read(text)?),
            Section::Closed => {
                let record = EscapeRecord::read(text)?;
                if record.bound() != Bound::Unlimited {
                    return Err((record.line().position().len() + 1, FaultKind::FiniteBound));
                }
                self.closed.push(record);
            }
        }
        Ok(())
    }
}

/// The longest line in bytes. The longest record lists some hundred moves with their replies.
const LONGEST_LINE: u64 = 1 << 20;

/// A text, read line by line.
pub(super) struct Lines<R> {
    reader: R,
    bytes: Vec<u8>,
    /// The current line, without its line end.
    text: String,
    /// The number of the current line, from 1.
    pub(super) number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R) -> Lines<R> {
        Lines {
            reader,
            bytes: Vec::new(),
            text: String::new(),
            number: 0,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Goes to the next line. At the end of the text the result is `false` and the line is empty.
    pub(super) fn advance(&mut self) -> Result<bool, Fault> {
        self.number += 1;
        self.bytes.clear();
        self.text.clear();
        let mut bounded = self.reader.by_ref().take(LONGEST_LINE + 1);
        match bounded.read_until(b'\n', &mut self.bytes) {
            Err(error) => return Err(self.fault(0, FaultKind::Unreadable(error.to_string()))),
            Ok(read) if read as u64 > LONGEST_LINE => return Err(self.fault(0, FaultKind::LineTooLong)),
            Ok(_) => {}
        }
        let any = !self.bytes.is_empty();
        if self.bytes.ends_with(b"\n") {
            self.bytes.pop();
            if self.bytes.ends_with(b"\r") {
                self.bytes.pop();
            }
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => self.text.push_str(text),
            Err(error) => {
                let good = &self.bytes[..error.valid_up_to()];
                self.text.push_str(&String::from_utf8_lossy(good));
                return Err(self.fault(good.len(), FaultKind::NotUtf8));
            }
        }
        Ok(any)
    }

    /// Goes to the next line; the text must not end here.
    pub(super) fn advance_or_truncated(&mut self) -> Result<(), Fault> {
        match self.advance()? {
            true => Ok(()),
            false => Err(self.fault(0, FaultKind::Truncated)),
        }
    }

    /// The rest of the current line after this word.
    pub(super) fn value(&self, word: &str, expected: &'static str) -> Result<&str, Fault> {
        self.text()
            .strip_prefix(word)
            .ok_or_else(|| self.fault(0, FaultKind::Expected(expected)))
    }

    /// A fault at this byte of the current line.
    pub(super) fn fault(&self, offset: usize, kind: FaultKind) -> Fault {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        Fault {
            line: self.number,
            column: before.chars().count() as u64 + 1,
            kind,
        }
    }
}
