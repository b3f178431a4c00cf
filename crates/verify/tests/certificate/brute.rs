//! A small, slow prover: it decides by plain recursion and writes certificates.

use std::collections::{HashMap, HashSet, VecDeque};

use yose_verify::certificate::{Bound, Certificate, Claim, EscapeRecord, ProofRecord};

use crate::text_game::{After, Counts, Node, State, TextGame, hand_text};

/// Whether records are also made for hands that do not occur: smaller ones in proofs, larger ones
/// in escapes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hands {
    AsTheyAre,
    Stretched,
}

/// All decisions about one root.
pub struct Brute {
    pub text_game: TextGame,
    within: HashMap<(String, u32), bool>,
    never: HashMap<String, bool>,
    /// Positions that were not decided within this number of positions.
    undecided: HashMap<String, usize>,
}

/// The largest number of positions to look at when proving that there is no win.
const MOST_EXPLORED: usize = 300;

/// The same limit for hands that do not occur.
const MOST_STRETCHED: usize = 40;

/// The largest number of records with another hand. A larger hand has more moves to answer.
const MOST_CHANGED: usize = 8;

impl Brute {
    pub fn new(text_game: TextGame) -> Brute {
        Brute {
            text_game,
            within: HashMap::new(),
            never: HashMap::new(),
            undecided: HashMap::new(),
        }
    }

    /// Whether the prover, to move, wins within `plies` plies.
    pub fn wins(&mut self, node: &Node, plies: u32) -> bool {
        if plies == 0 {
            return false;
        }
        let key = (self.text_game.key(node), plies);
        if let Some(&known) = self.within.get(&key) {
            return known;
        }
        let moves = self.text_game.moves(node);
        let wins = moves.into_iter().any(|play| self.wins_by(node, &play, plies));
        self.within.insert(key, wins);
        wins
    }

    /// Whether the prover wins within `plies` plies with this move.
    pub fn wins_by(&mut self, node: &Node, play: &str, plies: u32) -> bool {
        let after = self.text_game.play(node, play).unwrap();
        match self.text_game.replies(&after) {
            After::Won => true,
            After::Over => false,
            After::Open(_) if plies < 2 => false,
            After::Open(replies) => replies.into_iter().all(|reply| {
                let next = self.text_game.play(&after, &reply).unwrap();
                match self.text_game.state(&next) {
                    State::Won => true,
                    State::Over => false,
                    State::Open => self.wins(&next, plies - 2),
                }
            }),
        }
    }

    /// The length of the shortest win up to a limit.
    pub fn length(&mut self, node: &Node, limit: u32) -> Option<u32> {
        (1..=limit).find(|&plies| self.wins(node, plies))
    }

    /// Whether the prover never wins; `None` if that takes too long to decide.
    ///
    /// Each move of the prover gets the first reply that is not known to lose. When a position
    /// turns out to be lost, the moves that relied on it go on to their next reply. A position that
    /// in the end relies on no lost position is never won.
    pub fn never(&mut self, node: &Node) -> Option<bool> {
        self.never_within(node, MOST_EXPLORED)
    }

    /// The same with a limit of `most` positions.
    pub fn never_within(&mut self, node: &Node, most: usize) -> Option<bool> {
        let start = self.text_game.key(node);
        if let Some(&known) = self.never.get(&start) {
            return Some(known);
        }
        if self.undecided.get(&start).is_some_and(|&tried| tried >= most) {
            return None;
        }
        let mut graph = Graph::default();
        graph.add(start.clone(), node.clone());
        let mut next = 0;
        while next < graph.places.len() {
            if graph.places.len() > most {
                self.undecided.insert(start, most);
                return None;
            }
            let node = graph.places[next].node.clone();
            for play in self.text_game.moves(&node) {
                let after = self.text_game.play(&node, &play).unwrap();
                let mut replies = match self.text_game.replies(&after) {
                    After::Won => vec![],
                    After::Over => continue,
                    After::Open(replies) => replies,
                };
                // Moves come before drops in the list and lead to fewer positions. Replies are
                // taken from the end.
                replies.reverse();
                graph.answer(&self.text_game, next, after, replies);
            }
            next += 1;
        }
        for place in graph.places {
            self.never.insert(place.key, !place.lost);
        }
        self.never.get(&start).copied()
    }

    fn blank(&self, claims: Vec<Claim>) -> Certificate {
        Certificate {
            game: self.text_game.game.clone(),
            question: self.text_game.question,
            root: self.text_game.root.clone(),
            claims,
            proof: vec![],
            bounded: vec![],
            closed: vec![],
        }
    }

    /// A certificate of a win in exactly `plies` plies.
    pub fn exact(&mut self, plies: u32, hands: Hands) -> Certificate {
        let mut certificate = self.blank(vec![Claim::Within(plies)]);
        let root = self.text_game.root_node();
        certificate.proof = self.proof(&root, plies, hands);
        let excluded = self.excluded(plies);
        if excluded > 0 {
            certificate.claims.push(Claim::NotWithin(excluded));
            certificate.bounded = self.bounded(&root, excluded, hands, false);
        }
        certificate
    }

    /// The largest length to exclude so that this length is exact.
    fn excluded(&self, plies: u32) -> u32 {
        match self.text_game.question {
            yose_verify::certificate::Question::Tsume => plies.saturating_sub(2),
            _ => plies - 1,
        }
    }

    /// A certificate that there is no win within `plies` plies. With `unlimited`, positions without
    /// any win have the bound `*`.
    pub fn not_within(&mut self, plies: u32, hands: Hands, unlimited: bool) -> Certificate {
        let mut certificate = self.blank(vec![Claim::NotWithin(plies)]);
        let root = self.text_game.root_node();
        certificate.bounded = self.bounded(&root, plies, hands, unlimited);
        certificate
    }

    /// A certificate that there is no win at all.
    pub fn no_win(&mut self, hands: Hands) -> Certificate {
        let mut certificate = self.blank(vec![Claim::Never]);
        let root = self.text_game.root_node();
        certificate.closed = self.closed(&root, hands);
        certificate
    }

    fn proof(&mut self, root: &Node, plies: u32, hands: Hands) -> Vec<ProofRecord> {
        let mut records = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::from([(root.clone(), plies)]);
        while let Some((node, limit)) = waiting.pop_front() {
            if !seen.insert(self.text_game.key(&node)) {
                continue;
            }
            let rank = self.length(&node, limit).expect("it is won");
            let node = self.changed(node, hands, -1, |brute, less| brute.wins(less, rank));
            seen.insert(self.text_game.key(&node));
            let play = self
                .text_game
                .moves(&node)
                .into_iter()
                .find(|play| self.wins_by(&node, play, rank))
                .unwrap();
            let after = self.text_game.play(&node, &play).unwrap();
            if let After::Open(replies) = self.text_game.replies(&after) {
                for reply in replies {
                    let next = self.text_game.play(&after, &reply).unwrap();
                    if self.text_game.state(&next) == State::Open {
                        waiting.push_back((next, rank - 2));
                    }
                }
            }
            let (board, hand) = self.fields(&node);
            records.push(ProofRecord::new(&board, self.text_game.prover, &hand, rank, &play).unwrap());
        }
        records
    }

    fn bounded(&mut self, root: &Node, plies: u32, hands: Hands, unlimited: bool) -> Vec<EscapeRecord> {
        let mut records = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::from([(root.clone(), plies)]);
        while let Some((node, plies)) = waiting.pop_front() {
            if !seen.insert((self.text_game.key(&node), plies)) {
                continue;
            }
            if unlimited && self.never_within(&node, MOST_STRETCHED) == Some(true) {
                for record in self.closed(&node, hands) {
                    if seen.insert((record.text().to_string(), 0)) {
                        records.push(record);
                    }
                }
                continue;
            }
            let hands = limited(hands, records.len());
            let node = self.changed(node, hands, 1, |brute, more| !brute.wins(more, plies));
            seen.insert((self.text_game.key(&node), plies));
            let mut answers = Vec::new();
            if plies > 1 {
                for play in self.text_game.moves(&node) {
                    let after = self.text_game.play(&node, &play).unwrap();
                    let After::Open(replies) = self.text_game.replies(&after) else {
                        continue;
                    };
                    let (reply, next) = self
                        .first_reply(&after, &replies, |brute, next| !brute.wins(next, plies - 2))
                        .unwrap();
                    if plies > 2 && self.text_game.state(&next) == State::Open {
                        waiting.push_back((next, plies - 2));
                    }
                    answers.push((play, reply));
                }
            }
            records.push(self.escape(&node, Bound::Plies(plies), &answers));
        }
        records
    }

    fn closed(&mut self, root: &Node, hands: Hands) -> Vec<EscapeRecord> {
        assert_eq!(self.never(root), Some(true));
        let mut records = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::from([root.clone()]);
        while let Some(node) = waiting.pop_front() {
            if !seen.insert(self.text_game.key(&node)) {
                continue;
            }
            let hands = limited(hands, records.len());
            let node = self.changed(node, hands, 1, |brute, more| {
                brute.never_within(more, MOST_STRETCHED) == Some(true)
            });
            seen.insert(self.text_game.key(&node));
            let mut answers = Vec::new();
            for play in self.text_game.moves(&node) {
                let after = self.text_game.play(&node, &play).unwrap();
                let After::Open(replies) = self.text_game.replies(&after) else {
                    continue;
                };
                let (reply, next) = self
                    .first_reply(&after, &replies, |brute, next| {
                        // All positions that `never` relied on for this decision are already
                        // decided.
                        brute.never.get(&brute.text_game.key(next)) == Some(&true)
                    })
                    .unwrap();
                if self.text_game.state(&next) == State::Open {
                    waiting.push_back(next);
                }
                answers.push((play, reply));
            }
            records.push(self.escape(&node, Bound::Unlimited, &answers));
        }
        records
    }

    /// The first reply that does not lose; `holds` decides about open positions.
    fn first_reply(
        &mut self,
        after: &Node,
        replies: &[String],
        mut holds: impl FnMut(&mut Brute, &Node) -> bool,
    ) -> Option<(String, Node)> {
        replies.iter().find_map(|reply| {
            let next = self.text_game.play(after, reply).unwrap();
            let good = match self.text_game.state(&next) {
                State::Won => false,
                State::Over => true,
                State::Open => holds(self, &next),
            };
            good.then_some((reply.clone(), next))
        })
    }

    /// The position with one piece more or less of each kind in the prover's hand, as long as
    /// `still` holds.
    fn changed(
        &mut self,
        node: Node,
        hands: Hands,
        by: i64,
        mut still: impl FnMut(&mut Brute, &Node) -> bool,
    ) -> Node {
        let mut node = node;
        if hands == Hands::Stretched {
            let kinds: Vec<char> = self.text_game.totals.keys().copied().collect();
            for kind in kinds {
                if let Some(other) = self.with_hand(&node, kind, by)
                    && still(self, &other)
                {
                    node = other;
                }
            }
        }
        node
    }

    /// The position with `by` more pieces of a kind in the prover's hand.
    pub fn with_hand(&self, node: &Node, kind: char, by: i64) -> Option<Node> {
        let mut hand: Counts = self.text_game.hand(node);
        let held = hand.entry(kind).or_default();
        *held = u32::try_from(i64::from(*held) + by).ok()?;
        self.text_game.node(&self.text_game.board(node), &hand)
    }

    pub fn fields(&self, node: &Node) -> (String, String) {
        let hand = hand_text(&self.text_game.hand(node), self.text_game.prover);
        (self.text_game.board(node), hand)
    }

    fn escape(&self, node: &Node, bound: Bound, answers: &[(String, String)]) -> EscapeRecord {
        let (board, hand) = self.fields(node);
        let answers = answers
            .iter()
            .map(|(play, reply)| (play.as_str(), reply.as_str()));
        EscapeRecord::new(&board, self.text_game.prover, &hand, bound, answers).unwrap()
    }
}

fn limited(hands: Hands, records: usize) -> Hands {
    if records < MOST_CHANGED {
        hands
    } else {
        Hands::AsTheyAre
    }
}

/// Positions with the prover to move, and which of them rely on which.
#[derive(Default)]
struct Graph {
    places: Vec<Place>,
    numbers: HashMap<String, usize>,
}

struct Place {
    key: String,
    node: Node,
    /// Whether the prover wins here.
    lost: bool,
    /// Moves from other places whose reply leads here: the place of the move, the position after
    /// it, and the replies not tried yet.
    relied_on: Vec<(usize, Node, Vec<String>)>,
}

impl Graph {
    fn add(&mut self, key: String, node: Node) -> usize {
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        self.numbers.insert(key.clone(), self.places.len());
        self.places.push(Place {
            key,
            node,
            lost: false,
            relied_on: Vec::new(),
        });
        self.places.len() - 1
    }

    /// Finds a reply to a move from the place `whose`. If there is none, that place is lost, and
    /// the moves that relied on it need another reply.
    fn answer(&mut self, text_game: &TextGame, whose: usize, after: Node, replies: Vec<String>) {
        let mut waiting = vec![(whose, after, replies)];
        'moves: while let Some((whose, after, mut replies)) = waiting.pop() {
            while let Some(reply) = replies.pop() {
                let node = text_game.play(&after, &reply).unwrap();
                match text_game.state(&node) {
                    State::Won => {}
                    State::Over => continue 'moves,
                    State::Open => {
                        let number = self.add(text_game.key(&node), node);
                        if !self.places[number].lost {
                            self.places[number].relied_on.push((whose, after, replies));
                            continue 'moves;
                        }
                    }
                }
            }
            self.places[whose].lost = true;
            waiting.append(&mut self.places[whose].relied_on);
        }
    }
}
