//! Lines that are too deep for the call stack: a search within the depth that it was given answers
//! `unknown`, and one that was given too much ends with an error of the browser, which is known as
//! such. It never claims that there is no mate.

use crate::by_wasm;
use serde_json::{Value, json};

/// A dragon and a horse chase a king: no mate, but lines of more than sixty plies.
const CHASE: &str = "9/9/9/4k4/9/2+R6/9/6+B2/9 b - 1";

fn call() -> Value {
    let question = json!({ "ask": "solve", "position": { "position": CHASE } });
    let limits = json!({ "hash_mb": 16, "nodes": 2_000_000 });
    json!({ "call": "job", "job": { "id": "1" }, "request": { "question": question, "limits": limits } })
}

#[test]
fn a_search_ends_at_its_depth() {
    let verdicts = [(40, "unknown", Some("depth")), (400, "nomate", None)];
    for (depth, verdict, reason) in verdicts {
        let Some(told) = by_wasm(&[call()], &[], Some(depth)) else {
            return;
        };
        let reply = &told[0]["answer"]["status"]["reply"];
        assert_eq!(
            (&reply["verdict"], &reply["reason"]),
            (&json!(verdict), &json!(reason)),
            "{depth}"
        );
    }
}

#[test]
fn a_call_stack_that_is_too_small_is_noticed_and_the_next_call_is_answered() {
    let game = json!({ "call": "game", "rules": "shogi" });
    let small = ["--stack-size=80"];
    let Some(told) = by_wasm(&[call(), game], &small, Some(100_000)) else {
        return;
    };
    assert_eq!(told[0], json!({ "deep": true }));
    assert_eq!(told[1]["answer"]["rules"], "shogi");
}

#[test]
fn the_depth_is_found_out() {
    let mut verdicts = Vec::new();
    for small in ["--stack-size=80", "--stack-size=900"] {
        let Some(told) = by_wasm(&[call()], &[small], None) else {
            return;
        };
        verdicts.push(told[0]["answer"]["status"]["reply"]["verdict"].clone());
    }
    assert_eq!(verdicts, ["unknown", "nomate"]);
}
