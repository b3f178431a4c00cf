//! Random tsume problems from recipes.
//!
//! Each recipe makes a feature frequent that is rare on random boards: long mates, distant checks,
//! pawns in hand in front of a shut-in king, an attacker's king under attack, attacks that go
//! round. The [`oracle`](crate::oracle) decides whether a problem really has the feature; the
//! recipe promises nothing.

use crate::Random;
use yose_board::{Color, Square};
use yose_shogi::{Kind, Piece, Setup, Variant};

/// The feature that a recipe aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Pieces around a king near the edge, and pieces in hand.
    Plain,
    /// Sliders at a distance, and pieces to interpose.
    Distant,
    /// Pawns in hand, and a king with little room.
    Pawns,
    /// An attacker's king under attack.
    TwoKings,
    /// Few pieces on an open board.
    Chase,
    /// Sliders and pawns about to promote, and pawns in hand.
    Promotion,
    /// A king in a small enclosure, and an attack too weak to mate quickly.
    Room,
}

impl Recipe {
    /// Every recipe.
    pub const ALL: [Recipe; 7] = [
        Recipe::Plain,
        Recipe::Distant,
        Recipe::Pawns,
        Recipe::TwoKings,
        Recipe::Chase,
        Recipe::Promotion,
        Recipe::Room,
    ];
}

const STEPS: [(i8, i8); 8] = [
    (0, -1),
    (0, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (1, -1),
    (-1, 1),
    (1, 1),
];

struct Builder<'a> {
    setup: Setup,
    random: &'a mut Random,
    king: (i8, i8),
}

/// A random problem of a variant with the pieces of shogi, or `None` if the random choices broke a
/// rule. Black and White attack equally often.
pub fn random_problem(variant: &'static Variant, recipe: Recipe, random: &mut Random) -> Option<Setup> {
    let mut builder = Builder {
        setup: Setup::empty(variant),
        king: (0, 0),
        random,
    };
    builder.defending_king();
    match recipe {
        Recipe::Plain => builder.plain(),
        Recipe::Distant => builder.distant(),
        Recipe::Pawns => builder.pawns(),
        Recipe::TwoKings => builder.two_kings(),
        Recipe::Chase => builder.chase(),
        Recipe::Promotion => builder.promotion(),
        Recipe::Room => builder.room(),
    }
    let white_attacks = builder.random.one_in(2);
    let setup = builder.setup;
    let setup = if white_attacks {
        exchange_sides(&setup)
    } else {
        setup
    };
    setup.validate().ok()?;
    Some(setup)
}

/// The same setup with the sides exchanged.
pub fn exchange_sides(setup: &Setup) -> Setup {
    let mut exchanged = setup.clone();
    exchanged.board.reverse();
    for piece in exchanged.board.iter_mut().flatten() {
        *piece = Piece::new(piece.color().other(), piece.kind());
    }
    exchanged.hands.swap(0, 1);
    exchanged.turn = setup.turn.other();
    exchanged
}

/// A setup that differs from another in one to three details: the square, kind or colour of a
/// piece, the hands, or the place of the whole arrangement. `None` if the random choices broke a
/// rule.
pub fn mutated(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let mut setup = setup.clone();
    let mut changes = 1 + random.below(2) + usize::from(random.one_in(4));
    while changes > 0 {
        changes -= usize::from(mutate(&mut setup, random).is_some());
    }
    if random.one_in(4) {
        setup = exchange_sides(&setup);
    }
    setup.validate().ok()?;
    Some(setup)
}

/// Changes one detail; `None` if nothing changed.
fn mutate(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let variant = setup.variant;
    let army = &variant.army;
    let royal = army.royal()?;
    let attacker = setup.turn;
    let taken: Vec<usize> = (0..setup.board.len())
        .filter(|&i| setup.board[i].is_some())
        .collect();
    let king = taken
        .iter()
        .copied()
        .find(|&i| setup.board[i] == Some(Piece::new(attacker.other(), royal)))?;
    let from = random.pick(&taken).copied()?;
    let piece = setup.board[from]?;
    let kinds: Vec<Kind> = army
        .hand_kinds()
        .filter(|&kind| army.spec(kind).total > 0)
        .collect();
    let kind = random.pick(&kinds).copied()?;
    let side = if random.one_in(2) {
        attacker
    } else {
        attacker.other()
    };
    let close = |random: &mut Random, at: usize, most: usize| {
        let (file, rank) = variant.coordinates(Square::new(at as u8));
        let mut step = |from: u8| (usize::from(from) + random.below(2 * most + 1)).checked_sub(most);
        let (file, rank) = (step(file)?, step(rank)?);
        variant.square(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
    };
    match random.below(13) {
        0..=2 => {
            let to = close(random, from, 2)?.index();
            if setup.board[to].is_some() {
                return None;
            }
            setup.board.swap(from, to);
        }
        3 | 4 => {
            let to = close(random, king, 3)?;
            if setup.board[to.index()].is_some() {
                return None;
            }
            let kind = army
                .spec(kind)
                .promotes
                .filter(|_| random.one_in(4))
                .unwrap_or(kind);
            setup.put(to, Some(Piece::new(side, kind)));
        }
        5 if piece.kind() != royal => setup.board[from] = None,
        6 if piece.kind() != royal => {
            setup.board[from] = Some(Piece::new(piece.color().other(), piece.kind()))
        }
        7 if piece.kind() != royal => {
            let kind = army
                .spec(kind)
                .promotes
                .filter(|_| random.one_in(3))
                .unwrap_or(kind);
            setup.board[from] = Some(Piece::new(piece.color(), kind));
        }
        8 => setup.hands[side.index()][kind.index()] += 1,
        9 => {
            let held = &mut setup.hands[side.index()][kind.index()];
            *held = held.checked_sub(1)?;
        }
        10 if random.one_in(4) => setup.give_rest(attacker.other()),
        10 => {
            let to = close(random, king, 6)?;
            if setup.board[to.index()].is_some() {
                return None;
            }
            for cell in &mut setup.board {
                *cell = cell.filter(|p| *p != Piece::new(attacker, royal));
            }
            setup.put(to, Some(Piece::new(attacker, royal)));
        }
        11 => {
            // Move a piece from the board into a hand.
            let held = army.spec(piece.kind()).in_hand?;
            setup.board[from] = None;
            setup.hands[side.index()][held.index()] += 1;
        }
        12 => {
            // Shift the whole arrangement by one step.
            let (file, rank) = random.pick(&STEPS).copied()?;
            let mut moved = vec![None; setup.board.len()];
            for &i in &taken {
                let (f, r) = variant.coordinates(Square::new(i as u8));
                let f = u8::try_from(f as i8 + file).ok()?;
                let r = u8::try_from(r as i8 + rank).ok()?;
                moved[variant.square(f, r)?.index()] = setup.board[i];
            }
            setup.board = moved;
        }
        _ => return None,
    }
    Some(())
}

impl Builder<'_> {
    fn square(&self, (file, rank): (i8, i8)) -> Option<Square> {
        let (file, rank) = (u8::try_from(file).ok()?, u8::try_from(rank).ok()?);
        self.setup.variant.square(file, rank)
    }

    fn free(&self, at: (i8, i8)) -> Option<Square> {
        self.square(at)
            .filter(|sq| self.setup.board[sq.index()].is_none())
    }

    /// How many pieces of the kind are not in use yet.
    fn left(&self, kind: Kind) -> u8 {
        let army = &self.setup.variant.army;
        let on_board = self
            .setup
            .board
            .iter()
            .flatten()
            .filter(|p| army.spec(p.kind()).in_hand == Some(kind))
            .count() as u8;
        let held: u8 = self.setup.hands.iter().map(|h| h[kind.index()]).sum();
        army.spec(kind).total.saturating_sub(on_board + held)
    }

    /// Puts a piece of the kind on a square. A piece that may promote is promoted with probability
    /// 1 in `promoted` (0: never), and always where it could not move otherwise.
    fn put(&mut self, color: Color, kind: Kind, at: (i8, i8), promoted: usize) -> bool {
        let variant = self.setup.variant;
        let Some(square) = self.free(at) else { return false };
        if self.left(kind) == 0 {
            return false;
        }
        let far = match color {
            Color::Black => at.1,
            Color::White => variant.ranks as i8 - 1 - at.1,
        };
        let needs = match kind {
            Kind::PAWN | Kind::LANCE => 1,
            Kind::KNIGHT => 2,
            _ => 0,
        };
        let mut kind = kind;
        let may = variant.army.spec(kind).promotes;
        if let Some(better) = may
            && (far < needs || (promoted > 0 && self.random.one_in(promoted)))
        {
            kind = better;
        }
        if kind == Kind::PAWN {
            let own = Some(Piece::new(color, Kind::PAWN));
            let taken = (0..variant.ranks as i8)
                .filter_map(|rank| self.square((at.0, rank)))
                .any(|sq| self.setup.board[sq.index()] == own);
            if taken {
                return false;
            }
        }
        self.setup.put(square, Some(Piece::new(color, kind)))
    }

    fn hold(&mut self, color: Color, kind: Kind, count: u8) {
        let count = count.min(self.left(kind));
        self.setup.add_to_hand(color, kind, count.into());
    }

    fn kind(&mut self, kinds: &[Kind]) -> Kind {
        self.random.pick(kinds).copied().unwrap_or(Kind::GOLD)
    }

    fn any_kind(&mut self) -> Kind {
        use Kind as K;
        let kinds = [
            K::PAWN,
            K::PAWN,
            K::PAWN,
            K::LANCE,
            K::KNIGHT,
            K::SILVER,
            K::SILVER,
            K::GOLD,
            K::GOLD,
            K::BISHOP,
            K::ROOK,
        ];
        self.kind(&kinds)
    }

    /// A square at most `most` steps from the king.
    fn near(&mut self, most: i8) -> (i8, i8) {
        let span = 2 * most as usize + 1;
        let file = self.random.below(span) as i8 - most;
        let rank = self.random.below(span) as i8 - most;
        (self.king.0 + file, self.king.1 + rank)
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.random.below(most - least + 1)
    }

    fn defending_king(&mut self) {
        let (files, ranks) = (self.setup.variant.files, self.setup.variant.ranks);
        let depth = |random: &mut Random, n: u8| {
            let at = match random.below(8) {
                0..=3 => 0,
                4 | 5 => 1,
                6 => 2,
                _ => random.below(n.into()),
            };
            at.min(usize::from(n) - 1) as i8
        };
        let mut file = depth(self.random, files);
        if self.random.one_in(3) {
            file = self.random.below(files.into()) as i8;
        }
        if self.random.one_in(2) {
            file = files as i8 - 1 - file;
        }
        let mut rank = depth(self.random, ranks);
        if self.random.one_in(5) {
            rank = ranks as i8 - 1 - rank;
        }
        self.king = (file, rank);
        if let Some(square) = self.square(self.king) {
            self.setup.put(square, Some(Piece::new(Color::White, Kind::KING)));
        }
    }

    /// Fills the defender's hand: all remaining pieces once in `rest_once_in` times, else a few or
    /// none.
    fn defending_hand(&mut self, rest_once_in: usize) {
        if self.random.one_in(rest_once_in) {
            self.setup.give_rest(Color::White);
            return;
        }
        for _ in 0..self.random.below(4) {
            let kind = self.any_kind();
            let count = 1 + self.random.below(2) as u8;
            self.hold(Color::White, kind, count);
        }
    }

    fn defenders(&mut self, least: usize, most: usize, away: i8) {
        for _ in 0..self.between(least, most) {
            let (kind, at) = (self.any_kind(), self.near(away));
            self.put(Color::White, kind, at, 6);
        }
    }

    fn attackers(&mut self, least: usize, most: usize, away: i8) {
        for _ in 0..self.between(least, most) {
            let (kind, at) = (self.any_kind(), self.near(away));
            self.put(Color::Black, kind, at, 4);
        }
    }

    /// Puts a black slider, `least` to `most` squares away, that aims at the king or at a square
    /// next to it.
    fn slider(&mut self, least: i8, most: i8, promoted: usize) {
        let kind = self.kind(&[Kind::ROOK, Kind::ROOK, Kind::BISHOP, Kind::BISHOP, Kind::LANCE]);
        let steps: &[(i8, i8)] = match kind {
            Kind::ROOK => &STEPS[..4],
            Kind::BISHOP => &STEPS[4..],
            _ => &STEPS[1..2],
        };
        let step = self.random.pick(steps).copied().unwrap_or((0, 1));
        let far = self.between(least as usize, most as usize) as i8;
        let aim = if self.random.one_in(3) {
            self.king
        } else {
            self.near(1)
        };
        self.put(
            Color::Black,
            kind,
            (aim.0 + far * step.0, aim.1 + far * step.1),
            promoted,
        );
    }

    /// Puts the black king, at most `away` steps from the white king.
    fn attacking_king(&mut self, away: i8) {
        let at = self.near(away);
        let close = (at.0 - self.king.0).abs() <= 1 && (at.1 - self.king.1).abs() <= 1;
        if !close && let Some(square) = self.free(at) {
            self.setup.put(square, Some(Piece::new(Color::Black, Kind::KING)));
        }
    }

    /// Puts fewer than `most` pieces into the attacker's hand.
    fn hold_fewer_than(&mut self, most: usize) {
        for _ in 0..self.random.below(most) {
            let kind = self.any_kind();
            self.hold(Color::Black, kind, 1);
        }
    }

    fn plain(&mut self) {
        self.attackers(1, 4, 3);
        self.defenders(0, 5, 2);
        self.hold_fewer_than(5);
        if self.random.one_in(5) {
            self.attacking_king(6);
        }
        self.defending_hand(3);
    }

    fn distant(&mut self) {
        for _ in 0..self.between(1, 2) {
            self.slider(2, 5, 4);
        }
        self.attackers(0, 3, 2);
        self.defenders(0, 5, 1);
        self.hold_fewer_than(3);
        if self.random.one_in(8) {
            self.attacking_king(6);
        }
        if self.random.one_in(5) {
            self.setup.give_rest(Color::White);
        } else {
            for _ in 0..self.between(1, 3) {
                let kind = self.any_kind();
                self.hold(Color::White, kind, 1);
            }
        }
    }

    fn pawns(&mut self) {
        let pawns = 1 + self.random.below(2) as u8;
        self.hold(Color::Black, Kind::PAWN, pawns);
        self.hold_fewer_than(3);
        // Fill two thirds of the squares around the king, but not the square in front of it.
        for step in STEPS {
            let at = (self.king.0 + step.0, self.king.1 + step.1);
            if step == (0, 1) || self.random.one_in(3) {
                continue;
            }
            let kind = self.kind(&[
                Kind::LANCE,
                Kind::KNIGHT,
                Kind::PAWN,
                Kind::SILVER,
                Kind::GOLD,
                Kind::KNIGHT,
            ]);
            self.put(Color::White, kind, at, 4);
        }
        self.attackers(1, 4, 3);
        if self.random.one_in(2) {
            self.slider(1, 5, 3);
        }
        self.defending_hand(3);
    }

    fn two_kings(&mut self) {
        self.attacking_king(5);
        let own = self
            .setup
            .board
            .iter()
            .position(|p| *p == Some(Piece::new(Color::Black, Kind::KING)))
            .map(|i| self.setup.variant.coordinates(Square::new(i as u8)))
            .map(|(file, rank)| (file as i8, rank as i8));
        self.attackers(1, 4, 3);
        self.defenders(1, 4, 2);
        if let Some(own) = own {
            for _ in 0..self.between(1, 3) {
                let kind = self.kind(&[Kind::ROOK, Kind::BISHOP, Kind::LANCE, Kind::ROOK, Kind::BISHOP]);
                let steps: &[(i8, i8)] = match kind {
                    Kind::ROOK => &STEPS[..4],
                    Kind::BISHOP => &STEPS[4..],
                    _ => &STEPS[..1],
                };
                let step = self.random.pick(steps).copied().unwrap_or((0, -1));
                let far = self.between(1, 5) as i8;
                self.put(
                    Color::White,
                    kind,
                    (own.0 + far * step.0, own.1 + far * step.1),
                    4,
                );
            }
        }
        self.hold_fewer_than(4);
        self.defending_hand(4);
    }

    fn chase(&mut self) {
        for _ in 0..self.between(1, 2) {
            self.slider(1, 6, 2);
        }
        self.attackers(0, 1, 2);
        self.defenders(0, 2, 2);
        if self.random.one_in(3) {
            let kind = self.any_kind();
            self.hold(Color::Black, kind, 1);
        }
        if self.random.one_in(2) {
            let kind = self.any_kind();
            self.hold(Color::White, kind, 1);
        }
    }

    fn promotion(&mut self) {
        let pawns = 1 + self.random.below(2) as u8;
        self.hold(Color::Black, Kind::PAWN, pawns);
        for _ in 0..self.between(1, 2) {
            self.slider(1, 6, 0);
        }
        for _ in 0..self.random.below(3) {
            let at = self.near(2);
            let kind = self.kind(&[Kind::PAWN, Kind::LANCE, Kind::ROOK, Kind::BISHOP]);
            self.put(Color::Black, kind, at, 0);
        }
        for step in STEPS {
            let at = (self.king.0 + step.0, self.king.1 + step.1);
            if self.random.one_in(2) {
                continue;
            }
            let kind = self.kind(&[Kind::LANCE, Kind::KNIGHT, Kind::PAWN, Kind::SILVER, Kind::GOLD]);
            self.put(Color::White, kind, at, 4);
        }
        self.attackers(0, 2, 2);
        self.defending_hand(4);
    }

    fn room(&mut self) {
        // The king's square and a few squares around it are free; pieces of its own side wall them
        // in.
        let left = self.random.below(2) as i8;
        let up = self.random.below(2) as i8;
        let (wide, high) = (self.random.below(2) as i8, self.random.below(3) as i8);
        for file in -left - 1..=wide + 1 {
            for rank in -up - 1..=high + 1 {
                let inside = (-left..=wide).contains(&file) && (-up..=high).contains(&rank);
                if inside || self.random.one_in(6) {
                    continue;
                }
                let kind = self.kind(&[
                    Kind::PAWN,
                    Kind::LANCE,
                    Kind::KNIGHT,
                    Kind::PAWN,
                    Kind::SILVER,
                    Kind::GOLD,
                ]);
                self.put(Color::White, kind, (self.king.0 + file, self.king.1 + rank), 8);
            }
        }
        if self.random.one_in(3) {
            self.slider(1, 4, 3);
        }
        self.attackers(1, 3, 2);
        if self.random.one_in(3) {
            let kind = self.any_kind();
            self.hold(Color::Black, kind, 1);
        }
        if self.random.one_in(3) {
            let kind = self.any_kind();
            self.hold(Color::White, kind, 1);
        }
    }
}
