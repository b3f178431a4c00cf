//! Runs over real servers, workers and broken lines: the files are those of a single machine, byte
//! for byte. Everything stays on loopback. Without a `nats-server` the tests say SKIPPED.

mod bed;
mod book;
mod checks;
mod credentials;
mod front_door;
mod proxy;
mod recheck;
mod result;
mod runs;
mod trouble;
mod trust;
