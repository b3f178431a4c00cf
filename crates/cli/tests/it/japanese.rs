//! What clap prints, in Japanese: every text of every help is in the table, the table has nothing
//! else, and every fault of a command line is told in a sentence that names the faulty argument.
//! Unix only, as `help.rs`.

use crate::help;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output};
use unicode_width::UnicodeWidthStr;

#[path = "../../src/japanese/misuse.rs"]
mod misuse;

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

/// The table of texts, read by other code than that of the program.
fn table() -> BTreeMap<(String, String), Vec<String>> {
    let mut table: BTreeMap<_, Vec<String>> = BTreeMap::new();
    let mut section = String::new();
    for line in include_str!("../../src/japanese/texts.txt").lines() {
        if line.is_empty() || (section.is_empty() && line.starts_with('#')) {
            continue;
        }
        match line.split_once(" = ") {
            Some((key, text)) => {
                assert!(!text.trim().is_empty(), "{line}");
                let key = (section.clone(), key.to_owned());
                table.entry(key).or_default().push(text.to_owned());
            }
            None => line.trim_matches(['[', ']']).clone_into(&mut section),
        }
    }
    table
}

fn yose(arguments: &[impl AsRef<OsStr>], locale: &str, columns: usize) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yose"))
        .args(arguments)
        .env("LC_ALL", locale)
        .env("COLUMNS", columns.to_string())
        .output()
        .unwrap()
}

/// A help of a command.
fn help_in(locale: &str, command: &[String], flag: &str, columns: usize) -> String {
    let arguments = [command, &[flag.to_owned()]].concat();
    let output = yose(&arguments, locale, columns);
    assert!(output.status.success(), "{command:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

const JAPANESE: &str = "ja_JP.UTF-8";

/// An option or an argument of a help.
#[derive(Debug)]
struct Item {
    /// The name by which the table knows it.
    key: String,
    /// What stands for its value.
    placeholder: Option<String>,
    /// The lines below it.
    below: Vec<String>,
}

impl Item {
    fn new(head: &str) -> Item {
        let inside = |open: char, close: char| {
            let (_, rest) = head.split_once(open)?;
            Some(rest.split_once(close)?.0.to_owned())
        };
        let placeholder = inside('<', '>').or_else(|| inside('[', ']'));
        let long = head.split([' ', ',']).find(|word| word.starts_with("--"));
        let key = long.map(str::to_owned).or(placeholder.clone());
        Item {
            key: key.unwrap_or_default(),
            placeholder,
            below: Vec::new(),
        }
    }

    /// The text, without the values and the default.
    fn text(&self) -> String {
        let lines = self.below.iter().map(|line| line.trim());
        lines
            .take_while(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Everything below it, without blanks.
    fn all(&self) -> String {
        without_blanks(&self.below.concat())
    }

    /// The values that it takes, with a text or without.
    fn values(&self) -> Vec<(String, bool)> {
        let mut values = Vec::new();
        for line in &self.below {
            let line = line.trim();
            if let Some(value) = line.strip_prefix("- ") {
                let name = value.split(':').next().unwrap_or_default();
                values.push((name.to_owned(), value.contains(':')));
            } else if let Some(list) = line.strip_prefix("[possible values: ") {
                let names = list.trim_end_matches(']').split(", ");
                values.extend(names.map(|name| (name.to_owned(), false)));
            }
        }
        values
    }
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The options and arguments of a help, under every heading but those of commands and examples.
fn items(help: &str) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut is_inside = false;
    for line in help.lines() {
        let blanks = line.len() - line.trim_start().len();
        if blanks == 0 && !line.is_empty() {
            let others = ["Commands", "コマンド", "Examples", "例", "Usage", "使い方"];
            let heading = line.strip_suffix(':');
            is_inside = heading.is_some_and(|heading| !others.contains(&heading));
        } else if !is_inside {
        } else if (1..10).contains(&blanks) {
            items.push(Item::new(line));
        } else if let Some(item) = items.last_mut() {
            item.below.push(line.to_owned());
        }
    }
    items
}

fn path(command: &[String]) -> String {
    match command.is_empty() {
        true => "yose".to_owned(),
        false => command.join(" "),
    }
}

/// Every command, option, argument and value has its text in the table, the help shows it, and
/// nothing in the table is left over. One text for several commands stands for one English text.
#[test]
fn every_text_is_in_the_table_and_no_other() {
    let table = table();
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    let mut shared: BTreeMap<String, String> = BTreeMap::new();
    let mut look_up = |section: &str, key: &str| -> Option<Vec<String>> {
        let key = (section.to_owned(), key.to_owned());
        let found = table.get(&key).cloned();
        if found.is_some() {
            used.insert(key);
        }
        found
    };
    let commands = help::commands();
    for command in &commands {
        let path = path(command);
        let english = help_in("C", command, "--help", 100);
        let japanese = help_in(JAPANESE, command, "--help", 100);
        let about = look_up("commands", &path).unwrap_or_else(|| panic!("{path} has no text"));
        let head = japanese.split("使い方:").next().unwrap();
        assert_eq!(without_blanks(head), without_blanks(&about.concat()), "{path}");
        let english_head = english.split("Usage:").next().unwrap().trim();
        let paragraphs = english_head.split("\n\n").count();
        assert_eq!(
            about.len(),
            paragraphs,
            "{path}: the paragraphs of {english_head}"
        );
        let (english, japanese) = (items(&english), items(&japanese));
        assert_eq!(english.len(), japanese.len(), "{path}: {japanese:?}");
        for (english, japanese) in english.iter().zip(&japanese) {
            let key = &english.key;
            let own = look_up("options", &format!("{path} {key}"));
            let text = own.clone().or_else(|| look_up("options", key));
            let text = text.unwrap_or_else(|| panic!("{path} {key} has no text"));
            assert_eq!(text.len(), 1, "{path} {key} has paragraphs");
            let all = japanese.all();
            assert!(
                all.starts_with(&without_blanks(&text[0])),
                "{path} {key}: {japanese:?}"
            );
            // What `--help` says of itself depends on the command.
            if own.is_none() && key != "--help" {
                let first = shared.entry(key.clone()).or_insert_with(|| english.text());
                assert_eq!(*first, english.text(), "{path} {key} has another meaning");
            }
            let placeholder = english.placeholder.as_ref().map(|name| {
                let texts = look_up("values", name);
                texts.unwrap_or_else(|| panic!("{path} {key}: {name} has no text"))[0].clone()
            });
            assert_eq!(japanese.placeholder, placeholder, "{path} {key}");
            if key.starts_with('-') {
                assert_eq!(japanese.key, *key, "{path}");
            }
            for (value, has_text) in english.values() {
                if !has_text {
                    assert!(all.contains(&value), "{path} {key} {value}");
                    continue;
                }
                let own = look_up("options", &format!("{path} {key} {value}"));
                let text = own.or_else(|| look_up("options", &format!("{key} {value}")));
                let text = text.unwrap_or_else(|| panic!("{path} {key} {value} has no text"));
                let shown = without_blanks(&format!("- {value}: {}", text[0]));
                assert!(all.contains(&shown), "{path} {key} {value}: {all}");
            }
        }
        // The list of subcommands has the first paragraphs.
        let list = without_blanks(&help_in(JAPANESE, command, "-h", 100));
        for child in commands
            .iter()
            .filter(|child| child.len() == command.len() + 1 && child.starts_with(command))
        {
            let about = look_up("commands", &self::path(child)).unwrap();
            let shown = without_blanks(&format!("{} {}", child.last().unwrap(), about[0]));
            assert!(list.contains(&shown), "{path}: {shown}");
        }
    }
    let about = look_up("commands", "help").unwrap();
    let list = help_in(JAPANESE, &[], "--help", 100);
    assert!(without_blanks(&list).contains(&without_blanks(&about[0])), "help");
    look_up("values", "COMMAND").unwrap();
    let left: Vec<_> = table
        .keys()
        .filter(|key| key.0 != "words" && !used.contains(key))
        .collect();
    assert!(left.is_empty(), "these name nothing: {left:?}");
}

/// The words that clap has in every help, and the headings.
#[test]
fn no_english_word_of_a_help_is_left() {
    let table = table();
    let words: Vec<&String> = table
        .keys()
        .filter(|key| key.0 == "words")
        .map(|key| &key.1)
        .collect();
    assert!(words.len() > 5);
    let mut seen = BTreeSet::new();
    for command in help::commands() {
        for flag in ["-h", "--help"] {
            let english = help_in("C", &command, flag, 80);
            let japanese = help_in(JAPANESE, &command, flag, 80);
            for word in &words {
                if english.contains(word.as_str()) {
                    seen.insert(*word);
                }
                assert!(!japanese.contains(word.as_str()), "{command:?} {flag}: {word}");
            }
            for word in [
                "Print",
                "Usage",
                "Options",
                "default",
                "possible",
                "Possible",
                "<COMMAND>",
            ] {
                assert!(!japanese.contains(word), "{command:?} {flag}: {word}");
            }
            // The examples are the same commands.
            let examples = |help: &str| -> Vec<String> {
                let lines = help
                    .lines()
                    .skip_while(|line| !["Examples:", "例:"].contains(line));
                let lines = lines
                    .skip(1)
                    .map(|line| line.split("  #").next().unwrap().to_owned());
                lines.collect()
            };
            assert_eq!(examples(&english), examples(&japanese), "{command:?}");
        }
    }
    let unseen: Vec<_> = words.iter().filter(|word| !seen.contains(*word)).collect();
    assert!(unseen.is_empty(), "no help has {unseen:?}");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for command in help::commands() {
        for flag in ["-h", "--help"] {
            for columns in [80, 100] {
                for line in help_in(JAPANESE, &command, flag, columns).lines() {
                    assert!(line.width() <= columns, "{command:?} at {columns}: {line}");
                    assert_eq!(line, line.trim_end(), "{command:?}");
                }
            }
        }
    }
    // Wider lines would be hard to read.
    let at = |columns| help_in(JAPANESE, &["usi".to_owned()], "--help", columns);
    assert_eq!(at(100), at(200));
    assert!(
        at(40)
            .lines()
            .all(|line| line.width() <= 40 || line.starts_with("  ("))
    );
}

/// English is what clap makes of the doc comments, whatever the locale.
#[test]
fn english_is_untouched() {
    for command in help::commands() {
        for flag in ["-h", "--help"] {
            let english = help_in("C", &command, flag, 80);
            assert!(english.contains("\nUsage: yose") && english.contains("\nExamples:\n"));
            let in_japan = [&command[..], &["--lang".to_owned(), "en".to_owned()]].concat();
            assert_eq!(help_in(JAPANESE, &in_japan, flag, 80), english, "{command:?}");
        }
    }
    for arguments in [&["solve", "--tme"][..], &["slove"], &["solve", "--time", "x"]] {
        let english = yose(arguments, "C", 80);
        let in_japan = yose(&[&["--lang=en"], arguments].concat(), JAPANESE, 80);
        assert!(
            String::from_utf8(english.stderr.clone())
                .unwrap()
                .starts_with("error: ")
        );
        assert_eq!(english, in_japan);
    }
}

/// The option may stand anywhere before `--`. Plain ASCII is English.
#[test]
fn the_language_is_known_before_the_arguments_are_understood() {
    for (arguments, locale, is_japanese) in [
        (&["--lang", "ja", "solve", "--help"][..], "C", true),
        (&["solve", "--help", "--lang", "ja"], "C", true),
        (&["solve", "--lang=ja", "--help"], "C", true),
        (&["--lang", "ja", "solve", "--tme"], "C", true),
        (&["solve", "--tme", "--lang=ja"], "C", true),
        (&["solve", "--time", "-1", MATE, "--lang", "ja"], "C", true),
        (&["solve", "--tme", "--lang", "en"], JAPANESE, false),
        (&["solve", "--tme", "--", "--lang", "ja"], "C", false),
        (&["solve", "--lang", "fr"], JAPANESE, true),
        (&["solve", "--lang"], JAPANESE, true),
        (&["solve", "--lang", "fr"], "C", false),
        (&["solve", "--help", "--ascii"], JAPANESE, false),
        (&["solve", "--ascii", "--tme"], JAPANESE, false),
        (&["solve", "--ascii", "nosuchfile"], JAPANESE, false),
        (&["help", "solve"], JAPANESE, true),
        (&["help", "loa", "solve"], JAPANESE, true),
        (&["help", "slove"], JAPANESE, true),
        (&[], JAPANESE, true),
        (&["loa"], JAPANESE, true),
        (&["reproduce"], JAPANESE, true),
    ] {
        let output = yose(arguments, locale, 80);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let found = text.contains("使い方") || text.contains("エラー：");
        assert_eq!(found, is_japanese, "{arguments:?} {locale}: {text}");
    }
    // The version has no language.
    let version = yose(&["--version"], JAPANESE, 80);
    assert_eq!(version, yose(&["--version"], "C", 80));
    assert!(version.stdout.starts_with(b"yose "));
}

/// Every fault that the commands can have: the same status as in English, on standard error, and a
/// sentence that names the argument.
#[test]
fn faults_name_the_argument() {
    let cases: [(&[&str], &[&str]); 26] = [
        (
            &["solve", "--tme", "1"],
            &["'--tme' というオプションはありません", "ヒント：'--time'"],
        ),
        (
            &["solve", "-q"],
            &["'-q' というオプションはありません", "'-- -q'"],
        ),
        (&["usi", "extra"], &["余分な引数 'extra'"]),
        (
            &["slove"],
            &["'slove' というコマンドはありません", "'solve' ではありませんか"],
        ),
        (&["loa", "check"], &["'check' というコマンドはありません"]),
        (&["--time", "1"], &["'--time' というオプションはありません"]),
        (
            &["solve", "--futile", "al"],
            &["'--futile <基準>' の値 'al'", "選べる値：none、usual、"],
        ),
        (&["solve", "--futile", "usal"], &["ヒント：'usual'"]),
        (
            &["solve", "--lang", "fr"],
            &["'--lang <言語>' の値 'fr'", "ja、en"],
        ),
        (&["solve", "--time"], &["'--time <秒>' に値がありません"]),
        (
            &["solve", "--time", "-1"],
            &["'--time <秒>' の値 '-1'", "0以上の秒数"],
        ),
        (
            &["solve", "--nodes", "1e6"],
            &["'--nodes <数>' の値 '1e6'", "0以上の整数を数字で"],
        ),
        (
            &["solve", "--hash", "0"],
            &["'--hash <MB>' の値 '0'", "1から1048576までの整数"],
        ),
        (
            &["check", "--last-moves", "3"],
            &["'--last-moves <H>' の値 '3'", "偶数"],
        ),
        (
            &["reproduce", "tables", "--board", "1x1"],
            &["'1x1'", "2x2から9x9まで"],
        ),
        (
            &["enumerate", "kin-gin", "--shard", "3/2"],
            &["'3/2'", "二つの数"],
        ),
        (
            &["loa", "solve", "--killer", "now"],
            &["'now'", "height:最小-最大"],
        ),
        (&["serve", "--host", "here"], &["'here'", "IP アドレス"]),
        (
            &["serve", "--port", "65536"],
            &["'65536'", "0から65535までの整数"],
        ),
        (&["serve", "--searches", "0"], &["'0'", "1から1024までの整数"]),
        (&["verify"], &["次の引数が必要です：<ファイル>..."]),
        (
            &["reproduce", "loa", MATE],
            &["次の引数が必要です：--out <フォルダ>"],
        ),
        (
            &["reproduce", "tables", "--overwrite"],
            &["次の引数が必要です：--certificates <フォルダ>"],
        ),
        (
            &["reproduce", "tables", "--csv", "--json"],
            &["'--csv'", "同時に指定できません：--json"],
        ),
        (
            &["solve", "--time", "1", "--time", "2"],
            &["'--time <秒>' は一度しか指定できません"],
        ),
        (
            &["solve", "--first", "--first"],
            &["'--first' は一度しか指定できません"],
        ),
    ];
    for (arguments, parts) in cases {
        let output = yose(arguments, JAPANESE, 80);
        let english = yose(arguments, "C", 80);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(english.status.code(), Some(2), "{english:?}");
        assert!(output.stdout.is_empty() && english.stdout.is_empty());
        let text = String::from_utf8(output.stderr).unwrap();
        let joined = without_blanks(&text);
        assert!(text.starts_with("エラー："), "{text}");
        assert!(
            text.ends_with("くわしくは '--help' を付けて実行してください。\n"),
            "{text}"
        );
        for part in parts {
            assert!(
                joined.contains(&without_blanks(part)),
                "{part} is missing in {text}"
            );
        }
        for word in [
            "error", "tip", "Usage", "OPTIONS", "expected", "value", "argument",
        ] {
            assert!(!text.contains(word), "{word} is left in {text}");
        }
        assert!(text.lines().all(|line| line.width() <= 80), "{text}");
    }
    let bytes = OsStr::from_bytes(b"\xff");
    let output = yose(&[OsStr::new("solve"), bytes], JAPANESE, 80);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("エラー：UTF-8 でない引数があります\n"), "{text}");
}

/// Every kind of fault that clap knows, also those that no command of ours can have.
#[test]
fn every_kind_of_fault_has_a_sentence() {
    use clap::error::ErrorKind;
    use clap::{Arg, ArgAction, Command};
    let command = |argument: Arg| Command::new("test").arg(argument);
    let option = || Arg::new("size").long("size").value_name("大きさ");
    let sub = |name: &'static str| Command::new(name);
    let group = || {
        Command::new("test")
            .subcommand_required(true)
            .subcommand(sub("solve"))
    };
    let cases: [(Command, &[&str], ErrorKind, &str); 13] = [
        (
            command(option()),
            &["--siz"],
            ErrorKind::UnknownArgument,
            "'--siz'",
        ),
        (group(), &["slove"], ErrorKind::InvalidSubcommand, "'slove'"),
        (group(), &[], ErrorKind::MissingSubcommand, "'test'"),
        (
            command(option().value_parser(["a"])),
            &["--size", "b"],
            ErrorKind::InvalidValue,
            "'b'",
        ),
        (
            command(option()),
            &["--size"],
            ErrorKind::InvalidValue,
            "'--size <大きさ>'",
        ),
        (
            command(option().require_equals(true)),
            &["--size", "1"],
            ErrorKind::NoEquals,
            "'--size=<大きさ>'",
        ),
        (
            command(option().value_parser(clap::value_parser!(u8))),
            &["--size", "x"],
            ErrorKind::ValueValidation,
            "'--size <大きさ>' の値 'x'",
        ),
        (
            command(
                option()
                    .num_args(0)
                    .action(ArgAction::Set)
                    .default_missing_value("1"),
            ),
            &["--size=1"],
            ErrorKind::TooManyValues,
            "'1'",
        ),
        (
            command(option().num_args(2..)),
            &["--size", "1"],
            ErrorKind::TooFewValues,
            "2個以上必要です（1個",
        ),
        (
            command(option().num_args(2)),
            &["--size", "1"],
            ErrorKind::WrongNumberOfValues,
            "ちょうど2個必要です（1個",
        ),
        (
            command(option()),
            &["--size=1", "--size=2"],
            ErrorKind::ArgumentConflict,
            "一度しか",
        ),
        (
            command(option().required(true)),
            &[],
            ErrorKind::MissingRequiredArgument,
            "--size <大きさ>",
        ),
        (
            Command::new("test")
                .arg(option().conflicts_with_all(["a", "b"]))
                .args(["a", "b"].map(|name| Arg::new(name).long(name).action(ArgAction::SetTrue))),
            &["--size=1", "--a", "--b"],
            ErrorKind::ArgumentConflict,
            "--a、--b",
        ),
    ];
    for (command, arguments, kind, part) in cases {
        let arguments = [&["test"], arguments].concat();
        let error = command.try_get_matches_from(&arguments).unwrap_err();
        assert_eq!(error.kind(), kind, "{arguments:?}");
        let sentence = misuse::sentence(&error);
        assert!(sentence.contains(part), "{kind:?}: {sentence}");
        assert!(!sentence.contains("誤りがあります"), "{kind:?} has no sentence");
        for hint in misuse::hints(&error) {
            assert!(
                hint.contains("ません") || hint.contains("ください") || hint.contains("あります"),
                "{hint}"
            );
        }
    }
}
