//! Legal moves, checks and check status against the referee: a slow independent implementation that
//! knows only that a move is legal if the king cannot be captured by a playable move.

use yose_board::Color;
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{AnyPosition, Ending, Stalemate, Variant, with_position};
use yose_testkit::shogi::random_setup;
use yose_testkit::{Random, referee, suite};
use yose_verify::{Side, shogi as slow};

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort_unstable();
    moves
}

/// Compares one position. Returns its legal moves.
fn agree(position: &AnyPosition, rules: &slow::Rules) -> Vec<String> {
    let variant = position.variant();
    let (text, legal, checks, in_check, ending) = with_position!(position, |p| {
        let write =
            |list: yose_shogi::MoveList| sorted(list.iter().map(|&m| usi::write(m, variant)).collect());
        (
            sfen::write(p, 1),
            write(p.legal_moves()),
            write(p.checking_moves()),
            p.in_check(),
            p.ending(),
        )
    });
    let other = slow::Position::parse(&text, rules).unwrap_or_else(|e| panic!("{text}: {e}"));
    let status = other.status();
    let side = if position.turn() == Color::Black {
        Side::Black
    } else {
        Side::White
    };
    assert_eq!(
        other.in_check(side),
        in_check,
        "check in {text} of {}",
        variant.name
    );
    // Under the Try rule the game may be over because a king has arrived; then there is no move to
    // compare.
    if ending == Some(Ending::Try) {
        assert!(status.is_over(), "{text}: {status:?}");
        return Vec::new();
    }
    assert_eq!(
        legal,
        sorted(other.legal_moves()),
        "legal moves of {text} in {}",
        variant.name
    );
    assert_eq!(
        checks,
        sorted(other.checks()),
        "checks of {text} in {}",
        variant.name
    );
    let expected = match ending {
        None => matches!(status, slow::Status::Running),
        Some(Ending::Mate) => matches!(status, slow::Status::Mate { .. }),
        Some(Ending::Stalemate(Stalemate::Loses | Stalemate::Draws)) => {
            matches!(status, slow::Status::Stalemate { .. })
        }
        Some(Ending::Try) => false,
    };
    assert!(expected, "{text}: {ending:?} against {status:?}");
    legal
}

fn play(position: &AnyPosition, text: &str) -> AnyPosition {
    let mut next = position.clone();
    with_position!(&mut next, |p| {
        let m = usi::read_legal(text, p).unwrap_or_else(|e| panic!("{e}"));
        p.make(m);
    });
    next
}

/// Plays a random game and compares at every ply. Returns how many positions were compared.
fn play_on(position: AnyPosition, rules: &slow::Rules, random: &mut Random, plies: usize) -> usize {
    let mut position = position;
    for ply in 0..plies {
        let legal = agree(&position, rules);
        let Some(m) = random.pick(&legal) else {
            return ply + 1;
        };
        position = play(&position, m);
    }
    plies
}

#[test]
fn random_games_from_the_start_arrays() {
    for name in suite::VARIANTS {
        let variant = suite::variant(name);
        let rules = referee::rules(variant);
        let games = if variant.squares() > 64 { 4 } else { 25 };
        for seed in 0..games {
            if let Some(start) = variant.start() {
                play_on(start, &rules, &mut Random::new(seed), 100);
            }
        }
    }
}

/// Random setups, including lone kings and full hands. The counts at the end make sure that enough
/// positions were compared.
#[test]
fn odd_positions_of_every_variant() {
    for (i, name) in suite::VARIANTS.into_iter().enumerate() {
        let variant: &'static Variant = suite::variant(name);
        let rules = referee::rules(variant);
        let mut random = Random::new(1000 + i as u64);
        let tries = if variant.squares() > 40 { 400 } else { 2500 };
        let mut compared = 0;
        for _ in 0..tries {
            if let Some(setup) = random_setup(variant, &mut random) {
                let position = setup.validate().unwrap_or_else(|e| panic!("{e}"));
                compared += play_on(position, &rules, &mut random, 4);
            }
        }
        assert!(compared > 150, "{name}: only {compared} positions compared");
    }
}

/// With a promotion zone of one rank the knight of 3x4 shogi can never land on the second rank from
/// the far edge: it cannot promote there and could not move from there. So it gives no check there
/// and guards nothing there. Under the other reading of the rules it does.
#[test]
fn the_knight_that_cannot_land() {
    let variant = suite::variant("3x4:NKS:1");
    // Black's knight on 2d would check a king on 1b or 3b if it could capture there.
    let setup = sfen::read_as("3/2k/3/1N1 b - 1", variant).unwrap();
    assert!(
        setup.validate().is_ok(),
        "no check: the position is legal with Black to move"
    );
    let mut other = Variant::clone(variant);
    other.name = "3x4:NKS:1, knights attack dead ends";
    other.rules.dead_end_attacks = true;
    other.start = None;
    let other = other.intern().unwrap();
    let setup = sfen::read_as("3/2k/3/1N1 b - 1", other).unwrap();
    assert!(setup.validate().is_err(), "a check under the other reading");
    // Under both readings the knight may not move there.
    for variant in [variant, other] {
        let setup = sfen::read_as("3/k2/3/K1N b - 1", variant).unwrap();
        let moves = with_position!(setup.validate().unwrap(), |p| p.legal_moves());
        assert!(moves.iter().all(|m| usi::write(*m, variant) != "1d2b"));
    }
}

/// A pawn drop that only a knight could capture, on a square where this knight may not stand. The
/// drop is mate, and so forbidden, under both readings.
#[test]
fn a_taker_that_cannot_land() {
    for name in ["4x5-landing.toml", "4x5:1"] {
        let variant = suite::variant(name);
        let setup = sfen::read_as("4/2nl/3k/4/1NG1 b P 1", variant).unwrap();
        let legal = agree(&setup.validate().unwrap(), &referee::rules(variant));
        assert!(!legal.contains(&"P*1d".to_owned()), "{name}");
        assert!(legal.contains(&"P*2d".to_owned()), "{name}");
    }
}

/// Lines of Action: legal moves and results of random games under both rule sets.
#[test]
fn lines_of_action() {
    use yose_loa::{AnyPosition, NoMove, Outcome, Rules, Size};
    use yose_verify::loa;
    for (rules, variant) in [
        (Rules::PAPER, loa::Variant::Paper),
        (Rules::MSO, loa::Variant::Mso),
    ] {
        for size in Size::all().filter(|s| s.files().abs_diff(s.ranks()) <= 2) {
            let mut random = Random::new(u64::from(size.area()));
            for _ in 0..3 {
                let mut ours = AnyPosition::start(size);
                let mut theirs =
                    loa::Position::start(usize::from(size.files()), usize::from(size.ranks()), variant)
                        .unwrap();
                for _ in 0..120 {
                    assert_eq!(ours.to_string(), theirs.to_fen());
                    let outcome = yose_loa::with_position!(&ours, |p| p.outcome(rules));
                    let status = match outcome {
                        Outcome::Running => loa::Status::Running,
                        Outcome::Draw => loa::Status::Draw,
                        Outcome::Win(Color::Black) => loa::Status::Win { winner: Side::Black },
                        Outcome::Win(Color::White) => loa::Status::Win { winner: Side::White },
                    };
                    assert_eq!(theirs.status(), status, "{ours}");
                    if outcome != Outcome::Running {
                        break;
                    }
                    let mut moves: Vec<String> = yose_loa::with_position!(&ours, |p| {
                        p.legal_moves()
                            .iter()
                            .map(|&m| m.name(size).to_string())
                            .collect()
                    });
                    let pass = moves.is_empty() && rules.no_move == NoMove::Passes;
                    if pass {
                        moves.push("pass".to_owned());
                    }
                    assert_eq!(sorted(moves.clone()), sorted(theirs.legal_moves()), "{ours}");
                    let m = random.pick(&moves).unwrap().clone();
                    theirs = theirs.play(&m).unwrap();
                    yose_loa::with_position!(&mut ours, |p| if pass {
                        p.pass();
                    } else {
                        let read = p.read_move(&m).unwrap();
                        p.make(read);
                    });
                }
            }
        }
    }
}
