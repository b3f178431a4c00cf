//! The rules of shogi, one at a time, on positions made for them.

use yose_verify::Side::{Black, White};
use yose_verify::shogi::{Error, Position, Rules, Status};

const NOTHING: [&str; 0] = [];

fn standard(sfen: &str) -> Position {
    Position::parse(sfen, &Rules::standard()).unwrap()
}

/// The legal moves that start with this text: a square for a piece on the board, `P*` for the drops
/// of a kind.
fn moves(position: &Position, prefix: &str) -> Vec<String> {
    position
        .legal_moves()
        .into_iter()
        .filter(|text| text.starts_with(prefix))
        .collect()
}

#[test]
fn a_second_pawn_on_a_file_is_not_dropped() {
    let position = standard("k8/9/9/9/4P4/3+P5/2p6/9/8K b P 1");
    assert_eq!(moves(&position, "P*5"), NOTHING);
    // The pawn on 6f is promoted and the pawn on 7g is White's, so neither forbids a drop. Rank a
    // is a dead end, and one of the other eight ranks is occupied.
    assert_eq!(moves(&position, "P*6").len(), 7);
    assert_eq!(moves(&position, "P*7").len(), 7);

    let nifu_allowed = Rules {
        nifu_forbidden: false,
        ..Rules::standard()
    };
    let position = Position::parse("k8/9/9/9/4P4/9/9/9/8K b P 1", &nifu_allowed).unwrap();
    assert_eq!(moves(&position, "P*5").len(), 7);
}

#[test]
fn a_dropped_pawn_does_not_mate() {
    let shut_in = "7nk/9/8S/9/9/9/9/9/9 b P 1";
    assert_eq!(
        standard(shut_in).play("P*1b"),
        Err(Error::IllegalMove("P*1b".into()))
    );

    let nifu_allowed = Rules {
        drop_pawn_mate_forbidden: false,
        ..Rules::standard()
    };
    let mated = Position::parse(shut_in, &nifu_allowed)
        .unwrap()
        .play("P*1b")
        .unwrap();
    assert_eq!(mated.status(), Status::Mate { winner: Black });
}

#[test]
fn a_pawn_pushed_or_another_piece_dropped_does_mate() {
    let pushed = standard("7nk/9/7SP/9/9/9/9/9/9 b - 1").play("1c1b").unwrap();
    assert_eq!(pushed.status(), Status::Mate { winner: Black });
    let dropped = standard("7nk/9/8S/9/9/9/9/9/9 b L 1").play("L*1b").unwrap();
    assert_eq!(dropped.status(), Status::Mate { winner: Black });
}

#[test]
fn a_dropped_pawn_may_be_taken() {
    let after = standard("6gnk/7r1/8S/9/9/9/9/9/9 b P 1").play("P*1b").unwrap();
    assert_eq!(after.legal_moves(), ["2b1b"]);
}

#[test]
fn a_dropped_pawn_may_leave_the_king_a_way_out() {
    let after = standard("8k/9/8S/9/9/9/9/9/9 b P 1").play("P*1b").unwrap();
    assert_eq!(after.legal_moves(), ["1a2a"]);
    // Nothing guards the pawn: the king takes it.
    let after = standard("7nk/9/9/9/9/9/9/9/9 b P 1").play("P*1b").unwrap();
    assert_eq!(after.legal_moves(), ["1a1b", "1a2b"]);
}

#[test]
fn a_dropped_pawn_mates_if_what_could_take_it_is_pinned() {
    // Only the gold on 2b could take on 1b.
    let free = standard("7lk/7g1/7S1/9/9/9/9/9/9 b P 1").play("P*1b").unwrap();
    assert_eq!(free.legal_moves(), ["2b1b"]);
    let pinned = standard("7lk/7g1/7S1/9/4B4/9/9/9/9 b P 1");
    assert!(pinned.play("P*1b").is_err());
}

#[test]
fn a_dropped_pawn_may_stalemate() {
    let sfen = "8k/9/9/9/9/9/9/9/7R1 b P 1";
    let after = standard(sfen).play("P*1c").unwrap();
    assert_eq!(after.status(), Status::Stalemate { winner: Some(Black) });

    let drawn = Rules {
        stalemate_loses: false,
        ..Rules::standard()
    };
    let after = Position::parse(sfen, &drawn).unwrap().play("P*1c").unwrap();
    assert_eq!(after.status(), Status::Stalemate { winner: None });
}

#[test]
fn what_can_be_interposed() {
    // The gold next to the king mates.
    let mated = standard("4k4/4G4/4P4/9/9/9/9/9/9 w - 2");
    assert!(mated.in_check(White));
    assert_eq!(mated.legal_moves(), NOTHING);
    assert_eq!(mated.status(), Status::Mate { winner: Black });
    // A pawn in hand does not help, because there is no square between.
    assert!(standard("4k4/4G4/4P4/9/9/9/9/9/9 w p 2").status().is_over());
    // Against a distant lance a pawn in hand helps.
    let far = standard("4k4/3P1P3/3G1G3/9/4L4/9/9/9/9 w p 2");
    assert_eq!(moves(&far, "P*"), ["P*5b", "P*5c", "P*5d"]);
}

#[test]
fn promotion_is_forced_only_on_dead_ends() {
    let position = standard("9/4P4/L8/3S1N3/8k/9/9/9/K8 b - 1");
    assert_eq!(moves(&position, "5b"), ["5b5a+"]);
    assert_eq!(moves(&position, "9c"), ["9c9a+", "9c9b", "9c9b+"]);
    assert_eq!(moves(&position, "4d"), ["4d3b+"]);
    let silver = ["6d5c", "6d5c+", "6d5e", "6d6c", "6d6c+", "6d7c", "6d7c+", "6d7e"];
    assert_eq!(moves(&position, "6d"), silver);

    let knight = standard("9/9/9/9/5N3/8k/9/9/K8 b - 1");
    assert_eq!(moves(&knight, "4e"), ["4e3c", "4e3c+", "4e5c", "4e5c+"]);
    // A move that leaves the zone may promote.
    let leaving = standard("9/9/3S5/9/8k/9/9/9/K8 b - 1");
    assert_eq!(moves(&leaving, "6c5d"), ["6c5d", "6c5d+"]);
    // White's zone is at the bottom.
    let white = standard("k8/9/9/9/8K/5n3/l8/4p4/9 w - 1");
    assert_eq!(moves(&white, "5h"), ["5h5i+"]);
    assert_eq!(moves(&white, "9g"), ["9g9h", "9g9h+", "9g9i+"]);
    assert_eq!(moves(&white, "4f"), ["4f3h+"]);
}

#[test]
fn zones_of_every_depth() {
    let sfen = "2k/P2/2S/K2 b - 1";
    let with = |zone| moves(&Position::parse(sfen, &Rules::with_zone(zone)).unwrap(), "3b");
    // Without a promotion zone the pawn has no move.
    assert_eq!(with(0), NOTHING);
    assert_eq!(with(1), ["3b3a+"]);
    assert_eq!(with(4), ["3b3a+"]);
    let silver = |zone| moves(&Position::parse(sfen, &Rules::with_zone(zone)).unwrap(), "1c");
    assert_eq!(silver(1), ["1c1b", "1c2b", "1c2d"]);
    assert_eq!(silver(2), ["1c1b", "1c1b+", "1c2b", "1c2b+", "1c2d"]);
    assert_eq!(silver(4), ["1c1b", "1c1b+", "1c2b", "1c2b+", "1c2d", "1c2d+"]);
    assert_eq!(
        Position::parse(sfen, &Rules::with_zone(5)),
        Err(Error::ZoneDepth { zone: 5, ranks: 4 })
    );
}

#[test]
fn drops_avoid_dead_ends() {
    let position = standard("8k/9/9/9/9/9/9/9/K8 b NLP 1");
    assert!(
        !position
            .legal_moves()
            .iter()
            .any(|text| text.contains("*") && text.ends_with('a'))
    );
    assert_eq!(moves(&position, "P*5").len(), 8);
    assert_eq!(moves(&position, "L*5").len(), 8);
    assert_eq!(moves(&position, "N*5").len(), 7);
    let nifu_allowed = Rules {
        dead_ends_forbidden: false,
        ..Rules::standard()
    };
    let position = Position::parse("8k/9/9/9/9/9/9/9/K8 b NLP 1", &nifu_allowed).unwrap();
    assert_eq!(moves(&position, "N*5").len(), 9);
}

#[test]
fn only_the_king_answers_a_double_check() {
    let position = standard("4k4/3g5/5N3/9/4R4/9/9/9/4K4 w p 1");
    assert_eq!(position.legal_moves(), ["5a4a", "5a4b", "5a6a"]);
}

#[test]
fn a_single_check_is_met_by_move_capture_or_interposition() {
    let position = standard("4k4/3g5/9/9/4R4/9/9/7b1/4K4 w p 1");
    let answers = [
        "2h5e", "2h5e+", "5a4a", "5a4b", "5a6a", "6b5b", "6b5c", "P*5b", "P*5c", "P*5d",
    ];
    assert_eq!(position.legal_moves(), answers);
}

#[test]
fn pinned_pieces_stay_on_the_line() {
    let position = standard("k3r4/9/9/9/b8/9/4S4/3G5/4K4 b - 1");
    assert_eq!(moves(&position, "5g"), ["5g5f"]);
    assert_eq!(moves(&position, "6h"), ["6h7g"]);
}

#[test]
fn a_pinned_piece_still_gives_check() {
    // The bishop pins the rook on 5e to Black's king. The rook still keeps White's king off file 5.
    let position = standard("3k5/9/6b2/9/4R4/9/2K6/9/9 w - 1");
    assert_eq!(moves(&position, "6a"), ["6a6b", "6a7a", "6a7b"]);
}

#[test]
fn sides_without_a_king() {
    let attacker = standard("8k/9/9/9/9/9/9/9/9 b G 1");
    assert!(!attacker.in_check(Black));
    assert_eq!(attacker.legal_moves().len(), 80);
    assert_eq!(attacker.checks(), ["G*1b", "G*2a", "G*2b"]);
    // Without a king there are no pins and no checks.
    let position = standard("4r4/9/9/9/4P4/9/9/9/9 b - 1");
    assert_eq!(position.legal_moves(), ["5e5d"]);
    assert_eq!(position.checks(), NOTHING);
    let bare = standard("9/9/9/9/9/9/9/9/9 w - 1");
    assert_eq!(bare.status(), Status::Stalemate { winner: Some(Black) });
}

#[test]
fn checks_by_move_promotion_drop_and_discovery() {
    let position = standard("8k/9/8S/9/9/9/9/9/9 b G 1");
    assert_eq!(
        position.checks(),
        ["1c1b", "1c1b+", "1c2b", "1c2b+", "G*1b", "G*2a", "G*2b"]
    );
    let position = standard("8k/9/9/9/8S/9/9/9/8R b - 1");
    assert_eq!(position.checks(), ["1e2d", "1e2f"]);
    // From here the bishop must promote to give check.
    let position = standard("4k4/9/9/9/1B7/9/9/9/9 b - 1");
    assert_eq!(position.checks(), ["8e4a+", "8e5b+"]);
}

#[test]
fn captured_pieces_turn_back_and_change_sides() {
    let position = standard("4k4/4+p4/9/9/9/9/9/4+R4/4K4 b 2Sp 7");
    let after = position.play("5h5b").unwrap();
    assert_eq!(after.to_sfen(), "4k4/4+R4/9/9/9/9/9/9/4K4 w 2SPp 8");
    let after = after.play("5a5b").unwrap();
    assert_eq!(after.to_sfen(), "9/4k4/9/9/9/9/9/9/4K4 b 2SPrp 9");
}

#[test]
fn both_sides_are_alike() {
    // The same position turned round, with the other side to move.
    let black = standard("4k4/3g5/9/2p6/9/4B4/2N6/3S5/4K4 b RPgp 1");
    let white = standard("4k4/5s3/6n2/4b4/9/6P2/9/5G3/4K4 w GPrp 1");
    assert_eq!(black.perft(2), white.perft(2));
    assert_eq!(black.checks().len(), white.checks().len());
}
