//! Checks over workers: the answers of one machine, in the order of the input.

use crate::bed::{
    Folder, LONG, PROGRAM, TestServer, WorkerProcess, WorkerThread, messages, server_or_skip, settings,
    worker_options,
};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use yose_ask::question::Check;
use yose_ask::{Game, Limits, Problem, Question, Request, Resources, Subject};
use yose_batch::Interrupt;
use yose_batch::elsewhere::{Elsewhere, ServerOptions};
use yose_batch::input::Problems;
use yose_batch::output::OutputError;
use yose_batch::series::{Answered, Series, SeriesError, Summary};
use yose_nats::worker::Worker;

fn elsewhere(server: &ServerOptions) -> Elsewhere {
    Elsewhere {
        program: PROGRAM.into(),
        server: server.clone(),
        settings: settings(),
    }
}

/// The small suite, and a line that is no position.
fn input(folder: &Folder) -> Vec<String> {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/tsume/small.tsv");
    let file = folder.0.join("more.tsv");
    fs::write(&file, "broken\t4k4/9/4Q4/9/9/9/9/9/9 b G 1\n").unwrap();
    vec![file.display().to_string(), suite.display().to_string()]
}

fn request(problem: &Problem, limits: &Limits) -> Request {
    Request {
        name: problem.name(),
        question: Question::Check(Check::new(Subject::of(problem))),
        limits: limits.clone(),
    }
}

type Ran = (Result<Summary, SeriesError<OutputError>>, Vec<serde_json::Value>);

fn check(input: &[String], limits: &Limits, elsewhere: Option<&Elsewhere>) -> Ran {
    check_in_passes(input, limits, false, elsewhere)
}

fn check_in_passes(
    input: &[String],
    limits: &Limits,
    second_pass: bool,
    elsewhere: Option<&Elsewhere>,
) -> Ran {
    let interrupt = Interrupt::default();
    let bound = interrupt.clone();
    let watchdog = std::thread::spawn(move || {
        let start = Instant::now();
        while start.elapsed() < LONG && !bound.requested() {
            std::thread::sleep(Duration::from_millis(20));
        }
        bound.request();
    });
    let series = Series {
        resources: Arc::new(Resources::new(64)),
        jobs: 2,
        interrupt: &interrupt,
        keep: None,
        second_pass,
        elsewhere,
    };
    let mut replies = Vec::new();
    let summary = series.run(
        || Problems::new(input, Game::Any),
        |problem| request(problem, limits),
        |_, _| {},
        |Answered { index, reply, .. }| {
            assert_eq!(index, replies.len(), "in the order of the input");
            let reply = reply.expect("the run ends in time");
            let mut value: serde_json::Value = serde_json::from_str(&reply.line()).unwrap();
            value["seconds"] = 0.into();
            replies.push(value);
            Ok(())
        },
    );
    interrupt.request();
    watchdog.join().unwrap();
    (summary, replies)
}

fn limits() -> Limits {
    Limits {
        nodes: Some(3000),
        hash_mb: 16,
        ..Limits::default()
    }
}

#[test]
fn answers_are_those_of_one_machine_in_the_order_of_the_input() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let input = input(&folder);
    let (summary, expected) = check(&input, &limits(), None);
    assert!(expected.len() > 10 && summary.unwrap().total == expected.len());
    let verdicts: Vec<&str> = expected
        .iter()
        .filter_map(|reply| reply["verdict"].as_str())
        .collect();
    // Limits of nodes leave some open, wherever they are searched.
    assert!(
        verdicts.contains(&"unknown") && verdicts.contains(&"complete"),
        "{verdicts:?}"
    );
    assert_eq!(verdicts[0], "invalid");

    let workers = ["one", "two"].map(|name| WorkerProcess::start(&server.options(), name));
    let (summary, found) = check(&input, &limits(), Some(&elsewhere(&server.options())));
    let summary = summary.unwrap();
    assert_eq!(found, expected);
    assert_eq!((summary.total, summary.done()), (expected.len(), expected.len()));
    for stream in ["yose-work", "yose-results"] {
        assert_eq!(messages(&server.options(), stream), 0, "{stream}");
    }
    // Of the input only the note is left that it was deleted.
    assert_eq!(messages(&server.options(), "OBJ_yose-objects"), 1);
    drop(workers);
}

/// What reached its nodes comes back with ten times as many, over workers as on one machine, and
/// what is answered is what one pass with ten times the nodes answers about it.
#[test]
fn the_second_pass_of_a_check_is_that_of_one_machine() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let input = input(&folder);
    let few = Limits {
        nodes: Some(300),
        ..limits()
    };
    let open = |replies: &[serde_json::Value]| {
        let is_open = |reply: &&serde_json::Value| reply["reason"] == "nodes";
        replies.iter().filter(is_open).count()
    };
    let (_, once) = check(&input, &few, None);
    let (_, expected) = check_in_passes(&input, &few, true, None);
    let (_, with_more) = check(&input, &limits(), None);
    assert!(open(&once) > open(&expected) && open(&expected) > 0);
    for ((once, expected), with_more) in once.iter().zip(&expected).zip(&with_more) {
        let first = if once["reason"] == "nodes" {
            with_more
        } else {
            once
        };
        assert_eq!(expected, first);
    }
    let workers = ["one", "two"].map(|name| WorkerProcess::start(&server.options(), name));
    let (summary, found) = check_in_passes(&input, &few, true, Some(&elsewhere(&server.options())));
    assert_eq!(found, expected);
    assert_eq!(summary.unwrap().done(), expected.len());
    // Both runs are gone.
    for stream in ["yose-work", "yose-results"] {
        assert_eq!(messages(&server.options(), stream), 0, "{stream}");
    }
    drop(workers);
}

/// A worker that forges a check is found like one that forges a frame.
#[test]
fn forged_checks_are_found() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let input = input(&folder);
    let (_, expected) = check(&input, &limits(), None);
    let honest = Worker::new(server.options(), worker_options("forger"));
    let doing = Arc::clone(&honest.answer);
    let forger = Worker {
        answer: Arc::new(move |piece, requests, stop| {
            let (text, items) = doing(piece, requests, stop)?;
            Ok((text.replace("\"complete\"", "\"cooked\""), items))
        }),
        ..honest
    };
    let forger = WorkerThread::start(forger);
    let honest = WorkerProcess::start(&server.options(), "honest");
    let mut all = elsewhere(&server.options());
    // Every piece: the forger is found, whichever it forges.
    all.settings.recheck = 1.0;
    let (summary, found) = check(&input, &limits(), Some(&all));
    summary.unwrap();
    assert_eq!(found, expected);
    if let Err(fault) = forger.leave() {
        assert!(fault.to_string().contains("this worker was shut out"), "{fault}");
    }
    drop(honest);
}

/// What would depend on the machine is refused before any work.
#[test]
fn limits_of_time_and_threads_are_refused() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let input = input(&folder);
    let time = Limits {
        time: Some(Duration::from_secs(1)),
        ..limits()
    };
    let threads = Limits {
        threads: 2,
        ..limits()
    };
    for (limits, word) in [(time, "--time"), (threads, "--threads")] {
        let (refused, replies) = check(&input, &limits, Some(&elsewhere(&server.options())));
        let refused = refused.unwrap_err().to_string();
        assert!(refused.starts_with(word) && replies.is_empty(), "{refused}");
    }
}

/// A program that is not there is named, with the command that builds it.
#[test]
fn an_absent_program_is_named() {
    let folder = Folder::new();
    let absent = Elsewhere {
        program: folder.0.join("yose-nats"),
        ..elsewhere(&ServerOptions::default())
    };
    let (refused, _) = check(&input(&folder), &limits(), Some(&absent));
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("cargo build --release -p yose-nats"),
        "{refused}"
    );
}
