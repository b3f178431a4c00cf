//! `cargo xtask site`: the page without a server, as a folder of files that any host can offer.
//!
//! The program is compiled to WebAssembly. The target of the toolchain is taken if it is there or
//! `rustup` can add it; otherwise the compiler and the sources of the standard library that Debian
//! packages for its browsers, with the linker of the toolchain. `YOSE_WASM=debian` takes the second
//! way although the first one is open.

use crate::{answers, cargo, run};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TARGET: &str = "wasm32-unknown-unknown";

/// The packages of Debian that build WebAssembly.
const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// The oldest compiler of Debian that will do: the `rust-version` of the workspace.
const OLDEST: (u32, u32) = (1, 95);

/// How long `rustup` may try to add a target. Where its server cannot be reached it tries for long.
const PATIENCE: Duration = Duration::from_secs(90);

/// The stack that the program itself manages, beside the call stack of the browser: it must be the
/// larger one.
const STACK: usize = 8 << 20;

/// What the page without a server may load and run. (`frame-ancestors` cannot be set here.)
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'";

/// Where the files of the page are: those of every page, and those of the page without a server.
const SOURCES: [&str; 2] = ["crates/serve/page", "crates/site/page"];

/// Builds the site into `target/site`, and returns the folder.
pub fn site() -> Result<PathBuf, String> {
    let program = program()?;
    let folder = root().join("target/site");
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(told)?;
    }
    fs::create_dir_all(folder.join("page")).map_err(told)?;
    fs::write(folder.join("index.html"), index(&source("index.html")?)?).map_err(told)?;
    fs::write(folder.join("icon.svg"), source("icon.svg")?).map_err(told)?;
    fs::write(folder.join("page/style.css"), source("style.css")?).map_err(told)?;
    for (name, text) in scripts("main.js")? {
        fs::write(folder.join("page").join(name), text).map_err(told)?;
    }
    let bytes = fs::copy(&program, folder.join("page/yose.wasm")).map_err(told)?;
    let folder = folder.canonicalize().map_err(told)?;
    eprintln!(
        "xtask: the site is in {} (the program has {} KB); `python3 -m http.server -d target/site` offers it here",
        folder.display(),
        bytes / 1000
    );
    Ok(folder)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of a file of the page.
fn source(name: &str) -> Result<String, String> {
    let paths = SOURCES.map(|folder| root().join(folder).join(name));
    let found = paths.iter().find_map(|path| fs::read_to_string(path).ok());
    found.ok_or_else(|| format!("the page has no file {name}"))
}

/// A script with all that it leads to. The scripts of the pages for researchers are not among them:
/// what they show is named when the server starts.
fn scripts(first: &str) -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![first.to_owned()];
    while let Some(name) = open.pop() {
        if found.contains_key(&name) {
            continue;
        }
        let text = source(&name)?;
        let words = text.split('\'').filter_map(|word| word.strip_prefix("./"));
        open.extend(words.filter(|word| word.ends_with(".js")).map(str::to_owned));
        found.insert(name, text);
    }
    Ok(found)
}

/// The page with its mark, its policy, and addresses that hold in any folder.
fn index(text: &str) -> Result<String, String> {
    let first = "<meta charset=\"utf-8\">\n";
    let (head, rest) = text
        .split_once(first)
        .ok_or("index.html does not begin as expected")?;
    let rest = rest
        .replace("href=\"/", "href=\"./")
        .replace("src=\"/", "src=\"./");
    Ok(format!(
        "{head}{first}<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"yose-site\" content=\"workers\">\n{rest}"
    ))
}

/// Compiles the program, and returns its file.
fn program() -> Result<PathBuf, String> {
    let target = root().join("target/wasm");
    let (mut command, flags) = if !wants_debian() && (has_target() || added_target()) {
        eprintln!("xtask: WebAssembly by the toolchain's own target");
        (cargo(), String::new())
    } else {
        debian()?;
        let linker = linker()?;
        eprintln!(
            "xtask: WebAssembly by Debian's rustc-web and {}",
            linker.display()
        );
        let mut command = Command::new("/usr/bin/cargo");
        command
            .env("RUSTC", "/usr/bin/rustc")
            // The standard library is built along, which is no stable feature.
            .env("RUSTC_BOOTSTRAP", "1")
            // What rustup set for its own compiler.
            .env_remove("CARGO")
            .env_remove("LD_LIBRARY_PATH")
            .env_remove("RUSTUP_TOOLCHAIN");
        command.arg("-Zbuild-std=std,panic_abort");
        (command, format!("-Clinker={} ", linker.display()))
    };
    command
        .current_dir(root())
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", format!("{flags}-Clink-arg=-zstack-size={STACK}"))
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .args(["build", "--package", "yose-site", "--lib"])
        .args(["--profile", "site", "--target", TARGET]);
    run("compile to WebAssembly", &mut command)?;
    Ok(target.join(TARGET).join("site").join("yose_site.wasm"))
}

fn wants_debian() -> bool {
    env::var_os("YOSE_WASM").is_some_and(|way| way == "debian")
}

/// Whether the toolchain has the target.
fn has_target() -> bool {
    let told = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    told.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && Path::new(&folder).is_dir()
    })
}

/// Whether `rustup` could add the target.
fn added_target() -> bool {
    if !answers("rustup") {
        return false;
    }
    eprintln!("xtask: rustup target add {TARGET}");
    let started = Command::new("rustup")
        .args(["target", "add", TARGET])
        .env("RUSTUP_MAX_RETRIES", "0")
        .stdin(Stdio::null())
        .spawn();
    let added = started.is_ok_and(|child| ends_well(child, PATIENCE));
    if !added {
        eprintln!("xtask: rustup could not add the target");
    }
    added && has_target()
}

/// Whether a command ends well within some time. Otherwise it is ended.
fn ends_well(mut child: Child, patience: Duration) -> bool {
    let end = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(100)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// Debian's compiler and sources, installed if they are missing.
fn debian() -> Result<(), String> {
    let there = || {
        let told = Command::new("/usr/bin/rustc").arg("--version").output();
        let version = told.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        version.is_ok_and(|text| version_of(&text) >= Some(OLDEST))
            && Path::new("/usr/bin/cargo").exists()
            && Path::new("/usr/lib/rustlib/src/rust/library/std/Cargo.toml").exists()
    };
    if there() {
        return Ok(());
    }
    if !answers("apt-get") {
        return Err(format!(
            "WebAssembly needs the target: `rustup target add {TARGET}`"
        ));
    }
    crate::apt("a compiler for WebAssembly", &PACKAGES)?;
    match there() {
        true => Ok(()),
        false => Err(format!("{} of Debian are too old", PACKAGES.join(", "))),
    }
}

/// The version in `rustc 1.95.0 (…)`.
fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split_whitespace().nth(1)?.split('.');
    let mut number = || numbers.next()?.parse().ok();
    Some((number()?, number()?))
}

/// A linker for WebAssembly: that of the toolchain, or one of LLVM.
fn linker() -> Result<PathBuf, String> {
    let told = Command::new("rustc").args(["--print", "sysroot"]).output();
    let own = told.ok().map(|output| {
        let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Path::new(&sysroot)
            .join("lib/rustlib")
            .join(env!("HOST"))
            .join("bin/rust-lld")
    });
    if let Some(own) = own.filter(|own| own.exists()) {
        return Ok(own);
    }
    let other = ["rust-lld", "wasm-ld"].into_iter().find(|name| answers(name));
    let other = other.ok_or("no linker for WebAssembly: neither rust-lld nor wasm-ld is there")?;
    Ok(PathBuf::from(other))
}
