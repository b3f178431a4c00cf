//! Reads the text of a certificate: syntax only.

use super::{Certificate, Fact, Policy, Section, VERSION};
use crate::certificate::decode::{
    Lines, Sections, read_claims, read_game, read_magic, read_question, read_sections,
};
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

impl Sections for Certificate {
    type Section = Section;

    fn find(name: &str) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.name() == name)
    }

    fn unknown(name: &str) -> FaultKind {
        FaultKind::PolicySection(name.into())
    }

    fn out_of_order(section: Section) -> FaultKind {
        FaultKind::PolicySectionOrder(section.name())
    }

    fn read_in(&self, section: Section) -> usize {
        self.count(section)
    }

    fn read_in_all(&self) -> usize {
        self.records()
    }

    fn read_record(&mut self, section: Section, text: &str) -> Result<(), LineFault> {
        match section {
            Section::Win => self.win.push(Fact::read(section, text)?),
            Section::Mated => self.mated.push(Fact::read(section, text)?),
            Section::Safe => self.safe.push(Fact::read(section, text)?),
            Section::Escape => self.escape.push(Fact::read(section, text)?),
            Section::Alike => self.alike.push(Fact::read(section, text)?),
            Section::Unlike => self.unlike.push(Fact::read(section, text)?),
            Section::Proof => self.proof.push(ProofRecord::read(text)?),
            Section::Bare => self.bare.push(EscapeRecord::read(text)?),
            Section::Closed => {
                let record = EscapeRecord::read(text)?;
                if record.bound() != Bound::Unlimited {
                    return Err((0, FaultKind::FiniteBound));
                }
                self.closed.push(record);
            }
        }
        Ok(())
    }
}
