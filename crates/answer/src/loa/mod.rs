//! Questions about Lines of Action.

pub mod certificate;
pub mod solve;
pub(crate) mod value;
