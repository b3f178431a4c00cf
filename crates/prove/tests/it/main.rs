//! The tests of the pipeline, in one program: several would be linked several times.

mod pipeline;
mod recovery;
mod small_game;
mod strangers_game;
