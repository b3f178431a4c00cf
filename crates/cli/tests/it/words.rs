//! Messages and board text: in Japanese, in English, in plain ASCII; and what the program says of
//! arguments that it cannot use.

use crate::folder::Folder;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const MATE: &str = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";
const BRINKMATE: &str = "4k4/9/9/9/9/9/9/9/9 b GS 1";
const NO_MATE: &str = "7nk/7p1/9/7N1/9/9/9/9/9 b P 1";
const HARD: &str = "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1";
/// Two pawns on a file, and 22 pawns in all.
const TWO_PAWNS: &str = "4k4/9/4P4/4P4/9/9/9/9/9 b G20p 1";

fn run_with(variables: &[(&str, &str)], arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yose"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    let mut child = command
        .envs(variables.iter().copied())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn run(arguments: &[&str]) -> Output {
    run_with(&[], arguments, "")
}

/// Both streams of a run.
fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    text(&output.stdout) + &text(&output.stderr)
}

/// The first line with an English word, apart from lines in which English stays.
fn line_with<'t>(word: &str, text: &'t str, stays: &[&str]) -> Option<&'t str> {
    let mut lines = text
        .lines()
        .filter(|line| !stays.iter().any(|part| line.contains(part)));
    lines.find(|line| {
        line.split(|c: char| !c.is_ascii_alphanumeric())
            .any(|w| w == word)
    })
}

fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

/// The pieces on a board, which are kanji in every language.
fn is_piece(c: char) -> bool {
    "玉飛角金銀桂香歩竜龍馬全圭杏とらひぞき・".contains(c)
}

#[test]
fn the_locale_decides_and_the_option_overrules() {
    type Variables = &'static [(&'static str, &'static str)];
    let cases: [(Variables, &[&str], bool); 10] = [
        (&[], &[], false),
        (&[("LANG", "C")], &[], false),
        (&[("LANG", "en_US.UTF-8")], &[], false),
        (&[("LANG", "ja_JP.UTF-8")], &[], true),
        (
            &[("LANG", "en_US.UTF-8"), ("LC_MESSAGES", "ja_JP.UTF-8")],
            &[],
            true,
        ),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")], &[], false),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "")], &[], true),
        (&[("LANG", "ja_JP.UTF-8")], &["--lang", "en"], false),
        (&[("LC_ALL", "C")], &["--lang", "ja"], true),
        (&[("LC_ALL", "POSIX")], &["--lang=ja"], true),
    ];
    for (variables, options, japanese) in cases {
        let output = run_with(variables, &[options, &["solve", MATE]].concat(), "");
        let text = said(&output);
        assert_eq!(
            text.contains("5手詰"),
            japanese,
            "{variables:?} {options:?}: {text}"
        );
        assert_eq!(text.contains("mate in 5, proved shortest"), !japanese, "{text}");
        assert_eq!(text.contains("先手の持駒：歩"), japanese, "{text}");
        assert_eq!(text.contains("Black in hand: 歩"), !japanese, "{text}");
        assert_eq!(text.contains("   1 ▲２三歩成"), japanese, "{text}");
        assert_eq!(text.contains("   1 P-2c+ "), !japanese, "{text}");
        // The option may also stand after the command.
        let after = run_with(variables, &[&["solve", MATE], options].concat(), "");
        assert_eq!(said(&after).contains("5手詰"), japanese);
    }
}

/// The commands whose text has words, with an input for those that read one.
fn every_text(folder: &Folder) -> Vec<(Vec<String>, String)> {
    let certificate = folder.path("mate.cert");
    let none = folder.path("none.cert");
    let usual = folder.path("usual.cert");
    let futile = "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1";
    for (file, position, policy) in [
        (&certificate, MATE, "none"),
        (&none, NO_MATE, "none"),
        (&usual, futile, "usual"),
    ] {
        let output = run(&["solve", "--futile", policy, "--certificate", file, position]);
        assert!(output.status.success(), "{output:?}");
    }
    let problems = folder.path("problems.tsv");
    let text = format!("第一番\t{MATE}\n第二番\t{NO_MATE}\n第三番\t{TWO_PAWNS}\n");
    std::fs::write(&problems, text).unwrap();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["solve", &problems], ""),
        (vec!["solve", "--nodes", "5", HARD], ""),
        (
            vec![
                "solve",
                "--convention",
                "classical",
                "1k7/9/R8/9/9/9/9/9/9 b Gglp 1",
            ],
            "",
        ),
        (vec!["solve", "1k7/9/R8/9/9/9/9/9/9 b Gglp 1"], ""),
        (
            vec![
                "solve",
                "--every-ply",
                "startpos moves 7g7f 3c3d 8h2b+ 4a5b B*4b 5a4a 2b3a",
            ],
            "",
        ),
        (vec!["solve", "9/9/9/9/9/9/9/9/4K4 b G 1"], ""),
        (vec!["solve", "nosuchfile.kif"], ""),
        (vec!["solve"], ""),
        (vec!["check", "--hash", "16", &problems], ""),
        (
            vec![
                "check",
                "--hash",
                "16",
                "--roles",
                "4k4/9/4P4/9/9/9/9/9/P8 b G2r2b3g4s4n4l16p 1",
            ],
            "",
        ),
        (vec!["check", "--hash", "16", "--author", "7", MATE], ""),
        (
            vec![
                "check",
                "--hash",
                "16",
                "8k/6R2/9/4G4/7l1/9/9/9/9 b 2Nr2b3g4s2n3l18p 1",
            ],
            "",
        ),
        (vec!["check", "--nodes", "30", HARD], ""),
        (vec!["hisshi", BRINKMATE, MATE, "--hash", "16"], ""),
        (vec!["hisshi", "4K4/9/9/9/9/9/9/9/9 b G 1"], ""),
        (
            vec!["threat", "8k/9/7G1/9/9/9/6+p2/9/8K w G2g 1", "--hash", "16"],
            "",
        ),
        (vec!["threat", "4k4/9/9/9/9/9/9/9/9 w GS 1", "--hash", "16"], ""),
        (vec!["threat", "8k/9/7G1/9/9/9/9/9/9 w G 1"], ""),
        (vec!["threat", "--nodes", "3", "8k/9/7G1/9/9/9/9/9/9 w Gg 1"], ""),
        (
            vec![
                "threat",
                "--every-ply",
                "8k/9/9/6G2/9/9/9/9/9 b Gg 1 moves 3d2c G*9a G*1b",
            ],
            "",
        ),
        (vec!["threat", MATE], ""),
        (vec!["show", &problems], ""),
        (vec!["show", "1bb1/w2w/w2w/1bb1 w"], ""),
        (vec!["show", "startpos moves 7g7f 7g7f"], ""),
        (vec!["show", "4k4/4P4/4P3n/9/9/9/9/9/L8 b 20pKx 0"], ""),
        (vec!["value", "3x4:LK-:1", "3x4:GK-:1", "loa:3x3"], ""),
        (vec!["value", "minishogi", "--nodes", "2000"], ""),
        (vec!["value", "dobutsu", "--hash", "1", "--method", "table"], ""),
        (
            vec!["loa", "solve", "3b/4/2bw/ww2 b", "2b2/3w1/1w2b/b4/1w3 b"],
            "",
        ),
        (vec!["loa", "solve", "startpos", "--nodes", "10"], ""),
        (
            vec!["explore", &certificate],
            "help\n1\n1\n1\nnonsense\nback\nline\nboard\nlist\n",
        ),
        (vec!["explore", &none], "help\n1\nline\nback\nback\n"),
        (vec!["explore", &usual], "1\n1\n"),
        (
            vec!["explore", "3x4:LK-:1"],
            "help\nbest\nend\nposition\nback\nback\n無\n",
        ),
        (vec!["explore", "nosuchfile"], ""),
        (vec!["explore", "a", "b"], ""),
        (vec!["verify", "nosuchfile"], ""),
        (vec!["perft", "2"], ""),
        (vec!["convert", MATE], ""),
        (vec!["convert", MATE, MATE, "-o", "two.kif"], ""),
        (vec!["show", MATE, "-o", "board.png"], ""),
        (vec!["solve", "--rules", "nosuchrules", MATE], ""),
        (vec!["solve", MATE, MATE, "--certificate", "two.cert"], ""),
        (vec!["enumerate", "nosuchspace"], ""),
    ];
    cases
        .into_iter()
        .map(|(arguments, input)| {
            let arguments = arguments.into_iter().map(str::to_owned).collect();
            (arguments, input.to_owned())
        })
        .collect()
}

/// With `--ascii` no byte is above 127, whatever the locale and the names of the problems.
#[test]
fn ascii_is_ascii() {
    let folder = Folder::new("ascii");
    for (arguments, input) in every_text(&folder) {
        let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let at = if arguments[0] == "loa" { 2 } else { 1 };
        arguments.insert(at, "--ascii");
        for locale in ["C", "ja_JP.UTF-8"] {
            let text = said(&run_with(&[("LC_ALL", locale)], &arguments, &input));
            assert!(text.is_ascii(), "{arguments:?}: {text}");
        }
    }
}

/// English has no Japanese words but the pieces on the board, and Japanese no English sentences.
#[test]
fn languages_do_not_mix() {
    let folder = Folder::new("mix");
    for (arguments, input) in every_text(&folder) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let english = said(&run_with(&[("LC_ALL", "C")], &arguments, &input));
        let names = english.replace(['第', '一', '二', '三', '番', '無'], "");
        let mixed = names.chars().find(|&c| is_japanese(c) && !is_piece(c));
        assert_eq!(mixed, None, "{arguments:?}: {english}");
        let japanese = said(&run_with(&[("LC_ALL", "ja_JP.UTF-8")], &arguments, &input));
        for word in [
            "mate",
            "proved",
            "nodes",
            "stopped",
            "unknown",
            "there is",
            "win",
            "loss",
            "in hand",
            "to move",
            "error",
            "plies",
            "attack",
            "defence",
            "other",
            "left over",
            "futile",
            "warning",
            "positions",
        ] {
            // The words of files, options and commands stay.
            let found = line_with(word, &japanese, &[".cert", "--"]);
            assert_eq!(found, None, "{arguments:?}: {japanese}");
        }
        assert!(japanese.chars().any(is_japanese), "{arguments:?}: {japanese}");
    }
}

/// The columns at which the numbers of a line end.
fn number_edges(line: &str) -> Vec<usize> {
    let mut edges = Vec::new();
    let mut at = 0;
    let mut inside = false;
    for c in line.chars() {
        if inside && !c.is_ascii_digit() {
            edges.push(at);
        }
        inside = c.is_ascii_digit();
        at += if c.is_ascii() { 1 } else { 2 };
    }
    if inside {
        edges.push(at);
    }
    edges
}

/// The tables of the papers and the words of the referee, whose crates know no language.
#[test]
fn tables_of_papers_and_the_referee_are_told_in_japanese() {
    let folder = Folder::new("papers");
    let certificate = folder.path("given.cert");
    let made = run(&["solve", "--futile", "none", "--certificate", &certificate, MATE]);
    assert!(made.status.success(), "{made:?}");
    let text = std::fs::read_to_string(&certificate).unwrap();
    let (cut, wrong) = (folder.path("cut.cert"), folder.path("wrong.cert"));
    std::fs::write(&cut, text.lines().next().unwrap()).unwrap();
    std::fs::write(&wrong, text.replace("claim mate 5", "claim mate 3")).unwrap();
    let small = folder.path("small.jsonl");
    std::fs::write(&small, "{}\n").unwrap();
    let (loa, used) = (folder.path("loa"), folder.path("used"));
    let cases: [(&[&str], &[&str]); 12] = [
        (&["verify", &certificate], &["5手以内で詰む", "ちょうど5手"]),
        (&["verify", &cut], &["無効", "行目"]),
        (&["verify", &wrong], &["不受理", "主張「mate 3」"]),
        (&["reproduce", "kin-gin", "--listed", "1"], &["論文", "局面数"]),
        (
            &["reproduce", "3x4", "--only", "1,19"],
            &["論文と違う値はない", "候補法"],
        ),
        (
            &["reproduce", "3x4", "--only", "19", "--ideas", "--nodes", "20000"],
            &["優越関係なし", "局面数"],
        ),
        (
            &["reproduce", "3x4", "--only", "19", "--resume", &small],
            &["別の設定で求めた行"],
        ),
        (
            &[
                "reproduce",
                "tables",
                "--only",
                "G",
                "--zone",
                "1",
                "--starts",
                "--prove",
            ],
            &["手詰まり", "既知のとおり", "引分"],
        ),
        (&["reproduce", "pieces"], &["打歩詰", "証明駒は金"]),
        (
            &["reproduce", "hisshi", BRINKMATE, "--time", "10", "--cooks"],
            &["余必至", "最も遅い問題"],
        ),
        (
            &[
                "reproduce",
                "loa",
                "3b/4/2bw/ww2 b",
                "2b2/3w1/1w2b/b4/1w3 b",
                "--entries",
                "1",
                "--full",
                "1",
                "--out",
                &loa,
            ],
            &["反復深化", "論文：ラムダ1整列 KTH", "見積り"],
        ),
        (&["enumerate", "kin-gin", "--count"], &["王手のかかっていない図"]),
    ];
    for (arguments, parts) in cases {
        let japanese = said(&run_with(&[("LC_ALL", "ja_JP.UTF-8")], arguments, ""));
        for part in parts {
            assert!(japanese.contains(part), "{part} is missing in {japanese}");
        }
        for word in [
            "mate",
            "proved",
            "nodes",
            "the",
            "of",
            "paper",
            "ours",
            "solved",
            "seconds",
            "positions",
            "differs",
            "DIFFERS",
            "wins",
            "draws",
            "none",
            "right",
            "problems",
            "search",
            "expected",
            "record",
            "line",
            "rejected",
            "accepted",
            "invalid",
            "plies",
            "moves",
            "kept",
            "asked",
        ] {
            // Words of the file and the settings of a run are quoted as they are.
            let found = line_with(word, &japanese, &["mate 3", "settings"]);
            assert_eq!(found, None, "{word} in {arguments:?}: {japanese}");
        }
        std::fs::rename(&loa, &used).unwrap_or_default();
        let english = said(&run_with(&[("LC_ALL", "C")], arguments, ""));
        let is_line = |line: &&str| !line.contains("長井") && line.contains("  ");
        let rows = english
            .lines()
            .zip(japanese.lines())
            .filter(|(_, line)| is_line(line));
        for (row, line) in rows {
            // Rows of numbers: a head, a label or a word at the end may be narrower or wider.
            if row.starts_with(|c: char| c.is_ascii_digit()) && !row.contains(": ") {
                assert_eq!(number_edges(row).len(), number_edges(line).len(), "{row}\n{line}");
            }
        }
    }
    // Figures stay below their heads.
    let arguments = ["reproduce", "tables", "--only", "G", "--zone", "1"];
    let japanese = said(&run_with(&[("LC_ALL", "ja_JP.UTF-8")], &arguments, ""));
    let english = said(&run_with(&[("LC_ALL", "C")], &arguments, ""));
    let second = |text: &str| number_edges(text.lines().nth(1).unwrap());
    assert_eq!(second(&english), second(&japanese), "{japanese}");
    // Files and what programs read have no language.
    for arguments in [
        &[
            "reproduce",
            "tables",
            "--only",
            "G",
            "--zone",
            "1",
            "--starts",
            "--csv",
        ][..],
        &["reproduce", "hisshi", BRINKMATE, "--time", "10", "--csv"],
        &["verify", "--json", &certificate, &wrong],
        &["enumerate", "kin-gin", "--count", "--json"],
    ] {
        for language in ["en", "ja"] {
            let output = run(&[&["--lang", language], arguments].concat());
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(!text.is_empty() && !text.chars().any(is_japanese), "{text}");
        }
    }
}

/// Programs read the same JSON in every language.
#[test]
fn json_has_no_language() {
    for arguments in [
        &["solve", "--json", MATE, NO_MATE, TWO_PAWNS, "nosuchfile"][..],
        &["check", "--json", "--hash", "16", MATE],
        &["hisshi", "--json", "--hash", "16", BRINKMATE],
        &["threat", "--json", "8k/9/7G1/9/9/9/9/9/9 w Gg 1"],
        &["value", "--json", "3x4:LK-:1"],
        &["show", "--json", MATE, TWO_PAWNS],
        &["loa", "solve", "--json", "3b/4/2bw/ww2 b"],
        &["solve", "--json", "--ascii", MATE],
    ] {
        let answers = |language: &str| -> Vec<serde_json::Value> {
            let output = run(&[&["--lang", language], arguments].concat());
            let text = String::from_utf8(output.stdout).unwrap();
            text.lines()
                .map(|line| {
                    let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
                    answer.as_object_mut().unwrap().remove("seconds");
                    answer
                })
                .collect()
        };
        let english = answers("en");
        assert!(!english.is_empty());
        assert_eq!(english, answers("ja"), "{arguments:?}");
    }
}

/// Frequent errors in Japanese, as a composer would put them.
#[test]
fn errors_in_japanese() {
    let folder = Folder::new("errors");
    let svg = folder.path("board.svg");
    assert!(run(&["show", MATE, "--out", &svg]).status.success());
    let write = |name: &str, text: &str| {
        let path = folder.path(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let wide = write(
        "wide.toml",
        "name = 'a'\n[[block]]\nsize = '3x3'\ncorners = '1-8 x 1'\n",
    );
    let unknown = write(
        "unknown.toml",
        "name = 'a'\n[[block]]\nsize = '3x3'\ncolour = 'red'\n",
    );
    let cut = write("cut.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33\n");
    let csa = write("bad.csa", "V2.2\nPI\n+\n+7776XX\n");
    let cases: [(&[&str], &[&str]); 16] = [
        (
            &["solve", TWO_PAWNS],
            &[
                "エラー：4k4/",
                "先手の歩が5筋に二枚あります（二歩）",
                "後手の持駒：歩が",
            ],
        ),
        (
            &["solve", "4k4/4G4/9/9/9/9/9/9/9 b P 1"],
            &["５一：後手の番ではないのに後手の玉に王手がかかっています"],
        ),
        (
            &["solve", "9/9/9/9/9/9/9/9/4K4 b G 1"],
            &["詰める玉がありません（後手の玉が盤上にない）"],
        ),
        (
            &["threat", MATE],
            &["守る玉がありません（手番の先手の玉が盤上にない）", "yose hisshi"],
        ),
        (
            &["hisshi", "9/9/9/9/9/9/9/9/4K4 b G 1"],
            &["詰める玉がありません（後手の玉が盤上にない）", "yose threat"],
        ),
        (
            &["threat", "dobutsu"],
            &["トライルールの将棋には詰めろの定義がありません"],
        ),
        (
            &["solve", "nosuch.kif"],
            &["この名前のファイルはなく、局面としても読めません"],
        ),
        (&["solve"], &["エラー：問題がありません"]),
        (
            &["show", "startpos moves 7g7f 7g7f"],
            &["21文字目：「7g7f」は反則です"],
        ),
        (&["explore", "nosuchfile"], &["nosuchfile：ファイルがありません"]),
        (
            &["show", MATE, "--out", &svg],
            &["はすでにあります（--overwrite で置き換え）"],
        ),
        (
            &["show", "tests/files/broken.kif"],
            &["7行目3文字目：「桃」という駒はありません"],
        ),
        (
            &["enumerate", &wide],
            &["4行目：「1-8 x 1」は範囲ではありません（筋 x 段、ここでは「1-7 x 1-7」まで）"],
        ),
        (
            &["enumerate", &unknown],
            &["4行目：「colour」という項目はない（使えるもの：「size」、「corners」"],
        ),
        (
            &["show", &cut],
            &["3行目9文字目：元のマス（例：(77)）が必要なところに「(33」があります"],
        ),
        (
            &["show", &csa],
            &["4行目1文字目：指し手（例：+7776FU）が必要なところに「+7776XX」があります"],
        ),
    ];
    for (arguments, parts) in cases {
        let output = run(&[&["--lang", "ja"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = said(&output);
        for part in parts {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }
}

/// A position without quotes is several arguments. The hint shows it in quotes.
#[test]
fn a_position_without_quotes_gets_a_hint() {
    let words = |text: &'static str| text.split(' ').collect::<Vec<&str>>();
    for (command, position) in [
        ("solve", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
        ("solve", "4k4/9/4P4/9/9/9/9/9/9 b - 1"),
        ("check", "4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        ("show", "1bb1/w2w/w2w/1bb1 w"),
        ("show", "startpos moves 7g7f 3c3d"),
        ("solve", "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b 5a4a"),
        ("solve", "4k4/9/4P4/9/9/9/9/9/9 b G moves G*5b"),
        ("explore", "k2/3/1N1/K2 w n 1"),
        ("value", "k2/3/1N1/K2 w n 1"),
    ] {
        for options in [&[][..], &["--time", "1"]] {
            if command == "show" && !options.is_empty() {
                continue;
            }
            let output = run(&[&[command], &words(position)[..], options].concat());
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let text = said(&output);
            let quoted = format!("put it in quotes, \"{position}\"");
            assert!(text.contains(&quoted), "{command} {position}: {text}");
            assert_eq!(text.lines().count(), 1, "{text}");
        }
    }
    let output = run(&["--lang", "ja", "solve", "4k4/9/4P4/9/9/9/9/9/9", "b", "G", "1"]);
    assert!(said(&output).contains("引用符で囲んでください：\"4k4/9/4P4/9/9/9/9/9/9 b G 1\""));
    // A position in quotes beside another argument is not meant.
    assert!(run(&["solve", MATE, MATE]).status.success());
}

/// A number that is no good is named with what would be.
#[test]
fn numbers_say_what_is_accepted() {
    let time = "expected a number of seconds, 0 or more: 10, 0.5";
    let whole = "expected a whole number from 0, in digits: 1000000";
    for (arguments, value, what) in [
        (["solve", "--time"], "-1", time),
        (["solve", "--time"], "soon", time),
        (["solve", "--time"], "inf", time),
        (["solve", "--time"], "nan", time),
        (["check", "--time"], "1e400", time),
        (["solve", "--nodes"], "1e6", whole),
        (["solve", "--nodes"], "-5", whole),
        (["value", "--nodes"], "1_000", whole),
        (["solve", "--nodes"], "99999999999999999999", whole),
        (
            ["solve", "--hash"],
            "0",
            "expected a whole number from 1 to 1048576",
        ),
        (
            ["solve", "--hash"],
            "1.5",
            "expected a whole number from 1 to 1048576",
        ),
        (
            ["check", "--hash"],
            "-1",
            "expected a whole number from 1 to 1048576",
        ),
        (
            ["solve", "--threads"],
            "0",
            "expected a whole number from 1 to 512",
        ),
        (["show", "--ply"], "-1", whole),
        (
            ["check", "--last-moves"],
            "3",
            "expected an even number of moves, from 0",
        ),
    ] {
        let output = run(&[&arguments[..], &[value, MATE]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {value}: {output:?}");
        let text = said(&output);
        let option = arguments[1];
        assert!(
            text.contains(&format!("'{value}'")) && text.contains(option) && text.contains(what),
            "{arguments:?} {value}: {text}"
        );
    }
}

/// `startpos` of Lines of Action needs no `--rules`.
#[test]
fn the_start_of_lines_of_action_is_known() {
    let output = run(&["loa", "solve", "startpos", "--nodes", "10", "--ascii"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = said(&output);
    assert!(text.contains("8 | . X X X X X X . |"), "{text}");
}

/// An answer fits into a terminal of 80 columns, but for lists of moves and whole positions.
#[test]
fn answers_fit_into_80_columns() {
    let folder = Folder::new("columns");
    for (arguments, input) in every_text(&folder) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        for locale in ["C", "ja_JP.UTF-8"] {
            let output = run_with(&[("LC_ALL", locale)], &arguments, &input);
            let text = String::from_utf8(output.stdout).unwrap();
            for line in text.lines() {
                let columns: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
                let is_list = line.contains(" 1:") || line.contains('/') || line.contains("--hash");
                assert!(columns <= 80 || is_list, "{columns}: {line}");
            }
        }
    }
}
