//! Solving: first whether there is a win at all, by df-pn; then how short it is.
//!
//! Df-pn finds a win fast and its length late, because no bound in plies lets it prune. Going
//! deeper a ply at a time disproves everything shorter fast and finds a long win late. So df-pn
//! proves the win and tries a little to shorten it, and deepening disproves from below until they
//! meet.

use crate::question::{Question, Techniques};
use crate::{Endgame, Solution};
use yose_andor::evidence::{self, Decides, EvidenceWriter};
use yose_andor::walk::{Choice, Play, Tie, walk};
use yose_andor::{
    Combine, Deepening, EVER, Game, Killer, Lambda, Limits, Meter, Options, Order, Outcome, Plies, Progress,
    Query, Reason, Search, Start, Table,
};
use yose_loa::{Geometry, Move};
use yose_prove::line::{LINE_NODES, TieBreak, first_that, line_again, whole_line};
use yose_prove::recovery::{self, Recovered, Recovery};
use yose_prove::{Aim, Dfpn, Prover, Settings, Verdict, pipeline};

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct SolverSettings {
    /// Any win will do.
    pub first: bool,
    /// Switches of df-pn.
    pub search: Options,
    /// Killer trees, in both searches.
    pub killer: Killer,
    /// Switches of the question.
    pub techniques: Techniques,
    /// Play threats only: a position that is not proved stays unknown.
    pub threats_only: bool,
}

impl Default for SolverSettings {
    fn default() -> Self {
        let killer = Killer {
            start: Start::Always,
            ..Killer::default()
        };
        SolverSettings {
            first: false,
            search: Options {
                defender: Combine::Sum,
                judge: false,
                replay: false,
                schedule: false,
                killer,
                ..Options::default()
            },
            killer,
            techniques: Techniques::default(),
            threats_only: false,
        }
    }
}

/// Nodes to shorten a win in, beyond as many as the win took.
const SHORTEN: u64 = 2_000;

/// Of replies that are known to last equally long the last is played.
const TIE: Tie = Tie::Last;

/// Either side's move may end the game, so lengths may be even.
const STEP: Plies = 1;
const LEAST: Plies = 1;

/// A position being solved. The tables outlive the verdict, so that evidence can be read off them.
pub struct Solver<G: Geometry> {
    root: Question<G>,
    settings: SolverSettings,
    table: Table,
    hash_mb: usize,
}

type Deep<G> = Deepening<Lambda<Question<G>>>;

impl<G: Geometry> Solver<G> {
    /// Prepares to solve with tables of `hash_mb` MB in all.
    pub fn new(endgame: &Endgame<G>, settings: &SolverSettings, hash_mb: usize) -> Self {
        Solver {
            root: endgame.question(settings.techniques),
            settings: *settings,
            table: Table::new(hash_mb.div_ceil(2)),
            hash_mb,
        }
    }

    /// The position, as the search asks about it.
    pub fn root(&self) -> &Question<G> {
        &self.root
    }

    /// Solves.
    pub fn solve(&self, limits: &Limits, report: &mut (dyn FnMut(Progress) + Send)) -> Solution {
        let aim = if self.settings.first || self.settings.threats_only {
            Aim::First
        } else {
            Aim::Shortest
        };
        pipeline::run(limits, report, |meter| {
            if self.settings.threats_only {
                let root = Lambda::new(self.root.clone(), Order::Only);
                pipeline::solve(&mut ByThreats::new(self, &root), aim, meter)
            } else {
                pipeline::solve(&mut ByBoth::new(self, aim), aim, meter)
            }
        })
    }

    fn deepening(&self) -> Deep<G> {
        let techniques = Techniques {
            prune: false,
            estimates: false,
            ..self.settings.techniques
        };
        let query = Lambda::new(self.root.clone().with(techniques), Order::First);
        Deepening::new(query, self.hash_mb.div_ceil(2)).with_killer(self.settings.killer)
    }

    /// Passes the evidence for a verdict on to `writer`. `Ok(false)` if the verdict does not hold.
    pub fn evidence(
        &self,
        verdict: Verdict,
        writer: &mut (impl EvidenceWriter<Question<G>> + Send),
        limits: &Limits,
    ) -> Result<bool, Reason> {
        pipeline::evidence(verdict.claims(STEP, LEAST), limits, |claims, meter| {
            let mut search = Search::new(self.root.clone(), &self.table, self.settings.search);
            if let Some(length) = claims.within {
                if self.table.look(self.root.key(), ()).yes_from > length {
                    self.transfer(length, meter)?;
                }
                if !evidence::proof(&mut search, &self.root, length, writer, meter)? {
                    return Ok(false);
                }
            }
            match claims.not_within {
                None => Ok(true),
                Some(EVER) => evidence::disproof(&mut search, &self.root, EVER, writer, meter),
                Some(bound) => {
                    let plain = self.root.clone().with(Techniques {
                        estimates: false,
                        ..self.settings.techniques
                    });
                    let mut deeper =
                        Deepening::new(plain, self.hash_mb.div_ceil(2)).with_killer(self.settings.killer);
                    deeper.within(bound, meter)?;
                    evidence::disproof(&mut deeper, &self.root, bound, writer, meter)
                }
            }
        })
    }

    /// Deepening knows a shorter proof than df-pn. Puts that proof into the table of df-pn.
    fn transfer(&self, length: Plies, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let mut deeper = self.deepening();
        deeper.within(length, meter)?;
        let mut work = vec![(deeper.query().clone(), length)];
        while let Some((mut at, within)) = work.pop() {
            let known = self.table.look(at.query().key(), ());
            if known.yes_from <= within {
                continue;
            }
            let Some(m) = winning_move(&mut deeper, &mut at, within, meter)? else {
                return Ok(());
            };
            self.table.prove(at.query().key(), (), within, at.pack_move(m), 1);
            at.make(m);
            self.table.prove(at.query().key(), (), within - 1, 0, 1);
            let mut edges = Vec::new();
            at.expand(&mut edges);
            for edge in edges {
                let mut next = at.clone();
                next.make(edge.mv);
                if next.prover_to_move() {
                    work.push((next, within.saturating_sub(2)));
                }
            }
        }
        Ok(())
    }
}

/// The first move, threats first, that wins within `left` plies.
fn winning_move<Q: Query>(
    deeper: &mut Deepening<Q>,
    at: &mut Q,
    left: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Q::Move>, Reason> {
    let moves = listed(at);
    first_that(at, &moves, |at| {
        Ok(matches!(deeper.ask(at, left - 1, meter)?, Outcome::Proved(_)))
    })
}

fn listed<Q: Query>(at: &mut Q) -> Vec<Q::Move> {
    let mut edges = Vec::new();
    at.expand(&mut edges);
    edges.iter().map(|edge| edge.mv).collect()
}

/// Df-pn for the win, deepening for its length.
struct ByBoth<'s, G: Geometry> {
    solver: &'s Solver<G>,
    aim: Aim,
    search: Search<'s, Question<G>>,
    /// Nodes that df-pn has for each try to shorten the win; `None`: it is deepening's turn.
    shorten: Option<u64>,
    deeper: Option<Deep<G>>,
    /// No win is shorter than this.
    lower: Plies,
    /// Moves made by df-pn, and by deepening.
    moves: [u64; 2],
}

impl<'s, G: Geometry> ByBoth<'s, G> {
    fn new(solver: &'s Solver<G>, aim: Aim) -> Self {
        ByBoth {
            solver,
            aim,
            search: Search::new(solver.root.clone(), &solver.table, solver.settings.search),
            shorten: None,
            deeper: None,
            lower: LEAST,
            moves: [0; 2],
        }
    }

    fn by_dfpn(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let outcome = self.search.within(plies, meter);
        self.moves[0] = self.search.query().made();
        outcome
    }

    fn by_deepening(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let deeper = self.deeper.get_or_insert_with(|| self.solver.deepening());
        let outcome = deeper.within(plies, meter);
        self.lower = (meter.state.lower as Plies).max(LEAST);
        self.moves[1] = deeper.query().query().made();
        match outcome? {
            // The first bound with a proof is the shortest length.
            Outcome::Proved(length) => self.lower = length,
            Outcome::Disproved(_) => self.lower = plies + 1,
        }
        outcome
    }

    fn whole_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Reason> {
        let root = &self.solver.root;
        let line = whole_line(&mut self.search, root, length, STEP, TIE, meter);
        *self.search.query() = self.solver.root.clone();
        line
    }
}

/// The line of the win that df-pn knows.
impl<G: Geometry> Recovery for ByBoth<'_, G> {
    type Move = Move;

    fn megabytes(&self) -> usize {
        self.solver.table.megabytes()
    }

    fn known_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Recovered<Move> {
        self.whole_line(length, meter)
    }

    fn line_again(&mut self, mb: usize, meter: &mut Meter<'_>) -> Recovered<Move> {
        let Solver { root, settings, .. } = self.solver;
        line_again(root, settings.search, mb, STEP, TIE, meter)
    }
}

impl<G: Geometry> Prover for ByBoth<'_, G> {
    type Move = Move;

    fn step(&self) -> Plies {
        STEP
    }

    fn any_proof(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let outcome = self.by_dfpn(EVER, meter);
        self.shorten = Some(meter.nodes() + SHORTEN);
        outcome
    }

    fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
        if plies < self.lower {
            return Ok(Some(Outcome::Disproved(plies)));
        }
        if let Some(nodes) = self.shorten.filter(|_| plies > 1) {
            let tried = meter.step(nodes, |meter| self.by_dfpn(plies, meter));
            if let Ok(Some(proved @ Outcome::Proved(_))) = tried {
                return Ok(Some(proved));
            }
            // A limit that was met here is met again.
            self.shorten = None;
        }
        self.by_deepening(plies, meter).map(Some)
    }

    fn known(&mut self) -> (Plies, Plies) {
        (Plies::MAX, self.lower)
    }

    /// Deepening does not touch the table of df-pn, so without a limit of nodes a line can be read
    /// off that table at the end. A limit may leave nothing for that.
    fn line_now(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        let is_wanted = self.aim == Aim::First || meter.limits().nodes.is_some();
        let Solver { table, root, .. } = self.solver;
        // A shorter win that deepening knows is the shortest, and its line comes at the end.
        if !is_wanted || table.look(root.key(), ()).yes_from > length {
            return None;
        }
        let room = LINE_NODES + meter.nodes();
        let line = meter.step(room, |meter| self.whole_line(length, meter));
        line.ok().flatten().flatten()
    }

    /// Deepening proves the length whatever the line is.
    fn stays_exact(&self) -> bool {
        true
    }

    fn has_forgotten(&mut self) -> bool {
        self.solver.table.collections() > 0
    }

    fn recover_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        let Solver { table, root, .. } = self.solver;
        if table.look(root.key(), ()).yes_from <= length {
            return recovery::recover_line(self, length, meter);
        }
        // Deepening knows a shorter win than df-pn.
        let line = self.exact_line(length, meter).ok()?;
        (line.len() == usize::from(length)).then_some(line)
    }

    fn exact_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Vec<Move>, Reason> {
        let deeper = self.deeper.get_or_insert_with(|| self.solver.deepening());
        let root = deeper.query().clone();
        let line = walk(&mut Exact { deeper, meter }, &root, length, usize::MAX);
        if let Some(deeper) = &mut self.deeper {
            *deeper.query() = root;
        }
        Ok(line?.moves)
    }

    fn moves(&self) -> Option<u64> {
        Some(self.moves.iter().sum())
    }
}

/// The moves of a shortest win: the first move, threats first, that keeps to the length; the first
/// reply that lasts longest. Every choice is a question with a definite answer, so the line depends
/// on the position alone.
struct Exact<'d, 'm, 'a, G: Geometry> {
    deeper: &'d mut Deep<G>,
    meter: &'m mut Meter<'a>,
}

impl<G: Geometry> Play for Exact<'_, '_, '_, G> {
    type At = Lambda<Question<G>>;
    type Move = Move;

    fn prover_to_move(&self, at: &Self::At) -> bool {
        at.prover_to_move()
    }

    fn make(&self, at: &mut Self::At, m: Move) {
        at.make(m);
    }
}

impl<G: Geometry> Choice for Exact<'_, '_, '_, G> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Self::At, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        if left == 0 {
            return Ok(None);
        }
        let m = winning_move(self.deeper, at, left, self.meter)?;
        Ok(m.map(|m| (left - 1, m)))
    }

    fn longest_reply(&mut self, at: &mut Self::At, left: Plies) -> Result<Option<(Plies, Move)>, Reason> {
        if left == 0 {
            return Ok(None);
        }
        let replies = listed(at);
        let m = first_that(at, &replies, |at| match left {
            1 => Ok(true),
            2 => Ok(at.prover_to_move()),
            _ => Ok(matches!(
                self.deeper.ask(at, left - 2, self.meter)?,
                Outcome::Disproved(_)
            )),
        })?;
        Ok(m.map(|m| (left - 1, m)))
    }
}

/// The tie-break of lines by known lengths.
struct LastKnown;

impl<Q: Query> TieBreak<Q> for LastKnown {
    fn known(&self) -> Tie {
        TIE
    }
}

/// Df-pn with threats alone. A disproof says nothing.
struct ByThreats<'s, G: Geometry> {
    dfpn: Dfpn<'s, Lambda<Question<G>>, LastKnown>,
    moves: u64,
}

impl<'s, G: Geometry> ByThreats<'s, G> {
    fn new(solver: &'s Solver<G>, root: &'s Lambda<Question<G>>) -> Self {
        let settings = Settings {
            aim: Aim::First,
            threads: 1,
            search: solver.settings.search,
            step: STEP,
        };
        ByThreats {
            dfpn: Dfpn::new(root, &LastKnown, &settings, &solver.table),
            moves: 0,
        }
    }
}

impl<G: Geometry> Prover for ByThreats<'_, G> {
    type Move = Move;

    fn step(&self) -> Plies {
        STEP
    }

    fn any_proof(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let outcome = self.dfpn.any_proof(meter);
        self.moves = self.dfpn.search().query().query().made();
        match outcome? {
            Outcome::Disproved(_) => Err(Reason::Threats),
            proved => Ok(proved),
        }
    }

    fn within(&mut self, _: Plies, _: &mut Meter<'_>) -> Result<Option<Outcome>, Reason> {
        Err(Reason::Threats)
    }

    fn known(&mut self) -> (Plies, Plies) {
        (self.dfpn.known().0, LEAST)
    }

    fn line_now(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        self.dfpn.line_now(length, meter)
    }

    fn has_forgotten(&mut self) -> bool {
        self.dfpn.has_forgotten()
    }

    fn recover_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Move>> {
        self.dfpn.recover_line(length, meter)
    }

    /// Only a win at once is exact, and the table has its move.
    fn exact_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Vec<Move>, Reason> {
        Ok(self.dfpn.line_now(length, meter).unwrap_or_default())
    }

    fn moves(&self) -> Option<u64> {
        Some(self.moves)
    }
}
