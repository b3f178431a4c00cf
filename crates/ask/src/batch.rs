//! Many pieces of work at once, on several cores.

use crate::interrupt::Interrupt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// As many threads as the machine has cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does `work` for every number in `todo`, in that order, on so many threads, and hands each result to `done` as it comes. An
/// interrupt keeps what is not begun from being begun; a fault of `done` is one, and is passed on.
pub fn each<T: Send, E>(
    todo: &[usize],
    threads: usize,
    interrupt: &Interrupt,
    work: impl Fn(usize) -> T + Sync,
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
                    if sender.send((i, work(i))).is_err() {
                        return;
                    }
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
}
