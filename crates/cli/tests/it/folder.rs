//! A folder for the files of a test.

use std::fs;
use std::path::PathBuf;

/// A folder of our own that goes away with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one, empty whatever an earlier process of the same number left.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("yose-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
