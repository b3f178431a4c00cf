//! Armies: how each kind of piece moves, what it is called, what it becomes.
//!
//! An army is plain data that a `const fn` can read, so that the tables of 9x9 shogi are computed by
//! the compiler and those of every other game by the same code at run time.

use crate::piece::{Kind, MAX_HAND_KINDS, MAX_KINDS};

/// The eight directions a piece can slide in, as bits. Black looks towards rank a; for White
/// everything is turned by 180 degrees. Files count from the right as Black sees them, so "left" is a
/// higher file.
pub mod direction {
    /// The step of each direction: (file, rank). The first four lead to higher square indices, and
    /// `d ^ 4` is the opposite of `d`.
    pub const STEPS: [(i8, i8); 8] = [
        (0, 1),
        (1, -1),
        (1, 0),
        (1, 1),
        (0, -1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
    ];
    /// Towards the own side.
    pub const BACK: u8 = 1 << 0;
    /// Forward left.
    pub const FORWARD_LEFT: u8 = 1 << 1;
    /// Left.
    pub const LEFT: u8 = 1 << 2;
    /// Back left.
    pub const BACK_LEFT: u8 = 1 << 3;
    /// Towards the opponent.
    pub const FORWARD: u8 = 1 << 4;
    /// Back right.
    pub const BACK_RIGHT: u8 = 1 << 5;
    /// Right.
    pub const RIGHT: u8 = 1 << 6;
    /// Forward right.
    pub const FORWARD_RIGHT: u8 = 1 << 7;
    /// Along files and ranks.
    pub const ORTHOGONAL: u8 = BACK | LEFT | FORWARD | RIGHT;
    /// Along diagonals.
    pub const DIAGONAL: u8 = FORWARD_LEFT | BACK_LEFT | BACK_RIGHT | FORWARD_RIGHT;

    /// The same directions as the other side sees them.
    pub const fn turned(directions: u8) -> u8 {
        directions.rotate_left(4)
    }
}

/// The bit of one step in [`KindSpec::steps`]: `file` and `rank` within -2..=2, rank -1 being one
/// square forward.
pub const fn step(file: i8, rank: i8) -> u32 {
    1 << ((rank + 2) * 5 + file + 2)
}

/// Single steps in each of the given directions.
pub const fn steps(directions: u8) -> u32 {
    let mut mask = 0;
    let mut d = 0;
    while d < 8 {
        if directions & (1 << d) != 0 {
            mask |= step(direction::STEPS[d].0, direction::STEPS[d].1);
        }
        d += 1;
    }
    mask
}

/// One kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindSpec {
    /// Its letter in SFEN: one upper-case letter, with `+` before it for promoted kinds.
    pub symbol: &'static str,
    /// Its name on a Japanese board: one character where there is one.
    pub kanji: &'static str,
    /// Single steps, a set of [`step`] bits.
    pub steps: u32,
    /// Directions it slides in, a set of [`direction`] bits.
    pub slides: u8,
    /// The kind it promotes to.
    pub promotes: Option<Kind>,
    /// The kind it is in a captor's hand: itself for unpromoted kinds. `None` for the king.
    pub in_hand: Option<Kind>,
    /// Whether losing it loses the game.
    pub royal: bool,
    /// Whether nifu and the pawn-drop-mate rule are about it.
    pub pawn: bool,
    /// How many there are in a full set, both sides together, promoted or not. Promoted kinds are
    /// counted with the kind they are in hand.
    pub total: u8,
}

impl KindSpec {
    /// No kind: fills the unused places of an army.
    pub const NONE: KindSpec = KindSpec {
        symbol: "",
        kanji: "",
        steps: 0,
        slides: 0,
        promotes: None,
        in_hand: None,
        royal: false,
        pawn: false,
        total: 0,
    };
}

/// A set of kinds. Kinds that can be held in hand come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Army {
    /// The kinds, [`Army::len`] of them.
    pub kinds: [KindSpec; MAX_KINDS],
    /// How many kinds there are.
    pub len: u8,
    /// How many of them, from the first, can be held in hand.
    pub hand_len: u8,
}

impl Army {
    /// The pieces of shogi.
    pub const STANDARD: Army = standard();

    /// The kinds and what they are.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &KindSpec)> {
        self.kinds[..self.len as usize]
            .iter()
            .enumerate()
            .map(|(i, spec)| (Kind(i as u8), spec))
    }

    /// What a kind is.
    #[inline]
    pub const fn spec(&self, kind: Kind) -> &KindSpec {
        &self.kinds[kind.index()]
    }

    /// The kinds that can be held in hand.
    pub fn hand_kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + use<> {
        (0..self.hand_len).map(Kind)
    }

    /// The royal kind.
    pub fn royal(&self) -> Option<Kind> {
        self.iter().find(|(_, spec)| spec.royal).map(|(kind, _)| kind)
    }

    /// The kind with this SFEN symbol (upper case, `+` before it if promoted).
    pub fn by_symbol(&self, symbol: &str) -> Option<Kind> {
        self.iter()
            .find(|(_, spec)| spec.symbol == symbol)
            .map(|(kind, _)| kind)
    }

    /// The same army with another number of pieces in the full set: `totals` by unpromoted kind.
    #[must_use]
    pub fn with_totals(mut self, totals: impl Fn(Kind) -> u8) -> Army {
        for i in 0..self.len {
            let spec = &mut self.kinds[i as usize];
            if spec.in_hand == Some(Kind(i)) || spec.royal {
                spec.total = totals(Kind(i));
            }
        }
        self
    }
}

const GOLD_STEPS: u32 = steps(direction::ORTHOGONAL | direction::FORWARD_LEFT | direction::FORWARD_RIGHT);

const fn unpromoted(
    symbol: &'static str,
    kanji: &'static str,
    steps: u32,
    slides: u8,
    total: u8,
) -> KindSpec {
    KindSpec {
        symbol,
        kanji,
        steps,
        slides,
        total,
        ..KindSpec::NONE
    }
}

const fn standard() -> Army {
    use direction::{DIAGONAL, FORWARD, ORTHOGONAL};
    let mut kinds = [KindSpec::NONE; MAX_KINDS];
    kinds[0] = unpromoted("P", "歩", steps(FORWARD), 0, 18);
    kinds[0].pawn = true;
    kinds[1] = unpromoted("L", "香", 0, FORWARD, 4);
    kinds[2] = unpromoted("N", "桂", step(-1, -2) | step(1, -2), 0, 4);
    kinds[3] = unpromoted("S", "銀", steps(DIAGONAL | FORWARD), 0, 4);
    kinds[4] = unpromoted("G", "金", GOLD_STEPS, 0, 4);
    kinds[5] = unpromoted("B", "角", 0, DIAGONAL, 2);
    kinds[6] = unpromoted("R", "飛", 0, ORTHOGONAL, 2);
    kinds[7] = unpromoted("K", "玉", steps(ORTHOGONAL | DIAGONAL), 0, 2);
    kinds[7].royal = true;
    kinds[8] = unpromoted("+P", "と", GOLD_STEPS, 0, 0);
    kinds[9] = unpromoted("+L", "杏", GOLD_STEPS, 0, 0);
    kinds[10] = unpromoted("+N", "圭", GOLD_STEPS, 0, 0);
    kinds[11] = unpromoted("+S", "全", GOLD_STEPS, 0, 0);
    kinds[12] = unpromoted("+B", "馬", steps(ORTHOGONAL), DIAGONAL, 0);
    kinds[13] = unpromoted("+R", "龍", steps(DIAGONAL), ORTHOGONAL, 0);
    let promotions = [(0, 8), (1, 9), (2, 10), (3, 11), (5, 12), (6, 13)];
    let mut i = 0;
    while i < 7 {
        kinds[i].in_hand = Some(Kind(i as u8));
        i += 1;
    }
    let mut i = 0;
    while i < promotions.len() {
        let (from, to) = promotions[i];
        kinds[from].promotes = Some(Kind(to as u8));
        kinds[to].in_hand = Some(Kind(from as u8));
        i += 1;
    }
    Army {
        kinds,
        len: 14,
        hand_len: 7,
    }
}

const _: () = assert!(Army::STANDARD.hand_len as usize <= MAX_HAND_KINDS);
