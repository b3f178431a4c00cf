//! The same calls, answered by WebAssembly and by this program, have the same answers: verdict,
//! length, line, nodes, certificate.

use crate::{by_wasm, root};
use serde_json::{Value, json};
use yose_site::Caller;

/// What this program posts last for each call.
fn by_us(calls: &[Value]) -> Vec<Value> {
    let mut caller = Caller::default();
    let answer = |call: &Value| {
        let mut last = String::new();
        caller.call(&call.to_string(), &mut |text| last = text);
        serde_json::from_str(&last).unwrap()
    };
    calls.iter().map(answer).collect()
}

/// Takes out what depends on the clock.
fn without_time(mut told: Value) -> Value {
    if let Some(status) = told.pointer_mut("/answer/status").and_then(Value::as_object_mut) {
        status.remove("progress");
        status.remove("found");
        if let Some(reply) = status.get_mut("reply").and_then(Value::as_object_mut) {
            assert!(reply.remove("seconds").is_some());
        }
    }
    told
}

fn job(question: Value) -> Value {
    let limits = json!({ "hash_mb": 16, "nodes": 300_000 });
    json!({ "call": "job", "job": { "id": "1" }, "request": { "question": question, "limits": limits } })
}

/// The columns of the lines of a suite.
fn suite(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(root().join("suites").join(name)).unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// Problems of the suites: every game, mates and no mates, with and without a certificate.
fn jobs() -> Vec<Value> {
    let mut jobs = Vec::new();
    let generated = suite("tsume/generated.tsv");
    let long = generated.iter().filter(|row| matches!(&*row[2], "15" | "17"));
    let some = generated.iter().step_by(1500);
    for (i, row) in long.take(6).chain(some).enumerate() {
        let position = json!({ "position": row[1], "rules": row[0] });
        jobs.push(job(match i % 4 {
            0 => json!({ "ask": "solve", "position": position, "policy": "none", "certificate": true }),
            1 => json!({ "ask": "check", "position": position }),
            _ => json!({ "ask": "solve", "position": position }),
        }));
    }
    for row in suite("hisshi.tsv").iter().step_by(60) {
        let position = json!({ "position": row[1] });
        jobs.push(job(
            json!({ "ask": "hisshi", "position": position, "certificate": true }),
        ));
        jobs.push(job(json!({ "ask": "threat", "position": position })));
    }
    jobs
}

#[test]
fn jobs_have_the_same_replies() {
    let calls = jobs();
    let Some(theirs) = by_wasm(&calls, &[], None) else {
        return;
    };
    let ours = by_us(&calls);
    let mut decided = 0;
    for ((call, ours), theirs) in calls.iter().zip(ours).zip(theirs) {
        let verdict = ours.pointer("/answer/status/reply/verdict");
        let verdict = verdict.and_then(Value::as_str).unwrap_or("none at all");
        assert!(verdict != "invalid" && verdict != "none at all", "{call}: {ours}");
        decided += usize::from(verdict != "unknown");
        assert_eq!(without_time(ours), without_time(theirs), "{call}");
    }
    eprintln!("{} jobs, {decided} decided", calls.len());
    assert!(calls.len() >= 50 && decided * 10 >= calls.len() * 9);
}

#[test]
fn calls_without_a_search_have_the_same_answers() {
    let mate = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let solve = json!({ "ask": "solve", "position": { "position": mate }, "certificate": true });
    let proved = &by_us(&[job(solve.clone())])[0]["answer"];
    let request = json!({ "question": solve });
    let calls = [
        json!({ "call": "game", "rules": "shogi" }),
        json!({ "call": "game", "rules": "loa:6x6" }),
        json!({ "call": "game", "rules": "chess" }),
        json!({ "call": "position", "text": "4k4/9/4P4/4P4/9/9/9/9/9 b G 1", "language": "ja" }),
        json!({ "call": "position", "text": "手数----指手\n 1 ７六歩(77)\n 2 ３四歩(33)\n" }),
        json!({ "call": "position", "text": "no position" }),
        json!({ "call": "line", "position": mate, "moves": ["G*5b"], "language": "ja" }),
        json!({ "call": "line", "position": mate, "moves": ["G*5c"] }),
        json!({ "call": "convert", "position": mate, "moves": ["G*5b"], "to": "kif" }),
        json!({ "call": "convert", "position": mate, "to": "svg" }),
        json!({ "call": "report", "request": request, "reply": proved["status"]["reply"], "language": "ja" }),
        json!({ "call": "play", "job": "1", "request": request, "certificate": proved["certificates"][0] }),
        json!({ "call": "play", "job": "2", "request": request, "certificate": "nonsense" }),
        job(json!({ "ask": "verify", "certificate": proved["certificates"][0] })),
        job(json!({ "ask": "value", "position": { "position": "dobutsu" } })),
    ];
    let Some(theirs) = by_wasm(&calls, &[], None) else {
        return;
    };
    for ((call, ours), theirs) in calls.iter().zip(by_us(&calls)).zip(theirs) {
        assert_eq!(without_time(ours), without_time(theirs), "{call}");
    }
}
