//! The page without a server. `cargo xtask site` compiles this crate to WebAssembly and puts it
//! beside the files of the page: a folder that any host of static files can offer.
//!
//! The page is the same as that of `yose serve`. Where the page of the server sends requests, this
//! one calls workers of the browser (`page/workers.js`), and a worker calls this crate
//! (`page/worker.js`). A call and what comes of it are JSON texts; [`yose_interface`] has their
//! contents.
//!
//! | file | contents |
//! | --- | --- |
//! | `call.rs` | what a worker can ask for, and the answers |
//! | `host.rs` | the functions between WebAssembly and the worker |
//! | `page/` | the scripts that only the page without a server needs |

mod call;
#[cfg(target_family = "wasm")]
mod host;

pub use call::Caller;
