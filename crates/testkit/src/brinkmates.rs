//! Seeded random positions with few pieces, near a king at the edge, so that brinkmates are
//! frequent and fixpoints small.

use crate::Random;
use crate::problems::exchange_sides;
use std::collections::{HashMap, HashSet};
use yose_board::{Color, Square};
use yose_hisshi::brute::{self, Answer, Verdict};
use yose_shogi::notation::sfen;
use yose_shogi::{Kind, Piece, Setup, Variant, with_position};

/// What a random position looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Two or three attackers on the board or in hand against a king with hardly any help.
    Bare,
    /// Attackers against a king behind pieces of its own.
    Castle,
    /// Both kings, close to each other, and one or two pieces.
    TwoKings,
    /// Both kings, and a piece of the defender that may give check.
    Counter,
}

impl Recipe {
    /// Every recipe.
    pub const ALL: [Recipe; 4] = [Recipe::Bare, Recipe::Castle, Recipe::TwoKings, Recipe::Counter];
}

/// A random position of a variant with the pieces of shogi, or `None` if the random choices broke a
/// rule. The side to move attacks; Black and White attack equally often.
pub fn setup(variant: &'static Variant, recipe: Recipe, random: &mut Random) -> Option<Setup> {
    let mut draft = Draft {
        setup: Setup::empty(variant),
        king: (0, 0),
        random,
    };
    draft.defending_king()?;
    match recipe {
        Recipe::Bare => {
            draft.attackers(2, 3);
            draft.defenders(0, 1);
        }
        Recipe::Castle => {
            draft.attackers(2, 4);
            draft.defenders(2, 4);
            if draft.random.one_in(4) {
                draft.hold(Color::White);
            }
        }
        Recipe::TwoKings => {
            draft.attacking_king()?;
            draft.attackers(1, 2);
            draft.defenders(0, 1);
        }
        Recipe::Counter => {
            draft.attacking_king()?;
            draft.attackers(1, 3);
            draft.defenders(0, 2);
            draft.counter();
        }
    }
    let white_attacks = draft.random.one_in(2);
    let mut setup = draft.setup;
    if white_attacks {
        setup = exchange_sides(&setup);
    }
    setup.validate().ok()?;
    Some(setup)
}

/// A position under construction, with Black as the attacker.
struct Draft<'a> {
    setup: Setup,
    king: (i8, i8),
    random: &'a mut Random,
}

const KINDS: [Kind; 10] = [
    Kind::PAWN,
    Kind::LANCE,
    Kind::KNIGHT,
    Kind::SILVER,
    Kind::SILVER,
    Kind::GOLD,
    Kind::GOLD,
    Kind::GOLD,
    Kind::BISHOP,
    Kind::ROOK,
];

impl Draft<'_> {
    fn kind(&mut self) -> Kind {
        KINDS[self.random.below(KINDS.len())]
    }

    /// Puts a piece on an empty square of the board.
    fn put(&mut self, color: Color, kind: Kind, at: (i8, i8)) -> Option<()> {
        let variant = self.setup.variant;
        let square = variant.square(u8::try_from(at.0).ok()?, u8::try_from(at.1).ok()?)?;
        let cell = self.setup.board.get_mut(square.index())?;
        match cell {
            Some(_) => None,
            None => {
                *cell = Some(Piece::new(color, kind));
                Some(())
            }
        }
    }

    /// The kind, promoted once in `n` times if it can be.
    fn perhaps_promoted(&mut self, kind: Kind, n: usize) -> Kind {
        match self.setup.variant.army.spec(kind).promotes {
            Some(promoted) if self.random.one_in(n) => promoted,
            _ => kind,
        }
    }

    fn near(&mut self, at: (i8, i8), most: i8) -> (i8, i8) {
        let span = 2 * most as usize + 1;
        let mut step = || self.random.below(span) as i8 - most;
        (at.0 + step(), at.1 + step())
    }

    fn defending_king(&mut self) -> Option<()> {
        let variant = self.setup.variant;
        let file = match self.random.below(3) {
            0 => self.random.below(2),
            1 => usize::from(variant.files) - 1 - self.random.below(2),
            _ => self.random.below(variant.files.into()),
        };
        let rank = match self.random.below(4) {
            0 => self.random.below(variant.ranks.into()),
            _ => self.random.below(2),
        };
        self.king = (file as i8, rank as i8);
        self.put(Color::White, Kind::KING, self.king)
    }

    fn attacking_king(&mut self) -> Option<()> {
        let most = 2 + self.random.below(2) as i8;
        let at = self.near(self.king, most);
        self.put(Color::Black, Kind::KING, at)
    }

    fn hold(&mut self, color: Color) {
        let kind = self.kind();
        self.setup.add_to_hand(color, kind, 1);
    }

    fn attackers(&mut self, least: usize, most: usize) {
        for _ in 0..least + self.random.below(most - least + 1) {
            if self.random.one_in(3) {
                self.hold(Color::Black);
            } else {
                let kind = self.kind();
                let kind = self.perhaps_promoted(kind, 4);
                let at = self.near(self.king, 3);
                self.put(Color::Black, kind, at);
            }
        }
    }

    fn defenders(&mut self, least: usize, most: usize) {
        for _ in 0..least + self.random.below(most - least + 1) {
            let kind = self.kind();
            let kind = self.perhaps_promoted(kind, 8);
            let at = self.near(self.king, 1);
            self.put(Color::White, kind, at);
        }
    }

    /// Puts a piece of the defender next to the attacker's king or on a line with it.
    fn counter(&mut self) {
        let own = Some(Piece::new(Color::Black, Kind::KING));
        let Some(king) = self.setup.board.iter().position(|p| *p == own) else {
            return;
        };
        let (file, rank) = self.setup.variant.coordinates(Square::new(king as u8));
        let king = (file as i8, rank as i8);
        let step = self.near((0, 0), 1);
        let far = 1 + self.random.below(4) as i8;
        let kind = self.kind();
        let kind = self.perhaps_promoted(kind, 3);
        self.put(Color::White, kind, (king.0 + far * step.0, king.1 + far * step.1));
    }
}

/// What a position is good for in a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A plain mate.
    Mate,
    /// A brinkmate of length 1.
    One,
    /// A brinkmate of length 3 or more.
    Longer,
    /// No brinkmate although some quiet move threatens mate.
    ThreatOnly,
    /// No brinkmate and no threat.
    Nothing,
}

impl Class {
    /// The class of an answer.
    pub fn of(answer: &Answer) -> Class {
        match answer.verdict {
            Verdict::Mate => Class::Mate,
            Verdict::Hisshi(1) => Class::One,
            Verdict::Hisshi(_) => Class::Longer,
            Verdict::None if answer.threats.is_empty() => Class::Nothing,
            Verdict::None => Class::ThreatOnly,
        }
    }
}

/// A position of a sample with its answer.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The position.
    pub setup: Setup,
    /// The answer by definition.
    pub answer: Answer,
    /// Its class.
    pub class: Class,
    /// Whether both sides have a king.
    pub two_kings: bool,
}

/// A sample of decided positions: `quota` brinkmates in 1, `quota` longer ones, and `quota`
/// positions with a threat but no brinkmate, half of each with two kings; and half as many mates
/// and positions without a threat. `limit` bounds the states of one position; larger ones are left
/// out.
///
/// Half of the positions are mutations of a position with a rare class, because a neighbour of a
/// rare position is rare more often than a new random one.
pub fn sample(variant: &'static Variant, seed: u64, quota: usize, limit: usize) -> Vec<Decided> {
    let mut random = Random::new(seed);
    let mut sample: Vec<Decided> = Vec::new();
    let mut seen = HashSet::new();
    let mut room: HashMap<(Class, bool), usize> = HashMap::new();
    for two_kings in [false, true] {
        for class in [Class::One, Class::Longer, Class::ThreatOnly] {
            room.insert((class, two_kings), quota.div_ceil(2));
        }
        for class in [Class::Mate, Class::Nothing] {
            room.insert((class, two_kings), quota.div_ceil(4));
        }
    }
    let mut parents: Vec<usize> = Vec::new();
    while room.values().any(|&n| n > 0) {
        let parent = match parents.len() {
            0 => None,
            n if random.one_in(2) => Some(parents[random.below(n)]),
            _ => None,
        };
        let setup = match parent {
            Some(parent) => mutated(&sample[parent].setup, &mut random),
            None => {
                let recipe = Recipe::ALL[random.below(Recipe::ALL.len())];
                setup(variant, recipe, &mut random)
            }
        };
        let Some(setup) = setup else { continue };
        if !seen.insert(sfen::write_setup(&setup)) {
            continue;
        }
        let two_kings = kings(&setup) == 2;
        let Ok(position) = setup.validate() else { continue };
        let Ok(answer) = with_position!(&position, |p| brute::solve(p, limit)) else {
            continue;
        };
        let class = Class::of(&answer);
        let Some(left) = room.get_mut(&(class, two_kings)).filter(|left| **left > 0) else {
            continue;
        };
        *left -= 1;
        if class == Class::Longer || (class == Class::One && two_kings) {
            parents.push(sample.len());
        }
        sample.push(Decided {
            setup,
            answer,
            class,
            two_kings,
        });
    }
    sample
}

fn kings(setup: &Setup) -> usize {
    let royal = setup.variant.army.royal();
    let is_king = |piece: &&Piece| Some(piece.kind()) == royal;
    setup.board.iter().flatten().filter(is_king).count()
}

/// A setup that differs from another in one or two details. `None` if the random choices broke a
/// rule.
pub fn mutated(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let mut setup = setup.clone();
    for _ in 0..1 + random.below(2) {
        mutate(&mut setup, random)?;
    }
    if random.one_in(4) {
        setup = exchange_sides(&setup);
    }
    setup.validate().ok()?;
    // A king may have been taken off the board.
    let defender = Piece::new(setup.turn.other(), setup.variant.army.royal()?);
    setup.board.contains(&Some(defender)).then_some(setup)
}

/// Moves a piece by a step, changes its kind, puts it into a hand, drops one from a hand, or moves
/// the whole arrangement sideways.
fn mutate(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let variant = setup.variant;
    let army = &variant.army;
    let taken: Vec<usize> = (0..setup.board.len())
        .filter(|&i| setup.board[i].is_some())
        .collect();
    let from = taken[random.below(taken.len())];
    let piece = setup.board[from]?;
    let king = Some(piece.kind()) == army.royal();
    let (file, rank) = variant.coordinates(Square::new(from as u8));
    match random.below(10) {
        0..=4 => {
            let file = (file + random.below(3) as u8).checked_sub(1)?;
            let rank = (rank + random.below(3) as u8).checked_sub(1)?;
            let to = variant.square(file, rank)?;
            if setup.board[to.index()].is_some() {
                return None;
            }
            setup.board[from] = None;
            setup.put(to, Some(piece));
        }
        5 | 6 if !king => {
            let kind = KINDS[random.below(KINDS.len())];
            setup.board[from] = Some(Piece::new(piece.color(), kind));
        }
        7 if !king => {
            setup.board[from] = None;
            setup.add_to_hand(piece.color(), army.spec(piece.kind()).in_hand?, 1);
        }
        8 => {
            let side = random.below(2);
            let held: Vec<Kind> = army
                .hand_kinds()
                .filter(|kind| setup.hands[side][kind.index()] > 0)
                .collect();
            if held.is_empty() {
                return None;
            }
            let kind = held[random.below(held.len())];
            let to = random.below(setup.board.len());
            if setup.board[to].is_some() {
                return None;
            }
            setup.hands[side][kind.index()] -= 1;
            setup.board[to] = Some(Piece::new(Color::ALL[side], kind));
        }
        _ => {
            // Squares are numbered file by file, so the board moves by whole files.
            let ranks = usize::from(variant.ranks);
            let (front, back) = (0..ranks, setup.board.len() - ranks..setup.board.len());
            if random.one_in(2) {
                setup.board[back].iter().all(Option::is_none).then_some(())?;
                setup.board.rotate_right(ranks);
            } else {
                setup.board[front].iter().all(Option::is_none).then_some(())?;
                setup.board.rotate_left(ranks);
            }
        }
    }
    Some(())
}
