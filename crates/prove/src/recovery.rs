//! The recovery of a line: the table has forgotten much of a proof that is known to exist.
//!
//! Where the table still knows the line, the line costs next to nothing. So a small share of the
//! nodes goes to a look. If that does not suffice, the proof is made again in an empty table that
//! is large enough for it, and the line is read off that table. If the own table is as large as
//! that one would be, the own table is asked once more, with all nodes.

use yose_andor::{Meter, Plies, Reason};

/// The share of the nodes that the look has: one in this number.
const LOOK_SHARE: u64 = 32;

/// The least and the most MB of a table in which a proof is made again.
const ROOM_AGAIN: (usize, usize) = (16, 64);
/// Bytes that a node takes in such a table, if the table is to lose nothing.
const BYTES_A_NODE: u64 = 64;

/// A line, none, or a limit that was met.
pub type Recovered<M> = Result<Option<Vec<M>>, Reason>;

/// A prover whose line can be recovered.
pub trait Recovery {
    /// A move.
    type Move;

    /// The size of the own table in MB.
    fn megabytes(&self) -> usize;

    /// A line of a proof within `length` plies, as the own table knows it. Forgotten parts are
    /// searched again.
    fn known_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Recovered<Self::Move>;

    /// Makes the proof again in an empty table of `mb` MB, and reads the line off that table. The
    /// line may be longer or shorter than that of the first proof.
    fn line_again(&mut self, mb: usize, meter: &mut Meter<'_>) -> Recovered<Self::Move>;

    /// A line of a proof within `length` plies where no larger table is to be had.
    fn line_in_full_table(&mut self, length: Plies, meter: &mut Meter<'_>) -> Recovered<Self::Move> {
        self.known_line(length, meter)
    }
}

/// Recovers the line of a proof within `length` plies. `None` if the nodes do not suffice.
pub fn recover_line<R: Recovery>(
    prover: &mut R,
    length: Plies,
    meter: &mut Meter<'_>,
) -> Option<Vec<R::Move>> {
    let look = meter.left() / LOOK_SHARE;
    let line = meter.step(look, |meter| prover.known_line(length, meter));
    if let Ok(Some(Some(line))) = line {
        return Some(line);
    }
    let line = match room_again(prover.megabytes(), meter) {
        Some(mb) => prover.line_again(mb, meter),
        None => prover.line_in_full_table(length, meter),
    };
    line.ok().flatten()
}

/// The size in MB of a table in which a proof can be made again within the nodes that a meter has
/// left, if a table of `own` MB has forgotten too much of the proof. `None` if that table would be
/// no larger.
fn room_again(own: usize, meter: &Meter<'_>) -> Option<usize> {
    let (least, most) = ROOM_AGAIN;
    let wanted = (meter.left().saturating_mul(BYTES_A_NODE) >> 20) as usize;
    Some(wanted.clamp(least, most)).filter(|&mb| mb > own)
}
