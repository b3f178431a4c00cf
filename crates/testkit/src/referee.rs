//! The same game under the independent referee.

use yose_shogi::Variant;
use yose_verify::shogi as slow;

/// The referee's rules of a variant.
pub fn rules(variant: &Variant) -> slow::Rules {
    yose_ask::certificate::referee::rules(variant)
        .unwrap_or_else(|e| panic!("the referee refuses the army of {}: {e}", variant.name))
}
