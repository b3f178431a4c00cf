//! The exit status.

use yose_ask::Status;

#[test]
fn the_worst_counts() {
    assert_eq!(Status::Answered.and(Status::Unknown).code(), 1);
    assert_eq!(Status::Invalid.and(Status::Unknown).code(), 2);
    assert_eq!(Status::default().code(), 0);
}
