//! Variants: a board, an army, rules and a start array, as data.
//!
//! Names: `shogi` (or `9x9`), `minishogi` (or `5x5`), `dobutsu`, `MxN` and `MxN:ZONE` for the pieces of
//! shogi on M files and N ranks, and `3x4:BKR:1`: the first player's back rank from left to right (`-`
//! for an empty square), then the promotion zone. Anything else is read from a file
//! ([`crate::variant_file`]).

use crate::any::{AnyGeometry, AnyPosition};
use crate::army::{Army, direction, steps};
use crate::geometry::{Nine, Runtime};
use crate::moves::MAX_MOVES;
use crate::notation::sfen;
use crate::piece::{Kind, MAX_HAND_KINDS, MAX_KINDS};
use crate::rules::Rules;
use crate::tables::MAX_GROUPS;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use thiserror::Error;
use yose_board::Square;

/// A game of the shogi family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The pieces.
    pub army: Army,
    /// The optional rules.
    pub rules: Rules,
    /// The start array, as SFEN.
    pub start: Option<&'static str>,
}

/// 9x9 shogi.
pub static SHOGI: Variant = Variant {
    name: "shogi",
    files: 9,
    ranks: 9,
    army: Army::STANDARD,
    rules: Rules::shogi(3),
    start: Some("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
};

/// Why a variant cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// No variant has this name.
    #[error("no rules called `{0}`: try shogi, minishogi, dobutsu, MxN, MxN:ZONE, 3x4:BKR:1 or a file")]
    UnknownName(String),
    /// The board is too small or too large.
    #[error("a board of {files}x{ranks}: files and ranks must be 2 to 9")]
    Size {
        /// Files given.
        files: u32,
        /// Ranks given.
        ranks: u32,
    },
    /// The zone is deeper than the board.
    #[error("a promotion zone of {zone} ranks on a board of {ranks}")]
    Zone {
        /// The zone given.
        zone: u32,
        /// The ranks of the board.
        ranks: u8,
    },
    /// The back rank does not fit.
    #[error("back rank `{row}`: {what}")]
    BackRank {
        /// The row.
        row: String,
        /// What is wrong.
        what: String,
    },
    /// The army cannot be used.
    #[error("piece {symbol}: {what}")]
    Piece {
        /// The kind.
        symbol: String,
        /// What is wrong.
        what: &'static str,
    },
    /// The army as a whole cannot be used.
    #[error("{0}")]
    Army(String),
    /// The start array is not a position.
    #[error("start array: {0}")]
    Start(String),
    /// The file is not in the form of a variant.
    #[error("{0}")]
    File(String),
}

/// Variants made at run time, interned by value, each with its geometry.
static INTERNED: Mutex<Vec<(&'static Variant, AnyGeometry)>> = Mutex::new(Vec::new());

/// A built-in file, read once.
fn once(cell: &OnceLock<&'static Variant>, file: &'static str) -> Result<&'static Variant, VariantError> {
    match cell.get() {
        Some(variant) => Ok(variant),
        None => crate::variant_file::read(file).map(|variant| *cell.get_or_init(|| variant)),
    }
}

impl Variant {
    /// The variant with this name: `shogi` (or `9x9`), `minishogi` (or `5x5`), `dobutsu`, `MxN`, `MxN:ZONE`, or
    /// one with a back rank, `3x4:BKR:1`.
    pub fn by_name(name: &str) -> Result<&'static Variant, VariantError> {
        match name {
            "shogi" | "9x9" | "9x9:3" => return Ok(&SHOGI),
            "minishogi" | "5x5" | "5x5:1" => {
                static MINISHOGI: OnceLock<&Variant> = OnceLock::new();
                return once(&MINISHOGI, crate::variant_file::MINISHOGI);
            }
            "dobutsu" => {
                static DOBUTSU: OnceLock<&Variant> = OnceLock::new();
                return once(&DOBUTSU, crate::variant_file::DOBUTSU);
            }
            _ => {}
        }
        let unknown = || VariantError::UnknownName(name.to_owned());
        let mut parts = name.split(':');
        let (files, ranks) = parts
            .next()
            .and_then(|size| size.split_once('x'))
            .ok_or_else(unknown)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| unknown());
        let (files, ranks) = (number(files)?, number(ranks)?);
        let rest: Vec<&str> = parts.collect();
        let (row, zone) = match rest[..] {
            [] => (None, 1),
            [zone] => (None, number(zone)?),
            [row, zone] => (Some(row), number(zone)?),
            _ => return Err(unknown()),
        };
        Variant::sized(files, ranks, row, zone)
    }

    /// The pieces of shogi on a board of any size, perhaps with a back rank.
    fn sized(files: u32, ranks: u32, row: Option<&str>, zone: u32) -> Result<&'static Variant, VariantError> {
        if !(2..=9).contains(&files) || !(2..=9).contains(&ranks) {
            return Err(VariantError::Size { files, ranks });
        }
        let (files, ranks) = (files as u8, ranks as u8);
        if zone > u32::from(ranks) {
            return Err(VariantError::Zone { zone, ranks });
        }
        let mut army = Army::STANDARD;
        let mut start = None;
        let name = match row {
            Some(row) => format!("{files}x{ranks}:{row}:{zone}"),
            None => format!("{files}x{ranks}:{zone}"),
        };
        // Positions ask for their board's game by name, so a game that was made once is not made again: its
        // names would be leaked each time.
        static SIZED: Mutex<BTreeMap<String, &Variant>> = Mutex::new(BTreeMap::new());
        let mut made = SIZED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(variant) = made.get(&name) {
            return Ok(variant);
        }
        if let Some(row) = row {
            let fault = |what: String| VariantError::BackRank {
                row: row.to_owned(),
                what,
            };
            if row.chars().count() != usize::from(files) {
                return Err(fault(format!(
                    "{} squares for {files} files",
                    row.chars().count()
                )));
            }
            let mut totals = [0u8; MAX_KINDS];
            for c in row.chars().filter(|&c| c != '-') {
                let kind = army
                    .by_symbol(&c.to_string())
                    .ok_or_else(|| fault(format!("no piece `{c}`")))?;
                totals[kind.index()] += 2;
            }
            if totals[Kind::KING.index()] != 2 {
                return Err(fault("one K is needed".to_owned()));
            }
            army = army.with_totals(|kind| totals[kind.index()]);
            let back: String = row.chars().map(|c| if c == '-' { '1' } else { c }).collect();
            let front: String = back.chars().rev().map(|c| c.to_ascii_lowercase()).collect();
            let middle = format!("{files}/").repeat(usize::from(ranks) - 2);
            start = Some(sfen::tidy(&format!("{front}/{middle}{back} b - 1")));
        }
        let rules = Rules::shogi(zone as u8);
        let variant = Variant {
            name: name.clone().leak(),
            files,
            ranks,
            army,
            rules,
            start: start.map(|s| &*s.leak()),
        }
        .intern()?;
        made.insert(name, variant);
        Ok(variant)
    }

    /// The variant that a board of this size means when nothing else is said.
    pub fn for_size(files: usize, ranks: usize) -> Result<&'static Variant, VariantError> {
        Variant::by_name(&format!("{files}x{ranks}"))
    }

    /// Checks the variant and keeps it for the life of the process. The same variant given twice is kept
    /// once. Its tables and names are never freed: a process meets a handful of variants.
    pub fn intern(self) -> Result<&'static Variant, VariantError> {
        if self == SHOGI {
            return Ok(&SHOGI);
        }
        let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((variant, _)) = interned.iter().find(|(variant, _)| **variant == self) {
            return Ok(variant);
        }
        self.check()?;
        let variant: &'static Variant = Box::leak(Box::new(self));
        // The start array is read before the tables are made, which are never freed.
        let start = match variant.start {
            Some(start) => {
                Some(sfen::read_as(start, variant).map_err(|e| VariantError::Start(e.to_string()))?)
            }
            None => None,
        };
        let geometry = match variant.squares() {
            0..=32 => Runtime::build(variant).map(AnyGeometry::Small),
            33..=64 => Runtime::build(variant).map(AnyGeometry::Medium),
            _ => Runtime::build(variant).map(AnyGeometry::Large),
        };
        let Some(geometry) = geometry else {
            return Err(VariantError::Size {
                files: variant.files.into(),
                ranks: variant.ranks.into(),
            });
        };
        if let Some(setup) = start {
            setup
                .validate_over(geometry)
                .map_err(|e| VariantError::Start(e.to_string()))?;
        }
        interned.push((variant, geometry));
        Ok(variant)
    }

    /// The geometry of the variant.
    pub fn geometry(&'static self) -> AnyGeometry {
        let interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
        match interned.iter().find(|(variant, _)| std::ptr::eq(*variant, self)) {
            Some((_, geometry)) => *geometry,
            // Every other `&'static Variant` is made by `intern`.
            None => AnyGeometry::Nine(Nine),
        }
    }

    /// A runtime geometry over `u128` of any board, 9x9 shogi included: the second way to every answer.
    pub fn runtime_geometry(&'static self) -> Runtime<u128> {
        static WIDE: Mutex<Vec<Runtime<u128>>> = Mutex::new(Vec::new());
        let mut wide = WIDE.lock().unwrap_or_else(PoisonError::into_inner);
        use crate::geometry::Geometry;
        if let Some(geometry) = wide.iter().find(|g| std::ptr::eq(g.variant(), self)) {
            return *geometry;
        }
        match Runtime::build(self) {
            Some(geometry) => {
                wide.push(geometry);
                geometry
            }
            None => unreachable!("every board has at most 81 squares"),
        }
    }

    /// The number of squares.
    pub const fn squares(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The start position.
    pub fn start(&'static self) -> Option<AnyPosition> {
        sfen::read_as(self.start?, self).ok()?.validate().ok()
    }

    /// The name of a square: file from the right, rank from the top (`7g`).
    pub fn square_name(&self, square: Square) -> String {
        let (file, rank) = (square.raw() / self.ranks, square.raw() % self.ranks);
        format!("{}{}", file + 1, (b'a' + rank) as char)
    }

    /// The square of a file and a rank, both from 0.
    pub const fn square(&self, file: u8, rank: u8) -> Option<Square> {
        if file < self.files && rank < self.ranks {
            Some(Square::new(file * self.ranks + rank))
        } else {
            None
        }
    }

    /// File and rank of a square, both from 0.
    pub const fn coordinates(&self, square: Square) -> (u8, u8) {
        (square.raw() / self.ranks, square.raw() % self.ranks)
    }

    /// What the tables and generators assume, checked once.
    fn check(&self) -> Result<(), VariantError> {
        if !(2..=9).contains(&self.files) || !(2..=9).contains(&self.ranks) {
            return Err(VariantError::Size {
                files: self.files.into(),
                ranks: self.ranks.into(),
            });
        }
        if self.rules.zone > self.ranks {
            return Err(VariantError::Zone {
                zone: self.rules.zone.into(),
                ranks: self.ranks,
            });
        }
        let army = &self.army;
        if usize::from(army.len) > MAX_KINDS || usize::from(army.hand_len) > MAX_HAND_KINDS {
            return Err(VariantError::Army(format!(
                "at most {MAX_KINDS} kinds of pieces, of which at most {MAX_HAND_KINDS} in hand"
            )));
        }
        if army.iter().filter(|(_, spec)| spec.royal).count() != 1 {
            return Err(VariantError::Army("exactly one kind must be royal".to_owned()));
        }
        let mut groups = std::collections::BTreeSet::new();
        let mut mobility = [0usize; MAX_HAND_KINDS];
        for (kind, spec) in army.iter() {
            let fail = |what| {
                Err(VariantError::Piece {
                    symbol: spec.symbol.to_owned(),
                    what,
                })
            };
            if spec.royal && (spec.slides != 0 || spec.promotes.is_some() || spec.in_hand.is_some()) {
                return fail("a king may only step and neither promotes nor is held in hand");
            }
            if spec.pawn
                && (spec.steps != steps(direction::FORWARD)
                    || spec.slides != 0
                    || army
                        .iter()
                        .any(|(k, s)| k != kind && s.steps == spec.steps && s.slides == 0))
            {
                return fail("the pawn rules are for a piece that alone steps one square forward");
            }
            if !spec.royal && spec.in_hand.is_none_or(|held| held.0 >= army.hand_len) {
                return fail("a piece that can be taken must be some kind in hand");
            }
            if kind.0 < army.hand_len && spec.in_hand != Some(kind) {
                return fail("pieces that can be held must come first");
            }
            if spec
                .promotes
                .is_some_and(|to| to.0 >= army.len || army.spec(to).royal)
            {
                return fail("it promotes to a kind that does not exist");
            }
            let dead: Vec<usize> = match self.rules.dead_ends {
                true => (0..self.squares())
                    .filter(|&sq| self.reach(spec, sq) == 0)
                    .collect(),
                false => Vec::new(),
            };
            let zone = usize::from(self.rules.zone);
            let outside = dead.iter().any(|sq| sq % usize::from(self.ranks) >= zone);
            if spec.slides != 0 && spec.promotes.is_some() && zone > 0 && outside {
                // Whether it may land there would depend on where it comes from.
                return fail("a sliding piece that promotes may have dead ends only inside its zone");
            }
            if spec.slides != 0 {
                groups.insert((spec.slides, spec.promotes.is_some() && !dead.is_empty()));
            }
            if let Some(held) = spec.in_hand {
                let twice = if spec.promotes.is_some() { 2 } else { 1 };
                let most = (0..self.squares())
                    .map(|sq| self.reach(spec, sq) * twice)
                    .max()
                    .unwrap_or(0);
                let by_kind = &mut mobility[held.index()];
                *by_kind = (*by_kind).max(most * usize::from(army.spec(held).total));
            }
        }
        if groups.len() > MAX_GROUPS {
            return Err(VariantError::Army(format!(
                "at most {MAX_GROUPS} different sets of slides"
            )));
        }
        let king = 24;
        let bound = usize::from(army.hand_len) * self.squares() + mobility.iter().sum::<usize>() + king;
        if bound > MAX_MOVES {
            return Err(VariantError::Army(format!(
                "too many or too mobile pieces: up to {bound} moves in a position, and {MAX_MOVES} is the limit"
            )));
        }
        Ok(())
    }

    /// How many squares a piece reaches on an empty board.
    fn reach(&self, spec: &crate::army::KindSpec, sq: usize) -> usize {
        crate::tables::reach(self.files, self.ranks, spec, sq, false).count_ones() as usize
    }
}
