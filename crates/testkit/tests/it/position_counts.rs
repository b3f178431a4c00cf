//! All positions of 3x4 games with one kind of piece: counts of positions, mates, stalemates and
//! legal moves are those of an independent solution. The counts depend on promotion zones, dead
//! ends, knights that cannot land, nifu and the rule against pawn-drop mate.

use yose_board::{Color, Square};
use yose_shogi::{Ending, Piece, Setup, Variant, with_position};
use yose_testkit::suite;

/// Where a piece can be: in a hand, or on a square, promoted or not.
#[derive(Clone, Copy)]
enum Spot {
    Hand(Color),
    Board(u8, Piece),
}

fn put(setup: &mut Setup, spot: Spot, base: yose_shogi::Kind) -> bool {
    match spot {
        Spot::Hand(color) => setup.add_to_hand(color, base, 1),
        Spot::Board(square, piece) => {
            let free = setup.board[usize::from(square)].is_none();
            setup.put(Square::new(square), Some(piece)) && free
        }
    }
}

/// The board with left and right exchanged.
fn mirrored(setup: &Setup) -> Vec<Option<Piece>> {
    let (files, ranks) = (usize::from(setup.variant.files), usize::from(setup.variant.ranks));
    (0..files * ranks)
        .map(|i| setup.board[(files - 1 - i / ranks) * ranks + i % ranks])
        .collect()
}

/// A sort key of boards, to keep one of each mirrored pair.
fn order(board: &[Option<Piece>]) -> Vec<(u8, usize)> {
    board
        .iter()
        .map(|cell| cell.map_or((0, 0), |p| (1 + p.color() as u8, p.kind().index())))
        .collect()
}

fn count(variant: &'static Variant, letter: &str) -> [usize; 4] {
    let army = &variant.army;
    let (king, base) = (army.royal().unwrap(), army.by_symbol(letter).unwrap());
    let faces: Vec<_> = [Some(base), army.spec(base).promotes]
        .into_iter()
        .flatten()
        .collect();
    let mut spots: Vec<Spot> = Color::ALL.map(Spot::Hand).to_vec();
    for square in 0..variant.squares() as u8 {
        for color in Color::ALL {
            spots.extend(
                faces
                    .iter()
                    .map(|&kind| Spot::Board(square, Piece::new(color, kind))),
            );
        }
    }
    let mut totals = [0; 4];
    for black in 0..variant.squares() as u8 {
        for white in 0..variant.squares() as u8 {
            for (i, &first) in spots.iter().enumerate() {
                for &second in &spots[i..] {
                    let mut setup = Setup::empty(variant);
                    let kings = [(black, Color::Black), (white, Color::White)];
                    let fits = kings
                        .into_iter()
                        .all(|(sq, c)| put(&mut setup, Spot::Board(sq, Piece::new(c, king)), base))
                        && put(&mut setup, first, base)
                        && put(&mut setup, second, base);
                    if !fits || order(&mirrored(&setup)) < order(&setup.board) {
                        continue;
                    }
                    let Ok(position) = setup.validate() else { continue };
                    totals[0] += 1;
                    with_position!(position, |p| match p.ending() {
                        Some(Ending::Mate) => totals[1] += 1,
                        Some(_) => totals[2] += 1,
                        None => totals[3] += p.legal_moves().len(),
                    });
                }
            }
        }
    }
    totals
}

#[test]
fn one_kind_of_piece_on_three_by_four() {
    let rows = suite::rows("shogi/small-tables.tsv");
    assert_eq!(rows.len(), 21);
    for row in rows {
        let expected: Vec<usize> = row[2..6].iter().map(|n| n.parse().unwrap()).collect();
        let variant = suite::variant(&format!("3x4:{}K-:{}", row[0], row[1]));
        assert_eq!(
            count(variant, &row[0])[..],
            expected[..],
            "{} with a zone of {}",
            row[0],
            row[1]
        );
    }
}
