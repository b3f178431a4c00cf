//! The tests of records, in one program: eleven would be linked eleven times.

mod common;
mod faults;
mod faults_other;
mod fixtures;
mod fuzz;
mod japanese;
mod oracle;
mod peers;
mod round_trip;
mod scale;
mod truncated;
mod wild;
