//! `yose serve` as a process of its own: requests that mean harm leave it answering, within its
//! memory. Linux only, because its memory is read from `/proc`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const MATE: &str = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";
/// A king in the open, with so much in hand that no search ends soon.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1";

/// The budget of the searches in MB.
const MEMORY: u64 = 256;
/// What custom rules may fill, in MB (`yose_shogi`'s interner).
const RULES: u64 = 256;
/// The program itself, connections, bodies and replies that are kept, in MB.
const REST: u64 = 160;

struct Server {
    process: Child,
    host: String,
}

impl Server {
    fn start() -> Server {
        let memory = MEMORY.to_string();
        let mut process = Command::new(env!("CARGO_BIN_EXE_yose"))
            .args(["serve", "--no-open", "--port", "0", "--lang", "en"])
            .args(["--memory", &memory, "--hash", "64", "--searches", "2"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap();
        let host = address.split(|c: char| c == '/' || c.is_whitespace()).next();
        let host = host.unwrap().to_owned();
        Server { process, host }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes as they are and reads what comes, until the server closes.
    fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that refuses may close before all of it was sent.
        let _ = stream.write_all(bytes);
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        String::from_utf8_lossy(&reply).into_owned()
    }

    fn head(&self, line: &str, more: &str) -> String {
        format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n",
            self.host
        )
    }

    fn post(&self, path: &str, body: &str) -> String {
        let length = body.len();
        let more = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n");
        self.raw(format!("{}{body}", self.head(&format!("POST {path}"), &more)).as_bytes())
    }

    fn solve(&self, position: &str, wait: u32) -> String {
        let body =
            format!("{{\"question\":{{\"ask\":\"solve\",\"position\":{{\"position\":\"{position}\"}}}}}}");
        self.post(&format!("/api/jobs?wait={wait}&tab=t"), &body)
    }

    /// The memory that the process fills, in MB.
    fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn status(reply: &str) -> u16 {
    let code = reply.split(' ').nth(1).and_then(|code| code.parse().ok());
    code.unwrap_or(0)
}

/// Asks for the board of each of these rules over one connection. Returns how many were refused.
fn ask_for_rules(server: &Server, names: impl Iterator<Item = String>) -> usize {
    let mut stream = server.connect();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut refused = 0;
    for name in names {
        let head = format!(
            "GET /api/game?rules={name} HTTP/1.1\r\nHost: {}\r\n\r\n",
            server.host
        );
        stream.write_all(head.as_bytes()).unwrap();
        let (mut first, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if first.is_empty() {
                first.clone_from(&line);
            }
            if line == "\r\n" || line.is_empty() {
                break;
            }
            if let Some(bytes) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = bytes.trim().parse().unwrap();
            }
        }
        std::io::copy(&mut reader.by_ref().take(length), &mut std::io::sink()).unwrap();
        let code = status(&first);
        assert!(code == 200 || code == 422, "{name}: {first}");
        refused += usize::from(code == 422);
    }
    refused
}

#[test]
fn fifty_hostile_requests_leave_the_server_within_its_memory() {
    let server = Server::start();
    let json = "Content-Type: application/json\r\n";
    let mut sent = 0;
    let mut refused = |reply: &str, what: &str| {
        sent += 1;
        let code = status(reply);
        assert!((400..500).contains(&code), "{what}: {:.200}", reply);
    };
    // Bodies that are too large: one that says so, one in pieces, one that lies about its length.
    let huge = "x".repeat(4 << 20);
    let path = "POST /api/jobs";
    let sized = server.head(path, &format!("{json}Content-Length: {}\r\n", huge.len()));
    refused(&server.raw(format!("{sized}{huge}").as_bytes()), "a huge body");
    let chunked = server.head(path, &format!("{json}Transfer-Encoding: chunked\r\n"));
    let chunk = format!("{chunked}{:x}\r\n{huge}\r\n0\r\n\r\n", huge.len());
    refused(&server.raw(chunk.as_bytes()), "a huge body in pieces");
    let endless = server.head(path, &format!("{json}Content-Length: 99999999999\r\n"));
    refused(&server.raw(endless.as_bytes()), "a body of 100 GB");
    // Bodies that do not come: a dozen connections wait at the same time.
    let late = server.head(path, &format!("{json}Content-Length: 100\r\n"));
    let mut slow: Vec<TcpStream> = (0..12).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(late.as_bytes()).unwrap();
    }
    assert!(
        server.solve(MATE, 60).contains("\"length\":5"),
        "others are answered meanwhile"
    );
    for stream in &mut slow {
        let mut reply = String::new();
        let _ = stream.read_to_string(&mut reply);
        refused(&reply, "a body that does not come");
    }
    // Odd methods and paths.
    for line in [
        "PUT /api/jobs",
        "DELETE /api/jobs",
        "TRACE /",
        "PATCH /api/position",
        "OPTIONS /api/jobs",
        "CONNECT /",
        "POST /",
        "GET /page/../Cargo.toml",
        "GET /page/..%2fCargo.toml",
        "GET /page/%2e%2e/src/lib.rs",
        "GET /page//etc/passwd",
        "GET /page/%00",
        "GET //etc/passwd",
        "GET /page/..%5c..%5cx",
        "GET /api/jobs/../../x",
        "GET /.git/config",
        "GET /api/enumerations/0",
        "GET /api/enumerations/..%2f..%2fx",
        "GET /api/enumerations/-1",
        "GET /api/tables/0/plot",
        "GET /api/answers/9999999999999999999999/plot",
        "GET /api/game?rules=../../x",
        "GET /api/game?rules=files%20=%209",
        "GET /api/events",
        "GET /api/jobs?tab=%3Cscript%3E",
        "GET /api/jobs/x/certificate?part=-1",
    ] {
        refused(
            &server.raw(server.head(line, "Content-Length: 0\r\n").as_bytes()),
            line,
        );
    }
    // Bodies that make no sense, and a foreign page.
    for body in [
        "",
        "null",
        "[]",
        "{\"question\":1}",
        "{\"question\":{\"ask\":\"frame\",\"space\":\"x\",\"frame\":0}}",
        "\u{0}",
    ] {
        refused(&server.post("/api/jobs", body), body);
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    refused(&server.post("/api/position", &deep), "a deep body");
    let foreign = server.head("GET /api/jobs", "Origin: http://evil.example\r\n");
    refused(&server.raw(foreign.as_bytes()), "another site");
    let rebound = server
        .head("GET /api/jobs", "")
        .replace(&server.host, "evil.example");
    refused(&server.raw(rebound.as_bytes()), "another name");
    assert!(sent >= 50, "{sent} requests");
    // Searches that would take more memory and time than there is.
    for _ in 0..20 {
        assert_eq!(status(&server.solve(HARD, 0)), 202);
    }
    // Made-up rules fill the memory that is set aside for them and no more.
    let pieces = ['P', 'L', 'N', 'S', 'G', 'B', 'R', '-'];
    let names = (0..10_000_usize).map(|n| {
        let row: String = (0..4).map(|i| pieces[n / 8_usize.pow(i) % 8]).collect();
        format!("5x{}:{}K{}:1", 4 + n % 6, &row[..2], &row[2..])
    });
    let refused = ask_for_rules(&server, names);
    assert!(refused < 10_000, "some rules are made");
    let memory = server.memory();
    assert!(
        memory <= MEMORY + RULES + REST,
        "{memory} MB, {refused} rules refused"
    );
    // The tab closes: its searches stop, and the server answers.
    assert_eq!(status(&server.post("/api/tabs/t/close", "{}")), 204);
    let clock = Instant::now();
    while !server.solve(MATE, 5).contains("\"length\":5") {
        assert!(
            clock.elapsed() < Duration::from_secs(100),
            "the server does not answer"
        );
    }
    assert!(
        server
            .raw(server.head("GET /api/game?rules=shogi", "").as_bytes())
            .contains(" 200 ")
    );
}
