//! Evidence: the positions and moves that make a verdict checkable, read off a finished search.
//!
//! Evidence lists positions of the prover only. A *proof* names one move and the number of plies
//! for each position; a checker plays every reply. A *disproof* names a reply to every move, with
//! the bound in plies ([`EVER`] for a closed set, in which cycles are allowed). Facts that the
//! table has forgotten are searched again: every position is itself the root of a question with a
//! definite answer, so nothing here depends on a path.

use crate::dfpn::{Outcome, Search};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, Plies, longer, shorter};
use crate::query::{Edge, Query};
use crate::resource::Resource;
use crate::schedule;
use std::collections::{BTreeMap, HashMap};
use yose_board::Key;

/// Receives evidence.
pub trait EvidenceWriter<Q: Query> {
    /// At this position of the prover `mv` reaches the goal within `plies` plies.
    fn write_proof(&mut self, at: &Q, plies: Plies, mv: Q::Move);
    /// At this position of the prover nothing reaches the goal within `plies` plies: the second
    /// move of each pair refutes the first.
    fn write_disproof(&mut self, at: &Q, plies: Plies, answers: &[(Q::Move, Q::Move)]);
    /// Whether there is no room for more, while the caller holds `held` bytes itself. The caller
    /// then stops with [`Reason::Memory`].
    fn is_full(&self, held: usize) -> bool;
}

/// A reply of the defender to every move of the prover.
pub type Replies<M> = Vec<(M, M)>;

/// Evidence kept in memory, fact by fact.
#[derive(Clone, Debug)]
pub struct Facts<Q: Query> {
    /// Positions of the prover, each with its plies and the move that reaches the goal.
    pub proofs: Vec<(Q, Plies, Q::Move)>,
    /// Positions of the prover, each with its bound in plies and a reply to every move.
    pub disproofs: Vec<(Q, Plies, Replies<Q::Move>)>,
}

impl<Q: Query> Default for Facts<Q> {
    fn default() -> Self {
        Facts {
            proofs: Vec::new(),
            disproofs: Vec::new(),
        }
    }
}

impl<Q: Query + Clone> EvidenceWriter<Q> for Facts<Q> {
    fn write_proof(&mut self, at: &Q, plies: Plies, mv: Q::Move) {
        self.proofs.push((at.clone(), plies, mv));
    }
    fn write_disproof(&mut self, at: &Q, plies: Plies, answers: &[(Q::Move, Q::Move)]) {
        self.disproofs.push((at.clone(), plies, answers.to_vec()));
    }
    fn is_full(&self, _: usize) -> bool {
        false
    }
}

/// A search that decides questions about any position.
pub trait Decides<Q: Query> {
    /// Whether a position is known not to reach its goal within `within` plies.
    fn disproved(&self, key: Key, resource: Q::Resource, within: Plies) -> bool;
    /// Asks about a position.
    fn ask(&mut self, at: &Q, within: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason>;
}

impl<Q: Query> Decides<Q> for Search<'_, Q> {
    fn disproved(&self, key: Key, resource: Q::Resource, within: Plies) -> bool {
        self.table().look(key, resource).no_below > within
    }
    fn ask(&mut self, at: &Q, within: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        *self.query() = at.clone();
        schedule::within(self, within, meter)
    }
}

/// The facts written so far, by board: resource and plies.
pub struct Written<R> {
    boards: HashMap<Key, Vec<(R, Plies)>>,
    count: usize,
}

impl<R> Default for Written<R> {
    fn default() -> Self {
        Written {
            boards: HashMap::new(),
            count: 0,
        }
    }
}

impl<R: Resource> Written<R> {
    /// Bytes of one fact, roughly: most boards have one fact, in a list with room for four.
    const EACH: usize = 2 * size_of::<(Key, Vec<(R, Plies)>)>() + 4 * size_of::<(R, Plies)>();

    /// The bytes that the facts take, roughly.
    pub fn bytes(&self) -> usize {
        self.count * Self::EACH
    }

    /// Whether a written proof covers the position.
    pub fn proves(&self, key: Key, resource: R, within: Plies) -> bool {
        self.boards
            .get(&key)
            .is_some_and(|facts| facts.iter().any(|&(r, n)| resource.covers(r) && n <= within))
    }

    /// Whether a written disproof covers the position.
    pub fn disproves(&self, key: Key, resource: R, within: Plies) -> bool {
        self.boards
            .get(&key)
            .is_some_and(|facts| facts.iter().any(|&(r, n)| r.covers(resource) && n >= within))
    }

    /// Adds a fact.
    pub fn add(&mut self, key: Key, resource: R, plies: Plies) {
        self.boards.entry(key).or_default().push((resource, plies));
        self.count += 1;
    }
}

/// Positions that wait for their disproof, by their bounds.
pub struct Waiting<Q> {
    lists: BTreeMap<Plies, Vec<Q>>,
    count: usize,
}

impl<Q> Default for Waiting<Q> {
    fn default() -> Self {
        Waiting {
            lists: BTreeMap::new(),
            count: 0,
        }
    }
}

impl<Q> Waiting<Q> {
    /// Adds a position.
    pub fn push(&mut self, at: Q, bound: Plies) {
        self.lists.entry(bound).or_default().push(at);
        self.count += 1;
    }

    /// Takes a position with the largest bound.
    pub fn pop(&mut self) -> Option<(Q, Plies)> {
        let mut list = self.lists.last_entry()?;
        let bound = *list.key();
        let at = list.get_mut().pop();
        if list.get().is_empty() {
            list.remove();
        }
        self.count -= 1;
        at.map(|at| (at, bound))
    }

    /// The bytes that the positions take, roughly.
    pub fn bytes(&self) -> usize {
        self.count * size_of::<Q>()
    }
}

fn edges<Q: Query>(query: &mut Q) -> Vec<Edge<Q::Move, Q::Resource>> {
    let mut list = Vec::new();
    query.expand(&mut list);
    list
}

/// The move that proves a prover's position within `within` plies, with the plies of that proof.
pub fn proving_move<Q: Query + Clone>(
    search: &mut Search<'_, Q>,
    at: &mut Q,
    within: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<(Plies, Q::Move)>, Reason> {
    let list = edges(at);
    // A move without a reply.
    if within == 1 || search.table().look(at.key(), at.resource()).yes_from <= 1 {
        for edge in &list {
            let undo = at.make(edge.mv);
            let over = edges(at).is_empty();
            at.unmake(edge.mv, undo);
            if over {
                return Ok(Some((1, edge.mv)));
            }
        }
    }
    for _ in 0..2 {
        let mut best: Option<(Plies, Q::Move)> = None;
        for edge in &list {
            let yes = search.table().look(edge.key, edge.resource).yes_from;
            if yes <= shorter(within) && best.is_none_or(|(n, _)| yes + 1 < n) {
                best = Some((yes + 1, edge.mv));
            }
        }
        if best.is_some() {
            return Ok(best);
        }
        // The table has forgotten it. Search move by move, so that the table has the answer
        // afterwards.
        for edge in &list {
            let undo = at.make(edge.mv);
            let outcome = search.ask(at, shorter(within), meter);
            at.unmake(edge.mv, undo);
            if let Outcome::Proved(plies) = outcome? {
                return Ok(Some((plies + 1, edge.mv)));
            }
        }
    }
    Ok(None)
}

/// Writes the proof that `root` reaches its goal within `plies` plies. `Ok(false)` if it does not.
pub fn proof<Q: Query + Clone>(
    search: &mut Search<'_, Q>,
    root: &Q,
    plies: Plies,
    writer: &mut impl EvidenceWriter<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    proofs(search, vec![(root.clone(), plies)], writer, meter)
}

/// Writes proofs that each position reaches its goal within its number of plies; shared parts once.
/// `Ok(false)` if a position does not.
pub fn proofs<Q: Query + Clone>(
    search: &mut Search<'_, Q>,
    work: Vec<(Q, Plies)>,
    writer: &mut impl EvidenceWriter<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    more_proofs(search, work, &mut Written::default(), writer, meter)
}

/// [`proofs`], without those parts that are written already.
pub fn more_proofs<Q: Query + Clone>(
    search: &mut Search<'_, Q>,
    mut work: Vec<(Q, Plies)>,
    written: &mut Written<Q::Resource>,
    writer: &mut impl EvidenceWriter<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    const { assert!(!Q::GROUND, "evidence has no ground") };
    while let Some((mut at, within)) = work.pop() {
        if writer.is_full(written.bytes() + size_of_val(&work[..])) {
            return Err(Reason::Memory);
        }
        let (key, resource) = (at.exact_key(), at.resource());
        if written.proves(key, resource, within) {
            continue;
        }
        let Some((plies, mv)) = proving_move(search, &mut at, within, meter)? else {
            return Ok(false);
        };
        written.add(key, resource, plies);
        writer.write_proof(&at, plies, mv);
        at.make(mv);
        for edge in edges(&mut at) {
            let within = plies.saturating_sub(2);
            if !written.proves(at.exact_key_after(edge.mv, edge.key), edge.resource, within) {
                let mut next = at.clone();
                next.make(edge.mv);
                // A reply may reach the prover's goal itself.
                if next.prover_to_move() {
                    work.push((next, within));
                }
            }
        }
    }
    Ok(true)
}

/// Writes the disproof of `root` within `plies` plies ([`EVER`]: at all). `Ok(false)` if it reaches
/// its goal.
pub fn disproof<Q: Query + Clone>(
    search: &mut impl Decides<Q>,
    root: &Q,
    plies: Plies,
    writer: &mut impl EvidenceWriter<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    disproofs(search, vec![(root.clone(), plies)], writer, meter)
}

/// Writes the disproofs of several positions, each within its own number of plies.
///
/// Positions with the largest bounds come first. A reply has a smaller bound than the position
/// before it, so the first bound of a position is its largest, and each position is written once.
pub fn disproofs<Q: Query + Clone>(
    search: &mut impl Decides<Q>,
    roots: Vec<(Q, Plies)>,
    writer: &mut impl EvidenceWriter<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    more_disproofs(search, roots, &mut Written::default(), writer, meter)
}

/// [`disproofs`], without those parts that are written already.
pub fn more_disproofs<Q: Query + Clone>(
    search: &mut impl Decides<Q>,
    roots: Vec<(Q, Plies)>,
    written: &mut Written<Q::Resource>,
    writer: &mut impl EvidenceWriter<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    const { assert!(!Q::GROUND, "evidence has no ground") };
    let mut work = Waiting::default();
    for (root, plies) in roots {
        work.push(root, plies);
    }
    let mut answers = Vec::new();
    while let Some((mut at, bound)) = work.pop() {
        if writer.is_full(written.bytes() + work.bytes()) {
            return Err(Reason::Memory);
        }
        let (key, resource) = (at.exact_key(), at.resource());
        if written.disproves(key, resource, bound) {
            continue;
        }
        written.add(key, resource, bound);
        answers.clear();
        let below = if bound == EVER {
            EVER
        } else {
            bound.saturating_sub(2)
        };
        for attack in edges(&mut at) {
            let undo = at.make(attack.mv);
            let replies = edges(&mut at);
            let mut reply = if bound == 1 { replies.first() } else { None };
            for asked in [false, true] {
                if reply.is_none() {
                    reply = replies
                        .iter()
                        .find(|e| written.disproves(at.exact_key_after(e.mv, e.key), e.resource, below))
                        .or_else(|| {
                            replies
                                .iter()
                                .find(|e| search.disproved(e.key, e.resource, below))
                        });
                }
                // The search finds the reply that refutes. Asked one by one, the replies before it
                // might be proved only after long searches.
                if reply.is_none() && !asked {
                    search.ask(&at, longer(below), meter)?;
                }
            }
            // The table knows the disproof, and has forgotten the reply.
            if reply.is_none() {
                for candidate in &replies {
                    let mut next = at.clone();
                    next.make(candidate.mv);
                    if let Outcome::Disproved(_) = search.ask(&next, below, meter)? {
                        reply = Some(candidate);
                        break;
                    }
                }
            }
            let Some(reply) = reply else {
                return Ok(false);
            };
            answers.push((attack.mv, reply.mv));
            // Where replies can reach the goal, bounds may be even, and a bound of 0 needs no
            // disproof.
            let key = at.exact_key_after(reply.mv, reply.key);
            if below > 0 && !written.disproves(key, reply.resource, below) {
                let mut next = at.clone();
                next.make(reply.mv);
                work.push(next, below);
            }
            at.unmake(attack.mv, undo);
        }
        writer.write_disproof(&at, bound, &answers);
    }
    Ok(true)
}
