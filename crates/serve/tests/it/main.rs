//! The server over real connections, and the page in a real browser.
//!
//! | file | contents |
//! | --- | --- |
//! | `client.rs` | a server in a thread, and the smallest client |
//! | `interface.rs` | the HTTP interface as programs use it, and as nobody should |
//! | `research.rs` | enumerations, tables and files of answers |
//! | `browser.rs` | the page in a browser |

mod browser;
mod client;
mod interface;
mod research;
