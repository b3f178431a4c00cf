//! Whom the coordinator believes: rechecks, results that differ, and workers that are shut out.

use super::{Coordinator, PROGRESS, Tell};
use crate::fault::NatsFault;
use crate::run::Run;
use bytes::Bytes;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

impl Coordinator {
    /// Decides that a piece is rechecked, writes that down, and asks for it.
    pub(super) async fn recheck(&mut self, piece: usize) -> Result<(), NatsFault> {
        let store = self.server.runs().await?;
        store
            .put(Run::recheck_key(&self.run.run, piece), Bytes::new())
            .await?;
        self.book.recheck(piece);
        self.ask_again(piece).await
    }

    /// Puts a piece into the queue for those who have not done it.
    pub(super) async fn ask_again(&self, piece: usize) -> Result<(), NatsFault> {
        let mut asked = self.run.piece(piece);
        let found = self.book.found(piece).iter();
        asked.not = found.map(|found| found.worker.clone()).collect();
        // Pieces that nobody may do would come back again and again, before those that wait.
        if asked.not.is_empty() || !self.is_somebody_else(piece) {
            return Ok(());
        }
        self.put(&asked).await
    }

    /// Whether a worker is there that has not done a piece yet.
    pub(super) fn is_somebody_else(&self, piece: usize) -> bool {
        let found = self.book.found(piece);
        self.workers.iter().any(|sign| {
            !self.book.is_shut_out(&sign.name) && found.iter().all(|found| found.worker != sign.name)
        })
    }

    /// Sees to it that every worker has at least one of its pieces rechecked. Whether all rechecks
    /// are done.
    pub(super) async fn recheck_every_worker(&mut self) -> Result<bool, NatsFault> {
        if self.settings.recheck > 0.0 {
            for pieces in self.book.unchecked().into_values() {
                let chosen = (chance() * pieces.len() as f64) as usize;
                self.recheck(pieces[chosen.min(pieces.len() - 1)]).await?;
            }
        }
        Ok(self.book.open_rechecks().is_empty())
    }

    /// Does one open recheck here if no worker can, or none has for long.
    pub(super) async fn recheck_here(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let since = *self.quiet_since.get_or_insert_with(Instant::now);
        let open = self.book.open_rechecks();
        let patience = (self.lost_after * 2).max(Duration::from_secs(10));
        let alone = |piece: &&usize| !self.is_somebody_else(**piece);
        // The list of workers is a second old or so.
        let is_alone = since.elapsed() > PROGRESS * 2;
        let chosen = match since.elapsed() > patience {
            true => open.first(),
            false => open.iter().find(|piece| is_alone && alone(piece)),
        };
        match chosen {
            Some(&piece) => self.do_here(piece, tell).await,
            None => Ok(()),
        }
    }

    /// Pieces with different results are done here. Who said something else is shut out.
    pub(super) async fn settle_disputes(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        while let Some(piece) = self.book.dispute() {
            if let Some(wrong) = self.book.settle(piece) {
                for worker in wrong {
                    let why = format!("piece {piece}: the result was wrong");
                    self.shut_out(&worker, why, tell).await?;
                }
                continue;
            }
            let found = self.book.found(piece).iter();
            let names: Vec<&str> = found.map(|found| found.worker.as_str()).collect();
            let told = format!(
                "piece {piece}: {} differ; it is done again here",
                names.join(" and ")
            );
            self.note(tell, told)?;
            self.do_here(piece, tell).await?;
            if self.cancel.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    }

    /// Shuts a worker out: its results do not count any more, and its pieces are done again.
    pub(super) async fn shut_out(
        &mut self,
        worker: &str,
        why: String,
        tell: &mut Tell<'_>,
    ) -> Result<(), NatsFault> {
        let Some(again) = self.book.shut_out(worker) else {
            return Ok(());
        };
        let key = Run::shut_out_key(&self.run.run, worker);
        let bytes = Bytes::from(why.clone().into_bytes());
        self.server.runs().await?.put(&key, bytes.clone()).await?;
        // The run may be over and deleted before the worker looks. This word fades by itself.
        self.server.workers().await?.put(&key, bytes).await?;
        self.note(
            tell,
            format!("{worker} is shut out ({why}); {again} of its pieces are done again"),
        )
    }
}

/// A random number from 0 up to but without 1.
pub(super) fn chance() -> f64 {
    let mut bytes = [0_u8; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => (u64::from_le_bytes(bytes) >> 11) as f64 / (1_u64 << 53) as f64,
        // Without randomness everything is rechecked.
        Err(_) => 0.0,
    }
}
