//! Which pieces could move to a square if nothing but the way of the piece mattered. Readers of KI2
//! in other programs look only at these ways, so a pinned piece counts for them. The suffixes of a
//! written move must tell the pieces apart in the same way.

use yose_board::{Color, Square};
use yose_shogi::army::{direction, step};
use yose_shogi::{Geometry, Kind, Position};

/// The squares from which pieces of the side to move of this kind reach `to`. Pieces in the way
/// stop a slide. Pins and checks do not count.
pub(crate) fn origins<G: Geometry>(position: &Position<G>, to: Square, kind: Kind) -> Vec<Square> {
    (0..position.variant().squares())
        .map(|index| Square::new(index as u8))
        .filter(|&from| {
            position
                .piece_on(from)
                .is_some_and(|piece| piece.color() == position.turn() && piece.kind() == kind)
        })
        .filter(|&from| reaches(position, from, to, kind))
        .collect()
}

/// Whether a piece of the side to move of this kind reaches `to` from `from`.
pub(crate) fn reaches<G: Geometry>(position: &Position<G>, from: Square, to: Square, kind: Kind) -> bool {
    let variant = position.variant();
    let spec = variant.army.spec(kind);
    let at = |square| {
        let (file, rank) = variant.coordinates(square);
        (file as i8, rank as i8)
    };
    let ((file, rank), (to_file, to_rank)) = (at(from), at(to));
    // Steps and slides are given for Black.
    let forward = match position.turn() {
        Color::Black => 1,
        Color::White => -1,
    };
    let (files, ranks) = (to_file - file, to_rank - rank);
    if files.abs() <= 2 && ranks.abs() <= 2 && spec.steps & step(forward * files, forward * ranks) != 0 {
        return true;
    }
    let distance = files.abs().max(ranks.abs());
    let one_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if distance == 0 || !one_line {
        return false;
    }
    let (by_file, by_rank) = (files.signum(), ranks.signum());
    let slides = direction::STEPS
        .iter()
        .position(|&towards| towards == (forward * by_file, forward * by_rank))
        .is_some_and(|d| spec.slides & (1 << d) != 0);
    let free = |steps: i8| {
        let (file, rank) = (file + by_file * steps, rank + by_rank * steps);
        variant
            .square(file as u8, rank as u8)
            .is_some_and(|square| position.piece_on(square).is_none())
    };
    slides && (1..distance).all(free)
}
