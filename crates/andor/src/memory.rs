//! The memory under a table: the only `unsafe` of the crate.
//!
//! Most of what a search looks up is not in the cache. Three things shorten the wait, and none changes what a
//! program reads:
//!
//! - *Whole pages.* A table starts on a page, so entries whose size divides a line of the cache never lie across two.
//! - *Large pages.* With pages of 4 KB nearly every look also misses the translation of its address. Linux gives pages
//!   of 2 MB to those who ask for them (`transparent_hugepage` is `madvise` on most systems).
//! - *Prefetch.* A plain load holds up everything behind it once the processor's window is full. A real prefetch does
//!   not, so the homes of all children are on their way at the same time.
//!
//! Worth: docs/lab/search.md.

#![allow(unsafe_code)]

use bytemuck::Zeroable;
use memmap2::MmapMut;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// The first bytes of a table stay in small pages: an easy problem should not wait for 2 MB to be cleared.
#[cfg(target_os = "linux")]
const SMALL: usize = 16 << 20;

/// Elements that are zero at first, in pages of their own which take room as they are written to.
pub(crate) struct Pages<T> {
    map: MmapMut,
    len: usize,
    of: PhantomData<T>,
}

impl<T: Zeroable> Pages<T> {
    /// So many elements, or half of them, or half of those..., as the system has room for.
    pub fn new(len: usize) -> Self {
        const { assert!(align_of::<T>() <= 4096 && size_of::<T>() > 0) }
        let mut len = len.max(1);
        loop {
            let map = len
                .checked_mul(size_of::<T>())
                .and_then(|bytes| MmapMut::map_anon(bytes).ok());
            if let Some(map) = map {
                #[cfg(target_os = "linux")]
                if map.len() > SMALL {
                    // A kernel without large pages says no, and that is all.
                    let _ = map.advise_range(memmap2::Advice::HugePage, SMALL, map.len() - SMALL);
                }
                return Pages {
                    map,
                    len,
                    of: PhantomData,
                };
            }
            assert!(len > 1, "no memory at all");
            len /= 2;
        }
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the map is `len * size_of::<T>()` bytes at least, starts on a page (aligned for T), belongs to this struct alone
        // and lives as long; its bytes were zero, which is a value of T (`Zeroable`), and have been written through these slices only.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the borrow of `self` makes it the only one.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.len) }
    }
}

/// Asks for the line that holds `place`.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction needs SSE, which every x86-64 processor has; it writes nothing, never faults, and the
        // address is that of a live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_zero_and_keep_what_is_written() {
        let mut pages: Pages<u64> = Pages::new(300_000);
        assert!(pages.iter().all(|&n| n == 0) && pages.len() == 300_000);
        assert_eq!(pages.as_ptr().addr() % 4096, 0);
        for (i, n) in pages.iter_mut().enumerate() {
            *n = i as u64;
        }
        assert!(pages.iter().enumerate().all(|(i, &n)| n == i as u64));
    }

    #[test]
    fn what_no_machine_has_is_halved() {
        let pages: Pages<[u64; 32]> = Pages::new(usize::MAX);
        assert!(!pages.is_empty());
    }
}
