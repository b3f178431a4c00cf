//! The server of the page under load, on the loopback address: many clients with short problems at
//! once, then one client alone. Prints how long a reply took from the request on. Then, if there is
//! a browser, how long the page took there: until it was usable, and from the click to the answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::time::{Duration, Instant};

const CLIENTS: usize = 200;
const ROUNDS: usize = 5;
/// The problem of the README: mate in 5.
const PROBLEM: &str = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";

/// A running server, which ends with the benchmark.
struct Server {
    process: Child,
    host: String,
}

impl Server {
    fn start(program: &str) -> Option<Server> {
        let mut process = Command::new(program)
            .args(["serve", "--no-open", "--port", "0", "--lang", "en"])
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let mut line = String::new();
        let output = process.stdout.take()?;
        BufReader::new(output).read_line(&mut line).ok()?;
        let address = line.split("http://").nth(1)?;
        let host = address.split(|c: char| c == '/' || c.is_whitespace()).next()?;
        Some(Server {
            host: host.to_owned(),
            process,
        })
    }

    /// Asks for the problem. Returns the time to the reply, if the reply was right.
    fn ask(&self) -> Option<Duration> {
        let body = format!(
            "{{\"question\":{{\"ask\":\"solve\",\"position\":{{\"position\":\"{PROBLEM}\"}}}},\"limits\":{{\"hash_mb\":16}}}}"
        );
        let head = format!(
            "POST /api/jobs?wait=60 HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.host,
            body.len()
        );
        let clock = Instant::now();
        let mut stream = TcpStream::connect(&self.host).ok()?;
        stream.write_all(format!("{head}{body}").as_bytes()).ok()?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply).ok()?;
        reply.contains("\"length\":5").then(|| clock.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The time below which this part of the times lies, in milliseconds.
fn quantile(times: &[Duration], part: f64) -> f64 {
    let at = ((times.len() - 1) as f64 * part).round() as usize;
    times.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}

fn print(name: &str, asked: usize, mut times: Vec<Duration>) {
    times.sort_unstable();
    let (median, late) = (quantile(&times, 0.5), quantile(&times, 0.99));
    println!(
        "| {name} | {asked} | {} | {median:.1} | {late:.1} |",
        asked - times.len()
    );
}

/// Runs the benchmark on the `yose` binary of a path. `false` if a reply was lost.
pub fn run(arguments: &[&str]) -> bool {
    let program = arguments.first().copied().unwrap_or("target/release/yose");
    let Some(server) = Server::start(program) else {
        eprintln!("{program} does not serve");
        return false;
    };
    println!("| clients | requests | lost | median, ms | 99 %, ms |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let together = Barrier::new(CLIENTS);
    let times: Vec<Duration> = std::thread::scope(|scope| {
        let client = || {
            together.wait();
            (0..ROUNDS).filter_map(|_| server.ask()).collect::<Vec<_>>()
        };
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(client)).collect();
        clients
            .into_iter()
            .filter_map(|client| client.join().ok())
            .flatten()
            .collect()
    });
    let many = times.len();
    print(&CLIENTS.to_string(), CLIENTS * ROUNDS, times);
    let alone: Vec<Duration> = (0..50).filter_map(|_| server.ask()).collect();
    let few = alone.len();
    print("1", 50, alone);
    println!();
    in_a_browser(&server.host);
    many == CLIENTS * ROUNDS && few == 50
}

/// The page in a real browser: until it is usable, and from the click to the answer.
fn in_a_browser(host: &str) {
    let known = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    let named = std::env::var("CHROMIUM").ok();
    let mut chromium = named.into_iter().chain(known.map(str::to_owned));
    let chromium = chromium.find(|path| Path::new(path).exists());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let packages = root.join("target/browser");
    let (Some(chromium), true) = (chromium, packages.join("node_modules/playwright-core").exists()) else {
        println!("SKIPPED: the page in a browser (`cargo xtask test` gets Chromium and playwright-core)");
        return;
    };
    println!("| in a browser | times | median, ms | largest, ms |");
    println!("| --- | ---: | ---: | ---: |");
    let ended = Command::new("node")
        .arg(root.join("crates/serve/tests/browser/speed.mjs"))
        .args([format!("http://{host}"), chromium])
        .current_dir(&packages)
        .status();
    if !ended.is_ok_and(|status| status.success()) {
        println!("the browser broke down");
    }
}
