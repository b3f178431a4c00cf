//! What a coordinator knows of pieces, without a server.

use yose_nats::book::{Book, Found, Phase, Try};
use yose_nats::run::COORDINATOR;

fn by(worker: &str, text: &str) -> Found {
    Found {
        worker: worker.to_owned(),
        text: text.to_owned(),
        sequence: 0,
    }
}

/// A book whose pieces are all in the queue.
fn book(pieces: usize) -> Book {
    let mut book = Book::new(pieces);
    for piece in 0..pieces {
        book.want(piece);
        book.put_into_queue(piece);
    }
    book
}

/// Fails if the counters do not follow the phases, or if a missing piece below the cursor is
/// overlooked.
#[test]
fn missing_pieces_are_found_wherever_they_are() {
    let mut book = Book::new(5);
    for piece in [0, 1, 3, 4] {
        book.want(piece);
    }
    assert_eq!((book.open(), book.waiting(), book.count()), (4, 0, (0, 4)));
    assert_eq!(book.missing(2), [0, 1]);
    for piece in book.missing(3) {
        book.put_into_queue(piece);
    }
    assert_eq!((book.open(), book.waiting()), (4, 3));
    assert_eq!(book.missing(9), [4]);
    book.put_into_queue(4);
    assert!(book.missing(9).is_empty());
    assert!(!book.lose(1), "it goes to another");
    assert_eq!(book.missing(9), [1]);
    assert_eq!(book.phase(2), Some(Phase::Unwanted));
    assert_eq!(book.phase(5), None);
}

/// Fails if a piece that vanishes is handed out for ever.
#[test]
fn a_piece_that_vanishes_again_and_again_is_done_here() {
    let mut book = book(1);
    let here: Vec<bool> = (0..4).map(|_| book.lose(0)).collect();
    assert_eq!(here, [false, false, true, true]);
    assert_eq!(book.phase(0), Some(Phase::Waiting), "nobody else gets it");
}

/// Fails if a second result of one worker counts, if a different one goes unnoticed, or if a wrong
/// one survives.
#[test]
fn the_coordinator_decides_between_results_that_differ() {
    let mut book = book(3);
    assert!(book.add(0, by("a", "x")), "the first result may be rechecked");
    assert!(!book.add(0, by("a", "y")), "one result a worker");
    assert_eq!(book.dispute(), None);
    assert!(!book.add(0, by("b", "z")));
    assert_eq!(book.dispute(), Some(0));
    assert_eq!(book.settle(0), None, "there is no result of the coordinator");
    book.add(0, by(COORDINATOR, "z"));
    book.add(1, by("a", "forged"));
    assert_eq!(book.settle(0), Some(vec!["a".to_owned()]));
    assert_eq!(book.shut_out("a"), Some(1), "piece 1 is missing again");
    assert_eq!(book.shut_out("a"), None, "once");
    assert_eq!(book.shut_out(COORDINATOR), None, "never");
    assert_eq!(book.accepted(0).map(|found| found.worker.as_str()), Some("b"));
    assert_eq!(book.missing(9), [1]);
}

/// Fails if a dispute stays open although those that are left agree.
#[test]
fn a_dispute_ends_with_the_last_who_differs() {
    let mut book = book(1);
    book.add(0, by("a", "x"));
    book.add(0, by("b", "y"));
    book.shut_out("b");
    assert_eq!((book.dispute(), book.phase(0)), (None, Some(Phase::Done)));
}

/// Fails if a result of the coordinator is rechecked, or if a worker gets by without a recheck.
#[test]
fn every_worker_has_a_piece_rechecked() {
    let mut book = book(4);
    assert!(book.add(0, by("a", "x")) && book.add(1, by("a", "x")) && book.add(2, by("b", "x")));
    assert!(!book.add(3, by(COORDINATOR, "x")));
    book.recheck(0);
    let unchecked: Vec<(String, Vec<usize>)> = book.unchecked().into_iter().collect();
    assert_eq!(unchecked, [("b".to_owned(), vec![2])]);
    book.recheck(3);
    assert_eq!(book.open_rechecks(), [0]);
    book.add(0, by("b", "x"));
    assert!(book.open_rechecks().is_empty());
}

fn failure(worker: &str) -> Try {
    Try {
        worker: worker.to_owned(),
        told: format!("{worker} on h: no disk"),
        is_failure: true,
    }
}

/// Fails if a worker that was shut out can have a piece given up by giving it back.
#[test]
fn only_failures_of_workers_that_are_not_shut_out_count() {
    let mut honest = book(1);
    honest.give_back(0, failure("a"), true, 4);
    assert_eq!(
        honest.failed().collect::<Vec<_>>(),
        [(0, vec!["a on h: no disk".to_owned()])]
    );

    let mut other = book(1);
    other.note_shut_out("c");
    let left = Try {
        is_failure: false,
        ..failure("b")
    };
    other.give_back(0, left, true, 4);
    assert_eq!(other.phase(0), Some(Phase::Missing));
    for _ in 0..4 {
        other.give_back(0, failure("b"), false, 4);
    }
    other.put_into_queue(0);
    other.give_back(0, failure("b"), true, 4);
    assert_eq!(other.phase(0), Some(Phase::Failed));
}

/// Fails if a piece stays given up, or tries stay used up, by a worker that is shut out afterwards.
#[test]
fn what_a_worker_gave_up_before_it_was_shut_out_is_tried_again() {
    let mut book = book(2);
    book.give_back(0, failure("a"), true, 4);
    for _ in 0..4 {
        book.give_back(1, failure("a"), false, 4);
    }
    assert_eq!(book.phase(0), Some(Phase::Failed));
    assert_eq!(book.shut_out("a"), Some(1));
    assert_eq!(book.phase(0), Some(Phase::Missing));
    assert_eq!(book.failed().count(), 0);
    book.give_back(1, failure("b"), true, 4);
    assert_eq!(
        book.phase(1),
        Some(Phase::Missing),
        "one failure of an honest worker"
    );
}
