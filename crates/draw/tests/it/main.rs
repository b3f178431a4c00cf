//! The tests of drawing, in one program: three would be linked three times.

mod boards;
mod diagram;
mod svg;
mod text;
