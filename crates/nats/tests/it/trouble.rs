//! Runs in which machines, lines and disks fail. Nothing is lost, nothing is double.

use crate::bed::{
    Folder, Running, TestServer, WorkerProcess, WorkerThread, assert_no_files, assert_same_files, at,
    options, server_or_skip, settings, until_in_work, worker_options,
};
use crate::proxy::Proxy;
use std::sync::Arc;
use std::time::Duration;
use yose_nats::worker::Worker;

#[test]
fn a_worker_killed_in_the_middle_of_a_piece_loses_nothing() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let mut long = settings();
    long.piece = Some(8);
    let run = Running::start(options(&folder.0, Some((server.options(), long))));
    let mut first = WorkerProcess::start(&server.options(), "first");
    until_in_work(&server.options(), 1);
    // SIGKILL: no word of farewell.
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let second = WorkerProcess::start(&server.options(), "second");
    run.finish();
    assert_same_files(&folder.0);
    let (code, said) = second.leave();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_restarted_server_loses_nothing() {
    let mut server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    let workers = ["one", "two"].map(|name| WorkerProcess::start(&server.options(), name));
    run.until_done(2);
    server.down();
    std::thread::sleep(Duration::from_millis(700));
    server.up();
    run.finish();
    assert_same_files(&folder.0);
    for worker in workers {
        let (code, said) = worker.leave();
        assert_eq!(code, Some(0), "{said}");
    }
}

#[test]
fn a_line_that_is_cut_and_mended_loses_nothing() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let proxy = Proxy::to(server.port);
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    let far = WorkerProcess::start(&at(proxy.port), "far");
    until_in_work(&server.options(), 1);
    proxy.cut();
    // Its piece comes back and goes to this one.
    let near = WorkerProcess::start(&server.options(), "near");
    run.until_done(6);
    proxy.mend();
    run.finish();
    assert_same_files(&folder.0);
    drop((far, near));
}

#[test]
fn a_server_without_room_stops_the_run_until_there_is_some() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let mut small = settings();
    small.volume = Some(6000);
    let worker = WorkerProcess::start(&server.options(), "one");
    let run = Running::start(options(&folder.0, Some((server.options(), small.clone()))));
    let (full, notes) = run.wait();
    let full = full.unwrap_err().to_string();
    assert!(full.contains("has no room for results"), "{full} {notes:?}");
    assert!(full.contains("--volume"), "{full}");
    assert_no_files(&folder.0);

    small.volume = Some(1 << 30);
    let mut again = options(&folder.0, Some((server.options(), small)));
    again.resume = true;
    Running::start(again).finish();
    assert_same_files(&folder.0);
    drop(worker);
}

/// A piece that fails wherever it is tried is tried so often, and then listed with the reasons.
#[test]
fn a_piece_that_always_fails_is_listed() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let sound = Worker::new(server.options(), worker_options("one"));
    let doing = Arc::clone(&sound.answer);
    let broken = Worker {
        answer: Arc::new(move |piece, requests, stop| match piece.piece {
            3 => Err(Some("the disk is on fire".to_owned())),
            _ => doing(piece, requests, stop),
        }),
        ..sound.clone()
    };
    let worker = WorkerThread::start(broken);
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    let (ended, _) = run.wait();
    let text = ended.unwrap().text();
    assert!(
        text.contains("1 pieces failed; --resume tries them again"),
        "{text}"
    );
    assert!(text.contains("piece 3 (frames 6 to 7):"), "{text}");
    assert_eq!(text.matches("the disk is on fire").count(), 3, "{text}");
    assert!(text.contains("given up after 3 tries"), "{text}");
    assert_no_files(&folder.0);
    worker.leave().unwrap();

    let worker = WorkerThread::start(sound);
    let mut again = options(&folder.0, Some((server.options(), settings())));
    again.resume = true;
    Running::start(again).finish();
    assert_same_files(&folder.0);
    worker.leave().unwrap();
}
