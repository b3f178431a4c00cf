//! Zobrist keys. The keys come from one fixed pseudo-random stream, so they are the same in every
//! run and on every machine. A proof that is resumed elsewhere therefore finds the same table
//! entries.

/// The hash key of a position.
pub type Key = u64;

/// The `index`-th number of the fixed stream (SplitMix64). The function is a bijection of `u64`, so
/// distinct indices give distinct numbers.
pub const fn splitmix(index: u64) -> Key {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::splitmix;

    /// The published first outputs of SplitMix64 seeded with 0.
    #[test]
    fn stream_is_splitmix64() {
        assert_eq!(splitmix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix(1), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(splitmix(2), 0x06c4_5d18_8009_454f);
    }
}
