//! What the machine's memory is told about a table: the only `unsafe` of the crate.
//!
//! Most of what a search looks up is not in the cache. Two hints shorten the wait, and neither changes what a
//! program reads:
//!
//! - *Prefetch.* A plain load holds up everything behind it once the processor's window is full. A real prefetch does
//!   not, so the homes of all children are on their way at the same time.
//! - *Large pages.* With pages of 4 KB nearly every look also misses the translation of its address. Linux gives pages
//!   of 2 MB to those who ask for them (`transparent_hugepage` is `madvise` on most systems).
//!
//! Worth: docs/SEARCH.md.

#![allow(unsafe_code)]

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

/// Asks for large pages under a freshly allocated table. Whether the system has any to give does not matter.
pub(crate) fn large_pages<T>(table: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 2 << 20;
        let first = table.as_ptr();
        let skip = first.addr().next_multiple_of(PAGE) - first.addr();
        let bytes = size_of_val(table).saturating_sub(skip) / PAGE * PAGE;
        if bytes > 0 {
            // SAFETY: the range lies within the slice, on page borders; MADV_HUGEPAGE changes neither contents nor
            // access rights of the range, and an error (a kernel without large pages) leaves everything as it was.
            unsafe {
                libc::madvise(first.byte_add(skip).cast_mut().cast(), bytes, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = table;
}
