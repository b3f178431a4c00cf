//! One type for positions of all boards, for front ends. Searches are generic over [`Position`];
//! [`with_position!`](crate::with_position) is the one `match` that leads into them.

use crate::geometry::{Geometry, Nine, Runtime};
use crate::position::Position;
use crate::variant::Variant;
use yose_board::Color;

/// The geometry of a variant.
///
/// Every geometry is one more copy of every search that the compiler makes, so there are three.
/// Boards of 33 to 64 squares share the wide word with larger ones, because few people use them.
#[derive(Clone, Copy, Debug)]
pub enum AnyGeometry {
    /// 9x9 shogi.
    Nine(Nine),
    /// Boards of up to 32 squares.
    Small(Runtime<u32>),
    /// Other boards of more than 32 squares.
    Large(Runtime<u128>),
}

impl AnyGeometry {
    /// The same tables for a variant with an equal board.
    pub(crate) fn with_variant(self, variant: &'static Variant) -> AnyGeometry {
        match self {
            AnyGeometry::Nine(g) => AnyGeometry::Nine(g),
            AnyGeometry::Small(g) => AnyGeometry::Small(g.with_variant(variant)),
            AnyGeometry::Large(g) => AnyGeometry::Large(g.with_variant(variant)),
        }
    }
}

/// A position of any variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPosition {
    /// 9x9 shogi.
    Nine(Position<Nine>),
    /// Boards of up to 32 squares.
    Small(Position<Runtime<u32>>),
    /// Other boards of more than 32 squares.
    Large(Position<Runtime<u128>>),
}

/// Evaluates an expression on the position inside an [`AnyPosition`]. The expression is compiled
/// once for each geometry.
///
/// ```
/// use yose_shogi::{Variant, with_position};
///
/// let start = Variant::by_name("minishogi")?.start().ok_or("no start array")?;
/// assert_eq!(with_position!(&start, |p| p.legal_moves().len()), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! with_position {
    ($any:expr, |$position:ident| $body:expr) => {
        match $any {
            $crate::AnyPosition::Nine($position) => $body,
            $crate::AnyPosition::Small($position) => $body,
            $crate::AnyPosition::Large($position) => $body,
        }
    };
}

/// A position with the geometry of 9x9 shogi or the wide word, whatever the board.
///
/// For questions that few people ask about boards of up to 32 squares: two copies of a search are
/// compiled and not three. Such a board takes a little longer that way (docs/lab/build.md).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WidePosition {
    /// 9x9 shogi.
    Nine(Position<Nine>),
    /// Every other board.
    Other(Position<Runtime<u128>>),
}

/// Evaluates an expression on the position inside a [`WidePosition`], as
/// [`with_position!`](crate::with_position) does for an [`AnyPosition`].
#[macro_export]
macro_rules! with_wide_position {
    ($wide:expr, |$position:ident| $body:expr) => {
        match $wide {
            $crate::WidePosition::Nine($position) => $body,
            $crate::WidePosition::Other($position) => $body,
        }
    };
}

impl AnyPosition {
    /// The variant of this position.
    pub fn variant(&self) -> &'static Variant {
        with_position!(self, |p| p.variant())
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        with_position!(self, |p| p.turn())
    }

    /// A setup that validates to this position, with the given move number.
    pub fn setup(&self, ply: u32) -> crate::Setup {
        with_position!(self, |p| crate::Setup::of(p, ply))
    }
}

impl<G: Geometry> Position<G> {
    /// A setup that validates to this position, with the given move number.
    pub fn setup(&self, ply: u32) -> crate::Setup {
        crate::Setup::of(self, ply)
    }
}
