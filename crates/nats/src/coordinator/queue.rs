//! The queue of pieces on the server: filled, compared with the results, and taken back from those
//! who keep pieces.

use super::{AT_ONCE, Coordinator, Tell};
use crate::book::Phase;
use crate::fault::NatsFault;
use crate::piece::Piece;
use crate::sign_of_life::SIGN_PAUSE;
use bytes::Bytes;
use futures_util::future::join_all;
use std::collections::HashSet;
use std::time::Instant;

/// The most pieces that wait on the server.
const AHEAD: usize = 10_000;

/// A piece that a worker says it does, when nothing else is to be done, may take so many times the
/// longest piece so far, or the time of a lost worker. Then it is done here too.
const PATIENT: u32 = 20;

impl Coordinator {
    /// Puts missing pieces into the queue, as many as may wait.
    pub(super) async fn feed(&mut self) -> Result<(), NatsFault> {
        while self.book.waiting() < AHEAD {
            let missing = self.book.missing((AHEAD - self.book.waiting()).min(AT_ONCE));
            if missing.is_empty() {
                break;
            }
            let pieces: Vec<Piece> = missing.iter().map(|&piece| self.run.piece(piece)).collect();
            for put in join_all(pieces.iter().map(|piece| self.put(piece))).await {
                put?;
            }
            for piece in missing {
                self.book.put_into_queue(piece);
            }
        }
        Ok(())
    }

    /// Puts a piece into the queue.
    pub(super) async fn put(&self, piece: &Piece) -> Result<(), NatsFault> {
        let bytes = serde_json::to_vec(piece).unwrap_or_default();
        self.server
            .store(piece.subject(), Bytes::from(bytes))
            .await
            .map(drop)
    }

    /// Compares what should wait with what does. The queue is read first and the results after it:
    /// a result is stored before its piece leaves the queue, so a piece that is in neither is lost.
    pub(super) async fn reconcile(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let filter = format!("yose.work.*.{}.>", self.run.run);
        let mut waiting = HashSet::new();
        let mut again = HashSet::new();
        for subject in self.server.subjects(&self.work, &filter).await? {
            let words: Vec<&str> = subject.split('.').collect();
            match words[..] {
                [_, _, _, _, piece] => waiting.extend(piece.parse::<usize>()),
                [_, _, _, _, piece, "again"] => again.extend(piece.parse::<usize>()),
                _ => {}
            }
        }
        // Until nothing is new: everything that was stored before the queue was read is known then.
        self.read(tell).await?;
        for piece in 0..self.book.pieces() {
            match (self.book.phase(piece), waiting.contains(&piece)) {
                (Some(Phase::Missing), true) => self.book.put_into_queue(piece),
                (Some(Phase::Waiting), false) => {
                    self.held.remove(&piece);
                    if self.book.lose(piece) {
                        let told = format!("piece {piece} vanishes again and again; it is done here");
                        self.note(tell, told)?;
                        self.do_here(piece, tell).await?;
                    }
                }
                _ => {}
            }
        }
        self.take_back(&waiting, tell).await?;
        for piece in self.book.open_rechecks() {
            if !again.contains(&piece) {
                self.ask_again(piece).await?;
            }
        }
        for &piece in again.iter().filter(|&&piece| !self.is_somebody_else(piece)) {
            let filter = format!("yose.work.*.{}.{piece}.again", self.run.run);
            self.work.purge().filter(filter).await?;
        }
        Ok(())
    }

    /// Takes pieces back from those who keep them. While pieces wait, nobody is held up. Then a
    /// piece that no worker says it does is handed out again, and one that a worker says it does
    /// for very long is done here too.
    async fn take_back(&mut self, waiting: &HashSet<usize>, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let queue = self.server.queue(&self.run.engine).await?;
        if queue.cached_info().num_pending > 0 {
            self.held.clear();
            return Ok(());
        }
        let honest = self
            .workers
            .iter()
            .filter(|sign| !self.book.is_shut_out(&sign.name));
        let prefix = format!("{}.", self.run.run);
        let busy: HashSet<usize> = honest
            .flat_map(|sign| &sign.busy)
            .filter_map(|label| label.strip_prefix(&prefix)?.parse().ok())
            .collect();
        let mut overdue = Vec::new();
        let now = Instant::now();
        for &piece in waiting {
            if self.book.phase(piece) != Some(Phase::Waiting) {
                continue;
            }
            let (since, silent) = self.held.entry(piece).or_insert((now, now));
            if busy.contains(&piece) {
                *silent = now;
            }
            if silent.elapsed() > self.lost_after + 2 * SIGN_PAUSE {
                overdue.push((piece, true));
            } else if since.elapsed() > PATIENT * self.longest.max(self.lost_after) {
                overdue.push((piece, false));
            }
        }
        overdue.sort_unstable();
        for (piece, is_silent) in overdue {
            if is_silent {
                self.note(
                    tell,
                    format!("piece {piece} was taken, and nobody says that he does it; it goes to another"),
                )?;
                let filter = self.run.piece(piece).subject();
                self.work.purge().filter(filter).await?;
                // If it got lost too often, the next look finds that it waits for nobody.
                self.book.lose(piece);
                self.held.remove(&piece);
            } else {
                self.note(
                    tell,
                    format!("piece {piece} takes very long; it is done here too"),
                )?;
                self.held.remove(&piece);
                self.do_here(piece, tell).await?;
            }
        }
        Ok(())
    }
}
