//! Runs through the program that people start: `yose enumerate`, `check`, `worker` and `jobs` with
//! `--nats`. Its files are those of `yose` without it.

use crate::bed::{Folder, LONG, PROGRAM, TestServer, messages, server_or_skip};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;

/// `yose`, which stands beside `yose-nats`. The tests of the workspace build both; for this crate
/// alone, `cargo test -p yose -p yose-nats --test it` does.
fn front_door() -> Option<PathBuf> {
    let name = format!("yose{}", std::env::consts::EXE_SUFFIX);
    let path = Path::new(PROGRAM).with_file_name(name);
    path.exists().then_some(path)
}

macro_rules! front_door_or_skip {
    () => {
        match front_door() {
            Some(program) => program,
            None => {
                println!("SKIPPED: no yose beside yose-nats; `cargo test -p yose -p yose-nats --test it`");
                return;
            }
        }
    };
}

fn yose(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .env("LC_ALL", "C")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(program: &Path, arguments: &[&str]) -> Output {
    yose(program, arguments).output().unwrap()
}

/// Workers that are killed with the test.
struct Workers(Vec<Child>);

impl Workers {
    fn start(program: &Path, url: &str, names: &[&str]) -> Workers {
        let start = |name: &&str| {
            let options = [
                "worker",
                "--nats",
                url,
                "--name",
                *name,
                "--threads",
                "1",
                "--memory",
                "256",
            ];
            let mut command = yose(program, &options);
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        Workers(names.iter().map(start).collect())
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

const TINY: &str = "crates/cli/tests/files/tiny.toml";
const SUITE: &str = "suites/tsume/small.tsv";

/// Two workers, every format, and `yose jobs --json` while the run is under way.
#[test]
fn yose_enumerate_over_workers_writes_the_files_of_one_machine() {
    let program = front_door_or_skip!();
    let server = TestServer::start(server_or_skip!());
    let url = server.options().url;
    let folder = Folder::new();
    let [here, there] = ["here", "there"].map(|name| folder.0.join(name).display().to_string());
    let common = [
        "enumerate",
        TINY,
        "--format",
        "sqlite,parquet,csv",
        "--disproofs",
        "40",
        "--hash",
        "16",
    ];
    let with = |more: &[&'static str], out: &str, nats: &[&str]| {
        let arguments: Vec<String> = common
            .iter()
            .chain(more)
            .chain(&["--out"])
            .map(|word| (*word).to_owned())
            .chain([out.to_owned()])
            .chain(nats.iter().map(|word| (*word).to_owned()))
            .collect();
        arguments
    };
    let words = |arguments: &[String]| arguments.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    // Few nodes: the second pass takes part.
    let alone = with(&["--nodes", "300", "--threads", "1"], &here, &[]);
    let output = run(&program, &alone.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(
        output.status.code().is_some_and(|code| code < 2),
        "{} {output:?}",
        words(&alone)
    );
    let together = with(
        &["--nodes", "300"],
        &there,
        &["--nats", &url, "--piece", "2", "--recheck", "0.2"],
    );
    let together: Vec<&str> = together.iter().map(String::as_str).collect();
    let running = yose(&program, &together).spawn().unwrap();
    let workers = Workers::start(&program, &url, &["one", "two"]);
    // Both workers and the run are seen while it lasts, or the run was too quick.
    let jobs = || -> Value {
        let output = run(&program, &["jobs", "--nats", &url, "--json"]);
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let start = Instant::now();
    let seen = loop {
        let told = jobs();
        let names: Vec<&str> = told["workers"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|worker| worker["name"].as_str())
            .collect();
        if names == ["one", "two"] || start.elapsed() > LONG {
            break told;
        }
    };
    assert_eq!(seen["schema"], 1, "{seen}");
    assert_eq!(seen["workers"][1]["name"], "two", "{seen}");
    assert_eq!(seen["workers"][0]["threads"], 1, "{seen}");
    let together = running.wait_with_output().unwrap();
    assert_eq!(together.status, output.status, "{together:?}");
    let table = |output: &Output| {
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        text.lines()
            .filter(|line| !line.contains(&*folder.0.display().to_string()))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert!(table(&output).len() > 3);
    assert_eq!(table(&output), table(&together));
    let said = String::from_utf8_lossy(&together.stderr).into_owned();
    assert!(said.contains("is missed with probability"), "{said}");
    for ending in ["sqlite", "parquet", "csv", "md", "differing.tsv", "html"] {
        let read = |folder: &str| fs::read(Path::new(folder).join(format!("tiny.{ending}"))).unwrap();
        assert!(!read(&here).is_empty());
        assert!(read(&here) == read(&there), "tiny.{ending} differs");
    }
    let mut names: Vec<String> = fs::read_dir(&there)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.retain(|name| !name.starts_with("tiny."));
    assert!(names.is_empty(), "{names:?}");
    // Nothing of it is left on the server, and nobody lists it.
    assert_eq!(messages(&server.options(), "yose-results"), 0);
    assert_eq!(jobs()["runs"], serde_json::json!([]));
    drop(workers);
}

/// A sample is the same over workers, and a run of its own on the server.
#[test]
fn yose_enumerate_samples_over_workers_like_one_machine() {
    let program = front_door_or_skip!();
    let server = TestServer::start(server_or_skip!());
    let url = server.options().url;
    let folder = Folder::new();
    let [here, there] = ["here", "there"].map(|name| folder.0.join(name).display().to_string());
    let sample = |out: &str, more: &[&str]| {
        let common = [
            "enumerate",
            TINY,
            "--sample",
            "7",
            "--seed",
            "3",
            "--hash",
            "16",
            "--out",
            out,
        ];
        let output = run(&program, &[&common[..], more].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    sample(&here, &["--threads", "2"]);
    let workers = Workers::start(&program, &url, &["one", "two"]);
    let said = sample(&there, &["--nats", &url]);
    assert!(
        said.contains("tiny, a sample of 7 of 24 frames, seed 3 in 7 pieces"),
        "{said}"
    );
    for ending in ["sqlite", "parquet", "md", "differing.tsv", "html"] {
        let name = format!("tiny.sample-7-3.{ending}");
        let read = |folder: &str| fs::read(Path::new(folder).join(&name)).unwrap();
        assert!(read(&here) == read(&there), "{name} differs");
    }
    assert_eq!(messages(&server.options(), "yose-results"), 0);
    drop(workers);
}

/// Answers without what differs from run to run.
fn answers(text: &[u8]) -> Vec<Value> {
    let lines = std::str::from_utf8(text).unwrap().lines();
    lines
        .map(|line| {
            let mut value: Value = serde_json::from_str(line).unwrap();
            value["seconds"] = 0.into();
            if let Some(object) = value.as_object_mut() {
                object.remove("checksum");
            }
            value
        })
        .collect()
}

/// On standard output and as a file; in two passes.
#[test]
fn yose_check_over_workers_answers_like_one_machine() {
    let program = front_door_or_skip!();
    let server = TestServer::start(server_or_skip!());
    let url = server.options().url;
    let folder = Folder::new();
    let common = [
        "check",
        SUITE,
        "--nodes",
        "300",
        "--second-pass",
        "--hash",
        "16",
        "--json",
    ];
    let check = |more: &[&str]| {
        let arguments: Vec<&str> = common.iter().chain(more).copied().collect();
        run(&program, &arguments)
    };
    let alone = check(&["--jobs", "1"]);
    let expected = answers(&alone.stdout);
    assert!(expected.len() > 10, "{alone:?}");
    let workers = Workers::start(&program, &url, &["one", "two"]);
    let together = check(&["--nats", &url, "--piece", "3"]);
    assert_eq!(answers(&together.stdout), expected, "{together:?}");
    assert_eq!(together.status, alone.status);
    let [here, there] = ["here", "there"].map(|name| folder.0.join(name).display().to_string());
    let kept = check(&["--jobs", "1", "--output", &here]);
    let kept_too = check(&["--nats", &url, "--output", &there]);
    assert_eq!(kept.status, kept_too.status, "{kept_too:?}");
    let [here, there] = [here, there].map(|file| answers(&fs::read(file).unwrap()));
    assert_eq!(here.len(), expected.len());
    assert_eq!(here, there);
    drop(workers);
}

/// Who waits for nothing leaves, and who may not join is told why.
#[test]
fn yose_worker_leaves_when_there_is_nothing_to_do() {
    let program = front_door_or_skip!();
    let server = TestServer::with_config(server_or_skip!(), "authorization { token: \"a-word\" }");
    let url = server.options().url;
    let idle = ["worker", "--nats", &url, "--idle", "0.1"];
    let refused = run(&program, &idle);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains(&url), "{said}");
    let mut command = yose(&program, &idle);
    let left = command.env("NATS_TOKEN", "a-word").output().unwrap();
    assert_eq!(left.status.code(), Some(0), "{left:?}");
    let said = String::from_utf8_lossy(&left.stderr).into_owned();
    assert!(said.contains("0 pieces done"), "{said}");
    assert!(!said.contains("a-word"), "{said}");
}
