//! Progress reports of long work, and a way to stop it.

use crate::error::TableError;

/// The current stage of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finding positions and counting their moves.
    Counting {
        /// Finished parts.
        done: u64,
        /// All parts.
        of: u64,
    },
    /// Taking moves back from the positions of one distance.
    Level {
        /// The distance.
        plies: u8,
        /// How many positions have this distance.
        positions: u64,
    },
    /// Reaching positions from a start.
    Reaching {
        /// Plies from the start.
        plies: u32,
        /// Positions reached so far.
        positions: u64,
    },
    /// Comparing values with the values of the successors.
    Verifying {
        /// Finished entries.
        done: u64,
        /// All entries.
        of: u64,
    },
}

/// A callback that receives progress reports and can stop the work.
pub struct Watch<'a>(&'a mut dyn FnMut(Stage) -> bool);

impl<'a> Watch<'a> {
    /// A watch that calls `callback` now and then. The work stops when `callback` returns `false`.
    pub fn new(callback: &'a mut dyn FnMut(Stage) -> bool) -> Watch<'a> {
        Watch(callback)
    }

    /// Reports the stage. Returns an error if the work must stop.
    pub(crate) fn report(&mut self, stage: Stage) -> Result<(), TableError> {
        if (self.0)(stage) {
            Ok(())
        } else {
            Err(TableError::Interrupted)
        }
    }
}
