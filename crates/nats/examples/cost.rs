//! What workers cost: one enumeration with `--threads 2`, then the same with two workers of one
//! thread, in CPU seconds. The files must be the same.
//!
//! `cargo run --release -p yose-nats --example cost -- NATS_SERVER YOSE SPACE [OPTIONS]` prints the
//! table. YOSE is the program, and `yose-nats` stands beside it. OPTIONS are those of
//! `yose enumerate`.
//! Linux only: CPU seconds are from `/proc`.

use anyhow::Context;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Seconds without work after which a worker leaves.
const IDLE: &str = "3";

/// The CPU seconds of all processes that this one has waited for, and that those have waited for.
fn waited_for() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |i: usize| fields.get(i).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(13) + ticks(14)) / 100.0
}

/// Waits for a process. Its CPU seconds.
fn cost(mut child: Child) -> anyhow::Result<f64> {
    let before = waited_for();
    let status = child.wait()?;
    // 1: a limit of nodes left something open.
    anyhow::ensure!(status.code().is_none_or(|code| code < 2), "{status}");
    Ok(waited_for() - before)
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [server_program, yose, space, options @ ..] = arguments.as_slice() else {
        anyhow::bail!("cost NATS_SERVER YOSE SPACE [OPTIONS]");
    };
    let folder = std::env::temp_dir().join(format!("yose-cost-{}", std::process::id()));
    let (here, there) = (folder.join("here"), folder.join("there"));
    std::fs::create_dir_all(&folder)?;
    let start = |words: &[&str], out: Option<&Path>| {
        let mut command = Command::new(yose);
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null());
        if let Some(out) = out {
            command.args(options).arg("--out").arg(out);
        }
        command.spawn()
    };
    let clock = Instant::now();
    let embedded = cost(start(&["enumerate", space, "--threads", "2"], Some(&here))?)?;
    let embedded_wall = clock.elapsed();

    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let (url, text) = (format!("nats://127.0.0.1:{port}"), port.to_string());
    let mut server = Command::new(server_program)
        .args(["-a", "127.0.0.1", "-p", &text, "-js", "-sd"])
        .arg(folder.join("store"))
        .stderr(Stdio::null())
        .spawn()?;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let clock = Instant::now();
    let words = ["enumerate", space, "--nats", &url, "--recheck", "0"];
    let coordinator = start(&words, Some(&there))?;
    let worker = |name: &str| {
        let words = [
            "worker",
            "--nats",
            &url,
            "--name",
            name,
            "--threads",
            "1",
            "--idle",
            IDLE,
        ];
        start(&words, None)
    };
    let workers = [worker("one")?, worker("two")?];
    let coordinator = cost(coordinator)?;
    let wall = clock.elapsed();
    let [one, two] = workers.map(cost);
    let (one, two) = (one?, two?);
    server.kill()?;
    let before = waited_for();
    server.wait()?;
    let server = waited_for() - before;

    let mut files = 0;
    for entry in std::fs::read_dir(&here)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending != "log") {
            let other = there.join(path.file_name().context("a name")?);
            let same = std::fs::read(&path)? == std::fs::read(&other)?;
            anyhow::ensure!(same, "{} differs", other.display());
            files += 1;
        }
    }
    std::fs::remove_dir_all(&folder)?;
    let all = one + two + coordinator + server;
    println!("{space} {}: {files} files are the same", options.join(" "));
    println!("\n| CPU seconds | `--threads 2` | two workers of one thread |\n| --- | --- | --- |");
    println!("| the workers | | {one:.2} + {two:.2} |");
    println!("| front door and coordinator, with the files | | {coordinator:.2} |");
    println!("| server | | {server:.2} |");
    println!("| all | {embedded:.2} | {all:.2} ({:.3}) |", embedded / all);
    println!(
        "| seconds of the clock | {:.1} | {:.1} |",
        embedded_wall.as_secs_f64(),
        wall.as_secs_f64()
    );
    Ok(())
}
