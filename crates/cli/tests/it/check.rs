//! `yose check` as a process: the promised fields, the verdicts, the author's line, and each error.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A gold on the head: a problem without flaws.
const COMPLETE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// All interpositions are futile: 13 plies with them, 1 ply without.
const FUTILE: &str = "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1";
/// Noshita and Iida, appendix, problem 1: 15 plies, no cook.
const PAPER_1: &str = "6GSk/6sgg/6SgS/9/9/9/9/9/9 b 2r2b4n4l18p 1";
const NO_MATE: &str = "7nk/7p1/9/7N1/9/9/9/9/9 b P 1";

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yose"))
        .env("LC_ALL", "C")
        .arg("check")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn answer(arguments: &[&str]) -> Value {
    let mut all = vec!["--json", "--hash", "64"];
    all.extend(arguments);
    let output = run(&all, "");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The fields of `check` in docs/format/answers.md, by name.
#[test]
fn answers_have_the_promised_fields() {
    let complete = answer(&[COMPLETE]);
    for field in [
        "schema",
        "input",
        "id",
        "verdict",
        "length",
        "lower",
        "exact",
        "line",
        "leftover",
        "policy",
        "cooks",
        "flaws",
        "undecided",
        "nodes",
        "seconds",
        "reason",
        "error",
    ] {
        assert!(complete.get(field).is_some(), "{field} is missing in {complete}");
    }
    assert_eq!(complete["verdict"], "complete");
    assert_eq!(complete["line"], json!(["G*5b"]));
    assert_eq!(complete["grade"], "A");
    assert_eq!(complete["policy"], "usual");
}

#[test]
fn the_policy_decides_the_length() {
    for (policy, length) in [("none", 13), ("usual", 1), ("immediate", 1), ("strict", 1)] {
        let found = answer(&["--futile", policy, FUTILE]);
        assert_eq!(
            (&found["length"], &found["policy"]),
            (&json!(length), &json!(policy))
        );
    }
}

#[test]
fn a_problem_of_the_paper_is_complete() {
    let found = answer(&[PAPER_1]);
    assert_eq!(found["length"], 15, "{found}");
    assert_eq!(found["verdict"], "complete", "{found}");
    assert_eq!(found["leftover"], "");
    let cooks = found["cooks"].as_array().unwrap();
    assert!(
        cooks
            .iter()
            .all(|cook| cook["class"] == "last" || cook["class"] == "promotion"),
        "{found}"
    );
}

#[test]
fn no_mate_is_a_verdict() {
    let found = answer(&[NO_MATE]);
    assert_eq!(
        (&found["verdict"], &found["length"]),
        (&json!("nomate"), &Value::Null)
    );
    assert_eq!(found["flaws"][0]["name"], "nomate");
}

#[test]
fn the_author_is_compared_with_best_play() {
    let names = |found: &Value| -> Vec<String> {
        let flaws = found["flaws"].as_array().unwrap();
        flaws
            .iter()
            .map(|flaw| flaw["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(names(&answer(&["--author", "15", PAPER_1])).is_empty());
    assert_eq!(names(&answer(&["--author", "17", PAPER_1])), ["early"]);
    assert_eq!(names(&answer(&["--author", "13", PAPER_1])), ["longer"]);
    // A check that does not mate; a reply that lasts two plies less; a line that ends too early.
    assert_eq!(names(&answer(&["--author", "G*4b", COMPLETE])), ["nomate"]);
    let soon = "2a1b+ 2b1b G*2a";
    assert_eq!(names(&answer(&["--author", soon, PAPER_1])), ["broken"]);
    // An illegal move.
    assert_eq!(answer(&["--author", "P*1b", COMPLETE])["verdict"], "invalid");
}

#[test]
fn limits_leave_the_verdict_open() {
    let output = run(&["--json", "--nodes", "3", "--hash", "16", PAPER_1], "");
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&found["verdict"], &found["reason"]),
        (&json!("unknown"), &json!("nodes"))
    );
}

#[test]
fn one_bad_problem_does_not_stop_the_rest() {
    let input = format!("a\t{COMPLETE}\nb\tnot a/position at all\nc\t{NO_MATE}\n");
    let output = run(&["--json", "--hash", "16", "-"], &input);
    assert_eq!(output.status.code(), Some(2));
    let verdicts: Vec<String> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|found| {
            format!(
                "{} {}",
                found["id"].as_str().unwrap(),
                found["verdict"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(verdicts, ["a complete", "b invalid", "c nomate"]);
}

#[test]
fn bad_options_are_named() {
    for (arguments, what) in [
        (vec!["--author", "4", COMPLETE], "odd number of plies"),
        (vec!["--author", "9z9z", COMPLETE], "9z9z"),
        (vec!["-H", "3", COMPLETE], "even"),
        (vec!["--futile", "some", COMPLETE], "usual"),
    ] {
        let output = run(&arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(what), "{arguments:?}: {said}");
    }
}

/// The text for people: the verdict, the line as books print it and in USI, other mating moves.
#[test]
fn text_tells_the_solution_and_what_else_mates() {
    let output = run(
        &["--hash", "16", "8k/6R2/9/4G4/7l1/9/9/9/9 b 2Nr2b3g4s2n3l18p 1"],
        "",
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("mate in 5, "), "{text}");
    assert!(text.contains("   1 N*2c "), "{text}");
    let output = run(
        &[
            "--lang",
            "ja",
            "--hash",
            "16",
            "8k/6R2/9/4G4/7l1/9/9/9/9 b 2Nr2b3g4s2n3l18p 1",
        ],
        "",
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("5手詰"), "{text}");
    assert!(text.contains("   1 ▲"), "{text}");
}

/// An empty folder for one test.
fn folder(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("yose-check-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Thousands of problems: a file of answers in the order of the input, one bad problem among them,
/// and a second run that continues an interrupted one.
#[test]
fn a_broken_run_is_gone_on_with() {
    let folder = folder("batch");
    let problems = folder.join("problems.tsv");
    std::fs::write(
        &problems,
        format!("one\t{COMPLETE}\nbad\t4k4/9/4P4/4P4/9/9/9/9/9 b G 1\nthree\t{FUTILE}\nfour\t{PAPER_1}\nfive\t{NO_MATE}\n"),
    )
    .unwrap();
    let answers = folder.join("answers.jsonl");
    let arguments = [
        "--hash",
        "64",
        "--output",
        answers.to_str().unwrap(),
        problems.to_str().unwrap(),
    ];
    let first = run(&arguments, "");
    assert_eq!(first.status.code(), Some(2), "a bad problem is said");
    assert!(first.stdout.is_empty());
    let summary = String::from_utf8(first.stderr).unwrap();
    assert_eq!(
        summary,
        "5 of 5 problems checked: 3 complete, 1 invalid, 1 nomate\n"
    );
    let whole = std::fs::read_to_string(&answers).unwrap();
    let told = |text: &str| -> Vec<(Value, Value)> {
        text.lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|answer| (answer["id"].clone(), answer["verdict"].clone()))
            .collect()
    };
    let ids: Vec<Value> = told(&whole).into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids, ["one", "bad", "three", "four", "five"]);
    // As an interrupted run leaves the file: some lines in any order, the last line cut off.
    let lines: Vec<&str> = whole.lines().collect();
    std::fs::write(
        &answers,
        format!("{}\n{}\n{}", lines[3], lines[0], &lines[1][..40]),
    )
    .unwrap();
    let second = run(&arguments, "");
    let summary = String::from_utf8(second.stderr).unwrap();
    assert!(
        summary.starts_with("5 of 5 problems checked (2 by an earlier run)"),
        "{summary}"
    );
    assert_eq!(told(&std::fs::read_to_string(&answers).unwrap()), told(&whole));
    // Answers under another policy are neither mixed in nor lost.
    let mut other = vec!["--futile", "none"];
    other.extend(arguments);
    let refused = run(&other, "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("line 1: this was checked with other options"));
    assert_eq!(told(&std::fs::read_to_string(&answers).unwrap()), told(&whole));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_record_has_every_variation_and_opens_again() {
    let folder = folder("kif");
    let file = folder.join("one.kif");
    let path = file.to_str().unwrap();
    // The comments are in the language of the messages.
    for (language, parts) in [
        (
            "en",
            [
                "*yose check: complete, mate in 15",
                "変化：12手",
                "*cook, free (last)",
                "left over",
                "まで15手で詰み",
            ],
        ),
        (
            "ja",
            [
                "*yose check：完全作 15手詰",
                "変化：12手",
                "*余詰 不問（最終手余詰）",
                "駒余り",
                "まで15手で詰み",
            ],
        ),
    ] {
        let _ = std::fs::remove_file(&file);
        let output = run(&["--lang", language, "--hash", "64", "--kif", path, PAPER_1], "");
        assert!(output.status.success(), "{output:?}");
        let text = std::fs::read_to_string(&file).unwrap();
        for part in parts {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let record = yose_record::read(text.as_bytes(), None).unwrap();
    assert_eq!(record.tree.main_line().count(), 16);
    assert!(record.tree.first_variation().is_some());
    // An existing file is not replaced without the option to do so.
    assert_eq!(
        run(&["--hash", "64", "--kif", path, PAPER_1], "").status.code(),
        Some(2)
    );
    // Without a mate the record holds the reply to every check.
    for (language, holds) in [("en", "no mate: this holds"), ("ja", "不詰：この応手で詰まない")] {
        let options = ["--lang", language, "--hash", "64", "--overwrite", "--kif", path];
        let output = run(&[&options[..], &[NO_MATE]].concat(), "");
        assert!(output.status.success(), "{output:?}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(holds), "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// A pawn in the far corner is superfluous; the pawn that guards the mating square is not.
#[test]
fn pieces_without_a_role_are_named() {
    let idle = "4k4/9/4P4/9/9/9/9/9/P8 b G2r2b3g4s4n4l16p 1";
    let found = answer(&["--roles", idle]);
    let named: Vec<&Value> = found["flaws"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|f| f["name"] == "no-role")
        .collect();
    assert_eq!(named.len(), 1, "{found}");
    assert_eq!(named[0]["what"], "P 9i has no role");
}

/// Edits that remove a flaw keep the solution, and the edited problem is as described.
#[test]
fn edits_that_cure_are_problems_with_the_same_solution() {
    let flawed = "5/3+R1/K2G1/2k2/5 b r2bg2s2p";
    let found = answer(&["--vary", flawed]);
    assert_eq!(found["verdict"], "minor");
    let cures = found["cures"].as_array().unwrap();
    assert!(cures.len() > 5, "{found}");
    for cure in cures.iter().take(6) {
        let after = answer(&[cure["sfen"].as_str().unwrap()]);
        assert_eq!(
            (&after["verdict"], &after["line"]),
            (&cure["verdict"], &found["line"]),
            "{cure}"
        );
    }
}

/// Answers are taken over by the same question about the same position, whatever the limits. Other
/// options have other answers.
#[test]
fn answers_of_other_options_are_not_taken_over() {
    let folder = folder("fingerprint");
    let answers = folder.join("answers.jsonl");
    let path = answers.to_str().unwrap();
    let small = "5/3+R1/K2G1/2k2/5 b r2bg2s2p";
    let check = |options: &[&str], position: &str| {
        let mut all = vec!["--hash", "64", "--output", path];
        all.extend(options);
        all.push(position);
        let output = run(&all, "");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (position, options) in [
        (COMPLETE, vec!["--roles"]),
        (COMPLETE, vec!["--vary"]),
        (COMPLETE, vec!["--author", "1"]),
        (COMPLETE, vec!["-d", "3"]),
        (COMPLETE, vec!["--convention", "classical"]),
        (NO_MATE, vec!["--rest"]),
        (small, vec!["--rules", "5x5:2"]),
    ] {
        let _ = std::fs::remove_file(&answers);
        assert_eq!(check(&[], position).0, Some(0));
        let whole = std::fs::read_to_string(&answers).unwrap();
        let (code, said) = check(&options, position);
        assert_eq!(code, Some(2), "{options:?}: {said}");
        assert!(
            said.contains("line 1: this was checked with other options (--overwrite starts it anew)"),
            "{options:?}: {said}"
        );
        assert_eq!(
            std::fs::read_to_string(&answers).unwrap(),
            whole,
            "nothing is lost"
        );
        // The same question with other limits is the same question.
        let (code, said) = check(&["--nodes", "100000000", "--threads", "1"], position);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("(1 by an earlier run)"), "{said}");
        let mut anew = vec!["--overwrite"];
        anew.extend(&options);
        assert_ne!(check(&anew, position).0, Some(2), "{options:?}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// What stayed unknown is asked again, and a file of an older version, which says nothing about its
/// options, is refused.
#[test]
fn unknowns_are_asked_again_and_old_files_are_refused() {
    let folder = folder("unknowns");
    let answers = folder.join("answers.jsonl");
    let path = answers.to_str().unwrap();
    let check = |options: &[&str]| {
        let mut all = vec!["--hash", "64", "--output", path];
        all.extend(options);
        all.push(PAPER_1);
        let output = run(&all, "");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(check(&["--nodes", "3"]).0, Some(1));
    let (code, said) = check(&[]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said, "1 of 1 problems checked: 1 complete\n");
    let line = std::fs::read_to_string(&answers).unwrap();
    let (old, _) = line.split_once(",\"fingerprint\"").unwrap();
    std::fs::write(&answers, format!("{old}}}\n")).unwrap();
    let (code, said) = check(&[]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("line 1: this answer does not say which options"),
        "{said}"
    );
    assert!(said.contains("--overwrite starts it anew"), "{said}");
    assert_eq!(check(&["--overwrite"]).0, Some(0));
    std::fs::remove_dir_all(folder).unwrap();
}

/// The time is for the problem with all its edits, and what does not fit in is said.
#[test]
fn time_is_for_all_edits_together() {
    let cooked = "9/5+R1Pk/8B/9/9/9/9/9/9 b Grb3g4s4n4l17p 1";
    let clock = std::time::Instant::now();
    let found = answer(&["--vary", "--roles", "--time", "3", cooked]);
    // Each of a thousand edits had three seconds of its own once.
    assert!(clock.elapsed().as_secs() < 60, "{:?}", clock.elapsed());
    assert_eq!(found["unexamined"]["reason"], "time", "{found}");
    assert!(found["unexamined"]["edits"].as_u64().unwrap() > 100, "{found}");
}
