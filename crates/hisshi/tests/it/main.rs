//! The tests of brinkmates, in one program: six would be linked six times.

mod brute;
mod certificates;
mod cooks;
mod definition;
mod parries;
mod published;
mod search;
mod suite;
