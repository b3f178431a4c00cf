//! Every `--help`: its examples run as printed, and its options stand under the right headings.
//! Unix only, because the examples are lines of a shell.
use crate::folder::Folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn help(command: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_yose"))
        .args(command)
        .arg("--help")
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The lines of a help from a heading to the next blank line.
fn section<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    help.lines()
        .skip_while(|line| *line != heading)
        .skip(1)
        .take_while(|line| !line.trim().is_empty())
        .collect()
}

/// Every command with a help of its own, by its words: the program itself first.
pub(crate) fn commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while next < found.len() {
        let command: Vec<String> = found[next].clone();
        let text = help(&command);
        for line in section(&text, "Commands:") {
            // The text of a command may go over several lines, which are indented more.
            let Some(word) = line.strip_prefix("  ").and_then(|line| line.split(' ').next()) else {
                continue;
            };
            if !word.is_empty() && word != "help" {
                found.push([&command[..], &[word.to_owned()]].concat());
            }
        }
        next += 1;
    }
    found
}

/// A folder with everything of the repository's root in it, so that examples run as in the root and
/// the files that they write are gone after the test.
fn root(folder: &Folder) -> PathBuf {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for entry in std::fs::read_dir(&repository).unwrap().flatten() {
        let target = std::fs::canonicalize(entry.path()).unwrap();
        let link = folder.path(&entry.file_name().to_string_lossy());
        std::os::unix::fs::symlink(target, link).unwrap();
    }
    folder.0.clone()
}

/// Runs an example that ends with Ctrl-C, on a free port and without a browser: until it has
/// printed a line.
fn run_until_interrupted(line: &str, root: &Path) {
    let program = env!("CARGO_BIN_EXE_yose");
    let line = line.replacen("yose", program, 1);
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec {line} --no-open --port 0")])
        .current_dir(root)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut lines, &mut said).unwrap();
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(interrupted.success());
    assert!(child.wait().unwrap().success(), "{line}");
    assert!(said.contains("http://127.0.0.1:"), "{line}: {said}");
}

/// Runs an example that needs a server, without one: it says what is missing.
fn run_without_server(line: &str, root: &Path) {
    let line = line.replacen("yose", env!("CARGO_BIN_EXE_yose"), 1);
    // No server listens on the port of discarded bytes.
    let line = line.replace(":4222", ":9");
    let mut command = Command::new("sh");
    let output = command.args(["-c", &line]).current_dir(root).env("LC_ALL", "C");
    let output = output.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    let is_told = said.contains("cargo build --release -p yose-nats") || said.contains("nats://127.0.0.1:9");
    assert!(is_told, "{line}: {said}");
}

/// Runs an example as a shell does. An example that takes minutes says so: it is run with a time of
/// zero, and may be unfinished.
fn run(example: &str, root: &Path) {
    if let Some(line) = example.strip_suffix("# until Ctrl-C") {
        return run_until_interrupted(line, root);
    }
    if let Some(line) = example.strip_suffix("# with a server") {
        return run_without_server(line, root);
    }
    let program = Path::new(env!("CARGO_BIN_EXE_yose"));
    let path = std::env::var("PATH").unwrap_or_default();
    let (line, is_long) = match example.strip_suffix("# minutes") {
        Some(line) => (format!("{line} --time 0"), true),
        None => (example.to_owned(), false),
    };
    let output = Command::new("sh")
        .args(["-c", &line])
        .current_dir(root)
        .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let code = output.status.code();
    assert!(
        code == Some(0) || (is_long && code == Some(1)),
        "{line}: {output:?}"
    );
    assert!(
        !output.stdout.is_empty() || line.contains("--out") || is_long,
        "{line} says nothing"
    );
}

#[test]
fn examples_run_as_printed() {
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for command in &commands {
        let text = help(command);
        let examples: Vec<&str> = section(&text, "Examples:").into_iter().map(str::trim).collect();
        assert!((2..=3).contains(&examples.len()), "{command:?}: {text}");
        let words = format!("yose {}", command.join(" "));
        assert!(
            examples.iter().any(|line| line.contains(words.trim_end())),
            "{command:?}: no example is about it"
        );
        let folder = Folder::new(&format!("help-{}", command.join("-")));
        let root = root(&folder);
        for example in examples {
            // Longer lines would be broken on a terminal of 80 columns.
            assert!(example.len() <= 78, "{example}");
            run(example, &root);
        }
    }
}

/// Options that every method has do not stand under the heading of one method.
#[test]
fn options_stand_under_their_headings() {
    for command in [&["value"][..], &["reproduce", "3x4"]] {
        let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        let text = help(&command);
        let (before, paper) = text.split_once("Options of --method paper").expect("a heading");
        let (paper, _) = paper.split_once("Examples:").expect("examples");
        for option in [
            "--json",
            "--hash <MB>",
            "--time <SECONDS>",
            "--lang <LANGUAGE>",
            "--help",
        ] {
            assert!(before.contains(option), "{command:?}: {option}");
        }
        for option in ["--countermeasure", "--candidates", "--interleaved"] {
            assert!(paper.contains(option), "{command:?}: {option}");
        }
        assert!(!paper.contains("--json"), "{command:?}");
    }
    for command in ["check", "enumerate", "worker", "jobs"] {
        let text = help(&[command.to_owned()]);
        let (_, server) = text.split_once("Options of --nats:").expect("a heading");
        let (server, _) = server.split_once("Examples:").expect("examples");
        assert!(server.contains("--nats-user <USER>"), "{command}");
        for option in ["--json", "--threads", "--idle", "--once", "--name", "--help"] {
            assert!(!server.contains(option), "{command}: {option}");
        }
    }
}
