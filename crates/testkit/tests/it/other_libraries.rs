//! Legal moves of 9x9 shogi against two libraries by other authors: rsshogi (bitboards of another
//! design) and shogi_legality_lite (no tables at all). Both need both kings on the board.

use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Nine, Position, SHOGI};
use yose_testkit::shogi::random_setup;
use yose_testkit::{Random, suite};

fn ours(p: &Position<Nine>) -> Vec<String> {
    let mut moves: Vec<String> = p.legal_moves().iter().map(|&m| usi::write(m, &SHOGI)).collect();
    moves.sort_unstable();
    moves
}

fn rsshogi(text: &str) -> Vec<String> {
    let mut position = rsshogi::board::position_from_sfen(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    position.init_stack();
    let mut list = rsshogi::board::MoveList::new();
    rsshogi::movegen::generate_legal_all(&position, &mut list);
    let mut moves: Vec<String> = list.iter().map(|m| m.to_usi()).collect();
    moves.sort_unstable();
    moves
}

fn lite(p: &Position<Nine>) -> Vec<String> {
    use shogi_core::{Color, Move, PartialPosition, Piece, PieceKind, Square, ToUsi};
    const KINDS: [PieceKind; 14] = [
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::King,
        PieceKind::ProPawn,
        PieceKind::ProLance,
        PieceKind::ProKnight,
        PieceKind::ProSilver,
        PieceKind::ProBishop,
        PieceKind::ProRook,
    ];
    let color = |c| {
        if c == yose_board::Color::Black {
            Color::Black
        } else {
            Color::White
        }
    };
    let mut position = PartialPosition::empty();
    position.side_to_move_set(color(p.turn()));
    for i in 0..81u8 {
        let piece = p.piece_on(yose_board::Square::new(i));
        let square = Square::new(i / 9 + 1, i % 9 + 1).unwrap();
        position.piece_set(
            square,
            piece.map(|q| Piece::new(KINDS[q.kind().index()], color(q.color()))),
        );
    }
    for c in yose_board::Color::ALL {
        for (kind, &n) in p.hand(c).counts().iter().enumerate() {
            for _ in 0..n {
                let hand = position.hand_of_a_player_mut(color(c));
                *hand = hand.added(KINDS[kind]).unwrap();
            }
        }
    }
    let moves = shogi_legality_lite::all_legal_moves_partial(&position);
    let mut moves: Vec<String> = moves.into_iter().map(|m: Move| m.to_usi_owned()).collect();
    moves.sort_unstable();
    moves
}

fn compare(p: &Position<Nine>, slow: bool) {
    let text = sfen::write(p, 1);
    let moves = ours(p);
    assert_eq!(moves, rsshogi(&text), "rsshogi on {text}");
    if slow {
        assert_eq!(moves, lite(p), "shogi_legality_lite on {text}");
    }
}

#[test]
fn random_games() {
    let mut random = Random::new(5);
    for game in 0..30 {
        let start = sfen::read(SHOGI.start.unwrap()).unwrap();
        let mut p = start.position(Nine).unwrap();
        for _ in 0..200 {
            compare(&p, game < 6);
            let moves = p.legal_moves();
            match random.pick(&moves) {
                Some(&m) => p.make(m),
                None => break,
            };
        }
    }
}

#[test]
fn odd_positions_with_two_kings() {
    let mut random = Random::new(6);
    let mut compared = 0;
    while compared < 3000 {
        let Some(setup) = random_setup(&SHOGI, &mut random) else {
            continue;
        };
        let p = setup.position(Nine).unwrap();
        if yose_board::Color::ALL.iter().all(|&c| p.king(c).is_some()) {
            compare(&p, compared % 4 == 0);
            compared += 1;
        }
    }
}

/// The perft positions of the suite, one ply deep, against both libraries.
#[test]
fn suite_positions() {
    for row in suite::rows("shogi/perft.tsv") {
        if row[1] == "shogi" && row[3] == "1" {
            compare(&sfen::read(&row[2]).unwrap().position(Nine).unwrap(), true);
        }
    }
}
