//! The tests of brinkmates, in one program: apart they would be linked once each.

mod brute;
mod certificates;
mod cooks;
mod definition;
mod futile;
mod paper;
mod parries;
mod published;
mod search;
mod suite;
mod techniques;
