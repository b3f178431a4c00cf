//! Notations: SFEN and USI for every board; records (KIF, KI2, CSA, JKF) for 9x9.

pub mod sfen;
pub mod usi;
