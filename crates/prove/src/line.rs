//! Lines of best play: the prover's best move, the other side's longest reply.
//!
//! The walk itself is [`yose_andor::walk`]. Here are the choices for questions that df-pn alone
//! decides. Other questions choose by rules of their own and share [`tighten`].
//!
//! *Known.* Lengths are read off the table ([`whole_line`]). The table may say more than when the
//! proof was made: for positions on the way it may know shorter proofs by now, and then the line is
//! shorter than the proof. [`tighten`] carries such news from the end of the line to the root.
//! [`whole_line`] repeats that until line and proof agree.
//!
//! *Asked.* Every choice is a question with a definite answer ([`exact_line`]), so the line depends
//! on the position alone. Of the moves that start a shortest proof the prover plays the one that a
//! small search finds. Its table is its own, and empty when the line begins. Only where that search
//! does not suffice, the moves are asked about one by one, the most promising first. That is the
//! slow way: to refute the moves before the right one takes more than the proof itself. The other
//! side plays the first reply, in the order of a [`TieBreak`], that lasts longest.

use std::collections::HashMap;
use std::convert::Infallible;
use yose_andor::evidence::{self, Decides};
use yose_andor::walk::{Choice, InGame, Play, Tie, longest, shortest, walk};
use yose_andor::{
    EVER, Edge, Meter, Options, Outcome, Plies, Query, Reason, Resource, Search, Table, schedule,
};
use yose_board::Key;

/// Nodes of the small search for each move of the line.
const SMALL_SEARCH: u64 = 20_000;
/// The table of the small search, in MB.
const SMALL_TABLE: usize = 2;

/// Nodes for the line of a first proof, beside those that the proof took: a forgotten line may cost
/// about as much as the proof did.
pub const LINE_NODES: u64 = 1_000_000;

/// Each time this number of lines has been tightened, a short search looks for a shorter proof.
const PATIENCE: usize = 50;
/// Nodes of that short search.
const GLANCE: u64 = 20_000;

/// Lengths that are known without search, and can be corrected.
pub trait KnownLengths: Play {
    /// The least number of plies within which a proof of the position is known; `Plies::MAX`: none.
    fn known(&mut self, at: &Self::At) -> Plies;
    /// The length of the position by each reply of the other side: the known length after the reply
    /// plus the plies that the reply takes, one or none. `Plies::MAX`: none is known.
    fn by_replies(&mut self, at: &mut Self::At) -> Vec<Plies>;
    /// The length of the position by the prover's move `m`, after which the length is `after`.
    fn by_move(&mut self, at: &mut Self::At, m: Self::Move, after: Plies) -> Plies {
        let _ = (at, m);
        after + 1
    }
    /// Stores a proof of the position within `plies`, by `m` where the prover is to move.
    fn learn(&mut self, at: &Self::At, plies: Plies, m: Option<Self::Move>);
}

/// The result of [`tighten`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tightened {
    /// The length of the root, computed from the lengths that are known now. `None` if none is
    /// known after some reply, because the table has forgotten it.
    pub plies: Option<Plies>,
    /// Whether a shorter proof than before is known now for a prover's position of the line.
    pub shorter: bool,
}

/// Goes back along a line. Stores for each position of the other side what its replies are known to
/// allow now, and for each position of the prover its length by the move of the line.
pub fn tighten<K: KnownLengths>(lengths: &mut K, root: &K::At, line: &[K::Move]) -> Tightened {
    let mut on_the_way = vec![root.clone()];
    for &m in line {
        let mut next = on_the_way[on_the_way.len() - 1].clone();
        lengths.make(&mut next, m);
        on_the_way.push(next);
    }
    let mut shorter = false;
    let mut plies: Plies = 0;
    for (i, at) in on_the_way.iter_mut().enumerate().rev() {
        if !lengths.prover_to_move(at) {
            plies = lengths.by_replies(at).into_iter().max().unwrap_or(0);
            if plies == Plies::MAX {
                return Tightened { plies: None, shorter };
            }
            lengths.learn(at, plies, None);
        } else if let Some(&m) = line.get(i) {
            plies = lengths.by_move(at, m, plies);
            shorter |= plies < lengths.known(at);
            lengths.learn(at, plies, Some(m));
        }
    }
    Tightened {
        plies: Some(plies),
        shorter,
    }
}

/// The first of `moves` that leads to a position for which `holds` is true.
pub fn first_that<Q: Query>(
    at: &mut Q,
    moves: &[Q::Move],
    mut holds: impl FnMut(&mut Q) -> Result<bool, Reason>,
) -> Result<Option<Q::Move>, Reason> {
    for &m in moves {
        let undo = at.make(m);
        let answer = holds(at);
        at.unmake(m, undo);
        if answer? {
            return Ok(Some(m));
        }
    }
    Ok(None)
}

fn edges<Q: Query>(at: &mut Q) -> Vec<Edge<Q::Move, Q::Resource>> {
    let mut edges = Vec::new();
    at.expand(&mut edges);
    edges
}

/// Whether the goal is reached: the other side is to move and has no reply.
fn is_over<Q: Query>(at: &mut Q) -> bool {
    !at.prover_to_move() && edges(at).is_empty()
}

/// Lengths that the table of a search knows. A forgotten move of the prover is searched again.
pub struct TableLengths<'s, 't, 'm, 'a, Q: Query> {
    search: &'s mut Search<'t, Q>,
    tie: Tie,
    meter: &'m mut Meter<'a>,
}

impl<'s, 't, 'm, 'a, Q: Query> TableLengths<'s, 't, 'm, 'a, Q> {
    /// The lengths in the table of `search`. `tie` says which of equally long replies is played.
    pub fn new(search: &'s mut Search<'t, Q>, tie: Tie, meter: &'m mut Meter<'a>) -> Self {
        TableLengths { search, tie, meter }
    }

    /// The prover's move with the shortest known proof within `left` plies, and the plies after it.
    pub fn proving_move(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Reason> {
        if left == 0 {
            return Ok(None);
        }
        let play = evidence::proving_move(self.search, at, left, self.meter)?;
        Ok(play.map(|(rank, m)| (rank - 1, m)))
    }

    /// The known length after each move; `Plies::MAX`: none. The table need not hold a position in
    /// which the goal is reached: its length is 0.
    pub fn after_moves(&mut self, at: &mut Q) -> Vec<(Plies, Q::Move)> {
        let mut known = Vec::new();
        for edge in edges(at) {
            let mut plies = self.search.table().look(edge.key, edge.resource).yes_from;
            if plies == Plies::MAX {
                let undo = at.make(edge.mv);
                if is_over(at) {
                    plies = 0;
                }
                at.unmake(edge.mv, undo);
            }
            known.push((plies, edge.mv));
        }
        known
    }
}

impl<Q: Query> InGame for TableLengths<'_, '_, '_, '_, Q> {
    type Game = Q;
}

impl<Q: Query> Choice for TableLengths<'_, '_, '_, '_, Q> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Reason> {
        self.proving_move(at, left)
    }

    fn longest_reply(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Reason> {
        // A reply whose length was forgotten counts as the longest possible one.
        let most = left.saturating_sub(1);
        let known = self.after_moves(at).into_iter();
        Ok(longest(known.map(|(plies, m)| (plies.min(most), m)), self.tie))
    }
}

impl<Q: Query> KnownLengths for TableLengths<'_, '_, '_, '_, Q> {
    fn known(&mut self, at: &Q) -> Plies {
        self.search.table().look(at.key(), at.resource()).yes_from
    }

    fn by_replies(&mut self, at: &mut Q) -> Vec<Plies> {
        let after = self.after_moves(at).into_iter();
        after.map(|(plies, _)| plies.saturating_add(1)).collect()
    }

    fn learn(&mut self, at: &Q, plies: Plies, m: Option<Q::Move>) {
        let packed = m.map_or(0, |m| at.pack_move(m));
        self.search
            .table()
            .prove(at.key(), at.resource(), plies, packed, 1);
    }
}

/// A whole line of a proof within `length` plies. If a shorter proof turns up on the way, the line
/// is as short as that. `None` if the table has forgotten too much, if the root cannot be searched
/// again within the limits, or if free replies make the line longer than the proof. `step` is the
/// least difference between two lengths.
pub fn whole_line<Q: Query>(
    search: &mut Search<'_, Q>,
    root: &Q,
    length: Plies,
    step: Plies,
    tie: Tie,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Q::Move>>, Reason> {
    let mut proved = length;
    let mut rounds = 0;
    loop {
        let mut lengths = TableLengths::new(search, tie, meter);
        let line = walk(&mut lengths, root, proved, usize::MAX)?;
        let found = line.moves.len() as Plies;
        if line.whole && found == proved {
            return Ok(Some(line.moves));
        }
        if found > proved {
            // Free replies take no ply, so a line can have more moves than the proof has plies.
            return Ok(None);
        }
        rounds += 1;
        if rounds % PATIENCE == 0 {
            // Moves that can be played in any order make too many lines to tighten. A shorter proof
            // has fewer.
            let glance = meter.step(GLANCE, |meter| search.ask(root, found, meter));
            if let Ok(Some(Outcome::Proved(plies))) = glance {
                proved = plies;
                continue;
            }
        }
        let tightened = tighten(&mut TableLengths::new(search, tie, meter), root, &line.moves);
        if let Tightened {
            plies: Some(plies),
            shorter: true,
        } = tightened
        {
            // Another reply may last as long as the one that was tightened. So the walk is repeated
            // as long as it makes any position on the way shorter.
            proved = proved.min(plies);
            continue;
        }
        // Nothing on the line got shorter, or a length was forgotten: the root is searched again,
        // with growing bounds.
        let mut within = found;
        proved = loop {
            match search.ask(root, within, meter) {
                Ok(Outcome::Proved(plies)) => break plies,
                Ok(Outcome::Disproved(_)) if within + step < proved => within += step,
                _ => return Ok(None),
            }
        };
    }
}

/// Makes a proof again in an empty table of `mb` MB, and reads the line off that table. The line
/// may be longer or shorter than that of the first proof.
pub fn line_again<Q: Query>(
    root: &Q,
    options: Options,
    mb: usize,
    step: Plies,
    tie: Tie,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Q::Move>>, Reason> {
    let mut table = Table::new(mb);
    table.share_numbers(options.share_numbers);
    let mut search = Search::new(root.clone(), &table, options);
    match schedule::within(&mut search, EVER, meter)? {
        Outcome::Proved(length) => whole_line(&mut search, root, length, step, tie, meter),
        Outcome::Disproved(_) => Ok(None),
    }
}

/// A whole line of a proof within `length` plies, found when the table has forgotten much of the
/// proof. The proof is made again as a tree in memory of its own: one move for each position of the
/// prover, every reply of the other side. A forgotten position is asked about once. So the work is
/// bounded by the size of the proof, where [`whole_line`] may go back to the root again and again.
/// The line is as long as the tree is deep. `None` if there is no such proof, or if replies are
/// free.
pub fn tree_line<Q: Query>(
    search: &mut Search<'_, Q>,
    root: &Q,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Q::Move>>, Reason> {
    let mut tree = Tree {
        search,
        known: HashMap::new(),
        meter,
    };
    if tree.depth(&mut root.clone(), length)?.is_none() {
        return Ok(None);
    }
    let mut whole = WholeTree::<Q> {
        known: tree.known,
        depths: HashMap::new(),
    };
    let Ok(line) = walk(&mut whole, root, length, usize::MAX);
    Ok(line.whole.then_some(line.moves))
}

/// The name of a position in a tree.
fn name<Q: Query>(at: &Q) -> (Key, u64) {
    (at.key(), at.resource().pack())
}

/// A proof as a tree.
struct Tree<'s, 't, 'm, 'a, Q: Query> {
    search: &'s mut Search<'t, Q>,
    /// For each position of the prover the depth of the tree below it, and the move.
    known: HashMap<(Key, u64), (Plies, Q::Move)>,
    meter: &'m mut Meter<'a>,
}

impl<Q: Query> Tree<'_, '_, '_, '_, Q> {
    /// Makes the tree below a position. Returns its depth, at most `left` plies. `None`: there is
    /// no proof within `left` plies.
    ///
    /// A tree that turned out too deep elsewhere is made again and replaced by a flatter one. So a
    /// depth may be less by the end, and [`WholeTree::depth`] finds the depths that hold then.
    fn depth(&mut self, at: &mut Q, left: Plies) -> Result<Option<Plies>, Reason> {
        if !at.prover_to_move() {
            return self.depth_after_replies(at, left);
        }
        if let Some(&(plies, _)) = self.known.get(&name(at))
            && plies <= left
        {
            return Ok(Some(plies));
        }
        // A position costs a node even if the table knows its move.
        self.meter.tick()?;
        let Some(m) = self.proving_move(at, left)? else {
            return Ok(None);
        };
        let undo = at.make(m);
        let after = self.depth(at, left - 1);
        at.unmake(m, undo);
        let Some(after) = after? else {
            return Ok(None);
        };
        // The position may have come back below itself, nearer to the end. Depths only ever fall,
        // so that no tree leads back to its own root.
        let made = (after + 1, m);
        let entry = self.known.entry(name(at)).or_insert(made);
        if made.0 < entry.0 {
            *entry = made;
        }
        Ok(Some(entry.0))
    }

    fn depth_after_replies(&mut self, at: &mut Q, left: Plies) -> Result<Option<Plies>, Reason> {
        let replies = edges(at);
        if replies.is_empty() {
            return Ok(Some(0));
        }
        if left == 0 || replies.iter().any(|edge| edge.free) {
            return Ok(None);
        }
        let mut most = 0;
        for edge in replies {
            let undo = at.make(edge.mv);
            let after = self.depth(at, left - 1);
            at.unmake(edge.mv, undo);
            match after? {
                Some(after) => most = most.max(after + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(most))
    }

    /// The move of a proof within `left` plies: one that the table knows, or one that a search of
    /// this position finds.
    fn proving_move(&mut self, at: &mut Q, left: Plies) -> Result<Option<Q::Move>, Reason> {
        if left == 0 {
            return Ok(None);
        }
        let moves = edges(at);
        for is_asked in [false, true] {
            if is_asked && !matches!(self.search.ask(at, left, self.meter)?, Outcome::Proved(_)) {
                return Ok(None);
            }
            let table = self.search.table();
            let known = moves
                .iter()
                .map(|edge| (table.look(edge.key, edge.resource).yes_from, edge.mv));
            if let Some((_, m)) = shortest(known).filter(|&(plies, _)| plies < left) {
                return Ok(Some(m));
            }
            // The table need not hold a position in which the goal is reached.
            let over = first_that(at, &moves.iter().map(|edge| edge.mv).collect::<Vec<_>>(), |at| {
                Ok(is_over(at))
            })?;
            if over.is_some() {
                return Ok(over);
            }
        }
        // A full table has lost the move already.
        Ok(evidence::proving_move(self.search, at, left, self.meter)?.map(|(_, m)| m))
    }
}

/// A tree that is complete. The prover plays its move, the other side the reply below which the
/// tree is deepest.
struct WholeTree<Q: Query> {
    /// For each position of the prover the move. The depth is that of the time when it was made.
    known: HashMap<(Key, u64), (Plies, Q::Move)>,
    /// The depths that were found so far, of positions of the prover.
    depths: HashMap<(Key, u64), Plies>,
}

impl<Q: Query> WholeTree<Q> {
    fn chosen(&self, at: &Q) -> Option<Q::Move> {
        self.known.get(&name(at)).map(|&(_, m)| m)
    }

    /// The depth of the tree below a position.
    fn depth(&mut self, at: &mut Q) -> Plies {
        if !at.prover_to_move() {
            let replies = self.after_replies(at).into_iter();
            return replies.map(|(depth, _)| depth + 1).max().unwrap_or(0);
        }
        if let Some(&depth) = self.depths.get(&name(at)) {
            return depth;
        }
        let depth = self.chosen(at).map_or(0, |m| self.depth_after(at, m) + 1);
        self.depths.insert(name(at), depth);
        depth
    }

    fn depth_after(&mut self, at: &mut Q, m: Q::Move) -> Plies {
        let undo = at.make(m);
        let depth = self.depth(at);
        at.unmake(m, undo);
        depth
    }

    /// The depth after each reply.
    fn after_replies(&mut self, at: &mut Q) -> Vec<(Plies, Q::Move)> {
        let replies = edges(at).into_iter();
        replies
            .map(|edge| (self.depth_after(at, edge.mv), edge.mv))
            .collect()
    }
}

impl<Q: Query> InGame for WholeTree<Q> {
    type Game = Q;
}

impl<Q: Query> Choice for WholeTree<Q> {
    type Stop = Infallible;

    fn best_move(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Infallible> {
        Ok(self.chosen(at).map(|m| (left.saturating_sub(1), m)))
    }

    fn longest_reply(&mut self, at: &mut Q, _: Plies) -> Result<Option<(Plies, Q::Move)>, Infallible> {
        Ok(longest(self.after_replies(at), Tie::First))
    }
}

/// Which of several equally good moves a line plays, and how the question is put for an exact line.
pub trait TieBreak<Q: Query> {
    /// Of replies that are known to last equally long: the one to play.
    fn known(&self) -> Tie {
        Tie::First
    }

    /// The question with default settings. Those with which it was searched must not influence the
    /// line.
    fn neutral(&self, root: &Q) -> Q {
        root.clone()
    }
    /// The replies in the order in which they are tried.
    fn replies(&self, at: &mut Q) -> Vec<Q::Move> {
        edges(at).iter().map(|edge| edge.mv).collect()
    }
}

/// Moves are tried in the order in which the question lists them.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsListed;

impl<Q: Query> TieBreak<Q> for AsListed {}

/// Choices by questions with definite answers.
struct SearchedLengths<'s, 't, 'm, 'a, Q: Query, T> {
    search: &'s mut Search<'t, Q>,
    small: Search<'s, Q>,
    ties: &'s T,
    step: Plies,
    meter: &'m mut Meter<'a>,
}

impl<Q: Query, T: TieBreak<Q>> SearchedLengths<'_, '_, '_, '_, Q, T> {
    /// The move that the small search finds.
    fn found(&mut self, at: &mut Q, left: Plies) -> Result<Option<Q::Move>, Reason> {
        *self.small.query() = at.clone();
        let small = &mut self.small;
        let play = self.meter.step(SMALL_SEARCH, |meter| {
            small.within(left, meter)?;
            evidence::proving_move(small, at, left, meter)
        });
        match play {
            Ok(play) => Ok(play.flatten().map(|(_, m)| m)),
            // A line that is too deep for the small search is no limit of the whole.
            Err(Reason::Depth) => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    /// The first move with a proof within `left` plies, the most promising first.
    fn first_move(&mut self, at: &mut Q, left: Plies) -> Result<Option<Q::Move>, Reason> {
        let mut edges = edges(at);
        edges.sort_by_key(|edge| edge.pn);
        let moves: Vec<Q::Move> = edges.iter().map(|edge| edge.mv).collect();
        first_that(at, &moves, |at| within(self.search, at, left - 1, self.meter))
    }
}

/// Whether the goal is reached within `plies`.
fn within<Q: Query>(
    search: &mut Search<'_, Q>,
    at: &mut Q,
    plies: Plies,
    meter: &mut Meter<'_>,
) -> Result<bool, Reason> {
    if plies == 0 {
        return Ok(is_over(at));
    }
    *search.query() = at.clone();
    Ok(matches!(
        schedule::within(search, plies, meter)?,
        Outcome::Proved(_)
    ))
}

impl<Q: Query, T> InGame for SearchedLengths<'_, '_, '_, '_, Q, T> {
    type Game = Q;
}

impl<Q: Query, T: TieBreak<Q>> Choice for SearchedLengths<'_, '_, '_, '_, Q, T> {
    type Stop = Reason;

    fn best_move(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Reason> {
        if left == 0 {
            return Ok(None);
        }
        let m = match self.found(at, left)? {
            Some(m) => Some(m),
            None => self.first_move(at, left)?,
        };
        Ok(m.map(|m| (left - 1, m)))
    }

    fn longest_reply(&mut self, at: &mut Q, left: Plies) -> Result<Option<(Plies, Q::Move)>, Reason> {
        if left == 0 {
            return Ok(None);
        }
        let replies = self.ties.replies(at);
        let m = first_that(at, &replies, |at| match (left - 1).checked_sub(self.step) {
            Some(less) => Ok(!within(self.search, at, less, self.meter)?),
            None => Ok(true),
        })?;
        Ok(m.map(|m| (left - 1, m)))
    }
}

/// The line of a shortest proof, which is known to take exactly `length` plies. `step` is the least
/// difference between two lengths.
pub fn exact_line<Q: Query>(
    search: &mut Search<'_, Q>,
    root: &Q,
    length: Plies,
    step: Plies,
    ties: &impl TieBreak<Q>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Q::Move>, Reason> {
    let root = ties.neutral(root);
    let table = Table::new(SMALL_TABLE);
    let mut asked = SearchedLengths {
        search,
        small: Search::new(root.clone(), &table, Options::default()),
        ties,
        step,
        meter,
    };
    Ok(walk(&mut asked, &root, length, usize::MAX)?.moves)
}
