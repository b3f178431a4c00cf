//! Every position of a small board at once: the definitions, word for word, over the whole space.
//!
//! [`Space`] shares no method with the fixpoint of one position: it cuts nothing off, and it
//! computes the sets `A(·, n)` and `D(·, n)` one after another until they stay the same.

use super::BruteError;
use super::fixpoint::Verdict;
use super::state::{State, StateMap, passed};
use yose_board::{Color, Square};
use yose_shogi::{
    AnyGeometry, AnyPosition, Assembly, Hand, Kind, MAX_HAND_KINDS, MAX_KINDS, Piece, Position, Runtime,
    Stalemate, Variant,
};

/// A position of a board of at most 32 squares.
type Small = Position<Runtime<u32>>;

/// All positions of a set of pieces with one king for each side. Black attacks.
pub struct Space {
    positions: Vec<Small>,
    index: StateMap<u32>,
    /// `M(P)` where the attacker is to move; mated or not where the defender is to move in check.
    mate: Vec<bool>,
    /// The least `n` with `A(P, n)` or `D(Q, n)`.
    rank: Vec<Option<u32>>,
}

/// The successors of every position.
struct Successors {
    /// Where the successors of each position start in `to`.
    start: Vec<usize>,
    to: Vec<u32>,
    /// The position after a pass, if the side to move is not in check.
    pass: Vec<Option<u32>>,
}

impl Successors {
    fn of(&self, id: usize) -> &[u32] {
        &self.to[self.start[id]..self.start[id + 1]]
    }
}

impl Space {
    /// The space of all positions with the pieces of `start`. Fails if there are more than `limit`
    /// positions, or under the Try rule. The board must have at most 32 squares.
    pub fn of(start: &AnyPosition, limit: usize) -> Result<Space, BruteError> {
        let variant = start.variant();
        if variant.rules.try_rule {
            return Err(BruteError::TryRule);
        }
        let AnyGeometry::Small(geometry) = variant.geometry() else {
            return Err(BruteError::TooLarge);
        };
        let mut enumeration = Enumeration::new(variant, start);
        let mut positions = Vec::new();
        for turn in Color::ALL {
            let mut board = Assembly::new(geometry, turn);
            enumeration.fill(&mut board, 0, &mut positions, limit)?;
        }
        let index: StateMap<u32> = positions
            .iter()
            .zip(0..)
            .map(|(p, id)| (State::of(p), id))
            .collect();
        let mut space = Space {
            mate: vec![false; positions.len()],
            rank: vec![None; positions.len()],
            positions,
            index,
        };
        let successors = space.successors();
        space.find_mates(&successors);
        space.find_ranks(&successors);
        Ok(space)
    }

    /// Every position, of both sides to move.
    pub fn positions(&self) -> &[Small] {
        &self.positions
    }

    /// The verdict for a position of the space with Black, the attacker, to move.
    pub fn verdict(&self, position: &Small) -> Option<Verdict> {
        let id = *self.index.get(&State::of(position))? as usize;
        (position.turn() == Color::Black).then(|| match self.rank[id] {
            _ if self.mate[id] => Verdict::Mate,
            Some(length) => Verdict::Hisshi(length),
            None => Verdict::None,
        })
    }

    /// The least `n` with `D(Q, n)` for a position of the space with White, the defender, to move.
    /// The outer `None`: no such position.
    pub fn held(&self, position: &Small) -> Option<Option<u32>> {
        let id = *self.index.get(&State::of(position))? as usize;
        (position.turn() == Color::White).then(|| self.rank[id])
    }

    fn successors(&self) -> Successors {
        let id_of = |p: &Small| self.index[&State::of(p)];
        let mut successors = Successors {
            start: vec![0],
            to: Vec::new(),
            pass: Vec::new(),
        };
        for p in &self.positions {
            let mut after = p.clone();
            for m in p.legal_moves() {
                let undo = after.make(m);
                successors.to.push(id_of(&after));
                after.unmake(m, undo);
            }
            successors.start.push(successors.to.len());
            successors.pass.push((!p.in_check()).then(|| id_of(&passed(p))));
        }
        successors
    }

    /// `M` as a least fixpoint, by sweeps until nothing changes.
    fn find_mates(&mut self, successors: &Successors) {
        let attacks: Vec<bool> = self.positions.iter().map(|p| p.turn() == Color::Black).collect();
        let check: Vec<bool> = self.positions.iter().map(|p| p.in_check()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for id in 0..self.positions.len() {
                let mut next = successors.of(id).iter().map(|&to| to as usize);
                let mate = match attacks[id] {
                    true => next.any(|to| check[to] && self.mate[to]),
                    false => check[id] && next.all(|to| self.mate[to]),
                };
                if mate && !self.mate[id] {
                    self.mate[id] = true;
                    changed = true;
                }
            }
        }
    }

    /// The sets `A(·, n)` and `D(·, n)` for n = 0, 1, 2 and so on, until three in a row are equal.
    fn find_ranks(&mut self, successors: &Successors) {
        let draws = |p: &Small| {
            p.variant().rules.stalemate == Stalemate::Draws && !p.in_check() && !p.has_legal_move()
        };
        let drawn: Vec<bool> = self.positions.iter().map(draws).collect();
        let mut same = 0;
        // `inside[id]` is A(id, n - 1) or D(id, n - 1) when the loop reaches n.
        let mut inside = vec![false; self.positions.len()];
        for n in 0u32.. {
            let mut now = vec![false; self.positions.len()];
            for (id, p) in self.positions.iter().enumerate() {
                if p.turn() == Color::Black {
                    // D(·, n - 1) does not exist for n = 0, and `inside` is still empty then.
                    now[id] = self.mate[id] || successors.of(id).iter().any(|&to| inside[to as usize]);
                }
            }
            for (id, p) in self.positions.iter().enumerate() {
                if p.turn() == Color::White {
                    let threat = successors.pass[id].is_none_or(|to| self.mate[to as usize]);
                    // A(·, max(n - 1, 0)).
                    let replies = if n == 0 { &now } else { &inside };
                    now[id] =
                        threat && !drawn[id] && successors.of(id).iter().all(|&to| replies[to as usize]);
                }
            }
            for (rank, &now) in self.rank.iter_mut().zip(&now) {
                if now && rank.is_none() {
                    *rank = Some(n);
                }
            }
            same = if now == inside { same + 1 } else { 0 };
            if same == 2 {
                return;
            }
            inside = now;
        }
    }
}

/// Lists all placements of a set of pieces, square by square.
struct Enumeration {
    variant: &'static Variant,
    /// The pieces not yet placed, by unpromoted kind.
    left: [u8; MAX_KINDS],
}

impl Enumeration {
    fn new(variant: &'static Variant, start: &AnyPosition) -> Enumeration {
        let setup = start.setup(1);
        let mut left = [0; MAX_KINDS];
        for piece in setup.board.iter().flatten() {
            let kind = variant.army.spec(piece.kind()).in_hand.unwrap_or(piece.kind());
            left[kind.index()] += 1;
        }
        for hand in &setup.hands {
            for (left, n) in left.iter_mut().zip(hand) {
                *left += n;
            }
        }
        Enumeration { variant, left }
    }

    fn fill(
        &mut self,
        board: &mut Assembly<Runtime<u32>>,
        square: u8,
        positions: &mut Vec<Small>,
        limit: usize,
    ) -> Result<(), BruteError> {
        if usize::from(square) == self.variant.squares() {
            let royal = self.variant.army.royal().map_or(0, Kind::index);
            if self.left[royal] == 0 {
                self.share(board, 0, [Hand::EMPTY; 2], positions);
            }
            return match positions.len() > limit {
                true => Err(BruteError::TooLarge),
                false => Ok(()),
            };
        }
        self.fill(board, square + 1, positions, limit)?;
        let at = Square::new(square);
        for (kind, spec) in self.variant.army.iter() {
            let base = spec.in_hand.unwrap_or(kind).index();
            if self.left[base] == 0 {
                continue;
            }
            self.left[base] -= 1;
            for color in Color::ALL {
                if board.put(Piece::new(color, kind), at) {
                    self.fill(board, square + 1, positions, limit)?;
                    board.take(at);
                }
            }
            self.left[base] += 1;
        }
        Ok(())
    }

    /// Shares the pieces that are not on the board between the hands in every way.
    fn share(
        &self,
        board: &mut Assembly<Runtime<u32>>,
        kind: usize,
        hands: [Hand; 2],
        positions: &mut Vec<Small>,
    ) {
        if kind == MAX_HAND_KINDS.min(usize::from(self.variant.army.hand_len)) {
            for (color, hand) in Color::ALL.into_iter().zip(hands) {
                board.hold(color, hand);
            }
            positions.extend(board.position().cloned());
            return;
        }
        for black in 0..=self.left[kind] {
            let mut counts = hands.map(Hand::counts);
            counts[0][kind] = black;
            counts[1][kind] = self.left[kind] - black;
            self.share(board, kind + 1, counts.map(Hand::from_counts), positions);
        }
    }
}
