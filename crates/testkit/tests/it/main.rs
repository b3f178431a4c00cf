//! Every test of the kit in one program: what they have in common is compiled once, and they share the cores.

// The verifier's own brute force, which names itself by these paths.
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
mod graphs;
mod kingin;
mod laws;
mod mate_in_one;
mod oracles;
mod parsers;
mod perft;
mod referee;
mod rule_probes;
mod ruled_certificates;
mod shared;
mod small_tables;
mod tables;
mod tsume;
mod value_certificates;
mod values;
