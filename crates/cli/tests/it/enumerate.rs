//! Enumerations as processes: shards, crashes and interruptions do not change the files, and no
//! file is overwritten without the option to do so.

use crate::folder::Folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const SPACE: &str = "tests/files/tiny.toml";

fn yose(arguments: &[&str], out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yose"));
    command
        .env("LC_ALL", "C")
        .arg("enumerate")
        .args(arguments)
        .arg("--out")
        .arg(out)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], out: &Path) -> Output {
    yose(arguments, out).output().unwrap()
}

const ALL: [&str; 4] = ["--format", "sqlite,parquet,csv", "--disproofs", "40"];
const FINAL: [&str; 6] = ["sqlite", "parquet", "csv", "md", "differing.tsv", "html"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [SPACE]
        .into_iter()
        .chain(ALL)
        .chain(more.iter().copied())
        .collect()
}

fn same(a: &Path, b: &Path) {
    for ending in FINAL {
        let name = format!("tiny.{ending}");
        let (left, right) = (fs::read(a.join(&name)).unwrap(), fs::read(b.join(&name)).unwrap());
        assert!(!left.is_empty());
        assert!(left == right, "{name} differs");
    }
    // No temporary file is left.
    for entry in fs::read_dir(b).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.ends_with(".tmp") && !name.ends_with(".parts"), "{name}");
    }
}

#[test]
fn shards_crashes_and_threads_change_no_byte() {
    let folder = Folder::new("same");
    let plain = folder.0.join("plain");
    let output = run(&with(&["--threads", "1"]), &plain);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(" 0 undecided"), "{text}");

    // Three shards in another order, then joined.
    let shards = folder.0.join("shards");
    for shard in ["2/3", "3/3", "1/3"] {
        let output = run(&with(&["--shard", shard, "--hash", "8"]), &shards);
        assert!(output.status.success(), "{output:?}");
    }
    let files: Vec<String> = (1..=3)
        .map(|i| shards.join(format!("tiny.{i}-of-3.shard")).display().to_string())
        .collect();
    let joined = folder.0.join("joined");
    let two = run(&with(&["--merge", &files[0], &files[2]]), &joined);
    assert_eq!(two.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&two.stderr).contains("a shard was not given"),
        "{two:?}"
    );
    assert!(!joined.join("tiny.csv").exists());
    let output = run(&with(&["--merge", &files[2], &files[0], &files[1]]), &joined);
    assert!(output.status.success(), "{output:?}");
    same(&plain, &joined);

    // Kill the run as soon as its first frame is written, several times, then let it finish.
    let killed = folder.0.join("killed");
    for _ in 0..3 {
        let mut child = yose(&with(&["--resume", "--threads", "2"]), &killed)
            .spawn()
            .unwrap();
        let before = parts(&killed);
        let start = Instant::now();
        while parts(&killed) <= before && start.elapsed() < Duration::from_secs(20) {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if killed.join("tiny.html").exists() {
            break;
        }
    }
    if !killed.join("tiny.html").exists() {
        let parts = killed.join("tiny.parts");
        // A part that a crash left half written counts as missing.
        let first = fs::read_dir(&parts).unwrap().next().unwrap().unwrap().path();
        let text = fs::read(&first).unwrap();
        fs::write(&first, &text[..text.len() / 2]).unwrap();
        let again = run(&with(&[]), &killed);
        assert_eq!(again.status.code(), Some(2), "not without being told: {again:?}");
        assert!(
            String::from_utf8_lossy(&again.stderr).contains("--resume goes on"),
            "{again:?}"
        );
        let output = run(&with(&["--resume"]), &killed);
        assert!(output.status.success(), "{output:?}");
    }
    same(&plain, &killed);

    // Existing files are not overwritten.
    let before = fs::read(plain.join("tiny.csv")).unwrap();
    let output = run(&with(&[]), &plain);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("is there already"),
        "{output:?}"
    );
    assert_eq!(fs::read(plain.join("tiny.csv")).unwrap(), before);

    // Shards of other terms are refused.
    let output = run(
        &[SPACE, "--disproofs", "41", "--overwrite", "--merge", &files[0]],
        &joined,
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("a part of something else"),
        "{output:?}"
    );
}

fn parts(folder: &Path) -> usize {
    fs::read_dir(folder.join("tiny.parts")).map_or(0, |entries| {
        let part = |name: &str| name.ends_with(".part");
        entries
            .flatten()
            .filter(|entry| entry.file_name().to_str().is_some_and(part))
            .count()
    })
}

#[test]
fn a_limit_leaves_diagrams_open_and_says_so() {
    let folder = Folder::new("limit");
    let output = run(
        &[
            SPACE,
            "--nodes",
            "3",
            "--json",
            "--format",
            "csv",
            "--disproofs",
            "0",
        ],
        &folder.0,
    );
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let open = answer["open"].as_u64().unwrap();
    assert!(open > 0);
    let rows = fs::read_to_string(folder.0.join("tiny.csv")).unwrap();
    assert_eq!(
        rows.lines().filter(|row| row.contains(",unknown,")).count() as u64,
        open
    );
    assert_eq!(
        rows.lines().count() as u64,
        answer["problems"].as_u64().unwrap() + 1
    );
}

/// What has too few nodes comes back with ten times as many, by frame: a frame of the first pass in
/// which nothing stayed open is what it was, and the others are those of a run with ten times the
/// nodes. Shards and resuming do not change that.
#[test]
fn a_second_pass_has_ten_times_the_nodes() {
    let folder = Folder::new("second");
    let limited = |nodes, more: &[&str], out: &Path| {
        let options = [SPACE, "--nodes", nodes, "--format", "csv", "--disproofs", "0"];
        let output = run(&[&options[..], more].concat(), out);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (few, many) = (folder.0.join("few"), folder.0.join("many"));
    let (code, said) = limited("30", &[], &few);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("frames with 300 nodes a diagram"), "{said}");
    // The only run that has as many nodes from the start, and none more after that.
    let shards = folder.0.join("shards");
    for shard in ["1/2", "2/2"] {
        let (code, said) = limited("30", &["--shard", shard], &shards);
        assert_eq!(code, Some(0), "{said}");
    }
    let files = ["1", "2"].map(|i| shards.join(format!("tiny.{i}-of-2.shard")).display().to_string());
    let (code, said) = limited("30", &["--merge", &files[0], &files[1]], &many);
    assert_eq!(code, Some(1), "{said}");
    let read = |folder: &Path| fs::read_to_string(folder.join("tiny.csv")).unwrap();
    assert_eq!(read(&few), read(&many));
    let open = |rows: &str| rows.lines().filter(|row| row.contains(",unknown,")).count();
    let more = folder.0.join("more");
    let (_, said) = limited("300", &[], &more);
    assert!(said.contains("3000 nodes"), "{said}");
    assert!(
        open(&read(&more)) < open(&read(&few)),
        "ten times the nodes decide more"
    );
    for entry in fs::read_dir(&few).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.ends_with("parts"), "{name}");
    }
}

/// A stored certificate can be made again from the number of the diagram alone, and is checked on
/// request. A corrupted certificate is named.
#[test]
fn disproofs_are_made_again_and_checked() {
    let folder = Folder::new("disproofs");
    let output = run(&with(&["--threads", "1"]), &folder.0);
    assert!(output.status.success(), "{output:?}");
    let file = folder.0.join("tiny.sqlite");
    let path = file.display().to_string();
    let output = run(&[SPACE, "--verify", &path, "--json"], &folder.0);
    assert!(output.status.success(), "{output:?}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["verdict"], "accepted");
    assert_eq!(answer["one_in"], 40);
    assert!(answer["disproofs"].as_u64().unwrap() > 3, "{answer}");

    let database = rusqlite::Connection::open(&file).unwrap();
    let (number, stored): (i64, String) = database
        .query_row(
            "SELECT number, certificate FROM disproofs ORDER BY number DESC",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    let again = run(&[SPACE, "--disproof", &number.to_string()], &folder.0);
    assert!(again.status.success(), "{again:?}");
    assert_eq!(String::from_utf8(again.stdout).unwrap(), stored);

    // A diagram with a mate, with a king in check, or with a number too high has none.
    let mate: i64 = database
        .query_row("SELECT number FROM problems WHERE verdict = 'mate'", [], |row| {
            row.get(0)
        })
        .unwrap();
    let none = run(&[SPACE, "--disproof", &mate.to_string()], &folder.0);
    assert_eq!(none.status.code(), Some(2), "{none:?}");
    let none = run(&[SPACE, "--disproof", "999999999"], &folder.0);
    assert_eq!(none.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&none.stderr).contains("numbers go from 0 to"),
        "{none:?}"
    );

    // A certificate of another diagram, a corrupted one, a lost one.
    let other: i64 = database
        .query_row("SELECT number FROM disproofs ORDER BY number", [], |row| {
            row.get(0)
        })
        .unwrap();
    database
        .execute(
            "UPDATE disproofs SET certificate = ? WHERE number = ?",
            rusqlite::params![stored, other],
        )
        .unwrap();
    database
        .execute(
            "UPDATE disproofs SET certificate = replace(certificate, 'claim nomate', 'claim notwithin 3') WHERE number = ?",
            [number],
        )
        .unwrap();
    let lost: i64 = database
        .query_row(
            "SELECT number FROM disproofs WHERE number NOT IN (?, ?)",
            [number, other],
            |row| row.get(0),
        )
        .unwrap();
    database
        .execute("DELETE FROM disproofs WHERE number = ?", [lost])
        .unwrap();
    drop(database);
    let output = run(&[SPACE, "--verify", &path], &folder.0);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    for fault in [
        format!("diagram {lost}: no disproof is stored"),
        format!("diagram {other}: the certificate is about another position"),
        format!("diagram {number}: the certificate claims something else"),
    ] {
        assert!(text.contains(&fault), "{text}");
    }
    let output = run(&["kin-gin-six", "--verify", &path], &folder.0);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// A sample holds the rows of the whole, under a name of its own and with a mark in every text. A
/// sample of everything forecasts what there is.
#[test]
fn a_sample_is_never_taken_for_the_whole() {
    let folder = Folder::new("sample");
    let common = [
        SPACE,
        "--format",
        "csv,sqlite",
        "--disproofs",
        "40",
        "--threads",
        "2",
    ];
    let enumerated = |more: &[&str], out: &Path| {
        let output = run(&[&common[..], more].concat(), out);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let whole = enumerated(&["--json"], &folder.0);
    let whole: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let text = enumerated(&["--sample", "9", "--seed", "4"], &folder.0);
    let marked = "tiny, a sample of 9 of 24 frames, seed 4: ";
    assert!(text.starts_with(marked), "{text}");
    assert!(
        text.contains("| hours of one thread | ") && text.contains("| mates of "),
        "{text}"
    );
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    assert!(read("tiny.sample-9-4.md").starts_with(marked));
    assert!(read("tiny.sample-9-4.html").contains("<title>tiny, a sample of 9 of 24 frames, seed 4</title>"));
    // All but the group of alike solutions, which depends on what else is there.
    let rows = |name: &str| -> Vec<String> {
        let rows = read(name);
        rows.lines()
            .map(|row| row.rsplit_once(',').unwrap().0.to_owned())
            .collect()
    };
    let (all, some) = (rows("tiny.csv"), rows("tiny.sample-9-4.csv"));
    assert!(some.len() > 100 && some.len() < all.len());
    assert!(some.iter().all(|row| all.contains(row)));
    let database = rusqlite::Connection::open(folder.0.join("tiny.sample-9-4.sqlite")).unwrap();
    let (name, terms): (String, String) = database
        .query_row("SELECT name, terms FROM space", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    assert!(
        marked.starts_with(&name) && terms.ends_with(" sample=9/24 seed=4"),
        "{name} {terms}"
    );
    let sqlite = folder.0.join("tiny.sample-9-4.sqlite").display().to_string();
    let checked = run(&[SPACE, "--verify", &sqlite], &folder.0);
    assert!(checked.status.success(), "{checked:?}");

    let every = enumerated(&["--sample", "24"], &folder.0.join("every"));
    let line = every.lines().find(|line| line.starts_with("| mates | ")).unwrap();
    let mates = whole["mates"].as_u64().unwrap();
    assert_eq!(line, format!("| mates | {mates} | {mates} | 0 |"));

    // One in three diagrams of every frame: rows of the whole again, and marked again.
    let thin = enumerated(&["--sample", "24", "--one-in", "3"], &folder.0);
    assert!(
        thin.starts_with("tiny, a sample of 24 of 24 frames, one in 3 of their diagrams, seed 1: "),
        "{thin}"
    );
    let thin = rows("tiny.sample-24-1-one-in-3.csv");
    assert!(thin.len() * 5 < all.len() * 2 && thin.len() * 4 > all.len());
    assert!(thin.iter().all(|row| all.contains(row)));

    for wrong in [
        ["--sample", "3", "--shard", "1/2"],
        ["--seed", "3", "--threads", "1"],
    ] {
        let refused = run(&[&[SPACE], &wrong[..]].concat(), &folder.0);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}

/// The files of docs/guide/many-machines.md as schedulers run them, for a smaller space and three
/// shards.
#[cfg(unix)]
#[test]
fn the_arrays_of_the_guide_make_the_whole() {
    const GUIDE: &str = include_str!("../../../../docs/guide/many-machines.md");
    let block = |first: &str| {
        let at = GUIDE.find(first).unwrap();
        GUIDE[at..].split_once("```").unwrap().0.to_owned()
    };
    let folder = Folder::new("arrays");
    let space = std::path::absolute(SPACE).unwrap().display().to_string();
    let smaller = |text: &str| {
        text.replace("enumerate kin-gin ", &format!("enumerate {space} "))
            .replace("kin-gin.", "tiny.")
            .replace("/16", "/3")
            .replace("-of-16", "-of-3")
    };
    let program = Path::new(env!("CARGO_BIN_EXE_yose")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let sh = |script: &str, at: &Path, variables: &[(&str, String)]| {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(at).env("PATH", &path);
        let output = command.envs(variables.iter().cloned()).output().unwrap();
        assert!(output.status.success(), "{script}: {output:?}");
    };
    let (slurm, kubernetes, plain) = (
        folder.0.join("slurm"),
        folder.0.join("kubernetes"),
        folder.0.join("plain"),
    );
    for folder in [&slurm, &kubernetes, &plain] {
        fs::create_dir(folder).unwrap();
    }
    let script = smaller(&block("#!/bin/sh\n#SBATCH"));
    assert!(script.contains("#SBATCH --array=1-16\n"));
    let merge = smaller(&block("yose enumerate kin-gin --merge "));
    for task in 1..=3 {
        let variables = [
            ("SLURM_ARRAY_TASK_ID", task.to_string()),
            ("SLURM_CPUS_PER_TASK", "1".to_owned()),
        ];
        sh(&script, &slurm, &variables);
    }
    sh(&merge, &slurm, &[]);

    let job = block("apiVersion: batch/v1");
    assert!(job.contains("completions: 16\n") && job.contains("completionMode: Indexed\n"));
    let line = job.lines().find(|line| line.contains("args: [")).unwrap();
    let arguments = smaller(line.split('\'').nth(1).unwrap()).replace("/shards", "shards");
    for index in 0..3 {
        sh(
            &arguments,
            &kubernetes,
            &[("JOB_COMPLETION_INDEX", index.to_string())],
        );
    }
    sh(&merge, &kubernetes, &[]);

    sh(&smaller("yose enumerate kin-gin --out kin-gin"), &plain, &[]);
    for ending in ["sqlite", "parquet", "md"] {
        let read = |folder: &Path| fs::read(folder.join("kin-gin").join(format!("tiny.{ending}"))).unwrap();
        assert!(read(&slurm) == read(&plain), "{ending}");
        assert!(read(&kubernetes) == read(&plain), "{ending}");
    }
}
