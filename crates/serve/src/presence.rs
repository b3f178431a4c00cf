//! Tabs and browsers that left. A search whose tab was closed is of no use to anybody, but a tab
//! that is only loaded again comes back within seconds.
//!
//! A tab says that it opens and that it closes. A browser that vanishes without a word loses its
//! stream of events.

use crate::queue::Queue;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest name of a tab or browser.
const LONGEST: usize = 64;

/// The most tabs that are remembered as closing at the same time.
const MOST: usize = 10_000;

/// Who is there.
#[derive(Debug)]
pub struct Presence {
    queue: Arc<Queue>,
    absence: Duration,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// The tabs that said they close, with the number of times they did.
    closing: HashMap<String, u64>,
    /// The streams of each browser that has one or had one.
    streams: HashMap<String, Streams>,
    next: u64,
}

#[derive(Debug, Default)]
struct Streams {
    open: usize,
    /// Changes with every stream, so that an old absence ends nothing new.
    turn: u64,
}

/// An open stream of a browser. Dropped when the connection is closed.
#[derive(Debug)]
pub struct Stream {
    presence: Arc<Presence>,
    browser: String,
}

/// Whether a text may be the name of a tab or browser.
pub fn is_name(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

impl Presence {
    /// Nobody is there.
    pub fn new(queue: Arc<Queue>, absence: Duration) -> Presence {
        Presence {
            queue,
            absence,
            known: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A tab is there, perhaps again.
    pub fn open_tab(&self, tab: &str) {
        self.lock().closing.remove(tab);
    }

    /// A tab closes. Its searches stop unless it comes back in time.
    pub fn close_tab(self: &Arc<Self>, tab: String) {
        let turn = {
            let mut known = self.lock();
            if known.closing.len() >= MOST {
                return;
            }
            known.next += 1;
            let turn = known.next;
            known.closing.insert(tab.clone(), turn);
            turn
        };
        let presence = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(presence.absence).await;
            let left = {
                let mut known = presence.lock();
                let left = known.closing.get(&tab) == Some(&turn);
                if left {
                    known.closing.remove(&tab);
                }
                left
            };
            if left {
                presence
                    .queue
                    .stop_all(|asker| asker.tab.as_deref() == Some(&tab));
            }
        });
    }

    /// A browser opens a stream of events.
    pub fn open_stream(self: &Arc<Self>, browser: &str) -> Stream {
        let mut known = self.lock();
        known.next += 1;
        let turn = known.next;
        let streams = known.streams.entry(browser.to_owned()).or_default();
        streams.open += 1;
        streams.turn = turn;
        Stream {
            presence: Arc::clone(self),
            browser: browser.to_owned(),
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let turn = {
            let mut known = self.presence.lock();
            let Some(streams) = known.streams.get_mut(&self.browser) else {
                return;
            };
            streams.open -= 1;
            streams.turn
        };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let (presence, browser) = (Arc::clone(&self.presence), self.browser.clone());
        runtime.spawn(async move {
            tokio::time::sleep(presence.absence).await;
            let left = {
                let mut known = presence.lock();
                let streams = known.streams.get(&browser);
                let left = streams.is_some_and(|streams| streams.open == 0 && streams.turn == turn);
                if left {
                    known.streams.remove(&browser);
                }
                left
            };
            if left {
                presence
                    .queue
                    .stop_all(|asker| asker.browser.as_deref() == Some(&browser));
            }
        });
    }
}
