//! Where the third-party problem sets are, if they are there at all.

use std::io::Write;
use std::path::PathBuf;

/// A file of the shared data, or `None` after saying so on standard error. Tests that use it look for
/// `YOSE_SHARED` and then for `shared/` beside the checkout; the project never needs it to pass.
pub fn shared_data(file: &str) -> Option<PathBuf> {
    let root = std::env::var_os("YOSE_SHARED")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let path = root.join("data").join(file);
    if path.exists() {
        return Some(path);
    }
    // Written past the test harness, which would keep it to itself when the test passes.
    let note = format!(
        "SKIPPED: {} is not there; this part of the test did not run\n",
        path.display()
    );
    let _ = std::io::stderr().write_all(note.as_bytes());
    None
}
