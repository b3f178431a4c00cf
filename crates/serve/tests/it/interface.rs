//! The HTTP interface as programs use it, over real connections: jobs, positions, events, and what
//! happens to requests that mean harm.

use crate::client::{Reply, Running};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use yose_serve::Settings;

const MATE: &str = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";
/// A king in the open, with so much in hand that no search ends soon.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1";
/// A brinkmate in 1.
const HISSHI: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";
const LONG: Duration = Duration::from_secs(60);

fn small() -> Settings {
    Settings {
        searches: 1,
        memory_mb: Some(1024),
        hash_mb: 64,
        absence: Duration::from_millis(300),
        patience: Duration::from_millis(700),
        body_bytes: 64 << 10,
        ..Settings::default()
    }
}

fn solve(position: &str) -> Value {
    json!({
        "question": { "ask": "solve", "position": { "position": position } },
        "limits": { "hash_mb": 16 },
    })
}

/// Waits for the reply of a job.
fn ended(server: &Running, id: &str) -> Value {
    let clock = Instant::now();
    while clock.elapsed() < LONG {
        let job = server.get(&format!("/api/jobs/{id}?wait=5")).json();
        if job["state"] == "ended" {
            return job;
        }
    }
    panic!("job {id} has not ended");
}

fn id(reply: &Reply) -> String {
    assert_eq!(reply.status, 202, "{reply:?}");
    reply.json()["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_job_is_asked_for_and_replies() {
    let server = Running::start(small());
    let asked = server.post("/api/jobs", &solve(MATE));
    let job = ended(&server, &id(&asked));
    assert_eq!(job["reply"]["verdict"], "mate");
    assert_eq!(job["reply"]["length"], 5);
    let text = server.get(&format!("/api/jobs/{}/text?language=ja", id(&asked)));
    assert!(text.body.contains("5手詰"), "{}", text.body);
    assert_eq!(server.get("/api/jobs/none").status, 404);
}

#[test]
fn a_stopped_job_keeps_what_it_has_and_a_waiting_one_can_be_withdrawn() {
    let server = Running::start(small());
    let first = id(&server.post("/api/jobs?tab=a&browser=b", &solve(HARD)));
    let second = id(&server.post("/api/jobs?tab=a&browser=b", &solve(HARD)));
    let third = id(&server.post("/api/jobs?tab=c&browser=d", &solve(MATE)));
    let queue = server.get("/api/jobs?tab=a").json();
    assert_eq!(queue["queue"], json!({ "running": 1, "waiting": 2, "places": 1 }));
    assert_eq!(
        queue["jobs"].as_array().unwrap().len(),
        2,
        "only the jobs of the tab"
    );
    assert_eq!(server.get(&format!("/api/jobs/{third}")).json()["ahead"], 1);
    // Withdrawn before it ran.
    assert_eq!(server.delete(&format!("/api/jobs/{second}")).status, 200);
    assert_eq!(ended(&server, &second)["reply"]["reason"], "interrupted");
    // Stopped while it ran: the next one gets its place.
    assert_eq!(server.delete(&format!("/api/jobs/{first}")).status, 200);
    assert_eq!(ended(&server, &first)["reply"]["reason"], "interrupted");
    assert_eq!(ended(&server, &third)["reply"]["verdict"], "mate");
}

#[test]
fn limits_of_the_server_hold_for_every_request() {
    let server = Running::start(small());
    let mut request = solve(MATE);
    request["limits"] = json!({ "hash_mb": 1_000_000, "threads": 400, "time": 1e9 });
    request["question"]["certificate"] = json!(true);
    let job = ended(&server, &id(&server.post("/api/jobs", &request)));
    assert!(job["limits"]["hash_mb"].as_u64().unwrap() <= 64);
    assert_eq!(job["limits"]["time"], 3600.0);
    assert_eq!(job["reply"]["verdict"], "mate", "{job}");
}

#[test]
fn a_certificate_is_downloaded_verified_and_played_against() {
    let server = Running::start(small());
    let mut request = solve(MATE);
    request["question"]["certificate"] = json!(true);
    let job = id(&server.post("/api/jobs", &request));
    assert_eq!(ended(&server, &job)["certificates"].as_array().unwrap().len(), 1);
    let text = server.get(&format!("/api/jobs/{job}/certificate"));
    assert!(text.body.starts_with("yose"), "{:.100}", text.body);
    let checked = id(&server.post(&format!("/api/jobs/{job}/verify"), &json!({})));
    assert_eq!(ended(&server, &checked)["reply"]["verdict"], "accepted");
    // Whatever the defender chooses, the certificate mates.
    let mut chosen: Vec<String> = Vec::new();
    loop {
        let reply = server.post(&format!("/api/jobs/{job}/play"), &json!({ "moves": chosen }));
        let now = reply.json();
        assert_eq!(reply.status, 200, "{now}");
        let choices = now["choices"].as_array().unwrap();
        match choices.last() {
            Some(choice) => chosen.push(choice["move"].as_str().unwrap().to_owned()),
            None => {
                assert_eq!(now["ending"], "mate");
                break;
            }
        }
        assert!(chosen.len() < 10);
    }
    assert!(!chosen.is_empty());
    let bad = server.post(&format!("/api/jobs/{job}/play"), &json!({ "moves": ["9i9h"] }));
    assert_eq!(bad.status, 400);
    let tree = |moves: &[String]| {
        let asked = json!({ "moves": moves, "branches": true, "language": "en" });
        server.post(&format!("/api/jobs/{job}/play"), &asked).json()
    };
    // The tree has every choice, and each of its branches ends in mate when it says so.
    let mut open = vec![Vec::new()];
    let mut mates = 0;
    while let Some(moves) = open.pop() {
        let now = tree(&moves);
        let branches = now["branches"].as_array().unwrap();
        assert_eq!(branches.len(), now["choices"].as_array().unwrap().len());
        for branch in branches {
            let chosen = branch["steps"][0]["move"].as_str().unwrap().to_owned();
            let next: Vec<String> = moves.iter().cloned().chain([chosen]).collect();
            assert!(next.len() < 3, "mate in 5 has two defences at most");
            let within = branch["promise"]["mate"].as_u64().unwrap();
            assert!(within <= 5 - 2 * next.len() as u64, "{branch}");
            let goes_on = branch["goes_on"].as_bool().unwrap();
            assert_eq!(goes_on, within > 1, "{branch}");
            mates += usize::from(!goes_on);
            if goes_on {
                open.push(next);
            }
        }
    }
    assert!(mates > 2);
}

/// A brinkmate: the referee accepts its certificate, and whoever passes is mated.
#[test]
fn a_brinkmate_is_verified_and_played_against_with_a_pass() {
    let server = Running::start(small());
    let request = json!({
        "question": {
            "ask": "hisshi", "position": { "position": HISSHI }, "certificate": true, "cooks": true,
        },
        "limits": { "hash_mb": 64 },
    });
    let job = id(&server.post("/api/jobs", &request));
    let status = ended(&server, &job);
    assert_eq!(status["reply"]["verdict"], "hisshi", "{status}");
    assert_eq!(
        (&status["ask"], &status["reply"]["threats"][0]["at"]),
        (&json!("hisshi"), &json!(1))
    );
    assert!(status["reply"]["cooks"].is_array());
    let checked = id(&server.post(&format!("/api/jobs/{job}/verify"), &json!({})));
    assert_eq!(ended(&server, &checked)["reply"]["verdict"], "accepted");
    let play = |moves: &[&str]| {
        server
            .post(&format!("/api/jobs/{job}/play"), &json!({ "moves": moves }))
            .json()
    };
    let start = play(&[]);
    assert_eq!(start["promise"]["hisshi"], status["reply"]["length"], "{start}");
    let last = start["choices"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["move"], &last["to"]), (&json!("pass"), &json!(null)));
    let passed = play(&["pass"]);
    assert_eq!(passed["steps"][1]["move"], "pass");
    let line = status["reply"]["threats"][0]["line"].as_array().unwrap();
    assert_eq!(
        passed["promise"]["mate"].as_u64(),
        Some(line.len() as u64),
        "{passed}"
    );
}

#[test]
fn positions_lines_and_conversions() {
    let server = Running::start(small());
    let game = server.get("/api/game?rules=shogi").json();
    assert_eq!((&game["files"], &game["ranks"]), (&json!(9), &json!(9)));
    assert!(game["outlines"]["歩"].is_array());
    let two_pawns = json!({ "text": "4k4/9/4P4/4P4/9/9/9/9/9 b G 1", "language": "ja" });
    let read = server.post("/api/position", &two_pawns).json();
    assert_eq!(read["faults"][0]["square"], "5d");
    assert!(
        read["faults"][0]["text"].as_str().unwrap().contains("二歩"),
        "{read}"
    );
    let rest = json!({ "text": "4k4/9/4P4/9/9/9/9/9/9 b G 1", "rest": true });
    let read = server.post("/api/position", &rest).json();
    assert_eq!(read["position"], "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let line = json!({ "position": MATE, "moves": ["2d2c+"], "language": "ja" });
    let walk = server.post("/api/line", &line).json();
    assert_eq!(walk["steps"][0]["text"], "▲２三歩成");
    assert!(!walk["legal"].as_array().unwrap().is_empty());
    let illegal = json!({ "position": MATE, "moves": ["9i9h"] });
    assert_eq!(server.post("/api/line", &illegal).status, 422);
    for (to, part) in [
        ("kif", "２三歩成"),
        ("csa", "+2423TO"),
        ("svg", "<svg "),
        ("sfen", "k"),
    ] {
        let request = json!({ "position": MATE, "moves": ["2d2c+"], "to": to });
        let text = server.post("/api/convert", &request);
        assert!(text.body.contains(part), "{to}: {}", text.body);
    }
}

#[test]
fn events_tell_of_every_job_of_a_browser() {
    let server = Running::start(small());
    let mut stream = server.events("b");
    let job = id(&server.post("/api/jobs?browser=b&tab=t", &solve(MATE)));
    let other = id(&server.post("/api/jobs?browser=x&tab=t", &solve(MATE)));
    let said = stream.until(|said| said.contains("\"verdict\":\"mate\""));
    assert!(said.contains("event: queue") && said.contains(&job), "{said}");
    assert!(!said.contains(&other), "jobs of other browsers are not told");
}

#[test]
fn a_closed_tab_stops_its_search_and_a_reload_does_not() {
    let server = Running::start(small());
    let _stream = server.events("b");
    let job = id(&server.post("/api/jobs?browser=b&tab=t", &solve(HARD)));
    server.post("/api/tabs/t/close", &json!({}));
    server.post("/api/tabs/t/open", &json!({}));
    std::thread::sleep(Duration::from_millis(900));
    assert_eq!(server.get(&format!("/api/jobs/{job}")).json()["state"], "running");
    server.post("/api/tabs/t/close", &json!({}));
    assert_eq!(ended(&server, &job)["reply"]["reason"], "interrupted");
}

#[test]
fn a_browser_that_vanishes_stops_its_searches() {
    let server = Running::start(small());
    let stream = server.events("b");
    let job = id(&server.post("/api/jobs?browser=b&tab=t", &solve(HARD)));
    let free = id(&server.post("/api/jobs", &solve(MATE)));
    drop(stream);
    assert_eq!(ended(&server, &job)["reply"]["reason"], "interrupted");
    assert_eq!(
        ended(&server, &free)["reply"]["verdict"],
        "mate",
        "jobs without a tab stay"
    );
}

#[test]
fn other_sites_are_refused() {
    let server = Running::start(small());
    let get = |host: &str, more: &str| {
        let head = format!("GET /api/jobs HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n");
        server.raw(head.as_bytes())
    };
    let own = server.host();
    assert_eq!(get(&own, "").status, 200);
    assert_eq!(get("evil.example", "").status, 403, "DNS rebinding");
    assert_eq!(get(&own, "Origin: http://evil.example\r\n").status, 403);
    assert_eq!(get(&own, "Origin: null\r\n").status, 403);
    assert_eq!(get(&own, &format!("Origin: http://{own}\r\n")).status, 200);
    // A form of another site cannot send JSON.
    let head = format!("POST /api/jobs HTTP/1.1\r\nHost: {own}\r\nContent-Type: text/plain\r\n");
    let form = format!("{head}Content-Length: 2\r\nConnection: close\r\n\r\n{{}}");
    assert_eq!(server.raw(form.as_bytes()).status, 415);
    let page = server.get("/");
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self'"),
        "{policy}"
    );
}

#[test]
fn a_token_is_asked_for() {
    let server = Running::start(Settings {
        token: Some("secret-word".to_owned()),
        ..small()
    });
    assert_eq!(server.get("/api/jobs").status, 401);
    assert_eq!(server.get("/?token=wrong").status, 401);
    let welcome = server.get("/solve/x?token=secret-word");
    assert_eq!(
        (welcome.status, welcome.header("location").as_deref()),
        (303, Some("/solve/x"))
    );
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let host = server.host();
    for known in [
        "Cookie: yose-token=secret-word",
        "Authorization: Bearer secret-word",
    ] {
        let head = format!("GET /api/jobs HTTP/1.1\r\nHost: {host}\r\n{known}\r\nConnection: close\r\n\r\n");
        assert_eq!(server.raw(head.as_bytes()).status, 200, "{known}");
    }
}

/// Huge and slow bodies, odd methods, path tricks, nonsense: each is refused, and the server
/// answers afterwards.
#[test]
fn hostile_requests_leave_the_server_answering() {
    let server = Running::start(small());
    let host = server.host();
    let head = |line: &str, more: &str| {
        format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")
    };
    let json = "Content-Type: application/json\r\n";
    // Bodies that are too large, with and without a length.
    let huge = "x".repeat(200 << 10);
    let sized = format!(
        "{}{huge}",
        head(
            "POST /api/jobs",
            &format!("{json}Content-Length: {}\r\n", huge.len())
        )
    );
    assert_eq!(server.raw(sized.as_bytes()).status, 413);
    let chunked = format!(
        "{}{:x}\r\n{huge}\r\n0\r\n\r\n",
        head(
            "POST /api/position",
            &format!("{json}Transfer-Encoding: chunked\r\n")
        ),
        huge.len()
    );
    assert_eq!(server.raw(chunked.as_bytes()).status, 413);
    // A body that does not come, and a head that does not end.
    let slow = head("POST /api/jobs", &format!("{json}Content-Length: 100\r\n"));
    assert_eq!(server.raw(slow.as_bytes()).status, 408);
    let mut half = server.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    let mut rest = Vec::new();
    let _ = half.read_to_end(&mut rest);
    // Odd methods and paths.
    for line in [
        "PUT /api/jobs",
        "DELETE /api/jobs",
        "TRACE /",
        "PATCH /api/position",
        "OPTIONS /api/jobs",
        "GET /page/../Cargo.toml",
        "GET /page/..%2fCargo.toml",
        "GET /page/%2e%2e/src/lib.rs",
        "GET /page//etc/passwd",
        "GET /page/%00",
        "GET //etc/passwd",
        "GET /api/jobs/../../x",
        "GET /api/jobs/%2e%2e",
        "GET /.git/config",
        "GET /api/game?rules=../../x",
        "GET /api/game",
        "GET /api/events",
        "GET /api/events?browser=%20",
        "GET /api/jobs?tab=%3Cscript%3E",
        "GET /api/jobs/x/certificate?part=-1",
        "GET /api/jobs/x?wait=NaN",
        "POST /api/tabs/%20/close",
    ] {
        let reply = server.raw(head(line, "Content-Length: 0\r\n").as_bytes());
        assert!((400..500).contains(&reply.status), "{line}: {reply:?}");
    }
    // Bodies that make no sense.
    for body in [
        "",
        "null",
        "[]",
        "{}",
        "{\"question\":1}",
        "\u{0}",
        "{\"question\":{\"ask\":\"solve\"}}",
        "{\"question\":{\"ask\":\"frame\",\"space\":\"x\",\"frame\":0}}",
        "{\"question\":{\"ask\":\"solve\",\"position\":{\"rules\":\"files = 9\",\"position\":\"x\"}}}",
        "{\"question\":{\"ask\":\"solve\",\"position\":{\"position\":\"4k4\"}},\"limits\":{\"time\":-1}}",
    ] {
        let more = format!("{json}Content-Length: {}\r\n", body.len());
        let reply = server.raw(format!("{}{body}", head("POST /api/jobs", &more)).as_bytes());
        assert!((400..500).contains(&reply.status), "{body}: {reply:?}");
    }
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let reply = server.post_text("/api/position", &deep);
    assert!((400..500).contains(&reply.status), "{reply:?}");
    // An input that is no position is a reply, not a fault of the request.
    let job = id(&server.post("/api/jobs", &solve("4k4/9/9 b - 1")));
    assert_eq!(ended(&server, &job)["reply"]["verdict"], "invalid");
    let job = id(&server.post("/api/jobs", &solve(MATE)));
    assert_eq!(ended(&server, &job)["reply"]["length"], 5);
}

/// Made-up variants fill the memory that is set aside for them and no more, and known games go on.
#[test]
fn made_up_variants_leave_the_server_answering() {
    let server = Running::start(small());
    let pieces = ['P', 'L', 'N', 'S', 'G', 'B', 'R', '-'];
    for n in 0..2000_usize {
        let row: String = (0..4).map(|i| pieces[n / 8_usize.pow(i) % 8]).collect();
        let rules = format!("5x{}:{}K{}:1", 4 + n % 6, &row[..2], &row[2..]);
        let reply = server.get(&format!("/api/game?rules={rules}"));
        assert!(reply.status == 200 || reply.status == 422, "{rules}: {reply:?}");
    }
    assert_eq!(server.get("/api/game?rules=shogi").status, 200);
    let job = id(&server.post("/api/jobs", &solve(MATE)));
    assert_eq!(ended(&server, &job)["reply"]["length"], 5);
}

#[test]
fn the_queue_has_an_end() {
    let server = Running::start(Settings {
        waiting: 2,
        ..small()
    });
    for _ in 0..3 {
        // One runs and two wait; the first may not have its place yet.
        server.post("/api/jobs", &solve(HARD));
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(server.post("/api/jobs", &solve(MATE)).status, 503);
    assert_eq!(server.get("/api/jobs").json()["queue"]["waiting"], 2);
}

#[test]
fn many_clients_at_once_all_get_their_reply() {
    let server = Running::start(small());
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..40)
            .map(|_| {
                scope.spawn(|| {
                    let job = id(&server.post("/api/jobs", &solve(MATE)));
                    ended(&server, &job)["reply"]["length"].clone()
                })
            })
            .collect();
        for client in clients {
            assert_eq!(client.join().unwrap(), 5);
        }
    });
}

#[test]
fn the_page_and_its_parts_are_served() {
    let server = Running::start(small());
    for path in ["/", "/solve/4k4/9/4P4/9/9/9/9/9/9_b_G_1", "/check/x", "/loa/x"] {
        let page = server.get(path);
        assert_eq!(
            page.header("content-type").as_deref(),
            Some("text/html; charset=utf-8"),
            "{path}"
        );
    }
    let script = server.get("/page/main.js");
    assert_eq!(
        script.header("content-type").as_deref(),
        Some("text/javascript; charset=utf-8")
    );
    assert_eq!(server.get("/page/none.js").status, 404);
}

/// Every path and method of the OpenAPI file is there.
#[test]
fn the_description_names_what_is_there() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/format/page.openapi.json");
    let description: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let server = Running::start(small());
    let host = server.host();
    let paths = description["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 20);
    for (path, methods) in paths {
        for method in ["get", "post", "delete"] {
            if method == "get" && path == "/api/events" {
                continue;
            }
            let line = format!("{} {}", method.to_uppercase(), path.replace("{id}", "x"));
            let head =
                format!("{line} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            let reply = server.raw(head.as_bytes());
            let is_there = reply.status != 405 && !reply.body.contains("no such page");
            assert_eq!(is_there, methods.get(method).is_some(), "{line}: {reply:?}");
        }
    }
}
