//! The replies of a finished run, passed on to the program that asked for them.

use super::{AT_ONCE, Coordinator, Tell};
use crate::fault::NatsFault;
use crate::result::PieceResult;
use crate::server::hash;
use crate::sign_of_life::plain;
use futures_util::future::join_all;
use std::time::Duration;
use yose_batch::elsewhere::Report;

impl Coordinator {
    /// Passes the replies on, piece by piece, as they lie on the server.
    pub(super) async fn hand_over(
        &mut self,
        todo: &[(usize, usize)],
        tell: &mut Tell<'_>,
    ) -> Result<(), NatsFault> {
        let wanted: Vec<usize> = self.book.wanted().collect();
        for some in wanted.chunks(AT_ONCE) {
            let read = join_all(some.iter().map(|&piece| self.reread(piece))).await;
            for (piece, read) in some.iter().zip(read) {
                let (by, result) = read?;
                let asked = self.run.piece(*piece);
                let replies = result
                    .replies(&asked)
                    .map_err(|fault| NatsFault::Server(format!("piece {piece}: {fault}")))?;
                for (item, reply) in (asked.from..).zip(replies) {
                    if todo.iter().any(|&(from, to)| (from..to).contains(&item)) {
                        tell(Report::Reply {
                            item,
                            by: plain(&format!("{by} on {}", result.host)),
                            reply: Box::new(reply),
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads the result of a piece that counts once more.
    async fn reread(&self, piece: usize) -> Result<(String, PieceResult), NatsFault> {
        let fault = |what: String| NatsFault::Server(format!("piece {piece}: {what}"));
        let accepted = self
            .book
            .accepted(piece)
            .ok_or_else(|| fault("no result".to_owned()))?;
        let mut tried = 0;
        let payload = loop {
            if let Some(kept) = self.kept.get(&accepted.sequence) {
                break kept.clone();
            }
            match self.results.get_raw_message(accepted.sequence).await {
                Ok(message) => break message.payload,
                Err(error) if tried == 20 => return Err(fault(error.to_string())),
                Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
            }
            tried += 1;
        };
        let object = match PieceResult::object_of(&payload) {
            Some(name) => Some(self.server.get_object(&name).await?),
            None => None,
        };
        let result = PieceResult::read(&payload, object.as_deref());
        let result = result.map_err(|what| fault(what.to_string()))?;
        match hash(result.text.as_bytes()) == accepted.text {
            true => Ok((accepted.worker.clone(), result)),
            false => Err(fault("the result on the server was changed".to_owned())),
        }
    }
}
