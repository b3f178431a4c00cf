//! Kinds of pieces as data.

use super::Error;

/// One face of a piece: what it is called, how it moves and what becomes of it.
///
/// Directions are `(right, forward)` as seen by the player who owns the piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The name SFEN gives it in Black's hands: a capital letter, after `+` for a promoted face.
    pub name: String,
    /// Single moves; what lies between does not matter.
    pub steps: Vec<(i8, i8)>,
    /// Directions in which it runs until something stands in the way.
    pub slides: Vec<(i8, i8)>,
    /// The face it may turn to.
    pub promotes_to: Option<String>,
    /// The kind its captor takes in hand; nothing if a captured piece leaves the game.
    pub captured_as: Option<String>,
    /// Losing it loses the game.
    pub royal: bool,
    /// The rules about two pawns on a file and about mate by a dropped pawn apply to it.
    pub pawn: bool,
}

/// A kind of one particular army: given out by that army only, so it always fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KindId(usize);

/// The kinds of pieces of a game, in the order in which hands are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    kinds: Vec<Kind>,
    promotions: Vec<Option<KindId>>,
    captures: Vec<Option<KindId>>,
}

impl Army {
    /// Checks that the kinds can be written and refer to each other sensibly.
    ///
    /// # Errors
    /// A name that SFEN cannot write, a name used twice, a reference to a kind that is missing, royal or (for a hand)
    /// promoted, or a move that goes nowhere.
    pub fn new(kinds: Vec<Kind>) -> Result<Army, Error> {
        for (index, kind) in kinds.iter().enumerate() {
            let letter = kind.name.strip_prefix('+').unwrap_or(&kind.name);
            if letter.len() != 1 || !letter.chars().all(|c| c.is_ascii_uppercase()) {
                return Err(Error::KindName(kind.name.clone()));
            }
            if kinds[..index].iter().any(|earlier| earlier.name == kind.name) {
                return Err(Error::KindTwice(kind.name.clone()));
            }
            // A slide of (0, 0) would never end.
            if kind.steps.iter().chain(&kind.slides).any(|&way| way == (0, 0)) {
                return Err(Error::KindStandsStill(kind.name.clone()));
            }
        }
        let mut army = Army {
            kinds,
            promotions: Vec::new(),
            captures: Vec::new(),
        };
        for kind in &army.kinds {
            // A king turning into something else, or the reverse, would make kings appear and vanish.
            let promotion = army.resolve(kind, &kind.promotes_to, |target| target.royal == kind.royal)?;
            army.promotions.push(promotion);
            let capture = army.resolve(kind, &kind.captured_as, |target| target.can_be_held())?;
            army.captures.push(capture);
        }
        Ok(army)
    }

    fn resolve(
        &self,
        kind: &Kind,
        target: &Option<String>,
        fits: impl Fn(&Kind) -> bool,
    ) -> Result<Option<KindId>, Error> {
        let Some(name) = target else { return Ok(None) };
        match self.find(name) {
            Some(id) if fits(self.kind(id)) => Ok(Some(id)),
            _ => Err(Error::KindReference {
                kind: kind.name.clone(),
                target: name.clone(),
            }),
        }
    }

    /// All kinds, in the order in which hands are written.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds.len()).map(KindId)
    }

    pub(super) fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.0]
    }

    pub(super) fn find(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.name == name).map(KindId)
    }

    pub(super) fn promotion(&self, id: KindId) -> Option<KindId> {
        self.promotions[id.0]
    }

    pub(super) fn capture(&self, id: KindId) -> Option<KindId> {
        self.captures[id.0]
    }
}

impl Kind {
    /// Promoted faces and kings are never in hand.
    pub(super) fn can_be_held(&self) -> bool {
        !self.royal && !self.name.starts_with('+')
    }
}

/// How many pieces of each kind a player holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hand(Vec<u32>);

impl Hand {
    pub(super) fn empty(army: &Army) -> Hand {
        Hand(vec![0; army.kinds.len()])
    }

    pub(super) fn count(&self, id: KindId) -> u32 {
        self.0[id.0]
    }

    pub(super) fn add(&mut self, id: KindId, count: u32) {
        self.0[id.0] += count;
    }

    pub(super) fn remove_one(&mut self, id: KindId) {
        self.0[id.0] -= 1;
    }
}
