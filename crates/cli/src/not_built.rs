//! `yose reproduce` in a program that was built without it: says how to build it.

use crate::options::language;
use clap::Args;
use std::ffi::OsString;
use yose_ask::Status;
use yose_present::Notice;

/// Finds again what papers have published, and prints both side by side. Not in this program:
/// `cargo build --release` builds it.
#[derive(Args)]
pub struct Reproduce {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<OsString>,
}

impl Reproduce {
    pub fn run(self) -> anyhow::Result<Status> {
        anyhow::bail!(Notice::NotBuilt("reproduce").text(language()));
    }
}
