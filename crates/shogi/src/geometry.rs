//! Where a position finds its tables: compiled in for 9x9 shogi, by reference for every other
//! variant.

use crate::army::Army;
use crate::rules::Rules;
use crate::tables::Tables;
use crate::variant::Variant;
use yose_board::Bits;

/// A board with its tables. Positions are generic over this trait, so each generator is written
/// once.
pub trait Geometry: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// The word type that holds a set of squares.
    type Bits: Bits;
    /// The tables.
    fn tables(&self) -> &'static Tables<Self::Bits>;
    /// The variant that the tables belong to.
    fn variant(&self) -> &'static Variant;
}

/// 9x9 shogi, with tables computed by the compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nine;

impl Geometry for Nine {
    type Bits = u128;
    #[inline(always)]
    fn tables(&self) -> &'static Tables<u128> {
        // A constant and not a `static`: the optimiser sees the contents of a `static` only in the
        // crate that defines it, and of a constant wherever it is used. The price is that the
        // builder runs once for each crate, a few million steps at compile time. The lint only
        // warns that this takes about a second.
        #[allow(long_running_const_eval)]
        const NINE: &Tables<u128> = &Tables::build(9, 9, &Army::STANDARD, &Rules::shogi(3));
        NINE
    }
    #[inline(always)]
    fn variant(&self) -> &'static Variant {
        &crate::variant::SHOGI
    }
}

/// Any board, with tables built at run time. The tables are never freed: see `interner`. A plain
/// reference needs no reference count and no lock when moves are made.
#[derive(Clone, Copy, Debug)]
pub struct Runtime<B: Bits> {
    tables: &'static Tables<B>,
    variant: &'static Variant,
}

impl<B: Bits> Runtime<B> {
    /// The same tables for a variant with an equal board.
    pub(crate) fn with_variant(self, variant: &'static Variant) -> Self {
        Runtime { variant, ..self }
    }

    /// The geometry of a variant. `None` if its board does not fit the word.
    pub(crate) fn build(variant: &'static Variant) -> Option<Self> {
        if u32::from(variant.files) * u32::from(variant.ranks) > B::CAPACITY {
            return None;
        }
        let wide = Box::new(Tables::build(
            variant.files,
            variant.ranks,
            &variant.army,
            &variant.rules,
        ));
        Some(Runtime {
            tables: Box::leak(Box::new(wide.narrow())),
            variant,
        })
    }
}

impl<B: Bits> Geometry for Runtime<B> {
    type Bits = B;
    #[inline(always)]
    fn tables(&self) -> &'static Tables<B> {
        self.tables
    }
    #[inline(always)]
    fn variant(&self) -> &'static Variant {
        self.variant
    }
}
