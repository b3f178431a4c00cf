//! The plain oracle of tsume-shogi: list the positions that checks and evasions reach, layer by layer, and work back
//! from the mates. It shares the rules with the search and nothing else: no dominance, no numbers, no table.
//!
//! The list grows until it holds everything within as many plies as a mate of the root takes (no shorter one can hide
//! then) or until nothing new is reached (then what is not mated never is). Besides the verdict it
//! says what the verdict *turns on*, by asking the same list again with something changed:
//!
//! | letter | the verdict or the length is another one if |
//! | --- | --- |
//! | `i` | the defender may not drop pieces (in check every drop is an interposition) |
//! | `p` | mate by a dropped pawn is allowed |
//! | `c` | the defender may not answer check with check |
//! | `u` | a piece that only gains by promoting must promote: the attacker's pieces, or the defender's |
//! | `r` | an endless attack wins: there is no mate, but the attacker can give check for ever |
//!
//! The first four only ever take moves away from one side or add a mate in one, so a mate found in so many plies
//! is decided again within as many.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use yose_board::{Color, Square};
use yose_shogi::{Army, Geometry, Kind, Move, Position, Setup, Variant, with_position};

/// What a verdict turns on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TurnsOn {
    /// A dropped interposition.
    pub interposition: bool,
    /// A mate by a dropped pawn that the rules refuse.
    pub pawn_drop: bool,
    /// A counter-check.
    pub counter_check: bool,
    /// A move that could have promoted and loses nothing by it but the pawn-drop mate.
    pub unpromoted: bool,
    /// Repetition: the attack is endless.
    pub repetition: bool,
}

impl fmt::Display for TurnsOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [
            (self.counter_check, "c"),
            (self.interposition, "i"),
            (self.pawn_drop, "p"),
            (self.repetition, "r"),
            (self.unpromoted, "u"),
        ];
        if letters.iter().all(|(on, _)| !on) {
            return f.write_str("-");
        }
        letters
            .iter()
            .filter(|(on, _)| *on)
            .try_for_each(|(_, letter)| f.write_str(letter))
    }
}

impl std::str::FromStr for TurnsOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut on = TurnsOn::default();
        for letter in text.chars() {
            match letter {
                '-' => {}
                'c' => on.counter_check = true,
                'i' => on.interposition = true,
                'p' => on.pawn_drop = true,
                'r' => on.repetition = true,
                'u' => on.unpromoted = true,
                _ => return Err(format!("`{letter}` is nothing a verdict turns on")),
            }
        }
        Ok(on)
    }
}

/// The answer to a tsume.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Truth {
    /// The length of the shortest mate; `None` if there is none.
    pub length: Option<u32>,
    /// The line: the first attack that keeps to the shortest mate, the first defence that resists longest.
    pub line: Vec<Move>,
    /// What the verdict turns on.
    pub turns_on: TurnsOn,
    /// How many positions were listed; 0 if it was decided otherwise.
    pub positions: usize,
}

/// Edges that a question may leave out.
mod mark {
    /// The defender drops.
    pub const DROP: u8 = 1;
    /// The defender checks.
    pub const COUNTER: u8 = 2;
    /// The attacker declines a promotion that only gains.
    pub const DECLINES: u8 = 4;
    /// The defender does.
    pub const DEFENDER_DECLINES: u8 = 8;
}

struct Edge {
    child: u32,
    mv: Move,
    marks: u8,
}

#[derive(Default)]
struct Node {
    attacks: bool,
    /// Whether its edges are listed.
    open: bool,
    first: u32,
    edges: u32,
    /// A pawn could be dropped with mate if that were allowed.
    refused: bool,
}

/// The positions listed so far.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// Keys are random already.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u64(b.into());
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = yose_board::splitmix(self.0 ^ word);
    }
}

type Index = HashMap<(u64, u64, u64), u32, BuildHasherDefault<Mix>>;

fn exact<G: Geometry>(p: &Position<G>) -> (u64, u64, u64) {
    let [black, white] = p.hands().0;
    (p.board_key(), black.packed(), white.packed())
}

/// What the oracle may spend on one problem.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Positions on the list.
    pub positions: usize,
    /// Nodes of each deepening.
    pub nodes: usize,
    /// Attacker's positions in a closed set.
    pub closed: usize,
}

/// Decides a tsume: by the list; else by deepening; else, if there is no mate, by a closed set. `None` if the budget is
/// not enough. Only the list knows everything a verdict turns on; what the other two cannot tell is not claimed.
pub fn decide<G: Geometry>(root: &Position<G>, budget: Budget) -> Option<Truth> {
    listed(root, budget.positions)
        .or_else(|| deepened(root, budget.nodes))
        .or_else(|| (!mates(root, budget.closed)?).then(Truth::default))
}

/// Decides a tsume by listing at most `budget` positions.
pub fn listed<G: Geometry>(root: &Position<G>, budget: usize) -> Option<Truth> {
    let attacker = root.turn();
    let loose = loose(root.variant());
    let mut graph = Graph::default();
    let mut index = Index::default();
    index.insert(exact(root), 0);
    graph.nodes.push(Node {
        attacks: true,
        ..Node::default()
    });
    let mut layer = vec![(0u32, root.clone())];
    let mut mates = false;
    // All positions within so many plies are listed with their moves.
    let mut depth = 0;
    loop {
        let mut next = Vec::new();
        for (at, mut p) in layer.drain(..) {
            let attacks = p.turn() == attacker;
            let moves = if attacks {
                p.checking_moves()
            } else {
                p.evading_moves()
            };
            mates |= !attacks && moves.is_empty();
            let first = graph.edges.len() as u32;
            for &m in &moves {
                let mut marks = marks(&p, m, &moves, attacks);
                let undo = p.make(m);
                let fresh = graph.nodes.len() as u32;
                let child = *index.entry(exact(&p)).or_insert(fresh);
                if child == fresh {
                    if graph.nodes.len() >= budget {
                        return None;
                    }
                    graph.nodes.push(Node {
                        attacks: !attacks,
                        ..Node::default()
                    });
                    next.push((fresh, p.clone()));
                }
                if !attacks && p.in_check() {
                    marks |= mark::COUNTER;
                }
                p.unmake(m, undo);
                graph.edges.push(Edge { child, mv: m, marks });
            }
            let node = &mut graph.nodes[at as usize];
            node.open = true;
            node.first = first;
            node.edges = graph.edges.len() as u32 - first;
            if attacks && let Some(loose) = loose {
                node.refused = refuses_pawn(&p, &moves, loose);
            }
            mates |= node.refused;
        }
        if next.is_empty() || (mates && depth % 2 == 1) {
            let lengths = graph.lengths(0, false);
            // A longer mate may come by way of positions that are nearer by another way; a shorter one may be missing.
            if next.is_empty() || lengths[0].is_some_and(|length| length <= depth) {
                return Some(graph.truth(&lengths));
            }
        }
        depth += 1;
        layer = next;
    }
}

impl Graph {
    fn edges(&self, at: usize) -> &[Edge] {
        let node = &self.nodes[at];
        &self.edges[node.first as usize..][..node.edges as usize]
    }

    /// Who leads to whom, without the edges that carry one of the marks.
    fn parents(&self, without: u8) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
        let mut open = vec![0u32; self.nodes.len()];
        let mut start = vec![0u32; self.nodes.len() + 1];
        #[expect(clippy::needless_range_loop, reason = "the index names the node")]
        for at in 0..self.nodes.len() {
            for edge in self.edges(at).iter().filter(|e| e.marks & without == 0) {
                open[at] += 1;
                start[edge.child as usize + 1] += 1;
            }
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut fill = start.clone();
        let mut parents = vec![0u32; start[self.nodes.len()] as usize];
        for at in 0..self.nodes.len() {
            for edge in self.edges(at).iter().filter(|e| e.marks & without == 0) {
                let place = &mut fill[edge.child as usize];
                parents[*place as usize] = at as u32;
                *place += 1;
            }
        }
        (open, start, parents)
    }

    /// The plies to mate from every listed position. They are given out in order of length, so the first that an
    /// attacker's position gets is its shortest and the last that a defender's position waits for its longest.
    fn lengths(&self, without: u8, pawn_mates: bool) -> Vec<Option<u32>> {
        let (mut open, start, parents) = self.parents(without);
        let mut length: Vec<Option<u32>> = vec![None; self.nodes.len()];
        let mut layer: Vec<u32> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            if node.open && !node.attacks && open[i] == 0 {
                length[i] = Some(0);
                layer.push(i as u32);
            }
        }
        let mut plies = 0;
        while !layer.is_empty() || plies == 0 {
            plies += 1;
            let mut next = Vec::new();
            for i in layer {
                let i = i as usize;
                for &parent in &parents[start[i] as usize..start[i + 1] as usize] {
                    let at = parent as usize;
                    if length[at].is_some() {
                        continue;
                    }
                    open[at] -= 1;
                    if self.nodes[at].attacks || open[at] == 0 {
                        length[at] = Some(plies);
                        next.push(parent);
                    }
                }
            }
            if plies == 1 && pawn_mates {
                for (i, node) in self.nodes.iter().enumerate() {
                    if node.refused && length[i].is_none() {
                        length[i] = Some(1);
                        next.push(i as u32);
                    }
                }
            }
            layer = next;
        }
        length
    }

    /// Whether the attacker can give check for ever, or mate: whether the defender cannot lead him to where there is no
    /// check left.
    fn endless(&self) -> bool {
        let (mut open, start, parents) = self.parents(0);
        let mut over = vec![false; self.nodes.len()];
        let mut work: Vec<usize> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            if node.attacks && open[i] == 0 {
                over[i] = true;
                work.push(i);
            }
        }
        while let Some(i) = work.pop() {
            for &parent in &parents[start[i] as usize..start[i + 1] as usize] {
                let at = parent as usize;
                open[at] -= 1;
                if !over[at] && (!self.nodes[at].attacks || open[at] == 0) {
                    over[at] = true;
                    work.push(at);
                }
            }
        }
        !over[0]
    }

    fn truth(&self, lengths: &[Option<u32>]) -> Truth {
        let length = lengths[0];
        let otherwise = |without, pawn_mates| self.lengths(without, pawn_mates)[0] != length;
        let any = |mark| self.edges.iter().any(|e| e.marks & mark != 0);
        let ask = |mark| any(mark) && otherwise(mark, false);
        Truth {
            length,
            line: self.line(lengths),
            turns_on: TurnsOn {
                interposition: ask(mark::DROP),
                counter_check: ask(mark::COUNTER),
                unpromoted: ask(mark::DECLINES) || ask(mark::DEFENDER_DECLINES),
                pawn_drop: self.nodes.iter().any(|n| n.refused) && otherwise(0, true),
                repetition: length.is_none() && self.endless(),
            },
            positions: self.nodes.len(),
        }
    }

    fn line(&self, lengths: &[Option<u32>]) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(left) = lengths[at]
            && left > 0
        {
            let Some(edge) = self
                .edges(at)
                .iter()
                .find(|e| lengths[e.child as usize] == Some(left - 1))
            else {
                break;
            };
            line.push(edge.mv);
            at = edge.child as usize;
        }
        line
    }
}

/// Deepening goes no further than this.
const DEEPEST: u32 = 25;

/// Decides a tsume by "is there a mate within N plies?" for growing N, with a memory of what was decided.
pub fn deepened<G: Geometry>(root: &Position<G>, nodes: usize) -> Option<Truth> {
    let loose = loose(root.variant());
    let ask = |without, pawn_mates, budget| Deepening {
        known: HashMap::default(),
        without,
        loose: loose.filter(|_| pawn_mates),
        left: budget,
    };
    let mut p = root.clone();
    let mut plain = ask(0, false, nodes);
    let mut length = 1;
    let found = loop {
        let mut cut = false;
        if plain.attack(&mut p, length, &mut cut)? {
            break Some(length);
        }
        if !cut {
            break None;
        }
        if length == DEEPEST {
            return None;
        }
        length += 2;
    };
    let mut sooner = |without, pawn_mates| {
        // What would make a mate of none is looked for a little further than it took to see that there is none.
        let last = match found {
            Some(length) => length.saturating_sub(2),
            None => length + 8,
        };
        let mut other = ask(without, pawn_mates, nodes);
        (1..=last)
            .step_by(2)
            .find_map(|n| other.attack(&mut p, n, &mut false).filter(|mate| *mate))
            .unwrap_or(false)
    };
    let mut turns_on = TurnsOn {
        interposition: sooner(mark::DROP, false),
        counter_check: sooner(mark::COUNTER, false),
        pawn_drop: sooner(0, true),
        unpromoted: sooner(mark::DEFENDER_DECLINES, false),
        repetition: false,
    };
    if found.is_some() {
        turns_on.unpromoted |= !ask(mark::DECLINES, false, nodes).attack(&mut p, length, &mut false)?;
    }
    Some(Truth {
        length: found,
        line: match found {
            Some(length) => plain.line(root, length)?,
            None => Vec::new(),
        },
        turns_on,
        positions: 0,
    })
}

/// "Is there a mate within N plies?", without the moves that carry one of the marks.
struct Deepening {
    /// Of attacker's positions: a mate within so many plies, none within so many.
    known: HashMap<(u64, u64, u64), (u32, u32), BuildHasherDefault<Mix>>,
    without: u8,
    /// The rules by which a dropped pawn mates, if it may.
    loose: Option<&'static Variant>,
    left: usize,
}

impl Deepening {
    /// Whether the attacker mates within so many plies; `cut` if a line was cut off by them. `None`: out of nodes.
    fn attack<G: Geometry>(&mut self, p: &mut Position<G>, plies: u32, cut: &mut bool) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let key = exact(p);
        let (yes, no) = self.known.get(&key).copied().unwrap_or((u32::MAX, 0));
        if yes <= plies {
            return Some(true);
        }
        if no == u32::MAX || (no >= plies && plies > 0) {
            *cut |= no != u32::MAX;
            return Some(false);
        }
        let moves = p.checking_moves();
        if plies == 0 {
            *cut |= !moves.is_empty();
            return Some(false);
        }
        let mut own_cut = false;
        let mut mate = self.loose.is_some_and(|loose| refuses_pawn(p, &moves, loose));
        for &m in &moves {
            if mate {
                break;
            }
            if self.without & marks(p, m, &moves, true) != 0 {
                continue;
            }
            let undo = p.make(m);
            let answered = self.defend(p, plies - 1, &mut own_cut);
            p.unmake(m, undo);
            mate = answered?;
        }
        let known = self.known.entry(key).or_insert((u32::MAX, 0));
        if mate {
            known.0 = known.0.min(plies);
        } else {
            known.1 = if own_cut { known.1.max(plies) } else { u32::MAX };
            *cut |= own_cut;
        }
        Some(mate)
    }

    fn defend<G: Geometry>(&mut self, p: &mut Position<G>, plies: u32, cut: &mut bool) -> Option<bool> {
        let moves = p.evading_moves();
        for &m in &moves {
            let undo = p.make(m);
            let counter = self.without & mark::COUNTER != 0 && p.in_check();
            p.unmake(m, undo);
            if counter || self.without & marks(p, m, &moves, false) != 0 {
                continue;
            }
            if plies == 0 {
                *cut = true;
                return Some(false);
            }
            let undo = p.make(m);
            let mate = self.attack(p, plies - 1, cut);
            p.unmake(m, undo);
            if !mate? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The line of a mate of this length.
    fn line<G: Geometry>(&mut self, root: &Position<G>, length: u32) -> Option<Vec<Move>> {
        let mut p = root.clone();
        let mut line = Vec::new();
        for left in (1..=length).rev() {
            let attacks = line.len() % 2 == 0;
            let moves = if attacks {
                p.checking_moves()
            } else {
                p.evading_moves()
            };
            let mut chosen = None;
            for m in moves {
                let undo = p.make(m);
                let right = if attacks {
                    self.defend(&mut p, left - 1, &mut false)
                } else if left < 3 {
                    Some(true)
                } else {
                    self.attack(&mut p, left - 3, &mut false).map(|sooner| !sooner)
                };
                p.unmake(m, undo);
                if right? {
                    chosen = Some(m);
                    break;
                }
            }
            let m = chosen?;
            p.make(m);
            line.push(m);
        }
        Some(line)
    }
}

/// The marks of a move, that of a counter-check left out.
fn marks<G: Geometry>(p: &Position<G>, m: Move, moves: &[Move], attacks: bool) -> u8 {
    let Some(from) = m.from() else {
        return if attacks { 0 } else { mark::DROP };
    };
    let declines = !m.promotes()
        && moves.contains(&Move::board(from, m.to(), true))
        && p.piece_on(from)
            .is_some_and(|piece| only_gains(&p.variant().army, piece.kind()));
    match (declines, attacks) {
        (false, _) => 0,
        (true, true) => mark::DECLINES,
        (true, false) => mark::DEFENDER_DECLINES,
    }
}

/// Whether there is a mate at all, however long: the defender gives one answer to every check, another one when that
/// has led to a mate, until he has none left or nothing new comes up. What he is left with then is a set of positions
/// he can stay in for ever. `None` if more than `budget` attacker's positions come up.
pub fn mates<G: Geometry>(root: &Position<G>, budget: usize) -> Option<bool> {
    let mut closure = Closure {
        index: HashMap::default(),
        nodes: Vec::new(),
        fresh: Vec::new(),
    };
    closure.find(root);
    while let Some(at) = closure.fresh.pop() {
        if closure.nodes[0].mated {
            break;
        }
        if closure.nodes.len() > budget {
            return None;
        }
        closure.expand(at);
    }
    Some(closure.nodes[0].mated)
}

/// An answer to a check: which reply it is now, and the replies not tried yet, last first.
struct Answer {
    check: Move,
    replies: Vec<Move>,
}

struct Attacked<G: Geometry> {
    position: Position<G>,
    mated: bool,
    answers: Vec<Answer>,
    /// Who answers with a reply that leads here: position and answer.
    users: Vec<(usize, usize)>,
}

struct Closure<G: Geometry> {
    index: HashMap<(u64, u64, u64), usize, BuildHasherDefault<Mix>>,
    nodes: Vec<Attacked<G>>,
    /// What has come up and not been looked at.
    fresh: Vec<usize>,
}

impl<G: Geometry> Closure<G> {
    fn find(&mut self, p: &Position<G>) -> usize {
        let next = self.nodes.len();
        let at = *self.index.entry(exact(p)).or_insert(next);
        if at == next {
            self.fresh.push(at);
            self.nodes.push(Attacked {
                position: p.clone(),
                mated: false,
                answers: Vec::new(),
                users: Vec::new(),
            });
        }
        at
    }

    fn expand(&mut self, at: usize) {
        let mut p = self.nodes[at].position.clone();
        for check in p.checking_moves() {
            let undo = p.make(check);
            let mut replies = p.evading_moves().to_vec();
            // Those first that leave the attacker the fewest checks.
            replies.sort_by_cached_key(|&m| {
                let undo = p.make(m);
                let checks = p.checking_moves().len();
                p.unmake(m, undo);
                std::cmp::Reverse(checks)
            });
            p.unmake(check, undo);
            self.nodes[at].answers.push(Answer { check, replies });
        }
        for answer in 0..self.nodes[at].answers.len() {
            self.answer(at, answer);
            if self.nodes[at].mated {
                return;
            }
        }
    }

    /// Takes the next reply that is not known to lose; what has none is mated, and whoever relied on it answers anew.
    fn answer(&mut self, at: usize, answer: usize) {
        let mut work = vec![(at, answer)];
        while let Some((at, answer)) = work.pop() {
            if self.nodes[at].mated {
                continue;
            }
            let check = self.nodes[at].answers[answer].check;
            let reply = self.nodes[at].answers[answer].replies.pop();
            let Some(reply) = reply else {
                self.nodes[at].mated = true;
                self.nodes[at].answers = Vec::new();
                work.append(&mut self.nodes[at].users);
                continue;
            };
            let mut p = self.nodes[at].position.clone();
            p.make(check);
            p.make(reply);
            let child = self.find(&p);
            if self.nodes[child].mated {
                work.push((at, answer));
            } else {
                self.nodes[child].users.push((at, answer));
            }
        }
    }
}

/// Whether the promoted piece has every move of the plain one.
fn only_gains(army: &Army, kind: Kind) -> bool {
    let plain = army.spec(kind);
    plain.promotes.map(|to| army.spec(to)).is_some_and(|promoted| {
        let slides = yose_shogi::army::steps(promoted.slides);
        plain.slides & !promoted.slides == 0 && plain.steps & !(promoted.steps | slides) == 0
    })
}

/// The same game with mate by a dropped pawn allowed; `None` if it is allowed anyway.
fn loose(variant: &'static Variant) -> Option<&'static Variant> {
    if !variant.rules.pawn_drop_mate {
        return None;
    }
    let mut loose = variant.clone();
    loose.rules.pawn_drop_mate = false;
    loose.intern().ok()
}

/// Whether the rules refuse a mate by a dropped pawn here, and nothing else does.
fn refuses_pawn<G: Geometry>(p: &Position<G>, checks: &[Move], loose: &'static Variant) -> bool {
    let us = p.turn();
    let Some(king) = p.king(us.other()) else {
        return false;
    };
    let (file, rank) = loose.coordinates(king);
    let front = match us {
        Color::Black => rank.checked_add(1),
        Color::White => rank.checked_sub(1),
    };
    let Some(square) = front.and_then(|rank| loose.square(file, rank)) else {
        return false;
    };
    if p.piece_on(square).is_some() {
        return false;
    }
    loose
        .army
        .hand_kinds()
        .filter(|&kind| loose.army.spec(kind).pawn && p.hand(us).has(kind))
        .map(|kind| Move::drop(kind, square))
        .any(|m| !checks.contains(&m) && !two_pawns(p, m, square) && mates_in(p, m, loose))
}

/// A quick look that spares most of the trials.
fn two_pawns<G: Geometry>(p: &Position<G>, m: Move, square: Square) -> bool {
    let variant = p.variant();
    let (file, _) = variant.coordinates(square);
    variant.rules.nifu
        && (0..variant.ranks).any(|rank| {
            let there = variant.square(file, rank).and_then(|sq| p.piece_on(sq));
            there.is_some_and(|piece| piece.color() == p.turn() && Some(piece.kind()) == m.dropped())
        })
}

/// Whether a move is legal and mates in another game on the same board.
fn mates_in<G: Geometry>(p: &Position<G>, m: Move, variant: &'static Variant) -> bool {
    let setup = Setup {
        variant,
        ..Setup::of(p, 1)
    };
    let Ok(position) = setup.validate() else {
        return false;
    };
    with_position!(position, |p| {
        let mut p = p;
        if !p.checking_moves().contains(&m) {
            return false;
        }
        p.make(m);
        !p.has_legal_move()
    })
}
