//! Proof and disproof numbers, and plies.

/// A proof or disproof number. 0 means done.
pub type Number = u32;

/// Infinity: the proof number of a disproved node, the disproof number of a proved node.
pub const INFINITE: Number = 1 << 30;

/// The largest number of a node that is still open.
pub const LARGEST: Number = INFINITE - 1;

/// Adds numbers of open nodes, staying below [`INFINITE`].
#[inline(always)]
pub fn add(a: Number, b: Number) -> Number {
    (a + b).min(LARGEST)
}

/// A length in plies, or the bound of a question "within n plies".
pub type Plies = u16;

/// The bound that bounds nothing: "at all".
pub const EVER: Plies = Plies::MAX - 1;

/// One ply more; "at all" stays "at all".
#[inline(always)]
pub const fn longer(plies: Plies) -> Plies {
    if plies >= EVER { EVER } else { plies + 1 }
}

/// One ply less; "at all" stays "at all".
#[inline(always)]
pub const fn shorter(plies: Plies) -> Plies {
    if plies >= EVER {
        EVER
    } else {
        plies.saturating_sub(1)
    }
}
