//! What a kind of question supplies to the driver (`pipeline.rs`).

use yose_andor::{Meter, Outcome, Plies, Reason};

/// Proves and disproves one question. The driver decides what to ask and when.
pub trait Prover {
    /// A move.
    type Move: Copy;

    /// The least difference between two lengths: 2 where the sides take turns and only the prover's
    /// own moves reach the goal, otherwise 1.
    fn step(&self) -> Plies;

    /// No proof takes fewer plies than this. A proof of this length is the shortest without a
    /// search.
    fn least(&self) -> Plies {
        1
    }

    /// Whether the prover reaches its goal at all. A proof comes with its length.
    fn any_proof(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Reason>;

    /// Whether the prover reaches its goal within `plies`, asked for one turn. `None`: the turn did
    /// not suffice, and the driver asks again. A proof comes with its length, which may be less
    /// than `plies`.
    fn within(&mut self, plies: Plies, meter: &mut Meter<'_>) -> Result<Option<Outcome>, Reason>;

    /// What is known without search: a proof from this length on (`Plies::MAX`: none), and no proof
    /// below that one.
    fn known(&mut self) -> (Plies, Plies);

    /// A whole line of a proof within `length` plies that was just found. The driver keeps the line
    /// for the case that a limit comes before the shortest one is settled, so the line must be
    /// cheap. `None` also where no line is wanted yet.
    fn line_now(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Self::Move>>;

    /// The same after a limit was met, with the last bit of time and nodes.
    fn recover_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Option<Vec<Self::Move>>;

    /// Whether the table has lost anything. If not, a line can be read off it at any time. The
    /// default is the careful answer.
    fn has_forgotten(&mut self) -> bool {
        true
    }

    /// Whether a length that is proved shortest stays exact with a line that is not the
    /// [`exact_line`](Prover::exact_line). Mates say no: their exact answers promise a line that
    /// depends on the position alone.
    fn stays_exact(&self) -> bool {
        false
    }

    /// The line of a proof in exactly `length` plies, proved shortest. The line depends on the
    /// position alone, not on the way in which the proof was found.
    fn exact_line(&mut self, length: Plies, meter: &mut Meter<'_>) -> Result<Vec<Self::Move>, Reason>;

    /// Puts the best line so far into the progress report.
    fn show(&mut self, meter: &mut Meter<'_>) {
        let _ = meter;
    }

    /// Moves made so far, if the question counts them.
    fn moves(&self) -> Option<u64> {
        None
    }
}
