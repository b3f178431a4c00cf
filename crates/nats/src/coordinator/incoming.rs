//! Results as they come to the coordinator.

use super::trust::chance;
use super::{AT_ONCE, Coordinator, Tell};
use crate::book::{Found, Phase, Try};
use crate::fault::NatsFault;
use crate::result::PieceResult;
use crate::server::hash;
use crate::sign_of_life::plain;
use crate::worker::GivenBack;
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy, pull};
use bytes::Bytes;
use futures_util::StreamExt;
use std::time::Duration;

/// How long the coordinator listens for results before it looks at everything else.
const LISTEN: Duration = Duration::from_millis(250);

/// A request for results stands so long on the server, and the server shows so often that it still
/// knows it.
const STANDS: Duration = Duration::from_secs(30);
const SHOWS: Duration = Duration::from_secs(5);

/// Results whose messages are kept in memory until they are handed over, in bytes. Others are read
/// once more.
const KEPT: usize = 64 << 20;

impl Coordinator {
    /// How results are read from the next one on.
    fn reading(&self, forgotten_after: Duration) -> pull::Config {
        pull::Config {
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: self.next,
            },
            filter_subject: format!("yose.result.{}.>", self.run.run),
            ack_policy: AckPolicy::None,
            inactive_threshold: forgotten_after,
            memory_storage: true,
            ..pull::Config::default()
        }
    }

    /// Takes results as they come, for a moment or until all pieces are done.
    pub(super) async fn listen(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let mut reader = match self.reader.take() {
            Some(reader) => reader,
            None => {
                let consumer = self.results.create_consumer(self.reading(STANDS)).await?;
                let stream = consumer
                    .stream()
                    .max_messages_per_batch(AT_ONCE)
                    .expires(STANDS)
                    .heartbeat(SHOWS);
                stream.messages().await?
            }
        };
        let end = tokio::time::Instant::now() + LISTEN;
        loop {
            match tokio::time::timeout_at(end, reader.next()).await {
                Err(_) => break,
                Ok(Some(Ok(message))) => {
                    self.hear(&message, tell).await?;
                    if self.book.open() == 0 {
                        break;
                    }
                }
                // The server has forgotten the reader, which is made anew.
                Ok(Some(Err(_)) | None) => {
                    tokio::time::sleep_until(end).await;
                    return Ok(());
                }
            }
        }
        self.reader = Some(reader);
        Ok(())
    }

    /// Reads every result that is stored by now.
    pub(super) async fn read(&mut self, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let reader: Consumer<pull::Config> = self.results.create_consumer(self.reading(SHOWS)).await?;
        loop {
            let mut batch = reader.fetch().max_messages(AT_ONCE).messages().await?;
            let mut messages = Vec::new();
            let gather = async {
                while let Some(Ok(message)) = batch.next().await {
                    messages.push(message);
                }
            };
            let _ = tokio::time::timeout(Duration::from_secs(10), gather).await;
            for message in &messages {
                self.hear(message, tell).await?;
            }
            if messages.len() < AT_ONCE {
                return Ok(());
            }
        }
    }

    /// Takes a message of the stream of results, once.
    async fn hear(&mut self, message: &Message, tell: &mut Tell<'_>) -> Result<(), NatsFault> {
        let sequence = message.info().map_or(0, |info| info.stream_sequence);
        if sequence < self.next {
            return Ok(());
        }
        self.next = sequence + 1;
        self.take(message.subject.as_str(), &message.payload, sequence, tell)
            .await
    }

    /// Takes a message of the stream of results.
    async fn take(
        &mut self,
        subject: &str,
        payload: &[u8],
        sequence: u64,
        tell: &mut Tell<'_>,
    ) -> Result<(), NatsFault> {
        let words: Vec<&str> = subject.split('.').collect();
        let [_, _, _, piece, worker, ref rest @ ..] = words[..] else {
            return Ok(());
        };
        let Ok(piece) = piece.parse::<usize>() else {
            return Ok(());
        };
        if self.book.is_shut_out(worker) || matches!(self.book.phase(piece), None | Some(Phase::Unwanted)) {
            return Ok(());
        }
        if !rest.is_empty() {
            if let Ok(told) = serde_json::from_slice::<GivenBack>(payload) {
                let is_failure = told.reason.is_some();
                let reason = told.reason.unwrap_or_else(|| "left".to_owned());
                let given_back = Try {
                    worker: worker.to_owned(),
                    told: plain(&format!("{worker} on {}: {reason}", told.host)),
                    is_failure,
                };
                let tries = self.run.tries as usize;
                self.book.give_back(piece, given_back, told.last, tries);
                if told.last {
                    self.held.remove(&piece);
                }
            }
            return Ok(());
        }
        let object = match PieceResult::object_of(payload) {
            Some(name) => match self.server.get_object(&name).await {
                Ok(bytes) => Some(bytes),
                // Whoever spoiled the object: the piece is as good as not done.
                Err(_) => return Ok(()),
            },
            None => None,
        };
        let asked = self.run.piece(piece);
        let read = PieceResult::read(payload, object.as_deref());
        match read.and_then(|result| result.replies(&asked).map(|_| result)) {
            Ok(result) => {
                let seconds: f64 = result.items.iter().map(|item| item.seconds).sum();
                let took = Duration::try_from_secs_f64(seconds).unwrap_or_default();
                self.longest = self.longest.max(took.min(self.since.elapsed()));
                if self.kept_bytes + payload.len() <= KEPT {
                    self.kept_bytes += payload.len();
                    self.kept.insert(sequence, Bytes::copy_from_slice(payload));
                }
                let found = Found {
                    worker: worker.to_owned(),
                    text: hash(result.text.as_bytes()),
                    sequence,
                };
                // Chosen after the result has come, so nobody knows beforehand which pieces are.
                match self.book.add(piece, found) && chance() < self.settings.recheck {
                    true => self.recheck(piece).await,
                    false => Ok(()),
                }
            }
            Err(fault) => {
                let why = format!("piece {piece}: {fault}");
                self.shut_out(worker, why, tell).await
            }
        }
    }
}
