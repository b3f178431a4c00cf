//! The memory under a table: the only `unsafe` of the crate.
//!
//! Most of the memory that a search reads is not in the cache. Three things shorten the wait, and
//! none of them changes what a program reads:
//!
//! - *Whole pages.* A table starts on a page, so entries whose size divides a cache line never lie
//!   across two lines.
//! - *Large pages.* With pages of 4 KB nearly every read also misses the translation of its
//!   address. Linux gives pages of 2 MB to a program that asks for them (`transparent_hugepage` is
//!   `madvise` on most systems).
//! - *Prefetch.* A plain load holds up everything behind it once the processor's window is full. A
//!   prefetch does not, so the slots of all children are on their way at the same time.
//!
//! Figures: docs/lab/search.md.

#![allow(unsafe_code)]

use bytemuck::Zeroable;

#[cfg(target_family = "wasm")]
pub(crate) use self::allocated::Pages;
#[cfg(not(target_family = "wasm"))]
pub(crate) use self::mapped::Pages;

/// The largest length, halved from `len` on as often as necessary, for which `take` finds memory.
fn halved<T>(len: usize, take: impl Fn(usize) -> Option<T>) -> (T, usize) {
    let mut len = len.max(1);
    loop {
        if let Some(memory) = take(len) {
            return (memory, len);
        }
        assert!(len > 1, "no memory at all");
        len /= 2;
    }
}

/// Pages that the system maps.
#[cfg(not(target_family = "wasm"))]
mod mapped {
    use super::{Zeroable, halved};
    use memmap2::MmapMut;
    use std::marker::PhantomData;
    use std::ops::{Deref, DerefMut};

    /// The first bytes of a table stay in small pages: an easy problem should not wait for 2 MB to
    /// be cleared.
    #[cfg(target_os = "linux")]
    const SMALL: usize = 16 << 20;

    /// Elements that are zero at first, in pages that take room as they are written to.
    pub(crate) struct Pages<T> {
        map: MmapMut,
        len: usize,
        of: PhantomData<T>,
    }

    impl<T: Zeroable> Pages<T> {
        /// `len` elements, or half as many, or a quarter..., as the system has room for.
        pub fn new(len: usize) -> Self {
            const { assert!(align_of::<T>() <= 4096 && size_of::<T>() > 0) }
            let (map, len) = halved(len, |len| {
                let bytes = len.checked_mul(size_of::<T>())?;
                MmapMut::map_anon(bytes).ok()
            });
            #[cfg(target_os = "linux")]
            if map.len() > SMALL {
                // A kernel without large pages refuses, and small pages stay.
                let _ = map.advise_range(memmap2::Advice::HugePage, SMALL, map.len() - SMALL);
            }
            Pages {
                map,
                len,
                of: PhantomData,
            }
        }
    }

    impl<T> Deref for Pages<T> {
        type Target = [T];

        #[inline(always)]
        fn deref(&self) -> &[T] {
            // SAFETY: the map has at least `len * size_of::<T>()` bytes, starts on a page (aligned
            // for T), belongs to this struct alone and lives as long. Its bytes were zero, which is
            // a value of T (`Zeroable`), and have been written through these slices only.
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
}

/// Memory of the allocator, for systems that map no pages.
#[cfg(any(test, target_family = "wasm"))]
mod allocated {
    use super::{Zeroable, halved};
    use std::ops::{Deref, DerefMut};

    /// Elements that are zero at first.
    pub(crate) struct Pages<T>(Box<[T]>);

    impl<T: Zeroable> Pages<T> {
        /// `len` elements, or half as many, or a quarter..., as the allocator has room for.
        pub fn new(len: usize) -> Self {
            let take = |len| bytemuck::allocation::try_zeroed_slice_box(len).ok();
            Pages(halved(len, take).0)
        }
    }

    impl<T> Deref for Pages<T> {
        type Target = [T];

        #[inline(always)]
        fn deref(&self) -> &[T] {
            &self.0
        }
    }

    impl<T> DerefMut for Pages<T> {
        #[inline(always)]
        fn deref_mut(&mut self) -> &mut [T] {
            &mut self.0
        }
    }
}

/// Asks for the cache line that holds `place`.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction needs SSE, which every x86-64 processor has. It writes nothing
        // and never faults, and the address is that of a live reference.
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
    fn allocated_memory_is_zero_and_keeps_what_is_written() {
        let mut pages: allocated::Pages<u64> = allocated::Pages::new(300_000);
        assert!(pages.iter().all(|&n| n == 0) && pages.len() == 300_000);
        pages[299_999] = 7;
        assert_eq!(pages[299_999], 7);
    }

    #[test]
    fn what_no_machine_has_is_halved() {
        let pages: Pages<[u64; 32]> = Pages::new(usize::MAX);
        assert!(!pages.is_empty());
    }
}
