//! The USI engine as a real process. Every wait has a time-out, so an engine that hangs fails the
//! test.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for a busy machine. Unless a test says so, nothing here takes a second on an idle
/// one.
const PATIENCE: Duration = Duration::from_secs(60);

const MATE: &str = "sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const NO_MATE: &str = "sfen 7nk/7p1/9/7N1/9/9/9/9/9 b P 1";
/// Microcosmos (Hashimoto Koji, improved diagram of 1995): a mate in 1,525 plies. No program solves
/// it in a second.
const HARD: &str =
    "sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = spawn(arguments);
        let input = child.stdin.take();
        let output = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Engine { child, input, lines };
        // Small tables suffice, and the machine may be small.
        engine.send("setoption name USI_Hash value 64");
        engine
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Sends lines in one write.
    fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// The next line, if one arrives in time.
    fn line_within(&self, time: Duration) -> Option<String> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has closed its output"),
        }
    }

    /// All lines up to and including the first that starts with the prefix.
    fn until(&self, begin: &str) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        let mut seen = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.line_within(left) {
                Some(line) => seen.push(line),
                None => panic!("no `{begin}` came; the engine said {seen:#?}"),
            }
            if seen.last().is_some_and(|line| line.starts_with(begin)) {
                return seen;
            }
        }
    }

    /// The answer to lines that end in a `go mate`.
    fn mate(&mut self, lines: &str) -> String {
        self.send(lines);
        self.until("checkmate").pop().unwrap()
    }

    /// All lines of the engine until it has handled every line it received.
    fn settle(&mut self) -> Vec<String> {
        self.send("isready");
        let mut seen = self.until("readyok");
        seen.pop();
        seen
    }

    /// Waits for the end of the engine. `quit` or the end of the input has been sent.
    fn end(mut self) -> (ExitStatus, String) {
        let status = wait(&mut self.child);
        let mut told = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut told)
            .unwrap();
        (status, told)
    }

    /// Sends `quit` and requires a clean exit.
    fn quit(mut self) {
        self.send("quit");
        let (status, told) = self.end();
        assert!(status.success(), "{status}");
        assert_eq!(told, "");
    }
}

fn spawn(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_yose"))
        .arg("usi")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait(child: &mut Child) -> ExitStatus {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > end {
            let _ = child.kill();
            panic!("the engine did not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn answers(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .map(String::as_str)
        .filter(|line| line.starts_with("checkmate") || line.starts_with("bestmove"))
        .collect()
}

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::start(&[]);
    engine.send("usi");
    let lines = engine.until("usiok");
    assert_eq!(
        lines,
        [
            concat!("id name yose ", env!("CARGO_PKG_VERSION")),
            "id author the yose authors",
            "option name USI_Hash type spin default 1024 min 1 max 1048576",
            "option name Threads type spin default 1 min 1 max 512",
            "option name Proof type combo default exact var exact var first",
            "option name Futile type combo default none var none var usual var immediate var strict",
            "option name HisshiFutile type combo default none var none var kept var returned",
            "option name Question type combo default mate var mate var hisshi",
            "usiok",
        ]
    );
    engine.send("usinewgame\ngameover win\nponderhit\nstop\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.quit();
}

#[test]
fn settings_are_set_or_their_faults_are_told() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Proof value first\nsetoption name Threads value 2\nsetoption name USI_Ponder value true");
    engine.send("setoption name Futile value none\nsetoption name Proof value exact");
    assert_eq!(engine.settle(), Vec::<String>::new());
    engine.send("setoption name Some Other Thing value 1 2");
    engine.send("setoption name USI_Hash value 0\nsetoption name USI_Hash value 99999999999999999999");
    engine.send("setoption name Threads\nsetoption name Proof value best one\nsetoption");
    assert_eq!(
        engine.settle(),
        [
            "info string no option is called `Some Other Thing`",
            "info string USI_Hash stays as it is: `0` is not a number from 1 to 1048576",
            "info string USI_Hash stays as it is: `99999999999999999999` is not a number from 1 to 1048576",
            "info string Threads stays as it is: `` is not a number from 1 to 512",
            "info string Proof stays as it is: `best one` is none of exact, first",
            "info string setoption without a name: setoption name USI_Hash value 1024",
        ]
    );
    assert_eq!(
        engine.mate(&format!("position {MATE}\ngo mate")),
        "checkmate G*5b"
    );
    engine.quit();
}

#[test]
fn mates_of_either_colour() {
    let mut engine = Engine::start(&[]);
    for (position, moves) in [
        (MATE, "G*5b"),
        ("sfen 9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1", "G*5h"),
        (
            "sfen 5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1",
            "2d2c+ 2b1a P*1b 1a2a 4a3b+",
        ),
        (
            "sfen 5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1 moves 2d2c+ 2b1a",
            "P*1b 1a2a 4a3b+",
        ),
        ("startpos moves 7g7f 3c3d 8h2b+ 4a5b B*4b 5a4a", "2b3a"),
        // White is to move: Black's last move walked into the mate.
        (
            "sfen 9/9/9/9/9/9/4p4/9/5K3 b 2R2B3G4S4N4L17Pg 1 moves 4i5i",
            "G*5h",
        ),
    ] {
        engine.send(&format!("position {position}\ngo mate 50000"));
        let lines = engine.until("checkmate");
        let plies = moves.split(' ').count();
        assert_eq!(lines.last().unwrap(), &format!("checkmate {moves}"), "{position}");
        let pv = format!(" score mate {plies} pv {moves}");
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("info depth") && line.ends_with(&pv)),
            "{lines:#?}"
        );
        assert!(lines.contains(&format!("info string mate in {plies}, proved shortest")));
    }
    engine.quit();
}

/// With the option `Question` a `go mate` asks for a brinkmate.
#[test]
fn brinkmates_are_asked_for_by_an_option() {
    let brinkmate = "position sfen 4k4/9/9/9/9/9/9/9/9 b GS 1";
    let mut engine = Engine::start(&[]);
    assert_eq!(engine.mate(&format!("{brinkmate}\ngo mate")), "checkmate nomate");
    engine.send("setoption name Question value hisshi");
    engine.send(&format!("{brinkmate}\ngo mate 50000"));
    let lines = engine.until("checkmate");
    assert_eq!(lines.last().unwrap(), "checkmate S*5c", "{lines:#?}");
    for told in [
        "info string brinkmate in 1, proved shortest",
        "info string move 1 threatens mate: G*5b",
    ] {
        assert!(lines.iter().any(|line| line == told), "{lines:#?}");
    }
    // The length of a brinkmate is no distance to mate.
    assert!(
        !lines.iter().any(|line| line.contains("score mate")),
        "{lines:#?}"
    );
    // White attacks.
    let white = "position sfen 9/9/9/9/9/9/9/9/4K4 w gs 1";
    assert_eq!(engine.mate(&format!("{white}\ngo mate")), "checkmate S*5g");
    // A plain mate is one, and only what is proved is none.
    assert_eq!(
        engine.mate(&format!("position {MATE}\ngo mate")),
        "checkmate G*5b"
    );
    let bare = "position sfen 4k4/9/9/9/9/9/9/9/9 b P 1";
    assert_eq!(engine.mate(&format!("{bare}\ngo mate")), "checkmate nomate");
    assert_eq!(
        engine.mate(&format!("{brinkmate}\ngo mate nodes 3")),
        "checkmate timeout"
    );
    // Only the mover has a king: the error names the command for that.
    engine.send("position sfen 4K4/9/9/9/9/9/9/9/9 b G 1\ngo mate");
    let lines = engine.until("checkmate");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    assert!(lines[0].contains("`yose threat`"), "{lines:#?}");
    engine.send(&format!("{brinkmate}\ngo"));
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove S*5c");
    engine.send("setoption name Question value mate");
    assert_eq!(engine.mate(&format!("{brinkmate}\ngo mate")), "checkmate nomate");
    engine.quit();
}

#[test]
fn boards_of_other_sizes() {
    let mut engine = Engine::start(&[]);
    let small = "position sfen 2k2/5/2P2/5/4K b G 1";
    assert_eq!(engine.mate(&format!("{small}\ngo mate")), "checkmate G*3b");
    engine.quit();
    // The start position is that of the rules.
    let mut engine = Engine::start(&["--rules", "dobutsu"]);
    assert_eq!(engine.mate("position startpos\ngo mate"), "checkmate nomate");
    assert_eq!(
        engine.mate("position startpos moves 7g7f\ngo mate"),
        "checkmate timeout"
    );
    engine.quit();
}

#[test]
fn no_mate_is_said_where_it_is_proved() {
    let mut engine = Engine::start(&[]);
    assert_eq!(
        engine.mate(&format!("position {NO_MATE}\ngo mate")),
        "checkmate nomate"
    );
    assert_eq!(engine.mate("position startpos\ngo mate"), "checkmate nomate");
    engine.quit();
}

#[test]
fn time_is_kept() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name USI_Hash value 512");
    for limit in ["100", "0", "infinite nodes 5000"] {
        let begin = Instant::now();
        engine.send(&format!("position {HARD}\ngo mate {limit}"));
        let lines = engine.until("checkmate");
        assert_eq!(answers(&lines), ["checkmate timeout"]);
        assert!(lines[lines.len() - 2].starts_with("info string stopped ("));
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    }
    engine.quit();
}

/// About one `info` line a second.
#[test]
fn progress_is_told() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name USI_Hash value 512");
    engine.send(&format!("position {HARD}\ngo mate 3500"));
    let lines = engine.until("checkmate");
    let told: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("info ") && line.contains(" hashfull "))
        .collect();
    assert!((2..=5).contains(&told.len()), "{lines:#?}");
    for line in told {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(
            (words[0], words[1], words[3], words[5], words[7]),
            ("info", "depth", "time", "nodes", "nps"),
            "{line}"
        );
        assert!(
            words[2..=8].iter().step_by(2).all(|n| n.parse::<u64>().is_ok()),
            "{line}"
        );
        // The line so far can be played.
        let (_, pv) = line.split_once(" pv ").expect("a line");
        engine.send(&format!("position {HARD} moves {pv}\nisready"));
        assert_eq!(engine.until("readyok"), ["readyok"], "{line}");
    }
    let numbers = lines
        .iter()
        .filter(|line| line.contains(" (of ") && line.contains("table "));
    assert!(numbers.count() >= 2, "{lines:#?}");
    engine.quit();
}

/// A position that cannot be read is never answered as if the previous position still stood.
#[test]
fn a_bad_position_has_no_answer() {
    let mut engine = Engine::start(&[]);
    assert_eq!(engine.mate("go mate"), "checkmate timeout");
    for (bad, told) in [
        ("position", "empty text"),
        ("position sfen", "empty text"),
        ("position sfen garbage", "`garbage` is not a board"),
        ("position nowhere", "`nowhere` is not a board"),
        (
            "position startpos moves 7g7f 7g7f",
            "column 30: `7g7f` is not legal",
        ),
        ("position startpos moves 7g7f 3c", "column 30: `3c` is not a move"),
        ("position startpos 7g7f", "column 19: `7g7f` after the end"),
        (
            "position sfen 4k4/9/4P4/4P4/9/9/9/9/9 b G19p 1",
            "square 5d: Black has two unpromoted pawns",
        ),
        (
            "position sfen 4k4/9/4P4/9/9/9/9/9/9 x G 1",
            "the side to move is `x`",
        ),
    ] {
        // A good position comes first; the engine must forget it.
        engine.send(&format!("position {MATE}\n{bad}"));
        let lines = engine.settle();
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("info string position: ") && line.contains(told)),
            "{bad}: {lines:#?}"
        );
        assert_eq!(engine.mate("go mate"), "checkmate timeout", "{bad}");
        engine.send("go");
        assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove resign");
    }
    assert_eq!(
        engine.mate(&format!("position {MATE}\ngo mate")),
        "checkmate G*5b"
    );
    engine.quit();
}

#[test]
fn a_question_that_cannot_be_asked_has_no_answer() {
    let mut engine = Engine::start(&[]);
    engine.send("position sfen 9/9/9/9/9/9/9/9/4K4 b G 1\ngo mate");
    let lines = engine.until("checkmate");
    assert!(lines[0].contains("there is no king to mate"), "{lines:#?}");
    assert_eq!(lines[1], "checkmate timeout");
    engine.send(&format!("position {MATE}\ngo mate soon"));
    let lines = engine.until("checkmate");
    assert!(
        lines[0].contains("`soon` is neither a number of milliseconds nor"),
        "{lines:#?}"
    );
    assert_eq!(lines[1], "checkmate timeout");
    engine.quit();
}

#[test]
fn lines_come_in_pieces_and_in_every_form() {
    let mut engine = Engine::start(&[]);
    for piece in [
        "posi",
        "tion sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n",
        "4l17p 1",
        "\ngo ma",
        "te",
        "\n",
    ] {
        engine.send_bytes(piece.as_bytes());
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(engine.until("checkmate").last().unwrap(), "checkmate G*5b");
    engine.send_bytes(format!("\r\n\r\n  \t position\t{MATE}  \r\n\n   go   mate\t1000 \r\n").as_bytes());
    assert_eq!(engine.until("checkmate").last().unwrap(), "checkmate G*5b");
    engine.send("hello world\nGO MATE\ndebug on");
    assert_eq!(
        engine.settle(),
        [
            "info string unknown command: hello",
            "info string unknown command: GO",
            "info string unknown command: debug",
        ]
    );
    engine.quit();
}

#[test]
fn hostile_input_does_no_harm() {
    let mut engine = Engine::start(&[]);
    let long = "x".repeat(1 << 20);
    let moves = "7g7f ".repeat(200_000);
    let ranks = "9/".repeat(500_000);
    let hand = "x".repeat(1 << 20);
    for line in [
        &b"\xff\xfe\x00\xd8"[..],
        b"\0\0\0",
        b"position sfen \xff\xff/\xc3\x28 b - 1",
        b"setoption name \xff value \xfe",
        b"go mate \xff",
        long.as_bytes(),
        format!("position {long}").as_bytes(),
        format!("position startpos moves {moves}").as_bytes(),
        format!("position startpos moves {long}").as_bytes(),
        format!("position sfen {ranks} b - 1").as_bytes(),
        format!("position sfen 4k4/9/9/9/9/9/9/9/9 b {hand} 1").as_bytes(),
        format!("setoption name {long} value {long}").as_bytes(),
        format!("go mate {long}").as_bytes(),
        format!("position {MATE} {}", " ".repeat(5 << 20)).as_bytes(),
        &[b' '; 1 << 20],
    ] {
        engine.send_bytes(line);
        engine.send_bytes(b"\n");
        for told in engine.settle() {
            assert!(told.chars().count() < 600, "{}", told.len());
        }
    }
    // The last position was too long to be read, so the engine has no position.
    assert_eq!(engine.mate("go mate"), "checkmate timeout");
    assert_eq!(
        engine.mate(&format!("position {MATE}\ngo mate")),
        "checkmate G*5b"
    );
    engine.quit();
}

/// A `stop` before the search starts, while it runs, when it is over, and twice: one answer each.
#[test]
fn one_answer_to_every_go() {
    let mut engine = Engine::start(&[]);
    for i in 0..100 {
        engine.send(&format!("position {HARD}\ngo mate infinite"));
        if i % 3 == 1 {
            thread::sleep(Duration::from_millis(i % 7));
        }
        engine.send(if i % 2 == 0 { "stop" } else { "stop\nstop" });
        let lines = engine.until("checkmate");
        assert_eq!(answers(&lines), ["checkmate timeout"], "{lines:#?}");
    }
    for i in 0..100 {
        engine.send(&format!("position {MATE}\ngo mate"));
        if i % 3 == 1 {
            thread::sleep(Duration::from_millis(i % 7));
        }
        engine.send("stop\nstop");
        let lines = engine.until("checkmate");
        assert_eq!(answers(&lines).len(), 1);
    }
    assert_eq!(engine.settle(), Vec::<String>::new());
    thread::sleep(Duration::from_millis(100));
    assert_eq!(engine.settle(), Vec::<String>::new());
    engine.quit();
}

/// A late `stop` does not affect the next search.
#[test]
fn a_stop_is_for_one_search() {
    let mut engine = Engine::start(&[]);
    for _ in 0..20 {
        engine.send(&format!("position {HARD}\ngo mate\nstop\nstop"));
        assert_eq!(engine.until("checkmate").last().unwrap(), "checkmate timeout");
        engine.send(&format!("stop\nposition {MATE}\ngo mate"));
        assert_eq!(engine.until("checkmate").last().unwrap(), "checkmate G*5b");
    }
    engine.quit();
}

#[test]
fn a_go_stops_the_one_before() {
    let mut engine = Engine::start(&[]);
    engine.send(&format!(
        "position {HARD}\ngo mate\ngo mate infinite\nposition {NO_MATE}\ngo mate\nposition {HARD}\ngo infinite\nposition {MATE}\ngo mate"
    ));
    let mut lines = Vec::new();
    for begin in ["checkmate", "checkmate", "checkmate", "bestmove", "checkmate"] {
        lines.extend(engine.until(begin));
    }
    assert_eq!(
        answers(&lines),
        [
            "checkmate timeout",
            "checkmate timeout",
            "checkmate nomate",
            "bestmove resign",
            "checkmate G*5b"
        ]
    );
    assert_eq!(engine.settle(), Vec::<String>::new());
    engine.quit();
}

/// Commands that are piped in all at once: a `go` waits for those before it, so every answer is the
/// one of a quiet engine, in order.
#[test]
fn piped_commands_lose_nothing() {
    let asked = [
        (MATE, "mate 600000", "checkmate G*5b"),
        (NO_MATE, "mate nodes 1000000", "checkmate nomate"),
        (
            "sfen 5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1",
            "mate 600000 nodes 1000000",
            "checkmate 2d2c+ 2b1a P*1b 1a2a 4a3b+",
        ),
        (HARD, "mate nodes 200", "checkmate timeout"),
        (MATE, "byoyomi 600000", "bestmove G*5b"),
    ];
    let many = 50;
    let mut engine = Engine::start(&[]);
    let text: String = (0..many)
        .flat_map(|_| &asked)
        .map(|(position, go, _)| format!("usinewgame\nisready\nposition {position}\ngo {go}\n"))
        .collect();
    engine.send(text.trim_end());
    engine.input = None;
    let mut told: Vec<String> = Vec::new();
    while let Ok(line) = engine.lines.recv_timeout(PATIENCE) {
        told.push(line);
    }
    let expected: Vec<&str> = (0..many)
        .flat_map(|_| &asked)
        .map(|(_, _, answer)| *answer)
        .collect();
    assert_eq!(answers(&told), expected);
    let (status, complaints) = engine.end();
    assert!(status.success(), "{status}");
    assert_eq!(complaints, "");
}

/// `stop` ends the search that runs and those that wait, limits or not. Each has its answer.
#[test]
fn a_stop_ends_all() {
    let mut engine = Engine::start(&[]);
    let hard = format!("position {HARD}\ngo mate 600000\n");
    engine.send(&format!("{hard}{hard}{hard}go infinite\nisready"));
    assert!(answers(&engine.until("readyok")).is_empty());
    engine.send("stop");
    let mut lines = Vec::new();
    for begin in ["checkmate", "checkmate", "checkmate", "bestmove"] {
        lines.extend(engine.until(begin));
    }
    let expected = [
        "checkmate timeout",
        "checkmate timeout",
        "checkmate timeout",
        "bestmove resign",
    ];
    assert_eq!(answers(&lines), expected);
    assert_eq!(engine.settle(), Vec::<String>::new());
    engine.quit();
}

/// A `go` that waits keeps the position and the settings of its moment.
#[test]
fn settings_are_for_the_next_go() {
    // With every interposition counted the mate takes longer.
    const FUTILE: &str = "sfen 7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1";
    let mut engine = Engine::start(&[]);
    let set = |value| format!("setoption name Futile value {value}");
    let (usual, none) = (set("usual"), set("none"));
    let go = "go mate 600000";
    engine.send(&format!(
        "position {HARD}\ngo mate nodes 20000\n{usual}\nposition {FUTILE}\n{go}\n{none}\n{go}\nposition {MATE}\n{go}\nusinewgame\nposition x"
    ));
    let mut lines = Vec::new();
    for _ in 0..4 {
        lines.extend(engine.until("checkmate"));
    }
    let answers = answers(&lines);
    assert_eq!(
        (answers[0], answers[1], answers[3]),
        ("checkmate timeout", "checkmate 1e2d", "checkmate G*5b")
    );
    assert!(answers[2].split(' ').count() > 2, "{answers:?}");
    engine.quit();
}

/// While the engine searches it reads commands, and applies them to the next search.
#[test]
fn it_listens_while_it_searches() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name USI_Hash value 512");
    engine.send(&format!("position {HARD}\ngo mate"));
    engine.send(&format!(
        "isready\nusi\nposition {MATE}\nsetoption name USI_Hash value 32"
    ));
    assert!(answers(&engine.until("readyok")).is_empty());
    assert!(answers(&engine.until("usiok")).is_empty());
    engine.send("stop");
    assert_eq!(engine.until("checkmate").last().unwrap(), "checkmate timeout");
    assert_eq!(engine.mate("go mate"), "checkmate G*5b");
    engine.quit();
}

#[test]
fn a_plain_go_has_its_move() {
    let mut engine = Engine::start(&[]);
    for go in [
        "go",
        "go btime 60000 wtime 60000 byoyomi 0",
        "go byoyomi 1000",
        "go movetime x depth",
    ] {
        for (position, best) in [
            (MATE, "bestmove G*5b"),
            (NO_MATE, "bestmove resign"),
            (HARD, "bestmove resign"),
        ] {
            engine.send(&format!("position {position}\n{go}"));
            let lines = engine.until("bestmove");
            assert_eq!(answers(&lines), [best], "{go}");
        }
    }
    engine.quit();
}

/// `go infinite` is answered after `stop`, `go ponder` after `ponderhit` or `stop`, and not before.
#[test]
fn answers_are_kept_where_the_protocol_wants_it() {
    let mut engine = Engine::start(&[]);
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder btime 1000 wtime 1000", "ponderhit"),
        ("go ponder", "stop"),
    ] {
        engine.send(&format!("position {MATE}\n{go}"));
        // The engine reports the mate at once, but answers only after the release.
        engine.until("info string mate in 1");
        assert_eq!(engine.line_within(Duration::from_millis(200)), None);
        if go == "go infinite" {
            engine.send("ponderhit");
            assert_eq!(engine.settle(), Vec::<String>::new());
        }
        engine.send(release);
        assert_eq!(engine.until("bestmove"), ["bestmove G*5b"]);
    }
    engine.quit();
}

/// At the end of the input every `go` has its answer. A search with a limit may use it; a search
/// without one is stopped.
#[test]
fn quit_and_the_end_of_the_input_end_it_with_answers() {
    let hard = format!("position {HARD}\ngo mate");
    let limited = format!("{hard} nodes 20000\nposition {MATE}\ngo mate 60000");
    // (input, whether the input ends without `quit`, expected answers)
    let cases: [(&str, bool, &[&str]); 9] = [
        ("quit", false, &[]),
        ("usi", true, &[]),
        ("", true, &[]),
        (&hard, true, &["checkmate timeout"]),
        (&limited, true, &["checkmate timeout", "checkmate G*5b"]),
        (&format!("{hard} 600000\nquit"), false, &["checkmate timeout"]),
        (&format!("{hard}\nstop\nquit"), false, &["checkmate timeout"]),
        (
            &format!("{hard}\ngo infinite"),
            true,
            &["checkmate timeout", "bestmove resign"],
        ),
        (
            &format!("{hard}\ngo infinite\ngo ponder\nquit"),
            false,
            &["checkmate timeout", "bestmove resign", "bestmove resign"],
        ),
    ];
    for (said, ends, answers) in cases {
        let mut engine = Engine::start(&[]);
        engine.send(said);
        if !said.is_empty() && ends {
            thread::sleep(Duration::from_millis(100));
        }
        let begin = Instant::now();
        if ends {
            engine.input = None;
        }
        let mut told: Vec<String> = Vec::new();
        while let Ok(line) = engine.lines.recv_timeout(PATIENCE) {
            told.push(line);
        }
        told.retain(|line| line.starts_with("checkmate") || line.starts_with("bestmove"));
        assert_eq!(told, answers, "{said}");
        let (status, told) = engine.end();
        assert!(status.success(), "{said}: {status}");
        assert_eq!(told, "", "{said}");
        assert!(
            begin.elapsed() < Duration::from_secs(10),
            "{said}: {:?}",
            begin.elapsed()
        );
    }
}

/// If its reader goes away the engine ends, even with its input still open.
#[test]
fn a_closed_pipe_is_a_quiet_end() {
    for said in [
        format!("position {HARD}\ngo mate\n"),
        "usi\n".repeat(1000),
        format!("position {MATE}\ngo mate\nisready\n"),
    ] {
        let mut child = spawn(&[]);
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        // The engine may be gone before all lines are sent.
        let _ = input.write_all(said.as_bytes());
        let status = wait(&mut child);
        drop(input);
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(status.success(), "{status}");
        assert_eq!(told, "");
    }
}

#[test]
fn other_games_are_refused() {
    let mut child = spawn(&["--rules", "loa"]);
    assert_eq!(wait(&mut child).code(), Some(2));
}
