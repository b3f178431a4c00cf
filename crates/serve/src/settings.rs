//! What whoever starts the server decides.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use yose_batch::elsewhere::ServerOptions;

/// A server with runs over many machines.
#[derive(Clone, Debug)]
pub struct RunServer {
    /// The program that looks at it.
    pub program: PathBuf,
    /// How the server is reached.
    pub options: ServerOptions,
}

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on. Port 0 takes any free port.
    pub listen: SocketAddr,
    /// The word that every request must know. On a loopback address there may be none; on any other
    /// address the server makes one if none is given.
    pub token: Option<String>,
    /// How many searches run at the same time. Others wait.
    pub searches: usize,
    /// The memory for the tables of all searches, in MB. `None`: what the machine has.
    pub memory_mb: Option<usize>,
    /// The largest table of one search, in MB.
    pub hash_mb: usize,
    /// The longest time of one search.
    pub time: Duration,
    /// The most threads of one search.
    pub threads: usize,
    /// The most jobs that wait.
    pub waiting: usize,
    /// The most ended jobs whose replies are kept.
    pub kept: usize,
    /// How long a reply is kept.
    pub kept_for: Duration,
    /// The memory for certificates that are kept, in bytes.
    pub certificate_bytes: usize,
    /// How long a tab that left has to come back before its searches are stopped.
    pub absence: Duration,
    /// The largest body of a request, in bytes.
    pub body_bytes: usize,
    /// The time in which the head of a request and its body must arrive.
    pub patience: Duration,
    /// The most connections at the same time.
    pub connections: usize,
    /// Databases of enumerations to show.
    pub enumerations: Vec<PathBuf>,
    /// Small games, by name or position, whose tables are made and shown. A table may be as large
    /// as that of a search, and counts beside the memory of the searches.
    pub tables: Vec<String>,
    /// The folder in which tables are kept.
    pub table_folder: Option<PathBuf>,
    /// Files of answers to show.
    pub answers: Vec<PathBuf>,
    /// A server whose runs are shown.
    pub runs: Option<RunServer>,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8030),
            token: None,
            searches: cores.div_ceil(2),
            memory_mb: None,
            hash_mb: 1024,
            time: Duration::from_secs(3600),
            threads: cores,
            waiting: 1000,
            kept: 500,
            kept_for: Duration::from_secs(3600),
            certificate_bytes: 256 << 20,
            absence: Duration::from_secs(10),
            body_bytes: 1 << 20,
            patience: Duration::from_secs(10),
            connections: 512,
            enumerations: Vec::new(),
            tables: Vec::new(),
            table_folder: None,
            answers: Vec::new(),
            runs: None,
        }
    }
}

impl Settings {
    /// Whether only programs of this machine can reach the server.
    pub fn is_loopback(&self) -> bool {
        self.listen.ip().is_loopback()
    }
}
