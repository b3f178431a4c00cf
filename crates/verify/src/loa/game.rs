//! A game with its history, for the rule about repetition.

use super::{Error, Position, Status};

/// A game: all its positions from the first to the current one.
///
/// ```
/// use yose_verify::loa::{Game, Position, Status, Variant};
///
/// let mut game = Game::new(Position::start(8, 8, Variant::Paper)?);
/// for text in ["b1b3", "a2c2", "b3b1", "c2a2"] {
///     assert_eq!(game.status(), Status::Running);
///     game.play(text)?;
/// }
/// assert_eq!(game.status(), Status::Draw);
/// # Ok::<(), yose_verify::loa::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    before: Vec<Position>,
    position: Position,
}

impl Game {
    /// A game that starts here. No position counts as having occurred before.
    pub fn new(position: Position) -> Game {
        Game {
            before: Vec::new(),
            position,
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How often the current position has occurred, including now.
    pub fn occurrences(&self) -> usize {
        1 + self
            .before
            .iter()
            .filter(|&earlier| *earlier == self.position)
            .count()
    }

    /// Whether the game is over. A win stays a win, however often the position has occurred.
    pub fn status(&self) -> Status {
        let repeated = self.occurrences() >= self.position.variant().occurrences_to_draw();
        match self.position.status() {
            Status::Running if repeated => Status::Draw,
            status => status,
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] for an illegal move, and for every move once the game is over.
    pub fn play(&mut self, text: &str) -> Result<(), Error> {
        if self.status().is_over() {
            return Err(Error::IllegalMove(text.to_string()));
        }
        let next = self.position.play(text)?;
        self.before.push(self.position);
        self.position = next;
        Ok(())
    }
}
