//! Events over HTTP: one stream of server-sent events for a browser, which its tabs share. (A
//! browser opens six connections to a host and no more.)
//!
//! - `job`: a job as `GET /api/jobs/ID` has it, whenever something about it changed.
//! - `queue`: the length of the queue.
//!
//! Each event is the whole state of what it is about, so a reader that missed some has lost
//! nothing.

use crate::error::Refusal;
use crate::jobs::AskerQuery;
use crate::presence::Stream as OpenStream;
use crate::queue::{Notice, Queue};
use crate::routes::Site;
use axum::extract::{Query, State};
use axum::response::sse::{Event, Sse};
use futures_util::stream::{self, Stream};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

/// The longest silence of a stream.
const SILENCE: Duration = Duration::from_secs(15);

/// A reader of events.
struct Reader {
    queue: Arc<Queue>,
    browser: String,
    notices: Receiver<Notice>,
    closing: watch::Receiver<bool>,
    /// Events that are ready to be sent.
    ready: VecDeque<Event>,
    /// Held as long as the connection is open.
    _open: OpenStream,
}

/// `GET /api/events?browser=NAME`: the events of the jobs of a browser.
pub async fn events(
    State(site): State<Arc<Site>>,
    Query(asker): Query<AskerQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let browser = asker.asker()?.browser;
    let browser = browser.ok_or_else(|| Refusal::bad("events are those of a browser: ?browser=NAME"))?;
    let mut reader = Reader {
        queue: Arc::clone(&site.queue),
        notices: site.queue.subscribe(),
        closing: site.closing.subscribe(),
        ready: VecDeque::new(),
        _open: site.presence.open_stream(&browser),
        browser,
    };
    reader.everything();
    let events = stream::unfold(reader, |mut reader| async move {
        let event = reader.next().await?;
        Some((Ok(event), reader))
    });
    Ok(Sse::new(events))
}

impl Reader {
    /// The next event; `None` when the server stops.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let notice = tokio::select! {
                _ = self.closing.wait_for(|&closing| closing) => return None,
                notice = self.notices.recv() => notice,
                // A comment shows whether the other end is still there.
                () = tokio::time::sleep(SILENCE) => return Some(Event::default().comment("")),
            };
            match notice {
                Ok(Notice::Job(id)) => {
                    if self.is_mine(&id) {
                        let status = self.queue.status(&id);
                        self.put("job", status.as_ref());
                    }
                }
                Ok(Notice::Queue) => self.put("queue", Some(&self.queue.length())),
                Err(RecvError::Lagged(_)) => self.everything(),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    fn is_mine(&self, id: &str) -> bool {
        self.queue
            .is_of(id, |asker| asker.browser.as_deref() == Some(&self.browser))
    }

    /// The state of everything that concerns this browser.
    fn everything(&mut self) {
        self.put("queue", Some(&self.queue.length()));
        let browser = self.browser.clone();
        let jobs = self
            .queue
            .statuses(|asker| asker.browser.as_deref() == Some(&browser));
        for job in &jobs {
            self.put("job", Some(job));
        }
    }

    fn put(&mut self, name: &str, data: Option<&impl serde::Serialize>) {
        let event = data.and_then(|data| Event::default().event(name).json_data(data).ok());
        self.ready.extend(event);
    }
}
