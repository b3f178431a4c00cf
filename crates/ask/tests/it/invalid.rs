//! Faults of an input.

use yose_ask::{FaultText, Invalid};

#[test]
fn many_and_long_faults_are_cut_short() {
    let faults = |letter: &str, length, many| {
        let fault = |i: usize| FaultText {
            place: format!("place {i}"),
            what: letter.repeat(length),
            origin: None,
        };
        Invalid::first((0..many).map(fault)).faults
    };
    let told = faults("x", 1000, 1_000_000);
    assert_eq!(told.len(), 21);
    assert_eq!(told[20].what, "… and 999980 more faults");
    assert!(told[0].what.ends_with("x… and 700 more characters"));
    assert_eq!(faults("x", 1000, 20).len(), 20);
    // Characters are counted, not bytes.
    assert_eq!(faults("詰", 300, 1)[0].what, "詰".repeat(300));
    assert!(
        faults("詰", 301, 1)[0]
            .what
            .ends_with("詰… and 1 more characters")
    );
}
