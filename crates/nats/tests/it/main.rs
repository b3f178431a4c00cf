//! Runs over real servers, workers and broken lines: the files are those of a single machine, byte
//! for byte. Everything stays on loopback. Without a `nats-server` the tests say SKIPPED.

mod bed;
mod checks;
mod proxy;
mod runs;
mod trouble;
mod trust;
