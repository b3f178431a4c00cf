//! Ctrl-C: the first one asks the running work to stop and keep what it has, the second one ends
//! the program. The `ctrlc` crate speaks to the operating system, on Windows as on Unix.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that says "stop, and keep what you have".
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A flag that Ctrl-C sets. Where no handler can be installed the flag is just never set, and
    /// Ctrl-C ends the program as usual.
    pub fn on_ctrl_c() -> Interrupt {
        let interrupt = Interrupt::default();
        let flag = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            if flag.0.swap(true, Ordering::SeqCst) {
                // The exit status of a program that an interrupt ended, by the custom of shells.
                std::process::exit(130);
            }
        });
        interrupt
    }

    /// Whether somebody asked to stop.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Asks to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// The flag itself, for search limits.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl From<&Arc<AtomicBool>> for Interrupt {
    fn from(flag: &Arc<AtomicBool>) -> Self {
        Interrupt(Arc::clone(flag))
    }
}
