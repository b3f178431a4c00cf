//! The pages for researchers: enumerations, tables and files of answers that are named when the
//! server starts.

use crate::client::Running;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use yose_batch::elsewhere::ServerOptions;
use yose_enumerate::store::{Format, Results};
use yose_enumerate::summary::Summary;
use yose_enumerate::{Groups, Space, Terms, Worker};
use yose_serve::{RunServer, Settings};

const SPACE: &str = r#"
name = "small"
cooks-from = 3
[[block]]
size = "3x2"
corners = "1-3 x 1-2"
either = "2G2S"
"#;

/// A small board of Lines of Action: the side to move wins in seven plies.
const LOA: &str = "w2bb/3w1/b1w2 b";

const ANSWERS: &str = r#"{"schema":1,"verdict":"mate","length":5,"nodes":57}
{"schema":1,"verdict":"mate","length":7,"nodes":5700}
{"schema":1,"verdict":"nomate","length":null,"nodes":91}
"#;

/// What `yose jobs --json` prints of two runs, one of them in trouble.
const JOBS: &str = r#"{"schema":1,"runs":[{"run":"0123456789abcdef","title":"kin-gin","engine":"0.2.0","coordinated":true,"pieces":231,"done":77,"in_flight":2,"failed":{},"rechecked":3,"rechecks":4,"shut_out":[],"rate":0.5,"seconds_left":308.0},{"run":"fedcba9876543210","title":"check","engine":"0.2.0","coordinated":false,"pieces":9,"done":8,"in_flight":0,"failed":{"3":["one on far: no room"]},"rechecked":1,"rechecks":1,"shut_out":["forger"],"rate":0.0,"seconds_left":null}],"workers":[{"name":"one","host":"far","process":"far-7","engine":"0.2.0","threads":4,"busy":["0123456789abcdef.5","0123456789abcdef.6"],"done":40,"nodes":123456,"worked":80.5,"since":1700000000,"fault":null,"full":false,"load":0.5}]}"#;

/// A program that pretends to be `yose-nats`: it reads its task and does what the script says.
fn pretend(path: &Path, script: &str) {
    std::fs::write(path, format!("#!/bin/sh\nread -r task\n{script}\n")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// A folder with files to show, deleted when it is dropped.
pub struct Files(PathBuf);

impl Files {
    pub fn new(name: &str) -> Files {
        let folder = std::env::temp_dir().join(format!("yose-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        enumerate(&folder.join("small.sqlite"));
        std::fs::write(folder.join("some.jsonl"), ANSWERS).unwrap();
        pretend(&folder.join("yose-nats"), &format!("cat <<'END'\n{JOBS}\nEND"));
        Files(folder)
    }

    /// A server with runs. The program that looks at it pretends.
    fn runs(&self) -> RunServer {
        RunServer {
            program: self.0.join("yose-nats"),
            options: ServerOptions {
                url: "nats://127.0.0.1:4222".to_owned(),
                ..ServerOptions::default()
            },
        }
    }

    /// The settings that name the files and a small game.
    pub fn settings(&self, rest: Settings) -> Settings {
        Settings {
            enumerations: vec![self.0.join("small.sqlite")],
            answers: vec![self.0.join("some.jsonl")],
            tables: vec!["3x4:LK-:1".to_owned(), LOA.to_owned()],
            runs: cfg!(unix).then(|| self.runs()),
            ..rest
        }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn enumerate(path: &Path) {
    let space = Space::read(SPACE).unwrap();
    let terms = Terms {
        hash_mb: 16,
        ..Terms::default()
    };
    let parts = yose_tsume::with_big_stack(|| {
        let worker = Worker::new(&space, &terms, Arc::default());
        let told = |_: &yose_shogi::Shogi| Ok(String::new());
        let frames = space.frames().iter().enumerate();
        let solved = frames.map(|(i, frame)| worker.frame(i, frame, &told).unwrap().0);
        solved.collect::<Vec<_>>()
    });
    let parts = parts.unwrap();
    let groups = Groups::new(&space, &parts);
    let results = Results {
        space: &space,
        terms: &terms.text(),
        parts: &parts,
        groups: &groups,
        summary: &Summary::new(&space, &parts, &groups),
    };
    yose_store::write(&results, Format::Sqlite, path).unwrap();
}

/// What the server has, once its table is made.
fn ready(server: &Running) -> Value {
    for _ in 0..600 {
        let named = server.get("/api/research").json();
        let tables = named["tables"].as_array().unwrap();
        if tables.iter().all(|table| table["state"] != "making") {
            return named;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the table is not made");
}

#[test]
fn an_enumeration_is_filtered_and_paged() {
    let files = Files::new("gallery");
    let server = Running::start(files.settings(Settings::default()));
    let named = server.get("/api/research").json();
    let about = &named["enumerations"][0];
    assert_eq!(about["name"], "small");
    let mates = about["mates"].as_u64().unwrap();
    let all = server.get("/api/enumerations/0").json();
    assert_eq!(all["all"].as_u64(), Some(mates));
    let pages = all["pages"].as_u64().unwrap();
    assert!(pages > 1, "{all}");
    // Every problem stands on one page, longest first.
    let mut seen = Vec::new();
    for page in 0..pages {
        let found = server.get(&format!("/api/enumerations/0?page={page}")).json();
        for problem in found["problems"].as_array().unwrap() {
            let length = problem["length"].as_u64().unwrap();
            assert_eq!(problem["text"].as_array().unwrap().len() as u64, length);
            seen.push((std::cmp::Reverse(length), problem["number"].as_u64().unwrap()));
        }
    }
    assert_eq!(seen.len() as u64, mates);
    assert!(seen.is_sorted());
    let of = |query: &str| server.get(&format!("/api/enumerations/0?{query}")).json();
    let three = of("least=3&most=3&grade=A&language=ja");
    for problem in three["problems"].as_array().unwrap() {
        assert_eq!((&problem["length"], &problem["grade"]), (&json!(3), &json!("A")));
    }
    assert_eq!(three["all"], about["lengths"]["3"][0]);
    assert_eq!(of("least=99")["all"], 0);
    assert_eq!(of("page=1000000")["problems"], json!([]));
    assert_eq!(server.get("/api/enumerations/0?grade=D").status, 400);
    assert_eq!(server.get("/api/enumerations/1").status, 404);
    let plot = server.get("/api/enumerations/0/plot?language=ja");
    assert_eq!(plot.header("content-type").as_deref(), Some("image/svg+xml"));
    assert!(
        plot.body.contains("手数") && plot.body.contains("small"),
        "{}",
        plot.body
    );
}

#[test]
fn a_table_is_walked_through() {
    let files = Files::new("table");
    let server = Running::start(files.settings(Settings::default()));
    let named = ready(&server);
    assert_eq!(named["tables"][0]["state"], "ready", "{named}");
    let at = |moves: &[String]| {
        let reply = server.post("/api/tables/0", &json!({ "moves": moves }));
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.json()
    };
    // `yose value 3x4:LK-:1` says: a win in 11.
    let mut moves: Vec<String> = Vec::new();
    for distance in (1..=11_u64).rev() {
        let here = at(&moves);
        let word = if distance % 2 == 1 { "win" } else { "loss" };
        assert_eq!(
            (&here["value"]["value"], here["value"]["distance"].as_u64()),
            (&json!(word), Some(distance))
        );
        moves.push(here["moves"][0]["move"].as_str().unwrap().to_owned());
    }
    let end = at(&moves);
    let lost = (&json!("loss"), &json!(0), &json!([]));
    assert_eq!(
        (&end["value"]["value"], &end["value"]["distance"], &end["moves"]),
        lost
    );
    assert!(end["ending"].is_string(), "{end}");
    assert_eq!(
        server.post("/api/tables/0", &json!({ "moves": ["1a1b"] })).status,
        422
    );
    assert_eq!(server.post("/api/tables/7", &json!({})).status, 404);
    assert!(server.get("/api/tables/0/plot").body.starts_with("<svg"));
}

/// Best play through a board of Lines of Action ends when the table says, and every move has the
/// value that the position after it has for the other side.
#[test]
fn a_board_of_lines_of_action_is_walked_through() {
    let files = Files::new("loa");
    let server = Running::start(files.settings(Settings::default()));
    let about = &ready(&server)["tables"][1];
    assert_eq!(
        (&about["state"], &about["rules"]),
        (&json!("ready"), &json!("loa:5x3"))
    );
    assert_eq!((&about["name"], &about["position"]), (&json!(LOA), &json!(LOA)));
    let at = |moves: &[String]| server.post("/api/tables/1", &json!({ "moves": moves })).json();
    let mut moves: Vec<String> = Vec::new();
    let mut here = at(&moves);
    let distance = here["value"]["distance"].as_u64().unwrap();
    assert_eq!((distance, &here["value"]["value"]), (7, &json!("win")), "{here}");
    let legal = here["legal"].as_array().unwrap().len();
    assert_eq!(here["moves"].as_array().unwrap().len(), legal);
    for choice in here["moves"].as_array().unwrap() {
        let after = at(&[choice["move"].as_str().unwrap().to_owned()]);
        let other = match choice["value"]["value"].as_str() {
            Some("win") => "loss",
            Some("loss") => "win",
            _ => "draw",
        };
        assert_eq!(after["value"]["value"], other, "{choice}");
        let next = choice["value"]["distance"].as_u64().map(|n| n - 1);
        assert_eq!(after["value"]["distance"].as_u64(), next, "{choice}");
    }
    for left in (0..distance).rev() {
        moves.push(here["moves"][0]["move"].as_str().unwrap().to_owned());
        here = at(&moves);
        assert_eq!(here["value"]["distance"].as_u64(), Some(left));
    }
    assert!(here["ending"].is_string() && here["moves"] == json!([]), "{here}");
    assert!(server.get("/api/tables/1/plot").body.starts_with("<svg"));
}

#[test]
fn answers_are_plotted() {
    let files = Files::new("answers");
    let server = Running::start(files.settings(Settings::default()));
    let named = server.get("/api/research").json();
    let about = &named["answers"][0];
    assert_eq!((&about["name"], &about["count"]), (&json!("some"), &json!(3)));
    assert_eq!(about["verdicts"], json!({ "mate": 2, "nomate": 1 }));
    let points = server.get("/api/answers/0/plot?of=effort-by-length").body;
    assert_eq!(points.matches("<circle").count(), 2);
    assert_eq!(server.get("/api/answers/0/plot?of=colour").status, 400);
}

/// What is named must be there. A file of something else is refused at the start.
#[test]
fn a_wrong_file_is_refused_at_the_start() {
    let files = Files::new("wrong");
    let sqlite = files.0.join("small.sqlite");
    let answers = files.0.join("some.jsonl");
    let start = |settings: Settings| {
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_all().build().unwrap();
        let listen = "127.0.0.1:0".parse().unwrap();
        let bound = runtime.block_on(yose_serve::Server::bind(Settings { listen, ..settings }));
        bound.map(|_| ()).unwrap_err().to_string()
    };
    let error = start(Settings {
        enumerations: vec![answers.clone()],
        ..Settings::default()
    });
    assert!(error.contains("some.jsonl"), "{error}");
    let error = start(Settings {
        answers: vec![sqlite],
        ..Settings::default()
    });
    assert!(error.contains("small.sqlite"), "{error}");
    let error = start(Settings {
        tables: vec!["loa:8x8".to_owned()],
        ..Settings::default()
    });
    assert!(
        error.contains("loa:8x8") && error.contains("64 squares"),
        "{error}"
    );
}

/// Runs over many machines: what the other program prints, looked at once for many who ask; and
/// what it complains of. Without `--nats` there is nothing to ask for.
#[cfg(unix)]
#[test]
fn runs_are_those_that_the_other_program_sees() {
    let files = Files::new("runs");
    let server = Running::start(files.settings(Settings::default()));
    assert_eq!(server.get("/api/research").json()["runs"], true);
    let told = server.get("/api/runs");
    assert_eq!(
        told.header("content-type").as_deref(),
        Some("application/json"),
        "{told:?}"
    );
    let expected: Value = serde_json::from_str(JOBS).unwrap();
    assert_eq!(told.json(), expected);
    // The program got the address that was named, and a look lasts a moment.
    let looks = files.0.join("looks");
    let script = format!(
        "echo \"$task\" >> '{}'; echo 'error: nobody answers' >&2; exit 2",
        looks.display()
    );
    pretend(&files.0.join("yose-nats"), &script);
    assert_eq!(server.get("/api/runs").json(), expected, "the last look");
    let fresh = Running::start(files.settings(Settings::default()));
    for _ in 0..2 {
        let refused = fresh.get("/api/runs");
        assert_eq!(
            (refused.status, &refused.json()["error"]),
            (502, &json!("nobody answers"))
        );
    }
    let task: Value = serde_json::from_str(&std::fs::read_to_string(&looks).unwrap()).unwrap();
    assert_eq!(task["server"]["url"], "nats://127.0.0.1:4222");
    assert_eq!(task["work"], json!({ "jobs": { "json": true, "once": true } }));

    pretend(&files.0.join("yose-nats"), "echo nonsense");
    let odd = Running::start(files.settings(Settings::default()));
    assert_eq!(odd.get("/api/runs").status, 502);
    let none = Running::start(Settings::default());
    assert_eq!(none.get("/api/runs").status, 404);
    assert_eq!(none.get("/api/research").json()["runs"], false);
}
