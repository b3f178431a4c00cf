//! Lines of Action as a user meets it: answers with certificates that the verifier accepts, and
//! tables that are continued after an interruption.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn yose(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yose"))
        .env("LC_ALL", "C")
        .args(arguments)
        .output()
        .expect("yose starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("yose writes text")
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("yose-loa-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Position, verdict, length: wins and no wins on boards of several sizes, one drawn by repetition.
const PROBLEMS: [(&str, &str, Option<u64>); 6] = [
    ("2b5/w4w2/3bwwbb/1wwwbbb1/2bbbwb1/6w1/8/5b2 b", "win", Some(5)),
    ("8/4ww2/2w1b2b/3w4/2b1b3/2b1bb2/5b2/2ww4 b", "win", Some(7)),
    ("3w/2bb/wwb1/bw2 b", "win", Some(5)),
    ("3b/4/2bw/ww2 b", "win", Some(1)),
    ("2b2/3w1/1w2b/b4/1w3 b", "nowin", None),
    ("1b1b1/2w2/5/1b3/3bw b", "nowin", None),
];

#[test]
fn answers_are_certified_and_spoiled_certificates_are_not() {
    let folder = folder("certified");
    let file = folder.join("evidence.cert").display().to_string();
    for (position, verdict, length) in PROBLEMS {
        let solved = yose(&[
            "loa",
            "solve",
            "--json",
            "--hash",
            "32",
            "--overwrite",
            "--certificate",
            &file,
            position,
        ]);
        assert_eq!(solved.status.code(), Some(0), "{}", text(&solved.stderr));
        let answer: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("an object");
        assert_eq!(answer["verdict"], verdict, "{position}");
        assert_eq!(answer["length"].as_u64(), length, "{position}");
        let line = answer["line"].as_array().map(|line| line.len() as u64);
        assert_eq!(line, length, "{position}");
        let verified = yose(&["verify", "--json", &file]);
        assert_eq!(verified.status.code(), Some(0), "{}", text(&verified.stdout));
        let claim = match length {
            Some(1) => "win 1 (exactly 1)".to_owned(),
            Some(n) => format!("win {n}, notwithin {} (exactly {n})", n - 1),
            None => "nowin".to_owned(),
        };
        assert!(
            text(&verified.stdout).contains(&claim),
            "{}",
            text(&verified.stdout)
        );
        // Every record except the root's is needed by another.
        let whole = fs::read_to_string(&file).expect("a certificate");
        let lines: Vec<&str> = whole.lines().collect();
        let records = lines.len() - 1;
        if records > 12 {
            let spoiled: Vec<&str> = lines
                .iter()
                .enumerate()
                .filter(|(i, line)| *i != records - 1 && !line.starts_with("end "))
                .map(|(_, line)| *line)
                .collect();
            let count = spoiled.iter().filter(|line| line.contains(" - ")).count();
            fs::write(&file, format!("{}\nend {count}\n", spoiled.join("\n"))).expect("written");
            let verified = yose(&["verify", &file]);
            assert_eq!(verified.status.code(), Some(1), "{}", text(&verified.stdout));
        }
    }
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn tables_are_made_and_taken_up_again() {
    let folder = folder("tables");
    let out = folder.join("out").display().to_string();
    let problems = folder.join("problems.tsv");
    let lines: Vec<String> = PROBLEMS[..4]
        .iter()
        .enumerate()
        .map(|(i, (position, ..))| format!("P{i}\t{position}\n"))
        .collect();
    fs::write(&problems, lines.concat()).expect("written");
    let problems = problems.display().to_string();
    let arguments = [
        "reproduce",
        "loa",
        &problems,
        "--entries",
        "1,2",
        "--full",
        "4",
        "--out",
        &out,
    ];
    let first = yose(&arguments);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    let tables = text(&first.stdout);
    for title in [
        "Table 2.",
        "Table 5.",
        "Table 9.",
        "df-pn that looks ahead",
        "the paper: KTH",
    ] {
        assert!(tables.contains(title), "{tables}");
    }
    let runs = fs::read_to_string(folder.join("out/runs.csv")).expect("the runs");
    assert!(runs.lines().count() > 4 * 25, "{runs}");
    for name in ["table2.csv", "table9.csv", "figure6.svg", "figure7.svg"] {
        assert!(folder.join("out").join(name).exists(), "{name}");
    }
    // A line that was cut off is measured again, and no other line.
    let cut = runs.trim_end().rsplit_once(',').expect("cells").0;
    fs::write(folder.join("out/runs.csv"), cut).expect("written");
    let second = yose(&arguments);
    assert_eq!(second.status.code(), Some(0), "{}", text(&second.stderr));
    let again = fs::read_to_string(folder.join("out/runs.csv")).expect("the runs");
    assert_eq!(again.lines().count(), runs.lines().count());
    let kept = cut.rsplit_once('\n').expect("lines").0;
    assert!(again.starts_with(kept), "{again}");
    fs::remove_dir_all(folder).expect("removed");
}
