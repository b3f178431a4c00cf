//! `yose perft`.

use crate::options::Input;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::time::Instant;
use yose_answer::json::Answer;
use yose_answer::{Content, Invalid, Status, output, report, show};
use yose_shogi::notation::usi;
use yose_shogi::{Setup, perft, with_position};

/// Counts the sequences of legal moves of a given length.
#[derive(Args)]
pub struct Perft {
    /// How many plies
    #[arg(value_name = "DEPTH")]
    depth: u32,
    #[command(flatten)]
    input: Input,
    /// Count by first move
    #[arg(long)]
    divide: bool,
    /// Which tables: those of the board, or those built at run time over 128 bits
    #[arg(long, value_enum, default_value = "own")]
    geometry: GeometryOption,
    /// Lines of Action: a position already on the path is a draw and has no successors
    #[arg(long)]
    repetition: bool,
    /// One JSON object a problem and line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GeometryOption {
    Own,
    Runtime,
}

/// The fields of `perft`.
#[derive(Default, Serialize)]
struct PerftBody {
    depth: u32,
    nodes: Option<u64>,
    divide: Option<Vec<(String, u64)>>,
    seconds: f64,
}

impl Perft {
    pub fn run(self) -> anyhow::Result<Status> {
        let mut status = Status::Answered;
        for problem in &self.input.read_or_start()? {
            let start = Instant::now();
            match self.count(&problem.content) {
                Ok((nodes, divide)) => {
                    let seconds = start.elapsed().as_secs_f64();
                    if self.json {
                        let body = PerftBody {
                            depth: self.depth,
                            nodes: Some(nodes),
                            divide,
                            seconds,
                        };
                        output::print(&Answer::new(problem, "counted", body).line())?;
                        continue;
                    }
                    let mut text = String::new();
                    for (m, n) in divide.unwrap_or_default() {
                        text.push_str(&format!("{m}: {n}\n"));
                    }
                    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
                    text.push_str(&format!(
                        "{nodes} at depth {} ({seconds:.3} s, {rate:.1} M/s)\n",
                        self.depth
                    ));
                    output::print(&text)?;
                }
                Err(invalid) => {
                    status = Status::Invalid;
                    if self.json {
                        output::print(&Answer::invalid(problem, &invalid, PerftBody::default()).line())?;
                    } else {
                        eprint!("{}", report::report(problem, &invalid));
                    }
                }
            }
        }
        Ok(status)
    }

    fn count(&self, content: &Result<Content, Invalid>) -> Result<Counted, Invalid> {
        match content {
            Err(invalid) => Err(invalid.clone()),
            Ok(Content::Shogi { setup, moves }) => self.shogi(&show::after(setup, moves)?),
            Ok(Content::Record(record)) => self.shogi(&record.setup),
            Ok(Content::Loa { position, rules }) => {
                if self.divide {
                    return Err(Invalid::whole("--divide is for shogi"));
                }
                let nodes = yose_loa::with_position!(position, |p| if self.repetition {
                    yose_loa::perft::perft_repetition(p, *rules, self.depth)
                } else {
                    yose_loa::perft::perft(p, *rules, self.depth)
                });
                Ok((nodes, None))
            }
        }
    }

    fn shogi(&self, setup: &Setup) -> Result<Counted, Invalid> {
        let count = |divided: Vec<(yose_shogi::Move, u64)>| -> Counted {
            let nodes = divided.iter().map(|(_, n)| n).sum();
            (
                nodes,
                Some(
                    divided
                        .into_iter()
                        .map(|(m, n)| (usi::write(m, setup.variant), n))
                        .collect(),
                ),
            )
        };
        if self.geometry == GeometryOption::Runtime {
            let mut p = setup.position(setup.variant.runtime_geometry())?;
            return Ok(if self.divide && self.depth > 0 {
                count(perft::divide(&mut p, self.depth))
            } else {
                (perft::perft(&mut p, self.depth), None)
            });
        }
        Ok(with_position!(setup.validate()?, |p| {
            let mut p = p;
            if self.divide && self.depth > 0 {
                count(perft::divide(&mut p, self.depth))
            } else {
                (perft::perft(&mut p, self.depth), None)
            }
        }))
    }
}

/// The count, and the counts by first move if asked for.
type Counted = (u64, Option<Vec<(String, u64)>>);
