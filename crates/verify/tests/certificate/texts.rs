//! Texts that are not certificates, and texts with random damage.

use yose_verify::certificate::{Certificate, FaultKind, Game, check, decode};

use crate::brute::{Brute, Hands};
use crate::naive::Naive;
use crate::problems::{Random, RootResult, find, small_games};
use crate::text_game::TextGame;

const GOOD: &str = "yose-certificate 1
game shogi 3x4 zone=1
question tsume
root k2/3/1P1/2K b Gg
claim notwithin 3
section bounded
k2/3/1P1/2K b G 3 G*2a:3a3b
2G/k2/1P1/2K b - 1
section closed
3/3/3/2k b - *
end 3
";

#[test]
fn faults_have_places() {
    assert!(GOOD.parse::<Certificate>().is_ok());
    let facts = [
        (
            "yose-certificate 1",
            "yose-certificate",
            "line 1, column 1: a certificate starts with the line `yose-certificate 1`",
        ),
        (
            "yose-certificate 1",
            "yose-certificate 2",
            "line 1, column 18: version `2` of the format is not known here, only 1 is",
        ),
        (
            "game shogi 3x4 zone=1",
            "games",
            "line 2, column 1: expected `game` and the name of a game",
        ),
        (
            "game shogi 3x4 zone=1",
            "game go",
            "line 2, column 6: game: `go` is not known here",
        ),
        (
            "shogi 3x4 zone=1",
            "shogi 3x4",
            "line 2, column 6: game: `zone=` is missing for a board of 3x4",
        ),
        (
            "shogi 3x4 zone=1",
            "shogi 3x0 zone=1",
            "line 2, column 6: game: `3x0` is no size of a board: expected files and ranks as `5x5`, each from 1 to 9",
        ),
        (
            "shogi 3x4 zone=1",
            "shogi 3x4 zone=5",
            "line 2, column 6: game: `zone=5` is no option of shogi",
        ),
        (
            "shogi 3x4 zone=1",
            "shogi 3x4 zone=1 zone=1",
            "line 2, column 6: game: the option `zone` is given twice",
        ),
        (
            "shogi 3x4 zone=1",
            "shogi 3x4 zone=1 nifu=no",
            "line 2, column 6: game: `nifu=no` is no option of shogi",
        ),
        (
            "shogi 3x4 zone=1",
            "loa 3x4 zone=1",
            "line 2, column 6: game: the only option of loa is `mso`",
        ),
        (
            "zone=1\n",
            "zone=1\npiece W steps=1\n",
            "line 3, column 7: piece: `steps=1` says nothing about a piece",
        ),
        (
            "zone=1\n",
            "zone=1\npiece W steps=0,1\n",
            "line 2, column 6: piece: only a game with `army=own` lists pieces",
        ),
        (
            "zone=1\n",
            "zone=1 army=own\npiece W promotes=X\n",
            "line 2, column 6: pieces: `W` refers to `X`, which is not a kind that can take that part",
        ),
        (
            "question tsume",
            "question life",
            "line 3, column 10: question `life`: expected `tsume`, `win` or `loss`",
        ),
        ("root", "ROOT", "line 4, column 1: expected `root` and a position"),
        (
            "claim notwithin 3\n",
            "",
            "line 5, column 1: expected `claim` and a claim",
        ),
        (
            "notwithin 3",
            "win 3",
            "line 5, column 7: claim `win 3`: expected `mate N`, `notwithin N` or `nomate`",
        ),
        (
            "notwithin 3",
            "notwithin 03",
            "line 5, column 7: claim `notwithin 03`: expected `mate N`, `notwithin N` or `nomate`",
        ),
        (
            "section bounded\n",
            "",
            "line 6, column 1: expected `claim`, `section` or `end`",
        ),
        (
            "section bounded",
            "section open",
            "line 6, column 9: section `open`: expected `proof`, `bounded` or `closed`",
        ),
        (
            "section closed",
            "section bounded",
            "line 9, column 9: section `bounded` is out of order: each comes once, `proof` before `bounded` before `closed`",
        ),
        (
            "section closed\n3/3/3/2k b - *\nend 3",
            "section closed\nend 2",
            "line 10, column 1: the section has no record",
        ),
        (
            "k2/3/1P1/2K b G 3 G*2a:3a3b",
            "k2/3/1P1/2K b G",
            "line 7, column 16: the line ends where a number was expected",
        ),
        (
            "k2/3/1P1/2K b G 3 G*2a:3a3b",
            "k2/3/1P1/2K  b G 3 G*2a:3a3b",
            "line 7, column 13: side to move ``: expected `b` or `w`",
        ),
        (
            "k2/3/1P1/2K b G 3 G*2a:3a3b",
            "k2/3/1P1/2K b  3 G*2a:3a3b",
            "line 7, column 15: a field is empty: fields are separated by one space",
        ),
        (
            "k2/3/1P1/2K b G 3 G*2a:3a3b",
            "k2/3/1玉1/2K b G 3 G*2a:3a3b",
            "line 7, column 7: `玉` belongs to no board and no hand",
        ),
        (
            "k2/3/1P1/2K b G 3 G*2a:3a3b",
            "k2/3/1P1/2K x G 3 G*2a:3a3b",
            "line 7, column 13: side to move `x`: expected `b` or `w`",
        ),
        (
            "b G 3 G*2a:3a3b",
            "b G 0 G*2a:3a3b",
            "line 7, column 17: `0` is not a number from 1, written without leading zeros, that this place can hold",
        ),
        (
            "b G 3 G*2a:3a3b",
            "b G 3 G*2a",
            "line 7, column 19: `G*2a`: expected a move and its reply as `move:reply`",
        ),
        (
            "b G 3 G*2a:3a3b",
            "b G 3 G*2a:3a3b ",
            "line 7, column 29: ``: expected a move and its reply as `move:reply`",
        ),
        (
            "b G 3 G*2a:3a3b",
            "b G 3 G*2a:3a/3b",
            "line 7, column 24: `3a/3b` is no move",
        ),
        (
            "b - 1\n",
            "b - 1 G*2a:3a3b\n",
            "line 8, column 20: a record of bound 1 lists no replies: only the prover's move is within the bound",
        ),
        (
            "b - 1\n",
            "b - 1 \n",
            "line 8, column 19: a field is empty: fields are separated by one space",
        ),
        (
            "b - *\n",
            "b - 3\n",
            "line 10, column 14: a record of the section `closed` has the bound `*`",
        ),
        (
            "end 3\n",
            "",
            "line 11, column 1: truncated: the line `end N` is missing",
        ),
        (
            "end 3",
            "end 2",
            "line 11, column 5: the end marker says 2 records, but there are 3: some are lost or repeated",
        ),
        (
            "end 3",
            "end three",
            "line 11, column 5: the end marker says three records, but there are 3: some are lost or repeated",
        ),
        (
            "end 3\n",
            "end 3\n\n",
            "line 12, column 1: text after the end marker",
        ),
    ];
    for (from, to, fault) in facts {
        assert!(GOOD.contains(from), "{from}");
        let found = GOOD.replacen(from, to, 1).parse::<Certificate>().unwrap_err();
        assert_eq!(found.to_string(), fault);
    }
    let proof = GOOD.replace("section bounded", "section proof");
    let found = proof.parse::<Certificate>().unwrap_err();
    assert_eq!(found.to_string(), "line 7, column 19: `G*2a:3a3b` is no move");
    for (from, to, fault) in [
        (
            "G*2a:3a3b",
            "",
            "line 7, column 18: a field is empty: fields are separated by one space",
        ),
        (" G*2a:3a3b", "", "line 7, column 18: the winning move is missing"),
        (
            "3 G*2a:3a3b",
            "* G*2a",
            "line 7, column 17: `*` is not a number from 1, written without leading zeros, that this place can hold",
        ),
    ] {
        let found = proof.replacen(from, to, 1).parse::<Certificate>().unwrap_err();
        assert_eq!(found.to_string(), fault);
    }
    let mut bytes = GOOD.as_bytes().to_vec();
    bytes[40] = 0xff;
    let found = decode(&bytes[..]).unwrap_err();
    assert_eq!(found.to_string(), "line 2, column 22: this is not UTF-8");
    // Lines may end in CR LF, and the last line need not end.
    let same: Certificate = GOOD.replace('\n', "\r\n").parse().unwrap();
    assert_eq!(same, GOOD.parse().unwrap());
    assert_eq!(same, GOOD.trim_end().parse().unwrap());
}

/// A file that is cut off anywhere is called truncated, or the error names the place. It is never
/// accepted.
#[test]
fn truncated_files() {
    for length in 0..GOOD.len() - 1 {
        let fault = GOOD[..length].parse::<Certificate>().unwrap_err();
        let line = GOOD[..length].lines().count() as u64;
        let whole_lines = GOOD[..length].is_empty() || GOOD[..length].ends_with('\n');
        if whole_lines && length > 0 {
            assert_eq!(fault.kind, FaultKind::Truncated);
        }
        assert!(fault.line <= line + 1, "{fault}");
    }
}

#[test]
fn games_are_read_as_they_are_written() {
    for (game, _) in small_games() {
        let pieces = game.pieces();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        assert_eq!(Game::parse(&game.head(), &pieces), Ok(game));
    }
    assert_eq!(Game::shogi().head(), "shogi 9x9");
    assert_eq!(Game::parse("shogi 9x9", &[]), Ok(Game::shogi()));
    assert_eq!(Game::parse("shogi", &[]), Ok(Game::shogi()));
    assert_eq!(
        Game::parse("shogi 9x9 zone=3 army=shogi nifu=forbidden", &[]),
        Ok(Game::shogi())
    );
}

/// How often each certificate is damaged.
const DAMAGES: usize = 1000;

/// Bytes changed, lost, added and exchanged at random: there is no panic, and nothing false is
/// accepted. If a changed text is accepted, it is a certificate by the definition in
/// [`naive`](crate::naive), and brute force confirms its claims.
#[test]
fn damaged_bytes() {
    let mut random = Random::new(3);
    let [mut tried, mut decoded, mut changed] = [0; 3];
    for (game, pieces) in small_games() {
        for (mut brute, result) in find(&game, pieces, 21, [1, 1, 1, 1]) {
            let certificate = match result {
                RootResult::Won(length) => brute.exact(length, Hands::AsTheyAre),
                RootResult::Never => brute.no_win(Hands::AsTheyAre),
                RootResult::NotWithin(_) => brute.not_within(3, Hands::AsTheyAre, false),
            };
            let good = certificate.to_text().into_bytes();
            let mut naive = Naive::default();
            for _ in 0..DAMAGES {
                let bytes = damage(&good, &mut random);
                tried += 1;
                let Ok(read) = decode(&bytes[..]) else { continue };
                decoded += 1;
                let accepted = check(&read).is_ok();
                if read == certificate {
                    assert!(accepted);
                    continue;
                }
                let text = String::from_utf8_lossy(&bytes);
                assert_eq!(accepted, naive.accepts(&read), "{text}");
                if accepted {
                    changed += 1;
                    confirm(&read, &text);
                }
            }
        }
    }
    println!("{tried} tried, {decoded} decoded, {changed} changed and accepted");
    assert!(tried >= 10_000 && decoded > 1000);
}

fn confirm(certificate: &Certificate, text: &str) {
    use yose_verify::certificate::Claim;
    let mut brute = Brute::new(TextGame::new(&certificate.game, &certificate.root).unwrap());
    let root = brute.text_game.root_node();
    for claim in &certificate.claims {
        assert!(
            match *claim {
                Claim::Within(plies) => brute.wins(&root, plies.min(7)),
                Claim::NotWithin(plies) if plies <= 3 => !brute.wins(&root, plies),
                Claim::NotWithin(_) | Claim::Never => brute
                    .never_within(&root, 500)
                    .unwrap_or_else(|| !brute.wins(&root, 3)),
            },
            "accepted, but {claim:?} is wrong\n{text}"
        );
    }
}

/// Damages the text in one to three places.
fn damage(good: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(7) {
            // A byte that occurs elsewhere in the text is more likely to make sense than any byte.
            0..=2 => bytes[at] = good[random.below(good.len())],
            3 => bytes[at] = random.next() as u8,
            4 => drop(bytes.remove(at)),
            5 => bytes.insert(at, good[random.below(good.len())]),
            _ => {
                let other = random.below(bytes.len());
                bytes.swap(at, other);
            }
        }
    }
    bytes
}
