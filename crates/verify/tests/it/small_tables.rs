//! Complete sets of 3x4 positions, counted by the referee and compared with an independent strong
//! solution.
//!
//! The counts are those that reproduce the 237 values of 3x4 shogi by Shibahara, Tajima and Kotani
//! 2006. They test promotion zones, dead ends, the knight that cannot land, nifu and the mate by a
//! dropped pawn all at once.

use yose_verify::shogi::{Position, Rules, Status};

/// Counts the positions with two kings and two pieces of `letter`, on any square or in any hand, of
/// either side, promoted or not, Black to move. A mirror image is not counted again. Returns
/// positions, mates, stalemates and legal moves.
fn count(letter: char, rules: &Rules) -> [usize; 4] {
    const SQUARES: usize = 12;
    let small = letter.to_ascii_lowercase();
    let mut faces = vec![letter.to_string(), small.to_string()];
    if letter != 'G' {
        faces.extend([format!("+{letter}"), format!("+{small}")]);
    }
    // The places of a piece: in one of two hands, or on a square with one of its faces.
    let mut places = vec![(None, letter.to_string()), (None, small.to_string())];
    for square in 0..SQUARES {
        places.extend(faces.iter().map(|face| (Some(square), face.clone())));
    }

    let mut totals = [0; 4];
    for (black, white) in (0..SQUARES).flat_map(|black| (0..SQUARES).map(move |white| (black, white))) {
        for (index, first) in places.iter().enumerate() {
            for second in &places[index..] {
                let pieces = [
                    &(Some(black), "K".into()),
                    &(Some(white), "k".into()),
                    first,
                    second,
                ];
                let Some([sfen, mirrored]) = write(&pieces) else {
                    continue;
                };
                if mirrored < sfen {
                    continue;
                }
                let Ok(position) = Position::parse(&sfen, rules) else {
                    continue;
                };
                totals[0] += 1;
                match position.status() {
                    Status::Mate { .. } => totals[1] += 1,
                    Status::Stalemate { .. } => totals[2] += 1,
                    _ => totals[3] += position.legal_moves().len(),
                }
            }
        }
    }
    totals
}

/// The SFEN of these pieces and of their mirror image; `None` if two pieces share a square.
fn write(pieces: &[&(Option<usize>, String)]) -> Option<[String; 2]> {
    let mut cells: [&str; 12] = ["1"; 12];
    let mut hands: Vec<&str> = Vec::new();
    for (square, text) in pieces {
        match square {
            Some(square) if cells[*square] != "1" => return None,
            Some(square) => cells[*square] = text,
            None => hands.push(text),
        }
    }
    let held = match hands[..] {
        [] => "-".to_string(),
        [one] => one.to_string(),
        [one, other] if one == other => format!("2{one}"),
        _ => hands.concat(),
    };
    let board = |rows: Vec<String>| format!("{} b {held} 1", rows.join("/"));
    let straight = cells.chunks(3).map(|row| row.concat()).collect();
    let mirrored = cells
        .chunks(3)
        .map(|row| row.iter().rev().copied().collect())
        .collect();
    Some([board(straight), board(mirrored)])
}

/// For each zone from one rank up: positions, mates, stalemates and legal moves.
fn check(letter: char, facts: &[[usize; 4]]) {
    for (zone, expected) in (1..).zip(facts) {
        assert_eq!(
            &count(letter, &Rules::with_zone(zone)),
            expected,
            "{letter} with a zone of {zone}"
        );
    }
}

#[test]
fn rooks() {
    check(
        'R',
        &[
            [16738, 2612, 628, 62590],
            [16738, 2612, 628, 67649],
            [16738, 2612, 628, 71153],
        ],
    );
}

#[test]
fn bishops() {
    check(
        'B',
        &[
            [20374, 1256, 742, 85929],
            [20374, 1256, 742, 91689],
            [20374, 1256, 742, 95776],
        ],
    );
}

#[test]
fn golds() {
    check('G', &[[5888, 274, 158, 26377]]);
}

#[test]
fn silvers() {
    check(
        'S',
        &[
            [22038, 745, 672, 96387],
            [22038, 745, 672, 102310],
            [22038, 745, 672, 108386],
        ],
    );
}

#[test]
fn knights() {
    check(
        'N',
        &[
            [13517, 381, 354, 50548],
            [13346, 389, 298, 51825],
            [13346, 389, 298, 51825],
        ],
    );
}

#[test]
fn lances() {
    check(
        'L',
        &[
            [17826, 611, 377, 69995],
            [17826, 611, 377, 72893],
            [17826, 611, 377, 74397],
        ],
    );
}

#[test]
fn pawns() {
    check(
        'P',
        &[
            [18000, 442, 375, 69322],
            [18000, 442, 375, 71286],
            [18000, 442, 375, 73090],
        ],
    );
}
