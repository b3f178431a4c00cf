//! The tests of brinkmates, in one program: each of them would be linked anew.

mod brute;
mod certificates;
mod cooks;
mod definition;
mod parries;
mod published;
mod search;
mod suite;
mod techniques;
