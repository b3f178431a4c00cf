//! The pool of worker threads that every batch uses.

use crate::interrupt::Interrupt;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// The number of cores of the machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does `work` for every number in `todo` on `threads` threads, and passes each result to `done` as
/// soon as it is there. Work starts in the order of `todo`. After an interrupt no more work starts.
/// An error of `done` also stops the work, and is returned.
///
/// # Errors
/// The first error of `done`.
pub fn each<T: Send, E>(
    todo: &[usize],
    threads: usize,
    interrupt: &Interrupt,
    work: impl Fn(usize) -> T + Sync,
    done: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    several(todo, threads, interrupt, |i, tell| tell(work(i)), done)
}

/// Like [`each`], for work with several results. Each result is passed on as soon as it is there.
///
/// # Errors
/// The first error of `done`.
pub fn several<T: Send, E>(
    todo: &[usize],
    threads: usize,
    interrupt: &Interrupt,
    work: impl Fn(usize, &mut dyn FnMut(T)) + Sync,
    mut done: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, todo.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !interrupt.requested() {
                    let Some(&i) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    // The receiver lives until the last sender is dropped.
                    work(i, &mut |result| drop(sender.send((i, result))));
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        for (i, answer) in receiver {
            if result.is_ok() {
                result = done(i, answer);
                if result.is_err() {
                    interrupt.request();
                }
            }
        }
        result
    })
}

/// Puts results back into the order of the work.
#[derive(Debug)]
pub struct InOrder<'a, T> {
    order: std::iter::Copied<std::slice::Iter<'a, usize>>,
    next: Option<usize>,
    waiting: BTreeMap<usize, T>,
}

impl<'a, T> InOrder<'a, T> {
    /// Results are returned in the order of these numbers.
    pub fn new(todo: &'a [usize]) -> InOrder<'a, T> {
        let mut order = todo.iter().copied();
        InOrder {
            next: order.next(),
            order,
            waiting: BTreeMap::new(),
        }
    }

    /// Adds a result.
    pub fn put(&mut self, i: usize, result: T) {
        self.waiting.insert(i, result);
    }

    /// The next result in order, if it is there already.
    pub fn ready(&mut self) -> Option<(usize, T)> {
        let i = self.next?;
        let result = self.waiting.remove(&i)?;
        self.next = self.order.next();
        Some((i, result))
    }

    /// The remaining numbers in order, each with its result if there is one.
    pub fn rest(mut self) -> impl Iterator<Item = (usize, Option<T>)> {
        self.next
            .into_iter()
            .chain(self.order)
            .map(move |i| (i, self.waiting.remove(&i)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_a_fault_stops_the_rest() {
        let todo: Vec<usize> = (0..100).filter(|i| i % 3 == 0).collect();
        let interrupt = Interrupt::default();
        let mut seen = Vec::new();
        let all: Result<(), ()> = each(
            &todo,
            3,
            &interrupt,
            |i| 2 * i,
            |i, twice| {
                assert_eq!(twice, 2 * i);
                seen.push(i);
                Ok(())
            },
        );
        seen.sort_unstable();
        assert_eq!((all, seen), (Ok(()), todo.clone()));
        let mut count = 0;
        let fault = each(
            &todo,
            1,
            &interrupt,
            |i| i,
            |_, _| {
                count += 1;
                if count == 5 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((fault, count), (Err("enough"), 5));
        assert!(interrupt.requested());
    }

    #[test]
    fn results_come_back_in_order() {
        let mut results = InOrder::new(&[2, 5, 7, 9]);
        results.put(5, "five");
        assert_eq!(results.ready(), None);
        results.put(2, "two");
        assert_eq!(results.ready(), Some((2, "two")));
        assert_eq!(results.ready(), Some((5, "five")));
        assert_eq!(results.ready(), None);
        results.put(9, "nine");
        let rest: Vec<_> = results.rest().collect();
        assert_eq!(rest, [(7, None), (9, Some("nine"))]);
    }
}
