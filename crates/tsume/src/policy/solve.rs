//! Solving under a policy: the questions that bound a length, as a prover of the driver
//! (`yose_prove::pipeline`).

use crate::check::CheckFault;
use crate::check::convention::Convention;
use crate::policy::Policy;
use crate::policy::evidence::{NoEvidence, PolicyEvidenceWriter, gather};
use crate::policy::lengths::{BoundedQuestion, Lengths, Tables};
use crate::policy::line;
use crate::{EVER, Limits, Meter, Progress, Reason, Solution, Tsume, Verdict, with_big_stack};
use yose_andor::{Outcome, Plies};
use yose_prove::recovery::{self, Recovered, Recovery};
use yose_prove::{Aim, Prover, pipeline};
use yose_shogi::{Geometry, Move, Position};

/// Nodes for a line that is kept for the case that a limit comes before the shortest mate is
/// proved, beyond a tenth of the effort so far.
const KEEP: u64 = 100_000;

/// A line is tightened at most this number of times.
const ROUNDS: u32 = 2_000;
/// The same for a line that is only kept.
const ROUNDS_TO_KEEP: u32 = 20;

/// When a mate is shortened, one position has this part of a slice.
const EACH: u64 = 25;

/// The attacker mates, so lengths are odd.
const STEP: Plies = 2;
const LEAST: Plies = 1;

/// Why there is no evidence for a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// No mate was proved, so that no policy plays a part.
    #[error("no mate was proved")]
    NoMate,
    /// A limit was reached, or the writer is full.
    #[error("stopped ({})", .0.word())]
    Stopped(Reason),
    /// The facts do not support the verdict: a fault of the search.
    #[error("the evidence does not bear the verdict out")]
    False,
}

/// Solves a problem under a policy. Several threads look for the first mate together.
pub fn solve<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Solution, CheckFault> {
    Ok(solve_by(tsume, policy, Convention::Modern, threads, limits, report)?.0)
}

/// The same by a convention. The length is that of the convention's line, and exact if the choice
/// of the line is proved as well. The second result is the true length. Where a limit leaves the
/// choice open, the answer is that of [`Convention::Modern`], not exact.
pub fn solve_by<G: Geometry>(
    tsume: &Tsume<G>,
    policy: Policy,
    convention: Convention,
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Solution, Option<u32>), CheckFault> {
    let (solution, told) = solve_then(
        tsume,
        (policy, convention),
        threads,
        limits,
        report,
        |_, verdict| match verdict {
            Verdict::Proved { length, .. } => Some(length),
            _ => None,
        },
    )?;
    Ok((solution, told.flatten()))
}

/// The same, and then gathers the evidence. The limits are for the solution; the evidence has them
/// once more.
#[allow(clippy::type_complexity)]
pub fn solve_with_evidence<G: Geometry, N: PolicyEvidenceWriter<G> + Send>(
    tsume: &Tsume<G>,
    policy: Policy,
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
    writer: &mut N,
) -> Result<(Solution, Result<(), Unsupported>), CheckFault> {
    let more = limits.once_more();
    let terms = (policy, Convention::Modern);
    let (solution, told) = solve_then(tsume, terms, threads, limits, report, |lengths, verdict| {
        let claims = verdict.claims(STEP, LEAST).map_err(|_| Unsupported::NoMate)?;
        let Some(length) = claims.within else {
            return Err(Unsupported::NoMate);
        };
        let mut quiet = |_| {};
        let mut meter = Meter::new(&more, &mut quiet);
        let root = tsume.position();
        gather(lengths, root, length, claims.not_within, writer, &mut meter).map_err(|none| match none {
            NoEvidence::Stopped(reason) => Unsupported::Stopped(reason),
            NoEvidence::False => Unsupported::False,
        })
    })?;
    Ok((
        solution,
        told.unwrap_or(Err(Unsupported::Stopped(Reason::Memory))),
    ))
}

/// Solves, and then does something with the lengths and the verdict on the true length.
fn solve_then<G: Geometry, R: Send>(
    tsume: &Tsume<G>,
    (policy, convention): (Policy, Convention),
    threads: usize,
    limits: &Limits,
    report: &mut (dyn FnMut(Progress) + Send),
    then: impl FnOnce(&mut Lengths<'_, G>, Verdict) -> R + Send,
) -> Result<(Solution, Option<R>), CheckFault> {
    if policy != Policy::None && !tsume.more_is_as_good() {
        return Err(CheckFault::Policy);
    }
    let solution = with_big_stack(|| {
        let tables = Tables::new(limits.hash_mb);
        let mut lengths = Lengths::new(tsume, policy, &tables, limits.hash_mb);
        let mut meter = Meter::new(limits, report);
        let meter = &mut meter;
        let root = tsume.position();
        let mut prover = ByLengths {
            lengths: &mut lengths,
            root,
            tables: &tables,
            threads,
            asked: None,
        };
        let found = pipeline::decide(&mut prover, Aim::Shortest, meter);
        let lower = found.lower;
        let chosen = match (found.verdict, convention) {
            (Verdict::Proved { length, exact: true }, Convention::Classical) => {
                classical(prover.lengths, root, length as Plies, meter)
            }
            (_, Convention::Classical) => Choice::Open,
            (_, Convention::Modern) => Choice::Longest,
        };
        // The verdict on the true length, the verdict by the convention, and the line.
        let (verdict, shown, line) = match (found.verdict, chosen) {
            (verdict @ Verdict::Proved { .. }, Choice::Line(line)) => {
                let length = line.len() as u32;
                (verdict, Verdict::Proved { length, exact: true }, line)
            }
            (_, chosen) => {
                let (verdict, line) = pipeline::settle(&mut prover, found, meter);
                let shown = match (verdict, chosen) {
                    (Verdict::Proved { length, .. }, Choice::Open) => {
                        Verdict::Proved { length, exact: false }
                    }
                    _ => verdict,
                };
                (verdict, shown, line)
            }
        };
        let solution = pipeline::solution(&prover, shown, lower, line, meter);
        (solution, Some(then(&mut lengths, verdict)))
    });
    Ok(solution.unwrap_or((Solution::unknown(Reason::Memory), None)))
}

/// The line that a convention chooses, once the true length is known.
enum Choice {
    /// Any line that lasts longest.
    Longest,
    /// This line, which is proved to be the convention's choice.
    Line(Vec<Move>),
    /// A limit was met first.
    Open,
}

/// The choice of [`Convention::Classical`] where the true length is proved.
fn classical<G: Geometry>(
    lengths: &mut Lengths<'_, G>,
    root: &Position<G>,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Choice {
    let line = match lengths.clean_length(root, length, meter) {
        // Every line leaves something. This is the main line by the pieces left over.
        Ok(None) => lengths.line(root, length, meter),
        Ok(Some(clean)) => lengths.clean_line(root, length, clean, meter),
        Err(reason) => Err(reason),
    };
    line.map_or(Choice::Open, Choice::Line)
}

/// The questions that bound the length under a policy, as a prover.
struct ByLengths<'l, 't, G: Geometry> {
    lengths: &'l mut Lengths<'t, G>,
    root: &'l Position<G>,
    tables: &'t Tables,
    threads: usize,
    /// The question for a shorter mate, in slices.
    asked: Option<BoundedQuestion>,
}

fn outcome(length: Option<Plies>, within: Plies) -> Outcome {
    length.map_or(Outcome::Disproved(within), Outcome::Proved)
}

impl<G: Geometry> Recovery for ByLengths<'_, '_, G> {
    type Move = Move;

    fn megabytes(&self) -> usize {
        self.tables.megabytes()
    }

    fn known_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Recovered<Move> {
        Ok(line::known(self.lengths, self.root, length, ROUNDS, meter))
    }

    fn line_again(&mut self, mb: usize, meter: &mut Meter<'_>) -> Recovered<Move> {
        let tables = Tables::new(mb);
        let mut again = self.lengths.apart(&tables, mb);
        let Some(length) = again.mates(self.root, meter)? else {
            return Ok(None);
        };
        Ok(line::known(&mut again, self.root, length, ROUNDS, meter))
    }
}

impl<G: Geometry> Prover for ByLengths<'_, '_, G> {
    type Move = Move;

    fn step(&self) -> Plies {
        STEP
    }

    fn least(&self) -> Plies {
        LEAST
    }

    fn any_proof(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        if self.threads > 1 {
            // The facts that several threads find stand in the table that the question is then
            // asked of. A limit is met again there.
            let _ = self
                .lengths
                .mates_by_many(self.tables.every(), self.threads, meter);
        }
        Ok(outcome(self.lengths.mates(self.root, meter)?, EVER))
    }

    /// One slice of the question whether there is a shorter mate, and some shortening if the slice
    /// does not answer.
    fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
        let (lengths, root) = (&mut *self.lengths, self.root);
        if lengths.policy() == Policy::None {
            return Ok(Some(outcome(lengths.known_within(root, plies, meter)?, plies)));
        }
        if self.asked.as_ref().is_none_or(|asked| asked.plies() != plies) {
            self.asked = Some(lengths.asked(plies));
        }
        let Some(asked) = &mut self.asked else {
            return Ok(None);
        };
        let answer = lengths.slice(root, asked, meter)?;
        // Easy problems are over in the first slice or soon after.
        if answer.is_some() || asked.slices() < 2 {
            return Ok(answer.map(|length| outcome(length, plies)));
        }
        match lengths.shorten_known_mate(root, asked.span() / EACH, asked.span(), meter) {
            // What is too much for a position on the way is no limit of the whole.
            Ok(()) | Err(Reason::Memory | Reason::Depth) => {}
            Err(reason) => return Err(reason),
        }
        let known = lengths.known(root).0;
        Ok((known <= plies).then_some(Outcome::Proved(known)))
    }

    fn known(&mut self) -> (Plies, Plies) {
        self.lengths.known(self.root)
    }

    fn line_now(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        let room = KEEP + meter.nodes() / 10;
        let line = meter.step(room, |meter| {
            Ok(line::known(
                self.lengths,
                self.root,
                length,
                ROUNDS_TO_KEEP,
                meter,
            ))
        });
        // A limit that was met here is met again.
        line.ok().flatten().flatten()
    }

    fn has_forgotten(&mut self) -> bool {
        self.tables.every().collections() > 0
    }

    fn recover_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        recovery::recover_line(self, length, meter)
    }

    fn exact_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Vec<Move>, Reason> {
        line::exact(self.lengths, self.root, length, meter)
    }

    fn show(&mut self, meter: &mut Meter<'_>) {
        meter.state.best = self.lengths.line_so_far(self.root);
    }
}
