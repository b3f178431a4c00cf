//! `yose worker`, `yose jobs`, and the options of a run over other machines. The work is done by
//! `yose-nats`, a program of its own beside this one.

use crate::options::{language, seconds, whole};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use yose_ask::Status;
use yose_batch::elsewhere::{
    self, Elsewhere, Secret, ServerOptions, Settings, Work, WorkerOptions, run_task,
};
use yose_batch::{Interrupt, worker};
use yose_present::Notice;

/// How the server is reached.
#[derive(Args, Clone)]
#[command(next_help_heading = "Options of --nats")]
pub struct Access {
    /// User of the server
    #[arg(long, value_name = "USER")]
    nats_user: Option<String>,
    /// Password of the user [default: the variable NATS_PASSWORD]
    #[arg(long, value_name = "WORD")]
    nats_password: Option<String>,
    /// Token of the server [default: the variable NATS_TOKEN]
    #[arg(long, value_name = "WORD")]
    nats_token: Option<String>,
    /// File of credentials (a JWT with its key)
    #[arg(long, value_name = "FILE")]
    nats_creds: Option<PathBuf>,
    /// Certificates that the server's certificate must go back to; asks for TLS
    #[arg(long, value_name = "FILE")]
    nats_ca: Option<PathBuf>,
    /// Certificate of this side
    #[arg(long, value_name = "FILE", requires = "nats_key")]
    nats_cert: Option<PathBuf>,
    /// Key of this side's certificate
    #[arg(long, value_name = "FILE", requires = "nats_cert")]
    nats_key: Option<PathBuf>,
}

impl Access {
    /// The server at an address.
    pub fn server(self, url: String) -> ServerOptions {
        let variable = |name| std::env::var(name).ok().filter(|word: &String| !word.is_empty());
        ServerOptions {
            url,
            user: self.nats_user.or_else(|| variable("NATS_USER")),
            password: self
                .nats_password
                .or_else(|| variable("NATS_PASSWORD"))
                .map(Secret),
            token: self.nats_token.or_else(|| variable("NATS_TOKEN")).map(Secret),
            credentials: self.nats_creds,
            ca: self.nats_ca,
            certificate: self.nats_cert.zip(self.nats_key),
        }
    }
}

/// A run over other machines.
#[derive(Args, Clone)]
#[command(next_help_heading = "Options of --nats")]
pub struct OverNats {
    /// Let the workers of a NATS server do it (docs/guide/many-machines.md)
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    #[command(flatten)]
    access: Access,
    /// Share of each worker's pieces that another worker does too, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, requires = "nats")]
    recheck: f64,
    /// Items in a piece of work [default: about a second of work]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1 << 30), requires = "nats")]
    piece: Option<usize>,
    /// Seconds without a sign of life after which a piece goes to another worker
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, requires = "nats")]
    lost_after: Duration,
    /// How often a piece is tried before it counts as failed
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u32>(1, 1000), requires = "nats")]
    tries: u32,
    /// Most bytes of results on the server [default: what it has]
    #[arg(long, value_name = "BYTES", value_parser = whole::<u64>(1, 1 << 60), requires = "nats")]
    volume: Option<u64>,
}

fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| Notice::ExpectedShare.text(language()))
}

impl OverNats {
    /// The program that asks other machines, if they are asked for.
    pub fn elsewhere(&self) -> Option<Elsewhere> {
        let url = self.nats.clone()?;
        Some(Elsewhere {
            program: elsewhere::program(),
            server: self.access.clone().server(url),
            settings: Settings {
                piece: self.piece,
                recheck: self.recheck,
                lost_after: self.lost_after.as_secs_f64(),
                tries: self.tries,
                volume: self.volume,
            },
        })
    }
}

/// Works for the runs of a NATS server: takes pieces of work, does them, stores the results.
///
/// Workers join and leave at will. A worker that is lost loses nothing: its pieces go to others.
/// docs/guide/many-machines.md
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose worker --nats nats://127.0.0.1:4222  # with a server
  yose worker --nats nats://127.0.0.1:4222 --idle 60  # with a server")]
pub struct WorkFor {
    /// Address of the server
    #[arg(long, value_name = "URL")]
    nats: String,
    /// Name of this worker [default: the user, and without one host and process]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Pieces at the same time, one thread each; as many as there are cores without it
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    threads: Option<u32>,
    /// Memory for the tables of all threads in MB [default: what the machine has]
    #[arg(long, value_name = "MB", value_parser = whole::<usize>(1, 1 << 30))]
    memory: Option<usize>,
    /// Leave after so many seconds without work; without it wait for ever
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    idle: Option<Duration>,
    // Last, because options after it would stand under its heading.
    #[command(flatten)]
    access: Access,
}

impl WorkFor {
    pub fn run(self) -> anyhow::Result<Status> {
        let work = Work::Work(WorkerOptions {
            name: self.name,
            threads: self.threads.map_or_else(worker::cores, |n| n as usize),
            memory_mb: self.memory,
            idle: self.idle.map(|idle| idle.as_secs_f64()),
        });
        start(self.access.server(self.nats), work)
    }
}

/// Shows how far the runs on a NATS server are, and who works: live in a terminal, once elsewhere.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose jobs --nats nats://127.0.0.1:4222  # with a server
  yose jobs --nats nats://127.0.0.1:4222 --json  # with a server")]
pub struct Jobs {
    /// Address of the server
    #[arg(long, value_name = "URL")]
    nats: String,
    /// Once, also in a terminal
    #[arg(long)]
    once: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
    // Last, because options after it would stand under its heading.
    #[command(flatten)]
    access: Access,
}

impl Jobs {
    pub fn run(self) -> anyhow::Result<Status> {
        let work = Work::Jobs {
            json: self.json,
            once: self.once,
        };
        start(self.access.server(self.nats), work)
    }
}

/// Runs the other program with our output.
fn start(server: ServerOptions, work: Work) -> anyhow::Result<Status> {
    let interrupt = Interrupt::on_ctrl_c();
    let code = run_task(&elsewhere::program(), &server, work, &interrupt)?;
    Ok(match code {
        0 => Status::Answered,
        1 => Status::Unknown,
        _ => Status::Invalid,
    })
}
