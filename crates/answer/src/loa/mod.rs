//! Questions about Lines of Action.

pub mod certificate;
pub mod solve;
