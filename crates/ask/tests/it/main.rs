//! The tests of requests, jobs and replies, in one program.

mod hisshi;
mod invalid;
mod job;
mod memory;
mod progress;
mod round_trip;
mod status;
