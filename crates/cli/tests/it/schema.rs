//! Every object that a command prints with `--json` is valid by the published schema,
//! `docs/format/answers.schema.json`. The schema allows no further fields, so a new field must be
//! published first.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;
use std::process::Command;

/// The schema of one command.
struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn of(command: &str) -> Schema {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/format/answers.schema.json"
        );
        let place = format!("{path}#/$defs/{}", command.replace(' ', "%20"));
        let index = compiler.compile(&place, &mut schemas);
        let index = index.unwrap_or_else(|error| panic!("{command}: {error:#}"));
        Schema { schemas, index }
    }

    /// Why an object is not valid.
    fn fault(&self, object: &Value) -> Option<String> {
        let result = self.schemas.validate(object, self.index);
        result.err().map(|error| format!("{error:#}\n{object}"))
    }
}

/// Commands with arguments that make them print each kind of answer.
const RUNS: &[(&str, &[&str], &[&str])] = &[
    ("solve", &[], &["mate", "nomate", "invalid"]),
    ("solve", &["--convention", "classical"], &["mate"]),
    ("solve", &["--nodes", "10"], &["unknown"]),
    ("check", &[], &["complete", "cooked", "nomate", "invalid"]),
    ("check", &["--nodes", "2000"], &["unknown"]),
    ("check", &["--roles", "--vary", "--nodes", "40000"], &[]),
    ("value", &[], &["win", "draw", "invalid"]),
    ("value", &["--method", "search"], &["draw"]),
    ("loa solve", &["--rules", "loa:4x4"], &["win"]),
    ("hisshi", &[], &["mate", "hisshi", "none", "invalid"]),
    ("hisshi", &["--nodes", "3"], &["unknown"]),
    ("hisshi", &["--moves", "paper"], &["hisshi", "unknown"]),
    ("hisshi", &["--futile", "kept"], &["hisshi"]),
    ("hisshi", &["--cooks"], &["mate", "hisshi", "none", "invalid"]),
    ("hisshi", &["--cooks", "--nodes", "600"], &[]),
    ("threat", &[], &["mated", "hisshi", "threat", "safe", "invalid"]),
    ("threat", &["--nodes", "3"], &["unknown"]),
    ("threat", &["--every-ply"], &["threat"]),
    ("show", &[], &["valid", "invalid"]),
    ("perft", &[], &["counted"]),
    ("perft", &["--divide"], &["counted"]),
];

const SHORT: &str = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";
const NO_MATE: &str = "7nk/7p1/9/7N1/9/9/9/9/9 b P 1";
const COOKED: &str = "9/5+R1Pk/8B/9/9/9/9/9/9 b Grb3g4s4n4l17p 1";
const HARD: &str = "l2g5/2s3g2/3k1p2p/P2pp2P1/1pP4s1/p1+B6/NP1P+nPS1P/K1G4+p1/L6NL b RBGNLPrs3p 1";
const BRINKMATE: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";
const BARE: &str = "4k4/9/9/9/9/9/9/9/9 b P 1";
const MATED: &str = "8k/7G1/7P1/9/9/9/9/9/9 w - 1";
const NO_PARRY: &str = "8k/9/7G1/9/9/9/9/9/9 w G 1";
const PARRIED: &str = "8k/9/7G1/9/9/9/9/9/9 w Gg 1";
const SAFE: &str = "8k/9/9/9/9/9/9/9/9 w G 1";
const OVERLOOKED: &str = "8k/9/7G1/9/9/9/9/9/9 w Gg 1 moves G*9a G*1b";
const BROKEN: &str = "4k4/4P4/4P3n/9/9/9/9/9/L8 b 20p 0";

/// The positions for a run.
fn positions(command: &str, options: &[&str]) -> Vec<&'static str> {
    match (command, options) {
        ("solve" | "check", []) => vec![SHORT, NO_MATE, COOKED, BROKEN],
        ("solve", ["--nodes", _]) => vec![HARD],
        ("solve", _) => vec![SHORT],
        ("check", _) => vec![COOKED],
        ("value", []) => vec!["3x4:LK-:1", "3x4:GK-:1", "nothing"],
        ("value", _) => vec!["3x4:GK-:1"],
        ("show", _) => vec!["3x4:LK-:1", "startpos", BROKEN],
        ("loa solve", _) => vec!["startpos"],
        ("hisshi", [] | ["--cooks"]) => vec![SHORT, BRINKMATE, BARE, BROKEN],
        ("hisshi", ["--moves", _]) => vec![BRINKMATE, BARE],
        ("hisshi", _) => vec![BRINKMATE],
        ("threat", [] | ["--nodes", _]) => vec![MATED, NO_PARRY, PARRIED, SAFE, BROKEN, BRINKMATE],
        ("threat", _) => vec![OVERLOOKED],
        ("perft", _) => vec!["2"],
        other => panic!("no positions for {other:?}"),
    }
}

fn yose(arguments: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_yose"))
        .args(arguments)
        .output()
        .expect("yose runs");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let objects: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect();
    assert!(!objects.is_empty(), "{arguments:?} prints nothing");
    objects
}

#[test]
fn every_answer_is_valid_by_the_schema() {
    for &(command, options, verdicts) in RUNS {
        let schema = Schema::of(command);
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.extend(options);
        arguments.extend(positions(command, options));
        arguments.push("--json");
        let answers = yose(&arguments);
        for answer in &answers {
            if let Some(fault) = schema.fault(answer) {
                panic!("{arguments:?}: {fault}");
            }
        }
        for verdict in verdicts {
            let met = answers.iter().any(|answer| answer["verdict"] == *verdict);
            assert!(met, "{arguments:?} never says {verdict}");
        }
    }
}

#[test]
fn certificates_are_valid_by_the_schema() {
    let folder = std::env::temp_dir().join(format!("yose-schema-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("nomate.cert").display().to_string();
    yose(&["solve", NO_MATE, "--certificate", &path, "--json"]);
    let broken = folder.join("broken.cert").display().to_string();
    let text = std::fs::read_to_string(&path).expect("the certificate");
    // One record is left out, and the count at the end says so.
    let lines: Vec<&str> = text.lines().collect();
    let [before @ .., _, "end 3"] = &lines[..] else {
        panic!("{text}");
    };
    std::fs::write(&broken, before.join("\n") + "\nend 2\n").expect("written");
    let schema = Schema::of("verify");
    let answers = yose(&["verify", "--json", &path, &broken, "no-such-file"]);
    std::fs::remove_dir_all(&folder).expect("removed");
    let verdicts: Vec<_> = answers.iter().map(|a| a["verdict"].as_str()).collect();
    assert_eq!(verdicts, [Some("accepted"), Some("rejected"), Some("invalid")]);
    for answer in &answers {
        if let Some(fault) = schema.fault(answer) {
            panic!("{fault}");
        }
    }
}

/// Commands whose answers are about no problem.
#[test]
fn other_answers_are_valid_by_the_schema() {
    let folder = std::env::temp_dir().join(format!("yose-schema-other-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let out = folder.display().to_string();
    let space = "tests/files/tiny.toml";
    let runs: [(&str, &[&str]); 5] = [
        ("enumerate --count", &["enumerate", space, "--count"]),
        (
            "enumerate",
            &["enumerate", space, "--format", "csv", "--out", &out],
        ),
        ("reproduce 3x4", &["reproduce", "3x4", "--only", "1,19"]),
        (
            "reproduce 3x4",
            &[
                "reproduce",
                "3x4",
                "--only",
                "128",
                "--method",
                "search",
                "--nodes",
                "10",
            ],
        ),
        (
            "reproduce tables",
            &["reproduce", "tables", "--only", "G", "--zone", "1", "--prove"],
        ),
    ];
    for (name, arguments) in runs {
        let schema = Schema::of(name);
        for answer in yose(&[arguments, &["--json"]].concat()) {
            if let Some(fault) = schema.fault(&answer) {
                panic!("{arguments:?}: {fault}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("removed");
    // What takes minutes or a server is valid as far as the schema says anything about it.
    for name in ["reproduce dobutsu", "enumerate --verify", "jobs"] {
        let empty = serde_json::json!({});
        assert!(Schema::of(name).fault(&empty).is_some(), "{name} allows anything");
    }
}

/// The objects that `docs/format/answers.md` shows below a command are valid.
#[test]
fn examples_of_the_documents_are_valid_by_the_schema() {
    let page = include_str!("../../../../docs/format/answers.md");
    let mut command = None;
    let mut checked = 0;
    for line in page.lines() {
        if let Some(typed) = line.strip_prefix("$ yose ") {
            let words: Vec<&str> = typed.split(' ').collect();
            let name = if ["loa", "reproduce"].contains(&words[0]) {
                words[..2].join(" ")
            } else {
                words[0].to_owned()
            };
            command = Some(name);
        } else if let (true, Some(name)) = (line.starts_with('{'), &command) {
            let object = serde_json::from_str(line).expect("an object");
            if let Some(fault) = Schema::of(name).fault(&object) {
                panic!("{fault}");
            }
            checked += 1;
        } else if line.starts_with("```") {
            command = None;
        }
    }
    assert!(checked >= 9, "only {checked} examples were found");
}

/// The schema is not so wide that it accepts anything.
#[test]
fn other_shapes_are_not_valid() {
    let answer = &yose(&["solve", SHORT, "--json"])[0];
    let schema = Schema::of("solve");
    let changes: [fn(&mut Value); 5] = [
        |a| a["verdict"] = "win".into(),
        |a| a["further"] = 1.into(),
        |a| a["line"] = "2d2c+".into(),
        |a| a["reason"] = "time".into(),
        |a| {
            a.as_object_mut().expect("an object").remove("lower");
        },
    ];
    assert_eq!(schema.fault(answer), None);
    for (i, change) in changes.iter().enumerate() {
        let mut other = answer.clone();
        change(&mut other);
        assert!(schema.fault(&other).is_some(), "change {i} is accepted");
    }
}
