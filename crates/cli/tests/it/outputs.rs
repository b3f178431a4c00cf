//! Files that commands write: nothing that is there is lost unless the user says so, and an input
//! is never overwritten. Answers in a file of `--output` are what the program has written.

use crate::folder::Folder;
use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yose"))
        .env("LC_ALL", "C")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every command with an option that names a file, the file last.
const WRITERS: [&[&str]; 9] = [
    &["solve", "--hash", "1", "--certificate"],
    &["value", "--nodes", "1000", "--hash", "1", "--certificate"],
    &["check", "--hash", "1", "--kif"],
    &["hisshi", "--hash", "1", "--kif"],
    &["threat", "--hash", "1", "--every-ply", "--kif"],
    &["convert", "--to", "kif", "--out"],
    &["show", "--out"],
    &["convert", "--to", "usi", "-o"],
    &["loa", "solve", "--hash", "1", "--certificate"],
];

#[test]
fn no_file_is_replaced_unasked_and_no_input_at_all() {
    let folder = Folder::new("outputs");
    let (problem, link) = (folder.path("problem.sfen"), folder.path("link.sfen"));
    let there = folder.path("there.txt");
    fs::write(&problem, MATE).unwrap();
    fs::hard_link(&problem, &link).unwrap();
    fs::write(&there, "mine").unwrap();
    for writer in WRITERS {
        let with = |more: &[&str]| run(&[writer, more].concat());
        let output = with(&[&there, &problem]);
        assert_eq!(output.status.code(), Some(2), "{writer:?}: {output:?}");
        assert!(
            told(&output).contains("there.txt is there already (--overwrite replaces it)"),
            "{writer:?}: {output:?}"
        );
        assert!(output.stdout.is_empty(), "before any work: {output:?}");
        assert_eq!(fs::read_to_string(&there).unwrap(), "mine");
        for out in [&problem, &link] {
            for overwrite in [&["--overwrite"][..], &[]] {
                let output = with(&[&[out.as_str(), problem.as_str()], overwrite].concat());
                assert_eq!(output.status.code(), Some(2), "{writer:?}: {output:?}");
                assert!(
                    told(&output).contains("is an input of this command"),
                    "{writer:?}: {output:?}"
                );
                assert_eq!(fs::read_to_string(&problem).unwrap(), MATE);
            }
        }
    }
    let output = run(&["solve", "--certificate", &there, "--overwrite", &problem]);
    assert!(output.status.success(), "{output:?}");
    assert!(
        fs::read_to_string(&there)
            .unwrap()
            .starts_with("yose-certificate")
    );
    // The folder of the input, and the input itself, as the file of answers.
    let output = run(&["check", "--output", &problem, &folder.0.display().to_string()]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(
        told(&output).contains("is an input of this command"),
        "{output:?}"
    );
}

/// The file that the shell redirects to standard input is an input too.
#[cfg(target_os = "linux")]
#[test]
fn standard_input_is_not_overwritten() {
    let folder = Folder::new("redirected");
    let problem = folder.path("problem.sfen");
    fs::write(&problem, MATE).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_yose"))
        .args(["solve", "-", "--overwrite", "--certificate", &problem])
        .stdin(fs::File::open(&problem).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(fs::read_to_string(&problem).unwrap(), MATE);
}

/// Two outputs of a command are two files: one would destroy the other.
#[test]
fn two_outputs_are_two_files() {
    let folder = Folder::new("two-outputs");
    let (problems, records) = (folder.path("problems.tsv"), folder.path("records"));
    fs::write(&problems, format!("a\t{MATE}\nb\t{MATE}\n")).unwrap();
    fs::create_dir(&records).unwrap();
    let (one, in_folder) = (folder.path("one"), format!("{records}/b.kif"));
    for arguments in [
        &["check", MATE, "--output", &one, "--kif", &one][..],
        &["check", &problems, "--output", &in_folder, "--kif", &records],
        &["hisshi", MATE, "--certificate", &one, "--kif", &one],
    ] {
        for overwrite in [&[][..], &["--overwrite"]] {
            let output = run(&[arguments, overwrite, &["--hash", "1"]].concat());
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
            assert!(told(&output).contains("is the file of two outputs"), "{output:?}");
            assert!(fs::metadata(&one).is_err() && fs::metadata(&in_folder).is_err());
        }
    }
    let output = run(&[
        "--lang",
        "ja",
        "hisshi",
        MATE,
        "--certificate",
        &one,
        "--kif",
        &one,
    ]);
    assert!(told(&output).contains("二つの出力"), "{output:?}");
}

/// Records of several problems: every name is looked at before the first check.
#[test]
fn a_folder_of_records_is_looked_at_before_any_work() {
    let folder = Folder::new("kif-folder");
    let (problems, records) = (folder.path("problems.tsv"), folder.path("records"));
    fs::write(&problems, format!("a\t{MATE}\nb\t{MATE}\n")).unwrap();
    fs::create_dir(&records).unwrap();
    fs::write(format!("{records}/b.kif"), "mine").unwrap();
    let output = run(&["check", "--hash", "1", "--kif", &records, &problems]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(told(&output).contains("b.kif is there already"), "{output:?}");
    assert_eq!(fs::read_dir(&records).unwrap().count(), 1, "nothing is written");
    let output = run(&[
        "check",
        "--hash",
        "1",
        "--kif",
        &records,
        &problems,
        "--overwrite",
    ]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read_dir(&records).unwrap().count(), 2);
}

/// Answers without the fields that differ from run to run.
fn answers(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let mut all: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for answer in &mut all {
        let answer = answer.as_object_mut().unwrap();
        answer.remove("seconds");
        answer.remove("checksum");
    }
    all
}

/// A field, a name, a fingerprint or the syntax of a line is damaged: the problem is asked again,
/// and the file ends as it was.
#[test]
fn a_damaged_line_is_no_answer() {
    let folder = Folder::new("damaged");
    let (problems, file) = (folder.path("problems.tsv"), folder.path("answers.jsonl"));
    let text: String = (0..3).map(|i| format!("p{i}\t{MATE}\n")).collect();
    fs::write(&problems, text).unwrap();
    let check = || run(&["check", "--hash", "1", "--output", &file, &problems]);
    assert!(check().status.success());
    let (whole, before) = (fs::read_to_string(&file).unwrap(), answers(&file));
    assert_eq!(before.len(), 3);
    for (good, bad) in [
        ("\"verdict\":\"complete\"", "\"verdict\":\"cooked\""),
        ("\"verdict\":\"complete\"", "\"verdict\":\"splendid\""),
        ("\"length\":1", "\"length\":\"one\""),
        ("\"length\":1", "\"length\":3"),
        ("\"id\":\"p1\"", "\"id\":\"p9\""),
        ("\"fingerprint\":\"", "\"fingerprint\":\"0"),
        ("\"line\":[", "\"line\":["),
        ("\"line\":[", "\"line\":[["),
        ("{\"schema\"", "\"schema\""),
    ] {
        let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
        assert!(lines[1].contains(good), "{}", lines[1]);
        let is_changed = good != bad;
        lines[1] = lines[1].replacen(good, bad, 1);
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        let output = check();
        assert!(output.status.success(), "{bad}: {output:?}");
        let said = told(&output);
        assert_eq!(said.contains("line 2: damaged"), is_changed, "{bad}: {said}");
        let kept = if is_changed { 2 } else { 3 };
        assert!(
            said.contains(&format!("({kept} by an earlier run)")),
            "{bad}: {said}"
        );
        assert_eq!(answers(&file), before, "{bad}");
    }
}

#[test]
fn the_referee_has_the_fields_of_every_answer() {
    let folder = Folder::new("verified");
    let (file, bad) = (folder.path("good.cert"), folder.path("bad.cert"));
    assert!(
        run(&["solve", MATE, "--hash", "1", "--certificate", &file])
            .status
            .success()
    );
    let text = fs::read_to_string(&file).unwrap();
    // More golds than the set has.
    fs::write(&bad, text.replace("b G2r2b3g", "b G2r2b4g")).unwrap();
    let output = run(&["verify", "--json", &file]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let accepted: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(accepted["id"], "good");
    assert!(accepted["nodes"].as_u64().unwrap() > 0, "{accepted}");
    assert!(accepted.get("reason").is_some_and(Value::is_null), "{accepted}");
    let output = run(&["verify", "--json", &bad]);
    let rejected: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rejected["verdict"], "rejected", "{rejected}");
    let fault = rejected["fault"].as_str().unwrap();
    assert!(
        fault.contains("5 pieces of kind `G`, but the set has 4"),
        "{fault}"
    );
    assert_eq!(output.status.code(), Some(1));
}
