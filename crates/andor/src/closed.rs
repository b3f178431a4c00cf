//! Closed-set search: disproofs by a set of positions that the defender never has to leave.
//!
//! Depth-first search disproves along paths. Where nearly every line comes back on itself, as in
//! whole games of shogi on small boards, it meets each position on ever new paths. Here a position
//! is a node of a graph, once. For every position of the defender one reply is *chosen*, and every
//! move of the prover after it is followed. The positions reached are a closed set if none of them
//! is won for the prover. A position of the defender without a reply is won. A position of the
//! prover is won if one of its moves leads to a won position, a position of the defender if all
//! its replies do. If a chosen reply leads to a won position, the next reply is chosen. Replies
//! into the set are chosen first: they cost nothing. X. Liu and S. A. Smolka, *Simple linear-time
//! algorithms for minimal fixed points* (1998), have the same idea for boolean equations.
//!
//! # Why the answers are right
//!
//! *Proved.* A node is marked won only by the definition of a win, from nodes marked before it. By
//! induction it is won within the plies of its mark. Repetitions play no part, as there are no
//! paths.
//!
//! *Disproved.* When no node of the defender waits for a reply any more, the nodes that are not won
//! and were not put aside are closed: after each move of the prover there is a chosen reply in the
//! set, and every move of the prover after it leads to the set. Play that stays in the set never
//! ends in a win for the prover. A node is put aside only if nothing in the set leads to it.
//!
//! *Termination.* Each node is opened once, and each reply is given up once. The work is linear in
//! the number of moves of the positions met, without thresholds and without control.
//!
//! The search uses the facts of a [`Table`] that a proof search has filled, with dominance, and
//! those of other questions ([`Links::elsewhere`](crate::Links::elsewhere)). It stores all its
//! results in the table, so that lines and certificates can be read off it.
//!
//! *The ground.* A game with a ground ([`Game::GROUND`](crate::Game::GROUND)) has two modes. Here a
//! node is a position outside the ground. The ground is decided by another search ([`Ground`]): a
//! position of the prover is won if its ground is, and a reply that leads to the ground
//! ([`Count::ToGround`]) refutes unless the ground after it is won.
//!
//! Free replies ([`Edge::free`]) count as plies here, so lengths are upper bounds. Looks at the
//! horizon are not asked for; by their law everything they prove has a proof by moves.

use crate::dfpn::Outcome;
use crate::edge::Count;
use crate::limits::{Meter, Reason};
use crate::number::{EVER, Plies, longer};
use crate::query::{Edge, Judgement, Query};
use crate::resource::Resource;
use crate::table::Table;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use yose_board::{Key, splitmix};

/// No link, no node.
const NONE: u32 = u32::MAX;

/// A hasher for keys, which are random already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = splitmix(self.0 ^ u64::from(byte));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// In the set, as far as is known.
    Held,
    /// Put aside: nothing leads to it any more.
    Aside,
    /// Won for the prover.
    Won,
    /// Disproved by a fact: needs no reply.
    Refuted,
}

struct Node {
    key: Key,
    resource: u64,
    state: State,
    /// Whether the prover is to move.
    prover: bool,
    /// Plies of a win.
    plies: Plies,
    /// The winning move.
    mv: u16,
    /// The last of the links from the nodes that lead here.
    leads: u32,
    /// The index of its position in `Closed::kept`.
    kept: u32,
}

/// A link of the list of nodes that lead to a node, with the move.
struct Link {
    from: u32,
    mv: u16,
    next: u32,
}

/// The cost of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Positions met.
    pub positions: u64,
    /// Replies that were chosen and given up.
    pub refuted_replies: u64,
    /// Positions of the closed set, if there is one.
    pub closed: u64,
}

/// What another search knows about a game with a ground.
pub trait Ground<Q: Query> {
    /// Whether the prover reaches its goal from the ground of its position.
    fn reached(&mut self, at: &Q, meter: &mut Meter<'_>) -> Result<bool, Reason>;
    /// The plies within which the prover reaches its goal outside the ground, if a short search
    /// finds that. A reply that fails is better given up at once than after the whole graph below
    /// it.
    fn proved(&mut self, at: &Q, meter: &mut Meter<'_>) -> Result<Option<Plies>, Reason>;
    /// What is known of a position outside the ground: `(yes_from, no_below)`, as in a table. A
    /// reply with a larger `no_below` is tried earlier.
    fn known(&self, key: Key, resource: Q::Resource) -> (Plies, Plies);
}

/// The search.
pub struct Closed<'a, Q: Query> {
    table: &'a Table,
    /// The ground, if the game has one.
    ground: Option<&'a mut dyn Ground<Q>>,
    nodes: Vec<Node>,
    links: Vec<Link>,
    /// Positions of nodes that wait, or may wait again.
    kept: Vec<Q>,
    by_key: HashMap<Key, u32, BuildHasherDefault<Plain>>,
    /// Nodes of the defender without a chosen reply; where turns do not alternate, also nodes of
    /// the prover that are not opened yet.
    waiting: Vec<u32>,
    /// Nodes just won: the nodes that lead to them have to hear of it.
    won: Vec<u32>,
    edges: Vec<Edge<Q::Move, Q::Resource>>,
    more: Vec<Edge<Q::Move, Q::Resource>>,
    first: Vec<Edge<Q::Move, Q::Resource>>,
    most_bytes: usize,
    effort: Effort,
}

fn whole<R: Resource>(key: Key, resource: R) -> Key {
    key ^ splitmix(resource.pack())
}

impl<'a, Q: Query> Closed<'a, Q> {
    /// A search over the facts of a table, with at most `megabytes` MB beside the table.
    pub fn new(table: &'a Table, megabytes: usize) -> Self {
        const { assert!(!Q::GROUND, "the ground of the game has to be decided") };
        Closed::build(table, megabytes, None)
    }

    /// The same for a game with a ground.
    pub fn with_ground(table: &'a Table, megabytes: usize, ground: &'a mut dyn Ground<Q>) -> Self {
        Closed::build(table, megabytes, Some(ground))
    }

    fn build(table: &'a Table, megabytes: usize, ground: Option<&'a mut dyn Ground<Q>>) -> Self {
        Closed {
            table,
            ground,
            nodes: Vec::new(),
            links: Vec::new(),
            kept: Vec::new(),
            by_key: HashMap::default(),
            waiting: Vec::new(),
            won: Vec::new(),
            edges: Vec::new(),
            more: Vec::new(),
            first: Vec::new(),
            most_bytes: megabytes << 20,
            effort: Effort::default(),
        }
    }

    /// The cost so far.
    pub fn effort(&self) -> Effort {
        Effort {
            positions: self.nodes.len() as u64,
            ..self.effort
        }
    }

    /// Whether the prover ever reaches its goal from a position. May be asked once.
    pub fn ever(&mut self, root: &Q, meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let mut query = root.clone();
        let top = if query.prover_to_move() {
            self.open(&mut query, NONE, 0, meter)?
        } else {
            self.meet(&query, query.key(), query.resource(), NONE, 0)
        };
        self.tell();
        while self.nodes[top as usize].state == State::Held {
            let Some(at) = self.waiting.pop() else { break };
            if self.nodes[at as usize].state != State::Held {
                continue;
            }
            if at != top && !self.is_led_to(at) {
                self.nodes[at as usize].state = State::Aside;
                continue;
            }
            let mut query = self.kept[self.nodes[at as usize].kept as usize].clone();
            if self.nodes[at as usize].prover {
                self.fill(at, &mut query, meter)?;
            } else {
                self.reply(at, &mut query, meter)?;
            }
            self.tell();
        }
        let outcome = match self.nodes[top as usize].state {
            State::Won => Outcome::Proved(self.nodes[top as usize].plies),
            _ => Outcome::Disproved(EVER),
        };
        self.record(matches!(outcome, Outcome::Disproved(_)));
        Ok(outcome)
    }

    /// Whether a node of the set leads to a node.
    fn is_led_to(&self, at: u32) -> bool {
        let mut link = self.nodes[at as usize].leads;
        while link != NONE {
            let Link { from, next, .. } = self.links[link as usize];
            if self.nodes[from as usize].state == State::Held {
                return true;
            }
            link = next;
        }
        false
    }

    fn node(&mut self, key: Key, resource: Q::Resource, state: State, prover: bool) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            key,
            resource: resource.pack(),
            state,
            prover,
            plies: 0,
            mv: 0,
            leads: NONE,
            kept: NONE,
        });
        self.by_key.insert(whole(key, resource), id);
        id
    }

    fn link(&mut self, from: u32, mv: u16, to: u32) {
        if from == NONE {
            return;
        }
        let link = self.links.len() as u32;
        self.links.push(Link {
            from,
            mv,
            next: self.nodes[to as usize].leads,
        });
        self.nodes[to as usize].leads = link;
    }

    fn wins(&mut self, at: u32, plies: Plies, mv: u16) {
        let node = &mut self.nodes[at as usize];
        node.state = State::Won;
        node.plies = plies;
        node.mv = mv;
        self.won.push(at);
    }

    /// Passes wins on to the nodes that lead to them.
    fn tell(&mut self) {
        while let Some(at) = self.won.pop() {
            let plies = longer(self.nodes[at as usize].plies);
            let mut link = self.nodes[at as usize].leads;
            while link != NONE {
                let Link { from, mv, next } = self.links[link as usize];
                link = next;
                let node = &self.nodes[from as usize];
                if node.state != State::Held {
                    continue;
                }
                if node.prover {
                    self.wins(from, plies, mv);
                } else {
                    // The chosen reply fails: another one has to be chosen.
                    self.effort.refuted_replies += 1;
                    self.waiting.push(from);
                }
            }
        }
    }

    /// Adds the position of the query, not met before, to which `from` leads by `mv`. It waits,
    /// unless the table knows it.
    fn meet(&mut self, query: &Q, key: Key, resource: Q::Resource, from: u32, mv: u16) -> u32 {
        let known = self.table.look(key, resource);
        let state = if known.no_below == Plies::MAX {
            State::Refuted
        } else {
            State::Held
        };
        let id = self.node(key, resource, state, query.prover_to_move());
        self.link(from, mv, id);
        if known.yes_from < EVER {
            self.wins(id, known.yes_from, known.mv);
        } else if state == State::Held {
            self.nodes[id as usize].kept = self.kept.len() as u32;
            self.kept.push(query.clone());
            self.waiting.push(id);
        }
        id
    }

    /// Links one node to another. A node that was put aside is in the set again, and waits.
    fn lead(&mut self, from: u32, mv: u16, to: u32) {
        self.link(from, mv, to);
        if self.nodes[to as usize].state == State::Aside {
            self.nodes[to as usize].state = State::Held;
            self.waiting.push(to);
        }
    }

    /// Adds the prover's position of the query, not met before, to which `from` leads, and opens
    /// it at once.
    fn open(&mut self, query: &mut Q, from: u32, mv: u16, meter: &mut Meter<'_>) -> Result<u32, Reason> {
        let id = self.node(query.key(), query.resource(), State::Held, true);
        self.link(from, mv, id);
        self.fill(id, query, meter)?;
        Ok(id)
    }

    /// Opens the prover's position of the query: all its moves are followed.
    fn fill(&mut self, id: u32, query: &mut Q, meter: &mut Meter<'_>) -> Result<(), Reason> {
        meter.tick()?;
        // Capacity beyond the lengths is not touched until it is used.
        let bytes = self.nodes.len() * size_of::<Node>()
            + self.links.len() * size_of::<Link>()
            + self.kept.len() * size_of::<Q>()
            + self.by_key.capacity() * 16;
        if bytes > self.most_bytes {
            return Err(Reason::Memory);
        }
        let (key, resource) = (query.key(), query.resource());
        let known = self.table.look(key, resource);
        if known.no_below == Plies::MAX {
            self.nodes[id as usize].state = State::Refuted;
            return Ok(());
        }
        if known.yes_from < EVER {
            self.wins(id, known.yes_from, known.mv);
            return Ok(());
        }
        if let Some(ground) = &mut self.ground {
            let won = match ground.known(key, resource).0 {
                won if won < EVER => Some(won),
                _ if ground.reached(query, meter)? => Some(0),
                _ => ground.proved(query, meter)?,
            };
            if let Some(plies) = won {
                self.wins(id, plies, 0);
                return Ok(());
            }
        }
        if let Judgement::Proved { plies, need } = query.judge() {
            if self.table.is_full() {
                self.table.make_room();
            }
            self.table.prove(key, need, plies, 0, 1);
            self.wins(id, plies, 0);
            return Ok(());
        }
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        query.expand(&mut edges);
        // Known nodes first: a win ends the work before any move is made.
        for edge in &edges {
            let packed = query.pack_move(edge.mv);
            if let Some(&to) = self.by_key.get(&whole(edge.key, edge.resource))
                && self.nodes[to as usize].state == State::Won
            {
                let plies = longer(self.nodes[to as usize].plies);
                self.wins(id, plies, packed);
                break;
            }
        }
        if self.nodes[id as usize].state == State::Held {
            for edge in &edges {
                let packed = query.pack_move(edge.mv);
                match self.by_key.get(&whole(edge.key, edge.resource)) {
                    Some(&to) => self.lead(id, packed, to),
                    None if query.elsewhere(edge.mv).1 == Plies::MAX => {
                        let to = self.node(edge.key, edge.resource, State::Refuted, false);
                        self.link(id, packed, to);
                    }
                    None => {
                        let undo = query.make(edge.mv);
                        let refuted = self.is_refuted_by_ground(query, meter);
                        if let Ok(true) = refuted {
                            let to = self.node(edge.key, edge.resource, State::Refuted, false);
                            self.link(id, packed, to);
                        } else {
                            self.meet(query, edge.key, edge.resource, id, packed);
                        }
                        query.unmake(edge.mv, undo);
                        refuted?;
                    }
                }
            }
        }
        self.edges = edges;
        Ok(())
    }

    /// Whether the defender, who is to move, has a reply to the ground that refutes. It is asked
    /// when a position is met: most moves of the prover fail by it, and their positions then need
    /// no room.
    fn is_refuted_by_ground(&mut self, query: &mut Q, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let Some(ground) = &mut self.ground else {
            return Ok(false);
        };
        if query.prover_to_move() {
            return Ok(false);
        }
        let mut edges = std::mem::take(&mut self.first);
        edges.clear();
        query.expand_first(false, &mut edges);
        let to_ground = edges.iter().find(|edge| edge.count == Count::ToGround);
        let mut reached = Ok(true);
        if let Some(edge) = to_ground {
            let undo = query.make(edge.mv);
            reached = ground.reached(query, meter);
            query.unmake(edge.mv, undo);
        }
        self.first = edges;
        Ok(!reached?)
    }

    /// Chooses a reply for a position of the defender, or finds that there is none left.
    fn reply(&mut self, at: u32, query: &mut Q, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let mut edges = std::mem::take(&mut self.more);
        edges.clear();
        query.expand(&mut edges);
        let result = self.choose(at, query, &mut edges, meter);
        self.more = edges;
        result
    }

    fn choose(
        &mut self,
        at: u32,
        query: &mut Q,
        edges: &mut Vec<Edge<Q::Move, Q::Resource>>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let mut plies = 0;
        let mut fresh = 0;
        let mut to_ground = None;
        for i in 0..edges.len() {
            let edge = edges[i];
            if edge.count == Count::ToGround {
                to_ground = Some(edge);
                continue;
            }
            if let Some(&to) = self.by_key.get(&whole(edge.key, edge.resource)) {
                let node = &self.nodes[to as usize];
                if node.state == State::Won {
                    plies = plies.max(longer(node.plies));
                    continue;
                }
                self.lead(at, 0, to);
                return Ok(());
            }
            let known = self.table.look(edge.key, edge.resource);
            if known.no_below == Plies::MAX || query.elsewhere(edge.mv).1 == Plies::MAX {
                let to = self.node(edge.key, edge.resource, State::Refuted, true);
                self.link(at, 0, to);
                return Ok(());
            }
            let known_outside = match &self.ground {
                Some(ground) => ground.known(edge.key, edge.resource).0,
                None => Plies::MAX,
            };
            let won = known.yes_from.min(known_outside);
            if won < EVER {
                plies = plies.max(longer(won));
                continue;
            }
            edges[fresh] = edge;
            edges[fresh].pn = known.pn;
            edges[fresh].dn = known.dn;
            fresh += 1;
        }
        edges.truncate(fresh);
        // The replies after which a disproof looks easiest.
        edges.sort_by_key(|edge| (edge.dn, std::cmp::Reverse(edge.pn)));
        if let Some(ground) = &mut self.ground {
            if let Some(edge) = to_ground {
                let undo = query.make(edge.mv);
                let reached = ground.reached(query, meter);
                query.unmake(edge.mv, undo);
                if !reached? {
                    self.nodes[at as usize].state = State::Refuted;
                    return Ok(());
                }
            }
            edges.sort_by_key(|edge| std::cmp::Reverse(ground.known(edge.key, edge.resource).1));
        }
        for edge in edges.iter() {
            let undo = query.make(edge.mv);
            let opened = if query.prover_to_move() {
                self.open(query, at, 0, meter)
            } else {
                Ok(self.meet(query, edge.key, edge.resource, at, 0))
            };
            query.unmake(edge.mv, undo);
            let to = opened?;
            if self.nodes[to as usize].state != State::Won {
                return Ok(());
            }
            plies = plies.max(longer(self.nodes[to as usize].plies));
        }
        self.wins(at, plies, 0);
        Ok(())
    }

    /// Stores all results in the table.
    fn record(&mut self, refuted: bool) {
        for node in &self.nodes {
            let resource = Q::Resource::unpack(node.resource);
            if self.table.is_full() {
                self.table.make_room();
            }
            match node.state {
                State::Won => self.table.prove(node.key, resource, node.plies, node.mv, 1),
                State::Held if refuted => {
                    self.effort.closed += 1;
                    self.table.disprove(node.key, resource, EVER, 1);
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Place, Stock, Toy, defender, key, metered, prover};

    /// Asks about node 0, and returns the outcome with the facts of all nodes.
    fn ask(places: Vec<Place>) -> (Outcome, Vec<(Plies, Plies)>) {
        let (nodes, table) = (places.len() as u16, Table::new(1));
        let mut closed = Closed::new(&table, 1);
        let outcome = metered(|meter| closed.ever(&Toy::new(places), meter));
        let facts = (0..nodes).map(|node| {
            let known = table.look(key(node), Stock(1));
            (known.yes_from, known.no_below)
        });
        (outcome.expect("no limits"), facts.collect())
    }

    const OPEN: (Plies, Plies) = (Plies::MAX, 0);
    const DISPROVED: (Plies, Plies) = (Plies::MAX, Plies::MAX);

    /// Fails if `record` does not store the closed set or stores nodes that were put aside, or if
    /// `choose` gives up after a reply that fails at once. The defender at 1 first replies 2, which
    /// loses to 3, then 6, which loses to 3 too, and then 4, after which the prover must go back to
    /// 1. Node 5 was put aside: only 2 leads to it.
    #[test]
    fn a_closed_set_is_disproved() {
        let places = vec![
            prover([1]),
            defender([2, 6, 4]),
            prover([5, 3]),
            defender([]),
            prover([1]),
            defender([2]),
            prover([3]),
        ];
        let (outcome, facts) = ask(places);
        assert_eq!(outcome, Outcome::Disproved(EVER));
        let won = [(1, 0), (0, 0), (1, 0)];
        assert_eq!(
            facts,
            [DISPROVED, DISPROVED, won[0], won[1], DISPROVED, OPEN, won[2]]
        );
    }

    /// Fails if `record` stores nodes as disproved although the root is won. All replies at 1 lose;
    /// nodes 5 and 6 are not decided.
    #[test]
    fn a_root_is_won_when_all_replies_fail() {
        let places = vec![
            prover([5, 1]),
            defender([2, 4]),
            prover([3]),
            defender([]),
            prover([3]),
            defender([6]),
            prover([5]),
        ];
        let (outcome, facts) = ask(places);
        assert_eq!(outcome, Outcome::Proved(3));
        assert_eq!(facts[1], (2, 0));
        assert!(facts.iter().all(|&(_, no_below)| no_below == 0));
    }

    /// Fails if `lead` does not revive a node that was put aside. The defender at 2 replies 3,
    /// which is won by 5 before 4 is looked at; so nothing leads to 4, and it is put aside. Later
    /// 1 leads to it again by 8, and the defender at 4 has no reply.
    #[test]
    fn a_node_put_aside_is_looked_at_when_something_leads_to_it_again() {
        let places = vec![
            prover([1, 2]),
            defender([8]),
            defender([3, 6]),
            prover([4, 5]),
            defender([]),
            defender([]),
            prover([7]),
            defender([6]),
            prover([4]),
        ];
        let (outcome, _) = ask(places);
        assert_eq!(outcome, Outcome::Proved(3));
    }

    /// A toy whose ground is decided elsewhere.
    #[derive(Clone)]
    struct Grounded(Toy);

    impl crate::Game for Grounded {
        type Move = u16;
        type Undo = (u16, Stock);
        type Resource = Stock;
        const GROUND: bool = true;

        fn prover_to_move(&self) -> bool {
            self.0.prover_to_move()
        }
        fn key(&self) -> Key {
            self.0.key()
        }
        fn resource(&self) -> Stock {
            self.0.resource()
        }
        fn expand(&mut self, edges: &mut Vec<Edge<u16, Stock>>) {
            self.0.expand(edges);
        }
        fn make(&mut self, m: u16) -> (u16, Stock) {
            self.0.make(m)
        }
        fn unmake(&mut self, m: u16, undo: (u16, Stock)) {
            self.0.unmake(m, undo);
        }
        fn pack_move(&self, m: u16) -> u16 {
            self.0.pack_move(m)
        }
    }

    impl crate::Dominance for Grounded {}
    impl crate::Lookahead for Grounded {}
    impl crate::Hints for Grounded {}
    impl crate::Links for Grounded {}

    /// The nodes whose ground is won, and the nodes that were asked about.
    struct Won(Vec<u16>, Vec<u16>);

    impl Ground<Grounded> for Won {
        fn reached(&mut self, at: &Grounded, _: &mut Meter<'_>) -> Result<bool, Reason> {
            self.1.push(at.0.at);
            Ok(self.0.contains(&at.0.at))
        }
        fn proved(&mut self, _: &Grounded, _: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
            Ok(None)
        }
        fn known(&self, _: Key, _: Stock) -> (Plies, Plies) {
            (Plies::MAX, 0)
        }
    }

    /// Fails if a reply that leads to the ground refutes although the ground is won, or does not
    /// refute although it is not; or if the ground of the prover's positions is not looked at. The
    /// defender at 1 may go to the ground of 2, or reply 3, after which the prover goes back to 1.
    #[test]
    fn the_ground_is_decided_elsewhere() {
        let decide = |won: &[u16]| {
            let mut replies = defender([2, 3]);
            replies.edges[0].count = Count::ToGround;
            let places = vec![prover([1]), replies, prover([]), prover([1])];
            let table = Table::new(1);
            let mut ground = Won(won.to_vec(), Vec::new());
            let mut closed = Closed::with_ground(&table, 1, &mut ground);
            let outcome = metered(|meter| closed.ever(&Grounded(Toy::new(places)), meter));
            (outcome.expect("no limits"), ground.1)
        };
        let disproved = Outcome::Disproved(EVER);
        assert_eq!(decide(&[]), (disproved, vec![0, 2]));
        // The ground of 2 is asked about when 1 is met, and when a reply is chosen.
        assert_eq!(decide(&[2]), (disproved, vec![0, 2, 2, 3]));
        let (outcome, asked) = decide(&[2, 3]);
        assert!(matches!(outcome, Outcome::Proved(_)), "{outcome:?}");
        assert_eq!(asked, [0, 2, 2, 3]);
        assert!(matches!(decide(&[0]).0, Outcome::Proved(0)));
    }
}
