//! The server: how it is reached, and the streams and buckets that the runs share.
//!
//! | name | contents |
//! | --- | --- |
//! | stream `yose-work` | pieces that wait: `yose.work.ENGINE.RUN.PIECE`, rechecks with `.again` |
//! | stream `yose-results` | `yose.result.RUN.PIECE.WORKER`, failures with `.failed.TRY` |
//! | bucket `yose-runs` | `run.RUN`, `progress.RUN`, `recheck.RUN.PIECE`, `shut-out.RUN.WORKER` |
//! | bucket `yose-workers` | `WORKER.PROCESS`: a sign of life; `shut-out.RUN.WORKER`; they fade |
//! | objects `yose-objects` | inputs of checks and results that exceed a message, by their hash |
//!
//! In both streams a subject holds one message, and a second one is refused, not exchanged. So a
//! piece waits once, and the first result of a worker for a piece stands.

use crate::fault::NatsFault;
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, kv, message::PublishMessage};
use async_nats::{Client, ConnectOptions, Event};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt};
use ring::digest::{SHA256, digest};
use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::sync::OnceCell;
use yose_batch::elsewhere::{Secret, ServerOptions};
use yose_batch::output;

const WORK: &str = "yose-work";
const RESULTS: &str = "yose-results";
const RUNS: &str = "yose-runs";
const WORKERS: &str = "yose-workers";
const OBJECTS: &str = "yose-objects";

/// After this time without a sign of life a worker is not listed any more.
pub const FADES: Duration = Duration::from_secs(30);

/// How long the server may take to answer.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// A connection to the server.
#[derive(Clone, Debug)]
pub struct Server {
    /// The connection.
    pub client: Client,
    /// Its streams.
    pub jetstream: Context,
    /// The buckets, once they were asked for: every look at one costs a question.
    runs: Arc<OnceCell<kv::Store>>,
    workers: Arc<OnceCell<kv::Store>>,
}

/// What became of a message that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It is stored.
    Now,
    /// The subject has a message already, which stays.
    Before,
}

impl Server {
    /// Connects. A connection that breaks later is made again, however long that takes.
    ///
    /// # Errors
    /// The server is not there or refuses us.
    pub async fn connect(options: &ServerOptions, name: &str) -> Result<Server, NatsFault> {
        let fault = |what: String| NatsFault::Connect {
            url: options.url.clone(),
            what,
        };
        let mut connect = ConnectOptions::new()
            .name(name)
            .ping_interval(Duration::from_secs(5))
            .connection_timeout(PATIENCE)
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis(100 << attempts.min(5)).min(Duration::from_secs(2))
            })
            .event_callback(|event| async move {
                match event {
                    Event::Disconnected => output::complain("the connection to the server is lost\n"),
                    Event::ServerError(error) => output::complain(&format!("the server says: {error}\n")),
                    _ => {}
                }
            });
        if let Some(file) = &options.credentials {
            let named = |error| fault(format!("{}: {error}", file.display()));
            connect = connect.credentials_file(file).await.map_err(named)?;
        }
        if let Some(Secret(token)) = &options.token {
            connect = connect.token(token.clone());
        }
        if let Some(user) = &options.user {
            let password = options
                .password
                .clone()
                .map_or_else(String::new, |secret| secret.0);
            connect = connect.user_and_password(user.clone(), password);
        }
        if let Some(file) = &options.ca {
            connect = connect.add_root_certificates(file.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &options.certificate {
            connect = connect.add_client_certificate(certificate.clone(), key.clone());
        }
        let client = connect.connect(options.url.as_str()).await;
        let client = client.map_err(|error| fault(chain(&error)))?;
        let mut jetstream = async_nats::jetstream::new(client.clone());
        jetstream.set_timeout(PATIENCE);
        // Asked directly: servers before 2.10 answer in a shape that the client does not read.
        let told = client.request("$JS.API.INFO", Bytes::new()).await;
        let has_jetstream = told.is_ok_and(|told| {
            let answer = serde_json::from_slice::<serde_json::Value>(&told.payload);
            answer.is_ok_and(|answer| answer["error"].is_null())
        });
        if !has_jetstream {
            return Err(fault(
                "the server has no JetStream (start it with -js)".to_owned(),
            ));
        }
        Ok(Server {
            client,
            jetstream,
            runs: Arc::default(),
            workers: Arc::default(),
        })
    }

    /// Makes the streams and buckets, unless they are there.
    ///
    /// # Errors
    /// The server cannot make them.
    pub async fn prepare(&self, volume: Option<u64>) -> Result<(), NatsFault> {
        let one_a_subject = stream::Config {
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            storage: StorageType::File,
            ..stream::Config::default()
        };
        let work = stream::Config {
            name: WORK.to_owned(),
            subjects: vec!["yose.work.>".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            ..one_a_subject.clone()
        };
        self.jetstream.get_or_create_stream(work).await?;
        let results = stream::Config {
            name: RESULTS.to_owned(),
            subjects: vec!["yose.result.>".to_owned()],
            max_bytes: volume.map_or(-1, |bytes| i64::try_from(bytes).unwrap_or(i64::MAX)),
            ..one_a_subject
        };
        let there = self.jetstream.get_or_create_stream(results.clone()).await?;
        if volume.is_some() && there.cached_info().config.max_bytes != results.max_bytes {
            self.jetstream.update_stream(results).await?;
        }
        let workers = kv::Config {
            bucket: WORKERS.to_owned(),
            history: 1,
            max_age: FADES,
            storage: StorageType::Memory,
            ..kv::Config::default()
        };
        if self.jetstream.get_key_value(WORKERS).await.is_err() {
            self.jetstream.create_key_value(workers).await?;
        }
        let objects = object_store::Config {
            bucket: OBJECTS.to_owned(),
            ..object_store::Config::default()
        };
        if self.jetstream.get_object_store(OBJECTS).await.is_err() {
            self.jetstream.create_object_store(objects).await?;
        }
        // Last: whoever finds the runs finds everything else.
        let runs = kv::Config {
            bucket: RUNS.to_owned(),
            history: 1,
            ..kv::Config::default()
        };
        if self.jetstream.get_key_value(RUNS).await.is_err() {
            self.jetstream.create_key_value(runs).await?;
        }
        Ok(())
    }

    /// The queue from which the workers of an engine take pieces; made or changed so that a piece
    /// comes back after this time without a sign of life.
    ///
    /// # Errors
    /// The server cannot make it.
    pub async fn make_queue(&self, engine: &str, lost_after: Duration) -> Result<(), NatsFault> {
        let name = queue_name(engine);
        let config = pull::Config {
            durable_name: Some(name),
            filter_subject: format!("yose.work.{}.>", token(engine)),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lost_after,
            // Tries are counted by the workers, who also write down why they failed.
            max_deliver: -1,
            max_ack_pending: -1,
            max_waiting: 1 << 16,
            ..pull::Config::default()
        };
        self.work().await?.create_consumer(config).await?;
        Ok(())
    }

    /// The queue of an engine, if it was made.
    ///
    /// # Errors
    /// There is no queue yet, or the server does not answer.
    pub async fn queue(&self, engine: &str) -> Result<Consumer<pull::Config>, NatsFault> {
        let work = self.work().await?;
        let consumer = work.get_consumer(&queue_name(engine)).await;
        consumer.map_err(|error| NatsFault::Server(error.to_string()))
    }

    /// The stream of pieces.
    ///
    /// # Errors
    /// It is not there, or the server does not answer.
    pub async fn work(&self) -> Result<Stream, NatsFault> {
        Ok(self.jetstream.get_stream(WORK).await?)
    }

    /// The stream of results.
    ///
    /// # Errors
    /// It is not there, or the server does not answer.
    pub async fn results(&self) -> Result<Stream, NatsFault> {
        Ok(self.jetstream.get_stream(RESULTS).await?)
    }

    /// Whether anything was ever run on this server.
    ///
    /// # Errors
    /// The server refuses to say, or does not answer.
    pub async fn has_runs(&self) -> Result<bool, NatsFault> {
        match self.runs().await {
            Ok(_) => Ok(true),
            Err(NatsFault::Server(text)) if text.contains("stream not found") => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// The bucket of runs.
    ///
    /// # Errors
    /// It is not there, or the server does not answer.
    pub async fn runs(&self) -> Result<kv::Store, NatsFault> {
        let store = self.runs.get_or_try_init(|| self.jetstream.get_key_value(RUNS));
        Ok(store.await?.clone())
    }

    /// The bucket of workers.
    ///
    /// # Errors
    /// It is not there, or the server does not answer.
    pub async fn workers(&self) -> Result<kv::Store, NatsFault> {
        let store = self
            .workers
            .get_or_try_init(|| self.jetstream.get_key_value(WORKERS));
        Ok(store.await?.clone())
    }

    async fn objects(&self) -> Result<ObjectStore, NatsFault> {
        Ok(self.jetstream.get_object_store(OBJECTS).await?)
    }

    /// Stores a message under a subject that has none.
    ///
    /// # Errors
    /// The server has no room ([`NatsFault::Full`]), or does not answer.
    pub async fn store(&self, subject: String, payload: Bytes) -> Result<Stored, NatsFault> {
        // The id lets the server drop a message that is sent again because its answer was lost.
        let message = PublishMessage::build().payload(payload).message_id(random_word());
        let mut unanswered = 0;
        loop {
            let sent = self
                .jetstream
                .send_publish(subject.clone(), message.clone())
                .await;
            let error = match sent {
                Ok(answer) => match answer.await {
                    Ok(_) => return Ok(Stored::Now),
                    Err(error) => error,
                },
                Err(error) => error,
            };
            let text = chain(&error);
            if text.contains("maximum messages per subject") {
                return Ok(Stored::Before);
            }
            return Err(match error.kind() {
                // Sent again under the same id until the server is back. A server that is there
                // and does not answer has forbidden it.
                PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe if unanswered < 3 => {
                    if self.client.connection_state() == State::Connected {
                        unanswered += 1;
                    }
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    continue;
                }
                _ if text.contains("maximum bytes") || text.contains("insufficient") => NatsFault::Full(text),
                _ if text.contains("resource limits") => NatsFault::Full(text),
                _ => NatsFault::Server(text),
            });
        }
    }

    /// The most bytes of a message, with room for its head.
    pub fn most_bytes(&self) -> usize {
        self.client.server_info().max_payload.saturating_sub(4096)
    }

    /// Stores bytes of a run under their hash. The name is returned.
    ///
    /// # Errors
    /// The server has no room, or does not answer.
    pub async fn put_object(&self, run: &str, bytes: &[u8]) -> Result<String, NatsFault> {
        let name = format!("{run}.{}", hash(bytes));
        let objects = self.objects().await?;
        if objects
            .info(&name)
            .await
            .is_ok_and(|info| info.size == bytes.len())
        {
            return Ok(name);
        }
        let meta = object_store::ObjectMetadata {
            name: name.clone(),
            chunk_size: Some(self.most_bytes().min(128 << 10)),
            ..object_store::ObjectMetadata::default()
        };
        match objects.put(meta, &mut Cursor::new(bytes)).await {
            Ok(_) => Ok(name),
            Err(error) => {
                let text = chain(&error);
                let is_full = ["maximum bytes", "insufficient", "resource"];
                Err(match is_full.iter().any(|word| text.contains(word)) {
                    true => NatsFault::Full(text),
                    false => NatsFault::Server(text),
                })
            }
        }
    }

    /// The bytes with this name.
    ///
    /// # Errors
    /// They are not there, are other bytes, or the server does not answer.
    pub async fn get_object(&self, name: &str) -> Result<Vec<u8>, NatsFault> {
        let fault = |error: String| NatsFault::Server(format!("object {name}: {error}"));
        let objects = self.objects().await?;
        let mut object = objects.get(name).await.map_err(|error| fault(chain(&error)))?;
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(60), object.read_to_end(&mut bytes)).await;
        match read {
            Ok(Ok(_)) if name.split_once('.').is_some_and(|(_, sum)| sum == hash(&bytes)) => Ok(bytes),
            Ok(Ok(_)) => Err(fault("it holds other bytes than its name says".to_owned())),
            Ok(Err(error)) => Err(fault(error.to_string())),
            Err(_) => Err(fault("it takes too long".to_owned())),
        }
    }

    /// Deletes the objects of a run.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn delete_objects(&self, run: &str) -> Result<(), NatsFault> {
        let objects = self.objects().await?;
        let mut list = objects.list().await?;
        while let Some(info) = list.next().await {
            let name = info?.name;
            if name.split_once('.').is_some_and(|(of, _)| of == run) {
                let _ = objects.delete(&name).await;
            }
        }
        Ok(())
    }

    /// The keys of a bucket.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn keys(store: &kv::Store) -> Result<Vec<String>, NatsFault> {
        let keys: Result<Vec<String>, _> = store.keys().await?.try_collect().await;
        keys.map_err(|error| NatsFault::Server(chain(&error)))
    }

    /// The subjects of a stream that a filter matches.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn subjects(&self, stream: &Stream, filter: &str) -> Result<Vec<String>, NatsFault> {
        let listed = stream.info_with_subjects(filter).await;
        let listed = listed.map_err(|error| NatsFault::Server(chain(&error)))?;
        let subjects: Result<Vec<(String, usize)>, _> = listed.try_collect().await;
        let subjects = subjects.map_err(|error| NatsFault::Server(chain(&error)))?;
        Ok(subjects.into_iter().map(|(subject, _)| subject).collect())
    }
}

fn queue_name(engine: &str) -> String {
    format!("workers-{}", token(engine))
}

/// An error with everything that caused it.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let more = inner.to_string();
        if !text.contains(&more) {
            let _ = write!(text, ": {more}");
        }
        cause = inner.source();
    }
    text
}

/// A text as one word of a subject: letters, digits, `-` and `_`.
pub fn token(text: &str) -> String {
    let letter = |c: char| match c.is_ascii_alphanumeric() || c == '-' {
        true => c,
        false => '_',
    };
    text.chars().map(letter).collect()
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    digest(&SHA256, bytes)
        .as_ref()
        .iter()
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// 32 random hexadecimal digits.
pub fn random_word() -> String {
    let mut bytes = [0_u8; 16];
    // Without a source of randomness the process and the time must do.
    if getrandom::fill(&mut bytes).is_err() {
        let time = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let word = time.as_nanos() ^ (u128::from(std::process::id()) << 96);
        bytes = word.to_le_bytes();
    }
    hash(&bytes)[..32].to_owned()
}
