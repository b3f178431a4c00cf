//! A part: the results of one frame, as text.
//!
//! A part is written whole when its frame is done, and a resumed run reads it. The first line names
//! space, terms and frame. Each result has a line. The last line is a checksum. Times and node
//! counts are not in it, so two runs write the same bytes.

use crate::leftover::{CONVENTIONS, Leftovers};
use std::fmt::Write as _;
use thiserror::Error;
use yose_tsume::Grade;

/// A mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The number of the diagram.
    pub number: u64,
    /// Its exact length.
    pub length: u32,
    /// Pieces left under each convention.
    pub lefts: Leftovers,
    /// A line of best play, as USI moves. If there is a grade, the line has it.
    pub line: String,
    /// The grade, of mates that were checked for cooks.
    pub graded: Option<Graded>,
}

/// How a mate was graded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The grade. `None`: the lines of best play lead through too many positions.
    pub grade: Option<Grade>,
    /// How many lines of best play have each grade; none at all if they were not counted.
    pub lines: [u32; 3],
    /// The cooks of the line: `PLY:CLASS:D:LINE`, separated by `;`.
    pub cooks: String,
}

impl Graded {
    /// `A`, `B`, `C` or `unknown`.
    pub fn word(&self) -> &'static str {
        self.grade.map_or("unknown", Grade::letter)
    }
}

/// The results of one frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The frame.
    pub frame: usize,
    /// Diagrams without mate.
    pub never: Vec<u64>,
    /// Diagrams with mate.
    pub mates: Vec<Mate>,
    /// Diagrams that a limit left open, with the reason.
    pub open: Vec<(u64, String)>,
    /// Certificates of a sample of the diagrams without mate, checked by the referee.
    pub disproofs: Vec<(u64, String)>,
}

/// Why a part cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartFault {
    /// A part of another space, or under other terms.
    #[error("line {line}: a part of something else: `{found}`, not `{expected}`")]
    Other {
        /// The line.
        line: usize,
        /// The text found.
        found: String,
        /// The text expected.
        expected: String,
    },
    /// Damaged.
    #[error("line {line}: {what}")]
    Damaged {
        /// The line.
        line: usize,
        /// What is wrong there.
        what: &'static str,
    },
}

fn checksum(text: &str) -> u64 {
    // FNV-1a.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('\n', "\\n")
        .replace('\t', "\\t")
}

fn unescape(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        out.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                't' => '\t',
                '\\' => '\\',
                _ => return None,
            },
            other => other,
        });
    }
    Some(out)
}

/// Numbers separated by a character.
fn list<T: std::fmt::Display>(numbers: &[T], by: char) -> String {
    let mut out = String::new();
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            out.push(by);
        }
        let _ = write!(out, "{number}");
    }
    out
}

fn array<T: std::str::FromStr + Copy + Default, const N: usize>(text: &str) -> Option<[T; N]> {
    let mut out = [T::default(); N];
    let mut words = text.split(',');
    for slot in &mut out {
        *slot = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(out)
}

impl Part {
    /// The part as text; `head` names the space and the terms.
    pub fn text(&self, head: &str) -> String {
        let mut out = format!("yose part 1\t{head}\t{}\n", self.frame);
        let _ = writeln!(out, "n\t{}", list(&self.never, ' '));
        for mate in &self.mates {
            let _ = write!(
                out,
                "m\t{}\t{}\t{}\t{}",
                mate.number,
                mate.length,
                list(&mate.lefts, ','),
                mate.line
            );
            if let Some(graded) = &mate.graded {
                let lines = list(&graded.lines, ',');
                let _ = write!(out, "\t{}\t{lines}\t{}", graded.word(), graded.cooks);
            }
            out.push('\n');
        }
        for (number, reason) in &self.open {
            let _ = writeln!(out, "o\t{number}\t{}", escape(reason));
        }
        for (number, certificate) in &self.disproofs {
            let _ = writeln!(out, "d\t{number}\t{}", escape(certificate));
        }
        let sum = checksum(&out);
        let _ = writeln!(out, "end\t{sum:016x}");
        out
    }

    /// Reads a sequence of parts, as a shard file holds them.
    ///
    /// # Errors
    /// The first fault with its line.
    pub fn read_all(text: &str, head: &str) -> Result<Vec<Part>, PartFault> {
        let mut parts = Vec::new();
        let mut current: Option<Part> = None;
        let (mut start, mut at) = (0, 0);
        for (i, whole) in text.split_inclusive('\n').enumerate() {
            let line = i + 1;
            let damaged = |what| PartFault::Damaged { line, what };
            let Some(body) = whole.strip_suffix('\n') else {
                return Err(damaged("the file ends in the middle of a line"));
            };
            let (tag, fields) = body.split_once('\t').unwrap_or((body, ""));
            match (&mut current, tag) {
                (None, "yose part 1") => {
                    let (found, frame) = fields.rsplit_once('\t').ok_or_else(|| damaged("no frame"))?;
                    if found != head {
                        return Err(PartFault::Other {
                            line,
                            found: found.to_owned(),
                            expected: head.to_owned(),
                        });
                    }
                    let frame = frame.parse().map_err(|_| damaged("the frame is no number"))?;
                    start = at;
                    current = Some(Part {
                        frame,
                        ..Part::default()
                    });
                }
                (None, _) => return Err(damaged("not a part of an enumeration")),
                (Some(_), "end") => {
                    let sum = u64::from_str_radix(fields, 16).ok();
                    if sum != Some(checksum(&text[start..at])) {
                        return Err(damaged("the checksum is wrong"));
                    }
                    parts.extend(current.take());
                }
                (Some(part), _) => part
                    .read(tag, fields)
                    .ok_or_else(|| damaged("a find that cannot be read"))?,
            }
            at += whole.len();
        }
        match current {
            None => Ok(parts),
            Some(_) => Err(PartFault::Damaged {
                line: text.lines().count(),
                what: "the file ends in the middle of a part",
            }),
        }
    }

    fn read(&mut self, tag: &str, fields: &str) -> Option<()> {
        let fields: Vec<&str> = fields.split('\t').collect();
        match (tag, fields.as_slice()) {
            ("n", [numbers]) => {
                let words = numbers.split(' ').filter(|word| !word.is_empty());
                self.never = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
            }
            ("m", [number, length, lefts, line, rest @ ..]) => {
                let graded = match rest {
                    [] => None,
                    [grade, lines, cooks] => Some(Graded {
                        grade: match *grade {
                            "unknown" => None,
                            letter => Some(Grade::of(letter)?),
                        },
                        lines: array(lines)?,
                        cooks: (*cooks).to_owned(),
                    }),
                    _ => return None,
                };
                self.mates.push(Mate {
                    number: number.parse().ok()?,
                    length: length.parse().ok()?,
                    lefts: array::<u8, CONVENTIONS>(lefts)?,
                    line: (*line).to_owned(),
                    graded,
                });
            }
            ("o", [number, reason]) => self.open.push((number.parse().ok()?, unescape(reason)?)),
            ("d", [number, text]) => self.disproofs.push((number.parse().ok()?, unescape(text)?)),
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part() -> Part {
        Part {
            frame: 3,
            never: vec![1, 5, 9],
            mates: vec![
                Mate {
                    number: 2,
                    length: 3,
                    lefts: [0, 1, 2, 3, 4, 5, 6],
                    line: "G*1b 1a2a S*3b".to_owned(),
                    graded: None,
                },
                Mate {
                    number: 4,
                    length: 9,
                    lefts: [0; CONVENTIONS],
                    line: "x".to_owned(),
                    graded: Some(Graded {
                        grade: Some(Grade::B),
                        lines: [1, 2, 3],
                        cooks: "3:detour:0:a b".to_owned(),
                    }),
                },
                Mate {
                    number: 7,
                    length: 9,
                    lefts: [0; CONVENTIONS],
                    line: "y".to_owned(),
                    graded: Some(Graded {
                        grade: None,
                        lines: [0; 3],
                        cooks: String::new(),
                    }),
                },
            ],
            open: vec![(6, "nodes".to_owned())],
            disproofs: vec![(5, "a\tb\nc\\d\n".to_owned())],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = part().text("head");
        assert_eq!(Part::read_all(&text, "head"), Ok(vec![part()]));
        let two = format!("{text}{text}");
        assert_eq!(Part::read_all(&two, "head"), Ok(vec![part(), part()]));
        assert!(matches!(
            Part::read_all(&text, "another"),
            Err(PartFault::Other { line: 1, .. })
        ));
    }

    #[test]
    fn damage_is_noticed() {
        let text = part().text("head");
        for cut in 1..text.len() {
            assert!(Part::read_all(&text[..cut], "head").is_err(), "cut at {cut}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            if let Ok(spoiled) = String::from_utf8(bytes) {
                assert!(Part::read_all(&spoiled, "head").is_err(), "spoiled at {at}");
            }
        }
    }
}
