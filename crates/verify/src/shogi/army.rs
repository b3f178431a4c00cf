//! Kinds of pieces as data.

use super::Error;
use super::board::Board;

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
pub(crate) struct KindId(u8);

/// The most kinds an army can have: 26 letters, plain and promoted, each used once.
const MOST_KINDS: usize = 52;

/// The kinds of pieces of a game, in the order in which hands are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    kinds: Vec<Kind>,
    promotions: Vec<Option<KindId>>,
    captures: Vec<Option<KindId>>,
    /// The plain and the promoted kind of each letter.
    by_letter: [[Option<KindId>; 26]; 2],
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

    pub(crate) fn ids(&self) -> impl Iterator<Item = KindId> + use<> {
        // Names are unique, so there are at most `MOST_KINDS`.
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

    pub(super) fn promotion(&self, id: KindId) -> Option<KindId> {
        self.promotions[usize::from(id.0)]
    }

    /// What a captor takes in hand for a piece of this kind.
    pub(crate) fn capture(&self, id: KindId) -> Option<KindId> {
        self.captures[usize::from(id.0)]
    }

    /// Whether pieces change owners and faces but never their number: what is captured can be held, dropped, promoted
    /// and captured again as the same kind. Kings are never captured and count for nothing here.
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
    /// Promoted faces and kings are never in hand.
    pub(super) fn can_be_held(&self) -> bool {
        !self.royal && !self.name.starts_with('+')
    }
}

/// How many pieces of each kind a player holds.
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

    /// Adds what a captor of everything on the board would hold.
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

    /// Whether it holds at least as many of every kind.
    pub(crate) fn at_least(&self, other: &Hand) -> bool {
        self.0.iter().zip(&other.0).all(|(own, others)| own >= others)
    }

    /// What is left when the other is taken away; nothing if it does not hold that much.
    pub(crate) fn minus(&self, other: &Hand) -> Option<Hand> {
        let mut left = *self;
        for (own, others) in left.0.iter_mut().zip(&other.0) {
            *own = own.checked_sub(*others)?;
        }
        Some(left)
    }
}
