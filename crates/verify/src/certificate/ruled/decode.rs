//! Text to certificate: the syntax only.

use super::super::decode::{Lines, read_claims, read_end, read_game, read_magic, read_question};
use super::super::record::{Misread, read_number};
use super::super::{Bound, EscapeRecord, Fault, FaultKind, ProofRecord};
use super::{Certificate, Fact, Part, Policy, VERSION};
use std::io::BufRead;

/// Reads a certificate, a line at a time.
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
    if question != super::Question::Tsume {
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
    read_parts(&mut lines, &mut certificate)?;
    Ok(certificate)
}

fn read_parts<R: BufRead>(lines: &mut Lines<R>, certificate: &mut Certificate) -> Result<(), Fault> {
    let mut part = None;
    loop {
        let empty = |part: Option<Part>, certificate: &Certificate| {
            part.is_some_and(|part| certificate.count(part) == 0)
        };
        if lines.text().starts_with("end ") {
            if empty(part, certificate) {
                return Err(lines.fault(0, FaultKind::EmptySection));
            }
            return read_end(lines, certificate.records());
        }
        if let Some(name) = lines.text().strip_prefix("section ") {
            let place = "section ".len();
            let next = Part::ALL.into_iter().find(|part| part.name() == name);
            let next = next.ok_or_else(|| lines.fault(place, FaultKind::Part(name.into())))?;
            if empty(part, certificate) {
                return Err(lines.fault(0, FaultKind::EmptySection));
            }
            if part.is_some_and(|last| last >= next) {
                return Err(lines.fault(place, FaultKind::PartOrder(next.name())));
            }
            part = Some(next);
        } else {
            match part {
                Some(part) => read_record(lines.text(), part, certificate)
                    .map_err(|(offset, kind)| lines.fault(offset, kind))?,
                None => return Err(lines.fault(0, FaultKind::Expected("`claim`, `section` or `end`"))),
            }
        }
        lines.advance_or_truncated()?;
    }
}

fn read_record(text: &str, part: Part, certificate: &mut Certificate) -> Result<(), Misread> {
    match part {
        Part::Win => certificate.win.push(Fact::read(part, text)?),
        Part::Mated => certificate.mated.push(Fact::read(part, text)?),
        Part::Safe => certificate.safe.push(Fact::read(part, text)?),
        Part::Escape => certificate.escape.push(Fact::read(part, text)?),
        Part::Alike => certificate.alike.push(Fact::read(part, text)?),
        Part::Unlike => certificate.unlike.push(Fact::read(part, text)?),
        Part::Proof => certificate.proof.push(ProofRecord::read(text)?),
        Part::Bare => certificate.bare.push(EscapeRecord::read(text)?),
        Part::Closed => {
            let record = EscapeRecord::read(text)?;
            if record.bound() != Bound::Unlimited {
                return Err((0, FaultKind::FiniteBound));
            }
            certificate.closed.push(record);
        }
    }
    Ok(())
}
