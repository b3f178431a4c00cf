//! A clock: the time since a search started.

use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
type Instant = std::time::Instant;

#[cfg(target_family = "wasm")]
use self::host::Instant;
#[cfg(target_family = "wasm")]
pub use self::host::provide_clock;

/// A clock that was started once and never stops.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// Starts a clock.
    pub fn start() -> Self {
        Clock(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The time as the host of a program without a system tells it.
#[cfg(target_family = "wasm")]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the function that tells the time since some fixed moment (in a browser:
    /// `performance.now`). Without it no time passes, and limits of time are never reached.
    pub fn provide_clock(now: fn() -> Duration) {
        // The first clock stays: a second one may count from another moment.
        let _ = NOW.set(now);
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        pub fn now() -> Self {
            Instant(NOW.get().map_or(Duration::ZERO, |now| now()))
        }

        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
