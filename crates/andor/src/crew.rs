//! Several threads over one table.
//!
//! Every thread runs the same search from the root. What keeps them apart is *virtual numbers* (T. Kaneko, *Parallel
//! depth first proof number search*, 2010): a child at which another thread is at work looks harder by one, so that
//! the next thread goes elsewhere if anything else is as good. The numbers in the table are
//! never touched by that, and results are results whoever found them, so the verdict is that of one thread.
//!
//! The table makes room with everybody out: who sees that it is full waits until all have seen it, and then they make
//! room together. Who has ended its search is no longer waited for.

use crate::dfpn::{Outcome, Search};
use crate::limits::{Crew, Meter, Reason};
use crate::muster::Muster;
use crate::number::{Number, Plies};
use crate::options::Options;
use crate::platform::spawn_with_big_stack;
use crate::query::Query;
use crate::schedule;
use crate::table::Table;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use yose_board::Key;

const PLACES: usize = 1 << 16;
/// So much news is kept: whoever does not listen for longer misses some, and loses only time.
const NEWS: usize = 64;

/// What the threads share beside the table.
pub(crate) struct Ground {
    muster: Muster,
    busy: Box<[AtomicU8]>,
    /// Boards that were decided while others were below them, the newest last, and how many there have been.
    news: Box<[AtomicU64]>,
    told: AtomicUsize,
}

impl Ground {
    fn new(threads: usize) -> Self {
        Ground {
            muster: Muster::new(threads),
            busy: (0..PLACES).map(|_| AtomicU8::new(0)).collect(),
            news: (0..NEWS).map(|_| AtomicU64::new(0)).collect(),
            told: AtomicUsize::new(0),
        }
    }
}

/// One thread's place.
pub(crate) struct Post<'a> {
    ground: &'a Ground,
    /// News heard so far.
    heard: usize,
}

impl<'a> Post<'a> {
    fn new(ground: &'a Ground) -> Self {
        Post {
            ground,
            heard: ground.told.load(Ordering::Relaxed),
        }
    }

    /// Tells the others that a board is decided, if any of them is there.
    pub fn tell(&self, place: Key, key: Key) {
        if self.busy(place).load(Ordering::Relaxed) > 0 {
            let n = self.ground.told.fetch_add(1, Ordering::Relaxed);
            self.ground.news[n % NEWS].store(key, Ordering::Relaxed);
        }
    }

    /// The next board that somebody has decided. A number told before its board is stored gives an old board: a hint
    /// that comes to nothing, since the table is asked.
    #[inline]
    pub fn hear(&mut self) -> Option<Key> {
        let told = self.ground.told.load(Ordering::Relaxed);
        if self.heard == told {
            return None;
        }
        self.heard = self.heard.max(told.saturating_sub(NEWS));
        let key = self.ground.news[self.heard % NEWS].load(Ordering::Relaxed);
        self.heard += 1;
        Some(key)
    }

    /// Makes room with everybody there.
    pub fn make_room(&mut self, table: &Table) {
        let muster = &self.ground.muster;
        let (number, crew) = muster.meet();
        table.make_room_together(number, crew, || {
            muster.meet();
        });
    }

    fn busy(&self, place: Key) -> &AtomicU8 {
        &self.ground.busy[(place >> 20) as usize & (PLACES - 1)]
    }

    pub fn enter(&self, place: Key) {
        self.busy(place).fetch_add(1, Ordering::Relaxed);
    }

    pub fn leave(&self, place: Key) {
        self.busy(place).fetch_sub(1, Ordering::Relaxed);
    }

    /// How much harder a child looks because others are there: by one for each. A share of the number instead sends the
    /// others away near the root already, where the second best is seldom ever needed; by one they part near
    /// the leaves (two threads, hard problems: with a quarter of the number 42 % more nodes than one thread, with one 4 %).
    #[inline]
    pub fn crowd(&self, place: Key) -> Number {
        Number::from(self.busy(place).load(Ordering::Relaxed))
    }
}

impl Drop for Post<'_> {
    fn drop(&mut self) {
        self.ground.muster.leave();
    }
}

/// Asks the question of `query` with several threads; the first to know ends it.
pub fn within<Q: Query + Clone + Send>(
    query: &Q,
    plies: Plies,
    threads: usize,
    table: &Table,
    options: Options,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    let ground = Ground::new(threads);
    let crew = Crew::default();
    let limits = meter.limits();
    let clock = meter.clock();
    let work = |report: &mut (dyn FnMut(crate::Progress) + Send), query: Q| {
        let post = Post::new(&ground);
        let mut own = Meter::in_crew(limits, &crew, clock, report);
        let mut search = Search::new(query, table, options).with_post(post);
        let result = schedule::shared(&mut search, plies, threads as u64, &mut own);
        drop(search);
        if result.is_ok() {
            crew.done.store(true, Ordering::Relaxed);
        }
        (result, own.nodes())
    };
    let work = &work;
    let mut results = Vec::new();
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .filter_map(|_| {
                let query = query.clone();
                let helper = spawn_with_big_stack(scope, move || work(&mut |_| {}, query));
                // Nobody waits for a thread that there is not.
                helper.inspect_err(|_| ground.muster.leave()).ok()
            })
            .collect();
        let shown = meter.shown;
        results.push(work(&mut |p| meter.relay(p, shown), query.clone()));
        // A limit met here is met by all, and a finished search has told them.
        for helper in helpers {
            if let Ok(result) = helper.join() {
                results.push(result);
            }
        }
    });
    let mut outcome = Err(Reason::Interrupted);
    for (result, nodes) in results {
        meter.add(nodes);
        match (outcome, result) {
            (Err(_), better) if better != Err(Reason::Interrupted) => outcome = better,
            _ => {}
        }
    }
    outcome
}
