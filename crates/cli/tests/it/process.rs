//! The real process: standard input, files, closed pipes, interruption.

use crate::folder::Folder;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

fn yose(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yose"));
    command
        .env("LC_ALL", "C")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    yose(arguments).output().unwrap()
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = yose(arguments).stdin(Stdio::piped()).spawn().unwrap();
    // The program may stop reading early.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The fields of `solve` in docs/format/answers.md, by name.
#[test]
fn answers_have_the_promised_fields() {
    let output = run(&["solve", "--json", MATE]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for field in [
        "schema", "input", "id", "verdict", "length", "lower", "exact", "line", "leftover", "policy",
        "nodes", "seconds", "reason", "error",
    ] {
        assert!(answer.get(field).is_some(), "{field} is missing in {answer}");
    }
    assert_eq!(answer["input"], MATE);
    assert_eq!(answer["verdict"], "mate");
    assert_eq!(answer["line"], serde_json::json!(["G*5b"]));
    assert_eq!(answer["exact"], true);
}

#[test]
fn answers_come_in_the_order_of_the_input() {
    let input = format!("# problems\n\na\t{MATE}\nb\tnot a/position at all\nc\t{MATE}\n");
    let output = with_input(&["solve", "--json", "-"], input.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let ids: Vec<String> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(&line.unwrap()).unwrap())
        .map(|answer| {
            format!(
                "{} {}",
                answer["id"].as_str().unwrap_or("?"),
                answer["verdict"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(ids, ["a mate", "b invalid", "c mate"]);
}

#[test]
fn hostile_input_is_an_error_and_nothing_else() {
    for bytes in [
        &b"\xff\xfe\x00\xd8"[..],
        b"\x00\x00\x00",
        b"\n\n",
        b"",
        &[b'9'; 100_000],
        &[0x93, 0xfa, 0x96, 0x7b],
    ] {
        let output = with_input(&["solve", "--json", "-"], bytes);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{:?}",
            &bytes[..bytes.len().min(20)]
        );
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.lines().count() == 1 && text.contains("\"verdict\":\"invalid\""),
            "{text}"
        );
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
    }
}

#[test]
fn files_are_written_whole_and_not_replaced_unasked() {
    let folder = Folder::new("files");
    let out = folder.path("a.kif");
    let arguments = [
        "convert",
        "tests/files/tsume.kif",
        "--encoding",
        "shift_jis",
        "--out",
        &out,
    ];
    assert!(run(&arguments).status.success());
    let first = fs::read(&out).unwrap();
    assert!(
        String::from_utf8(first.clone()).is_err(),
        "Shift_JIS is not UTF-8"
    );
    let again = run(&arguments);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("is there already"));
    let mut forced = arguments.to_vec();
    forced.push("--overwrite");
    assert!(run(&forced).status.success());
    // The written file is recognized by its content and gives the same position.
    let back = run(&["convert", &out, "--to", "sfen"]);
    assert_eq!(String::from_utf8(back.stdout).unwrap().trim(), MATE);
    // A problem that cannot be converted leaves the old file unchanged.
    let broken = run(&["convert", "tests/files/broken.kif", "--out", &out, "--overwrite"]);
    assert_eq!(broken.status.code(), Some(2));
    assert_eq!(fs::read(&out).unwrap(), first);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

/// Equal ids would overwrite each other, so nothing is written.
#[test]
fn a_folder_is_written_whole_or_not_at_all() {
    let folder = Folder::new("out-dir");
    let out = folder.path("records");
    let input = format!("a1\t{MATE}\nA1\t{MATE}\n");
    let output = with_input(
        &["convert", "-", "--to", "kif", "--out-dir", &out],
        input.as_bytes(),
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(!PathBuf::from(&out).exists());
    let input = format!("a/1\t{MATE}\ncon\t{MATE}\n.\t{MATE}\n");
    let output = with_input(
        &["convert", "-", "--to", "kif", "--out-dir", &out],
        input.as_bytes(),
    );
    assert!(output.status.success());
    let mut names: Vec<String> = fs::read_dir(&out)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["00003.kifu", "a_1.kifu", "con_.kifu"]);
}

/// If nobody reads the error report, the exit status still reports the error.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_is_no_panic() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = yose(&["show", "bad"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_picture_needs_no_font() {
    let folder = Folder::new("svg");
    let out = folder.path("board.svg");
    assert!(run(&["show", MATE, "--out", &out]).status.success());
    let svg = fs::read_to_string(&out).unwrap();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"));
    assert!(svg.contains("<path") && !svg.contains("<text") && !svg.contains("font"));
}

#[test]
fn a_folder_of_problems() {
    let folder = Folder::new("folder");
    fs::copy("tests/files/tsume.kif", folder.0.join("b.kif")).unwrap();
    fs::write(folder.0.join("a.sfen"), MATE).unwrap();
    let output = run(&["solve", "--json", &folder.0.display().to_string()]);
    assert!(output.status.success());
    assert_eq!(output.stdout.lines().count(), 2);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let input = format!("{MATE}\n").repeat(20_000);
    let mut child = yose(&["solve", "--json", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert!(line.contains("\"verdict\":\"mate\""));
    drop(reader);
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Ctrl-C keeps the answers found so far. The running problem reports why it stopped, and
/// unreadable problems among the rest are still reported.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_found() {
    let hard = "9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1";
    let mut child = yose(&["solve", "--json", "--jobs", "1", MATE, hard, MATE, "9/9 b - 1"])
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    reader.read_line(&mut first).unwrap();
    assert!(first.contains("\"verdict\":\"mate\""));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let mut second = String::new();
    reader.read_line(&mut second).unwrap();
    assert!(
        second.contains("\"verdict\":\"unknown\"") && second.contains("\"reason\":\"interrupted\""),
        "{second}"
    );
    let mut third = String::new();
    reader.read_line(&mut third).unwrap();
    assert!(third.contains("\"reason\":\"interrupted\""), "{third}");
    let mut fourth = String::new();
    reader.read_line(&mut fourth).unwrap();
    assert!(fourth.contains("\"verdict\":\"invalid\""), "{fourth}");
    assert_eq!(reader.read_line(&mut fourth).unwrap(), 0, "{fourth}");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    // The signal may arrive before the second problem starts.
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let done = [
        "interrupted: 1 of 4 problems done\n",
        "interrupted: 2 of 4 problems done\n",
    ];
    assert!(done.contains(&told.as_str()), "{told}");
}

/// In a tsume record only the positions with the attacker to move are problems.
#[test]
fn every_ply_of_a_tsume_is_the_attackers() {
    let line = "sfen 5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1 moves 2d2c+ 2b1a P*1b";
    let output = run(&["solve", "--json", "--every-ply", line]);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let lengths = [
        "\"id\":\"ply 0\",\"verdict\":\"mate\",\"length\":5",
        "\"id\":\"ply 2\",\"verdict\":\"mate\",\"length\":3",
    ];
    assert_eq!(told.lines().count(), 2, "{told}");
    for (answer, length) in told.lines().zip(lengths) {
        assert!(answer.contains(length), "{answer}");
    }
}
