//! Armies: how each kind of piece moves, what it is called, and what it promotes to.
//!
//! An army is plain data that a `const fn` can read. The compiler computes the tables of 9x9 shogi
//! from it; for other variants the same code runs at run time.

use crate::piece::{Kind, MAX_HAND_KINDS, MAX_KINDS};

/// The eight directions in which a piece can slide, as bits. They are directions for Black, whose
/// forward is towards rank a. For White everything is rotated by 180 degrees. Files are numbered
/// from the right as Black sees them, so "left" is a higher file.
pub mod direction {
    /// The step of each direction: (file, rank). The first four directions lead to higher square
    /// indices. `d ^ 4` is the opposite direction of `d`.
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
    /// Towards the player's own side.
    pub const BACK: u8 = 1 << 0;
    /// Forward left.
    pub const FORWARD_LEFT: u8 = 1 << 1;
    /// Left.
    pub const LEFT: u8 = 1 << 2;
    /// Back left.
    pub const BACK_LEFT: u8 = 1 << 3;
    /// Towards the opponent's side.
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

    /// The same directions for the other side: each one reversed.
    pub const fn turned(directions: u8) -> u8 {
        directions.rotate_left(4)
    }
}

/// The bit of one step in [`KindSpec::steps`]. `file` and `rank` are within -2..=2; a `rank` of -1
/// is one square forward.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KindSpec {
    /// The symbol in SFEN: one upper-case letter, with `+` in front for promoted kinds.
    pub symbol: &'static str,
    /// The name on a Japanese board, usually one character.
    pub kanji: &'static str,
    /// The single steps: a set of [`step`] bits.
    pub steps: u32,
    /// The directions in which the kind slides: a set of [`direction`] bits.
    pub slides: u8,
    /// The kind it promotes to.
    pub promotes: Option<Kind>,
    /// The kind that a captured piece becomes in hand; for unpromoted kinds the kind itself. `None`
    /// for the king.
    pub in_hand: Option<Kind>,
    /// Whether the kind is the king: losing it loses the game.
    pub royal: bool,
    /// Whether nifu and the pawn-drop-mate rule apply to the kind.
    pub pawn: bool,
    /// The number of pieces of this kind in a full set, both sides together, promoted pieces
    /// included. Promoted kinds have 0: their pieces count for the unpromoted kind.
    pub total: u8,
}

impl KindSpec {
    /// A placeholder for unused entries of an army.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Army {
    /// The kinds. Only the first [`Army::len`] entries are used.
    pub kinds: [KindSpec; MAX_KINDS],
    /// The number of kinds.
    pub len: u8,
    /// The number of kinds that can be held in hand. They come first in `kinds`.
    pub hand_len: u8,
}

impl Army {
    /// The army of shogi.
    pub const STANDARD: Army = standard();

    /// All kinds with their specifications.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &KindSpec)> {
        self.kinds[..self.len as usize]
            .iter()
            .enumerate()
            .map(|(i, spec)| (Kind(i as u8), spec))
    }

    /// The specification of a kind.
    #[inline]
    pub const fn spec(&self, kind: Kind) -> &KindSpec {
        &self.kinds[kind.index()]
    }

    /// The kinds that can be held in hand.
    pub fn hand_kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + use<> {
        (0..self.hand_len).map(Kind)
    }

    /// The kinds that can be held in hand, and the king, which only a diagram can show in a hand.
    pub fn hand_kinds_and_king(&self) -> impl DoubleEndedIterator<Item = Kind> + use<> {
        self.hand_kinds().chain(self.king_in_hand())
    }

    /// The king, if hands have room to show one.
    pub fn king_in_hand(&self) -> Option<Kind> {
        self.royal()
            .filter(|king| king.0 >= self.hand_len && king.index() < MAX_HAND_KINDS)
    }

    /// The royal kind.
    pub fn royal(&self) -> Option<Kind> {
        self.iter().find(|(_, spec)| spec.royal).map(|(kind, _)| kind)
    }

    /// The kind with this SFEN symbol (upper case, `+` in front if promoted).
    pub fn by_symbol(&self, symbol: &str) -> Option<Kind> {
        self.iter()
            .find(|(_, spec)| spec.symbol == symbol)
            .map(|(kind, _)| kind)
    }

    /// The same army with other totals of a full set. `totals` gives the total of each unpromoted
    /// kind.
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
