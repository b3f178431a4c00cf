//! Variants: a board, an army, rules and a start array, as data.
//!
//! Variants have these names: `shogi` (or `9x9`), `minishogi` (or `5x5`), `dobutsu`; `MxN` and
//! `MxN:ZONE` for the army of shogi on M files and N ranks; and names such as `3x4:BKR:1` with the
//! first player's back rank from left to right (`-` for an empty square) and the promotion zone.
//! Other variants are read from files: see [`crate::variant_file`].

use crate::any::{AnyGeometry, AnyPosition};
use crate::army::{Army, direction, steps};
use crate::geometry::Runtime;
use crate::interner::{Draft, INTERNER, Origin};
use crate::moves::MAX_MOVES;
use crate::notation::sfen;
use crate::piece::{Kind, MAX_HAND_KINDS, MAX_KINDS};
use crate::rules::Rules;
use crate::tables::MAX_GROUPS;
use std::sync::OnceLock;
use thiserror::Error;
use yose_board::Square;

/// A game of the shogi family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name.
    pub name: &'static str,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The army.
    pub army: Army,
    /// The optional rules.
    pub rules: Rules,
    /// The start array in SFEN.
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
        /// The number of files given.
        files: u32,
        /// The number of ranks given.
        ranks: u32,
    },
    /// The promotion zone is deeper than the board.
    #[error("a promotion zone of {zone} ranks on a board of {ranks}")]
    Zone {
        /// The zone given.
        zone: u32,
        /// The number of ranks of the board.
        ranks: u8,
    },
    /// The back rank does not describe a start array.
    #[error("back rank `{row}`: {what}")]
    BackRank {
        /// The back rank.
        row: String,
        /// What is wrong.
        what: String,
    },
    /// A kind of the army cannot be used.
    #[error("piece {symbol}: {what}")]
    Piece {
        /// The symbol of the kind.
        symbol: String,
        /// What is wrong.
        what: &'static str,
    },
    /// The army as a whole cannot be used.
    #[error("{0}")]
    Army(String),
    /// The start array is not a valid position.
    #[error("start array: {0}")]
    Start(String),
    /// The file does not have the form of a variant.
    #[error("{0}")]
    File(String),
    /// The custom variants of the process fill all the memory reserved for them.
    #[error("no room for more custom rules: those of this process fill {limit} bytes, the limit")]
    Full {
        /// The limit in bytes.
        limit: usize,
    },
}

/// The variant of a built-in file, read once.
fn once(cell: &OnceLock<&'static Variant>, file: &'static str) -> Result<&'static Variant, VariantError> {
    match cell.get() {
        Some(variant) => Ok(variant),
        None => {
            let variant = INTERNER.intern(crate::variant_file::draft(file)?, Origin::Named)?;
            Ok(*cell.get_or_init(|| variant))
        }
    }
}

impl Variant {
    /// The variant with this name: `shogi` (or `9x9`), `minishogi` (or `5x5`), `dobutsu`, `MxN`,
    /// `MxN:ZONE`, or a name with a back rank such as `3x4:BKR:1`.
    ///
    /// A variant with a back rank counts as custom: see [`Variant::intern`].
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

    /// The variant with the army of shogi on a board of this size, optionally with a back rank.
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
        let origin = match row {
            Some(_) => Origin::Custom,
            None => Origin::Named,
        };
        let name = match row {
            Some(row) => format!("{files}x{ranks}:{row}:{zone}"),
            None => format!("{files}x{ranks}:{zone}"),
        };
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
        let draft = Draft {
            name,
            start,
            ..Draft::new(files, ranks, army, rules)
        };
        INTERNER.intern(draft, origin)
    }

    /// The default variant for a board of this size.
    pub fn for_size(files: usize, ranks: usize) -> Result<&'static Variant, VariantError> {
        Variant::by_name(&format!("{files}x{ranks}"))
    }

    /// Checks a custom variant and keeps it for the life of the process, with its tables and texts.
    /// The same variant interned again gives the same reference. Fails with [`VariantError::Full`]
    /// if the custom variants of the process would fill too much memory.
    pub fn intern(self) -> Result<&'static Variant, VariantError> {
        INTERNER.intern(Draft::from(&self), Origin::Custom)
    }

    /// The geometry of the variant.
    pub fn geometry(&'static self) -> AnyGeometry {
        INTERNER.geometry(self)
    }

    /// A geometry over `u128` with tables built at run time, for any board, 9x9 shogi included.
    /// Questions that are compiled for two geometries use it on small boards
    /// ([`Setup::validate_wide`](crate::Setup::validate_wide)). Tests and benchmarks compare it
    /// with [`geometry`](Self::geometry).
    pub fn runtime_geometry(&'static self) -> Runtime<u128> {
        INTERNER.wide_geometry(self)
    }

    /// The number of squares.
    pub const fn squares(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The start position.
    pub fn start(&'static self) -> Option<AnyPosition> {
        sfen::read_as(self.start?, self).ok()?.validate().ok()
    }

    /// The name of a square: files are counted from the right, ranks from the top (`7g`).
    pub fn square_name(&self, square: Square) -> String {
        let (file, rank) = (square.raw() / self.ranks, square.raw() % self.ranks);
        format!("{}{}", file + 1, (b'a' + rank) as char)
    }

    /// The square at this file and rank, both counted from 0. `None` if it is not on the board.
    pub const fn square(&self, file: u8, rank: u8) -> Option<Square> {
        if file < self.files && rank < self.ranks {
            Some(Square::new(file * self.ranks + rank))
        } else {
            None
        }
    }

    /// The file and rank of a square, both counted from 0.
    pub const fn coordinates(&self, square: Square) -> (u8, u8) {
        (square.raw() / self.ranks, square.raw() % self.ranks)
    }

    /// Checks everything that the tables and generators assume.
    pub(crate) fn check(&self) -> Result<(), VariantError> {
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
                // Whether the piece may land there would depend on its origin square.
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

    /// The number of squares that a piece attacks from `sq` on an empty board.
    fn reach(&self, spec: &crate::army::KindSpec, sq: usize) -> usize {
        crate::tables::reach(self.files, self.ranks, spec, sq, false).count_ones() as usize
    }
}
