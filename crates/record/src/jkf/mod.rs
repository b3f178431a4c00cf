//! JKF, the JSON kifu format: reader and writer.

mod board;
mod json;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
