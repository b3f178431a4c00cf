//! `yose explore`: a certificate answers every move that is played against it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yose"))
        .env("LC_ALL", "C")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn certificate(name: &str, sfen: &str) -> PathBuf {
    certificate_under("none", name, sfen)
}

fn certificate_under(policy: &str, name: &str, sfen: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("yose-explore-{}-{name}", std::process::id()));
    let file = path.to_str().unwrap();
    let solve = ["solve", "--overwrite", "--hash", "64", "--futile", policy];
    let output = run(&[&solve[..], &["--certificate", file, sfen]].concat(), "");
    assert!(output.status.success(), "{output:?}");
    path
}

fn explored(path: &Path, script: &str) -> String {
    let output = run(&["explore", "--ascii", path.to_str().unwrap()], script);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn any_defence_is_answered_up_to_the_mate() {
    let path = certificate("mate", "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1");
    // Play the first defence of each list until none is left; then go back to the start and play
    // another one.
    let text = explored(
        &path,
        "1\n1\n1\nback\nback\nback\nback\n2\nnonsense\nline\nquit\n",
    );
    assert!(
        text.starts_with("accepted: mate within 5, none within 3\nattack: 2d2c+\n"),
        "{text}"
    );
    assert!(text.contains("\nmate\n"), "{text}");
    assert!(text.contains("attack: 4a3b+ (mate within 1)"), "{text}");
    assert!(text.contains("this is the start"), "{text}");
    assert!(text.contains("`nonsense` is none of the moves here"), "{text}");
    assert!(
        text.lines()
            .any(|line| line.starts_with("2d2c+ ") && line.split(' ').count() == 3),
        "{text}"
    );
    std::fs::remove_file(path).unwrap();
}

/// Futile drops are captured, and the play goes on with the piece given back, however many drops
/// there are.
#[test]
fn under_a_policy_futile_drops_are_taken() {
    let path = certificate_under("usual", "futile", "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1");
    let text = explored(&path, "N*5d\nG*3d\nS*2d\nline\nquit\n");
    assert!(
        text.starts_with("accepted: mate within 1 (futile interpositions: usual 1)\nattack: 9e9d\n"),
        "{text}"
    );
    let takes: Vec<&str> = text.lines().filter(|line| line.starts_with("futile: ")).collect();
    assert_eq!(takes.len(), 3, "{text}");
    assert!(takes[0].contains("9d5d takes it"), "{text}");
    assert!(takes[1].contains("5d3d takes it"), "{text}");
    assert!(takes[2].contains("3c2d+ takes it"), "{text}");
    // The piece is given back each time: the defender still holds all pieces, and is mated.
    assert!(
        text.trim_end()
            .ends_with("\nmate\n9e9d N*5d 9d5d G*3d 5d3d S*2d 3c2d+"),
        "{text}"
    );
    std::fs::remove_file(path).unwrap();
}

/// A mate of several moves under a policy: every defence has an answer up to the mate, futile drops
/// and others.
#[test]
fn under_a_policy_every_defence_is_answered() {
    let path = certificate_under("usual", "policy", "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1");
    for choices in ["1\n1\n1\n1\n", "2\n1\n1\n1\n", "3\n1\n1\n1\n"] {
        let text = explored(&path, choices);
        assert!(text.contains("\nmate\n"), "{choices:?}: {text}");
        assert!(!text.contains("says no more"), "{choices:?}: {text}");
    }
    std::fs::remove_file(path).unwrap();
}

/// Under `strict` the certificate compares two positions: after a drop was captured and given back,
/// the moves of the comparison are played.
#[test]
fn under_strict_the_same_moves_are_played_with_the_piece_given_back() {
    let path = certificate_under("strict", "strict", "8g/8k/9/7L1/5L1+P1/9/9/9/9 b RBbp 1");
    let text = explored(&path, "1b1c\nB*3c\n1c1b\nline\nback\nback\nB*3c\nP*2c\nline\n");
    assert!(
        text.starts_with(
            "accepted: mate within 5, none within 3 (futile interpositions: strict 2)\nattack: R*4b\n"
        ),
        "{text}"
    );
    assert!(text.contains("attack: 3c2c (mate within 1)"), "{text}");
    assert!(text.contains("\nR*4b 1b1c 4b4c+ B*3c 4c3c 1c1b 3c2c\n"), "{text}");
    assert!(text.contains("\nR*4b 1b1c 4b4c+ B*3c 4c3c P*2c 3c2c\n"), "{text}");
    assert_eq!(text.matches("\nmate\n").count(), 2, "{text}");
    assert!(!text.contains("says no more"), "{text}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn every_check_is_answered_where_there_is_no_mate() {
    let path = certificate("nomate", "7nk/7p1/9/7N1/9/9/9/9/9 b P 1");
    let text = explored(&path, "2d1b+\nlist\n");
    assert!(text.starts_with("accepted: no mate\n"), "{text}");
    assert!(
        text.contains("defence: 1a1b (no mate)") || text.contains("defence: 1a2a (no mate)"),
        "{text}"
    );
    std::fs::remove_file(path).unwrap();
}

/// A certificate of a brinkmate.
fn brinkmate(name: &str, sfen: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("yose-explore-{}-{name}", std::process::id()));
    let file = path.to_str().unwrap();
    let output = run(
        &[
            "hisshi",
            "--overwrite",
            "--hash",
            "64",
            "--certificate",
            file,
            sfen,
        ],
        "",
    );
    assert!(output.status.success(), "{output:?}");
    path
}

/// After a quiet move the defender may pass, and sees the mate that was threatened.
#[test]
fn a_pass_shows_the_threat_of_a_brinkmate() {
    let path = brinkmate("hisshi", "2R2g1nl/3+P1sk2/5p1p1/6p1p/5P1P1/9/9/9/9 b G 1");
    let text = explored(&path, "3b4a\npass\nline\nback\n1\nline\n");
    assert!(
        text.starts_with("accepted: brinkmate within 3, none within 1\nattack: 7a4a+\n"),
        "{text}"
    );
    assert!(text.contains("attack: G*2b (brinkmate within 1)"), "{text}");
    // The first list is of replies to a check, the second has the pass at its end.
    let lists: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("defences:"))
        .collect();
    assert!(!lists[0].contains("pass"), "{text}");
    assert!(lists[1].ends_with(":pass"), "{text}");
    let passed = text
        .lines()
        .find(|line| line.contains(" pass "))
        .expect("the line");
    assert!(passed.starts_with("7a4a+ 3b4a G*2b pass "), "{text}");
    assert!(text.contains("(mate within "), "{text}");
    std::fs::remove_file(path).unwrap();
}

/// Without a brinkmate every move is answered. A quiet move that threatens nothing is answered by
/// the pass, and after it only checks are left.
#[test]
fn every_move_is_answered_where_there_is_no_brinkmate() {
    let path = brinkmate("nohisshi", "8k/9/6G2/9/9/9/9/9/9 b - 1");
    let text = explored(&path, "3c2c\n2c2b\nline\nback\nback\n3c2b\nline\n");
    assert!(text.starts_with("accepted: no brinkmate\n"), "{text}");
    assert!(text.contains("\nmoves: "), "{text}");
    assert!(text.contains("defence: pass (no mate)"), "{text}");
    assert!(text.contains("\nchecks: "), "{text}");
    assert!(text.contains("defence: 1a2b (no brinkmate)"), "{text}");
    assert!(!text.contains("says no more"), "{text}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_spoiled_certificate_is_refused() {
    let path = certificate("spoiled", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("G*5b", "G*4b")).unwrap();
    let output = run(&["explore", path.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("rejected"),
        "{output:?}"
    );
    std::fs::remove_file(path).unwrap();
}

/// A table: the board, every move with its value, play to the end and back.
#[test]
fn a_table_is_explored_to_the_end() {
    let script = "best\n".repeat(11) + "best\nline\nback\nlist\nstart\nend\nposition\nquit\nnever read\n";
    let output = run(&["explore", "--ascii", "3x4:LK-:1"], &script);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("L: 17826 positions, "), "{text}");
    // The table says win in 11: eleven best moves of both sides lead to mate, and the distance
    // counts down.
    assert!(text.contains("\nwin in 11\n   1 2d2c   win in 11"), "{text}");
    for (n, word) in (1..11).rev().zip(["loss", "win"].into_iter().cycle()) {
        assert!(
            text.contains(&format!("\n{word} in {n}\n")),
            "{word} in {n}: {text}"
        );
    }
    assert!(text.contains("L*1c (win in 1)\n"), "{text}");
    assert!(text.contains("\nmate\n"), "{text}");
    assert!(text.contains("\nthere is no move\n"), "{text}");
    let line = "2d2c 1a1b 3d3c 2a1a 3c3a+ 1b1d+ 3a3b 1d2d 2c2d 1a1b L*1c";
    assert!(text.contains(&format!("\n{line}\n")), "{text}");
    // Back from the mate there is one move less; from the start the table gives the same line.
    assert_eq!(text.matches("\nwin in 1\n").count(), 3, "{text}");
    assert!(text.contains("\n  11 L*1c        L*1c\n"), "{text}");
    assert!(text.ends_with("1kl/3/3/LK1 b - 1\n"), "{text}");
    assert!(!text.contains("never read"), "{text}");
}

/// A drawn position under custom rules; a number chooses a move, other input does not.
#[test]
fn a_drawn_position_is_explored() {
    let output = run(
        &["explore", "--ascii", "--rules", "3x4:GK-:1", "1kg/3/3/GK1 b - 1"],
        "1\nnonsense\n0\n999\nback\nback\nend\n",
    );
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\ndraw\n"), "{text}");
    assert!(text.contains(" (draw)\n"), "{text}");
    assert_eq!(text.matches("is none of the moves here").count(), 3, "{text}");
    assert!(text.contains("this is the start"), "{text}");
    assert!(text.contains("no line to an end from here"), "{text}");
}

/// Exit status of what cannot be explored: 1 for a limit, 2 for bad input.
#[test]
fn tables_that_cannot_be_had() {
    let status = |arguments: &[&str]| {
        let output = run(arguments, "");
        assert!(output.stdout.is_empty(), "{output:?}");
        assert!(output.stderr.starts_with(b"error: "), "{output:?}");
        output.status.code()
    };
    assert_eq!(status(&["explore", "3x4:BKR:1", "--hash", "1"]), Some(1));
    assert_eq!(status(&["explore", "3x4:BKR:1", "--time", "0"]), Some(1));
    assert_eq!(status(&["explore", "3x4:NKX:1"]), Some(2));
    assert_eq!(status(&["explore", "k2/3/3/3 b G 1"]), Some(2));
    assert_eq!(status(&["explore", "nosuchfile", "--rules", "3x4"]), Some(2));
}
