//! Signs of life: what each worker tells about itself every few seconds.

use crate::fault::NatsFault;
use crate::server::Server;
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime};

/// Time between two signs of life.
pub const SIGN_PAUSE: Duration = Duration::from_secs(3);

/// A worker, as it tells about itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SignOfLife {
    /// Its name. Several processes may have one name, as they may have one credential.
    pub name: String,
    /// The machine.
    pub host: String,
    /// The process, with its machine: one word.
    pub process: String,
    /// The version of the program.
    pub engine: String,
    /// Pieces at the same time.
    pub threads: usize,
    /// The pieces in work, as `RUN.PIECE`.
    pub busy: Vec<String>,
    /// Pieces done.
    pub done: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds of work of all threads.
    pub worked: f64,
    /// When the worker joined, in seconds of Unix time.
    pub since: u64,
    /// What keeps it from working.
    pub fault: Option<String>,
    /// Whether that is a server without room for results.
    pub full: bool,
}

impl SignOfLife {
    /// The key of its sign of life.
    pub fn key(&self) -> String {
        format!("{}.{}", self.name, self.process)
    }
}

/// What a worker says, without the characters that would steer a terminal.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Seconds of Unix time.
pub fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs()
}

/// The workers that are there.
///
/// # Errors
/// The server does not answer.
pub async fn workers(server: &Server) -> Result<Vec<SignOfLife>, NatsFault> {
    let store = server.workers().await?;
    let mut found = Vec::new();
    for key in Server::keys(&store).await? {
        if let Some(bytes) = store.get(&key).await?
            && let Ok(life) = serde_json::from_slice::<SignOfLife>(&bytes)
            && life.key() == key
        {
            found.push(life);
        }
    }
    found.sort_by_key(SignOfLife::key);
    Ok(found)
}
