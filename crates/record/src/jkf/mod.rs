//! JKF, the JSON kifu format.

mod board;
mod json;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
