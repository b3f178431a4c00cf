//! The data files of `suites/`.

use std::path::PathBuf;

/// Variants over every word width, built in and from files. Tests of all variants run over this
/// list.
pub const VARIANTS: [&str; 18] = [
    "shogi",
    "minishogi",
    "dobutsu",
    "3x3:1",
    "3x4:BKR:1",
    "3x4:NKS:1",
    "3x4:NKP:1",
    "3x4:LKN:2",
    "4x4",
    "6x5:2",
    "7x6:2",
    "9x8:3",
    "flip.toml",
    "4x5-compulsory.toml",
    "4x5-nozone.toml",
    "4x5-landing.toml",
    "4x5-loose.toml",
    "commoner.toml",
];

/// The path of a file in `suites/`.
pub fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../suites")
        .join(file)
}

/// The rows of a tab-separated file of `suites/`, without comments and blank lines.
pub fn rows(file: &str) -> Vec<Vec<String>> {
    let path = path(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// A variant by its name, or by the name of a file in `suites/variants`.
pub fn variant(name: &str) -> &'static yose_shogi::Variant {
    match name.strip_suffix(".toml") {
        None => yose_shogi::Variant::by_name(name).unwrap_or_else(|e| panic!("{e}")),
        Some(_) => {
            let path = path("variants").join(name);
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            yose_shogi::variant_file::read(&text).unwrap_or_else(|e| panic!("{name}: {e}"))
        }
    }
}
