//! The examples of the READMEs, the guides and the formats run as printed, and say what is printed
//! below them. Times and counts of nodes may differ, and an example may leave lines out. Unix only,
//! because the examples are lines of a shell.

use crate::folder::Folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A command of a document and the lines below it.
struct Example {
    line: String,
    shown: Vec<String>,
}

/// The examples of a document: the lines with a `$` in blocks of a console.
fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let (mut inside, mut below) = (false, false);
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            inside = !inside && kind == "console";
            below = false;
        } else if !inside {
        } else if let Some(command) = line.strip_prefix("$ ") {
            let line = command.split("   #").next().unwrap_or_default().trim().to_owned();
            found.push(Example {
                line,
                shown: Vec::new(),
            });
            below = true;
        } else if let (true, Some(example)) = (below, found.last_mut()) {
            example.shown.push(line.trim_end().to_owned());
        }
    }
    found
}

/// Whether a newcomer can run the line here: it starts no server, needs no other program, and all
/// its files are in the folder or made by examples before.
fn runs_here(line: &str, folder: &Path) -> bool {
    let is_ours = ["yose ", "printf "].iter().any(|start| line.starts_with(start));
    let waits = ["yose serve", "yose worker", "yose jobs"]
        .iter()
        .any(|start| line.starts_with(start));
    let words = || line.split(' ');
    let is_output = |word: &str| {
        let before = words().zip(words().skip(1)).find(|(_, next)| *next == word);
        before.is_some_and(|(option, _)| option.starts_with("--"))
    };
    let is_file = |word: &&str| {
        let extension = Path::new(word).extension().and_then(|e| e.to_str());
        extension.is_some_and(|e| ["kif", "toml", "tsv", "sqlite", "jsonl", "cert"].contains(&e))
    };
    let missing = words()
        .filter(is_file)
        .any(|word| !is_output(word) && !folder.join(word).exists());
    is_ours && !waits && !missing
}

fn run(line: &str, folder: &Path, locale: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_yose"));
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
        .env("LC_ALL", locale)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A line without its times and counts of nodes.
fn settled(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let number = &rest[at..];
        let end = number
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(number.len());
        let (before, after) = (&rest[..at], &number[end..]);
        let units = [" s", "秒", " nodes", "局面"];
        let names = ["\"nodes\":", "\"seconds\":"];
        let varies = units.iter().any(|unit| after.starts_with(unit))
            || names.iter().any(|name| before.ends_with(name));
        text.push_str(before);
        text.push_str(if varies { "N" } else { &number[..end] });
        rest = after;
    }
    text + rest
}

/// Whether a line is the one that is shown, in which `...` and `…` stand for anything.
fn is_shown(line: &str, shown: &str) -> bool {
    let (line, shown) = (settled(line.trim_end()), settled(shown));
    if line == shown {
        return true;
    }
    let parts = shown.split("...").flat_map(|part| part.split('…'));
    let parts: Vec<&str> = parts.map(str::trim).collect();
    let mut rest = line.as_str();
    parts.len() > 1
        && parts.iter().all(|part| match rest.find(part) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![root.join("README.md"), root.join("README.ja.md")];
    for folder in ["docs/guide", "docs/format"] {
        let files = std::fs::read_dir(root.join(folder)).unwrap().flatten();
        let pages = files.map(|file| file.path());
        found.extend(pages.filter(|path| path.extension().is_some_and(|e| e == "md")));
    }
    found.sort();
    found
}

#[test]
fn examples_of_the_documents_run_as_printed() {
    let (mut ran, mut compared) = (0, 0);
    for document in documents() {
        let folder = Folder::new("documents");
        std::fs::copy("tests/files/tsume.kif", folder.path("棋譜.kif")).unwrap();
        let text = std::fs::read_to_string(&document).unwrap();
        let is_japanese = document.display().to_string().ends_with(".ja.md");
        let locale = if is_japanese { "ja_JP.UTF-8" } else { "C.UTF-8" };
        for Example { line, shown } in examples(&text) {
            let line = match line.strip_prefix("cargo yose ") {
                Some(rest) => format!("yose {rest}"),
                None => line,
            };
            if !runs_here(&line, &folder.0) {
                continue;
            }
            let output = run(&line, &folder.0, locale);
            let said = String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap();
            let place = format!("{}: {line}", document.display());
            ran += 1;
            if shown.is_empty() {
                assert!(output.status.success(), "{place}: {output:?}");
            }
            // The lines that are shown are there, in their order.
            let mut lines = said.lines();
            for shown in shown.iter().filter(|shown| !shown.is_empty() && *shown != "...") {
                let met = lines.any(|line| is_shown(line, shown));
                assert!(met, "{place} does not print `{shown}` there but\n{said}");
                compared += 1;
            }
        }
    }
    assert!(ran > 25 && compared > 100, "{ran} examples, {compared} lines");
}

#[test]
fn shown_lines_are_compared() {
    assert!(is_shown(
        "mate in 5; 57 nodes, 0.001 s",
        "mate in 5; 58 nodes, 1.2 s"
    ));
    assert!(!is_shown(
        "mate in 7; 57 nodes, 0.001 s",
        "mate in 5; 57 nodes, 0.001 s"
    ));
    assert!(is_shown(
        "{\"a\":1,\"line\":[2],\"b\":3}",
        "{\"a\":1,...,\"b\":3}"
    ));
    assert!(!is_shown("{\"a\":2,\"b\":3}", "{\"a\":1,...}"));
}
