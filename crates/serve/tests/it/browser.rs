//! The page in a real browser: `tests/browser/page.test.mjs` does what a person does.
//!
//! `cargo xtask test` installs Chromium and the packages. Where they cannot be had, the test says
//! SKIPPED.

use crate::client::Running;
use crate::research::Files;
use std::path::{Path, PathBuf};
use std::process::Command;
use yose_serve::Settings;

/// The browser, if there is one.
fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let known = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    named
        .into_iter()
        .chain(known.map(PathBuf::from))
        .find(|path| path.exists())
}

#[test]
fn a_person_uses_the_page() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let packages = here.join("../../target/browser");
    let script = here.join("tests/browser/page.test.mjs");
    let (Some(chromium), true) = (chromium(), packages.join("node_modules/playwright-core").exists()) else {
        eprintln!(
            "SKIPPED: no Chromium or no playwright-core in target/browser (`cargo xtask test` gets both)"
        );
        return;
    };
    let pictures = packages.join("pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    let files = Files::new("browser");
    let server = Running::start(files.settings(Settings {
        searches: 2,
        ..Settings::default()
    }));
    let output = Command::new("node")
        .arg(&script)
        .arg(format!("http://{}", server.host()))
        .args([&chromium, &pictures])
        .current_dir(&packages)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(
        output.status.success() && said.contains(" passed, 0 failed"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
