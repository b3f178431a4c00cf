//! The page in a real browser: `tests/browser/site.test.mjs` does what a person does.

use crate::{root, site};
use std::path::PathBuf;
use std::process::Command;

#[test]
fn a_person_uses_the_page_without_a_server() {
    let Some(site) = site() else { return };
    let known = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let chromium = named
        .into_iter()
        .chain(known.map(PathBuf::from))
        .find(|path| path.exists());
    let packages = root().join("target/browser");
    let (Some(chromium), true) = (chromium, packages.join("node_modules/playwright-core").exists()) else {
        eprintln!(
            "SKIPPED: no Chromium or no playwright-core in target/browser (`cargo xtask test` gets both)"
        );
        return;
    };
    let pictures = packages.join("pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    let output = Command::new("node")
        .arg(root().join("crates/site/tests/browser/site.test.mjs"))
        .args([&site, &chromium, &pictures])
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
