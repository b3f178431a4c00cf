//! Tests of certificates. A small brute force makes certificates; the checker accepts them as they
//! are, and rejects them with any fault in them.
//!
//! | file | |
//! | --- | --- |
//! | `text_game`, `brute`, `problems` | games as texts, a brute-force prover, problems for it |
//! | `naive` | a second definition of evidence, to compare the checker with |
//! | `accepted`, `losses` | true certificates are accepted |
//! | `mutations`, `texts`, `forged` | spoiled records, damaged bytes, random records |
//! | `attacks` | certificates made to deceive, one trick each |
//! | `sound` | the arguments of the checker, tested by brute force |
//! | `under_policy`, `strict` | certificates of version 2 |
//! | `brinkmate` | certificates of version 3 |

mod accepted;
mod attacks;
mod brinkmate;
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
