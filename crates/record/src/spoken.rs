//! Moves as people say them: where to, which piece, and only as much of where from as is needed. KIF adds the
//! origin in digits; JKF has the same parts as fields.

use crate::fault::RecordFault;
use crate::text::Cursor;
use crate::words;
use yose_board::{Color, Place, Square};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Kind, Move, Position, SHOGI, Shogi, Variant};

/// Where a piece comes from, seen by the side that moves it: 左, 右 or, straight from below, 直.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relative {
    Left,
    Right,
    Straight,
}

/// How a piece moves: 上, 引 or 寄.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    Up,
    Down,
    Sideways,
}

/// A move as it is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// Where to; `None` for 同.
    pub(crate) to: Option<Square>,
    /// The piece, as it was before the move.
    pub(crate) kind: Kind,
    pub(crate) relative: Option<Relative>,
    pub(crate) motion: Option<Motion>,
    /// 成 or 不成.
    pub(crate) promotes: Option<bool>,
    /// 打.
    pub(crate) drops: bool,
    /// The origin, where it is given.
    pub(crate) from: Option<Square>,
}

impl Spoken {
    /// Reads a move, from its square to its last sign. What is wrong is at the cursor.
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Spoken, RecordFault> {
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
        let mut spoken = Spoken {
            to,
            kind,
            relative: None,
            motion: None,
            promotes: None,
            drops: false,
            from: None,
        };
        while spoken.read_sign(cursor) {}
        let mut ahead = *cursor;
        if !spoken.drops && ahead.eat('(') && ahead.peek().is_some_and(|c| crate::text::digit(c).is_some()) {
            spoken.from = words::read_square(&mut ahead);
            if spoken.from.is_none() || !ahead.eat(')') {
                return Err(expected("an origin such as (77)", cursor));
            }
            *cursor = ahead;
        }
        Ok(spoken)
    }

    /// Reads one sign after the piece, each of which may stand once.
    fn read_sign(&mut self, cursor: &mut Cursor<'_>) -> bool {
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

    /// The move of this position that is meant. `text` is for messages.
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

    /// Finds the move by what is said of it.
    fn find(&self, position: &Shogi, to: Square, text: &str) -> Result<Move, RecordFault> {
        let of_kind = candidates(position, to, self.kind);
        let on_board = of_kind.iter().any(|m| m.from().is_some());
        let signs = self.relative.is_some() || self.motion.is_some() || self.promotes.is_some();
        let drops = !on_board && !signs;
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

/// Requires a piece of the side to move on a square.
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

/// A fault at the cursor for text that should have ended.
pub(crate) fn trailing(cursor: &Cursor<'_>) -> (Place, RecordFault) {
    (cursor.place(), RecordFault::Unexpected(cursor.snippet()))
}

/// The legal moves of a kind to a square. Legal and not just possible: the rules of the federation ask which
/// pieces *can be moved* there, and a pinned piece cannot.
pub(crate) fn candidates<G: Geometry>(position: &Position<G>, to: Square, kind: Kind) -> Vec<Move> {
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

/// File and rank as the side to move counts them: its left and its far end are low.
pub(crate) fn seen_by(variant: &Variant, turn: Color, square: Square) -> (i8, i8) {
    let (file, rank) = variant.coordinates(square);
    match turn {
        Color::Black => (-(file as i8), rank as i8),
        Color::White => (file as i8, -(rank as i8)),
    }
}

/// How the piece on a square moves when it goes to another.
pub(crate) fn motion_of<G: Geometry>(position: &Position<G>, from: Square, to: Square) -> Motion {
    let seen = |square| seen_by(position.variant(), position.turn(), square).1;
    match seen(from).cmp(&seen(to)) {
        std::cmp::Ordering::Greater => Motion::Up,
        std::cmp::Ordering::Less => Motion::Down,
        std::cmp::Ordering::Equal => Motion::Sideways,
    }
}

/// Keeps the moves whose piece comes from a side. For most pieces that is a side of the target square; of
/// horses and dragons, which reach far, it is the one that stands further to that side.
fn keep_relative(position: &Shogi, to: Square, kind: Kind, relative: Relative, moves: &mut Vec<Move>) {
    let seen = |square: Square| seen_by(&SHOGI, position.turn(), square).0;
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
