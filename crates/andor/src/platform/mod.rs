//! What a search needs from the system: a clock, a big stack and memory in pages.
//!
//! Nothing else in the crate asks the system for these. In a browser
//! (`wasm32-unknown-unknown`) there is no clock, no thread and no memory map, so each file has a
//! second version under `cfg(target_family = "wasm")`:
//!
//! | file | on a computer | in a browser |
//! | --- | --- | --- |
//! | `clock` | the monotonic clock | a function that the host provides |
//! | `stack` | a thread with 256 MB of stack | the stack at hand, as deep as the host says |
//! | `memory` | mapped pages, large where possible | zeroed memory of the allocator |

mod clock;
mod memory;
mod stack;

pub use self::clock::Clock;
#[cfg(target_family = "wasm")]
pub use self::clock::provide_clock;
pub(crate) use self::memory::{Pages, prefetch};
#[cfg(target_family = "wasm")]
pub use self::stack::provide_depth;
pub(crate) use self::stack::spawn_with_big_stack;
pub use self::stack::{max_depth, with_big_stack};
