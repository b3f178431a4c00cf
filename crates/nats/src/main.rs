//! `yose-nats`: the program that `yose` starts to work with other machines. It reads its task as a
//! line of JSON from standard input and stops when standard input ends.

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;
use tokio::sync::watch;
use yose_batch::elsewhere::{Order, Report, Requests, ServerOptions, Task, Work, WorkerOptions};
use yose_batch::{Interrupt, output};
use yose_nats::coordinator::{coordinate, forget};
use yose_nats::fault::NatsFault;
use yose_nats::jobs::Jobs;
use yose_nats::server::Server;
use yose_nats::worker::Worker;
use yose_present::Language;

/// Time between two pictures of `yose jobs`.
const FRAME: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    if std::io::stdin().is_terminal() {
        output::complain("yose-nats is started by yose: see `yose worker --help` and `yose jobs --help`\n");
        return ExitCode::from(2);
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("error: {error:#}\n"));
            ExitCode::from(2)
        }
    }
}

fn run() -> anyhow::Result<()> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let task: Task =
        serde_json::from_str(&line).map_err(|e| anyhow::anyhow!("a task of another version: {e}"))?;
    if task.in_japanese {
        output::speak(Language::Japanese);
    }
    let lines = match &task.work {
        Work::Coordinate(Order {
            requests: Requests::Listed { count },
            ..
        }) => read_lines(*count)?,
        _ => Vec::new(),
    };
    let stop = stop_with_input();
    // Ctrl-C reaches the program that started us too, which then closes our standard input. A
    // second one ends us.
    let _ = Interrupt::on_ctrl_c();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let ended = runtime.block_on(act(task, lines, stop));
    // A search that does not stop at once must not hold the program.
    runtime.shutdown_background();
    ended
}

fn read_lines(count: usize) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::with_capacity(count);
    let mut input = std::io::stdin().lock();
    for _ in 0..count {
        let mut line = String::new();
        anyhow::ensure!(input.read_line(&mut line)? > 0, "the requests break off");
        lines.push(line);
    }
    Ok(lines)
}

/// Becomes true when standard input ends.
fn stop_with_input() -> watch::Receiver<bool> {
    let (sender, stop) = watch::channel(false);
    std::thread::spawn(move || {
        let mut rest = String::new();
        while std::io::stdin().lock().read_line(&mut rest).is_ok_and(|n| n > 0) {
            rest.clear();
        }
        let _ = sender.send(true);
    });
    stop
}

async fn act(task: Task, lines: Vec<String>, stop: watch::Receiver<bool>) -> anyhow::Result<()> {
    let Task { server, work, .. } = task;
    match work {
        Work::Coordinate(order) => {
            let mut tell = |report| say(&report);
            let ended = coordinate(&server, order, lines, stop, &mut tell).await;
            if let Err(fault) = ended {
                say(&Report::Fault {
                    text: fault.to_string(),
                })?;
            }
            Ok(())
        }
        Work::Release { run } => Ok(forget(&server, &run).await?),
        Work::Work(options) => worker(server, options, stop).await,
        Work::Jobs { json, once } => jobs(&server, json, once, stop).await,
    }
}

/// Prints a report, a line of JSON.
fn say(report: &Report) -> Result<(), NatsFault> {
    let mut line = serde_json::to_vec(report).map_err(std::io::Error::from)?;
    line.push(b'\n');
    let mut out = std::io::stdout().lock();
    out.write_all(&line)?;
    Ok(out.flush()?)
}

async fn worker(
    server: ServerOptions,
    options: WorkerOptions,
    stop: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    output::complain(&format!("working for {}; Ctrl-C leaves\n", server.url));
    let life = Worker::new(server, options).run(stop).await?;
    output::complain(&format!("{}: {} pieces done\n", life.name, life.done));
    Ok(())
}

async fn jobs(
    options: &ServerOptions,
    json: bool,
    once: bool,
    mut stop: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let server = Server::connect(options, "jobs").await?;
    if json {
        return Ok(output::print(&Jobs::look(&server).await?.line())?);
    }
    let is_live = !once && std::io::stdout().is_terminal();
    loop {
        let text = output::told(&Jobs::look(&server).await?.text());
        if !is_live {
            return Ok(output::print(&text)?);
        }
        // Home, the text, and nothing below it.
        let text = text.replace('\n', "\x1b[K\n");
        output::print(&format!("\x1b[H{text}\x1b[J"))?;
        if tokio::time::timeout(FRAME, stop.changed()).await.is_ok() {
            return Ok(());
        }
    }
}
