//! Pieces that the coordinator does itself, on its own machine.

use super::{Coordinator, Tell};
use crate::fault::NatsFault;
use crate::piece::Ask;
use crate::result::{PieceResult, answer};
use crate::run::COORDINATOR;
use crate::worker::host;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use yose_ask::{Request, Resources};

/// Time between two looks at a piece that is done here.
const LOOK: Duration = Duration::from_millis(100);

impl Coordinator {
    /// Does a piece on this machine.
    pub(super) async fn do_here(&mut self, piece: usize, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let asked = self.run.piece(piece);
        let memory_mb = match &asked.ask {
            Ask::Frames { request, .. } => request.memory_mb(),
            Ask::Listed { .. } => self.requests.iter().map(Request::memory_mb).max().unwrap_or(0),
        };
        let (requests, cancel) = (self.requests.clone(), Arc::clone(&self.cancel));
        let doing = asked.clone();
        let mut work = tokio::task::spawn_blocking(move || {
            answer(&doing, &requests, &Resources::new(memory_mb), &cancel)
        });
        let done = loop {
            match tokio::time::timeout(LOOK, &mut work).await {
                Ok(done) => break done,
                Err(_) if *self.stop.borrow() => self.cancel.store(true, Ordering::Relaxed),
                Err(_) => {}
            }
        };
        let (text, items) = match done {
            Ok(Ok(done)) => done,
            Ok(Err(None)) => return Ok(()),
            Ok(Err(Some(reason))) => return Err(NatsFault::Order(format!("piece {piece}: {reason}"))),
            Err(panic) => return Err(NatsFault::Order(format!("piece {piece}: {panic}"))),
        };
        let result = PieceResult {
            text,
            items,
            host: host(),
        };
        result.store(&self.server, &asked, COORDINATOR).await?;
        self.read(tell).await
    }
}
