//! Certificates: made by a tiny brute force over the referee's texts, accepted as they are, refused with any fault in
//! them.

mod accepted;
mod attacks;
mod brute;
mod forged;
mod losses;
mod mutations;
mod naive;
mod problems;
mod sound;
mod strict;
mod text_game;
mod texts;
mod under_policy;
