//! What bounds a run: the real server and the real coordinator, and workers that pretend. They do
//! no work but wait, so that a thousand of them fit on one machine.
//!
//! `cargo run --release -p yose-nats --example scale -- NATS_SERVER YOSE_NATS [WORKERS] [SECONDS]`
//! prints messages and bytes of a piece, and the CPU seconds of server and coordinator. WORKERS
//! (1000) pretend to need SECONDS (20) for each piece. Linux only: CPU seconds are from `/proc`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yose_ask::question::{Frame, SpaceText};
use yose_ask::{Limits, Name, Question, Request};
use yose_batch::elsewhere::{Order, Report, Requests, ServerOptions, Settings, Task, Work, WorkerOptions};
use yose_enumerate::run::head;
use yose_enumerate::{Part, Terms};
use yose_nats::piece::{Ask, Piece};
use yose_nats::worker::Worker;

/// Many small frames: a naked king, and three pieces in hand.
const SPACE: &str =
    "name = \"pretended\"\n[[block]]\nking = \"1-9 x 1-9\"\nhand = [\"any 3 of 2R2B4G4S4N4L18P\"]\n";

/// Pretended workers that share a connection.
const TOGETHER: usize = 100;

/// A well-formed part in which nothing mates.
fn pretended(piece: &Piece) -> Option<String> {
    let Ask::Frames { request, .. } = &piece.ask else {
        return None;
    };
    let Question::Frame(question) = &request.question else {
        return None;
    };
    let space = question.space.space();
    let terms = question.terms(&request.limits);
    let parts = (piece.from..piece.to).map(|frame| {
        let never = vec![space.frames()[frame].first];
        let part = Part {
            frame,
            never,
            ..Part::default()
        };
        part.text(&head(space, &terms))
    });
    Some(parts.collect())
}

/// The CPU seconds of a process.
fn cpu(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |i: usize| fields.get(i).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// Counters of the server: messages in and out, bytes in and out.
fn counters(port: u16) -> Option<[f64; 4]> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.write_all(b"GET /varz HTTP/1.0\r\n\r\n").ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let value: serde_json::Value = serde_json::from_str(text.split("\r\n\r\n").nth(1)?).ok()?;
    Some(["in_msgs", "out_msgs", "in_bytes", "out_bytes"].map(|name| value[name].as_f64().unwrap_or(0.0)))
}

fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    free.map_or(4222, |address| address.port())
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [server_program, program, rest @ ..] = arguments.as_slice() else {
        anyhow::bail!("scale NATS_SERVER YOSE_NATS [WORKERS] [SECONDS]");
    };
    let workers: usize = rest.first().map_or(Ok(1000), |word| word.parse())?;
    let seconds: f64 = rest.get(1).map_or(Ok(20.0), |word| word.parse())?;
    let (port, monitor) = (free_port(), free_port());
    let store = std::env::temp_dir().join(format!("yose-scale-{}", std::process::id()));
    let mut server = Command::new(server_program)
        .args([
            "-a",
            "127.0.0.1",
            "-p",
            &port.to_string(),
            "-m",
            &monitor.to_string(),
            "-js",
            "-sd",
        ])
        .arg(&store)
        .stderr(Stdio::null())
        .spawn()?;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let options = ServerOptions {
        url: format!("nats://127.0.0.1:{port}"),
        ..ServerOptions::default()
    };
    let space = SpaceText::read(SPACE)?;
    let frames = space.space().frames().len();
    let request = Request {
        name: Name::default(),
        question: Question::Frame(Frame {
            space,
            frame: 0,
            parameters: Terms::default().parameters.into(),
            disproofs: None,
            one_in: None,
        }),
        limits: Limits::default(),
    };
    let task = Task {
        server: options.clone(),
        work: Work::Coordinate(Order {
            title: "pretended".to_owned(),
            requests: Requests::Frames {
                request: Box::new(request),
                todo: vec![(0, frames)],
                sample: None,
            },
            resume: false,
            anew: false,
            settings: Settings {
                piece: Some(1),
                ..Settings::default()
            },
        }),
    };
    let (stop, stopped) = watch::channel(false);
    let pretend = Arc::new(move |piece: &Piece, _: &[Request], _: &Arc<_>| {
        std::thread::sleep(Duration::from_secs_f64(seconds));
        let text = pretended(piece).ok_or(None)?;
        Ok((text, vec![Default::default(); piece.to - piece.from]))
    });
    let threads: Vec<_> = (0..workers.div_ceil(TOGETHER))
        .map(|i| {
            let worker = Worker {
                answer: pretend.clone(),
                ..Worker::new(
                    options.clone(),
                    WorkerOptions {
                        name: Some(format!("pretended{i}")),
                        threads: TOGETHER.min(workers - i * TOGETHER),
                        memory_mb: None,
                        idle: None,
                    },
                )
            };
            let stopped = stopped.clone();
            std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.map(|runtime| runtime.block_on(worker.run(stopped)))
            })
        })
        .collect();
    let clock = Instant::now();
    let mut coordinator = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = coordinator.stdin.take();
    if let Some(input) = &mut input {
        writeln!(input, "{}", serde_json::to_string(&task)?)?;
    }
    let mut replies = 0;
    if let Some(output) = coordinator.stdout.take() {
        for line in BufReader::new(output).lines() {
            match serde_json::from_str(&line?)? {
                Report::Reply { .. } => replies += 1,
                Report::Note { text } => eprintln!("{}", text.lines().next().unwrap_or_default()),
                Report::Progress { done, of, .. } => eprint!("\r{done} of {of} "),
                Report::Fault { text } => anyhow::bail!("{text}"),
                _ => break,
            }
        }
    }
    let elapsed = clock.elapsed().as_secs_f64();
    let [msgs_in, msgs_out, bytes_in, bytes_out] = counters(monitor).unwrap_or_default();
    let (of_server, of_coordinator) = (cpu(server.id()), cpu(coordinator.id()));
    drop(input);
    coordinator.wait()?;
    stop.send(true)?;
    for thread in threads {
        if let Ok(Ok(Err(fault))) = thread.join() {
            eprintln!("a worker: {fault}");
        }
    }
    server.kill()?;
    server.wait()?;
    std::fs::remove_dir_all(&store)?;
    let pieces = frames as f64;
    println!("{workers} workers, {frames} pieces of {seconds} s, {replies} replies, {elapsed:.1} s");
    println!(
        "a piece: {:.1} messages in, {:.1} out",
        msgs_in / pieces,
        msgs_out / pieces
    );
    println!(
        "a piece: {:.0} bytes in, {:.0} out",
        bytes_in / pieces,
        bytes_out / pieces
    );
    println!("CPU seconds: server {of_server:.2}, coordinator {of_coordinator:.2}");
    Ok(())
}
