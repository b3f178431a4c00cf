//! The starts of 3x4 shogi whose value depends on a rule: if one rule changes, exactly the listed
//! starts change their value.

use std::collections::BTreeMap;
use yose_reproduce::Change;
use yose_reproduce::small_boards::{Plan, run};
use yose_tsume::Limits;

/// The starts among `only` (all if empty) whose value in a table under the changed rule is not the
/// published value of Shibahara, Tajima and Kotani (2006).
fn changed(change: Change, only: &[u32]) -> Vec<u32> {
    let plan = Plan {
        table: true,
        search: false,
        candidates: None,
        limits: Limits::default(),
        threads: 1,
        change: Some(change),
        only: only.to_vec(),
    };
    let rows = run(&plan, &BTreeMap::new(), &|_, _| {}).unwrap_or_else(|e| panic!("{e}"));
    assert!(only.is_empty() || rows.len() == only.len());
    let differs = rows.iter().filter(|row| row.differs());
    differs.map(|row| row.paper.no).collect()
}

/// Some starts that change, and neighbours with the same pieces that do not.
#[test]
fn rules_matter_for_these_starts() {
    assert_eq!(changed(Change::PawnDropMate, &[26, 99, 237]), [237]);
    assert_eq!(changed(Change::Nifu, &[26, 33, 145]), [145]);
    assert_eq!(
        changed(Change::Stalemate, &[1, 46, 59, 128, 150, 180, 186]),
        [59, 128, 180, 186]
    );
    assert_eq!(changed(Change::Knight, &[13, 18, 103, 132]), [103, 132]);
    let unchanged = changed(Change::Promotion, &[1, 26, 59, 92, 196, 232]);
    assert!(unchanged.is_empty(), "{unchanged:?}");
}

/// All 237 starts under every rule. `docs/lab/small-boards.md` says which of these values
/// certificates confirm.
#[test]
#[ignore = "about 15 CPU minutes; cargo test --release -p yose-testkit rule_probes:: -- --ignored"]
fn rules_matter_for_exactly_these_starts() {
    assert_eq!(changed(Change::PawnDropMate, &[]), [95, 96, 219, 234, 237]);
    assert_eq!(changed(Change::Nifu, &[]), [145]);
    let stalemate = [
        6, 16, 30, 59, 62, 72, 76, 120, 127, 128, 130, 136, 154, 163, 167, 175, 178, 180, 185, 186, 209, 215,
        221, 224, 233,
    ];
    assert_eq!(changed(Change::Stalemate, &[]), stalemate);
    assert_eq!(changed(Change::Promotion, &[]), [50, 96, 177, 219, 235]);
    let knight = [14, 17, 24, 31, 103, 109, 126, 131, 132, 138, 144];
    assert_eq!(changed(Change::Knight, &[]), knight);
}
