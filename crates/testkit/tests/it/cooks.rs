//! The problems listed in the kin-gin paper of Noshita and Iida get the verdict of the paper: 17
//! without cooks, 7 with minor ones. The solution behind each verdict is checked too.

use yose_board::Color;
use yose_shogi::{Kind, Nine, Piece, SHOGI, Setup, Shogi};
use yose_testkit::suite;
use yose_tsume::{CheckVerdict, Class, Terms, check, count_in_hand};
use yose_tsume::{Limits, Tsume};

/// A problem in the notation of the paper: the corner of a 3x3 block and its pieces.
fn diagram(corner: &str, pieces: &str) -> Shogi {
    let corner: u8 = corner.parse().unwrap();
    let mut setup = Setup::empty(&SHOGI);
    for (i, letter) in pieces.chars().enumerate() {
        let i = i as u8;
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let kind = match letter.to_ascii_uppercase() {
            'O' => Kind::KING,
            'I' => Kind::GOLD,
            'G' => Kind::SILVER,
            other => panic!("{other}"),
        };
        let square = SHOGI
            .square(corner / 10 - 1 + i % 3, corner % 10 - 1 + i / 3)
            .unwrap();
        setup.put(square, Some(Piece::new(color, kind)));
    }
    setup.give_rest(Color::White);
    setup.position(Nine).unwrap()
}

#[test]
fn the_problems_of_the_paper_get_its_verdict() {
    let rows = suite::rows("tsume/kingin-listed.tsv");
    assert_eq!(rows.len(), 24);
    let limits = Limits {
        hash_mb: 64,
        ..Limits::default()
    };
    for row in rows {
        let p = diagram(&row[1], &row[2]);
        let tsume = Tsume::new(p.clone()).unwrap();
        let checked = check(&tsume, &Terms::default(), &limits, &mut |_| {}).unwrap();
        let expected = match row[4].as_str() {
            "A" => CheckVerdict::Complete,
            _ => CheckVerdict::Minor,
        };
        assert_eq!(checked.verdict, expected, "problem {}", row[0]);
        assert_eq!(checked.length, row[3].parse().ok(), "problem {}", row[0]);
        assert_eq!(checked.line.len(), row[3].parse::<usize>().unwrap());
        // The solution is checks and replies up to a mate that leaves nothing in hand.
        let mut q = p.clone();
        for (i, &m) in checked.line.iter().enumerate() {
            assert!(
                q.is_legal(m) && (i % 2 == 1 || q.gives_check(m)),
                "problem {}",
                row[0]
            );
            q.make(m);
        }
        assert!(q.in_check() && !q.has_legal_move(), "problem {}", row[0]);
        assert_eq!(count_in_hand(q.hand(Color::Black)), 0, "problem {}", row[0]);
        // Every cook leaves the solution, is legal play to a mate, and is not shorter.
        for cook in &checked.cooks {
            let mut q = p.clone();
            checked.line[..cook.at - 1].iter().for_each(|&m| {
                q.make(m);
            });
            assert_ne!(cook.line[0], checked.line[cook.at - 1]);
            assert!(
                cook.line.len() > checked.line.len() - cook.at,
                "problem {}",
                row[0]
            );
            for (i, &m) in cook.line.iter().enumerate() {
                assert!(
                    q.is_legal(m) && (i % 2 == 1 || q.gives_check(m)),
                    "problem {}",
                    row[0]
                );
                q.make(m);
            }
            assert!(!q.has_legal_move(), "problem {}", row[0]);
        }
        if row[4] == "B" {
            assert!(
                checked
                    .cooks
                    .iter()
                    .any(|cook| !cook.is_free() && cook.class != Class::Plain)
            );
        }
    }
}
