//! Rules that only matter on small boards, and Dobutsu shogi.

use yose_verify::Side::{Black, White};
use yose_verify::shogi::{Error, Position, Rules, Status};

const NOTHING: [&str; 0] = [];

fn moves(position: &Position, prefix: &str) -> Vec<String> {
    position
        .legal_moves()
        .into_iter()
        .filter(|text| text.starts_with(prefix))
        .collect()
}

#[test]
fn the_knight_that_cannot_land() {
    // On 3x4 with a zone of one rank, the second rank is a dead end where the knight cannot
    // promote.
    let rules = Rules::with_zone(1);
    let position = Position::parse("3/k2/3/1NK b - 1", &rules).unwrap();
    assert!(!position.in_check(White));
    assert_eq!(moves(&position, "2d"), NOTHING);
    // The knight guards nothing there: the king may step in.
    let position = Position::parse("k2/3/3/1NK w - 1", &rules).unwrap();
    assert_eq!(moves(&position, "3a3b"), ["3a3b"]);
    // One rank further the knight must promote, and it gives check.
    let position = Position::parse("k2/3/1N1/2K w - 1", &rules).unwrap();
    assert!(position.in_check(White));
    let position = Position::parse("1k1/3/1N1/2K b - 1", &rules).unwrap();
    assert_eq!(moves(&position, "2c"), ["2c1a+", "2c3a+"]);
    // The knight cannot be dropped on the second rank, but on the third and fourth it can.
    let position = Position::parse("1k1/3/3/2K b N 1", &rules).unwrap();
    assert_eq!(moves(&position, "N*"), ["N*1c", "N*2c", "N*2d", "N*3c", "N*3d"]);
}

#[test]
fn the_knight_that_cannot_land_under_the_other_reading() {
    let rules = Rules {
        dead_end_attacks: true,
        ..Rules::with_zone(1)
    };
    assert_eq!(
        Position::parse("3/k2/3/1NK b - 1", &rules),
        Err(Error::KingCapturable(White))
    );
    let position = Position::parse("k2/3/3/1NK w - 1", &rules).unwrap();
    assert_eq!(moves(&position, "3a"), ["3a2a", "3a2b"]);
    // The knight gives check there, but still cannot move there.
    let position = Position::parse("3/k2/3/2K b N 1", &rules).unwrap();
    assert_eq!(position.checks(), ["N*2d"]);
    let position = Position::parse("k2/3/3/1NK b - 1", &rules).unwrap();
    assert_eq!(moves(&position, "2d"), NOTHING);
}

#[test]
fn a_deeper_zone_lets_the_knight_land() {
    let rules = Rules::with_zone(2);
    assert_eq!(
        Position::parse("3/k2/3/1NK b - 1", &rules),
        Err(Error::KingCapturable(White))
    );
    let position = Position::parse("k2/3/3/1NK b - 1", &rules).unwrap();
    assert_eq!(moves(&position, "2d"), ["2d1b+", "2d3b+"]);
}

#[test]
fn boards_that_are_not_square() {
    let rules = Rules::with_zone(1);
    let position = Position::parse("8k/9/K8 b R 1", &rules).unwrap();
    assert_eq!(position.legal_moves().len(), 3 + 25);
    let position = Position::parse("k/1/1/1/1/1/1/1/K b G 1", &rules).unwrap();
    assert_eq!(position.legal_moves().len(), 1 + 7);
    assert_eq!(position.to_sfen(), "k/1/1/1/1/1/1/1/K b G 1");
}

#[test]
fn a_chick_promotes_when_it_arrives_and_only_then() {
    let rules = Rules::dobutsu();
    let position = Position::parse("1k1/P2/3/1K1 b - 1", &rules).unwrap();
    assert_eq!(moves(&position, "3b"), ["3b3a+"]);
    // A chick dropped on the far rank stays a chick for ever.
    let position = Position::parse("k2/3/3/2K b P 1", &rules).unwrap();
    let stuck = position.play("P*1a").unwrap().play("3a3b").unwrap();
    assert_eq!(moves(&stuck, "1a"), NOTHING);
    // A captured hen is a chick again.
    let position = Position::parse("k2/+P2/3/2K w - 1", &rules).unwrap();
    assert_eq!(position.play("3a3b").unwrap().to_sfen(), "3/k2/3/2K b p 2");
}

#[test]
fn chicks_are_dropped_anywhere_even_to_mate() {
    let rules = Rules::dobutsu();
    let position = Position::parse("2k/3/P2/2K b P 1", &rules).unwrap();
    assert_eq!(moves(&position, "P*3"), ["P*3a", "P*3b", "P*3d"]);
    let position = Position::parse("k2/2K/R2/3 b P 1", &rules).unwrap();
    let mated = position.play("P*3b").unwrap();
    assert_eq!(mated.status(), Status::Mate { winner: Black });
}

#[test]
fn a_lion_on_the_far_rank_wins() {
    let rules = Rules::dobutsu();
    let position = Position::parse("3/2K/k2/3 b - 1", &rules).unwrap();
    let tried = position.play("1b1a").unwrap();
    assert_eq!(tried.status(), Status::Try { winner: Black });
    assert_eq!(tried.legal_moves(), NOTHING);
    assert_eq!(tried.perft(1), 0);
    // The lion may not go where the giraffe would take it.
    let position = Position::parse("1r1/2K/k2/3 b - 1", &rules).unwrap();
    assert!(position.play("1b1a").is_err());
    // White's far rank is the bottom one.
    let position = Position::parse("3/2K/k2/3 w - 1", &rules).unwrap();
    assert_eq!(
        position.play("3c3d").unwrap().status(),
        Status::Try { winner: White }
    );
    // Without the rule, a king on the far rank has no special meaning.
    let plain = Rules {
        try_rule: false,
        ..Rules::dobutsu()
    };
    let position = Position::parse("3/2K/k2/3 b - 1", &plain).unwrap();
    assert_eq!(position.play("1b1a").unwrap().status(), Status::Running);
}
