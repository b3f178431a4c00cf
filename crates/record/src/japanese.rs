//! Prints moves in Japanese notation, by the rules of the Japan Shogi Association.
//!
//! If several pieces of the kind reach the square, suffixes tell which one moves. A pinned piece
//! counts: other programs read moves without looking at pins. The suffixes are:
//!
//! - 上, 寄 or 引 if the motion alone identifies the piece.
//! - 直 for the piece straight below the square, except horses and dragons.
//! - Otherwise 左 or 右, followed by a motion if another piece comes from the same side.
//!
//! 打 is written only if a piece of the kind on the board reaches the square too.

use crate::reach;
use crate::words;
use crate::written_move::{Motion, Relative, motion_of, relative_coordinates};
use yose_board::{Color, Square};
use yose_shogi::{Geometry, Move, Position};

/// Prints a legal move with the mark of its side: `▲２三金打`, `△同 歩`. `previous` is
/// the target square of the previous move.
///
/// ```
/// use yose_shogi::{AnyPosition, notation::{sfen, usi}, with_position};
///
/// let (position, _) = sfen::position("4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1")?;
/// with_position!(&position, |p| {
///     let m = usi::read_legal("G*5b", p)?;
///     assert_eq!(yose_record::japanese(p, m, None), "▲５二金");
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn japanese<G: Geometry>(position: &Position<G>, m: Move, previous: Option<Square>) -> String {
    format!(
        "{}{}",
        mark(position.turn()),
        japanese_unmarked(position, m, previous)
    )
}

/// Prints a legal move without the mark of its side: `２三金打`.
pub fn japanese_unmarked<G: Geometry>(position: &Position<G>, m: Move, previous: Option<Square>) -> String {
    let variant = position.variant();
    let to = m.to();
    let mut out = if previous == Some(to) {
        "同　".to_owned()
    } else {
        let (file, rank) = variant.coordinates(to);
        [words::file_digit(file), words::rank_kanji(rank)]
            .into_iter()
            .collect()
    };
    let kind = match m.from() {
        Some(from) => position.piece_on(from).map(|piece| piece.kind()),
        None => m.dropped(),
    };
    let Some(kind) = kind else {
        return out;
    };
    let name = words::move_name(variant.army.spec(kind).kanji);
    // 同 歩 but 同成銀: the space keeps the width of a square.
    if previous == Some(to) && name.chars().count() > 1 {
        out.truncate('同'.len_utf8());
    }
    out.push_str(name);
    let (relative, motion) = disambiguation(position, m, kind);
    if let Some(relative) = relative {
        out.push(match relative {
            Relative::Left => '左',
            Relative::Right => '右',
            Relative::Straight => '直',
        });
    }
    if let Some(motion) = motion {
        out.push(match motion {
            Motion::Up => '上',
            Motion::Down => '引',
            Motion::Sideways => '寄',
        });
    }
    match m.from() {
        None if drop_needs_suffix(position, m) => out.push('打'),
        Some(_) if m.promotes() => out.push('成'),
        Some(from) if could_promote(position, from, to) => out.push_str("不成"),
        _ => {}
    }
    out
}

/// The mark of a side: ▲ or △.
pub(crate) fn mark(turn: Color) -> char {
    match turn {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// Whether a drop needs the suffix 打, because a piece of that kind on the board reaches the square
/// too.
pub(crate) fn drop_needs_suffix<G: Geometry>(position: &Position<G>, m: Move) -> bool {
    m.dropped()
        .is_some_and(|kind| !reach::origins(position, m.to(), kind).is_empty())
}

/// Whether the same move with promotion is legal.
pub(crate) fn could_promote<G: Geometry>(position: &Position<G>, from: Square, to: Square) -> bool {
    position.is_legal(Move::board(from, to, true))
}

/// The suffixes that identify the piece among all that reach the square.
pub(crate) fn disambiguation<G: Geometry>(
    position: &Position<G>,
    m: Move,
    kind: yose_shogi::Kind,
) -> (Option<Relative>, Option<Motion>) {
    let Some(from) = m.from() else {
        return (None, None);
    };
    let to = m.to();
    let mut others = reach::origins(position, to, kind);
    others.retain(|&square| square != from);
    if others.is_empty() {
        return (None, None);
    }
    let motion = motion_of(position, from, to);
    if others
        .iter()
        .all(|&square| motion_of(position, square, to) != motion)
    {
        return (None, Some(motion));
    }
    let column = |square| relative_coordinates(position.variant(), position.turn(), square).0;
    let spec = position.variant().army.spec(kind);
    if spec.slides != 0 && spec.steps != 0 {
        // Horses and dragons: the one that stands further to the left is 左.
        let leftmost = others.iter().all(|&square| column(from) < column(square));
        let relative = if leftmost { Relative::Left } else { Relative::Right };
        return (Some(relative), None);
    }
    let side = |square| column(square).cmp(&column(to));
    let relative = match side(from) {
        std::cmp::Ordering::Less => Relative::Left,
        std::cmp::Ordering::Greater => Relative::Right,
        std::cmp::Ordering::Equal if motion == Motion::Up => return (Some(Relative::Straight), None),
        // The piece moves straight back or stays in its file. No other piece moves in the same way.
        std::cmp::Ordering::Equal => return (None, Some(motion)),
    };
    let alone = others.iter().all(|&square| side(square) != side(from));
    (Some(relative), (!alone).then_some(motion))
}
