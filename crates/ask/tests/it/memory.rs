//! The memory that jobs share.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};
use std::time::Duration;
use yose_ask::memory::{Memory, NoShare};

#[test]
fn a_large_share_is_not_overtaken_by_small_ones() {
    let memory = Arc::new(Memory::new(100));
    let go = AtomicBool::new(false);
    let first = memory.share(60, &go).unwrap();
    let (sender, order) = mpsc::channel();
    let ask = |mb: usize, name: &'static str| {
        let (memory, sender) = (Arc::clone(&memory), sender.clone());
        let thread = std::thread::spawn(move || {
            let share = memory.share(mb, &AtomicBool::new(false)).unwrap();
            sender.send(name).unwrap();
            drop(share);
        });
        // Until the request stands in the queue.
        std::thread::sleep(Duration::from_millis(50));
        thread
    };
    let large = ask(90, "large");
    // It would fit beside the first, but it came later.
    let small = ask(10, "small");
    assert!(order.try_recv().is_err());
    drop(first);
    large.join().unwrap();
    small.join().unwrap();
    assert_eq!(order.iter().take(2).collect::<Vec<_>>(), ["large", "small"]);
    assert_eq!(memory.used_mb(), 0);
}

#[test]
fn what_can_never_fit_and_what_is_cancelled_get_nothing() {
    let memory = Memory::new(100);
    let go = AtomicBool::new(false);
    assert_eq!(
        memory.share(101, &go).unwrap_err(),
        NoShare::TooLarge {
            needed_mb: 101,
            total_mb: 100
        }
    );
    let _all = memory.share(100, &go).unwrap();
    let cancelled = AtomicBool::new(true);
    assert_eq!(memory.share(1, &cancelled).unwrap_err(), NoShare::Cancelled);
}
