//! Armies: kinds of pieces as data.

use super::Error;
use super::board::Board;

/// One face of a piece: its name, its moves, its promotion and its capture.
///
/// Directions are `(right, forward)` as seen by the player who owns the piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The name in SFEN as a piece of Black: a capital letter, after `+` for a promoted face.
    pub name: String,
    /// Single steps and jumps. Pieces in between do not matter.
    pub steps: Vec<(i8, i8)>,
    /// Directions in which the piece slides until another piece or the edge stops it.
    pub slides: Vec<(i8, i8)>,
    /// The face after promotion, if the piece can promote.
    pub promotes_to: Option<String>,
    /// The kind that the captor takes in hand; `None` if a captured piece leaves the game.
    pub captured_as: Option<String>,
    /// A side that loses this piece loses the game.
    pub royal: bool,
    /// The rules about two pawns on a file and about mate by a dropped pawn apply to this kind.
    pub pawn: bool,
}

/// The index of a kind in its army. Only that army makes it, so it is always valid there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KindId(u8);

/// The largest number of kinds: 26 letters, plain and promoted.
const MOST_KINDS: usize = 52;

/// The kinds of pieces of a game, in the order in which hands are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    kinds: Vec<Kind>,
    promotions: Vec<Option<KindId>>,
    captures: Vec<Option<KindId>>,
    /// The kind of each letter, plain (0) and promoted (1).
    by_letter: [[Option<KindId>; 26]; 2],
}

impl Army {
    /// An army of these kinds, if they can be written and refer to each other in a valid way.
    ///
    /// # Errors
    /// A name that SFEN cannot write; a name used twice; a reference to a kind that is missing,
    /// royal or (for captures) promoted; or a step or slide that does not leave its square.
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
            if kind
                .steps
                .iter()
                .chain(&kind.slides)
                .any(|&direction| direction == (0, 0))
            {
                return Err(Error::KindStandsStill(kind.name.clone()));
            }
        }
        let mut army = Army {
            kinds,
            promotions: Vec::new(),
            captures: Vec::new(),
            by_letter: [[None; 26]; 2],
        };
        for id in army.ids() {
            let name = army.kind(id).name.as_bytes();
            let promoted = usize::from(name.len() == 2);
            army.by_letter[promoted][usize::from(name[promoted] - b'A')] = Some(id);
        }
        for kind in &army.kinds {
            // If a king could promote to another kind, or another kind to a king, kings would
            // appear and vanish.
            let promotion = army.resolve(kind, &kind.promotes_to, |target| target.royal == kind.royal)?;
            army.promotions.push(promotion);
            let capture = army.resolve(kind, &kind.captured_as, |target| target.can_be_held())?;
            army.captures.push(capture);
        }
        Ok(army)
    }

    /// The kind that `kind` refers to, if it exists and `fits`.
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

    pub(crate) fn ids(&self) -> impl Iterator<Item = KindId> + use<> {
        // Names are unique, so there are at most `MOST_KINDS` kinds.
        (0..self.kinds.len() as u8).map(KindId)
    }

    pub(crate) fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[usize::from(id.0)]
    }

    fn find(&self, name: &str) -> Option<KindId> {
        match name.as_bytes() {
            [letter] => self.find_letter(*letter, false),
            [b'+', letter] => self.find_letter(*letter, true),
            _ => None,
        }
    }

    /// The kind written with this capital letter.
    pub(super) fn find_letter(&self, letter: u8, promoted: bool) -> Option<KindId> {
        let index = letter.checked_sub(b'A')?;
        *self.by_letter[usize::from(promoted)].get(usize::from(index))?
    }

    /// The kind after promotion, if the kind can promote.
    pub(super) fn promotion(&self, id: KindId) -> Option<KindId> {
        self.promotions[usize::from(id.0)]
    }

    /// The kind that a captor takes in hand for a piece of this kind.
    pub(crate) fn capture(&self, id: KindId) -> Option<KindId> {
        self.captures[usize::from(id.0)]
    }

    /// Whether the number of pieces stays the same while owners and faces change: a captured piece
    /// can be held, dropped, promoted and captured again as the same kind. Kings are never captured
    /// and do not matter here.
    pub(crate) fn conserves_pieces(&self) -> bool {
        self.ids().filter(|&id| !self.kind(id).royal).all(|id| {
            let held = self.capture(id);
            held.is_none_or(|held| self.capture(held) == Some(held))
                && self
                    .promotion(id)
                    .is_none_or(|promoted| self.capture(promoted) == held)
        })
    }
}

impl Kind {
    /// Whether this kind can be in a hand. Promoted faces and kings cannot.
    pub(super) fn can_be_held(&self) -> bool {
        !self.royal && !self.name.starts_with('+')
    }
}

/// The number of pieces of each kind in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Hand([u16; MOST_KINDS]);

impl Hand {
    pub(crate) fn empty() -> Hand {
        Hand([0; MOST_KINDS])
    }

    pub(crate) fn count(&self, id: KindId) -> u16 {
        self.0[usize::from(id.0)]
    }

    pub(crate) fn add(&mut self, id: KindId, count: u16) {
        self.0[usize::from(id.0)] += count;
    }

    /// Adds every piece of the board except kings, as a captor would hold it.
    pub(super) fn add_pieces(&mut self, board: &Board, army: &Army) {
        for (_, piece) in board.all_pieces() {
            if let Some(held) = army.capture(piece.kind).filter(|_| !army.kind(piece.kind).royal) {
                self.add(held, 1);
            }
        }
    }

    pub(super) fn remove_one(&mut self, id: KindId) {
        self.0[usize::from(id.0)] -= 1;
    }

    /// Whether this hand holds at least as many pieces of every kind as the other.
    pub(crate) fn at_least(&self, other: &Hand) -> bool {
        self.0.iter().zip(&other.0).all(|(own, others)| own >= others)
    }

    /// The pieces that are left without those of the other hand; `None` if this hand does not hold
    /// them all.
    pub(crate) fn minus(&self, other: &Hand) -> Option<Hand> {
        let mut left = *self;
        for (own, others) in left.0.iter_mut().zip(&other.0) {
            *own = own.checked_sub(*others)?;
        }
        Some(left)
    }
}
