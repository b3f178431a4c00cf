//! Every test of this crate in one program, so that common code is compiled once and all tests
//! share the cores. The front page of the library says which promise each file tests.

// The brute force of the tests of `yose-verify`. These files refer to each other as `crate::arena`
// and `crate::naive`.
#[allow(dead_code, reason = "the tests of yose-verify use the rest")]
#[path = "../../../verify/tests/certificate/naive.rs"]
mod naive;
#[allow(dead_code, reason = "the tests of yose-verify use the rest")]
#[path = "../../../verify/tests/certificate/text_game.rs"]
mod text_game;

mod answers;
mod brute;
mod certificates;
mod conventions;
mod cooks;
mod evidence;
mod futile;
mod game_laws;
mod grades;
mod graphs;
mod ground;
mod house;
mod kingin;
mod laws;
mod limits;
mod mate_in_one;
mod other_libraries;
mod parsers;
mod perft;
mod policy_certificates;
mod position_counts;
mod referee;
mod rule_probes;
mod symmetry;
mod tables;
mod third_party;
mod tsume;
mod value_certificates;
mod values;
