//! `yose explore`: a certificate answers whatever is played against it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yose"))
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
    let path = std::env::temp_dir().join(format!("yose-explore-{}-{name}", std::process::id()));
    let file = path.to_str().unwrap();
    let output = run(&["solve", "--hash", "64", "--certificate", file, sfen], "");
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
    // The first defence of each list, until there is none left; then back to the start and another one.
    let text = explored(
        &path,
        "1\n1\n1\nback\nback\nback\nback\n2\nnonsense\nline\nquit\n",
    );
    assert!(
        text.starts_with("accepted: mate within 5, none within 3\nattack: 2d2c+\n"),
        "{text}"
    );
    assert!(text.contains("mate (詰み)"), "{text}");
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
