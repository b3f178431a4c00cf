//! Reads the text of a certificate: syntax only.

use super::{Certificate, Fact, Policy, Section, VERSION};
use crate::certificate::decode::{Lines, read_claims, read_end, read_game, read_magic, read_question};
use crate::certificate::record::{LineFault, read_number};
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
    let question = read_question(&mut lines)?;
    if question != Question::Tsume {
        return Err(lines.fault(0, FaultKind::Expected("`question tsume` before this line")));
    }
    let text = lines.value("policy ", "`policy`, its name and its version")?;
    let policy = text
        .split_once(' ')
        .and_then(|(name, version)| Policy::find(name, read_number(version)?));
    let policy = policy.ok_or_else(|| lines.fault("policy ".len(), FaultKind::Policy(text.into())))?;
    lines.advance_or_truncated()?;
    let (root, claims) = read_claims(&mut lines, question)?;
    let mut certificate = Certificate::new(game, policy, root, claims);
    read_sections(&mut lines, &mut certificate)?;
    Ok(certificate)
}

fn read_sections<R: BufRead>(lines: &mut Lines<R>, certificate: &mut Certificate) -> Result<(), Fault> {
    let mut section = None;
    loop {
        let empty = |section: Option<Section>, certificate: &Certificate| {
            section.is_some_and(|section| certificate.count(section) == 0)
        };
        if lines.text().starts_with("end ") {
            if empty(section, certificate) {
                return Err(lines.fault(0, FaultKind::EmptySection));
            }
            return read_end(lines, certificate.records());
        }
        if let Some(name) = lines.text().strip_prefix("section ") {
            let place = "section ".len();
            let next = Section::ALL.into_iter().find(|section| section.name() == name);
            let next = next.ok_or_else(|| lines.fault(place, FaultKind::PolicySection(name.into())))?;
            if empty(section, certificate) {
                return Err(lines.fault(0, FaultKind::EmptySection));
            }
            if section.is_some_and(|last| last >= next) {
                return Err(lines.fault(place, FaultKind::PolicySectionOrder(next.name())));
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
        Section::Win => certificate.win.push(Fact::read(section, text)?),
        Section::Mated => certificate.mated.push(Fact::read(section, text)?),
        Section::Safe => certificate.safe.push(Fact::read(section, text)?),
        Section::Escape => certificate.escape.push(Fact::read(section, text)?),
        Section::Alike => certificate.alike.push(Fact::read(section, text)?),
        Section::Unlike => certificate.unlike.push(Fact::read(section, text)?),
        Section::Proof => certificate.proof.push(ProofRecord::read(text)?),
        Section::Bare => certificate.bare.push(EscapeRecord::read(text)?),
        Section::Closed => {
            let record = EscapeRecord::read(text)?;
            if record.bound() != Bound::Unlimited {
                return Err((0, FaultKind::FiniteBound));
            }
            certificate.closed.push(record);
        }
    }
    Ok(())
}
