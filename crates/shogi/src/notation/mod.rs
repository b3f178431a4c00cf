//! Notations for boards of every size: SFEN and USI. (Records are in the crate `yose-record`.)

pub mod sfen;
pub mod usi;
