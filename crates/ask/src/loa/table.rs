//! The table of a small Lines of Action board: every position with no more stones than a given one.

use crate::invalid::Invalid;
use crate::tables::NoTable;
use yose_andor::Clock;
use yose_loa::{AnyPosition, Rules, with_position};
use yose_loa_endgame::brute::{self, Board, MOST_SQUARES};
use yose_loa_endgame::{Endgame, Limits};
use yose_tablebase::TableError;

/// What a pair of sets of stones takes while a board is solved: itself, its value, its number, and
/// whence it is reached.
const BYTES: u64 = 256;

/// Whether a position can have a table.
///
/// # Errors
/// The game is over, the rules are not those that are solved, or the board is too large.
pub fn suits(position: AnyPosition, rules: Rules) -> Result<(), Invalid> {
    with_position!(position, |p| Endgame::new(p, rules).map(|_| ())).map_err(Invalid::from)?;
    let squares = position.size().area();
    if squares > MOST_SQUARES {
        let what = format!("a board of {squares} squares is too large for a table (at most {MOST_SQUARES})");
        return Err(Invalid::whole(what));
    }
    Ok(())
}

/// Solves the board of a position, with as many stones as the position has and fewer.
///
/// # Errors
/// It does not fit into the limits, or one of them came first.
pub fn make(position: AnyPosition, limits: &Limits) -> Result<Board, NoTable> {
    let clock = Clock::start();
    let size = position.size();
    let stones = with_position!(position, |p| {
        let count = |color| size.squares().filter(|&s| p.stone(s) == Some(color)).count() as u32;
        [count(p.turn()), count(p.turn().other())]
    });
    let (most, total) = (stones[0].max(stones[1]), stones[0] + stones[1]);
    let pairs = brute::pairs(size, most, total);
    let allowed = limits.hash_mb;
    let needed = pairs.saturating_mul(BYTES).div_ceil(1_000_000);
    if size.area() > MOST_SQUARES || needed > allowed as u64 {
        return Err(NoTable::Memory { needed, allowed });
    }
    if let Some(allowed) = limits.nodes.filter(|&nodes| nodes < pairs) {
        let entries = u32::try_from(pairs).unwrap_or(u32::MAX);
        return Err(NoTable::Nodes { entries, allowed });
    }
    let late = || limits.time.is_some_and(|time| clock.elapsed() > time);
    let stopped = || limits.interrupt.load(std::sync::atomic::Ordering::Relaxed);
    Board::solve_while(size, most, total, &|| !late() && !stopped()).ok_or_else(|| {
        if stopped() {
            TableError::Interrupted.into()
        } else {
            NoTable::Time
        }
    })
}
