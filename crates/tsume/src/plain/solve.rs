//! Solving a tsume by df-pn: first any mate, then shorter ones until none is left.

use crate::plain::question::{Question, Techniques};
use crate::problem::Tsume;
use crate::{Solution, Verdict};
use yose_andor::evidence::EvidenceWriter;
use yose_andor::{Combine, Limits, Options, Progress, Reason};
use yose_prove::line::TieBreak;
use yose_prove::{Aim, Settings};
use yose_shogi::{Geometry, Move};

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct SolverSettings {
    /// Any mate will do.
    pub first: bool,
    /// Threads over one table.
    pub threads: usize,
    /// Switches of the search.
    pub search: Options,
    /// Switches of the question.
    pub techniques: Techniques,
}

impl Default for SolverSettings {
    fn default() -> Self {
        SolverSettings {
            first: false,
            threads: 1,
            // Best for mates. Whole games, full of cycles, are better off with weak numbers.
            search: Options {
                defender: Combine::Part(1),
                ..Options::default()
            },
            techniques: Techniques::default(),
        }
    }
}

/// The moves of an exact line: the attacks of a search with the usual techniques, replies in the
/// order of the generator.
struct GeneratorOrder;

impl<G: Geometry> TieBreak<Question<G>> for GeneratorOrder {
    fn neutral(&self, root: &Question<G>) -> Question<G> {
        root.clone().with(Techniques::default())
    }

    fn replies(&self, at: &mut Question<G>) -> Vec<Move> {
        at.position().evading_moves().to_vec()
    }
}

/// A problem being solved. The table outlives the verdict, so that evidence can be read off it.
pub struct Solver<G: Geometry>(yose_prove::Solver<Question<G>, GeneratorOrder>);

impl<G: Geometry> Solver<G> {
    /// Prepares to solve with a table of `hash_mb` MB.
    pub fn new(tsume: &Tsume<G>, settings: &SolverSettings, hash_mb: usize) -> Self {
        let aim = if settings.first { Aim::First } else { Aim::Shortest };
        let search = Settings {
            aim,
            threads: settings.threads,
            search: settings.search,
            // The attacker mates, so lengths are odd.
            step: 2,
        };
        let root = Question::new(tsume, settings.techniques);
        Solver(yose_prove::Solver::with_ties(
            root,
            GeneratorOrder,
            &search,
            hash_mb,
        ))
    }

    /// The problem, as the search asks it.
    pub fn root(&self) -> &Question<G> {
        self.0.root()
    }

    /// Solves.
    pub fn solve(&self, limits: &Limits, report: &mut (dyn FnMut(Progress) + Send)) -> Solution {
        self.0.solve(limits, report)
    }

    /// Passes the evidence for a verdict on: the proof of a mate, the disproof of anything shorter
    /// if that is proved, the closed set of a problem without mate. `Ok(false)` if the verdict does
    /// not hold.
    pub fn evidence(
        &self,
        verdict: Verdict,
        writer: &mut (impl EvidenceWriter<Question<G>> + Send),
        limits: &Limits,
    ) -> Result<bool, Reason> {
        self.0.evidence(verdict, writer, limits)
    }
}

/// Solves a tsume.
pub fn solve<G: Geometry>(
    tsume: &Tsume<G>,
    settings: &SolverSettings,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Solution {
    Solver::new(tsume, settings, limits.hash_mb).solve(limits, report)
}
