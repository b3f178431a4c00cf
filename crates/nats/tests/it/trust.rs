//! Workers that are of another version, lie, or are not who they say.

use crate::bed::{
    Folder, Running, TestServer, WorkerProcess, WorkerThread, as_user, assert_same_files, block_on, options,
    server_or_skip, settings, until_in_work, worker_options,
};
use async_nats::jetstream::AckKind;
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use yose_ask::{Question, Request};
use yose_batch::elsewhere::{Secret, ServerOptions};
use yose_enumerate::Part;
use yose_enumerate::run::head;
use yose_nats::NatsFault;
use yose_nats::piece::{Ask, ENGINE, Piece};
use yose_nats::server::Server;
use yose_nats::worker::Worker;

#[test]
fn a_worker_of_another_version_is_refused() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    let right = WorkerProcess::start(&server.options(), "right");
    run.until_done(1);
    let other = Worker {
        engine: "0.0.1".to_owned(),
        ..Worker::new(server.options(), worker_options("other"))
    };
    let refused = WorkerThread::start(other).wait().unwrap_err().to_string();
    let expected = format!(
        "this worker is yose 0.0.1, and the run of tiny on the server needs yose {}",
        yose_nats::piece::ENGINE
    );
    assert_eq!(refused, expected);
    run.finish();
    assert_same_files(&folder.0);
    drop(right);
}

/// A forgery that is well formed: a frame in which nothing mates.
fn forge(piece: &Piece) -> Option<(Request, String)> {
    let Ask::Frames { request, .. } = &piece.ask else {
        return None;
    };
    let Question::Frame(question) = &request.question else {
        return None;
    };
    let space = question.space.space();
    let terms = question.terms(&request.limits);
    let mut text = String::new();
    for index in piece.from..piece.to {
        let mut part = Part {
            frame: index,
            ..Part::default()
        };
        space.each(&space.frames()[index], |(number, position)| {
            if position.is_some() {
                part.never.push(number);
            }
            true
        });
        text.push_str(&part.text(&head(space, &terms)));
    }
    Some((Ask::frame(request, 0), text))
}

/// It forges every piece, is quick, and goes on after it was shut out.
#[test]
fn a_forger_is_found_and_its_pieces_are_done_again() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    let forger = Worker {
        answer: Arc::new(|piece, _, _| {
            let (_, text) = forge(piece).ok_or(None)?;
            Ok((text, vec![Default::default(); piece.to - piece.from]))
        }),
        ..Worker::new(server.options(), worker_options("forger"))
    };
    let forging = WorkerThread::start(forger);
    run.until_done(3);
    let honest = ["one", "two"].map(|name| WorkerProcess::start(&server.options(), name));
    let notes = run.finish();
    assert_same_files(&folder.0);
    let shut_out = notes
        .iter()
        .filter(|note| note.contains("is shut out"))
        .collect::<Vec<_>>();
    assert_eq!(shut_out.len(), 1, "{notes:?}");
    assert!(shut_out[0].starts_with("forger is shut out"), "{notes:?}");
    assert!(
        notes
            .iter()
            .any(|note| note.contains("forger") && note.contains("differ")),
        "{notes:?}"
    );
    // The program itself leaves when it is shut out.
    if let Err(fault) = forging.leave() {
        assert!(fault.to_string().contains("this worker was shut out"), "{fault}");
    }
    drop(honest);
}

/// What is no result at all is a reason to be shut out, without any recheck.
#[test]
fn who_sends_nonsense_is_shut_out() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let mut unchecked = settings();
    unchecked.recheck = 0.0;
    let run = Running::start(options(&folder.0, Some((server.options(), unchecked))));
    let babbler = Worker {
        answer: Arc::new(|piece, _, _| {
            Ok((
                "mate, mate, mate".to_owned(),
                vec![Default::default(); piece.to - piece.from],
            ))
        }),
        ..Worker::new(server.options(), worker_options("babbler"))
    };
    let babbling = WorkerThread::start(babbler);
    let refused = babbling.wait().unwrap_err();
    assert!(
        refused.to_string().contains("this worker was shut out"),
        "{refused}"
    );
    let honest = WorkerProcess::start(&server.options(), "honest");
    let notes = run.finish();
    assert_same_files(&folder.0);
    assert!(
        notes.iter().any(|note| note.starts_with("babbler is shut out")),
        "{notes:?}"
    );
    drop(honest);
}

/// What somebody malicious does with the pieces that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Malice {
    /// Keeps them, with a sign of life for each, for ever.
    Keeps,
    /// Gives them back at once, again and again.
    GivesBack,
    /// Takes them off the queue without a result.
    TakesAway,
}

/// Sends one result that is none, and then does harm with every piece that it can get.
async fn do_harm(options: ServerOptions, malice: Malice, stop: Arc<AtomicBool>) {
    let server = Server::connect(&options, "malicious").await.unwrap();
    let queue = loop {
        match server.queue(ENGINE).await {
            Ok(queue) => break queue,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let mut held = Vec::new();
    let mut has_lied = false;
    while !stop.load(Ordering::Relaxed) {
        let batch = queue
            .batch()
            .max_messages(100)
            .expires(Duration::from_millis(500));
        let Ok(mut batch) = batch.messages().await else {
            continue;
        };
        while let Some(Ok(message)) = batch.next().await {
            let piece: Piece = serde_json::from_slice(&message.payload).unwrap();
            if !has_lied {
                let subject = piece.result_subject("malicious");
                server.store(subject, "mate\n".into()).await.unwrap();
                has_lied = true;
            }
            match malice {
                Malice::Keeps => held.push(message),
                Malice::GivesBack => drop(message.ack_with(AckKind::Nak(None)).await),
                Malice::TakesAway => drop(message.ack().await),
            }
        }
        for message in &held {
            let _ = message.ack_with(AckKind::Progress).await;
        }
    }
}

/// The run ends, with the right files, while somebody who was shut out does what it can.
fn a_run_in_spite_of(malice: Malice) {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let stop = Arc::new(AtomicBool::new(false));
    let malicious = {
        let (options, stop) = (server.options(), Arc::clone(&stop));
        std::thread::spawn(move || block_on(do_harm(options, malice, stop)))
    };
    let run = Running::start(options(&folder.0, Some((server.options(), settings()))));
    if malice == Malice::Keeps {
        until_in_work(&server.options(), 12);
    }
    let honest = WorkerProcess::start(&server.options(), "honest");
    let notes = run.finish();
    stop.store(true, Ordering::Relaxed);
    malicious.join().unwrap();
    assert_same_files(&folder.0);
    let shut_out = notes
        .iter()
        .filter(|note| note.contains(" is shut out"))
        .collect::<Vec<_>>();
    assert_eq!(shut_out.len(), 1, "{notes:?}");
    assert!(shut_out[0].starts_with("malicious is shut out"), "{notes:?}");
    if malice == Malice::Keeps {
        let taken_back = |note: &String| note.contains("nobody says that he does it");
        assert!(notes.iter().any(taken_back), "{notes:?}");
    }
    let (code, said) = honest.leave();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn who_was_shut_out_cannot_keep_pieces() {
    a_run_in_spite_of(Malice::Keeps);
}

#[test]
fn who_was_shut_out_cannot_give_pieces_back_for_ever() {
    a_run_in_spite_of(Malice::GivesBack);
}

#[test]
fn who_was_shut_out_cannot_take_pieces_away() {
    a_run_in_spite_of(Malice::TakesAway);
}

/// The program itself stops when it is shut out, also while nothing waits for it, and says why.
#[test]
fn a_worker_that_was_shut_out_stops_and_says_so() {
    let server = TestServer::start(server_or_skip!());
    let folder = Folder::new();
    let broken = Worker {
        answer: Arc::new(|piece, _, _| {
            let (_, text) = forge(piece).ok_or(None)?;
            Ok((text, vec![Default::default(); piece.to - piece.from]))
        }),
        ..Worker::new(server.options(), worker_options("broken"))
    };
    let broken = WorkerThread::start(broken);
    let mut all = settings();
    // It does all pieces, and nobody else is there: the coordinator rechecks.
    (all.recheck, all.piece) = (0.01, Some(24));
    let run = Running::start(options(&folder.0, Some((server.options(), all))));
    let fault = broken.wait().unwrap_err();
    assert!(matches!(fault, NatsFault::ShutOut(_)), "{fault}");
    let text = fault.to_string();
    assert!(
        text.contains("this worker was shut out: piece 0: the result was wrong"),
        "{text}"
    );
    let honest = WorkerProcess::start(&server.options(), "honest");
    run.finish();
    assert_same_files(&folder.0);
    drop(honest);
}

/// The users of the guide: each worker may store results under its own name only.
#[test]
fn nobody_stores_results_under_the_name_of_another() {
    let text = include_str!("../../../../docs/guide/many-machines.conf");
    let users: String = text
        .lines()
        .filter(|line| !line.starts_with("listen"))
        .collect::<Vec<_>>()
        .join("\n");
    let users = users.replace("jetstream", "# jetstream");
    let server = TestServer::with_config(server_or_skip!(), &users);
    let folder = Folder::new();
    let coordinator = as_user(&server.options(), "coordinator");
    let run = Running::start(options(&folder.0, Some((coordinator, settings()))));
    // Without a name of its own a worker has the name of its user.
    let workers = ["worker1", "worker2"].map(|user| {
        let mut worker = Worker::new(as_user(&server.options(), user), worker_options(""));
        worker.options.name = None;
        WorkerThread::start(worker)
    });
    run.finish();
    assert_same_files(&folder.0);
    for worker in workers {
        assert!(worker.leave().unwrap().name.starts_with("worker"));
    }
    let stored = |user: &'static str, name: &'static str| {
        let options = as_user(&server.options(), user);
        block_on(async move {
            let server = Server::connect(&options, "test").await.unwrap();
            server.store(format!("yose.result.0.0.{name}"), "x".into()).await
        })
    };
    assert!(stored("worker1", "worker1").is_ok());
    assert!(matches!(stored("worker1", "worker2"), Err(NatsFault::Server(_))));
    assert!(matches!(
        stored("worker1", "coordinator"),
        Err(NatsFault::Server(_))
    ));
    let stranger = as_user(&server.options(), "stranger");
    let refused = block_on(Server::connect(&stranger, "test")).unwrap_err();
    assert!(matches!(refused, NatsFault::Connect { .. }), "{refused}");
}

/// A token, and TLS with a certificate that nobody else knows, of one side and of both.
#[test]
fn tokens_and_tls_are_supported() {
    let program = server_or_skip!();
    let server = TestServer::with_config(program.clone(), "authorization { token: \"a-word\" }");
    let connect = |options: &ServerOptions| block_on(Server::connect(options, "test"));
    let right = ServerOptions {
        token: Some(Secret("a-word".to_owned())),
        ..server.options()
    };
    assert!(connect(&right).is_ok());
    let refused = connect(&server.options()).unwrap_err().to_string();
    assert!(refused.starts_with("nats://127.0.0.1:"), "{refused}");
    assert!(!format!("{right:?}").contains("a-word"), "secrets are not shown");

    let folder = Folder::new();
    let (certificate, key) = (folder.0.join("cert.pem"), folder.0.join("key.pem"));
    let made = std::process::Command::new("openssl")
        .args(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test"
                .split(' '),
        )
        .args(["-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output();
    if !made.is_ok_and(|output| output.status.success()) {
        println!("SKIPPED: no openssl to make a certificate with");
        return;
    }
    let config = format!("tls {{ cert_file: {certificate:?}, key_file: {key:?} }}");
    let server = TestServer::with_config(program.clone(), &config);
    let known = ServerOptions {
        ca: Some(certificate.clone()),
        ..server.options()
    };
    connect(&known).unwrap();
    assert!(connect(&server.options()).is_err(), "an unknown certificate");

    // A server that wants a certificate of this side too.
    let config = format!(
        "tls {{ cert_file: {certificate:?}, key_file: {key:?}, ca_file: {certificate:?}, verify: true }}"
    );
    let server = TestServer::with_config(program, &config);
    let without = ServerOptions {
        ca: Some(certificate.clone()),
        ..server.options()
    };
    assert!(connect(&without).is_err(), "no certificate of this side");
    let with = ServerOptions {
        certificate: Some((certificate, key)),
        ..without
    };
    connect(&with).unwrap();
}
