//! `yose threat`, and the records of brinkmates and of games with threats as comments.

use crate::folder::Folder;
use serde_json::Value;
use std::process::{Command, Output};
use yose_record::Record;

/// A gold on 2c and a gold in hand threaten mate on 2b and 1b. The defender has a gold, too.
const PARRIED: &str = "8k/9/7G1/9/9/9/9/9/9 w Gg 1";

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yose"))
        .args(arguments)
        .env("LC_ALL", "C")
        .output()
        .expect("yose runs")
}

fn answers(arguments: &[&str]) -> Vec<Value> {
    let output = run(arguments);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn words(value: &Value) -> Vec<&str> {
    let list = value.as_array().expect("a list").iter();
    list.filter_map(Value::as_str).collect()
}

/// The moves with a result.
fn with_result<'a>(answer: &'a Value, result: &str) -> Vec<&'a str> {
    let moves = answer["moves"].as_array().expect("moves").iter();
    moves
        .filter(|m| m["result"] == *result)
        .filter_map(|m| m["move"].as_str())
        .collect()
}

#[test]
fn a_threat_with_its_parries() {
    let answer = &answers(&["threat", "--json", PARRIED])[0];
    assert_eq!(answer["verdict"], "threat");
    assert_eq!(words(&answer["line"]).len(), 1);
    assert_eq!(words(&answer["parries"]), ["G*1b", "G*2a", "G*2b"]);
    assert_eq!(answer["undecided"], Value::Array(Vec::new()));
    // The king's step, and the gold on every other vacant square.
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(80));
    assert_eq!(with_result(answer, "parry"), ["G*1b", "G*2a", "G*2b"]);
    assert_eq!(with_result(answer, "mate").len(), 77);
    for m in answer["moves"].as_array().expect("moves") {
        assert_eq!(m["line"].is_null(), m["result"] != "mate", "{m}");
        assert!(m["counter"].is_null(), "the attacker has no king: {m}");
    }
}

#[test]
fn every_verdict() {
    for (position, verdict, code) in [
        ("8k/7G1/7P1/9/9/9/9/9/9 w - 1", "mated", 0),
        ("8k/9/7G1/9/9/9/9/9/9 w G 1", "hisshi", 0),
        ("8k/7G1/9/9/9/9/9/9/9 w - 1", "threat", 0),
        ("8k/9/9/9/9/9/9/9/9 w G 1", "safe", 0),
        ("8K/9/9/9/9/9/9/9/9 b g 1", "safe", 0),
    ] {
        let output = run(&["threat", "--json", position]);
        let answer: Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!(answer["verdict"], verdict, "{answer}");
        assert_eq!(output.status.code(), Some(code), "{answer}");
        // The mate after a pass: there is none in check, and none without a threat.
        assert_eq!(answer["line"].is_null(), verdict != "hisshi", "{answer}");
    }
    let output = run(&["threat", "--json", "--nodes", "0", PARRIED]);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(
        (&answer["verdict"], &answer["reason"]),
        (&"unknown".into(), &"nodes".into())
    );
    assert_eq!(answer["parries"], Value::Array(Vec::new()));
    assert_eq!(words(&answer["undecided"]).len(), 80);
    assert_eq!(output.status.code(), Some(1));
}

/// Both sides threaten a gold over a king in the corner. A gold that parries leaves another one for
/// the threat.
#[test]
fn a_parry_that_threatens_in_turn() {
    let position = "8k/9/7G1/9/9/9/6+p2/9/8K w G2g 1";
    let answer = &answers(&["threat", "--json", position])[0];
    assert_eq!(answer["verdict"], "threat", "{answer}");
    let moves = answer["moves"].as_array().expect("moves");
    let found = |word: &str| moves.iter().find(|m| m["move"] == word).expect("a legal move");
    let parry = found("G*2b");
    assert_eq!(
        (&parry["result"], &parry["counter"]),
        (&"parry".into(), &true.into())
    );
    // A check threatens nothing, and the promoted pawn on 4g supports no gold.
    assert!(found("G*2h")["counter"].is_null(), "{answer}");
    assert_eq!(found("3g4g")["counter"], false, "{answer}");
    let text = text(&["threat", position]);
    assert!(text.contains("parries that threaten mate in turn"), "{text}");
}

/// After some moves the attacker has a brinkmate. They still parry: there is no plain mate.
#[test]
fn a_parry_that_runs_into_a_brinkmate() {
    let position = "4k4/9/9/9/9/9/9/9/9 w GS 1";
    let answer = &answers(&["threat", "--json", position])[0];
    assert_eq!(answer["verdict"], "safe");
    let brinkmates = with_result(answer, "hisshi");
    assert!(!brinkmates.is_empty(), "{answer}");
    for m in &brinkmates {
        assert!(words(&answer["parries"]).contains(m), "{answer}");
    }
    // Without the search for brinkmates these are parries.
    let without = &answers(&["threat", "--json", "--brinkmates", "0", position])[0];
    assert_eq!(without["parries"], answer["parries"]);
    assert_eq!(with_result(without, "hisshi"), Vec::<&str>::new());
}

/// `--rest` gives everything that is not seen to the side to move, which defends.
#[test]
fn the_rest_goes_to_the_defender() {
    let answer = &answers(&["threat", "--json", "--rest", "8k/9/7G1/9/9/9/9/9/9 w G 1"])[0];
    let moves = answer["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|m| m["move"] == "R*5e"), "{answer}");
    assert_eq!(answer["verdict"], "threat");
}

#[test]
fn bad_input() {
    for (arguments, told) in [
        (
            &["threat", "8k/9/9/9/9/9/9/9/9 b G 1"][..],
            "`yose hisshi` asks about the other king",
        ),
        (
            &["hisshi", "8K/9/9/9/9/9/9/9/9 b G 1"],
            "`yose threat` asks about the king",
        ),
        (&["threat", "dobutsu"], "not defined under the Try rule"),
        (&["threat", "9/9/9/9/9/9/9/9/9 b G 1"], "no king"),
        (&["threat", "loa:5x5"], "Lines of Action"),
        (&["threat", PARRIED, "--kif", "x.kif"], "--every-ply"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {error}");
        assert!(error.contains(told), "{arguments:?} {error}");
    }
}

#[test]
fn texts_in_both_languages() {
    let english = text(&["threat", PARRIED, "--ascii"]);
    assert!(english.is_ascii(), "{english}");
    for told in [
        "threat of mate: 3 of 80 moves parry it",
        "threatened mate:\n   1 G*1b",
        "parries (3)\n     G*1b  G*2a  G*2b\n",
        "mate in 1 by G*1b after (75)",
    ] {
        assert!(english.contains(told), "{english}");
    }
    let japanese = text(&["threat", PARRIED, "--lang", "ja"]);
    for told in [
        "詰めろ：合法手80手のうち受けになる手は3手",
        "受け (3)\n     △１二金",
    ] {
        assert!(japanese.contains(told), "{japanese}");
    }
    let in_check = text(&["threat", "8k/7G1/9/9/9/9/9/9/9 w - 1"]);
    assert!(
        in_check.contains("in check: 1 of 1 moves do not run into mate"),
        "{in_check}"
    );
}

/// A game: White overlooks every parry, Black mates.
const GAME: &str = "8k/9/9/6G2/9/9/9/9/9 b Gg 1 moves 3d2c G*9a G*1b";

#[test]
fn every_ply_tells_what_was_overlooked() {
    let told = answers(&["threat", "--every-ply", "--json", GAME]);
    let plies: Vec<&str> = told.iter().filter_map(|a| a["id"].as_str()).collect();
    // Only White has a king.
    assert_eq!(plies, ["ply 1", "ply 3"]);
    assert_eq!(
        (&told[0]["verdict"], &told[0]["played"]),
        (&"threat".into(), &"G*9a".into())
    );
    assert_eq!(told[0]["overlooked"], true);
    assert_eq!(told[1]["verdict"], "mated");
    assert!(told[1].get("played").is_none(), "{}", told[1]);
    let parried = answers(&[
        "threat",
        "--every-ply",
        "--json",
        "8k/9/9/6G2/9/9/9/9/9 b Gg 1 moves 3d2c G*2b",
    ]);
    assert_eq!(parried[0]["overlooked"], false);
    let text = text(&["threat", "--every-ply", GAME]);
    assert!(text.contains("G*9a overlooks every parry; mate: G*1b"), "{text}");
    assert!(
        text.ends_with("2 positions: 1 with a threat or check, 1 lost; parries overlooked: 1\n"),
        "{text}"
    );
}

fn read(path: &str) -> Record {
    let bytes = std::fs::read(path).expect("the record");
    yose_record::read(&bytes, None).expect("a record that our reader takes")
}

/// Every comment of the main line, each with the number of moves before it.
fn comments(record: &Record) -> Vec<(usize, String)> {
    let root = record.tree.node(yose_record::Tree::ROOT).comments.iter();
    let mut found: Vec<(usize, String)> = root.map(|comment| (0, comment.clone())).collect();
    for (i, id) in record.tree.main_line().enumerate() {
        let comments = record.tree.node(id).comments.iter();
        found.extend(comments.map(|comment| (i + 1, comment.clone())));
    }
    found
}

#[test]
fn a_game_with_comments() {
    let folder = Folder::new("threat-kif");
    let path = folder.path("game.kif");
    let arguments = ["threat", "--every-ply", GAME, "--kif", &path];
    text(&arguments);
    let record = read(&path);
    let found = comments(&record);
    let at = |ply: usize| -> String {
        let there = found.iter().filter(|(at, _)| *at == ply);
        there
            .map(|(_, text)| text.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(record.tree.main_line().count(), 3);
    assert!(
        at(1).contains("threat of mate: 3 of 80 moves parry it"),
        "{found:?}"
    );
    assert!(at(1).contains("threatens mate in 1: G*1b"), "{found:?}");
    assert!(at(1).contains("parries: G*1b G*2a G*2b"), "{found:?}");
    assert!(at(2).contains("overlooks every parry"), "{found:?}");
    assert!(at(3).contains("every move runs into mate"), "{found:?}");
    // The file is not replaced unasked.
    assert_eq!(run(&arguments).status.code(), Some(2));
    text(&[&arguments[..], &["--overwrite", "--lang", "ja"]].concat());
    let found = comments(&read(&path));
    assert!(
        found
            .iter()
            .any(|(_, text)| text.contains("受け：△１二金△２一金△２二金")),
        "{found:?}"
    );
    // The record is a game again: its own comments stay, and it is not its own output.
    let marked = folder.path("marked.kif");
    text(&["threat", "--every-ply", &path, "--kif", &marked]);
    let twice = comments(&read(&marked));
    assert!(twice.len() > found.len(), "{twice:?}");
    let same = ["threat", "--every-ply", &path, "--kif", &path, "--overwrite"];
    assert_eq!(run(&same).status.code(), Some(2));
}

#[test]
fn several_games_go_to_a_folder() {
    let folder = Folder::new("threat-games");
    let list = folder.path("games.tsv");
    let other = "9/9/9/9/4K4/9/9/9/9 b P2p 1 moves 5e5f P*5b 5f5g";
    std::fs::write(&list, format!("a\t{GAME}\nb\t{other}\n")).expect("written");
    let into = folder.path("records");
    text(&["threat", "--every-ply", &list, "--kif", &into]);
    let (a, b) = (read(&format!("{into}/a.kif")), read(&format!("{into}/b.kif")));
    assert!(comments(&a).iter().any(|(_, text)| text.contains("overlooks")));
    assert_eq!(b.tree.main_line().count(), 3);
    assert_eq!(comments(&b), []);
}

#[test]
fn a_brinkmate_with_its_threats_as_comments() {
    let folder = Folder::new("hisshi-kif");
    let path = folder.path("hisshi.kif");
    let arguments = ["hisshi", "4k4/9/9/9/9/9/9/9/9 b GS 1", "--kif", &path];
    text(&arguments);
    let found = comments(&read(&path));
    assert_eq!(
        found,
        [
            (0, "yose hisshi: brinkmate in 1, proved shortest".to_owned()),
            (1, "threatens mate in 1: G*5b".to_owned()),
        ]
    );
    assert_eq!(run(&arguments).status.code(), Some(2));
    text(&[&arguments[..], &["--overwrite", "--lang", "ja"]].concat());
    let found = comments(&read(&path));
    assert_eq!(found[1].1, "詰めろ：▲５二金まで1手詰");
}

/// The answers that are kept are those that are printed, and a second run has nothing to do.
#[test]
fn answers_are_kept() {
    let folder = Folder::new("threat-output");
    let path = folder.path("kept.jsonl");
    let arguments = ["threat", PARRIED, "--output", &path];
    assert_eq!(run(&arguments).status.code(), Some(0));
    let kept = std::fs::read_to_string(&path).expect("kept");
    let kept: Value = serde_json::from_str(kept.lines().next().expect("a line")).expect("an object");
    assert_eq!(
        kept["parries"],
        answers(&["threat", "--json", PARRIED])[0]["parries"]
    );
    assert_eq!(run(&arguments).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&path).expect("kept").lines().count(), 1);
}
