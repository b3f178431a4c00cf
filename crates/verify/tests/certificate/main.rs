//! Certificates: made by a tiny brute force over the referee's texts, accepted as they are, refused with any fault in
//! them.

mod accepted;
mod arena;
mod brute;
mod mutations;
mod naive;
mod problems;
mod sound;
mod speed;
mod texts;
