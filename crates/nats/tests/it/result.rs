//! Results as messages.

use yose_nats::result::{Item, PieceResult};

#[test]
fn what_is_packed_is_read() {
    let result = PieceResult {
        text: "yose part 1\n".repeat(1000),
        items: vec![Item {
            problems: 3,
            nodes: 4,
            seconds: 0.5,
        }],
        host: "here".to_owned(),
    };
    let packed = result.packed();
    assert!(packed.len() < 200, "{}", packed.len());
    let message = result.message(&packed, None);
    assert_eq!(PieceResult::read(&message, None).as_ref(), Ok(&result));
    let apart = result.message(&packed, Some("name".to_owned()));
    assert_eq!(PieceResult::object_of(&apart).as_deref(), Some("name"));
    assert_eq!(PieceResult::read(&apart, Some(&packed)).as_ref(), Ok(&result));
    for spoiled in [&b"nothing"[..], b"{}\n", &message[..message.len() - 3], &apart] {
        assert!(PieceResult::read(spoiled, None).is_err());
    }
}
