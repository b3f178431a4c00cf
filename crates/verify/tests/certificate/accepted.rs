//! True certificates are accepted, and writing and reading keeps them the same.

use yose_verify::certificate::{Accepted, Certificate, Claim, Game, check};

use crate::brute::{Brute, Hands};
use crate::problems::{RootResult, find, small_games, suite};

/// Checks a true certificate.
pub fn accept(certificate: &Certificate) -> Accepted {
    let text = certificate.to_text();
    let read: Certificate = text.parse().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(&read, certificate);
    assert_eq!(read.to_text(), text);
    check(&read).unwrap_or_else(|rejected| panic!("{rejected}\n{text}"))
}

#[test]
fn the_suite() {
    for (id, length, text_game) in suite() {
        let mut brute = Brute::new(text_game);
        for hands in [Hands::AsTheyAre, Hands::Stretched] {
            let certificate = match length {
                Some(length) => brute.exact(length, hands),
                None => brute.no_win(hands),
            };
            let accepted = accept(&certificate);
            assert_eq!(accepted.exact, length, "{id}");
            println!("{id}: {} records", accepted.records);
        }
    }
}

/// The kinds of hands to test: only real hands where the mate by a dropped pawn depends on the
/// hands.
pub fn hands_of(game: &Game) -> Vec<Hands> {
    match game {
        Game::Shogi { rules, .. }
            if rules
                .army
                .kinds()
                .iter()
                .any(|kind| kind.pawn && !kind.slides.is_empty()) =>
        {
            vec![Hands::AsTheyAre]
        }
        _ => vec![Hands::AsTheyAre, Hands::Stretched],
    }
}

/// Certificates of every kind for small boards.
#[test]
fn small_boards() {
    for (game, pieces) in small_games() {
        for (mut brute, result) in find(&game, pieces, 7, [2, 4, 3, 1]) {
            for hands in hands_of(&game) {
                match result {
                    RootResult::Won(length) => {
                        let certificate = brute.exact(length, hands);
                        assert_eq!(accept(&certificate).exact, Some(length));
                    }
                    RootResult::NotWithin(_) => {
                        accept(&brute.not_within(3, hands, false));
                        accept(&brute.not_within(3, hands, true));
                    }
                    RootResult::Never => {
                        let accepted = accept(&brute.no_win(hands));
                        assert_eq!((accepted.claims, accepted.exact), (vec![Claim::Never], None));
                        accept(&brute.not_within(3, hands, false));
                        // A set that is never left supports every bound.
                        let mut certificate = brute.not_within(3, hands, true);
                        accept(&certificate);
                        certificate.claims = vec![Claim::NotWithin(999), Claim::Never];
                        accept(&certificate);
                    }
                }
            }
        }
    }
}
