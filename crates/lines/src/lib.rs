//! The question asked of Lines of Action positions: does the side to move force a win, and in how many plies?

mod question;

pub use question::{Question, QuestionFault, Techniques, Undo};
