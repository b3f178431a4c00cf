//! Questions about Lines of Action.

pub mod solve;
pub mod table;
pub(crate) mod value;
