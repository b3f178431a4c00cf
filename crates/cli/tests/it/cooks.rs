//! `yose hisshi --cooks` as a process: the fields, the author's line, the limits, the words.

use crate::folder::Folder;
use serde_json::{Value, json};
use std::process::{Command, Output};

/// A silver before the king, then a gold mates. No other first move works.
const SILVER: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";
/// The gold comes to 2c or 3c, then the other one mates on 2b.
const TWO_MOVES: &str = "8k/9/9/6G2/9/9/9/9/9 b G 1";
const PLAIN_MATE: &str = "8k/9/7G1/9/9/9/9/9/9 b G 1";
/// A brinkmate of 3 plies that begins with a check.
const CHECK_FIRST: &str = "9/6S1k/9/8G/9/9/9/9/9 b - 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/9 b P 1";

fn run(arguments: &[&str], locale: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yose"))
        .env("LC_ALL", locale)
        .args(["hisshi", "--cooks", "--hash", "32"])
        .args(arguments)
        .output()
        .unwrap()
}

fn text(arguments: &[&str], locale: &str) -> String {
    String::from_utf8(run(arguments, locale).stdout).unwrap()
}

fn answer(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = run(&[&["--json"], arguments].concat(), "C");
    let answer = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (answer, output.status.code())
}

/// The cooks at a ply, by move.
fn moves(answer: &Value, at: u64) -> Vec<String> {
    let cooks = answer["cooks"].as_array().unwrap().iter();
    let moves = cooks.filter(|cook| cook["at"] == at);
    let mut moves: Vec<String> = moves.map(|c| c["move"].as_str().unwrap().to_owned()).collect();
    moves.sort();
    moves
}

#[test]
fn the_solution_and_the_cooks_are_all_first_moves_that_work() {
    let (found, code) = answer(&[TWO_MOVES]);
    assert_eq!((code, &found["verdict"]), (Some(0), &json!("hisshi")));
    assert_eq!(found["solution"], found["line"]);
    assert_eq!(found["undecided"], json!([]));
    let solution = found["solution"][0].as_str().unwrap().to_owned();
    let mut all = moves(&found, 1);
    assert!(!all.contains(&solution));
    // Against another solution the moves are the same.
    let other = all[0].clone();
    let (against, _) = answer(&[TWO_MOVES, "--solution", &other]);
    let mut again = moves(&against, 1);
    all.push(solution);
    again.push(other);
    all.sort();
    again.sort();
    assert_eq!(
        (&all, &again),
        (&vec!["3d2c".to_owned(), "3d3c".to_owned()], &all)
    );
    for cook in against["cooks"].as_array().unwrap() {
        assert_eq!(cook["class"], "other");
        assert_eq!((&cook["length"], &cook["exempt"]), (&json!(1), &json!(false)));
        assert_eq!(cook["line"][0], cook["move"]);
    }
}

#[test]
fn a_wrong_solution_is_a_flaw() {
    let (found, code) = answer(&[SILVER, "--solution", "G*9i 5a4a S*5c"]);
    assert_eq!(code, Some(0));
    let flaw = &found["flaws"][0];
    assert_eq!((&flaw["name"], &flaw["at"]), (&json!("none"), &json!(1)));
    assert!(moves(&found, 3).is_empty());
    let cook = found["cooks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["move"] == "S*5c");
    assert_eq!(cook.unwrap()["class"], "shorter");
}

/// A line of checks alone claims a plain mate. Where there is none, the first wrong move is told;
/// if every check keeps the brinkmate, the replies that last longer.
#[test]
fn a_solution_of_checks_alone_is_examined() {
    let solution = ["1d2c", "1b1a", "2c2b"];
    let (found, code) = answer(&[CHECK_FIRST, "--solution", &solution.join(" ")]);
    assert_eq!((code, &found["verdict"]), (Some(0), &json!("hisshi")));
    assert_eq!(found["solution"], json!(solution));
    let flaws = found["flaws"].as_array().unwrap();
    assert_eq!(flaws.len(), 1, "{found}");
    assert_eq!((&flaws[0]["name"], &flaws[0]["at"]), (&json!("none"), &json!(3)));
    assert_eq!(flaws[0]["line"], json!(["1a2b"]), "{found}");
    // The right move is one of those that work there.
    assert!(moves(&found, 3).contains(&"3b3a".to_owned()), "{found}");
    let english = text(&[CHECK_FIRST, "--solution", &solution.join(" ")], "C");
    assert!(
        english.contains("   3 none         there is no brinkmate after the author's move"),
        "{english}"
    );
    assert!(!english.contains("no line to examine"), "{english}");
    let japanese = text(&[CHECK_FIRST, "--solution", &solution.join(" ")], "ja_JP.UTF-8");
    assert!(japanese.contains("   3 不必至"), "{japanese}");
    // The check is right, but it is not all.
    let (found, _) = answer(&[CHECK_FIRST, "--solution", "1d2c 1b1a"]);
    assert_eq!(found["solution"], json!(["1d2c"]));
    let flaws = found["flaws"].as_array().unwrap();
    assert!(
        flaws.iter().all(|f| f["name"] == "longer" && f["at"] == 2),
        "{found}"
    );
    assert!(flaws.iter().any(|f| f["line"][0] == "1b1a"), "{found}");
}

#[test]
fn an_illegal_solution_is_refused_before_any_search() {
    for (line, told) in [("S*5a", "S*5a"), ("S*5c silver", "silver"), ("", "--solution")] {
        let output = run(&[SILVER, "--solution", line], "C");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(told), "{error}");
    }
    let output = run(&[SILVER, NONE, "--solution", "S*5c"], "C");
    assert_eq!(output.status.code(), Some(2));
}

/// The main line of a record is the author's line.
#[test]
fn a_record_has_its_own_solution() {
    let folder = Folder::new("cooks");
    let file = folder.path("problem.kif");
    let record = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
                  | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
                  | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
                  | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
                  | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
                  | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n\
                  先手の持駒：金　銀\n手数----指手---------消費時間--\n   1 ５三銀打\n   2 ４一玉(51)\n   3 ４二金打\n";
    std::fs::write(&file, record).unwrap();
    let (found, _) = answer(&[&file]);
    // What comes after the last quiet move is the mate.
    assert_eq!(found["solution"], json!(["S*5c"]));
}

#[test]
fn limits_leave_moves_undecided() {
    let (found, code) = answer(&[SILVER, "--solution", "S*5c", "--nodes", "60"]);
    assert_eq!(code, Some(1));
    let open = found["undecided"].as_array().unwrap();
    assert!(open.len() > 20, "{found}");
    assert!(open.iter().all(|open| open["reason"] == "nodes"));
    assert!(found["nodes"].as_u64().unwrap() <= 70, "{found}");
}

/// Without a line to examine nothing is claimed about cooks.
#[test]
fn a_mate_and_no_brinkmate_are_flaws() {
    let (mate, code) = answer(&[PLAIN_MATE]);
    assert_eq!((code, &mate["verdict"]), (Some(0), &json!("mate")));
    assert_eq!((&mate["cooks"], &mate["undecided"]), (&json!(null), &json!(null)));
    assert_eq!(mate["flaws"][0]["name"], "mate");
    let (none, code) = answer(&[NONE]);
    assert_eq!((code, &none["verdict"]), (Some(0), &json!("none")));
    assert_eq!((&none["cooks"], &none["undecided"]), (&json!([]), &json!([])));
    assert_eq!(none["flaws"][0]["name"], "none");
    // Other commands have no such fields.
    let plain = Command::new(env!("CARGO_BIN_EXE_yose"))
        .args(["hisshi", "--json", SILVER])
        .output()
        .unwrap();
    let plain: Value = serde_json::from_slice(&plain.stdout).unwrap();
    assert!(plain.get("cooks").is_none() && plain.get("flaws").is_none());
}

#[test]
fn texts_say_that_there_is_no_cook() {
    let english = text(&[SILVER], "C");
    assert!(english.contains("no cook, proved"), "{english}");
    let japanese = text(&[SILVER], "ja_JP.UTF-8");
    assert!(japanese.contains("余必至がないことを証明"), "{japanese}");
}

#[test]
fn texts_list_the_cooks() {
    let english = text(&[TWO_MOVES], "C");
    assert!(english.contains("other attacking moves that work\n"), "{english}");
    assert!(
        english.contains("   1 G-3c     cook  other          1 ply: G-3c\n"),
        "{english}"
    );
    let japanese = text(&[TWO_MOVES, "--solution", "3d2c"], "ja_JP.UTF-8");
    assert!(
        japanese.contains("   1 ▲３三金       欠陥  余必至         1手: ▲３三金\n"),
        "{japanese}"
    );
    assert!(!japanese.contains("余詰"), "{japanese}");
    let japanese = text(&[SILVER, "--solution", "G*9i"], "ja_JP.UTF-8");
    assert!(japanese.contains("余必至"), "{japanese}");
    assert!(japanese.contains("不必至"), "{japanese}");
}
