//! How far a run is, told on the server for those who look from elsewhere.

use super::Coordinator;
use crate::run::Run;
use crate::sign_of_life::now;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// The last progress of a run, for those who look from elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Pieces done.
    pub done: usize,
    /// Pieces in all.
    pub of: usize,
    /// Pieces that failed.
    pub failed: usize,
    /// Pieces with a second result, and those that are to have one.
    pub rechecks: (usize, usize),
    /// Workers that were shut out.
    pub shut_out: Vec<String>,
    /// Pieces a second, of late.
    pub rate: f64,
    /// When this was told, in seconds of Unix time.
    pub at: u64,
}

impl Coordinator {
    /// Tells those who look from elsewhere how far the run is. Failing to do so is no harm.
    pub(super) async fn tell_server(&mut self) {
        let (done, of) = self.book.count();
        self.rates.push_back((Instant::now(), done));
        while self.rates.len() > 60 {
            self.rates.pop_front();
        }
        let (since, before) = self.rates[0];
        let seconds = since.elapsed().as_secs_f64();
        let open = self.book.open_rechecks().len();
        let progress = Progress {
            done,
            of,
            failed: self.book.failed().count(),
            rechecks: (self.book.rechecks() - open, self.book.rechecks()),
            shut_out: self.book.all_shut_out().cloned().collect(),
            rate: match seconds > 0.5 {
                true => done.saturating_sub(before) as f64 / seconds,
                false => 0.0,
            },
            at: now(),
        };
        let bytes = Bytes::from(serde_json::to_vec(&progress).unwrap_or_default());
        if let Ok(store) = self.server.runs().await {
            let _ = store.put(Run::progress_key(&self.run.run), bytes).await;
        }
    }
}
