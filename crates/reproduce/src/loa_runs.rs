//! The runs from which the tables of Sakuta, Nagashima, Hashimoto and Iida (2002) are made. A run
//! is one search with a choice of techniques on one problem, with its result.
//!
//! Each run is one line of CSV. A later run of the program reads the lines and makes only the runs
//! that are missing.

use std::time::Duration;
use yose_loa_endgame::{Endgame, Hits, Killer, Limits, Method, Outcome, Reason, Start, Threats, Trial};

/// A row of the tables: a search and its techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    pub(super) method: Method,
    pub(super) kth: bool,
    pub(super) threats: Threats,
    /// Whether the search looks ahead. `yose loa solve` looks ahead; the paper's programs do not.
    pub(super) ahead: bool,
}

/// The four rows of a method: without and with lambda-1 sorting, each without and with the
/// killer-tree heuristic (KTH).
pub(super) fn family(method: Method, ahead: bool) -> [Variant; 4] {
    let of = |threats, kth| Variant {
        method,
        kth,
        threats,
        ahead,
    };
    [
        of(Threats::Any, false),
        of(Threats::Any, true),
        of(Threats::First, false),
        of(Threats::First, true),
    ]
}

/// Lambda-1 search: PDS with threats alone (table 5).
pub(super) const THREATS_ONLY: Variant = Variant {
    method: Method::Pds,
    kth: false,
    threats: Threats::Only,
    ahead: false,
};

impl Variant {
    /// All variants, by family: first those of the paper, then df-pn, then the same with a look
    /// ahead.
    pub(super) fn families() -> Vec<Vec<Variant>> {
        let mut all = vec![
            family(Method::Deepening, false).to_vec(),
            family(Method::Pds, false).to_vec(),
            vec![THREATS_ONLY],
            family(Method::Dfpn, false).to_vec(),
        ];
        for method in [Method::Deepening, Method::Pds, Method::Dfpn] {
            all.push(family(method, true).to_vec());
        }
        all
    }

    /// All variants.
    pub(super) fn all() -> Vec<Variant> {
        Variant::families().concat()
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

    /// The entries of the full table, if deepening has `full`: the paper has 16 million for
    /// deepening and 8 million for PDS.
    pub(super) fn full(self, full: usize) -> usize {
        match self.method {
            Method::Deepening => full,
            Method::Pds | Method::Dfpn => full / 2,
        }
    }

    /// The nodes that go with a limit of entries. Df-pn never ends by its table; it makes about one
    /// entry a node. The others make many entries before they reach this limit, which only keeps a
    /// search that remembers nothing from going on for ever.
    fn nodes(self, entries: usize) -> u64 {
        match self.method {
            Method::Dfpn => entries as u64,
            Method::Deepening | Method::Pds => 100 * entries as u64,
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
            // Df-pn gets room enough to throw nothing out, so that a larger limit changes nothing.
            entries: match self.method {
                Method::Dfpn => 2 * entries,
                Method::Deepening | Method::Pds => entries,
            },
            ..Trial::default()
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) id: String,
    pub(super) variant: String,
    /// The limit of table entries.
    pub(super) room: usize,
    /// The length of the proof, or the reason why there is no proof.
    pub(super) result: Result<u16, String>,
    pub(super) moves: u64,
    pub(super) entries: usize,
    pub(super) nodes: u64,
    /// CPU seconds.
    pub(super) seconds: f64,
    pub(super) hits: Hits,
    /// The position, so that the runs of another file of problems are not taken for these.
    pub(super) position: String,
}

/// The header line of the CSV file.
pub(super) const HEAD: &str = "problem,search,ttlimit,result,steps,movecount,ttcount,nodes,cpu_seconds,\
killer_tries,killer_hits,replayed_nodes,proofs,sorted_proofs,sorted_hits,position";

impl Run {
    /// Runs a variant. `None` if an interrupt stopped the run.
    pub(super) fn make<G: yose_loa::Geometry>(
        id: &str,
        variant: Variant,
        room: usize,
        endgame: &Endgame<G>,
        limits: &Limits,
    ) -> Option<Run> {
        let limits = Limits {
            nodes: Some(variant.nodes(room)),
            ..limits.clone()
        };
        let measured = variant.trial(room).run_by_cpu(endgame, &limits);
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
            nodes: measured.nodes,
            seconds: rounded(measured.cpu),
            hits: measured.hits,
            position: endgame.position().to_string(),
        })
    }

    /// Whether a larger table may do better.
    pub(super) fn wants_more(&self) -> bool {
        matches!(
            self.result.as_ref().map_err(String::as_str),
            Err("memory" | "nodes")
        )
    }

    /// The run as a line of the file.
    pub(super) fn line(&self) -> String {
        let (word, steps) = match &self.result {
            Ok(plies) => ("win", plies.to_string()),
            Err(why) => (why.as_str(), String::new()),
        };
        let h = self.hits;
        format!(
            "{},{},{},{word},{steps},{},{},{},{},{},{},{},{},{},{},{}",
            self.id,
            self.variant,
            self.room,
            self.moves,
            self.entries,
            self.nodes,
            self.seconds,
            h.killer_tries,
            h.killer_hits,
            h.replayed,
            h.proofs,
            h.sorted,
            h.sorted_hits,
            self.position,
        )
    }

    /// Reads a run from a line of the file. `None` if the line is not a run: the header, or a last
    /// line that was cut off.
    pub(super) fn read(line: &str) -> Option<Run> {
        let cells: Vec<&str> = line.split(',').collect();
        let &[
            id,
            variant,
            room,
            word,
            steps,
            moves,
            entries,
            nodes,
            seconds,
            tries,
            hits,
            replayed,
            proofs,
            sorted,
            sorted_hits,
            position,
        ] = &cells[..]
        else {
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
            nodes: nodes.parse().ok()?,
            seconds: seconds.parse().ok()?,
            hits: Hits {
                killer_tries: tries.parse().ok()?,
                killer_hits: hits.parse().ok()?,
                replayed: replayed.parse().ok()?,
                proofs: proofs.parse().ok()?,
                sorted: sorted.parse().ok()?,
                sorted_hits: sorted_hits.parse().ok()?,
            },
            position: position.to_owned(),
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
            nodes: 9,
            seconds: 0.25,
            hits: Hits {
                killer_tries: 1,
                killer_hits: 2,
                replayed: 3,
                proofs: 4,
                sorted: 5,
                sorted_hits: 6,
            },
            position: "3b/4/2bw/ww2 b".into(),
        };
        assert_eq!(Run::read(&run.line()), Some(run.clone()));
        let failed = Run {
            result: Err("time".into()),
            ..run.clone()
        };
        assert_eq!(Run::read(&failed.line()), Some(failed.clone()));
        assert!(!failed.wants_more() && !run.wants_more());
        let whole = run.line();
        let without_steps = whole.replacen("win,5", "win,", 1);
        assert_eq!(Run::read(&without_steps), None);
        let cut = whole.rsplit_once(',').unwrap().0;
        assert_eq!(Run::read(cut), None);
        assert_eq!(Run::read(HEAD), None);
        assert_eq!(HEAD.split(',').count(), whole.split(',').count());
    }

    #[test]
    fn every_row_has_a_name_of_its_own() {
        let mut names: Vec<String> = Variant::all().iter().map(|v| v.name()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Variant::all().len());
    }
}
