//! The examination of a brinkmate problem: what can be said against its solution.
//!
//! The solution is a line of the author, or else the line that was found. At every turn of the
//! attacker each other legal move is asked about: does the attacker still have a brinkmate after
//! it? A move that works is a cook (`cook.rs`). "No cook" means that every other move is refuted,
//! so a move that a limit left open is *undecided* and not forgotten.
//!
//! A line of the author is also compared with best play:
//!
//! - a move after which the attacker has no brinkmate (不必至): the examination ends there;
//! - a reply after which the shortest brinkmate takes longer than the solution says (変化長手数).
//!
//! The author's line counts up to its last quiet move. What comes later belongs to a plain mate. A
//! line of checks alone claims a plain mate. Where there is none, it is examined up to its last
//! check: a move after which there is no brinkmate is told as above, and after the last check every
//! reply without a plain mate lasts longer than the line says.
//!
//! The questions are asked in slices of a growing number of nodes, so that one hard move does not
//! use up the limits of all others. All of them share the table of the problem.

use crate::attacks::MoveSet;
use crate::cook::{Class, Cook};
use crate::lengths::offers;
use crate::line::{line_after, room};
use crate::question::Question;
use crate::solve::{Brinkmate, Solver};
use crate::threats::mate_after;
use crate::verdict::{Solution, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use yose_andor::{EVER, Game, Limits, Meter, Outcome, Plies, Progress, Reason, with_big_stack};
use yose_prove::Prover;
use yose_shogi::{Geometry, Move, Position, Stalemate};

/// Nodes of the first slice of a question. They grow by [`GROWTH`] with each round.
const SLICE: u64 = 2_000;
const GROWTH: u64 = 4;

/// What can be said against a solution.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// The line that was examined, up to its last quiet move; a line of checks alone up to the
    /// last check.
    pub solution: Vec<Move>,
    /// The other attacking moves that work, in the order of the solution.
    pub cooks: Vec<Cook>,
    /// Where the author's line is not best play.
    pub departures: Vec<Departure>,
    /// What limits left open.
    pub undecided: Vec<Undecided>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// A move of which a limit left something open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The ply, from 1.
    pub at: usize,
    /// The move: another move than the solution's, or the author's own.
    pub mv: Move,
    /// Whether the move is known to work. Then it is open whether a shorter line by it is shorter
    /// than the solution; for the author's own move, whether a reply lasts longer than the
    /// solution.
    pub works: bool,
    /// Which limit.
    pub reason: Reason,
}

/// How an author's line is not best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DepartureKind {
    /// The attacker has no brinkmate: in the problem, or after the author's move.
    None,
    /// A reply lasts longer than the author's length says (変化長手数).
    Longer,
}

impl DepartureKind {
    /// The word used in answers.
    pub const fn word(self) -> &'static str {
        match self {
            DepartureKind::None => "none",
            DepartureKind::Longer => "longer",
        }
    }
}

/// Where an author's line departs from best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// In which way.
    pub kind: DepartureKind,
    /// The ply, from 1; `None` for the whole problem.
    pub at: Option<usize>,
    /// The line from there on that shows it. After an author's move that does not work, the reply
    /// that refutes the move; empty if the move threatens nothing.
    pub line: Vec<Move>,
}

/// How far an examination is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Examining {
    /// Nodes so far.
    pub nodes: u64,
    /// Moves that are not decided yet.
    pub open: usize,
    /// All moves that are asked about.
    pub of: usize,
}

/// A move that is asked about.
struct Candidate<G: Geometry> {
    /// The ply, from 1.
    at: usize,
    mv: Move,
    /// Whether it is the solution's own move.
    own: bool,
    /// The class of the move if it is a cook that is not shorter.
    class: Class,
    /// The position after the move.
    after: Question<G>,
    /// What is known of the move.
    state: State,
}

/// What is known of a move.
enum State {
    Open,
    Refuted,
    /// Not every move of the attacker was tried after it.
    NotAllMoves,
    /// There is a brinkmate within so many plies after it, and it is open whether there is a
    /// shorter one that matters.
    Works(Plies),
    /// The same, and all that matters is known. Whether there is a brinkmate within the bound that
    /// was asked about; `true` without a question.
    Settled {
        within: bool,
    },
}

impl<G: Geometry> Solver<G> {
    /// Examines the solution of a problem that was solved with this solver: the author's line if it
    /// is given, whose moves must be legal, otherwise the line of `found`. `None` if there is no
    /// line to examine.
    pub fn examine(
        &self,
        author: Option<&[Move]>,
        found: &Solution,
        limits: &Limits,
        report: &mut (dyn FnMut(Examining) + Send),
    ) -> Option<Examination> {
        let solution = match (author, found.verdict) {
            (Some(line), _) => match up_to_last_quiet(self.hisshi.position(), line) {
                // A plain mate is what the line claims, and the answer tells it.
                [] if matches!(found.verdict, Verdict::Mate { .. }) => return None,
                [] => up_to_last_attack(line).to_vec(),
                stated => stated.to_vec(),
            },
            (None, Verdict::Hisshi { length, .. }) if found.line.len() == length as usize => {
                found.line.clone()
            }
            (None, Verdict::None) => Vec::new(),
            _ => return None,
        };
        let examined = with_big_stack(|| {
            let counts = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
            let shared = Arc::clone(&counts);
            let mut relay = move |progress: Progress| {
                report(Examining {
                    nodes: progress.nodes,
                    open: shared.0.load(Ordering::Relaxed),
                    of: shared.1.load(Ordering::Relaxed),
                });
            };
            let mut meter = Meter::new(limits, &mut relay);
            let mut examination = if found.verdict == Verdict::None {
                without_brinkmate(solution)
            } else {
                let mut examiner = Examiner {
                    brink: Brinkmate::new(self),
                    moves: self.settings.moves,
                    counts: &counts,
                    given: author.is_some(),
                    solution,
                };
                let candidates = examiner.candidates(&self.root);
                examiner.examine(candidates, &mut meter)
            };
            examination.nodes = meter.nodes();
            examination.elapsed = meter.elapsed();
            examination
        });
        Some(examined.unwrap_or_default()).filter(|e| !e.solution.is_empty() || !e.departures.is_empty())
    }
}

/// The examination of a problem that is proved to have no brinkmate: no move works.
fn without_brinkmate(solution: Vec<Move>) -> Examination {
    Examination {
        solution,
        departures: vec![Departure {
            kind: DepartureKind::None,
            at: None,
            line: Vec::new(),
        }],
        ..Examination::default()
    }
}

/// The moves of a line up to the last quiet move of the attacker.
fn up_to_last_quiet<'l, G: Geometry>(position: &Position<G>, line: &'l [Move]) -> &'l [Move] {
    let mut at = position.clone();
    let mut last = 0;
    for (i, &m) in line.iter().enumerate() {
        at.make(m);
        if i % 2 == 0 && !at.in_check() {
            last = i + 1;
        }
    }
    &line[..last]
}

/// The moves of a line up to the last move of the attacker.
fn up_to_last_attack(line: &[Move]) -> &[Move] {
    let replies_last = usize::from(line.len().is_multiple_of(2));
    &line[..line.len().saturating_sub(replies_last)]
}

struct Examiner<'s, G: Geometry> {
    brink: Brinkmate<'s, G>,
    moves: MoveSet,
    /// Open moves, and all moves.
    counts: &'s (AtomicUsize, AtomicUsize),
    /// Whether the solution is an author's line, which may not be best play.
    given: bool,
    solution: Vec<Move>,
}

impl<G: Geometry> Examiner<'_, G> {
    /// Every legal move at every turn of the attacker; the moves of a line that was found are known
    /// to work and left out.
    fn candidates(&self, root: &Question<G>) -> Vec<Candidate<G>> {
        let mut at = root.clone();
        let mut candidates = Vec::new();
        for (i, &played) in self.solution.iter().enumerate() {
            if i % 2 == 0 {
                for mv in at.position().legal_moves() {
                    if mv == played && !self.given {
                        continue;
                    }
                    let mut after = at.clone();
                    after.make(Some(mv));
                    candidates.push(Candidate {
                        at: i + 1,
                        mv,
                        own: mv == played,
                        class: Class::of(at.position(), played, mv),
                        state: if is_drawn(after.position()) {
                            State::Refuted
                        } else {
                            State::Open
                        },
                        after,
                    });
                }
            }
            at.make(Some(played));
        }
        candidates
    }

    fn examine(&mut self, mut candidates: Vec<Candidate<G>>, meter: &mut Meter<'_>) -> Examination {
        let mut found = Examination::default();
        self.counts.1.store(candidates.len(), Ordering::Relaxed);
        let mut nodes = SLICE;
        let mut stopped = None;
        while stopped.is_none() && candidates.iter().any(Candidate::is_open) {
            let mut i = 0;
            while i < candidates.len() {
                let open = candidates.iter().filter(|c| c.is_open()).count();
                self.counts.0.store(open, Ordering::Relaxed);
                if candidates[i].is_open() {
                    match self.advance(&mut candidates[i], nodes, &mut found.cooks, meter) {
                        Ok(()) => {}
                        Err(reason) => {
                            stopped = Some(reason);
                            break;
                        }
                    }
                    let c = &candidates[i];
                    if c.own && matches!(c.state, State::Refuted) {
                        // What comes after a wrong move is no solution.
                        let last = c.at;
                        candidates.retain(|c| c.at <= last);
                        found.cooks.retain(|cook| cook.at <= last);
                        break;
                    }
                }
                i += 1;
            }
            nodes = nodes.saturating_mul(GROWTH);
        }
        for c in &candidates {
            if let Err(reason) = self.conclude(c, stopped, &mut found, meter) {
                stopped = Some(reason);
                found.undecided.push(c.undecided(true, reason));
            }
        }
        found.cooks.sort_by_key(|cook| cook.at);
        found.departures.sort_by_key(|departure| departure.at);
        found.solution.clone_from(&self.solution);
        found
    }

    /// Asks about a move for some nodes. A cook is noted as soon as the move is known to work, so
    /// that it stays if a limit comes.
    fn advance(
        &mut self,
        c: &mut Candidate<G>,
        nodes: u64,
        cooks: &mut Vec<Cook>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        self.brink.turn_to(&c.after);
        if matches!(c.state, State::Open) {
            let brink = &mut self.brink;
            let Some(outcome) = meter.step(nodes, |meter| brink.any_proof(meter))? else {
                return Ok(());
            };
            c.state = match outcome {
                Outcome::Proved(plies) => State::Works(plies),
                Outcome::Disproved(_) if self.is_refuted(c, meter)? => State::Refuted,
                Outcome::Disproved(_) => State::NotAllMoves,
            };
            if let (State::Works(plies), false) = (&mut c.state, c.own) {
                let (line, found) = self.line(&c.after, c.mv, *plies, meter);
                *plies = found;
                cooks.push(self.cook(c, line, found));
            }
        }
        let State::Works(plies) = c.state else {
            return Ok(());
        };
        let Some(bound) = self.asked_within(c, plies) else {
            c.state = State::Settled { within: true };
            return Ok(());
        };
        let brink = &mut self.brink;
        match meter.step(nodes, |meter| brink.within(bound, meter))?.flatten() {
            None => {}
            Some(Outcome::Disproved(_)) => c.state = State::Settled { within: false },
            Some(Outcome::Proved(shorter)) => {
                if !c.own {
                    let (line, shorter) = self.line(&c.after, c.mv, shorter, meter);
                    let cook = self.cook(c, line, shorter);
                    if let Some(known) = cooks.iter_mut().find(|k| k.at == c.at && k.mv == c.mv) {
                        *known = cook;
                    }
                }
                c.state = State::Settled { within: true };
            }
        }
        Ok(())
    }

    /// The bound within which a brinkmate after a move would matter: for another move to be shorter
    /// than the solution, for the solution's own move to be as short as the solution says. `None`
    /// if that is known.
    fn asked_within(&self, c: &Candidate<G>, plies: Plies) -> Option<Plies> {
        let left = self.solution.len() - c.at;
        // Lengths after a move of the attacker are even. A check that mates is always shorter.
        let bound = match left.checked_sub(2) {
            _ if c.own => left,
            Some(less) => less,
            None if c.after.position().in_check() => 0,
            None => return None,
        } as Plies;
        (plies > bound).then_some(bound)
    }

    /// Whether a disproof refutes a move whatever the attacker plays later.
    fn is_refuted(&mut self, c: &Candidate<G>, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        if self.moves == MoveSet::All {
            return Ok(true);
        }
        if c.after.position().in_check() {
            return Ok(false);
        }
        // After a pass only checks are played, all of them.
        let mut passed = c.after.clone();
        passed.make(None);
        self.brink.turn_to(&passed);
        let outcome = self.brink.within(0, meter)?;
        self.brink.turn_to(&c.after);
        Ok(matches!(outcome, Some(Outcome::Disproved(_))))
    }

    /// The line of a move that works within `plies` more plies, and the plies of the line after the
    /// move; a plain mate has none.
    fn line(
        &mut self,
        after: &Question<G>,
        mv: Move,
        plies: Plies,
        meter: &mut Meter<'_>,
    ) -> (Option<Vec<Move>>, Plies) {
        let whole = |rest: Vec<Move>| {
            let mut line = vec![mv];
            line.extend(rest);
            line
        };
        if plies == 0 && after.position().in_check() {
            return (mate_after(after.position(), meter).map(whole), 0);
        }
        let search = &mut self.brink.search;
        let rest = meter.step(room(meter), |meter| line_after(search, after, plies, meter));
        match rest.ok().flatten().flatten() {
            // The check leads to a plain mate after all.
            Some(rest) if rest.is_empty() && after.position().in_check() => {
                (mate_after(after.position(), meter).map(whole), 0)
            }
            Some(rest) => {
                let plies = rest.len() as Plies;
                (Some(whole(rest)), plies)
            }
            None => (None, plies),
        }
    }

    /// The cook of a move that works, with the line that was found.
    fn cook(&self, c: &Candidate<G>, line: Option<Vec<Move>>, plies: Plies) -> Cook {
        let mates = plies == 0 && c.after.position().in_check();
        let length = c.at + usize::from(plies) - usize::from(mates);
        Cook {
            at: c.at,
            mv: c.mv,
            class: if length < self.solution.len() {
                Class::Shorter
            } else {
                c.class
            },
            length: length as u32,
            line,
        }
    }

    /// Adds what is known and what is open of a move. A limit may come while longer replies are
    /// listed.
    fn conclude(
        &mut self,
        c: &Candidate<G>,
        stopped: Option<Reason>,
        found: &mut Examination,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let why = stopped.unwrap_or(Reason::Nodes);
        match c.state {
            State::Open => found.undecided.push(c.undecided(false, why)),
            State::Works(_) => found.undecided.push(c.undecided(true, why)),
            State::NotAllMoves => found.undecided.push(c.undecided(false, Reason::Moves)),
            State::Refuted if c.own => found.departures.push(Departure {
                kind: DepartureKind::None,
                at: Some(c.at),
                line: self.refutation(&c.after).into_iter().collect(),
            }),
            // A shorter brinkmate by other moves is not excluded.
            State::Settled { within: false } if self.moves == MoveSet::Paper => {
                found.undecided.push(c.undecided(true, Reason::Moves));
            }
            State::Settled { within: false } if c.own => self.longer(c, found, meter)?,
            State::Refuted | State::Settled { .. } => {}
        }
        Ok(())
    }

    /// A reply that is known to refute a move.
    fn refutation(&mut self, after: &Question<G>) -> Option<Move> {
        let table = self.brink.search.table();
        offers(&mut after.clone()).into_iter().find_map(|offer| {
            let known = table.look(offer.key, offer.resource);
            offer.mv.filter(|_| known.no_below > EVER)
        })
    }

    /// The replies to an author's move that last longer than the solution says.
    fn longer(
        &mut self,
        c: &Candidate<G>,
        found: &mut Examination,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let stated = self.solution.len();
        let bound = (stated - c.at).saturating_sub(1) as Plies;
        let played = self.solution.get(c.at).copied();
        for reply in c.after.position().legal_moves() {
            if Some(reply) == played {
                // What comes after it is looked at there.
                continue;
            }
            let mut next = c.after.clone();
            next.make(Some(reply));
            self.brink.turn_to(&next);
            let Some(Outcome::Disproved(_)) = self.brink.within(bound, meter)? else {
                continue;
            };
            let Outcome::Proved(length) = self.brink.any_proof(meter)? else {
                continue;
            };
            let rest = self.brink.line_now(length, meter);
            let mut line = vec![reply];
            line.extend(rest.unwrap_or_default());
            found.departures.push(Departure {
                kind: DepartureKind::Longer,
                at: Some(c.at + 1),
                line,
            });
        }
        Ok(())
    }
}

impl<G: Geometry> Candidate<G> {
    fn is_open(&self) -> bool {
        matches!(self.state, State::Open | State::Works(_))
    }

    fn undecided(&self, works: bool, reason: Reason) -> Undecided {
        Undecided {
            at: self.at,
            mv: self.mv,
            works,
            reason,
        }
    }
}

/// Whether the defender, who is to move, has no move, is not in check and so draws.
fn is_drawn<G: Geometry>(position: &Position<G>) -> bool {
    position.variant().rules.stalemate == Stalemate::Draws
        && !position.in_check()
        && !position.has_legal_move()
}
