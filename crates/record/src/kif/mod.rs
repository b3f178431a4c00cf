//! KIF, and what KI2 shares with it.

mod read;
mod write;

pub(crate) use read::{Body, is_variation, judge, read, unexpected};
pub(crate) use write::{blocks, write};
