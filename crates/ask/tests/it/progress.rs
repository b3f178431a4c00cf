//! The note of a job says how far its search is.

use yose_andor::SearchState;
use yose_ask::Progress;

#[test]
fn a_note_says_what_is_known_and_what_is_sought() {
    let note = |settled, upper, lower| {
        Progress::note_of(&SearchState {
            settled,
            upper,
            lower,
            ply: 3,
            pn: 5,
            dn: 7,
            thresholds: (11, 13),
            full: 250,
            ..SearchState::default()
        })
    };
    let numbers = "pn 5 (of 11) dn 7 (of 13), table 25 %";
    assert_eq!(note(0, 0, 1), numbers);
    assert_eq!(note(0, 0, 9), format!("no mate shorter than 9; {numbers}"));
    let shorter = format!("mate in 15, looking for shorter ones; {numbers}");
    assert_eq!(note(0, 15, 9), shorter);
    let others = format!("mate in 15, other moves at ply 3; {numbers}");
    assert_eq!(note(15, 15, 9), others);
}
