//! The tests of enumerations, in one program: three would be linked three times.

mod runs;
mod stores;
mod whole;
