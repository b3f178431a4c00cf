//! The functions between WebAssembly and the worker that runs it.
//!
//! - `input(bytes)` returns the place of a buffer, into which the worker writes a call.
//! - `call()` answers the call in the buffer. What is told goes to `host.post(place, bytes)`.
//! - `depth(plies)` says how deep searches may go, which depends on the call stack of the browser.
//! - `dig(frames)` uses the call stack: the worker finds out how much there is.
//!
//! A panic goes to `host.broke(place, bytes)` and ends in a trap; the worker is then started anew.

#![allow(unsafe_code)]

use crate::call::Caller;
use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Once;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// Takes the text at a place.
    fn post(place: *const u8, bytes: usize);
    /// Takes the words of a panic.
    fn broke(place: *const u8, bytes: usize);
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static CALLER: RefCell<Caller> = RefCell::default();
}

fn time() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// The clock and the hook for panics.
fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        yose_andor::provide_clock(time);
        std::panic::set_hook(Box::new(|panic| {
            let words = panic.to_string();
            // SAFETY: the place holds this number of bytes as long as the function runs.
            unsafe { broke(words.as_ptr(), words.len()) }
        }));
    });
}

/// A buffer for a call of this number of bytes.
#[unsafe(no_mangle)]
extern "C" fn input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// Answers the call in the buffer.
#[unsafe(no_mangle)]
extern "C" fn call() {
    prepare();
    let input = INPUT.take();
    let text = String::from_utf8_lossy(&input);
    // SAFETY: the place holds this number of bytes as long as the function runs.
    let mut tell = |text: String| unsafe { post(text.as_ptr(), text.len()) };
    CALLER.with_borrow_mut(|caller| caller.call(&text, &mut tell));
}

/// Says how many plies deep searches may go.
#[unsafe(no_mangle)]
extern "C" fn depth(plies: usize) {
    yose_andor::provide_depth(plies);
}

/// Calls itself this number of times. A browser without so much call stack throws.
#[unsafe(no_mangle)]
extern "C" fn dig(frames: usize) -> usize {
    match frames {
        0 => 0,
        // Not a tail call, and no loop either.
        frames => black_box(dig(black_box(frames - 1))) + 1,
    }
}
