//! [`Play`] for shogi of every size, and random setups.

use crate::{Play, Random};
use yose_board::{Bits, Color, Square};
use yose_shogi::notation::sfen;
use yose_shogi::{
    Geometry, Kind, Move, MoveList, Piece, Position, Runtime, Setup, Undo, Variant, with_position,
};

impl<G: Geometry> Play for Position<G> {
    type Move = Move;
    type Undo = Undo;

    fn moves(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }
    fn make(&mut self, m: Move) -> Undo {
        Position::make(self, m)
    }
    fn unmake(&mut self, m: Move, undo: Undo) {
        Position::unmake(self, m, undo);
    }
    fn key(&self) -> u64 {
        Position::key(self)
    }
    fn computed_key(&self) -> u64 {
        // Only the key of the board is incremental; the hands are added to it as they are.
        Position::key(self) ^ self.board_key() ^ self.computed_board_key()
    }
    fn key_after(&self, m: Move) -> u64 {
        Position::key_after(self, m)
    }
    fn reread(&self) -> Self {
        let text = sfen::write(self, 1);
        let setup = sfen::read_as(&text, self.variant()).unwrap_or_else(|e| panic!("{text}: {e}"));
        setup
            .position(self.geometry())
            .unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// Legal moves, evasions and checks are what trying every move finds. A piece is pinned, or
    /// gives a discovered check, if the board without it has a new check.
    fn own_laws(&self) {
        let sorted = |list: MoveList| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        let trial = sorted(self.legal_by_trial());
        assert_eq!(sorted(self.legal_moves()), trial, "legal moves of {self:?}");
        assert_eq!(sorted(self.evading_moves()), trial, "evasions of {self:?}");
        assert_eq!(
            sorted(self.checking_moves()),
            sorted(self.checks_by_trial()),
            "checks of {self:?}"
        );
        assert_eq!(self.has_legal_move(), !trial.is_empty(), "{self:?}");

        let us = self.turn();
        let checkers = self.checkers(us).count();
        let (pinned, discoverers) = (self.pinned(us), self.discoverers(us));
        for square in self
            .pieces(us)
            .squares()
            .filter(|&square| self.king(us) != Some(square))
        {
            let mut without = Setup::of(self, 1);
            without.put(square, None);
            // Without a discoverer the opponent's king could be captured at once, so the board is
            // no position.
            match without.position(self.geometry()) {
                Ok(after) => {
                    assert!(
                        !discoverers.has(square),
                        "{square:?} uncovers nothing in {self:?}"
                    );
                    let opened = after.checkers(us).count() > checkers;
                    assert_eq!(pinned.has(square), opened, "pin of {square:?} in {self:?}");
                }
                Err(_) => assert!(discoverers.has(square), "{square:?} uncovers a check in {self:?}"),
            }
        }
    }
}

/// The start position of a variant over `u128`, whatever word the variant needs.
pub fn start(variant: &'static Variant) -> Option<Position<Runtime<u128>>> {
    let setup = sfen::read_as(variant.start?, variant).ok()?;
    setup.position(variant.runtime_geometry()).ok()
}

/// A random valid setup: kings for one or both sides, pieces on the board, in hands or out of the
/// game. Dense and lopsided boards are as likely as sparse ones, so that pins, double checks,
/// blocked files, full hands and mates come up. `None` if the random choices broke a rule.
pub fn random_setup(variant: &'static Variant, random: &mut Random) -> Option<Setup> {
    let mut setup = Setup::empty(variant);
    let army = &variant.army;
    let royal = army.royal()?;
    let squares = variant.squares();
    let lone = random.one_in(3);
    let turn = if random.one_in(2) {
        Color::Black
    } else {
        Color::White
    };
    setup.turn = turn;
    for color in Color::ALL {
        // A lone king belongs to the side that is not to move, as in a tsume problem.
        if lone && color == turn {
            continue;
        }
        let square = Square::new(random.below(squares) as u8);
        if setup.board[square.index()].is_none() {
            setup.put(square, Some(Piece::new(color, royal)));
        }
    }
    let density = 1 + random.below(4);
    for base in army.hand_kinds() {
        for _ in 0..army.spec(base).total {
            let color = if random.one_in(2) {
                Color::Black
            } else {
                Color::White
            };
            match random.below(4 + density) {
                0 | 1 => {}
                2 => {
                    setup.add_to_hand(color, base, 1);
                }
                _ if random.below(squares) < squares * 2 / 3 => {
                    let square = Square::new(random.below(squares) as u8);
                    let kind = match army.spec(base).promotes {
                        Some(promoted) if random.one_in(3) => promoted,
                        _ => base,
                    };
                    if setup.board[square.index()].is_none()
                        && !breaks_placement_rule(&setup, color, kind, square)
                    {
                        setup.put(square, Some(Piece::new(color, kind)));
                    }
                }
                _ => {}
            }
        }
    }
    setup.validate().ok()?;
    Some(setup)
}

/// Whether the piece breaks a rule on that square: two pawns on a file, or a dead end.
fn breaks_placement_rule(setup: &Setup, color: Color, kind: Kind, square: Square) -> bool {
    // Keep only the pieces that these two rules look at, so that kings in check do not matter.
    let mut alone = setup.clone();
    for cell in &mut alone.board {
        *cell = cell.filter(|p| p.color() == color && p.kind() == kind);
    }
    alone.put(square, Some(Piece::new(color, kind)));
    match alone.validate() {
        Ok(_) => false,
        Err(faults) => faults.iter().any(|f| {
            matches!(
                f.kind,
                yose_shogi::SetupFault::DeadEnd { .. } | yose_shogi::SetupFault::TwoPawns { .. }
            )
        }),
    }
}

/// Checks the laws from a setup, over its own geometry.
pub fn laws_on(setup: &Setup, random: &mut Random, games: usize, plies: usize) -> usize {
    match setup.validate() {
        Ok(position) => with_position!(position, |p| crate::laws::obey(&p, random, games, plies)),
        Err(faults) => panic!("{faults}"),
    }
}
