//! `yose check` as a process: the promised fields, the verdicts, the author's line, errors one by one.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A gold on the head: complete.
const COMPLETE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// All interpositions are futile: 13 plies with, 1 without.
const FUTILE: &str = "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1";
/// Paper, appendix, problem 1: 15 plies, no cook.
const PAPER_1: &str = "6GSk/6sgg/6SgS/9/9/9/9/9/9 b 2r2b4n4l18p 1";
const NO_MATE: &str = "7nk/7p1/9/7N1/9/9/9/9/9 b P 1";

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yose"))
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

/// DESIGN.md section 7: the fields of `check`, by name.
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
    assert_eq!(complete["policy"], "immediate");
}

#[test]
fn the_policy_decides_the_length() {
    for (policy, length) in [("none", 13), ("immediate", 1), ("strict", 1)] {
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
    // A check that does not mate; a reply that lasts two plies less; a line that ends too soon.
    assert_eq!(names(&answer(&["--author", "G*4b", COMPLETE])), ["nomate"]);
    let soon = "2a1b+ 2b1b G*2a";
    assert_eq!(names(&answer(&["--author", soon, PAPER_1])), ["broken"]);
    // Not legal at all.
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
        (vec!["--futile", "some", COMPLETE], "immediate"),
    ] {
        let output = run(&arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(what), "{arguments:?}: {said}");
    }
}

/// For people: the verdict, the line in Japanese and USI, other mating moves.
#[test]
fn text_tells_the_solution_and_what_else_mates() {
    let output = run(
        &["--hash", "16", "8k/6R2/9/4G4/7l1/9/9/9/9 b 2Nr2b3g4s2n3l18p 1"],
        "",
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("mate in 5 (5手詰)"), "{text}");
    assert!(text.contains("   1 ▲"), "{text}");
}
