//! Lines of Action: every complete search, with every option, agrees with boards that were solved
//! backwards, among them thousands of positions whose value rests on a cycle. Also problems from
//! real games.

mod cycles;
mod grid;
mod limits;
mod problems;
mod solved;
mod values;
mod vectors;

/// A file of the shared data; `None`, after a note, if the file is not there.
fn shared(name: &str) -> Option<String> {
    let beside = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("YOSE_SHARED").map_or(beside, std::path::PathBuf::from);
    let path = root.join("data/loa").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        // The note goes past the test harness, which would hide it when the test passes.
        let note = format!(
            "SKIPPED: {} is not there; this test did not run\n",
            path.display()
        );
        let _ = std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes());
    }
    text
}

/// Long tests try every n-th combination of options with each position, another one with the next.
/// The number is 1, which is all, or that of the environment.
fn step(usual: usize) -> usize {
    let said = std::env::var("YOSE_GRID_STEP").ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(usual).max(1)
}
