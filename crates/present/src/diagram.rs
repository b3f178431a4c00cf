//! Turns positions into diagrams, which `yose-draw` draws.

use yose_board::{Color, Square};
use yose_draw::{Coordinates, Diagram, HandEntry, Piece, Side};
use yose_shogi::{Move, Setup};

fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

/// The diagram of a shogi position, with the squares of the last move marked.
pub fn shogi(setup: &Setup, last: Option<Move>) -> Option<Diagram> {
    let variant = setup.variant;
    let army = &variant.army;
    let cells = (0..variant.ranks)
        .flat_map(|rank| (0..variant.files).rev().map(move |file| (file, rank)))
        .map(|(file, rank)| {
            let piece = setup
                .board
                .get(variant.square(file, rank)?.index())
                .copied()
                .flatten()?;
            let spec = army.spec(piece.kind());
            // Some publishers print 玉 for the side that plays from below and 王 for the other
            // side. Tsume books print 玉 for both, and so do these diagrams.
            Some(Piece::new(side(piece.color()), spec.kanji, spec.symbol))
        })
        .collect();
    let hand = |color: Color| -> Vec<HandEntry> {
        let counts = setup.hands[color.index()];
        army.hand_kinds_and_king()
            .rev()
            .filter(|kind| counts[kind.index()] > 0)
            .map(|kind| {
                let spec = army.spec(kind);
                HandEntry::new(spec.kanji, spec.symbol, u32::from(counts[kind.index()]))
            })
            .collect()
    };
    let at = |square: Square| {
        let (file, rank) = variant.coordinates(square);
        (variant.files - 1 - file, rank)
    };
    let marks: Vec<(u8, u8)> = last
        .into_iter()
        .flat_map(|m| m.from().into_iter().chain([m.to()]))
        .map(at)
        .collect();
    Diagram::new(Coordinates::Shogi, variant.files, variant.ranks, cells)
        .map(|d| {
            d.with_hands(hand(Color::Black), hand(Color::White))
                .with_to_move(side(setup.turn))
        })
        .and_then(|d| d.with_highlight(&marks))
        .ok()
}

/// The diagram of a Lines of Action position.
pub fn loa(position: &yose_loa::AnyPosition) -> Option<Diagram> {
    let size = position.size();
    let (files, ranks) = (size.files(), size.ranks());
    yose_loa::with_position!(position, |p| {
        let cells = (0..ranks)
            .rev()
            .flat_map(|rank| (0..files).map(move |file| (file, rank)))
            .map(|(file, rank)| {
                p.stone(size.square(file, rank)?)
                    .map(|color| Piece::disc(side(color)))
            })
            .collect();
        Diagram::new(Coordinates::Chess, files, ranks, cells)
            .map(|d| d.with_to_move(side(p.turn())))
            .ok()
    })
}
