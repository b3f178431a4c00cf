//! Other projects read what we write, and we read what they write: tsshogi and json-kifu-format
//! (npm). `cargo xtask test` installs both into `target/peers`. One Node process answers all tasks
//! of a test.

use crate::common::{FULL, Shape, record};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use yose_record::{Ending, Format, NodeId, Record, Step, Tree, WriteError, read, read_str, write};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{SHOGI, Setup};

/// The folder in which the packages are installed, or `None` after a note on standard error.
fn peers() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers");
    let there =
        folder.join("node_modules/tsshogi").exists() && folder.join("node_modules/json-kifu-format").exists();
    let node = Command::new("node").arg("--version").output();
    if there && node.is_ok_and(|output| output.status.success()) {
        return Some(folder);
    }
    // Write to standard error directly: the test harness hides captured output of tests that pass.
    let note = "SKIPPED: Node or target/peers is not there (`cargo xtask test` installs it); our records were \
        not compared with tsshogi and json-kifu-format\n";
    let _ = std::io::stderr().write_all(note.as_bytes());
    None
}

/// Answers tasks. `tests/peers/peers.cjs` says what a task is.
fn ask(folder: &Path, tasks: &[Value]) -> Vec<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/peers.cjs");
    let mut node = Command::new("node")
        .arg(script)
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    let text = serde_json::to_vec(tasks).expect("JSON");
    // The script reads everything before it writes.
    node.stdin
        .take()
        .expect("a pipe")
        .write_all(&text)
        .expect("node reads");
    let output = node.wait_with_output().expect("node ends");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let answers: Vec<Value> = serde_json::from_slice(&output.stdout).expect("answers");
    assert_eq!(answers.len(), tasks.len());
    answers
}

/// All moves with their variations, in the form of the script.
fn moves(record: &Record) -> Vec<Value> {
    let mut out = Vec::new();
    let mut open: Vec<(i64, NodeId)> = vec![(-1, Tree::ROOT)];
    while let Some((parent, id)) = open.pop() {
        let node = record.tree.node(id);
        let mut place = -1;
        if let Some(m) = node.written() {
            place = out.len() as i64;
            out.push(json!({"p": parent, "m": usi::write(m, &SHOGI), "c": node.comments.join("\n")}));
        }
        open.extend(node.children().iter().rev().map(|&child| (place, child)));
    }
    out
}

fn game(record: &Record) -> Value {
    let start = Setup {
        ply: 1,
        ..record.setup.clone()
    };
    json!({"start": sfen::write_setup(&start), "moves": moves(record)})
}

/// The start position and the moves of a game alone. Readers join variations that begin with the
/// same move, so equal siblings are joined here as well.
fn bare(game: &Value) -> String {
    fn join(nodes: &[Vec<usize>], names: &[&str], parents: &[usize], out: &mut String) {
        let children: Vec<usize> = parents.iter().flat_map(|&p| nodes[p].iter().copied()).collect();
        let mut seen: Vec<&str> = Vec::new();
        for &child in &children {
            let name = names[child];
            if !seen.contains(&name) {
                seen.push(name);
                out.push('(');
                out.push_str(name);
                let equal: Vec<usize> = children.iter().copied().filter(|&c| names[c] == name).collect();
                join(nodes, names, &equal, out);
                out.push(')');
            }
        }
    }
    // The root is the first node, and the others follow.
    let list = game["moves"].as_array().expect("moves");
    let mut nodes = vec![Vec::new(); list.len() + 1];
    let mut names = vec![""];
    for (i, node) in list.iter().enumerate() {
        nodes[(node["p"].as_i64().expect("a parent") + 1) as usize].push(i + 1);
        names.push(node["m"].as_str().expect("a move"));
    }
    let mut out = format!("{} ", game["start"].as_str().expect("a start"));
    join(&nodes, &names, &[0], &mut out);
    out
}

/// All moves with their comments, in order.
fn comments(game: &Value) -> Vec<(String, String)> {
    let list = game["moves"].as_array().expect("moves");
    let text = |node: &Value, key: &str| node[key].as_str().unwrap_or_default().to_owned();
    list.iter()
        .map(|node| (text(node, "m"), text(node, "c")))
        .collect()
}

fn name(format: Format) -> &'static str {
    match format {
        Format::Kif => "kif",
        Format::Ki2 => "ki2",
        Format::Csa => "csa",
        Format::Jkf => "jkf",
    }
}

/// Every legal move of a position as a variation of the others.
fn all_moves(setup: Setup) -> Record {
    let mut record = Record::new(setup);
    for m in crate::common::nine(record.position().expect("legal")).legal_moves() {
        record.tree.add(Tree::ROOT, Step::Move(m));
    }
    record
}

/// Games of our own making: variations, comments, handicaps, problems, and positions with many
/// pieces of a kind, some of them pinned, in which every move is played.
fn our_games() -> Vec<Record> {
    let mut games: Vec<Record> = (0..60).map(|seed| record(70_000 + seed, FULL)).collect();
    let plain = Shape {
        variations: false,
        ..FULL
    };
    games.extend((0..30).map(|seed| record(71_000 + seed, plain)));
    let crowded = [
        "3k5/3s5/9/9/9/9/9/9/3R1K3 w s 1",
        "9/9/9/4r4/9/9/4G4/3GK4/9 b - 1",
        "2l1k4/9/9/9/9/9/2S1S4/2K6/9 b 2S 1",
        "1k2r4/9/9/9/9/9/4+B1+B2/9/4K4 b - 1",
        "k8/9/2G1G1G2/3+P+P+P3/3+P1+P3/3+P+P+P3/1S1S5/N1N6/1S1S2K2 b 2r2b8p 1",
        "4r4/2b6/9/3+S+S4/3+SK+S3/9/9/9/k8 b GN 1",
        "4l2k1/9/9/+R8/4+R4/9/4K4/9/9 b BGSNLP 41",
    ];
    let setups = crowded.iter().map(|text| crate::common::setup(text));
    games.extend(setups.map(all_moves));
    for seed in 0..24 {
        let played = record(72_000 + seed, plain);
        let moved = played
            .tree
            .main_line()
            .filter(|&id| played.tree.node(id).played().is_some());
        if let Some(position) = moved.last().and_then(|last| played.position_at(last)) {
            games.push(all_moves(position.setup(33)));
        }
    }
    // Every named start, and a start that only has a move number.
    for kif in [
        "平手",
        "香落ち",
        "右香落ち",
        "角落ち",
        "飛車落ち",
        "飛香落ち",
        "二枚落ち",
        "三枚落ち",
        "四枚落ち",
        "五枚落ち",
        "左五枚落ち",
        "六枚落ち",
        "左七枚落ち",
        "右七枚落ち",
        "八枚落ち",
        "十枚落ち",
    ] {
        let start = read_str(&format!("手合割：{kif}\n"), None).expect("a handicap");
        games.push(all_moves(start.setup));
    }
    games
}

/// Why a peer cannot read a file of ours, if that is known and lies with the peer.
fn excused(peer: &str, format: Format, record: &Record) -> bool {
    let tree = &record.tree;
    let deep_fork = tree.iter().any(|(_, node)| {
        // json-kifu-format looks for 同 of a fork at the second item of a fork in the wrong place,
        // and leaves out forks of an ending in KI2.
        let siblings = node.children().len() > 1;
        siblings && (node.ply() > 0 || node.children().iter().any(|&c| tree.node(c).ending().is_some()))
    });
    // json-kifu-format knows no other summaries.
    let unknown_ending = tree.iter().filter_map(|(_, node)| node.ending()).any(|ending| {
        let words = [
            "投了",
            "詰み",
            "不詰",
            "中断",
            "封じ手",
            "千日手",
            "持将棋",
            "反則勝ち",
            "反則負け",
            "切れ負け",
        ];
        !words.contains(&ending.japanese().as_str())
    });
    // In KI2 json-kifu-format expects no comment after a bookmark or after an ending.
    let comments = tree.iter().any(|(_, node)| {
        let bookmarked = node.comments.iter().any(|comment| comment.starts_with('&'));
        (bookmarked && node.comments.len() > 1) || (node.ending().is_some() && !node.comments.is_empty())
    });
    // The line 手数＝171 ▲６二角成 まで of a board without moves is no KIF for json-kifu-format.
    let board_alone = tree.is_empty() && record.header("開始手数").is_some_and(|text| text.contains('▲'));
    match (peer, format) {
        ("jkf", Format::Ki2) => deep_fork || unknown_ending || comments || board_alone,
        ("jkf", Format::Kif) => board_alone,
        _ => false,
    }
}

fn has_unknown_ending(record: &Record) -> bool {
    let mut endings = record.tree.iter().filter_map(|(_, node)| node.ending());
    endings.any(|ending| matches!(ending, Ending::Other(_)))
}

/// Reads our files with both peers and compares. Returns how many files were compared.
fn compare_reading(folder: &Path, records: &[(String, Record)]) -> usize {
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for (id, record) in records {
        for format in Format::ALL {
            let single;
            let record = match format {
                Format::Csa => {
                    single = record.main_line_only();
                    &single
                }
                _ => record,
            };
            let text = match write(record, format) {
                Ok(text) => text,
                Err(WriteError::Unnamed { .. } | WriteError::Nesting(_)) => continue,
                Err(error) => panic!("{id} {format:?}: {error}"),
            };
            for peer in ["tsshogi", "jkf"] {
                if !excused(peer, format, record) {
                    tasks.push(json!({"peer": peer, "format": name(format), "text": text}));
                    expected.push((format!("{id}, {format:?}, {peer}"), record.clone(), text.clone()));
                }
            }
        }
    }
    let answers = ask(folder, &tasks);
    let mut wrong = Vec::new();
    for ((what, record, text), answer) in expected.iter().zip(&answers) {
        let ours = game(record);
        if let Some(error) = answer["error"].as_str() {
            wrong.push(format!("{what}: refused: {error}\n{text}"));
        } else if bare(&answer["game"]) != bare(&ours) {
            let (theirs, ours) = (bare(&answer["game"]), bare(&ours));
            wrong.push(format!("{what}: read otherwise\n{theirs}\n{ours}\n{text}"));
        } else if what.ends_with("tsshogi") && has_unknown_ending(record) {
            // tsshogi leaves an ending out that it does not know, and the variations beside it.
        } else {
            // They write what they read as JKF, and we read that.
            match read_str(answer["text"].as_str().expect("JKF"), Some(Format::Jkf)) {
                Ok(again) if bare(&game(&again)) == bare(&ours) => {}
                Ok(_) => wrong.push(format!("{what}: their JKF is read otherwise\n{}", answer["text"])),
                Err(faults) => wrong.push(format!("{what}: their JKF: {faults}\n{}", answer["text"])),
            }
        }
    }
    let heads: Vec<&str> = wrong.iter().filter_map(|text| text.lines().next()).collect();
    assert!(
        wrong.is_empty(),
        "{} of {} wrong:\n{}\n{}",
        wrong.len(),
        expected.len(),
        heads.join("\n"),
        wrong[0]
    );
    expected.len()
}

#[test]
fn others_read_our_games_alike() {
    let Some(folder) = peers() else { return };
    let games: Vec<(String, Record)> = our_games()
        .into_iter()
        .enumerate()
        .map(|(i, record)| (format!("game {i}"), record))
        .collect();
    assert!(compare_reading(&folder, &games) > 700);
}

#[test]
fn we_read_alike_what_others_write() {
    let Some(folder) = peers() else { return };
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for (i, record) in our_games().into_iter().enumerate() {
        for format in Format::ALL {
            let record = match format {
                Format::Csa => record.main_line_only(),
                _ => record.clone(),
            };
            tasks.push(json!({"peer": "tsshogi", "format": name(format), "game": game(&record)}));
            expected.push((format!("game {i}, {format:?}"), format, game(&record)));
        }
    }
    for ((what, format, ours), answer) in expected.iter().zip(ask(&folder, &tasks)) {
        let text = answer["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{what}: {answer}"));
        let again = read_str(text, Some(*format)).unwrap_or_else(|faults| panic!("{what}: {faults}\n{text}"));
        assert_eq!(bare(&game(&again)), bare(ours), "{what}\n{text}");
        // KIF, KI2 and JKF keep the comments. A line that begins with & is a bookmark to us.
        let plain = comments(ours)
            .iter()
            .all(|(_, comment)| !comment.contains('&') && !comment.is_empty());
        if *format != Format::Csa && plain {
            assert_eq!(comments(&game(&again)), comments(ours), "{what}\n{text}");
        }
    }
}

#[test]
fn others_read_converted_files_alike() {
    let Some(folder) = peers() else { return };
    let shared = std::env::var_os("YOSE_SHARED")
        .map(PathBuf::from)
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let Ok(folders) = std::fs::read_dir(shared.join("data/records")) else {
        let note =
            "SKIPPED: the folder of third-party records is not there; this part of the test did not run\n";
        let _ = std::io::stderr().write_all(note.as_bytes());
        return;
    };
    let mut paths: Vec<PathBuf> = folders
        .filter_map(|entry| std::fs::read_dir(entry.ok()?.path()).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let mut records = Vec::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file");
        let Ok(mut record) = read(&bytes, Format::from_path(&path)) else {
            continue;
        };
        // Times have no fractions in CSA V2.2, which is what json-kifu-format reads.
        let timed: Vec<NodeId> = record.tree.iter().map(|(id, _)| id).collect();
        for id in timed {
            let node = record.tree.node_mut(id);
            node.time = node
                .time
                .map(|time| std::time::Duration::from_secs(time.as_secs()));
        }
        let kings = record.setup.validate().is_ok();
        if kings && record.setup.variant == &SHOGI {
            records.push((path.display().to_string(), record));
        }
    }
    assert!(records.len() > 300, "{}", records.len());
    compare_reading(&folder, &records);
}
