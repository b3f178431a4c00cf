//! Moves in the notation of English shogi books (G. Hodges): `P-7f`, `Bx3c+`, `N*4e`, `G6i-5h`.

use crate::language::only_ascii;
use yose_shogi::{Geometry, Move, Position};

/// Prints a legal move in pure ASCII. A hyphen marks a move, `x` a capture, `*` a drop. `+` after
/// the square is a promotion, `=` a promotion that was declined. The square that the piece leaves
/// is named if another piece of the kind could go to the same square.
pub(crate) fn western<G: Geometry>(position: &Position<G>, m: Move) -> String {
    let variant = position.variant();
    let to = variant.square_name(m.to());
    let symbol = |kind| only_ascii(variant.army.spec(kind).symbol);
    let Some(from) = m.from() else {
        return m
            .dropped()
            .map_or_else(String::new, |kind| format!("{}*{to}", symbol(kind)));
    };
    let Some(kind) = position.piece_on(from).map(|piece| piece.kind()) else {
        return String::new();
    };
    let is_ambiguous = position.legal_moves().into_iter().any(|other| {
        other.to() == m.to()
            && other.from().is_some_and(|square| {
                square != from
                    && position
                        .piece_on(square)
                        .is_some_and(|piece| piece.kind() == kind)
            })
    });
    let origin = match is_ambiguous {
        true => variant.square_name(from),
        false => String::new(),
    };
    let sign = if position.piece_on(m.to()).is_some() {
        'x'
    } else {
        '-'
    };
    let promotion = match m.promotes() {
        true => "+",
        false if position.is_legal(Move::board(from, m.to(), true)) => "=",
        false => "",
    };
    format!("{}{origin}{sign}{to}{promotion}", symbol(kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yose_shogi::notation::{sfen, usi};
    use yose_shogi::with_position;

    #[test]
    fn moves_as_books_print_them() {
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        for (text, word, expected) in [
            (start, "7g7f", "P-7f"),
            (start, "6i5h", "G6i-5h"),
            (start, "5i5h", "K-5h"),
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", "G*5b"),
            ("9/4k4/6p2/9/9/9/9/6R2/9 b - 1", "3h3c+", "Rx3c+"),
            ("9/4k4/6p2/9/9/9/9/6R2/9 b - 1", "3h3c", "Rx3c="),
            ("9/4k4/6p2/9/6+R2/9/9/9/9 b - 1", "3e3d", "+R-3d"),
            ("9/4k4/9/9/6S2/9/6S2/9/9 b - 1", "3e2f", "S3e-2f"),
        ] {
            let (position, _) = sfen::position(text).unwrap();
            with_position!(&position, |p| {
                let m = usi::read_legal(word, p).unwrap();
                assert_eq!(western(p, m), expected, "{text}");
            });
        }
    }
}
