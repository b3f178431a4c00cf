//! Evidence: the positions and moves that make a verdict checkable, read off a finished search.
//!
//! There are four kinds of facts, each about a position with the attacker to move:
//!
//! - *a mate*: a check and the plies to mate. Mates have their ranks from the question of
//!   `yose_tsume`, because plies do not count in the ground of the brinkmate question.
//! - *no mate*: a reply to every check, in a closed set.
//! - *a brinkmate within n plies*: a move. A checker plays the pass and every reply.
//! - *no brinkmate*, within n plies or at all: a reply or the pass as the answer to every move.
//!
//! Facts that the tables have forgotten are searched again.
//!
//! *At all.* The closed set is found on the graph of positions (`closed_set.rs`).
//!
//! *Small evidence.* An answer that leads to a fact already written costs nothing. The pass comes
//! next: after the pass only checks have to be answered. A reply costs a fact with an answer to
//! every legal move.

use crate::attacks::MoveSet;
use crate::closed_set::{SearchAsGround, close};
use crate::lengths::{Offer, UNKNOWN, before, known_after, offers};
use crate::line::{Brink, ask, attack};
use crate::question::{Question, Techniques};
use crate::solve::Solver;
use yose_andor::evidence::{self, Decides, Waiting, Written};
use yose_andor::{Count, EVER, Game, Ground, Meter, Outcome, Plies, Reason, Search, Table};
use yose_prove::Claims;
use yose_shogi::{Geometry, Move, Position};
use yose_tsume::plain::{self, SolverSettings};
use yose_tsume::{InHand, Tsume};

/// The most MB of the table for plain mates, and of the table for a closed set.
const TABLE: usize = 64;

/// The least MB for the graph of a closed set. The graph may take as many as the table of the
/// search: it is gone before the first fact is written.
const GRAPH: usize = 256;

/// Receives evidence. The attacker is to move in every position.
pub trait EvidenceWriter<G: Geometry> {
    /// The check mates within `plies` plies.
    fn write_mate(&mut self, at: &Position<G>, plies: Plies, check: Move);
    /// There is no plain mate: the second move of each pair answers the first.
    fn write_no_mate(&mut self, at: &Position<G>, answers: &[(Move, Move)]);
    /// The move makes a brinkmate within `plies` plies.
    fn write_brinkmate(&mut self, at: &Position<G>, plies: Plies, m: Move);
    /// There is no brinkmate within `plies` plies ([`EVER`]: at all): each move with the reply to
    /// it, `None` for the pass.
    fn write_no_brinkmate(&mut self, at: &Position<G>, plies: Plies, answers: &[(Move, Option<Move>)]);
    /// Whether there is no room for more, while the caller holds `held` bytes itself.
    fn is_full(&self, held: usize) -> bool;
}

/// Writes the facts of the question of plain mates.
struct MateWriter<'w, W> {
    writer: &'w mut W,
    /// Bytes that other lists hold.
    held: usize,
}

impl<G: Geometry, W: EvidenceWriter<G>> evidence::EvidenceWriter<plain::Question<G>> for MateWriter<'_, W> {
    fn write_proof(&mut self, at: &plain::Question<G>, plies: Plies, check: Move) {
        self.writer.write_mate(at.position(), plies, check);
    }
    fn write_disproof(&mut self, at: &plain::Question<G>, _: Plies, answers: &[(Move, Move)]) {
        self.writer.write_no_mate(at.position(), answers);
    }
    fn is_full(&self, held: usize) -> bool {
        self.writer.is_full(held + self.held)
    }
}

/// Gathers the evidence of one verdict.
pub(crate) struct Gatherer<'s, 'w, 'm, 'r, G: Geometry, W> {
    search: Brink<'s, G>,
    mates: Search<'s, plain::Question<G>>,
    /// The question of plain mates. It is asked about other positions of the problem.
    mate: plain::Question<G>,
    /// Whether both questions have the same keys.
    same_keys: bool,
    /// The techniques for disproofs: they are found sooner if all replies are looked at.
    techniques: Techniques,
    /// The table of the closed set.
    closed: &'s Table,
    written_mates: Written<InHand>,
    written_no_mates: Written<InHand>,
    written: Written<InHand>,
    writer: &'w mut W,
    meter: &'m mut Meter<'r>,
}

impl<G: Geometry, W: EvidenceWriter<G>> Gatherer<'_, '_, '_, '_, G, W> {
    /// Passes the evidence for claims on. `Ok(false)` if they do not hold, or if they are about a
    /// plain mate.
    pub fn tell(
        solver: &Solver<G>,
        claims: Claims,
        writer: &mut W,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let root = solver.root();
        let settings = solver.settings();
        let Ok(tsume) = Tsume::new(root.position().clone()) else {
            return Ok(false);
        };
        let manner = SolverSettings::default();
        let mate = plain::Question::new(&tsume, manner.techniques);
        let table = meter.limits().hash_mb.min(TABLE);
        let (mates, closed) = (Table::new(table), Table::new(table));
        let mut gatherer = Gatherer {
            search: Search::new(root.clone(), solver.table(), settings.search),
            mates: Search::new(mate.clone(), &mates, manner.search),
            same_keys: mate.place(root.position()) == (root.key(), root.resource()),
            mate,
            techniques: Techniques {
                threat_first: false,
                ..settings.techniques
            },
            closed: &closed,
            written_mates: Written::default(),
            written_no_mates: Written::default(),
            written: Written::default(),
            writer,
            meter,
        };
        if let Some(length) = claims.within {
            if length == 0 || !gatherer.brinkmate(root, length)? {
                return Ok(false);
            }
            gatherer.written = Written::default();
        }
        match claims.not_within {
            None => Ok(true),
            Some(0) => gatherer.no_mate(root.position()),
            Some(EVER) if settings.moves == MoveSet::All => gatherer.none_at_all(root),
            Some(EVER) => Ok(false),
            Some(bound) => gatherer.no_brinkmate(root, bound),
        }
    }

    /// Bytes of the lists.
    fn held(&self) -> usize {
        self.written.bytes() + self.written_mates.bytes() + self.written_no_mates.bytes()
    }

    /// Writes a plain mate, with all that follows from it.
    fn mate(&mut self, at: &Position<G>) -> Result<bool, Reason> {
        let at = self.mate.of(at.clone());
        if self.written_mates.proves(at.key(), at.resource(), EVER) {
            return Ok(true);
        }
        let Outcome::Proved(plies) = self.mates.ask(&at, EVER, self.meter)? else {
            return Ok(false);
        };
        let held = self.held() - self.written_mates.bytes();
        let mut writer = MateWriter {
            writer: self.writer,
            held,
        };
        let roots = vec![(at, plies)];
        evidence::more_proofs(
            &mut self.mates,
            roots,
            &mut self.written_mates,
            &mut writer,
            self.meter,
        )
    }

    /// Writes that there is no plain mate, with all that follows from it.
    fn no_mate(&mut self, at: &Position<G>) -> Result<bool, Reason> {
        let at = self.mate.of(at.clone());
        let held = self.held() - self.written_no_mates.bytes();
        let mut writer = MateWriter {
            writer: self.writer,
            held,
        };
        let roots = vec![(at, EVER)];
        evidence::more_disproofs(
            &mut self.mates,
            roots,
            &mut self.written_no_mates,
            &mut writer,
            self.meter,
        )
    }

    /// Writes the brinkmate of a position within `plies` plies, with all that follows from it.
    fn brinkmate(&mut self, root: &Question<G>, plies: Plies) -> Result<bool, Reason> {
        let mut work = vec![(root.clone(), plies)];
        while let Some((mut at, within)) = work.pop() {
            if self.writer.is_full(self.held() + size_of_val(&work[..])) {
                return Err(Reason::Memory);
            }
            let (key, resource) = (at.key(), at.resource());
            if self.written.proves(key, resource, within) {
                continue;
            }
            let Some((after, m)) = attack(&mut self.search, &mut at, within, self.meter)? else {
                return Ok(false);
            };
            let before_it = at.position().clone();
            at.make(Some(m));
            let count = match at.position().in_check() {
                true => Count::UnlessGround,
                false => Count::Ply,
            };
            let plies = before(count, after);
            if plies == 0 {
                // A plain mate after all.
                if !self.mate(&before_it)? {
                    return Ok(false);
                }
                continue;
            }
            // The attacker's lengths are odd.
            let plies = plies | 1;
            self.written.add(key, resource, plies);
            self.writer.write_brinkmate(&before_it, plies, m);
            for offer in offers(&mut at) {
                if !self.reply(&mut at, &offer, plies.saturating_sub(2), &mut work)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Writes the mate after a reply or the pass, or puts the brinkmate within `left` plies on the
    /// list.
    fn reply(
        &mut self,
        at: &mut Question<G>,
        offer: &Offer,
        left: Plies,
        work: &mut Vec<(Question<G>, Plies)>,
    ) -> Result<bool, Reason> {
        if self.same_keys && self.written_mates.proves(offer.key, offer.resource, EVER) {
            return Ok(true);
        }
        let passes = offer.mv.is_none();
        if !passes && left > 0 && self.written.proves(offer.key, offer.resource, left) {
            return Ok(true);
        }
        let most = if passes { 0 } else { left };
        let mut length = known_after(self.search.table(), at, offer);
        let mut next = at.clone();
        next.make(offer.mv);
        if length == UNKNOWN || length > most {
            length = match ask(&mut self.search, &next, most, self.meter)? {
                Outcome::Proved(length) => length,
                Outcome::Disproved(_) => return Ok(false),
            };
        }
        if length == 0 {
            return self.mate(next.position());
        }
        if length > most {
            return Ok(false);
        }
        work.push((next, length));
        Ok(true)
    }

    /// Writes that a position has no brinkmate at all.
    fn none_at_all(&mut self, root: &Question<G>) -> Result<bool, Reason> {
        Ok(self.close(root)? && self.no_brinkmate(root, EVER)?)
    }

    /// Finds the closed set of a position. `Ok(false)` if the position has a brinkmate.
    fn close(&mut self, at: &Question<G>) -> Result<bool, Reason> {
        let room = self.meter.limits().hash_mb.max(GRAPH);
        close(&mut self.search, at, self.closed, room, self.meter)
    }

    /// Writes that a position has no brinkmate within `bound` plies ([`EVER`]: at all), with all
    /// that follows from it.
    ///
    /// Positions with the largest bounds come first. A reply has a smaller bound than the position
    /// before it, so the first bound of a position is its largest, and each position is written
    /// once.
    fn no_brinkmate(&mut self, root: &Question<G>, bound: Plies) -> Result<bool, Reason> {
        let mut work = Waiting::default();
        self.written.add(root.key(), root.resource(), bound);
        work.push(root.clone().with(self.techniques), bound);
        let mut answers = Vec::new();
        while let Some((mut at, bound)) = work.pop() {
            if self.writer.is_full(self.held() + work.bytes()) {
                return Err(Reason::Memory);
            }
            let below = match bound {
                EVER => EVER,
                bound => bound.saturating_sub(2),
            };
            answers.clear();
            for offer in offers(&mut at) {
                let Some(m) = offer.mv else { continue };
                let undo = at.make(offer.mv);
                let Some(answer) = self.answer(&mut at, below)? else {
                    return Ok(false);
                };
                answers.push((m, answer.mv));
                let only_mates = answer.mv.is_none() || below == 0;
                if !self.is_written(&answer, below) {
                    let mut next = at.clone();
                    next.make(answer.mv);
                    if !only_mates {
                        self.written.add(answer.key, answer.resource, below);
                        work.push(next, below);
                    } else if !self.no_mate(next.position())? {
                        return Ok(false);
                    }
                }
                at.unmake(offer.mv, undo);
            }
            self.writer.write_no_brinkmate(at.position(), bound, &answers);
        }
        Ok(true)
    }

    /// Whether a written fact covers the position after an answer.
    fn is_written(&self, answer: &Offer, below: Plies) -> bool {
        let only_mates = answer.mv.is_none() || below == 0;
        let least = if only_mates { 1 } else { below };
        self.written.disproves(answer.key, answer.resource, least)
            || (only_mates
                && self.same_keys
                && self.written_no_mates.disproves(answer.key, answer.resource, EVER))
    }

    /// Whether the tables know that an answer refutes: that there is no brinkmate within `below`
    /// plies after it, or after the pass no mate.
    fn is_known(&self, answer: &Offer, below: Plies) -> bool {
        let (key, resource) = (answer.key, answer.resource);
        let no_below = self.search.table().look(key, resource).no_below;
        if answer.mv.is_none() || below == 0 {
            no_below > 0
        } else if below == EVER {
            self.closed.look(key, resource).no_below == Plies::MAX
        } else {
            no_below > below
        }
    }

    /// The answer of the defender, who is to move, after which there is no brinkmate within `below`
    /// plies, or after the pass no mate. `None` if there is none.
    fn answer(&mut self, at: &mut Question<G>, below: Plies) -> Result<Option<Offer>, Reason> {
        let replies = offers(at);
        for asked in [false, true] {
            if let Some(&known) = replies.iter().find(|reply| self.is_written(reply, below)) {
                return Ok(Some(known));
            }
            // The pass is listed first.
            if let Some(&known) = replies.iter().find(|reply| self.is_known(reply, below)) {
                return Ok(Some(known));
            }
            if asked {
                break;
            }
            if let Some(&pass) = replies.iter().find(|reply| reply.mv.is_none()) {
                let undo = at.make(None);
                let mated = SearchAsGround(&mut self.search).reached(at, self.meter);
                at.unmake(None, undo);
                if !mated? {
                    return Ok(Some(pass));
                }
            }
            if below == EVER {
                self.close(at)?;
            } else {
                ask(&mut self.search, at, below + 1, self.meter)?;
            }
        }
        // The tables know the disproof, and have forgotten the reply.
        for &reply in &replies {
            if reply.mv.is_none() {
                continue;
            }
            let mut next = at.clone();
            next.make(reply.mv);
            let holds = if below == EVER {
                self.close(&next)?
            } else {
                matches!(
                    ask(&mut self.search, &next, below, self.meter)?,
                    Outcome::Disproved(_)
                )
            };
            if holds {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}
