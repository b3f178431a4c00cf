//! The progress line of long work, on standard error, only if standard error is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// A progress line.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Progress over `total` problems. Nothing is drawn if standard error is not a terminal.
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
        self.0
            .set_message(format!("{label} {nodes} nodes, {rate:.0} k/s, {note}"));
    }

    /// Shows a note of the current problem.
    pub fn note(&self, label: &str, note: &str) {
        if !self.0.is_hidden() {
            self.0.set_message(format!("{label} {note}"));
        }
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
