//! Published problems, which are not part of this repository.

use std::io::Write;
use std::path::PathBuf;
use yose_hisshi::{Hisshi, Limits, MoveSet, SolverSettings, Verdict, solve};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::with_position;

/// The file of the shared data, or `None` after a note on standard error.
pub(crate) fn problems() -> Option<String> {
    let root = std::env::var_os("YOSE_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let path = root.join("data/hisshi/hisshi.tsv");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        // Written directly: the test harness hides captured output of tests that pass.
        let note = format!(
            "SKIPPED: {} is not there; this test did not run\n",
            path.display()
        );
        let _ = std::io::stderr().write_all(note.as_bytes());
    }
    text
}

/// Every problem is a brinkmate by both sets of moves, proved from its first move. Where a line is
/// published, it is the exact line.
#[test]
fn every_published_problem_is_proved() {
    let Some(text) = problems() else { return };
    let limits = Limits {
        nodes: Some(3_000_000),
        hash_mb: 100,
        ..Limits::default()
    };
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (id, published) = (columns[0], columns.get(2).copied().unwrap_or_default());
        let (position, _) = sfen::position(columns[1]).unwrap_or_else(|e| panic!("{id}: {e}"));
        with_position!(position, |p| {
            let variant = p.variant();
            let hisshi = Hisshi::new(p).unwrap_or_else(|e| panic!("{id}: {e}"));
            for (first, moves) in [
                (false, MoveSet::All),
                (true, MoveSet::All),
                (true, MoveSet::Paper),
            ] {
                let settings = SolverSettings {
                    first,
                    moves,
                    ..SolverSettings::default()
                };
                let found = solve(&hisshi, &settings, &limits, &mut |_| {});
                let Verdict::Hisshi { length, exact } = found.verdict else {
                    panic!("{id} {moves:?}: {found:?}");
                };
                assert_eq!(exact, !first, "{id} {moves:?}: {found:?}");
                assert_eq!(found.line.len(), length as usize, "{id} {moves:?}: {found:?}");
                assert!(
                    found.threats.iter().all(|t| !t.line.is_empty()),
                    "{id}: {found:?}"
                );
                if exact && !published.is_empty() {
                    assert_eq!(
                        usi::write(found.line[0], variant),
                        published.split(' ').next().unwrap_or("")
                    );
                }
            }
        });
    }
}
