//! `yose serve`.

use crate::nats::Access;
use crate::options::{language, whole};
use anyhow::Context;
use clap::Args;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use yose_ask::Status;
use yose_batch::{elsewhere, output};
use yose_present::Notice;
use yose_serve::{RunServer, Settings, serve_until_interrupted};

/// Start the page: set a position up in a browser and see the proof
///
/// The page is inside the program and needs no network. Only this machine can reach it, unless
/// --host names another address; then every request must know a token. Ctrl-C stops the server.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose serve  # until Ctrl-C
  yose serve --searches 2 --memory 4096  # until Ctrl-C
  yose serve --table 3x4:LK-:1  # until Ctrl-C")]
pub struct Serve {
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 8030, value_parser = whole::<u16>(0, 65535), allow_negative_numbers = true)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Word that every request must know [default on other addresses than loopback: a new one]
    #[arg(long, value_name = "WORD")]
    token: Option<String>,
    /// Searches at the same time; others wait [default: half of the cores]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1024), allow_negative_numbers = true)]
    searches: Option<usize>,
    /// Memory for the tables of all searches [default: what the searches need and the machine has]
    #[arg(long, value_name = "MB", value_parser = whole::<usize>(1, 1 << 20), allow_negative_numbers = true)]
    memory: Option<usize>,
    /// Largest table of one search
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = whole::<usize>(1, 1 << 20), allow_negative_numbers = true)]
    hash: usize,
    /// Show the gallery of an enumeration: NAME.sqlite of `yose enumerate`. May be given again
    #[arg(long, value_name = "FILE")]
    enumeration: Vec<PathBuf>,
    /// Show the table of a small game, move by move: 3x4:LK-:1, loa:4x4, an SFEN or FEN.
    /// May be given again
    #[arg(long, value_name = "POSITION")]
    table: Vec<String>,
    /// Keep tables in this folder, and use those that are there
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Show lengths and effort of a file of answers (`--json`). May be given again
    #[arg(long, value_name = "FILE")]
    answers: Vec<PathBuf>,
    /// Longest time of one search
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    time: u64,
    /// Show the runs on a NATS server, and who works for them (`yose jobs`)
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    // Last, because options after it would stand under its heading.
    #[command(flatten)]
    access: Access,
}

/// Reads an address.
fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| Notice::ExpectedAddress.text(language()))
}

impl Serve {
    pub fn run(self) -> anyhow::Result<Status> {
        let defaults = Settings::default();
        let settings = Settings {
            listen: SocketAddr::new(self.host, self.port),
            token: self.token,
            searches: self.searches.unwrap_or(defaults.searches),
            memory_mb: self.memory,
            hash_mb: self.hash,
            time: Duration::from_secs(self.time),
            enumerations: self.enumeration,
            tables: self.table,
            table_folder: self.tables,
            answers: self.answers,
            runs: self.nats.map(|url| RunServer {
                program: elsewhere::program(),
                options: self.access.server(url),
            }),
            ..defaults
        };
        serve_until_interrupted(settings, |address| {
            // Nobody may be reading standard output.
            let _ = output::print(&Notice::Serving(address).line(language()));
            if !self.no_open {
                open(address);
            }
        })
        .context("yose serve")?;
        Ok(Status::Answered)
    }
}

/// Opens an address in the browser. Where that fails, the address was printed.
fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let quiet = command
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let _ = quiet.spawn();
}
