//! Processes that are killed, interrupted, or run out of disk space: finished work is kept, and a
//! continued run gives the result of an undisturbed run. Unix only, because of signals and limits
//! on file sizes.
use crate::folder::Folder;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const SPACE: &str = "tests/files/tiny.toml";
const FINAL: [&str; 6] = ["sqlite", "parquet", "csv", "md", "differing.tsv", "html"];

fn quiet(command: &mut Command) -> &mut Command {
    command
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
}

fn yose(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yose"));
    quiet(command.args(arguments));
    command
}

/// Runs the program with files of at most `blocks` blocks of 512 bytes. Writing more fails as on a
/// full disk or, with `killed`, kills the process.
fn cramped(blocks: u64, killed: bool, arguments: &[&str]) -> Output {
    let trap = if killed { "" } else { "trap '' XFSZ; " };
    let script = format!("{trap}ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    quiet(
        command
            .args(["-c", &script, env!("CARGO_BIN_EXE_yose")])
            .args(arguments),
    );
    command.output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
}

/// Waits until a condition holds while a process runs; `false` if the process ended first.
fn wait_for(child: &mut Child, so: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !so() {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "nothing happens");
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}

fn enumerate<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["enumerate", SPACE, "--disproofs", "40", "--threads", "1"];
    // The largest file comes last.
    arguments.extend(["--format", "parquet,csv,sqlite", "--out", out]);
    arguments.extend(more);
    arguments
}

fn same(a: &str, b: &str) {
    for ending in FINAL {
        let name = format!("tiny.{ending}");
        let read = |folder: &str| fs::read(Path::new(folder).join(&name)).unwrap();
        let (left, right) = (read(a), read(b));
        assert!(!left.is_empty() && left == right, "{name} differs");
    }
    let mut names: Vec<String> = fs::read_dir(b)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected: Vec<String> = FINAL.iter().map(|ending| format!("tiny.{ending}")).collect();
    expected.push("tiny.log".to_owned());
    expected.sort();
    assert_eq!(names, expected, "nothing half done is left");
}

/// The disk fills up, or the process is killed, while it writes a frame, or while it writes a final
/// file beside finished ones.
#[test]
fn an_enumeration_goes_on_after_a_full_disk() {
    let folder = Folder::new("full");
    let plain = folder.path("plain");
    let output = yose(&enumerate(&plain, &[])).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let sqlite = fs::metadata(Path::new(&plain).join("tiny.sqlite")).unwrap().len();
    let csv = fs::metadata(Path::new(&plain).join("tiny.csv")).unwrap().len();
    let last = sqlite.div_ceil(512) - 1;
    assert!(512 * last > csv);
    for (limit, killed) in [(1, false), (1, true), (last, false), (last, true)] {
        let out = folder.path(&format!("{limit}{killed}"));
        let output = cramped(limit, killed, &enumerate(&out, &[]));
        assert!(!output.status.success(), "{limit}: {output:?}");
        if !killed {
            let text = told(&output);
            assert_eq!(output.status.code(), Some(2), "{limit}: {text}");
            assert!(text.contains("--resume goes on from there"), "{limit}: {text}");
            let named = if limit == 1 {
                ".part: File too large"
            } else {
                "tiny.sqlite: "
            };
            assert!(text.contains(named), "{limit}: {text}");
        }
        // The files are written side by side. A fault of one waits for the others; a kill does not.
        if limit == 1 || !killed {
            assert_eq!(Path::new(&out).join("tiny.csv").exists(), limit > 1);
        }
        assert!(!Path::new(&out).join("tiny.sqlite").exists());
        let output = yose(&enumerate(&out, &["--resume"])).output().unwrap();
        assert!(output.status.success(), "{limit}: {output:?}");
        same(&plain, &out);
    }
}

/// Ctrl-C: finished frames are kept and reported.
#[test]
fn an_interrupted_enumeration_keeps_what_is_done() {
    let folder = Folder::new("interrupted");
    let out = folder.path("out");
    let arguments = [
        "enumerate",
        "kin-gin",
        "--disproofs",
        "0",
        "--threads",
        "1",
        "--out",
        &out,
    ];
    let mut child = yose(&arguments).spawn().unwrap();
    let parts = Path::new(&out).join("kin-gin.parts");
    let done = || {
        fs::read_dir(&parts).map_or(0, |entries| {
            let part = |name: &str| name.ends_with(".part");
            entries
                .flatten()
                .filter(|entry| entry.file_name().to_str().is_some_and(part))
                .count()
        })
    };
    assert!(wait_for(&mut child, || done() > 0));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = format!(
        "interrupted: {} of 231 frames done; --resume goes on from there",
        done()
    );
    assert!(text.contains(&said), "{text} {said}");
    let left: Vec<_> = fs::read_dir(&parts).unwrap().flatten().collect();
    assert_eq!(left.len(), done(), "nothing half written: {left:?}");
}

/// Problems that take a moment each.
fn problems(folder: &Folder, many: usize) -> String {
    let path = folder.path("problems.tsv");
    let text: String = (0..many)
        .map(|i| format!("p{i}\t{}\n", if i % 2 == 0 { SLOW } else { QUICK }))
        .collect();
    fs::write(&path, text).unwrap();
    path
}

/// A problem of Noshita and Iida (15 plies), and a mate in one.
const SLOW: &str = "6GSk/6sgg/6SgS/9/9/9/9/9/9 b 2r2b4n4l18p 1";
const QUICK: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// Answers without the fields that differ from run to run.
fn answers(path: &str) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(path).unwrap();
    let mut all: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for answer in &mut all {
        // The checksum covers the time.
        answer.as_object_mut().unwrap().remove("checksum");
        answer.as_object_mut().unwrap().remove("seconds");
    }
    all
}

/// Killed and interrupted several times, the file of answers ends as that of an undisturbed run.
#[test]
fn checks_go_on_after_kill_and_interrupt() {
    let folder = Folder::new("check");
    let problems = problems(&folder, 60);
    let arguments = |answers: &str| -> Vec<String> {
        [
            "check", "--hash", "16", "--jobs", "1", "--output", answers, &problems,
        ]
        .map(str::to_owned)
        .to_vec()
    };
    let run = |answers: &str| {
        let arguments = arguments(answers);
        yose(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let plain = folder.path("plain.jsonl");
    let output = run(&plain).output().unwrap();
    assert!(
        told(&output).starts_with("60 of 60 problems checked: "),
        "{output:?}"
    );
    let broken = folder.path("broken.jsonl");
    let lines = || fs::read_to_string(&broken).map_or(0, |text| text.matches('\n').count());
    for kill in [true, false, true] {
        let before = lines();
        let mut child = run(&broken).spawn().unwrap();
        if !wait_for(&mut child, || lines() > before) {
            break;
        }
        if kill {
            child.kill().unwrap();
        } else {
            interrupt(&child);
        }
        let output = child.wait_with_output().unwrap();
        assert!(lines() > before, "what was answered is kept: {output:?}");
        if !kill && lines() < 60 {
            assert!(told(&output).contains("interrupted: "), "{output:?}");
        }
    }
    let output = run(&broken).output().unwrap();
    assert!(
        told(&output).starts_with("60 of 60 problems checked ("),
        "{output:?}"
    );
    assert_eq!(answers(&plain), answers(&broken));
}

/// A full disk is reported with advice; the line that was cut off is answered again.
#[test]
fn checks_go_on_after_a_full_disk() {
    let folder = Folder::new("check-full");
    let problems = problems(&folder, 6);
    let (plain, full) = (folder.path("plain.jsonl"), folder.path("full.jsonl"));
    let arguments = |answers| {
        [
            "check", "--hash", "16", "--jobs", "1", "--output", answers, &problems,
        ]
    };
    let output = yose(&arguments(&plain)).output().unwrap();
    assert!(
        told(&output).starts_with("6 of 6 problems checked: "),
        "{output:?}"
    );
    let blocks = fs::metadata(&plain).unwrap().len() / 512;
    assert!(blocks > 2);
    let output = cramped(blocks / 2, false, &arguments(&full));
    let text = told(&output);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(
        text.contains("full.jsonl: File too large") && text.contains("the same command goes on from there"),
        "{text}"
    );
    let kept = fs::read_to_string(&full).unwrap().matches('\n').count();
    assert!(0 < kept && kept < 6, "{kept}");
    let output = yose(&arguments(&full)).output().unwrap();
    let text = told(&output);
    assert!(
        text.starts_with(&format!("6 of 6 problems checked ({kept} by an earlier run)")),
        "{text}"
    );
    assert_eq!(answers(&plain), answers(&full));
}

/// A file that was named by mistake keeps every byte, and a device is not read for ever.
#[test]
fn no_other_file_is_touched() {
    let folder = Folder::new("other");
    let mine = folder.path("mine.txt");
    for text in [
        "a line without an end",
        "one\ntwo",
        "{\"mine\": 1}\n",
        "{\"mine\": 1",
    ] {
        fs::write(&mine, text).unwrap();
        let output = yose(&["check", "--output", &mine, QUICK]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{text:?}: {output:?}");
        assert!(told(&output).contains("mine.txt, line "), "{output:?}");
        assert_eq!(fs::read_to_string(&mine).unwrap(), text);
    }
    let output = yose(&["check", "--output", "/dev/full", QUICK]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(told(&output).contains("not a regular file"), "{output:?}");
}
