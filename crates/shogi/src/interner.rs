//! The variants that a process knows.
//!
//! A position holds plain references to its variant and tables, so making moves needs no reference
//! counts and no locks. In return, variants and tables are never freed. The interner keeps each
//! variant once, and variants that differ only in texts and piece totals share their tables.
//!
//! The named variants are few. Custom variants come from users: files, back ranks, piece sets of
//! tables. A process that serves strangers may meet any number of them, so the memory that custom
//! variants fill is limited to [`CUSTOM_BYTES`]. Beyond that limit interning fails.

use crate::any::AnyGeometry;
use crate::army::Army;
use crate::geometry::{Nine, Runtime};
use crate::notation::sfen;
use crate::rules::Rules;
use crate::tables::Tables;
use crate::variant::{SHOGI, Variant, VariantError};
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The memory that custom variants may fill, in bytes. Enough for more than 1,000 boards with
/// different tables, and for many more variants that share tables.
const CUSTOM_BYTES: usize = 256 << 20;

/// The variants of this process.
pub(crate) static INTERNER: LazyLock<Interner> = LazyLock::new(|| Interner::new(CUSTOM_BYTES));

/// A variant that is not interned yet: a [`Variant`] with owned texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Draft {
    pub(crate) name: String,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    /// The army. Its kanji are empty; the field `kanji` has them.
    pub(crate) army: Army,
    /// The kanji of each kind of the army.
    pub(crate) kanji: Vec<String>,
    pub(crate) rules: Rules,
    pub(crate) start: Option<String>,
}

/// Where a variant comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A name that this crate defines. There are only a few hundred such variants.
    Named,
    /// A user. The memory of these variants is limited.
    Custom,
}

impl Draft {
    /// A draft without a name and a start array.
    pub(crate) fn new(files: u8, ranks: u8, army: Army, rules: Rules) -> Draft {
        let (army, kanji) = split_kanji(army);
        Draft {
            name: String::new(),
            files,
            ranks,
            army,
            kanji,
            rules,
            start: None,
        }
    }

    /// The variant without its texts: enough for [`Variant::check`].
    fn bare(&self) -> Variant {
        Variant {
            name: "",
            files: self.files,
            ranks: self.ranks,
            army: self.army,
            rules: self.rules,
            start: None,
        }
    }

    /// The part of the variant that its tables depend on: everything but texts and piece totals.
    fn board(&self) -> Draft {
        let mut army = self.army;
        for spec in &mut army.kinds {
            (spec.symbol, spec.total) = ("", 0);
        }
        Draft {
            name: String::new(),
            kanji: Vec::new(),
            start: None,
            army,
            ..*self
        }
    }

    /// The memory that the interned variant fills, in bytes, without its tables.
    fn bytes(&self) -> usize {
        let texts = self.kanji.iter().chain(&self.start).chain([&self.name]);
        // The draft and the variant each have a copy of the texts.
        size_of::<Draft>() + size_of::<Variant>() + 2 * texts.map(String::len).sum::<usize>()
    }

    /// The memory that the tables fill, in bytes. A small board may need those of the wide word,
    /// too.
    fn table_bytes(&self) -> usize {
        match self.bare().squares() {
            0..=32 => size_of::<Tables<u32>>() + size_of::<Tables<u128>>(),
            _ => size_of::<Tables<u128>>(),
        }
    }
}

impl From<&Variant> for Draft {
    fn from(variant: &Variant) -> Draft {
        let (army, kanji) = split_kanji(variant.army);
        Draft {
            name: variant.name.to_owned(),
            files: variant.files,
            ranks: variant.ranks,
            army,
            kanji,
            rules: variant.rules,
            start: variant.start.map(str::to_owned),
        }
    }
}

/// An army without its kanji, and the kanji.
pub(crate) fn split_kanji(mut army: Army) -> (Army, Vec<String>) {
    let kinds = &mut army.kinds[..usize::from(army.len)];
    let kanji = kinds
        .iter_mut()
        .map(|spec| std::mem::take(&mut spec.kanji).to_owned())
        .collect();
    (army, kanji)
}

/// A set of variants that are never freed.
#[derive(Debug)]
pub(crate) struct Interner {
    /// The memory that custom variants may fill, in bytes.
    limit: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Every draft that was interned. A draft whose start array is not a valid position needs a
    /// variant to find that out, so its fault is kept as well.
    variants: HashMap<Draft, Result<&'static Variant, VariantError>>,
    /// The geometry of each variant, by the variant's address.
    geometries: HashMap<usize, AnyGeometry>,
    /// For each [`Draft::board`] the geometry of one variant with such a board.
    boards: HashMap<Draft, AnyGeometry>,
    /// For each [`Draft::board`] the geometry over `u128`, if it was asked for.
    wide: HashMap<Draft, Runtime<u128>>,
    texts: HashSet<&'static str>,
    /// The memory that custom variants fill, in bytes.
    custom: usize,
}

impl Interner {
    /// An empty set. Custom variants may fill `limit` bytes.
    fn new(limit: usize) -> Interner {
        Interner {
            limit,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The variant of a draft. Checks a draft that is new.
    pub(crate) fn intern(&self, draft: Draft, origin: Origin) -> Result<&'static Variant, VariantError> {
        if draft.name == SHOGI.name && draft == Draft::from(&SHOGI) {
            return Ok(&SHOGI);
        }
        let mut state = self.lock();
        if let Some(known) = state.variants.get(&draft) {
            return known.clone();
        }
        draft.bare().check()?;
        if origin == Origin::Custom {
            let tables = match state.boards.contains_key(&draft.board()) {
                true => 0,
                false => draft.table_bytes(),
            };
            if state.custom + draft.bytes() + tables > self.limit {
                return Err(VariantError::Full { limit: self.limit });
            }
        }
        let boards = state.boards.len();
        let result = state.keep(&draft);
        if origin == Origin::Custom {
            let built = state.boards.len() > boards;
            state.custom += draft.bytes() + if built { draft.table_bytes() } else { 0 };
        }
        state.variants.insert(draft, result.clone());
        result
    }

    /// The geometry of an interned variant or of [`SHOGI`].
    pub(crate) fn geometry(&self, variant: &'static Variant) -> AnyGeometry {
        match self.lock().geometries.get(&address(variant)) {
            Some(geometry) => *geometry,
            // Every other `&'static Variant` is made by `intern`.
            None => AnyGeometry::Nine(Nine),
        }
    }

    /// The geometry over `u128` of any variant.
    pub(crate) fn wide_geometry(&self, variant: &'static Variant) -> Runtime<u128> {
        let mut state = self.lock();
        let geometry =
            state
                .wide
                .entry(Draft::from(variant).board())
                .or_insert_with(|| match Runtime::build(variant) {
                    Some(geometry) => geometry,
                    None => unreachable!("every board has at most 81 squares"),
                });
        geometry.with_variant(variant)
    }
}

fn address(variant: &'static Variant) -> usize {
    std::ptr::from_ref(variant).addr()
}

impl State {
    /// Makes the variant of a checked draft. Reads the start array before the tables are built.
    fn keep(&mut self, draft: &Draft) -> Result<&'static Variant, VariantError> {
        let mut army = draft.army;
        for (spec, kanji) in army.kinds.iter_mut().zip(&draft.kanji) {
            spec.kanji = self.text(kanji);
        }
        let variant: &'static Variant = Box::leak(Box::new(Variant {
            name: self.text(&draft.name),
            army,
            start: draft.start.as_deref().map(|start| self.text(start)),
            ..draft.bare()
        }));
        let fault = |what: String| VariantError::Start(what);
        let start = match variant.start {
            Some(start) => Some(sfen::read_as(start, variant).map_err(|e| fault(e.to_string()))?),
            None => None,
        };
        let geometry = self.board(draft, variant).ok_or(VariantError::Size {
            files: variant.files.into(),
            ranks: variant.ranks.into(),
        })?;
        if let Some(setup) = start {
            setup.validate_over(geometry).map_err(|e| fault(e.to_string()))?;
        }
        self.geometries.insert(address(variant), geometry);
        Ok(variant)
    }

    /// The geometry of a variant, with the tables of an equal board if there is one.
    fn board(&mut self, draft: &Draft, variant: &'static Variant) -> Option<AnyGeometry> {
        let key = draft.board();
        if let Some(known) = self.boards.get(&key) {
            return Some(known.with_variant(variant));
        }
        let geometry = match variant.squares() {
            0..=32 => AnyGeometry::Small(Runtime::build(variant)?),
            _ => AnyGeometry::Large(Runtime::build(variant)?),
        };
        self.boards.insert(key, geometry);
        Some(geometry)
    }

    /// The same text with static lifetime.
    fn text(&mut self, text: &str) -> &'static str {
        if let Some(known) = self.texts.get(text) {
            return known;
        }
        let text: &'static str = text.to_owned().leak();
        self.texts.insert(text);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;

    /// 3x4 shogi under a name. Each name gives another variant; all of them share their tables.
    fn three_by_four(name: &str) -> Draft {
        Draft {
            name: name.to_owned(),
            ..Draft::new(3, 4, Army::STANDARD, Rules::shogi(1))
        }
    }

    #[test]
    fn custom_variants_are_limited_and_named_ones_are_not() {
        let draft = three_by_four("one");
        let full = draft.table_bytes() + 2 * draft.bytes();
        let interner = Interner::new(full);
        let one = interner.intern(draft.clone(), Origin::Custom).unwrap();
        interner.intern(three_by_four("two"), Origin::Custom).unwrap();
        let error = interner.intern(three_by_four("six"), Origin::Custom).unwrap_err();
        assert_eq!(error, VariantError::Full { limit: full });
        assert_eq!(
            error.to_string(),
            format!("no room for more custom rules: those of this process fill {full} bytes, the limit")
        );
        // Known variants and named ones are still available.
        let again = interner.intern(draft, Origin::Custom).unwrap();
        assert!(std::ptr::eq(one, again));
        interner.intern(three_by_four("six"), Origin::Named).unwrap();
        interner.intern(three_by_four("six"), Origin::Custom).unwrap();
        assert_eq!(interner.lock().custom, full);
    }

    #[test]
    fn tables_are_shared_by_equal_boards() {
        let interner = Interner::new(CUSTOM_BYTES);
        let tables = |draft: Draft| {
            let variant = interner.intern(draft, Origin::Custom).unwrap();
            match interner.geometry(variant) {
                AnyGeometry::Small(geometry) => {
                    assert!(std::ptr::eq(geometry.variant(), variant));
                    std::ptr::from_ref(geometry.tables())
                }
                other => panic!("{other:?}"),
            }
        };
        let mut totals = three_by_four("totals");
        totals.army = totals.army.with_totals(|_| 2);
        let mut nifu = three_by_four("nifu");
        nifu.rules.nifu = false;
        let plain = tables(three_by_four("plain"));
        assert_eq!(tables(totals), plain);
        assert_ne!(tables(nifu), plain);
    }

    #[test]
    fn a_bad_start_array_fails_each_time_and_is_kept_once() {
        let interner = Interner::new(CUSTOM_BYTES);
        let draft = Draft {
            start: Some("k2/3/3/3 b - 0".to_owned()),
            ..three_by_four("bad")
        };
        let mut errors = Vec::new();
        for _ in 0..2 {
            errors.push(interner.intern(draft.clone(), Origin::Custom).unwrap_err());
        }
        assert_eq!(errors[0], errors[1]);
        assert!(matches!(errors[0], VariantError::Start(_)));
        assert_eq!(interner.lock().variants.len(), 1);
        assert_eq!(interner.lock().custom, draft.bytes());
    }
}
