//! A team of threads over one table.
//!
//! Every thread runs the same search from the root. *Virtual numbers* keep the threads apart (T.
//! Kaneko, *Parallel depth first proof number search*, 2010): a child at which another thread works
//! looks harder by one, so the next thread goes to another child if one is as good. The numbers in
//! the table stay as they are, and a result holds whichever thread has found it. So the verdict is
//! that of one thread.
//!
//! The table makes room while nobody uses it. A thread that sees a full table waits until all have
//! seen it, and then they make room together. A thread whose search has ended leaves the team, and
//! the others no longer wait for it.

use crate::barrier::Barrier;
use crate::dfpn::{Outcome, Search};
use crate::limits::Reason;
use crate::meter::{Meter, TeamCount};
use crate::number::{Number, Plies};
use crate::options::Options;
use crate::platform::spawn_with_big_stack;
use crate::progress::Progress;
use crate::query::Query;
use crate::schedule;
use crate::table::Table;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use yose_board::Key;

/// Counters of threads at work, by hash of the position.
const COUNTERS: usize = 1 << 16;
/// The most news that are kept. A thread that reads them less often misses some, which costs time
/// and no answer.
const NEWS: usize = 64;

/// What the threads share beside the table.
pub(crate) struct Team {
    barrier: Barrier,
    /// How many threads are at work below a position.
    busy: Box<[AtomicU8]>,
    /// Boards that were decided while other threads were below them; a ring.
    news: Box<[AtomicU64]>,
    /// How many boards were written to `news`.
    written: AtomicUsize,
}

impl Team {
    fn new(threads: usize) -> Self {
        Team {
            barrier: Barrier::new(threads),
            busy: (0..COUNTERS).map(|_| AtomicU8::new(0)).collect(),
            news: (0..NEWS).map(|_| AtomicU64::new(0)).collect(),
            written: AtomicUsize::new(0),
        }
    }
}

/// One thread of a team.
pub(crate) struct Member<'a> {
    team: &'a Team,
    /// How many news this thread has read.
    read: usize,
}

impl<'a> Member<'a> {
    fn new(team: &'a Team) -> Self {
        Member {
            team,
            read: team.written.load(Ordering::Relaxed),
        }
    }

    /// Announces that a board is decided, if another thread works there.
    pub fn announce(&self, place: Key, key: Key) {
        if self.busy(place).load(Ordering::Relaxed) > 0 {
            let n = self.team.written.fetch_add(1, Ordering::Relaxed);
            self.team.news[n % NEWS].store(key, Ordering::Relaxed);
        }
    }

    /// The next board that another thread has decided. The count is raised before the board is
    /// stored, so this may be an old board: a hint without effect, since the table is asked.
    #[inline]
    pub fn next_news(&mut self) -> Option<Key> {
        let written = self.team.written.load(Ordering::Relaxed);
        if self.read == written {
            return None;
        }
        self.read = self.read.max(written.saturating_sub(NEWS));
        let key = self.team.news[self.read % NEWS].load(Ordering::Relaxed);
        self.read += 1;
        Some(key)
    }

    /// Waits for all threads and makes room with them.
    pub fn make_room(&mut self, table: &Table) {
        let barrier = &self.team.barrier;
        let (number, threads) = barrier.wait();
        table.make_room_together(number, threads, || {
            barrier.wait();
        });
    }

    fn busy(&self, place: Key) -> &AtomicU8 {
        &self.team.busy[(place >> 20) as usize & (COUNTERS - 1)]
    }

    /// This thread starts to work below a position.
    pub fn enter(&self, place: Key) {
        self.busy(place).fetch_add(1, Ordering::Relaxed);
    }

    /// This thread is done there.
    pub fn leave(&self, place: Key) {
        self.busy(place).fetch_sub(1, Ordering::Relaxed);
    }

    /// How much harder a child looks because other threads work there: by one for each thread. A
    /// share of the number instead sends threads apart near the root already, where the second best
    /// move is seldom needed; by one they part near the leaves. Figures: docs/lab/search.md.
    #[inline]
    pub fn virtual_number(&self, place: Key) -> Number {
        Number::from(self.busy(place).load(Ordering::Relaxed))
    }
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        self.team.barrier.leave();
    }
}

/// Asks the question of `query` with several threads; the first answer ends it. Together the
/// threads search no more nodes than the meter has left.
pub fn within<Q: Query + Clone + Send>(
    query: &Q,
    plies: Plies,
    threads: usize,
    table: &Table,
    options: Options,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Reason> {
    let team = Team::new(threads);
    let count = TeamCount::of(meter);
    let limits = meter.limits();
    let clock = meter.clock();
    let work = |report: &mut (dyn FnMut(Progress) + Send), query: Q| {
        let member = Member::new(&team);
        let mut own = Meter::in_team(limits, &count, clock, report);
        let mut search = Search::new(query, table, options).in_team(member);
        let result = schedule::shared(&mut search, plies, threads as u64, &mut own);
        drop(search);
        if result.is_ok() {
            count.done.store(true, Ordering::Relaxed);
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
                // Nobody waits for a thread that could not be started.
                helper.inspect_err(|_| team.barrier.leave()).ok()
            })
            .collect();
        let state = meter.state;
        results.push(work(&mut |p| meter.relay(p, state), query.clone()));
        // A limit that ends this thread ends all, and a finished search has set `done`.
        for helper in helpers {
            if let Ok(result) = helper.join() {
                results.push(result);
            }
        }
    });
    meter.lose_with(&count);
    let mut outcome = Err(Reason::Interrupted);
    for (result, nodes) in results {
        meter.add(nodes);
        match (outcome, result) {
            (Err(_), better) if better != Err(Reason::Interrupted) => outcome = better,
            _ => {}
        }
    }
    match outcome {
        // The nodes of the team are those that this meter had left.
        Err(Reason::Nodes) => Err(meter.out_of_nodes()),
        outcome => outcome,
    }
}
