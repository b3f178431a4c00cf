//! Progress of long work, on standard error, only where a person looks at it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// A progress line.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Progress over `total` problems; nothing is drawn if standard error is not a terminal.
    pub fn over(total: usize) -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr_with_hz(8));
        let template = if total > 1 {
            "{elapsed_precise} [{bar:30}] {pos}/{len} {wide_msg}"
        } else {
            "{elapsed_precise} {wide_msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress(bar)
    }

    /// Whether anybody sees it.
    pub fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }

    /// What is going on in the problem at hand.
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
        self.0
            .set_message(format!("{label} {nodes} nodes, {rate:.0} k/s, {note}"));
    }

    /// What is going on, in words.
    pub fn note(&self, label: &str, note: &str) {
        if !self.0.is_hidden() {
            self.0.set_message(format!("{label} {note}"));
        }
    }

    /// One problem is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// Runs `print` with the progress line out of the way.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
