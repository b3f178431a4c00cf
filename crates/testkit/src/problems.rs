//! Tsume positions from a seed, in recipes that make what is rare on random boards frequent: long mates, distant
//! checks, pawns in hand before a shut-in king, a king of the attacker's own under fire, attacks that go round.
//!
//! Whether a position is what its recipe meant is for the [`oracle`](crate::oracle) to say; nothing here counts.

use crate::Random;
use yose_board::{Color, Square};
use yose_shogi::{Kind, Piece, Setup, Variant};

/// What a position is meant to be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Pieces around a king near the edge, pieces in hand.
    Plain,
    /// Sliders at a distance, and something to interpose.
    Distant,
    /// Pawns in hand before a king with little room.
    Pawns,
    /// The attacker's king stands under fire.
    TwoKings,
    /// Few pieces on an open board.
    Chase,
    /// Sliders and pawns about to promote, pawns in hand.
    Promotion,
    /// A king in a small room, and an attack too weak to end it.
    Room,
}

impl Recipe {
    /// All of them.
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

struct Maker<'a> {
    setup: Setup,
    random: &'a mut Random,
    king: (i8, i8),
}

/// A valid position of a game with the pieces of shogi, or `None` if the throw of the dice broke a rule. Black and
/// White attack equally often.
pub fn problem(variant: &'static Variant, recipe: Recipe, random: &mut Random) -> Option<Setup> {
    let mut maker = Maker {
        setup: Setup::empty(variant),
        king: (0, 0),
        random,
    };
    maker.defending_king();
    match recipe {
        Recipe::Plain => maker.plain(),
        Recipe::Distant => maker.distant(),
        Recipe::Pawns => maker.pawns(),
        Recipe::TwoKings => maker.two_kings(),
        Recipe::Chase => maker.chase(),
        Recipe::Promotion => maker.promotion(),
        Recipe::Room => maker.room(),
    }
    let white_attacks = maker.random.one_in(2);
    let setup = maker.setup;
    let setup = if white_attacks { turned(&setup) } else { setup };
    setup.validate().ok()?;
    Some(setup)
}

/// The same position with the sides exchanged.
pub fn turned(setup: &Setup) -> Setup {
    let mut turned = setup.clone();
    turned.board.reverse();
    for piece in turned.board.iter_mut().flatten() {
        *piece = Piece::new(piece.color().other(), piece.kind());
    }
    turned.hands.swap(0, 1);
    turned.turn = setup.turn.other();
    turned
}

/// A position that differs from another in one to three things: where a piece stands, what it is, whose it is, what
/// is in the hands, where everything stands on the board. `None` if the throw of the dice broke a rule.
pub fn changed(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let mut setup = setup.clone();
    let mut changes = 1 + random.below(2) + usize::from(random.one_in(4));
    while changes > 0 {
        changes -= usize::from(change(&mut setup, random).is_some());
    }
    if random.one_in(4) {
        setup = turned(&setup);
    }
    setup.validate().ok()?;
    Some(setup)
}

/// Changes one thing; `None` if nothing changed.
fn change(setup: &mut Setup, random: &mut Random) -> Option<()> {
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
            // A piece from the board into a hand.
            let held = army.spec(piece.kind()).in_hand?;
            setup.board[from] = None;
            setup.hands[side.index()][held.index()] += 1;
        }
        12 => {
            // All of the board a step aside.
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

impl Maker<'_> {
    fn square(&self, (file, rank): (i8, i8)) -> Option<Square> {
        let (file, rank) = (u8::try_from(file).ok()?, u8::try_from(rank).ok()?);
        self.setup.variant.square(file, rank)
    }

    fn free(&self, at: (i8, i8)) -> Option<Square> {
        self.square(at)
            .filter(|sq| self.setup.board[sq.index()].is_none())
    }

    /// How many of the kind are still in the box.
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

    /// Puts a piece of the kind, promoted if it may and the dice say so once in `promoted` times (0: never).
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

    /// A square at most so far from the king.
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

    /// The defender's hand: a few pieces, nothing, or all the rest.
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

    /// A slider of Black's that looks at the king or at a square next to it, from so far away.
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

    /// Black's king, at most so far from White's.
    fn attacking_king(&mut self, away: i8) {
        let at = self.near(away);
        let close = (at.0 - self.king.0).abs() <= 1 && (at.1 - self.king.1).abs() <= 1;
        if !close && let Some(square) = self.free(at) {
            self.setup.put(square, Some(Piece::new(Color::Black, Kind::KING)));
        }
    }

    fn plain(&mut self) {
        self.attackers(1, 4, 3);
        self.defenders(0, 5, 2);
        for _ in 0..self.random.below(5) {
            let kind = self.any_kind();
            self.hold(Color::Black, kind, 1);
        }
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
        for _ in 0..self.random.below(3) {
            let kind = self.any_kind();
            self.hold(Color::Black, kind, 1);
        }
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
        for _ in 0..self.random.below(3) {
            let kind = self.any_kind();
            self.hold(Color::Black, kind, 1);
        }
        // Two thirds of the squares around the king are taken, and the one in front of it is not.
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
        for _ in 0..self.random.below(4) {
            let kind = self.any_kind();
            self.hold(Color::Black, kind, 1);
        }
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
        // The king's square and up to three files and ranks around it; walls of its own men.
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
