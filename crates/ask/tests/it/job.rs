//! Jobs: cancelling, sharing memory, events, panics.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use yose_ask::question::Solve;
use yose_ask::{
    Event, Game, Job, Limits, Name, Pace, Question, Reason, Reply, Request, Resources, Subject, Verdict, run,
};

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// A king in the open, with so much in hand that no search ends soon.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1";
const LONG: Duration = Duration::from_secs(60);

fn request(position: &str, hash_mb: usize) -> Request {
    Request {
        name: Name {
            input: position.to_owned(),
            ..Name::default()
        },
        question: Question::Solve(Solve::new(Subject::read(position, Game::Any))),
        limits: Limits {
            hash_mb,
            ..Limits::default()
        },
    }
}

fn start(request: Request, resources: &Arc<Resources>) -> Job {
    Job::start(request, resources, Pace::Every(Duration::ZERO), || {}).unwrap()
}

#[test]
fn a_job_on_a_thread_and_one_inline_reply_the_same() {
    let resources = Arc::new(Resources::new(64));
    let request = request(MATE, 16);
    let inline = run(&request, &resources, &Arc::default(), Pace::Silent, &mut |_| {});
    let threaded = start(request, &resources).wait().unwrap();
    assert_eq!(inline.verdict(), Verdict::Mate);
    let without_time = |reply: &Reply| {
        let line = reply.line();
        line[..line.find("\"seconds\"").unwrap()].to_owned()
    };
    assert_eq!(without_time(&inline), without_time(&threaded));
}

#[test]
fn a_cancelled_job_replies_soon() {
    let resources = Arc::new(Resources::new(64));
    let job = start(request(HARD, 16), &resources);
    // The first progress: the job is at work.
    assert!(matches!(job.wait_event(), Some(Event::Progress(_))));
    let clock = Instant::now();
    job.cancel();
    let reply = job.wait().unwrap();
    assert!(clock.elapsed() < LONG);
    assert_eq!(
        (reply.verdict(), reply.reason()),
        (Verdict::Unknown, Some(Reason::Interrupted))
    );
    assert_eq!(job.wait(), None, "there is one reply");
    assert_eq!(resources.memory.used_mb(), 0);
}

#[test]
fn a_dropped_job_gives_its_memory_back() {
    let resources = Arc::new(Resources::new(16));
    let job = start(request(HARD, 16), &resources);
    assert!(job.wait_event().is_some());
    drop(job);
    // This one waits until the share is free.
    let reply = start(request(MATE, 16), &resources).wait().unwrap();
    assert_eq!(reply.verdict(), Verdict::Mate);
}

#[test]
fn jobs_share_one_budget() {
    let resources = Arc::new(Resources::new(20));
    let first = start(request(HARD, 16), &resources);
    assert!(first.wait_event().is_some());
    // It waits for the first, and so has nothing to report.
    let second = start(request(MATE, 16), &resources);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(second.take_event(), None);
    assert_eq!(resources.memory.used_mb(), 16);
    first.cancel();
    assert_eq!(second.wait().unwrap().verdict(), Verdict::Mate);
    // What waits can be cancelled, and what never fits is told so.
    let third = start(request(HARD, 16), &resources);
    assert!(third.wait_event().is_some());
    let fourth = start(request(MATE, 16), &resources);
    fourth.cancel();
    assert_eq!(fourth.wait().unwrap().reason(), Some(Reason::Interrupted));
    let reply = start(request(MATE, 21), &resources).wait().unwrap();
    assert_eq!(reply.reason(), Some(Reason::Memory));
    assert!(
        reply
            .line()
            .contains("needs 21 MB, and all jobs together have 20")
    );
}

/// The panic comes out of the search, which reports its progress.
#[test]
fn a_panic_is_a_reply() {
    let resources = Arc::new(Resources::new(64));
    let mut first = true;
    let wake = move || {
        if std::mem::take(&mut first) {
            panic!("asked to");
        }
    };
    let job = Job::start(request(HARD, 16), &resources, Pace::Every(Duration::ZERO), wake).unwrap();
    let reply = job.wait().unwrap();
    assert_eq!(
        (reply.verdict(), reply.reason()),
        (Verdict::Unknown, Some(Reason::Fault))
    );
    assert!(
        reply.line().contains("a fault of yose: asked to"),
        "{}",
        reply.line()
    );
    assert_eq!(resources.memory.used_mb(), 0);
}

#[test]
fn a_slow_reader_loses_progress_and_never_the_reply() {
    let resources = Arc::new(Resources::new(64));
    let (sender, woken) = mpsc::channel();
    let wake = move || {
        let _ = sender.send(());
    };
    let job = Job::start(request(HARD, 16), &resources, Pace::Every(Duration::ZERO), wake).unwrap();
    for _ in 0..20 {
        woken.recv_timeout(LONG).unwrap();
    }
    job.cancel();
    // Nobody has read anything so far, and the job ends all the same.
    while woken.recv_timeout(LONG).is_ok() {}
    let events: Vec<Event> = std::iter::from_fn(|| job.take_event()).collect();
    let progress = events.iter().filter(|event| matches!(event, Event::Progress(_)));
    assert_eq!(progress.count(), 1, "only the latest progress is kept");
    assert!(matches!(events.last(), Some(Event::Reply(_))));
}
