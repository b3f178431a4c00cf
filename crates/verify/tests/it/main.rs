//! The tests of the rules of the referee, in one program: eight would be linked eight times. Those
//! of its checker are another program (`tests/certificate`).

mod bounds;
mod loa_perft;
mod loa_rules;
mod shogi_perft;
mod shogi_rules;
mod shogi_texts;
mod small_shogi;
mod small_tables;
