//! Reads the text of a certificate: syntax only.

use super::{Certificate, Section, VERSION};
use crate::certificate::decode::{Lines, read_claims, read_end, read_game, read_magic};
use crate::certificate::record::LineFault;
use crate::certificate::{Bound, EscapeRecord, Fault, FaultKind, ProofRecord, Question};
use std::io::BufRead;

/// Reads a certificate, line by line.
///
/// # Errors
/// The first fault of the text with its place.
pub fn decode(reader: impl BufRead) -> Result<Certificate, Fault> {
    let mut lines = Lines::new(reader);
    lines.advance()?;
    read_magic(&lines, VERSION)?;
    lines.advance_or_truncated()?;
    let game = read_game(&mut lines)?;
    if lines.text() != "question hisshi" {
        return Err(lines.fault(0, FaultKind::Expected("`question hisshi`")));
    }
    lines.advance_or_truncated()?;
    let (root, claims) = read_claims(&mut lines, Question::Hisshi)?;
    let mut certificate = Certificate::new(game, root, claims);
    read_sections(&mut lines, &mut certificate)?;
    Ok(certificate)
}

fn read_sections<R: BufRead>(lines: &mut Lines<R>, certificate: &mut Certificate) -> Result<(), Fault> {
    let mut section: Option<Section> = None;
    loop {
        let is_empty = section.is_some_and(|section| certificate.count(section) == 0);
        let ends = lines.text().starts_with("end ");
        if is_empty && (ends || lines.text().starts_with("section ")) {
            return Err(lines.fault(0, FaultKind::EmptySection));
        }
        if ends {
            return read_end(lines, certificate.records());
        }
        if let Some(name) = lines.text().strip_prefix("section ") {
            let place = "section ".len();
            let next = Section::ALL.into_iter().find(|section| section.name() == name);
            let next = next.ok_or_else(|| lines.fault(place, FaultKind::BrinkmateSection(name.into())))?;
            if section.is_some_and(|last| last >= next) {
                return Err(lines.fault(place, FaultKind::BrinkmateSectionOrder(next.name())));
            }
            section = Some(next);
        } else {
            match section {
                Some(section) => read_record(lines.text(), section, certificate)
                    .map_err(|(offset, kind)| lines.fault(offset, kind))?,
                None => return Err(lines.fault(0, FaultKind::Expected("`claim`, `section` or `end`"))),
            }
        }
        lines.advance_or_truncated()?;
    }
}

fn read_record(text: &str, section: Section, certificate: &mut Certificate) -> Result<(), LineFault> {
    match section {
        Section::Mate => certificate.mates.proof.push(ProofRecord::read(text)?),
        Section::NoMate => {
            let record = EscapeRecord::read(text)?;
            if record.bound() != Bound::Unlimited {
                return Err((record.line().position().len() + 1, FaultKind::FiniteMate));
            }
            certificate.mates.closed.push(record);
        }
        Section::Hisshi => certificate.hisshi.push(ProofRecord::read(text)?),
        Section::NoHisshi => certificate.nohisshi.push(EscapeRecord::read_of_brinkmate(text)?),
    }
    Ok(())
}
