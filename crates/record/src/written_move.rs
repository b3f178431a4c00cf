//! A move as a file writes it: the target, the piece, and only as much about the origin as is
//! needed. KIF adds the origin in digits. JKF has the same parts as fields.

use crate::fault::RecordFault;
use crate::text::Cursor;
use crate::words;
use yose_board::{Color, Place, Square};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Kind, Move, Position, SHOGI, Shogi, Variant};

/// Where a piece comes from, as the side to move sees it: 左, 右, or 直 (from straight below).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relative {
    Left,
    Right,
    Straight,
}

/// The direction of a move: 上, 引 or 寄.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    Up,
    Down,
    Sideways,
}

/// A move as a file writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrittenMove {
    /// The target; `None` for 同.
    pub(crate) to: Option<Square>,
    /// The kind of the piece before the move.
    pub(crate) kind: Kind,
    pub(crate) relative: Option<Relative>,
    pub(crate) motion: Option<Motion>,
    /// 成 or 不成, if one of them is written.
    pub(crate) promotes: Option<bool>,
    /// Whether 打 is written.
    pub(crate) drops: bool,
    /// The origin, if it is written.
    pub(crate) from: Option<Square>,
}

impl WrittenMove {
    /// Reads a move, from its square to its last suffix. After an error the cursor stands at the
    /// fault.
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<WrittenMove, RecordFault> {
        let expected = |what, cursor: &Cursor<'_>| match cursor.snippet() {
            end if end.is_empty() => RecordFault::Truncated(what),
            found => RecordFault::Expected { what, found },
        };
        let to = words::read_square(cursor);
        let same = cursor.eat('同');
        if to.is_none() && !same {
            return Err(expected("a square such as ７六, or 同", cursor));
        }
        cursor.skip_spaces();
        let Some(kind) = words::read_piece(cursor) else {
            return Err(expected("a piece", cursor));
        };
        let mut written = WrittenMove {
            to,
            kind,
            relative: None,
            motion: None,
            promotes: None,
            drops: false,
            from: None,
        };
        while written.read_suffix(cursor) {}
        let mut ahead = *cursor;
        if !written.drops && ahead.eat('(') && ahead.peek().is_some_and(|c| crate::text::digit(c).is_some()) {
            written.from = words::read_square(&mut ahead);
            if written.from.is_none() || !ahead.eat(')') {
                return Err(expected("an origin such as (77)", cursor));
            }
            *cursor = ahead;
        }
        Ok(written)
    }

    /// Reads one suffix after the piece. Each suffix can occur once.
    fn read_suffix(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let mut ahead = *cursor;
        let fresh = match ahead.bump() {
            Some('左') => self.relative.replace(Relative::Left).is_none(),
            Some('右') => self.relative.replace(Relative::Right).is_none(),
            Some('直') => self.relative.replace(Relative::Straight).is_none(),
            Some('上' | '行' | '入') => self.motion.replace(Motion::Up).is_none(),
            Some('引' | '下') => self.motion.replace(Motion::Down).is_none(),
            Some('寄') => self.motion.replace(Motion::Sideways).is_none(),
            Some('成') => self.promotes.replace(true).is_none(),
            Some('生') => self.promotes.replace(false).is_none(),
            Some('不') if ahead.eat('成') => self.promotes.replace(false).is_none(),
            Some('打') => !std::mem::replace(&mut self.drops, true),
            _ => false,
        };
        if fresh {
            *cursor = ahead;
        }
        fresh
    }

    /// The legal move that is meant. Messages quote `text`.
    pub(crate) fn resolve(
        &self,
        position: &Shogi,
        previous: Option<Square>,
        text: &str,
    ) -> Result<Move, RecordFault> {
        let to = match (self.to, previous) {
            (Some(to), _) | (None, Some(to)) => to,
            (None, None) => return Err(RecordFault::NoPrevious),
        };
        match self.from {
            Some(from) => {
                origin(position, from, self.kind, text)?;
                legal(position, from, to, self.promotes == Some(true), text)
            }
            None if self.drops => legal_drop(position, self.kind, to, text),
            None => self.find(position, to, text),
        }
    }

    /// Finds the legal move that agrees with every part that is written.
    fn find(&self, position: &Shogi, to: Square, text: &str) -> Result<Move, RecordFault> {
        let of_kind = candidates(position, to, self.kind);
        let on_board = of_kind.iter().any(|m| m.from().is_some());
        let suffixes = self.relative.is_some() || self.motion.is_some() || self.promotes.is_some();
        let drops = !on_board && !suffixes;
        let mut fits: Vec<Move> = of_kind
            .iter()
            .copied()
            .filter(|m| match m.from() {
                None => drops,
                Some(from) => {
                    !drops
                        && m.promotes() == (self.promotes == Some(true))
                        && self
                            .motion
                            .is_none_or(|motion| motion == motion_of(position, from, to))
                }
            })
            .collect();
        if let (Some(relative), false) = (self.relative, drops) {
            keep_relative(position, to, self.kind, relative, &mut fits);
        }
        let names = |moves: &[Move]| moves.iter().map(|&m| usi::write(m, &SHOGI)).collect();
        match fits[..] {
            [only] => Ok(only),
            [] => Err(RecordFault::Impossible {
                text: text.to_owned(),
                candidates: names(&of_kind),
            }),
            _ => Err(RecordFault::Ambiguous {
                text: text.to_owned(),
                candidates: names(&fits),
            }),
        }
    }
}

/// Requires that the side to move has a piece of this kind on a square.
pub(crate) fn origin(position: &Shogi, from: Square, kind: Kind, text: &str) -> Result<(), RecordFault> {
    let (text, square) = (text.to_owned(), words::plain_square(from));
    match position.piece_on(from) {
        Some(piece) if piece.color() == position.turn() => match piece.kind() {
            found if found == kind => Ok(()),
            found => Err(RecordFault::Piece {
                text,
                square,
                found: words::kanji(found).to_owned(),
            }),
        },
        _ => Err(RecordFault::Origin {
            text,
            color: position.turn(),
            square,
        }),
    }
}

/// The move on the board, if it is legal.
pub(crate) fn legal(
    position: &Shogi,
    from: Square,
    to: Square,
    promotes: bool,
    text: &str,
) -> Result<Move, RecordFault> {
    if from != to {
        let m = Move::board(from, to, promotes);
        if position.is_legal(m) {
            return Ok(m);
        }
    }
    let name = |square| SHOGI.square_name(square);
    Err(RecordFault::Illegal {
        text: text.to_owned(),
        usi: format!("{}{}{}", name(from), name(to), if promotes { "+" } else { "" }),
        sfen: sfen::write(position, 1),
    })
}

/// The drop, if it is legal.
pub(crate) fn legal_drop(position: &Shogi, kind: Kind, to: Square, text: &str) -> Result<Move, RecordFault> {
    let m = Move::drop(kind, to);
    if position.is_legal(m) {
        return Ok(m);
    }
    Err(RecordFault::Illegal {
        text: text.to_owned(),
        usi: usi::write(m, &SHOGI),
        sfen: sfen::write(position, 1),
    })
}

/// The fault of text at the cursor that has no meaning there.
pub(crate) fn trailing(cursor: &Cursor<'_>) -> (Place, RecordFault) {
    (cursor.place(), RecordFault::Unexpected(cursor.snippet()))
}

/// The legal moves of a kind to a square. A reader chooses among these only. So it also understands
/// a text whose suffixes tell a piece apart from the pieces that may legally move there, without
/// the pinned ones.
fn candidates<G: Geometry>(position: &Position<G>, to: Square, kind: Kind) -> Vec<Move> {
    position
        .legal_moves()
        .into_iter()
        .filter(|m| m.to() == to)
        .filter(|m| match m.from() {
            Some(from) => position.piece_on(from).is_some_and(|piece| piece.kind() == kind),
            None => m.dropped() == Some(kind),
        })
        .collect()
}

/// File and rank as the side to move sees them. Both grow from its left and far edges.
pub(crate) fn relative_coordinates(variant: &Variant, turn: Color, square: Square) -> (i8, i8) {
    let (file, rank) = variant.coordinates(square);
    match turn {
        Color::Black => (-(file as i8), rank as i8),
        Color::White => (file as i8, -(rank as i8)),
    }
}

/// The direction of a move between two squares.
pub(crate) fn motion_of<G: Geometry>(position: &Position<G>, from: Square, to: Square) -> Motion {
    let seen = |square| relative_coordinates(position.variant(), position.turn(), square).1;
    match seen(from).cmp(&seen(to)) {
        std::cmp::Ordering::Greater => Motion::Up,
        std::cmp::Ordering::Less => Motion::Down,
        std::cmp::Ordering::Equal => Motion::Sideways,
    }
}

/// Keeps the moves whose piece comes from the given side. For most pieces this means a side of the
/// target square. For horses and dragons it means the piece that stands further to that side.
fn keep_relative(position: &Shogi, to: Square, kind: Kind, relative: Relative, moves: &mut Vec<Move>) {
    let seen = |square: Square| relative_coordinates(&SHOGI, position.turn(), square).0;
    let target = seen(to);
    let columns: Vec<i8> = moves.iter().filter_map(|m| m.from()).map(seen).collect();
    let (leftmost, rightmost) = (columns.iter().min().copied(), columns.iter().max().copied());
    let far = kind == Kind::HORSE || kind == Kind::DRAGON;
    moves.retain(|m| {
        m.from().is_some_and(|from| {
            let column = seen(from);
            match relative {
                Relative::Left if far => Some(column) == leftmost,
                Relative::Right if far => Some(column) == rightmost,
                Relative::Left => column < target,
                Relative::Right => column > target,
                Relative::Straight => column == target && motion_of(position, from, to) == Motion::Up,
            }
        })
    });
}
