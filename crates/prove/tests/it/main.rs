//! The tests of the pipeline, in one program: three would be linked three times.

mod pipeline;
mod small_game;
mod strangers_game;
