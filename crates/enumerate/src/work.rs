//! Solves one frame: every diagram is solved, and every mate is graded.
//!
//! All diagrams of a frame are made of the same pieces. So one table serves them all, and a proof
//! for one diagram often decides the next. The table is emptied between frames, so the result of a
//! frame depends on nothing but the frame.

use crate::leftover::Leftover;
use crate::part::{Graded, Mate, Part};
use crate::sample::OneIn;
use crate::space::{Frame, Space};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use yose_andor::Options;
use yose_board::splitmix;
use yose_shogi::notation::usi;
use yose_shogi::{Move, Nine, SHOGI, Shogi};
use yose_tsume::{CONVENTION, Grading, Judge, Lengths, Parameters, Tables};
use yose_tsume::{Limits, Meter, Reason, SolverSettings, Techniques, Tsume};

/// The question asked of every diagram of a space.
#[derive(Clone, Debug)]
pub struct Terms {
    /// When cooks are minor.
    pub parameters: Parameters,
    /// The limit of nodes for each diagram. `None`: no limit.
    pub nodes: Option<u64>,
    /// MB for the table of each thread.
    pub hash_mb: usize,
    /// One in this many diagrams without mate gets a certificate. `None`: no diagram does.
    pub disproofs: Option<u64>,
    /// The diagrams of a sample. `None`: all of them.
    pub one_in: Option<OneIn>,
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            parameters: Parameters::default(),
            nodes: None,
            hash_mb: 512,
            disproofs: Some(500),
            one_in: None,
        }
    }
}

impl Terms {
    /// The terms in one line. Results depend on nothing else.
    pub fn text(&self) -> String {
        let Parameters {
            turns,
            difference,
            last,
            most,
        } = self.parameters;
        let number = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let mut text = format!(
            "{CONVENTION} S={turns} d={difference} h={last} R={} disproofs={}",
            number(most.map(|n| n as u64)),
            number(self.disproofs)
        );
        if let Some(nodes) = self.nodes {
            // Which diagrams a limit leaves open depends on the size of the table as well.
            let _ = write!(text, " nodes={nodes} hash={}", self.hash_mb);
        }
        if let Some(OneIn { every, seed }) = self.one_in {
            let _ = write!(text, " one-in={every} seed={seed}");
        }
        text
    }

    /// Whether a diagram is solved at all.
    pub fn takes(&self, number: u64) -> bool {
        self.one_in.is_none_or(|one_in| one_in.takes(number))
    }

    /// Whether a diagram without mate gets a certificate.
    pub fn wants_disproof(&self, number: u64) -> bool {
        self.disproofs
            .is_some_and(|every| splitmix(number).is_multiple_of(every.max(1)))
    }
}

/// Writes the certificate that a problem has no mate, and lets the referee check it.
pub type Certifier<'a> = dyn Fn(&Shogi) -> Result<String, String> + Sync + 'a;

/// Why a frame was not finished.
#[derive(Debug, thiserror::Error)]
pub enum WorkFault {
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A certificate was refused: a fault of the search.
    #[error("diagram {number}: its disproof was not accepted: {what}")]
    Disproof {
        /// The diagram.
        number: u64,
        /// What the referee said.
        what: String,
    },
}

/// Solves frames one after the other.
pub struct Worker<'a> {
    space: &'a Space,
    terms: &'a Terms,
    limits: Limits,
    tables: Tables,
}

/// Search settings for spaces in which most diagrams have no mate. Estimates help to find mates, so
/// they are off. Captures come first among the defences. Closed sets are promoted to facts, which
/// the next diagrams use.
fn manner() -> SolverSettings {
    SolverSettings {
        techniques: Techniques {
            estimates: false,
            take_first: true,
            ..Techniques::default()
        },
        search: Options {
            promote: true,
            ..Options::default()
        },
        ..SolverSettings::default()
    }
}

/// What a frame remembers from diagram to diagram.
struct Memory<'t> {
    lengths: Lengths<'t, Nine>,
    left: Leftover,
    judge: Judge,
}

impl<'a> Worker<'a> {
    /// A worker with its own table.
    pub fn new(space: &'a Space, terms: &'a Terms, interrupt: Arc<AtomicBool>) -> Self {
        Worker {
            space,
            terms,
            limits: Limits {
                time: None,
                nodes: terms.nodes,
                hash_mb: terms.hash_mb,
                interrupt,
            },
            tables: Tables::new(terms.hash_mb),
        }
    }

    fn memory<'t>(&'t self, tsume: &Tsume<Nine>) -> Memory<'t> {
        Memory {
            lengths: Lengths::with_settings(
                tsume,
                self.space.policy,
                &self.tables,
                self.terms.hash_mb,
                &manner(),
            ),
            left: Leftover::default(),
            judge: Judge::new(self.terms.parameters),
        }
    }

    /// Solves every diagram of a frame. Returns the part and the number of nodes.
    ///
    /// # Errors
    /// See [`WorkFault`].
    pub fn frame(
        &self,
        index: usize,
        frame: &Frame,
        certifier: &Certifier<'_>,
    ) -> Result<(Part, u64), WorkFault> {
        self.tables.renew();
        let mut part = Part {
            frame: index,
            ..Part::default()
        };
        let mut memory: Option<Memory<'_>> = None;
        let mut nodes = 0;
        let mut fault = None;
        self.space.each(frame, |(number, position)| {
            let Some(position) = position.filter(|_| self.terms.takes(number)) else {
                return true;
            };
            match self.diagram(number, position, &mut memory, &mut part, &mut nodes, certifier) {
                Ok(()) => true,
                Err(found) => {
                    fault = Some(found);
                    false
                }
            }
        });
        match fault {
            None => Ok((part, nodes)),
            Some(fault) => Err(fault),
        }
    }

    fn diagram<'t>(
        &'t self,
        number: u64,
        position: &Shogi,
        memory: &mut Option<Memory<'t>>,
        part: &mut Part,
        nodes: &mut u64,
        certifier: &Certifier<'_>,
    ) -> Result<(), WorkFault> {
        // A meter reads the flag every thousand nodes, and most diagrams take fewer.
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(WorkFault::Interrupted);
        }
        let Ok(tsume) = Tsume::new(position.clone()) else {
            return Ok(());
        };
        let mut quiet = |_| {};
        let mut meter = Meter::new(&self.limits, &mut quiet);
        let memory = memory.get_or_insert_with(|| self.memory(&tsume));
        let mut found = self.solve(number, position, memory, &mut meter);
        if found == Err(Reason::Memory) {
            // Memories of earlier diagrams fill the memory. Drop them, keep the tables.
            *memory = self.memory(&tsume);
            found = self.solve(number, position, memory, &mut meter);
        }
        *nodes += meter.nodes();
        match found {
            Err(Reason::Interrupted) => return Err(WorkFault::Interrupted),
            Err(reason) => part.open.push((number, reason.word().to_owned())),
            Ok(Some(mate)) => part.mates.push(mate),
            Ok(None) => {
                part.never.push(number);
                if self.terms.wants_disproof(number) {
                    let told = certifier(position).map_err(|what| {
                        if self.limits.interrupt.load(Ordering::Relaxed) {
                            WorkFault::Interrupted
                        } else {
                            WorkFault::Disproof { number, what }
                        }
                    })?;
                    part.disproofs.push((number, told));
                }
            }
        }
        Ok(())
    }

    /// The mate of a diagram, `None` if it has none.
    fn solve(
        &self,
        number: u64,
        position: &Shogi,
        memory: &mut Memory<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Mate>, Reason> {
        let Memory { lengths, left, judge } = memory;
        let Some(length) = lengths.length(position, meter)? else {
            return Ok(None);
        };
        let lefts = left.attack(lengths, &mut position.clone(), length, meter)?;
        let lefts = lefts.unwrap_or_default();
        let mut mate = Mate {
            number,
            length: u32::from(length),
            lefts,
            line: String::new(),
            graded: None,
        };
        let has_grade = u32::from(length) >= self.space.least && lefts[0] == 0;
        let line = match has_grade.then(|| judge.judge(lengths, position, length, meter)) {
            Some(Ok(grading)) => {
                mate.graded = Some(told(&grading));
                grading.line
            }
            Some(Err(Reason::Lines)) => {
                mate.graded = Some(Graded {
                    grade: None,
                    lines: [0; 3],
                    cooks: String::new(),
                });
                lengths.line(position, length, meter)?
            }
            Some(Err(reason)) => return Err(reason),
            None => lengths.line(position, length, meter)?,
        };
        mate.line = line_text(&line);
        Ok(Some(mate))
    }
}

fn line_text(line: &[Move]) -> String {
    let words: Vec<String> = line.iter().map(|&m| usi::write(m, &SHOGI)).collect();
    words.join(" ")
}

fn told(grading: &Grading) -> Graded {
    let cooks: Vec<String> = grading
        .cooks
        .iter()
        .map(|cook| {
            let d = cook.d.map_or_else(|| "-".to_owned(), |d| d.to_string());
            format!("{}:{}:{d}:{}", cook.at, cook.class.word(), line_text(&cook.line))
        })
        .collect();
    Graded {
        grade: Some(grading.grade),
        lines: grading.lines.map_or([0; 3], |lines| {
            lines.map(|n| u32::try_from(n).unwrap_or(u32::MAX))
        }),
        cooks: cooks.join(";"),
    }
}
