//! Long work that can be watched and stopped.

use crate::error::TableError;

/// Where the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are made and their moves counted.
    Counting {
        /// Parts done.
        done: u64,
        /// Parts in all.
        of: u64,
    },
    /// Positions of one distance are taken back.
    Level {
        /// The distance.
        plies: u8,
        /// How many positions have it.
        positions: u64,
    },
    /// Positions are reached from a start.
    Reaching {
        /// Moves from the start.
        plies: u32,
        /// Positions reached so far.
        positions: u64,
    },
    /// Values are compared with those of the successors.
    Verifying {
        /// Entries done.
        done: u64,
        /// Entries in all.
        of: u64,
    },
}

/// Somebody who is told now and then, and may say stop.
pub struct Watch<'a>(&'a mut dyn FnMut(Stage) -> bool);

impl<'a> Watch<'a> {
    /// Tells `told`, which answers whether to go on.
    pub fn new(told: &'a mut dyn FnMut(Stage) -> bool) -> Watch<'a> {
        Watch(told)
    }

    /// Tells where the work is; an error if it is to stop.
    pub(crate) fn tell(&mut self, stage: Stage) -> Result<(), TableError> {
        if (self.0)(stage) {
            Ok(())
        } else {
            Err(TableError::Interrupted)
        }
    }
}
