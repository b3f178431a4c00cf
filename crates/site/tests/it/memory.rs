//! A device with little memory: tables are as large as it allows.

use crate::by_wasm;
use serde_json::json;

const MATE: &str = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";

#[test]
fn a_device_that_has_less_memory_gets_a_smaller_table() {
    let job = |question: &str, certificate: bool, hash_mb: usize| {
        let question =
            json!({ "ask": question, "position": { "position": MATE }, "certificate": certificate });
        let request = json!({ "question": question, "limits": { "hash_mb": hash_mb } });
        json!({ "call": "job", "job": { "id": "1" }, "request": request })
    };
    let calls = [
        job("solve", false, 256),
        job("solve", true, 1024),
        job("check", false, 1024),
    ];
    // Pages of 64 KB: about 20, 100 and 4096 MB in all.
    for pages in [320, 1600, 65_536] {
        let limit = format!("--wasm-max-mem-pages={pages}");
        let Some(told) = by_wasm(&calls, &[&limit], None) else {
            return;
        };
        let verdict = |i: usize| told[i]["answer"]["status"]["reply"]["verdict"].as_str();
        assert_eq!(
            (verdict(0), verdict(1), verdict(2)),
            (Some("mate"), Some("mate"), Some("complete"))
        );
        assert_eq!(
            told[1]["answer"]["certificates"].as_array().map(Vec::len),
            Some(1)
        );
    }
}
