//! A stack for searches: they follow a path by recursion, deeper than a thread's usual stack allows.

/// Room for the deepest path a search follows. It is address space; what is not used costs nothing.
const STACK: usize = 256 << 20;

/// Does something on a stack deep enough for any search; `None` if the system has no room for it.
pub fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .ok()?;
        match thread.join() {
            Ok(result) => Some(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
