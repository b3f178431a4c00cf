//! Where the third-party problem sets are, if this machine has them.

use std::io::Write;
use std::path::PathBuf;

/// The path of a file of the shared data, or `None` after a note on standard error. The folder is
/// `YOSE_SHARED`, or `shared/` beside the checkout. The project's tests pass without this data.
pub fn shared_data(file: &str) -> Option<PathBuf> {
    let root = std::env::var_os("YOSE_SHARED")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let path = root.join("data").join(file);
    if path.exists() {
        return Some(path);
    }
    // Write to standard error directly: the test harness hides captured output of tests that pass.
    let note = format!(
        "SKIPPED: {} is not there; this part of the test did not run\n",
        path.display()
    );
    let _ = std::io::stderr().write_all(note.as_bytes());
    None
}
