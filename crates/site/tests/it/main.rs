//! The program that `cargo xtask site` made, beside this one, and the page in a real browser.
//!
//! `cargo xtask test` makes the site and installs what the browser needs. Where they cannot be had,
//! the tests say SKIPPED.
//!
//! | file | contents |
//! | --- | --- |
//! | `same.rs` | the program in the browser gives the same answers as this one |
//! | `deep.rs` | what is too deep for a call stack stays open |
//! | `memory.rs` | a device with little memory |
//! | `browser.rs` | the page in a browser |

mod browser;
mod deep;
mod memory;
mod same;

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the site, if it was made.
fn site() -> Option<PathBuf> {
    let site = root().join("target/site");
    if !site.join("page/yose.wasm").exists() {
        eprintln!("SKIPPED: no site in target/site (`cargo xtask site` makes it)");
        return None;
    }
    Some(site)
}

/// What the program as WebAssembly posts last for each call. `None` where it cannot run.
fn by_wasm(calls: &[Value], options: &[&str], depth: Option<usize>) -> Option<Vec<Value>> {
    let site = site()?;
    let mut node = Command::new("node");
    node.args(options)
        .arg(root().join("crates/site/tests/calls.mjs"))
        .args([site.join("page/program.js"), site.join("page/yose.wasm")])
        .args(depth.map(|depth| depth.to_string()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let Ok(mut child) = node.spawn() else {
        eprintln!("SKIPPED: no node");
        return None;
    };
    let text: String = calls.iter().map(|call| format!("{call}\n")).collect();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).unwrap();
    let told: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(told.len(), calls.len());
    Some(told)
}
