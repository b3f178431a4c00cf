//! Runs in which nothing goes wrong: any number of workers, coordinators that stop and go on.

use crate::bed::{
    Folder, LONG, Running, TestServer, WorkerProcess, WorkerThread, assert_no_files, assert_same_files,
    messages, options, server_or_skip, settings, worker_options,
};
use futures_util::StreamExt as _;
use std::collections::BTreeSet;
use yose_nats::jobs::Jobs;
use yose_nats::server::Server;
use yose_nats::worker::Worker;

#[test]
fn two_workers_make_the_files_of_one_machine() {
    let server = TestServer::start(server_or_skip!());
    let workers = ["one", "two"].map(|name| WorkerProcess::start(&server.options(), name));
    let folder = Folder::new();
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    let notes = run.finish();
    assert_same_files(&folder.0);
    // Who did what where is in the log, and both worked.
    let log = std::fs::read_to_string(folder.0.join("tiny.log")).unwrap();
    let names: BTreeSet<&str> = log
        .lines()
        .filter_map(|line| line.rsplit_once(" s, ")?.1.split(' ').next())
        .collect();
    assert!(names.contains("one") && names.contains("two"), "{log}");
    assert!(
        notes
            .iter()
            .any(|note| note.contains("is missed with probability")),
        "{notes:?}"
    );
    // The server holds nothing of it any more.
    assert_eq!(messages(&server.options(), "yose-work"), 0);
    assert_eq!(messages(&server.options(), "yose-results"), 0);
    for worker in workers {
        let (code, said) = worker.leave();
        assert_eq!(code, Some(0), "{said}");
    }
}

#[test]
fn four_workers_that_come_and_go_make_the_same_files() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    let mut workers: Vec<WorkerProcess> = ["one", "two", "three"]
        .iter()
        .map(|name| WorkerProcess::start(&server.options(), name))
        .collect();
    run.until_done(2);
    let (code, said) = workers.remove(0).leave();
    assert_eq!(code, Some(0), "{said}");
    workers.push(WorkerProcess::start(&server.options(), "four"));
    run.finish();
    assert_same_files(&folder.0);
}

/// Stopped, gone on with from another folder as from another machine, and only if told to.
#[test]
fn a_stopped_run_goes_on_from_another_machine() {
    let server = TestServer::start(server_or_skip!());
    let (first, second) = (Folder::new(), Folder::new());
    let run = Running::start(options(&first.0, Some((server.options(), settings()))));
    let worker = WorkerProcess::start(&server.options(), "one");
    run.until_done(2);
    run.interrupt.request();
    let (stopped, _) = run.wait();
    let stopped = stopped.unwrap().text();
    assert!(stopped.contains("--resume goes on"), "{stopped}");
    assert_no_files(&first.0);

    let unasked = options(&second.0, Some((server.options(), settings())));
    let (refused, _) = Running::start(unasked.clone()).wait();
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("has a run of tiny already"), "{refused}");

    // Another question is another run: it is not gone on with.
    let mut other = unasked.clone();
    other.resume = true;
    other.terms.disproofs = Some(41);
    let (refused, _) = Running::start(other).wait();
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("asks something else") && refused.contains("disproofs=40"),
        "{refused}"
    );

    let mut again = unasked;
    again.resume = true;
    Running::start(again).finish();
    assert_same_files(&second.0);
    drop(worker);
}

/// Frames that ran out of nodes come back with more, over workers as on one machine.
#[test]
fn the_second_pass_is_that_of_one_machine() {
    let server = TestServer::start(server_or_skip!());
    let (here, there) = (Folder::new(), Folder::new());
    let limited = |folder: &Folder, server| {
        let mut options = options(&folder.0, server);
        options.terms.nodes = Some(30);
        options
    };
    let (alone, _) = Running::start(limited(&here, None)).wait();
    let workers = ["one", "two"].map(|name| WorkerProcess::start(&server.options(), name));
    let over = Some((server.options(), settings()));
    let (together, notes) = Running::start(limited(&there, over)).wait();
    assert!(
        notes
            .iter()
            .any(|note| note.starts_with("second pass: ") && note.contains(" 300 nodes")),
        "{notes:?}"
    );
    let without_names = |text: String| text.lines().filter(|line| !line.contains('/')).count();
    assert_eq!(
        without_names(alone.unwrap().text()),
        without_names(together.unwrap().text())
    );
    for file in ["tiny.sqlite", "tiny.parquet", "tiny.csv"] {
        let read = |folder: &Folder| std::fs::read(folder.0.join(file)).unwrap();
        assert!(read(&here) == read(&there), "{file} differs");
    }
    assert_eq!(messages(&server.options(), "yose-results"), 0);
    drop(workers);
}

/// Results larger than a message go to the object store, and are gone afterwards.
#[test]
fn large_results_are_objects() {
    let server = TestServer::with_config(server_or_skip!(), "max_payload: 5000");
    let folder = Folder::new();
    let workers = ["one", "two"].map(|name| WorkerProcess::start(&server.options(), name));
    let mut large = settings();
    large.piece = Some(6);
    let run = Running::start(options(&folder.0, Some((server.options(), large))));
    let looked = crate::bed::block_on(async {
        let server = Server::connect(&server.options(), "test").await.unwrap();
        let mut most = 0;
        while most == 0 {
            if let Ok(stream) = server.jetstream.get_stream("OBJ_yose-objects").await {
                most = most.max(stream.cached_info().state.messages);
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        most
    });
    assert!(looked > 0);
    run.finish();
    assert_same_files(&folder.0);
    drop(workers);
}

/// Whoever looks while the first coordinator of a server makes its streams sees no runs, or all of
/// them: never half a server.
#[test]
fn a_server_is_looked_at_while_it_is_prepared() {
    let server = TestServer::start(server_or_skip!());
    crate::bed::block_on(async {
        let maker = Server::connect(&server.options(), "maker").await.unwrap();
        for round in 0..20 {
            // A new one each time: a server keeps the buckets that it has found.
            let looker = Server::connect(&server.options(), "looker").await.unwrap();
            let ready = std::cell::Cell::new(false);
            let prepare = async {
                maker.prepare(None).await.unwrap();
                ready.set(true);
            };
            let look = async {
                while !ready.get() {
                    Jobs::look(&looker).await.unwrap();
                }
            };
            tokio::join!(look, prepare);
            let mut names = maker.jetstream.stream_names();
            let mut streams = Vec::new();
            while let Some(name) = names.next().await {
                streams.push(name.unwrap());
            }
            assert_eq!(streams.len(), 5, "round {round}: {streams:?}");
            for name in streams {
                maker.jetstream.delete_stream(name).await.unwrap();
            }
        }
    });
}

/// What `yose jobs` tells while a run is under way.
#[test]
fn jobs_tell_how_far_the_runs_are() {
    let server = TestServer::start(server_or_skip!());
    let look = || {
        let jobs = crate::bed::block_on(async {
            let server = Server::connect(&server.options(), "test").await.unwrap();
            Jobs::look(&server).await.unwrap()
        });
        let value: serde_json::Value = serde_json::from_str(&jobs.line()).unwrap();
        (value, jobs.text())
    };
    let (nothing, text) = look();
    assert_eq!(nothing["runs"], serde_json::json!([]));
    assert!(text.contains("no runs"), "{text}");

    let folder = Folder::new();
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    let worker = WorkerThread::start(Worker::new(server.options(), worker_options("one")));
    run.until_done(1);
    let start = std::time::Instant::now();
    let (value, text) = loop {
        let (value, text) = look();
        if value["workers"] != serde_json::json!([]) || start.elapsed() > LONG {
            break (value, text);
        }
    };
    let told = &value["runs"][0];
    assert_eq!(
        (&told["title"], &told["pieces"]),
        (&"tiny".into(), &12.into()),
        "{value}"
    );
    assert_eq!(told["coordinated"], true, "{value}");
    assert!(told["done"].as_u64().unwrap() >= 1, "{value}");
    assert_eq!(value["workers"][0]["name"], "one", "{value}");
    assert!(
        text.contains("tiny (") && text.contains(" of 12 pieces done"),
        "{text}"
    );
    assert!(text.contains("one on "), "{text}");
    run.finish();
    assert!(worker.leave().unwrap().done >= 12);
    assert_same_files(&folder.0);
}
