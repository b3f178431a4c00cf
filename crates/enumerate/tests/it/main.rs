//! The tests of enumerations, in one program: two would be linked twice.

mod runs;
mod sample;
mod whole;
