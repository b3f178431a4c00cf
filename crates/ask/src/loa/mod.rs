//! Questions about Lines of Action.

pub mod solve;
pub(crate) mod value;
