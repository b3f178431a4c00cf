//! Ctrl-C: the first one asks the running work to stop and to keep its results, the second one ends
//! the program. The `ctrlc` crate installs the handler, on Windows as on Unix.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A flag that asks the work to stop and to keep its results.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// The flag that Ctrl-C sets, the same for all callers: a program that does one work after the
    /// other stops them all. If no handler can be installed the flag is never set, and Ctrl-C ends
    /// the program as usual.
    pub fn on_ctrl_c() -> Interrupt {
        static FLAG: OnceLock<Interrupt> = OnceLock::new();
        let install = || {
            let interrupt = Interrupt::default();
            let flag = interrupt.clone();
            let _ = ctrlc::set_handler(move || {
                if flag.0.swap(true, Ordering::SeqCst) {
                    // The exit status that shells expect of an interrupted program.
                    std::process::exit(130);
                }
            });
            interrupt
        };
        FLAG.get_or_init(install).clone()
    }

    /// Whether a stop was requested.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Requests a stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// The flag itself, for the limits of a search.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl From<&Arc<AtomicBool>> for Interrupt {
    fn from(flag: &Arc<AtomicBool>) -> Self {
        Interrupt(Arc::clone(flag))
    }
}
