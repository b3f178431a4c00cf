//! The pool of worker threads that every batch uses.

use crate::interrupt::Interrupt;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

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

/// How far work may run ahead of the first result that is missing. The bound keeps the memory of
/// results that wait for an earlier one small.
const AHEAD: usize = 4096;

/// How many items are read before a worker takes them.
const READ_AHEAD: usize = 64;

/// Time between two looks at the flag of an interrupt.
const PAUSE: Duration = Duration::from_millis(50);

/// After an interrupt, an input that gives nothing for this time is not waited for.
const SILENCE: Duration = Duration::from_millis(200);

/// What the work on a stream tells while it runs. One thread makes all calls.
pub trait Listener<I, T> {
    /// Why the work cannot go on.
    type Error;

    /// A result, as soon as it is there, in any order.
    ///
    /// # Errors
    /// Stops the work.
    fn found(&mut self, i: usize, result: &mut T) -> Result<(), Self::Error>;

    /// A result in the order of the items.
    ///
    /// # Errors
    /// Stops the work.
    fn next(&mut self, i: usize, result: T) -> Result<(), Self::Error>;

    /// An item that an interrupt left out. These come after all results.
    ///
    /// # Errors
    /// Ends the calls.
    fn left(&mut self, i: usize, item: I) -> Result<(), Self::Error>;
}

/// How the work on a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streamed {
    /// The number of items that were read.
    pub items: usize,
    /// Whether all items were read. An interrupt does not wait for an input that gives nothing.
    pub whole: bool,
}

/// Does `work` for every item on `jobs` threads while the items are still being read. A thread of
/// its own reads the items, so an input that blocks holds up neither the work nor an interrupt.
/// After an interrupt no more work starts, and the items that are left are passed on without work.
///
/// # Errors
/// The first error of the listener. It also stops the work.
///
/// # Panics
/// If reading the items panics.
pub fn stream<I: Send + 'static, T: Send, L: Listener<I, T>>(
    items: impl Iterator<Item = I> + Send + 'static,
    jobs: usize,
    interrupt: &Interrupt,
    work: impl Fn(usize, I) -> T + Sync,
    listener: &mut L,
) -> Result<Streamed, L::Error> {
    let (sender, receiver) = mpsc::sync_channel(READ_AHEAD);
    let reader = std::thread::spawn(move || read(items, &sender));
    let queue = Queue {
        items: Mutex::new((0, receiver)),
        emitted: Mutex::new(0),
        advanced: Condvar::new(),
    };
    let (sender, results) = mpsc::channel();
    let mut result = Ok(());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, queue, work) = (sender.clone(), &queue, &work);
            scope.spawn(move || {
                while let Some((i, item)) = queue.take(interrupt) {
                    // The receiver lives until the last sender is dropped.
                    drop(sender.send((i, work(i, item))));
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (i, mut answer) in results {
            if result.is_err() {
                continue;
            }
            result = listener.found(i, &mut answer);
            waiting.insert(i, answer);
            while result.is_ok()
                && let Some(answer) = waiting.remove(&next)
            {
                result = listener.next(next, answer);
                next += 1;
            }
            queue.advance(next);
            if result.is_err() {
                interrupt.request();
            }
        }
    });
    result?;
    let (mut items, receiver) = queue.items.into_inner().unwrap_or_else(PoisonError::into_inner);
    loop {
        match receiver.recv_timeout(SILENCE) {
            Ok(item) => listener.left(items, item)?,
            Err(RecvTimeoutError::Timeout) => return Ok(Streamed { items, whole: false }),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        items += 1;
    }
    join(reader);
    Ok(Streamed { items, whole: true })
}

/// Reads items until the work needs no more.
fn read<I>(items: impl Iterator<Item = I>, sender: &SyncSender<I>) {
    for item in items {
        if sender.send(item).is_err() {
            return;
        }
    }
}

/// Waits for a reader that has ended, and passes its panic on.
fn join(reader: JoinHandle<()>) {
    if let Err(panic) = reader.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Items between the reader and the workers.
struct Queue<I> {
    /// The number of the next item, and the items.
    items: Mutex<(usize, Receiver<I>)>,
    /// The number of results that were passed on in order.
    emitted: Mutex<usize>,
    advanced: Condvar,
}

impl<I> Queue<I> {
    /// The next item and its number. `None` at the end of the items and after an interrupt.
    fn take(&self, interrupt: &Interrupt) -> Option<(usize, I)> {
        let mut items = lock(&self.items);
        let (i, receiver) = &mut *items;
        let mut emitted = lock(&self.emitted);
        while *i >= *emitted + AHEAD && !interrupt.requested() {
            let waited = self.advanced.wait_timeout(emitted, PAUSE);
            emitted = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(emitted);
        while !interrupt.requested() {
            match receiver.recv_timeout(PAUSE) {
                Ok(item) => {
                    *i += 1;
                    return Some((*i - 1, item));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }

    /// Tells the workers how many results were passed on.
    fn advance(&self, emitted: usize) {
        *lock(&self.emitted) = emitted;
        self.advanced.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Writes down what it hears.
    #[derive(Default)]
    struct Notes {
        next: Vec<usize>,
        left: Vec<usize>,
        /// How many items were read when the first result came.
        read: Option<usize>,
    }

    impl Listener<usize, (usize, usize)> for Notes {
        type Error = std::convert::Infallible;

        fn found(&mut self, _: usize, (_, read): &mut (usize, usize)) -> Result<(), Self::Error> {
            self.read.get_or_insert(*read);
            Ok(())
        }

        fn next(&mut self, i: usize, (twice, _): (usize, usize)) -> Result<(), Self::Error> {
            assert_eq!(twice, 2 * i);
            self.next.push(i);
            Ok(())
        }

        fn left(&mut self, i: usize, item: usize) -> Result<(), Self::Error> {
            assert_eq!(i, item);
            self.left.push(i);
            Ok(())
        }
    }

    /// More items than may wait, and the first of them the slowest: nothing is lost, the order
    /// stays, and the reader never runs far ahead.
    #[test]
    fn a_stream_is_worked_on_in_order_and_within_bounds() {
        const MANY: usize = 3 * AHEAD;
        let read = std::sync::Arc::new(AtomicUsize::new(0));
        let counted = {
            let read = std::sync::Arc::clone(&read);
            (0..MANY).inspect(move |_| {
                read.fetch_add(1, Ordering::SeqCst);
            })
        };
        for jobs in [1, 4] {
            let mut notes = Notes::default();
            read.store(0, Ordering::SeqCst);
            let work = |i: usize, item: usize| {
                if i == 0 && jobs > 1 {
                    // Until the others have run as far ahead as they may.
                    while read.load(Ordering::SeqCst) < AHEAD {
                        std::thread::yield_now();
                    }
                    std::thread::sleep(Duration::from_millis(50));
                }
                (2 * item, read.load(Ordering::SeqCst))
            };
            let Ok(streamed) = stream(counted.clone(), jobs, &Interrupt::default(), work, &mut notes);
            assert_eq!(
                streamed,
                Streamed {
                    items: MANY,
                    whole: true
                }
            );
            assert_eq!(notes.next, (0..MANY).collect::<Vec<_>>());
            assert!(notes.left.is_empty());
            assert!(notes.read.unwrap() <= AHEAD + READ_AHEAD + 2 * jobs, "{jobs}");
        }
    }

    /// The input goes on for ever and gives nothing: an interrupt ends the work all the same.
    #[test]
    fn an_interrupt_does_not_wait_for_the_input() {
        let interrupt = Interrupt::default();
        let (_sender, silent) = mpsc::channel::<usize>();
        let items = (0..3).chain(silent);
        let mut notes = Notes::default();
        let work = |i: usize, item: usize| {
            if i == 1 {
                interrupt.request();
            }
            (2 * item, 0)
        };
        let Ok(streamed) = stream(items, 1, &interrupt, work, &mut notes);
        assert_eq!(
            streamed,
            Streamed {
                items: 3,
                whole: false
            }
        );
        assert_eq!((notes.next, notes.left), (vec![0, 1], vec![2]));
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
