//! The rules of a variant for the referee of `yose-verify`.

use yose_shogi::Variant;
use yose_verify::shogi as slow;

/// The rules of a variant in the form that the referee uses.
pub fn rules(variant: &Variant) -> slow::Rules {
    yose_ask::certificate::referee::rules(variant)
        .unwrap_or_else(|e| panic!("the referee refuses the army of {}: {e}", variant.name))
}
