//! A big stack: searches follow a path by recursion, deeper than a thread's usual stack allows.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The deepest path that a search follows: as deep as the stack has room for.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub const fn max_depth() -> usize {
    4_000
}

#[cfg(target_family = "wasm")]
pub use self::host::{max_depth, provide_depth};

/// The depth as the host of a program without a stack of its own tells it.
#[cfg(target_family = "wasm")]
mod host {
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Enough for common problems, and little enough for any host.
    static DEPTH: AtomicUsize = AtomicUsize::new(100);

    /// The deepest path that a search follows: as deep as the host said.
    #[inline(always)]
    pub fn max_depth() -> usize {
        DEPTH.load(Ordering::Relaxed)
    }

    /// Sets the deepest path that searches follow from now on. Only the host knows the size of its
    /// call stack.
    pub fn provide_depth(plies: usize) {
        DEPTH.store(plies, Ordering::Relaxed);
    }
}

/// Bytes of a big stack. It is address space: pages that are not used cost nothing.
const BIG: usize = 256 << 20;

/// Does something on a stack that is big enough for any search. `None` if the system has no room
/// for the stack. Without threads (in a browser) the stack at hand has to do.
pub fn with_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    if cfg!(target_family = "wasm") {
        return Some(work());
    }
    std::thread::scope(|scope| {
        let thread = spawn_with_big_stack(scope, work).ok()?;
        match thread.join() {
            Ok(result) => Some(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Starts a thread with a big stack.
pub(crate) fn spawn_with_big_stack<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(BIG).spawn_scoped(scope, work)
}
