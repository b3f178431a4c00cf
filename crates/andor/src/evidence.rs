//! Evidence: the positions and moves that make a verdict checkable, read off a finished search.
//!
//! Only the prover's positions are told. A *proof* names one move and a rank for each; whoever checks it
//! plays every reply. A *refutation* names a reply to every move, with the bound in plies ([`EVER`] for
//! a closed set, in which cycles are allowed). What the table has forgotten is searched again: every position met
//! is itself the root of a question with a definite answer, so nothing here depends on a path.

use crate::dfpn::{Outcome, Search};
use crate::limits::{Meter, Reason};
use crate::number::{EVER, Plies, longer, shorter};
use crate::query::{Edge, Query};
use crate::resource::Resource;
use crate::schedule;
use std::collections::{BTreeMap, HashMap};
use yose_board::Key;

/// Who takes evidence down.
pub trait Clerk<Q: Query> {
    /// At this position of the prover `mv` reaches the goal within `rank` plies.
    fn proves(&mut self, at: &Q, rank: Plies, mv: Q::Move);
    /// At this position of the prover nothing reaches the goal within `bound` plies: to each first move the
    /// second is the answer.
    fn refutes(&mut self, at: &Q, bound: Plies, answers: &[(Q::Move, Q::Move)]);
    /// Whether there is no room for more, so many bytes being held by whoever tells: the telling then ends with
    /// [`Reason::Memory`].
    fn is_full(&self, held: usize) -> bool;
}

/// A search that can be asked about any position.
pub trait Knows<Q: Query> {
    /// Whether a position is known not to reach its goal within so many plies.
    fn refuted(&self, key: Key, resource: Q::Resource, within: Plies) -> bool;
    /// Asks about a position.
    fn ask(&mut self, at: &Q, within: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason>;
}

impl<Q: Query> Knows<Q> for Search<'_, Q> {
    fn refuted(&self, key: Key, resource: Q::Resource, within: Plies) -> bool {
        self.table().look(key, resource).no_below > within
    }
    fn ask(&mut self, at: &Q, within: Plies, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        *self.query() = at.clone();
        schedule::within(self, within, meter)
    }
}

/// What has been told of each board: resource and plies.
struct Told<R> {
    boards: HashMap<Key, Vec<(R, Plies)>>,
    count: usize,
}

impl<R: Resource> Told<R> {
    /// The memory of one fact, roughly: most boards have one, in a list with room for four.
    const EACH: usize = 2 * size_of::<(Key, Vec<(R, Plies)>)>() + 4 * size_of::<(R, Plies)>();

    fn new() -> Self {
        Told {
            boards: HashMap::new(),
            count: 0,
        }
    }

    fn bytes(&self) -> usize {
        self.count * Self::EACH
    }

    /// Whether a told proof serves here.
    fn proves(&self, key: Key, resource: R, within: Plies) -> bool {
        self.boards
            .get(&key)
            .is_some_and(|told| told.iter().any(|&(r, n)| resource.covers(r) && n <= within))
    }

    /// Whether a told refutation serves here.
    fn refutes(&self, key: Key, resource: R, within: Plies) -> bool {
        self.boards
            .get(&key)
            .is_some_and(|told| told.iter().any(|&(r, n)| r.covers(resource) && n >= within))
    }

    fn add(&mut self, key: Key, resource: R, plies: Plies) {
        self.boards.entry(key).or_default().push((resource, plies));
        self.count += 1;
    }
}

/// Positions that wait to be told, by their bounds.
struct Waiting<Q> {
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
    fn push(&mut self, at: Q, bound: Plies) {
        self.lists.entry(bound).or_default().push(at);
        self.count += 1;
    }

    /// One of those with the largest bound.
    fn pop(&mut self) -> Option<(Q, Plies)> {
        let mut list = self.lists.last_entry()?;
        let bound = *list.key();
        let at = list.get_mut().pop();
        if list.get().is_empty() {
            list.remove();
        }
        self.count -= 1;
        at.map(|at| (at, bound))
    }

    fn bytes(&self) -> usize {
        self.count * size_of::<Q>()
    }
}

fn edges<Q: Query>(query: &mut Q) -> Vec<Edge<Q::Move, Q::Resource>> {
    let mut list = Vec::new();
    query.expand(&mut list);
    list
}

/// The move that proves a prover's position within so many plies, with the rank of the position.
pub fn proving_move<Q: Query + Clone>(
    search: &mut Search<'_, Q>,
    at: &mut Q,
    within: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<(Plies, Q::Move)>, Reason> {
    let list = edges(at);
    // A move after which nothing is left to reply.
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
        // Forgotten: find it again, move by move, so that the answer is in the table afterwards.
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

/// Tells the proof that `root` reaches its goal within `plies`. `Ok(false)` if it does not.
pub fn proof<Q: Query + Clone>(
    search: &mut Search<'_, Q>,
    root: &Q,
    plies: Plies,
    clerk: &mut impl Clerk<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    proofs(search, vec![(root.clone(), plies)], clerk, meter)
}

/// Tells the proof that each of these positions reaches its goal within so many plies, what they share once. `Ok(false)` if
/// one of them does not.
pub fn proofs<Q: Query + Clone>(
    search: &mut Search<'_, Q>,
    mut work: Vec<(Q, Plies)>,
    clerk: &mut impl Clerk<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    let mut told = Told::new();
    while let Some((mut at, within)) = work.pop() {
        if clerk.is_full(told.bytes() + size_of_val(&work[..])) {
            return Err(Reason::Memory);
        }
        let (key, resource) = (at.exact_key(), at.resource());
        if told.proves(key, resource, within) {
            continue;
        }
        let Some((rank, mv)) = proving_move(search, &mut at, within, meter)? else {
            return Ok(false);
        };
        told.add(key, resource, rank);
        clerk.proves(&at, rank, mv);
        at.make(mv);
        for edge in edges(&mut at) {
            let within = rank.saturating_sub(2);
            if !told.proves(at.exact_key_after(edge.mv, edge.key), edge.resource, within) {
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

/// Tells why `root` does not reach its goal within `plies` ([`EVER`]: at all). `Ok(false)` if it does.
pub fn refutation<Q: Query + Clone>(
    search: &mut impl Knows<Q>,
    root: &Q,
    plies: Plies,
    clerk: &mut impl Clerk<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    refutations(search, vec![(root.clone(), plies)], clerk, meter)
}

/// The same of several positions, each within its own number of plies.
///
/// Those with the largest bounds are told first. A reply is told with a smaller bound than the position before it, so what a
/// position is told with is the largest that anything will ask of it, and it is told once.
pub fn refutations<Q: Query + Clone>(
    search: &mut impl Knows<Q>,
    roots: Vec<(Q, Plies)>,
    clerk: &mut impl Clerk<Q>,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    let mut told = Told::new();
    let mut work = Waiting::default();
    for (root, plies) in roots {
        work.push(root, plies);
    }
    let mut answers = Vec::new();
    while let Some((mut at, bound)) = work.pop() {
        if clerk.is_full(told.bytes() + work.bytes()) {
            return Err(Reason::Memory);
        }
        let (key, resource) = (at.exact_key(), at.resource());
        if told.refutes(key, resource, bound) {
            continue;
        }
        told.add(key, resource, bound);
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
                        .find(|e| told.refutes(at.exact_key_after(e.mv, e.key), e.resource, below))
                        .or_else(|| replies.iter().find(|e| search.refuted(e.key, e.resource, below)));
                }
                // Which reply holds is for the search to find; one by one they might be mates that take long to find.
                if reply.is_none() && !asked {
                    search.ask(&at, longer(below), meter)?;
                }
            }
            // The table knows the whole, and has forgotten why.
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
            // Where replies can reach the goal bounds may be even, and within no plies there is nothing to tell.
            let key = at.exact_key_after(reply.mv, reply.key);
            if below > 0 && !told.refutes(key, reply.resource, below) {
                let mut next = at.clone();
                next.make(reply.mv);
                work.push(next, below);
            }
            at.unmake(attack.mv, undo);
        }
        clerk.refutes(&at, bound, &answers);
    }
    Ok(true)
}
