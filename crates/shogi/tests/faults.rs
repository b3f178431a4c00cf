//! Every fault of a position, a move and a variant, with its exact text and place.

use yose_shogi::notation::{sfen, usi};
use yose_shogi::{SHOGI, Variant, variant_file};

/// The faults of a text read as a position.
fn faults(text: &str) -> String {
    match usi::read_position(text, None) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn of_the_text_of_a_position() {
    let rest = "/9/9/9/9/9/9/9/4K4";
    for (text, expected) in [
        ("", "input: empty text where a position was expected"),
        (
            "hello b - 1",
            "input: `hello` is not a board: ranks separated by `/`",
        ),
        (
            &format!("4k4{rest}"),
            "column 22: the side to move is missing; column 22: the hand field (`-` for empty hands) is missing",
        ),
        (
            &format!("4k4{rest} b"),
            "column 24: the hand field (`-` for empty hands) is missing",
        ),
        (
            &format!("4k3{rest} b - 1"),
            "column 1: rank a has 8 squares, but the board has 9 files",
        ),
        (
            &format!("4k5{rest} b - 1"),
            "column 1: rank a has 10 squares, but the board has 9 files",
        ),
        (
            &format!("4q4{rest} b - 1"),
            "column 2: `q` is no piece of this game",
        ),
        (
            &format!("4k3+G{rest} b - 1"),
            "column 4: `+G`: this piece does not promote",
        ),
        (
            &format!("4k4+{rest} b - 1"),
            "column 4: `+` without a piece after it",
        ),
        (
            &format!("40k4{rest} b - 1"),
            "column 2: `0` is not a number of empty squares",
        ),
        (&format!("4k3!{rest} b - 1"), "column 4: `!` has no meaning here"),
        (
            &format!("4k4{rest} x - 1"),
            "column 23: the side to move is `x`, not `b` or `w`",
        ),
        (
            &format!("4k4{rest} b K 1"),
            "column 25: `K` cannot be held in hand",
        ),
        (
            &format!("4k4{rest} b z 1"),
            "column 25: `z` in the hands is no piece of this game",
        ),
        (
            &format!("4k4{rest} b 3 1"),
            "column 25: `3` is not a number of pieces followed by a piece",
        ),
        (
            &format!("4k4{rest} b 0P 1"),
            "column 25: `0P` is not a number of pieces followed by a piece",
        ),
        (
            &format!("4k4{rest} b 999P 1"),
            "column 25: `999P` is not a number of pieces followed by a piece",
        ),
        (
            &format!("4k4{rest} b - 0"),
            "column 27: the move number is `0`, not a number from 1",
        ),
        (
            &format!("4k4{rest} b - 1 9"),
            "column 29: `9` after the end of the position",
        ),
        (
            "4k4/9/9/9/9/9/9/4K4 b - 1",
            "column 1: 8 ranks, but the board has 9 (a board of another size must be named: rules MxN)",
        ),
        ("startpos 7g7f", "column 10: `7g7f` after the end of the position"),
        (
            "startpos moves 7g7f 9i9z",
            "column 21: `9i9z`: there is no square 9z on a 9x9 board",
        ),
    ] {
        assert_eq!(faults(text), expected, "{text}");
    }
}

#[test]
fn of_the_board() {
    for (text, expected) in [
        ("9/9/9/9/9/9/9/9/9 b - 1", "input: there is no king on the board"),
        (
            "4k3k/9/9/9/9/9/9/9/9 b - 1",
            "square 5a: White has more than one king",
        ),
        (
            "4k4/9/4P4/4P4/9/9/9/9/9 b - 1",
            "square 5d: Black has two unpromoted pawns on file 5 (nifu)",
        ),
        (
            "P3k4/9/9/9/9/9/9/9/9 b - 1",
            "square 9a: Black's P could never move from here (dead end)",
        ),
        (
            "4k4/N8/9/9/9/9/9/9/9 b - 1",
            "square 9b: Black's N could never move from here (dead end)",
        ),
        (
            "4k4/9/9/9/9/9/9/n8/l8 b - 1",
            "square 9h: White's N could never move from here (dead end); \
            square 9i: White's L could never move from here (dead end)",
        ),
        (
            "4k4/4G4/9/9/9/9/9/9/9 b - 1",
            "square 5a: White's king can be captured at once: it is in check and it is not White's turn",
        ),
        (
            "4k4/4K4/9/9/9/9/9/9/9 b - 1",
            "square 5a: White's king can be captured at once: it is in check and it is not White's turn",
        ),
        (
            "4k4/9/9/9/9/9/9/9/9 b 19P 1",
            "Black's hand: 19 pieces of kind P, promoted ones counted, but the set has 18",
        ),
        (
            "4k4/9/9/9/9/9/9/9/1+R1R1+r3 b - 1",
            "square 8i: 3 pieces of kind R, promoted ones counted, but the set has 2",
        ),
        (
            "4k4/9/9/9/9/9/9/9/9 b 10P9p 1",
            "White's hand: 19 pieces of kind P, promoted ones counted, but the set has 18",
        ),
        (
            "rbsgk/4p/5/P4/KGSBR b P 1",
            "Black's hand: 3 pieces of kind P, promoted ones counted, but the set has 2",
        ),
    ] {
        assert_eq!(faults(text), expected, "{text}");
    }
}

/// Faults of the hands and of the board are reported together.
#[test]
fn all_at_once() {
    assert_eq!(
        faults("P3k4/9/9/9/9/9/9/9/4K4 b Kx 0"),
        "column 26: `K` cannot be held in hand; column 27: `x` in the hands is no piece of this game; \
         column 29: the move number is `0`, not a number from 1; \
         square 9a: Black's P could never move from here (dead end)"
    );
}

#[test]
fn of_a_move() {
    let start = sfen::read(SHOGI.start.unwrap())
        .unwrap()
        .position(yose_shogi::Nine)
        .unwrap();
    for (text, expected) in [
        ("7g7f", ""),
        (
            "7g7e",
            "`7g7e` is not legal in lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ),
        (
            "7g7f+",
            "`7g7f+` is not legal in lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ),
        ("7g", "`7g` is not a move: 7g7f, 8h2b+ and P*5e are"),
        ("７g7f", "`７g7f` is not a move: 7g7f, 8h2b+ and P*5e are"),
        ("7g7g", "`7g7g` is not a move: 7g7f, 8h2b+ and P*5e are"),
        ("p*5e", "`p*5e` is not a move: 7g7f, 8h2b+ and P*5e are"),
        ("K*5e", "`K*5e`: no `K` can be dropped in this game"),
        ("0a1b", "`0a1b`: there is no square 0a on a 9x9 board"),
    ] {
        let found = usi::read_legal(text, &start).map_or_else(|e| e.to_string(), |_| String::new());
        assert_eq!(found, expected);
    }
}

#[test]
fn of_the_name_of_a_variant() {
    for (name, expected) in [
        ("chess", "no rules called `chess`"),
        ("10x10", "a board of 10x10: files and ranks must be 2 to 9"),
        ("1x4", "a board of 1x4"),
        ("3x4:5", "a promotion zone of 5 ranks on a board of 4"),
        ("3x4:BK:1", "back rank `BK`: 2 squares for 3 files"),
        ("3x4:BQR:1", "back rank `BQR`: no piece `Q`"),
        ("3x4:BRR:1", "back rank `BRR`: one K is needed"),
        (
            "4x4:GKR-:1",
            "start array: square 2a: White's king can be captured at once",
        ),
        ("3x4:BKR:1:2", "no rules called"),
    ] {
        match Variant::by_name(name) {
            Ok(_) => panic!("{name} was accepted"),
            Err(error) => assert!(error.to_string().starts_with(expected), "{name}: {error}"),
        }
    }
}

#[test]
fn of_a_variant_file() {
    let base = "name = \"t\"\nfiles = 3\nranks = 4\n";
    let king = "[[piece]]\nsymbol = \"K\"\nroyal = true\nsteps = [\"orthogonal\"]\n";
    for (rest, expected) in [
        ("zone = 1\n".to_owned(), "unknown field `zone`"),
        ("[rules]\nnifu = 3\n".to_owned(), "line 5, column 8"),
        (
            format!("{king}[[piece]]\nsymbol = \"A\"\nsteps = [\"forwardd\"]\n"),
            "piece A: `forwardd` is no direction",
        ),
        (
            format!("{king}[[piece]]\nsymbol = \"A\"\nsteps = [[0, 0]]\n"),
            "piece A: a step that leads nowhere",
        ),
        (
            format!("{king}[[piece]]\nsymbol = \"A\"\nsteps = [[3, 0]]\n"),
            "piece A: a step leads at most two",
        ),
        (
            format!("{king}[[piece]]\nsymbol = \"A\"\nsteps = [[0, 99999]]\n"),
            "piece A: a step leads at most two",
        ),
        (
            format!("{king}[[piece]]\nsymbol = \"a\"\n"),
            "piece a: a symbol is one capital letter",
        ),
        (format!("{king}{king}"), "piece K: two pieces have this symbol"),
        (
            format!("{king}[[piece]]\nsymbol = \"A\"\npromotes = \"+A\"\n"),
            "piece A: it promotes to a piece that is not in the file",
        ),
        (
            format!("{king}[[piece]]\nsymbol = \"A\"\npromotes = \"A\"\n"),
            "piece A: it promotes to itself",
        ),
        (
            format!("{king}[[piece]]\nsymbol = \"A\"\nkanji = \"\"\n"),
            "piece A: its kanji is one character",
        ),
        (
            format!("{king}[[piece]]\nsymbol = \"+A\"\n"),
            "piece +A: a promoted piece without its unpromoted form",
        ),
        (
            format!("{king}[[piece]]\nsymbol = \"A\"\npawn = true\nsteps = [\"back\"]\n"),
            "piece A: the pawn rules are for",
        ),
        (
            "[[piece]]\nsymbol = \"A\"\n".to_owned(),
            "exactly one kind must be royal",
        ),
        (
            king.replace("orthogonal\"]", "orthogonal\"]\nslides = [\"forward\"]"),
            "piece K: a king may only step",
        ),
        (
            "[totals]\nQ = 2\n".to_owned(),
            "piece Q: named in [totals] but not in the army",
        ),
        (
            "start = \"3/3/3 b - 1\"\n".to_owned(),
            "start array: column 1: 3 ranks",
        ),
    ] {
        // Keys of the top level must come before the first table.
        let text = format!("{base}{rest}");
        match variant_file::read(&text) {
            Ok(_) => panic!("accepted:\n{text}"),
            Err(error) => assert!(
                error.to_string().contains(expected),
                "{error}\nexpected {expected}\n{text}"
            ),
        }
    }
}
