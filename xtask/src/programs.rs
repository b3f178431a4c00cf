//! The test programs of the workspace: compiled once by cargo, then run here.
//!
//! Cargo runs test programs one after the other. Here those that mostly wait, for a browser or for
//! a server, are a step of their own, and the two kinds run side by side.

use crate::cargo;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// A test program.
#[derive(Debug)]
pub struct Program {
    /// The folder of its package, in which it runs, as cargo has it.
    folder: PathBuf,
    /// The package and the target: `yose-nats it`.
    name: String,
    executable: PathBuf,
}

impl Program {
    /// Compiles all test programs.
    pub fn compile() -> Result<Vec<Program>, String> {
        let output = cargo()
            .args(["test", "--workspace", "--tests", "--no-run"])
            .arg("--message-format=json-render-diagnostics")
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cargo could not be started: {error}"))?;
        if !output.status.success() {
            return Err(format!("the tests do not compile ({})", output.status));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let programs: Vec<Program> = text.lines().filter_map(Program::told).collect();
        match programs.is_empty() {
            true => Err("cargo told of no test program".to_owned()),
            false => Ok(programs),
        }
    }

    /// The test program that a message of cargo tells of, if it does.
    fn told(message: &str) -> Option<Program> {
        let message: Value = serde_json::from_str(message).ok()?;
        if message["profile"]["test"] != true {
            return None;
        }
        let manifest = PathBuf::from(message["manifest_path"].as_str()?);
        let folder = manifest.parent()?.to_owned();
        let package = folder.file_name()?.to_string_lossy().into_owned();
        let target = message["target"]["name"].as_str()?;
        Some(Program {
            name: format!("{package} {target}"),
            executable: PathBuf::from(message["executable"].as_str()?),
            folder,
        })
    }

    /// Whether this is a program of the package in this folder of `crates`.
    pub fn is_of(&self, package: &str) -> bool {
        self.folder.ends_with(package)
    }

    /// Runs it. What it prints is seen as it comes, or together at the end.
    fn run(&self, seen: Seen) -> bool {
        let mut command = Command::new(&self.executable);
        command
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder);
        let status = match seen {
            Seen::AsItComes => {
                eprintln!("xtask: tests of {}", self.name);
                command.status()
            }
            Seen::AtTheEnd => command.output().map(|output| {
                eprintln!("xtask: tests of {}", self.name);
                print!("{}", String::from_utf8_lossy(&output.stdout));
                eprint!("{}", String::from_utf8_lossy(&output.stderr));
                output.status
            }),
        };
        status.is_ok_and(|status| status.success())
    }
}

/// When people see what a program prints.
#[derive(Clone, Copy, Debug)]
enum Seen {
    AsItComes,
    AtTheEnd,
}

/// Runs programs one after the other, all of them even if some fail.
pub fn run_all(programs: &[&Program]) -> Result<(), String> {
    none(failing(programs, Seen::AsItComes))
}

/// Runs two lists side by side.
pub fn run_both(first: &[&Program], second: &[&Program]) -> Result<(), String> {
    thread::scope(|scope| {
        let beside = scope.spawn(|| failing(second, Seen::AtTheEnd));
        let mut failed = failing(first, Seen::AsItComes);
        failed.extend(beside.join().unwrap_or_else(|_| vec!["xtask itself"]));
        none(failed)
    })
}

/// The names of those that fail.
fn failing<'a>(programs: &[&'a Program], seen: Seen) -> Vec<&'a str> {
    let failed = programs.iter().filter(|program| !program.run(seen));
    failed.map(|program| program.name.as_str()).collect()
}

fn none(failed: Vec<&str>) -> Result<(), String> {
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("tests failed: {}", failed.join(", "))),
    }
}
