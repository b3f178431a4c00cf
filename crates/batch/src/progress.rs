//! The progress line of long work, on standard error, only if standard error is a terminal.

use crate::output::told;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A progress line.
#[derive(Debug)]
pub struct Progress(
    ProgressBar,
    /// How many problems of a stream were read.
    AtomicU64,
);

/// The line of one problem, of several, and of a number that is not known yet.
const ONE: &str = "{elapsed_precise} {wide_msg}";
const SEVERAL: &str = "{elapsed_precise} [{bar:30}] {pos}/{len} {wide_msg}";
const STREAM: &str = "{elapsed_precise} {pos} {wide_msg}";

impl Progress {
    /// Progress over `total` problems. Nothing is drawn if standard error is not a terminal.
    pub fn over(total: usize) -> Progress {
        let progress = Progress::drawn(Some(total as u64));
        progress.draw_as(if total > 1 { SEVERAL } else { ONE });
        progress
    }

    /// Progress over problems that are still being read: see [`read`](Progress::read).
    pub fn over_stream() -> Progress {
        let progress = Progress::drawn(None);
        progress.draw_as(STREAM);
        progress
    }

    fn drawn(total: Option<u64>) -> Progress {
        Progress(
            match std::io::stderr().is_terminal() {
                true => ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(8)),
                false => ProgressBar::hidden(),
            },
            AtomicU64::new(0),
        )
    }

    fn draw_as(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style.progress_chars("=> "));
        }
    }

    /// Counts one more problem that was read, or tells that there are no more.
    pub fn read(&self, is_more: bool) {
        if self.0.is_hidden() {
            return;
        }
        if is_more {
            self.1.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let total = self.1.load(Ordering::Relaxed);
        self.0.set_length(total);
        self.draw_as(if total > 1 { SEVERAL } else { ONE });
    }

    /// Whether the line is drawn.
    pub fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }

    /// Shows the nodes, the nodes per second and a note of the current problem.
    pub fn effort(&self, label: &str, nodes: u64, elapsed: Duration, note: &str) {
        if self.0.is_hidden() {
            return;
        }
        let seconds = elapsed.as_secs_f64();
        let rate = if seconds > 0.0 {
            nodes as f64 / seconds / 1000.0
        } else {
            0.0
        };
        let effort = told(&format!("{nodes} nodes, {rate:.0} k/s, {note}"));
        self.0.set_message(format!("{label} {effort}"));
    }

    /// Shows a note of the current problem.
    pub fn note(&self, label: &str, note: &str) {
        if !self.0.is_hidden() {
            self.0.set_message(format!("{label} {}", told(note)));
        }
    }

    /// Shows how many of all are done.
    pub fn set(&self, done: usize, of: usize) {
        self.0.set_length(of as u64);
        self.0.set_position(done as u64);
    }

    /// Counts one problem as done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// Hides the progress line while `print` runs.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
