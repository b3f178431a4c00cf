//! KI2: reader and writer.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
