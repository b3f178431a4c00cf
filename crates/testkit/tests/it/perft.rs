//! The counts of `suites/shogi/perft.tsv`: through the variant's own geometry, through the runtime
//! geometry over `u128`, and through checks and evasions. `cargo run -p yose-bench -r perft` counts
//! the rows above the limit.

use yose_shogi::notation::sfen;
use yose_shogi::perft::{divide, perft, perft_by_parts};
use yose_shogi::with_position;
use yose_testkit::suite;

/// The largest count that the test checks.
const LIMIT: u64 = 20_000_000;

#[test]
fn suite_counts() {
    let mut rows = 0;
    for row in suite::rows("shogi/perft.tsv") {
        let [id, rules, text, depth, nodes] = &row[..5] else {
            panic!("{row:?}")
        };
        let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if nodes > LIMIT {
            continue;
        }
        rows += 1;
        let variant = suite::variant(rules);
        let setup = sfen::read_as(text, variant).unwrap_or_else(|e| panic!("{id}: {e}"));
        let position = setup.validate().unwrap_or_else(|e| panic!("{id}: {e}"));
        let found = with_position!(position.clone(), |p| perft(&mut p.clone(), depth));
        assert_eq!(found, nodes, "{id} at depth {depth}");
        let mut wide = setup.position(variant.runtime_geometry()).unwrap();
        assert_eq!(
            perft(&mut wide, depth),
            nodes,
            "{id} at depth {depth} through the runtime geometry"
        );
        if nodes < 1_000_000 {
            let parts = with_position!(position.clone(), |p| perft_by_parts(&mut p.clone(), depth));
            assert_eq!(parts, nodes, "{id} at depth {depth} through checks and evasions");
            let divided = with_position!(position, |p| divide(&mut p.clone(), depth, &mut || false)
                .unwrap());
            assert_eq!(divided.iter().map(|(_, n)| n).sum::<u64>(), nodes, "{id} divided");
        }
    }
    assert!(rows >= 20, "only {rows} rows");
}
