//! Names that cannot be guessed: of jobs, and the token of a server.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// 32 hexadecimal digits that nobody can predict: two keyed hashes. The keys are random numbers of
/// the operating system, and nobody sees a key.
pub fn name() -> String {
    let half = || {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(0x796f_7365);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(), half())
}

/// Whether two texts are the same. The time that this takes does not depend on where they differ.
pub fn is_same(a: &str, b: &str) -> bool {
    let differs = a.bytes().zip(b.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    a.len() == b.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        let names: std::collections::HashSet<String> = (0..1000).map(|_| name()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| name.len() == 32));
        assert!(is_same("abc", "abc"));
        assert!(!is_same("abc", "abd") && !is_same("abc", "ab") && !is_same("", "a"));
    }
}
