//! The runs from which the tables of Sakuta, Nagashima, Hashimoto and Iida (2002) are made. A run
//! is one search with a choice of techniques on one problem, with its result.
//!
//! Each run is one line of CSV. A later run of the program reads the lines and makes only the runs
//! that are missing.

use std::time::Duration;
use yose_loa_endgame::{Endgame, Killer, Limits, Method, Outcome, Reason, Start, Threats, Trial};

/// A row of the tables: a search and its techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    pub(super) method: Method,
    pub(super) kth: bool,
    pub(super) threats: Threats,
    /// Whether the search looks ahead. `yose loa solve` looks ahead; the paper's programs do not.
    pub(super) ahead: bool,
}

impl Variant {
    /// All variants: first those of the paper, then the same with look-ahead.
    pub(super) fn all() -> Vec<Variant> {
        let mut all = Vec::new();
        for ahead in [false, true] {
            for method in [Method::Deepening, Method::Pds, Method::Dfpn] {
                for threats in [Threats::Any, Threats::First] {
                    for kth in [false, true] {
                        all.push(Variant {
                            method,
                            kth,
                            threats,
                            ahead,
                        });
                    }
                }
            }
        }
        all.push(Variant {
            method: Method::Pds,
            kth: false,
            threats: Threats::Only,
            ahead: false,
        });
        all
    }

    /// The name of the variant in files.
    pub(super) fn name(self) -> String {
        let mut name = match self.method {
            Method::Deepening => "id",
            Method::Pds => "pds",
            Method::Dfpn => "dfpn",
        }
        .to_owned();
        for (on, word) in [
            (self.ahead, "+ahead"),
            (self.threats == Threats::First, "+lambda"),
            (self.threats == Threats::Only, "+lambda-only"),
            (self.kth, "+kth"),
        ] {
            if on {
                name.push_str(word);
            }
        }
        name
    }

    /// The table size of the paper, in entries.
    pub(super) fn room(self) -> usize {
        match self.method {
            Method::Deepening => 16_000_000,
            Method::Pds | Method::Dfpn => 8_000_000,
        }
    }

    fn trial(self, entries: usize) -> Trial {
        Trial {
            method: self.method,
            killer: Killer {
                start: if self.kth { Start::Always } else { Start::Never },
                ..Killer::default()
            },
            threats: self.threats,
            ahead: self.ahead,
            entries,
            ..Trial::default()
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) id: String,
    pub(super) variant: String,
    /// The largest number of table entries.
    pub(super) room: usize,
    /// The length of the proof, or the reason why there is no proof.
    pub(super) result: Result<u16, String>,
    pub(super) moves: u64,
    pub(super) entries: usize,
    pub(super) seconds: f64,
}

/// The header line of the CSV file.
pub(super) const HEAD: &str = "problem,search,ttlimit,result,steps,movecount,ttcount,seconds";

impl Run {
    /// Runs a variant. `None` if an interrupt stopped the run.
    pub(super) fn make<G: yose_loa::Geometry>(
        id: &str,
        variant: Variant,
        room: usize,
        endgame: &Endgame<G>,
        limits: &Limits,
    ) -> Option<Run> {
        let measured = variant.trial(room).run_by_cpu(endgame, limits);
        let result = match measured.outcome {
            Ok(Outcome::Proved(plies)) => Ok(plies),
            Ok(Outcome::Disproved(_)) => Err("nowin".to_owned()),
            Err(Reason::Interrupted) => return None,
            Err(reason) => Err(reason.word().to_owned()),
        };
        Some(Run {
            id: id.to_owned(),
            variant: variant.name(),
            room,
            result,
            moves: measured.moves,
            entries: measured.entries,
            seconds: rounded(measured.cpu),
        })
    }

    /// The run as a line of the file.
    pub(super) fn line(&self) -> String {
        let (word, steps) = match &self.result {
            Ok(plies) => ("win", plies.to_string()),
            Err(why) => (why.as_str(), String::new()),
        };
        format!(
            "{},{},{},{word},{steps},{},{},{}",
            self.id, self.variant, self.room, self.moves, self.entries, self.seconds
        )
    }

    /// Reads a run from a line of the file. `None` if the line is not a run: the header, or a last
    /// line that was cut off.
    pub(super) fn read(line: &str) -> Option<Run> {
        let cells: Vec<&str> = line.split(',').collect();
        let &[id, variant, room, word, steps, moves, entries, seconds] = &cells[..] else {
            return None;
        };
        Some(Run {
            id: id.to_owned(),
            variant: variant.to_owned(),
            room: room.parse().ok()?,
            result: match word {
                "win" => Ok(steps.parse().ok()?),
                why => Err(why.to_owned()),
            },
            moves: moves.parse().ok()?,
            entries: entries.parse().ok()?,
            seconds: seconds.parse().ok()?,
        })
    }
}

fn rounded(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_cut_ones_are_not() {
        let run = Run {
            id: "L001".into(),
            variant: "id+kth".into(),
            room: 10,
            result: Ok(5),
            moves: 7,
            entries: 8,
            seconds: 0.25,
        };
        assert_eq!(Run::read(&run.line()), Some(run.clone()));
        let failed = Run {
            result: Err("time".into()),
            ..run
        };
        assert_eq!(Run::read(&failed.line()), Some(failed.clone()));
        assert_eq!(Run::read("L001,id,10,win,,7,8,1"), None);
        assert_eq!(Run::read("L001,id,10"), None);
    }

    #[test]
    fn every_row_has_a_name_of_its_own() {
        let mut names: Vec<String> = Variant::all().iter().map(|v| v.name()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Variant::all().len());
    }
}
