//! The material of a table: a board, rules, and the pieces on the board and in the hands.

use crate::error::TableError;
use yose_board::Color;
use yose_shogi::{AnyGeometry, AnyPosition, Hand, Kind, MAX_HAND_KINDS, MAX_KINDS, Piece, Runtime, Variant};

/// The largest number of pieces of one kind.
pub(crate) const MAX_TOTAL: usize = 8;
/// The largest number of kinds other than kings.
pub(crate) const MAX_GROUPS: usize = 4;
/// Marks a kind that belongs to no group.
pub(crate) const NO_GROUP: u8 = 0xff;

/// All pieces of one kind, promoted or not, of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The unpromoted kind.
    pub kind: Kind,
    /// The kind that it promotes to.
    pub promoted: Option<Kind>,
    /// The number of pieces.
    pub total: u8,
}

/// A board, rules and a set of pieces with one king for each side.
#[derive(Clone, Debug)]
pub struct Material {
    variant: &'static Variant,
    geometry: Runtime<u32>,
    groups: Vec<Group>,
    royal: Kind,
    /// The group of each kind, and whether the kind is the promoted one.
    group_of: [(u8, bool); MAX_KINDS],
}

impl Material {
    /// The pieces of a position, under its rules.
    pub fn of(position: &AnyPosition) -> Result<Material, TableError> {
        let setup = position.setup(1);
        let army = &setup.variant.army;
        let mut totals = [0u8; MAX_KINDS];
        for piece in setup.board.iter().flatten() {
            let kind = army.spec(piece.kind()).in_hand.unwrap_or(piece.kind());
            totals[kind.index()] += 1;
        }
        for hand in &setup.hands {
            for (total, n) in totals.iter_mut().zip(hand) {
                *total = total.saturating_add(*n);
            }
        }
        let royal = army.royal().ok_or(TableError::Kings)?;
        if totals[royal.index()] != 2 {
            return Err(TableError::Kings);
        }
        Material::new(setup.variant, &totals)
    }

    /// A set of pieces, counted by unpromoted kind, with one king for each side.
    fn new(base: &'static Variant, totals: &[u8; MAX_KINDS]) -> Result<Material, TableError> {
        let army = base.army.with_totals(|kind| totals[kind.index()]);
        let royal = army.royal().ok_or(TableError::Kings)?;
        let mut groups = Vec::new();
        let mut group_of = [(NO_GROUP, false); MAX_KINDS];
        for kind in army.hand_kinds() {
            let (spec, total) = (army.spec(kind), totals[kind.index()]);
            if total == 0 {
                continue;
            }
            if usize::from(total) > MAX_TOTAL {
                return Err(TableError::TooMany {
                    symbol: spec.symbol,
                    total,
                    most: MAX_TOTAL,
                });
            }
            let regular = |to: Kind| army.spec(to).promotes.is_none() && army.spec(to).in_hand == Some(kind);
            if !spec.promotes.is_none_or(regular) {
                return Err(TableError::Promotion(spec.symbol));
            }
            if groups.len() == MAX_GROUPS {
                return Err(TableError::TooManyKinds(MAX_GROUPS));
            }
            group_of[kind.index()] = (groups.len() as u8, false);
            if let Some(to) = spec.promotes {
                group_of[to.index()] = (groups.len() as u8, true);
            }
            groups.push(Group {
                kind,
                promoted: spec.promotes,
                total,
            });
        }
        for (kind, spec) in army.iter() {
            // The index has no place for a third kind that becomes a piece of this group when it is
            // captured.
            if let Some(held) = spec.in_hand
                && totals[held.index()] > 0
                && group_of[kind.index()].0 == NO_GROUP
            {
                return Err(TableError::Promotion(spec.symbol));
            }
        }
        let variant = Variant {
            army,
            start: None,
            ..base.clone()
        }
        .intern()
        .map_err(TableError::Variant)?;
        let AnyGeometry::Small(geometry) = variant.geometry() else {
            return Err(TableError::Squares(variant.squares()));
        };
        Ok(Material {
            variant,
            geometry,
            groups,
            royal,
            group_of,
        })
    }

    /// The variant, whose piece set is exactly this material.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The geometry of positions of this material.
    pub fn geometry(&self) -> Runtime<u32> {
        self.geometry
    }

    /// The pieces other than kings.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    pub(crate) fn royal(&self) -> Kind {
        self.royal
    }

    /// The group of a kind, and whether the kind is the promoted one.
    pub(crate) fn group_of(&self, kind: Kind) -> (u8, bool) {
        self.group_of[kind.index()]
    }

    /// A piece of a group.
    pub(crate) fn piece(&self, group: usize, own: bool, promoted: bool) -> Piece {
        let color = if own { Color::Black } else { Color::White };
        let group = &self.groups[group];
        let kind = if promoted { group.promoted } else { None };
        Piece::new(color, kind.unwrap_or(group.kind))
    }

    /// The hand with `counts[g]` pieces of group `g`.
    pub(crate) fn hand(&self, counts: &[u8; MAX_GROUPS]) -> Hand {
        let mut hand = [0u8; MAX_HAND_KINDS];
        for (group, &n) in self.groups.iter().zip(counts) {
            hand[group.kind.index()] = n;
        }
        Hand::from_counts(hand)
    }

    /// The pieces of one side if both sides share them evenly, the strongest first: `RB` for two
    /// rooks and two bishops. Kinds with an odd total are written with their number.
    pub fn letters(&self) -> String {
        let army = &self.variant.army;
        let mut text = String::new();
        for group in self.groups.iter().rev() {
            let symbol = army.spec(group.kind).symbol;
            if group.total % 2 == 0 {
                text.push_str(&symbol.repeat(usize::from(group.total) / 2));
            } else {
                text.push_str(&format!("({}{symbol})", group.total));
            }
        }
        text
    }

    /// All facts that the values depend on, as text. Materials with equal texts have equal tables.
    pub fn description(&self) -> String {
        let variant = self.variant;
        let mut text = format!("{}x{} {:?}", variant.files, variant.ranks, variant.rules);
        let mut add = |kind: Kind, total: u8| {
            let spec = variant.army.spec(kind);
            text.push_str(&format!(
                "; {total}{} {:x}/{:x}{}{}",
                spec.symbol,
                spec.steps,
                spec.slides,
                if spec.royal { " royal" } else { "" },
                if spec.pawn { " pawn" } else { "" },
            ));
        };
        add(self.royal, 2);
        for group in &self.groups {
            add(group.kind, group.total);
            if let Some(promoted) = group.promoted {
                add(promoted, 0);
            }
        }
        text
    }
}
