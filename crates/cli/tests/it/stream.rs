//! Streams and limits of size: answers come while the input is read, memory does not grow with the
//! input, and nothing is read or told without a bound.
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

fn yose(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yose"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    yose(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Writes to a process on a thread of its own, until the process reads no more.
fn feed(child: &mut Child, parts: impl Iterator<Item = String> + Send + 'static) {
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || {
        for part in parts {
            if stdin.write_all(part.as_bytes()).is_err() {
                return;
            }
        }
    });
}

fn answers(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Somebody types a position, sees the answer, and types the next.
#[test]
fn an_answer_comes_before_the_next_problem() {
    for command in [
        &["solve"][..],
        &["check"],
        &["value", "--nodes", "10"],
        &["perft", "1"],
        &["show"],
    ] {
        let mut child = yose(&[command, &["--json", "-"]].concat()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for id in ["first", "second"] {
            writeln!(stdin, "{id}\t{MATE}").unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert!(line.contains(&format!("\"id\":\"{id}\"")), "{command:?}: {line}");
        }
        drop(stdin);
        child.wait().unwrap();
    }
}

/// A reader that has seen enough ends the program, though the input never ends.
#[test]
fn an_endless_input_is_answered_until_nobody_reads() {
    for command in ["solve", "check"] {
        for json in [true, false] {
            let arguments: &[&str] = if json { &["--json"] } else { &[] };
            let mut child = yose(&[&[command, "-", "--hash", "1"], arguments].concat())
                .spawn()
                .unwrap();
            feed(
                &mut child,
                std::iter::repeat_with(|| format!("{MATE}\n").repeat(50)),
            );
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert!(!line.is_empty());
            drop(stdout);
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
            assert!(output.stderr.is_empty(), "{command}: {output:?}");
        }
    }
}

/// With every position of the game in memory for every ply this took gigabytes.
#[test]
fn every_ply_of_a_long_game_takes_little_memory() {
    const PLIES: usize = 25_000;
    let moves = ["5i5h", "5a5b", "5h5i", "5b5a"];
    let game: Vec<&str> = (0..PLIES).map(|i| moves[i % 4]).collect();
    let game = format!("startpos moves {}\n", game.join(" "));
    let script = "ulimit -v 3000000; exec \"$0\" \"$@\"";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_yose"), "solve", "--json"])
        .args(["--every-ply", "--hash", "1", "--nodes", "10", "--jobs", "1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    feed(&mut child, std::iter::once(game));
    let mut plies = 0;
    let mut last = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        last = line.unwrap();
        plies += 1;
    }
    assert_eq!(plies, PLIES + 1, "{last}");
    assert!(last.contains(&format!("\"id\":\"ply {PLIES}\"")), "{last}");
    assert!(last.contains("\"input\":\"lnsgkgsnl/1r5b1/"), "{last}");
}

#[test]
fn answers_do_not_depend_on_the_number_of_jobs() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/tsume/small.tsv");
    for command in ["solve", "check"] {
        let with = |jobs: &str| {
            let output = run(&[command, "--json", "--hash", "16", "--jobs", jobs, suite]);
            let mut all = answers(&output);
            for answer in &mut all {
                answer.as_object_mut().unwrap().remove("seconds");
            }
            all
        };
        let one = with("1");
        assert!(one.len() > 5);
        assert_eq!(one, with("5"), "{command}");
    }
}

/// A file without an end is refused, and not read for ever.
#[cfg(target_os = "linux")]
#[test]
fn no_line_is_read_without_bound() {
    for (command, said) in [
        ("solve", "this line is longer than 16 MB"),
        ("verify", "the line is longer than 1 MB"),
    ] {
        let output = run(&[command, "--json", "/dev/zero"]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(said), "{}", &text[..text.len().min(500)]);
        let mut child = yose(&[command, "--json", "-"]).spawn().unwrap();
        feed(&mut child, std::iter::repeat_with(|| "9".repeat(1 << 16)));
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(said), "{}", &text[..text.len().min(500)]);
    }
}

#[test]
fn a_million_faults_are_told_in_a_page() {
    let hand = "P".repeat(1_000_000);
    let position = format!("4k4/9/9/9/9/9/9/9/9 b {hand} 1\n");
    for arguments in [&["solve", "-"][..], &["solve", "--json", "-"], &["show", "-"]] {
        let mut child = yose(arguments).spawn().unwrap();
        feed(&mut child, std::iter::once(position.clone()));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = output.stdout.len() + output.stderr.len();
        // The answer for programs repeats the input once.
        let most = 20_000
            + if arguments.contains(&"--json") {
                position.len()
            } else {
                0
            };
        assert!(told < most, "{arguments:?}: {told} bytes");
    }
}

/// Threads of one problem change how a mate is found, not what is told.
#[test]
fn a_check_with_several_threads_has_the_same_verdict() {
    let problem = "6GSk/6sgg/6SgS/9/9/9/9/9/9 b 2r2b4n4l18p 1";
    let with = |threads: &str| {
        let output = run(&["check", "--json", "--hash", "16", "--threads", threads, problem]);
        let answer = answers(&output).remove(0);
        ["verdict", "grade", "length", "exact", "cooks"].map(|field| answer[field].clone())
    };
    assert_eq!(with("1"), with("3"));
}
