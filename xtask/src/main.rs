//! The project's own commands, in Rust so that they run wherever Rust does: `cargo xtask test`.

use std::env;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test               every check: format, clippy, docs, all tests (CI runs this)
cargo xtask long               the tests that are too long for CI
cargo xtask fuzz PARSER [SEC]  fuzz one parser, or `all`, for SEC seconds each (60)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => test(),
        ["long"] => long(),
        ["fuzz", parser] => fuzz(parser, "60"),
        ["fuzz", parser, seconds] => fuzz(parser, seconds),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}

/// The cargo that runs us.
fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn run(what: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("xtask: {what}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} failed ({status})")),
        Err(error) => Err(format!("{what} could not be started: {error}")),
    }
}

/// Installs a component of the toolchain if it is missing.
fn component(name: &str, probe: &str) -> Result<(), String> {
    let there = cargo()
        .args([probe, "--version"])
        .output()
        .is_ok_and(|output| output.status.success());
    if there {
        return Ok(());
    }
    run(
        &format!("install {name}"),
        Command::new("rustup").args(["component", "add", name]),
    )
}

fn test() -> Result<(), String> {
    component("rustfmt", "fmt")?;
    component("clippy", "clippy")?;
    run("format", cargo().args(["fmt", "--all", "--", "--check"]))?;
    run(
        "clippy",
        cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    )?;
    let docs = ["doc", "--workspace", "--no-deps", "--document-private-items"];
    run("docs", cargo().args(docs).env("RUSTDOCFLAGS", "-D warnings"))?;
    // Unit, property, doc and command-line tests.
    run("tests", cargo().args(["test", "--workspace"]))
}

fn long() -> Result<(), String> {
    run(
        "long tests",
        cargo().args(["test", "--release", "--workspace", "--", "--ignored"]),
    )
}

/// Coverage-guided fuzzing on the stable toolchain: libFuzzer needs only the sanitizer-coverage pass, which
/// stable compilers have. It needs a C++ compiler, which the rest of the project does not, so the fuzz targets
/// are a workspace of their own.
fn fuzz(parser: &str, seconds: &str) -> Result<(), String> {
    if seconds.parse::<u32>().is_err() {
        return Err(format!("`{seconds}` is not a number of seconds"));
    }
    let parsers = ["sfen", "usi", "kif", "ki2", "csa", "jkf", "loa", "variant"];
    let chosen: Vec<&str> = if parser == "all" {
        parsers.to_vec()
    } else {
        vec![parser]
    };
    for parser in chosen {
        if !parsers.contains(&parser) {
            return Err(format!("no parser called `{parser}`: {}", parsers.join(", ")));
        }
        let flags = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
            -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
            -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";
        let corpus = format!("corpora/{parser}");
        let mut command = cargo();
        command
            .current_dir("fuzz")
            .env("RUSTFLAGS", flags)
            // An explicit target keeps the flags away from build scripts.
            .args([
                "run",
                "--release",
                "--target",
                env!("HOST"),
                "--bin",
                parser,
                "--",
                &corpus,
            ])
            .args([
                &format!("-max_total_time={seconds}"),
                "-max_len=4096",
                "-timeout=10",
                "-print_final_stats=1",
            ]);
        run(&format!("fuzz {parser} for {seconds} s"), &mut command)?;
    }
    Ok(())
}
