//! Moves in Japanese, by the rules of the Japan Shogi Association: 上, 寄 and 引 if one of them tells the piece
//! from its fellows; 直 for the one straight below, except horses and dragons; else 左 or 右, and a motion with
//! it if a fellow comes from the same side. 打 only where a piece on the board could go there too.

use crate::spoken::{Motion, Relative, candidates, motion_of, seen_by};
use crate::words;
use yose_board::{Color, Square};
use yose_shogi::{Geometry, Move, Position};

/// A legal move as it is printed, with the side's mark: `▲２三金打`, `△同　歩`. `previous` is where the move
/// before went.
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

/// The same without the mark: `２三金打`.
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
    // 同　歩 but 同成銀: the space fills up to the width of a square.
    if previous == Some(to) && name.chars().count() > 1 {
        out.truncate('同'.len_utf8());
    }
    out.push_str(name);
    let (relative, motion) = signs(position, m, kind);
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
        None if drop_is_said(position, m) => out.push('打'),
        Some(_) if m.promotes() => out.push('成'),
        Some(from) if could_promote(position, from, to) => out.push_str("不成"),
        _ => {}
    }
    out
}

/// ▲ or △.
pub(crate) fn mark(turn: Color) -> char {
    match turn {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// Whether a drop needs its 打: a piece of that kind on the board could go there as well.
pub(crate) fn drop_is_said<G: Geometry>(position: &Position<G>, m: Move) -> bool {
    m.dropped().is_some_and(|kind| {
        candidates(position, m.to(), kind)
            .iter()
            .any(|m| m.from().is_some())
    })
}

/// Whether the move could have been made promoting.
pub(crate) fn could_promote<G: Geometry>(position: &Position<G>, from: Square, to: Square) -> bool {
    position.is_legal(Move::board(from, to, true))
}

/// What has to be said of where a piece comes from.
pub(crate) fn signs<G: Geometry>(
    position: &Position<G>,
    m: Move,
    kind: yose_shogi::Kind,
) -> (Option<Relative>, Option<Motion>) {
    let Some(from) = m.from() else {
        return (None, None);
    };
    let to = m.to();
    let mut fellows: Vec<Square> = candidates(position, to, kind)
        .iter()
        .filter_map(|m| m.from())
        .collect();
    fellows.sort_unstable();
    fellows.dedup();
    fellows.retain(|&square| square != from);
    if fellows.is_empty() {
        return (None, None);
    }
    let motion = motion_of(position, from, to);
    if fellows
        .iter()
        .all(|&square| motion_of(position, square, to) != motion)
    {
        return (None, Some(motion));
    }
    let column = |square| seen_by(position.variant(), position.turn(), square).0;
    let spec = position.variant().army.spec(kind);
    if spec.slides != 0 && spec.steps != 0 {
        // Horses and dragons: which of the two stands further to the left.
        let leftmost = fellows.iter().all(|&square| column(from) < column(square));
        let relative = if leftmost { Relative::Left } else { Relative::Right };
        return (Some(relative), None);
    }
    let side = |square| column(square).cmp(&column(to));
    let relative = match side(from) {
        std::cmp::Ordering::Less => Relative::Left,
        std::cmp::Ordering::Greater => Relative::Right,
        std::cmp::Ordering::Equal if motion == Motion::Up => return (Some(Relative::Straight), None),
        // Straight back or over the square: the motion says it, and no fellow moves so.
        std::cmp::Ordering::Equal => return (None, Some(motion)),
    };
    let alone = fellows.iter().all(|&square| side(square) != side(from));
    (Some(relative), (!alone).then_some(motion))
}
