//! The games as the tests see them: only through the texts of the referee's public interface.

use std::collections::BTreeMap;

use yose_verify::certificate::{Game, Question};
use yose_verify::{Side, loa, shogi};

/// The number of pieces of each kind, by capital letter.
pub type Counts = BTreeMap<char, u32>;

/// A position of either game.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "one at a time, in a test")]
pub enum Node {
    Shogi(shogi::Position),
    Loa(loa::Position),
}

/// What follows a move of the prover.
pub enum After {
    Open(Vec<String>),
    Won,
    Over,
}

/// The state of a position with the prover to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    Open,
    Won,
    Over,
}

/// A game, a question and a root.
#[derive(Clone)]
pub struct TextGame {
    pub game: Game,
    pub question: Question,
    pub root: String,
    pub prover: Side,
    /// All pieces, as a captor would hold them. Kings do not count.
    pub totals: Counts,
}

impl TextGame {
    /// `None` if the question cannot be asked about this root.
    pub fn new(game: &Game, root: &str) -> Option<TextGame> {
        let (prover, question, key, totals) = match game {
            Game::Shogi { rules, .. } => {
                let position = shogi::Position::parse(root, rules).ok()?;
                let key = position.key();
                let mut fields = key.split(' ');
                let board = fields.next()?;
                let mut totals = board_counts(rules, board);
                let hands = fields.nth(1)?;
                for side in Side::BOTH {
                    for (kind, count) in hand_counts(hands, side) {
                        // A dropped piece must come back as the same kind when it is captured.
                        if captured_as(rules, &kind.to_string()) != Some(kind) {
                            return None;
                        }
                        *totals.entry(kind).or_default() += count;
                    }
                }
                if !countable(rules) {
                    return None;
                }
                // A defender without a king cannot be mated.
                let defender = position.side().other();
                if !pieces_of(board).any(|(name, side)| side == defender && is_royal(rules, &name)) {
                    return None;
                }
                (position.side(), Question::Tsume, key, totals)
            }
            Game::Loa { variant, .. } => {
                let position = loa::Position::parse(root, *variant).ok()?;
                (position.side(), Question::Win, position.to_fen(), Counts::new())
            }
            _ => return None,
        };
        let text_game = TextGame {
            game: game.clone(),
            question,
            root: key,
            prover,
            totals,
        };
        let open = text_game.state(&text_game.root_node()) == State::Open;
        open.then_some(text_game)
    }

    pub fn root_node(&self) -> Node {
        self.parse(&self.root).unwrap()
    }

    fn parse(&self, text: &str) -> Option<Node> {
        match &self.game {
            Game::Shogi { rules, .. } => shogi::Position::parse(text, rules).ok().map(Node::Shogi),
            Game::Loa { variant, .. } => loa::Position::parse(text, *variant).ok().map(Node::Loa),
            _ => None,
        }
    }

    /// The position with this board and this hand of the prover; `None` if there are not enough
    /// pieces.
    pub fn node(&self, board: &str, hand: &Counts) -> Option<Node> {
        let side = self.prover.letter();
        let Game::Shogi { rules, .. } = &self.game else {
            return self.parse(&format!("{board} {side}"));
        };
        let mut rest = self.totals.clone();
        for counts in [&board_counts(rules, board), hand] {
            for (kind, count) in counts {
                let left = rest.get(kind).copied().unwrap_or(0).checked_sub(*count)?;
                rest.insert(*kind, left);
            }
        }
        let hands = hand_text(hand, self.prover) + &hand_text(&rest, self.prover.other());
        let hands = hands.replace('-', "");
        let hands = if hands.is_empty() { "-" } else { &hands };
        self.parse(&format!("{board} {side} {hands}"))
    }

    pub fn key(&self, node: &Node) -> String {
        match node {
            Node::Shogi(position) => position.key(),
            Node::Loa(position) => position.to_fen(),
        }
    }

    pub fn board(&self, node: &Node) -> String {
        self.key(node).split(' ').next().unwrap().to_string()
    }

    pub fn hand(&self, node: &Node) -> Counts {
        match node {
            Node::Shogi(position) => hand_counts(position.key().split(' ').nth(2).unwrap(), self.prover),
            Node::Loa(_) => Counts::new(),
        }
    }

    /// The hand of the other side.
    pub fn rest(&self, node: &Node) -> Counts {
        match node {
            Node::Shogi(position) => {
                hand_counts(position.key().split(' ').nth(2).unwrap(), self.prover.other())
            }
            Node::Loa(_) => Counts::new(),
        }
    }

    /// The prover's moves that the question allows.
    pub fn moves(&self, node: &Node) -> Vec<String> {
        match node {
            Node::Shogi(position) => position.checks(),
            Node::Loa(position) => position.legal_moves(),
        }
    }

    pub fn legal(&self, node: &Node) -> Vec<String> {
        match node {
            Node::Shogi(position) => position.legal_moves(),
            Node::Loa(position) => position.legal_moves(),
        }
    }

    pub fn play(&self, node: &Node, text: &str) -> Option<Node> {
        match node {
            Node::Shogi(position) => position.play(text).ok().map(Node::Shogi),
            Node::Loa(position) => position.play(text).ok().map(Node::Loa),
        }
    }

    /// The replies of the other side to a move of the prover.
    pub fn replies(&self, node: &Node) -> After {
        match self.winner(node) {
            Some(Some(winner)) if winner == self.prover => After::Won,
            Some(_) => After::Over,
            None => After::Open(self.legal(node)),
        }
    }

    pub fn state(&self, node: &Node) -> State {
        match node {
            // A prover without a legal move or without a check has not won. In tsume such a
            // position still counts as open.
            Node::Shogi(position) => match position.status() {
                shogi::Status::Try { .. } => State::Over,
                _ => State::Open,
            },
            Node::Loa(_) => match self.winner(node) {
                None => State::Open,
                Some(Some(winner)) if winner == self.prover => State::Won,
                Some(_) => State::Over,
            },
        }
    }

    /// `None` if the game is not over; otherwise its winner, if it has one.
    fn winner(&self, node: &Node) -> Option<Option<Side>> {
        match node {
            Node::Shogi(position) => {
                let status = position.status();
                status.is_over().then(|| status.winner())
            }
            Node::Loa(position) => match position.status() {
                loa::Status::Running => None,
                loa::Status::Draw => Some(None),
                loa::Status::Win { winner } => Some(Some(winner)),
            },
        }
    }
}

/// The pieces on a board with their sides, by name, for example `+P`.
fn pieces_of(board: &str) -> impl Iterator<Item = (String, Side)> {
    let mut plus = "";
    board.chars().filter_map(move |letter| match letter {
        '+' => {
            plus = "+";
            None
        }
        _ if letter.is_ascii_alphabetic() => {
            let side = match letter.is_ascii_uppercase() {
                true => Side::Black,
                false => Side::White,
            };
            let name = format!("{plus}{}", letter.to_ascii_uppercase());
            plus = "";
            Some((name, side))
        }
        _ => None,
    })
}

/// The letter of the kind that a captor holds for a piece with this name; `None` for kings and for
/// pieces that leave the game.
fn captured_as(rules: &shogi::Rules, name: &str) -> Option<char> {
    let kind = rules.army.kinds().iter().find(|kind| kind.name == name)?;
    match &kind.captured_as {
        Some(held) if !kind.royal => held.chars().next(),
        _ => None,
    }
}

fn is_royal(rules: &shogi::Rules, name: &str) -> bool {
    rules
        .army
        .kinds()
        .iter()
        .any(|kind| kind.royal && kind.name == name)
}

/// Whether pieces can be counted as captors would hold them: no move changes that kind.
fn countable(rules: &shogi::Rules) -> bool {
    let plain = rules.army.kinds().iter().filter(|kind| !kind.royal);
    plain.into_iter().all(|kind| {
        let own = captured_as(rules, &kind.name);
        let promoted = kind.promotes_to.as_ref().map(|name| captured_as(rules, name));
        let dropped = own.map(|held| captured_as(rules, &held.to_string()));
        promoted.is_none_or(|promoted| promoted == own) && dropped.is_none_or(|dropped| dropped == own)
    })
}

/// The pieces on a board, as a captor would hold them.
fn board_counts(rules: &shogi::Rules, board: &str) -> Counts {
    let mut counts = Counts::new();
    for (name, _) in pieces_of(board) {
        if let Some(held) = captured_as(rules, &name) {
            *counts.entry(held).or_default() += 1;
        }
    }
    counts
}

/// The hand of a side.
pub fn hand_counts(hands: &str, side: Side) -> Counts {
    let mut counts = Counts::new();
    let mut digits = String::new();
    for letter in hands.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else if letter.is_ascii_alphabetic() {
            let count = digits.parse().unwrap_or(1);
            digits.clear();
            if letter.is_ascii_uppercase() == (side == Side::Black) {
                counts.insert(letter.to_ascii_uppercase(), count);
            }
        }
    }
    counts
}

pub fn hand_text(counts: &Counts, side: Side) -> String {
    let mut text = String::new();
    for (kind, count) in counts {
        if *count > 1 {
            text += &count.to_string();
        }
        if *count > 0 {
            text.push(match side {
                Side::Black => *kind,
                Side::White => kind.to_ascii_lowercase(),
            });
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// Whether a hand has at least as many pieces of every kind as another.
pub fn at_least(more: &Counts, less: &Counts) -> bool {
    less.iter()
        .all(|(kind, count)| more.get(kind).copied().unwrap_or(0) >= *count)
}
