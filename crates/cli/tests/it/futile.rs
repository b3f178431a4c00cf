//! `yose hisshi --futile` as a process: lengths, the field, the words, what is refused.

use serde_json::{Value, json};
use std::process::{Command, Output};

/// After G-2c a gold on 1b mates. A pawn before the lance delays that.
const LANCE: &str = "8k/8g/9/8G/9/9/8L/9/9 b Gp 1";

fn run(arguments: &[&str], locale: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yose"))
        .env("LC_ALL", locale)
        .args(["hisshi", "--hash", "32", LANCE])
        .args(arguments)
        .output()
        .unwrap()
}

fn answer(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = run(&[&["--json"], arguments].concat(), "C");
    let answer = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (answer, output.status.code())
}

#[test]
fn a_policy_shortens_the_length_and_the_line() {
    for (arguments, policy, length) in [
        (&[][..], "none", 3),
        (&["--futile", "none"], "none", 3),
        (&["--futile", "kept"], "kept", 1),
        (&["--futile", "returned"], "returned", 1),
    ] {
        let (found, code) = answer(arguments);
        assert_eq!((code, &found["verdict"]), (Some(0), &json!("hisshi")), "{found}");
        assert_eq!(found["policy"], policy, "{found}");
        assert_eq!(found["length"], length, "{found}");
        assert_eq!(found["exact"], true, "{found}");
        assert_eq!(found["line"].as_array().map(Vec::len), Some(length), "{found}");
        assert_eq!(found["line"][0], "1d2c", "{found}");
    }
}

#[test]
fn the_text_names_the_policy() {
    let text = |arguments: &[&str], locale| String::from_utf8(run(arguments, locale).stdout).unwrap();
    let kept = ["--futile", "kept"];
    assert!(text(&kept, "C").contains("futile: kept"), "{}", text(&kept, "C"));
    assert!(text(&kept, "ja_JP.UTF-8").contains("無駄合：kept"));
    for arguments in [&[][..], &["--futile", "kept", "--first"]] {
        assert!(!text(arguments, "C").contains("futile"), "{arguments:?}");
    }
}

#[test]
fn what_counts_every_drop_is_refused() {
    let folder = std::env::temp_dir();
    let file = folder.join(format!("yose-futile-{}.cert", std::process::id()));
    let file = file.to_str().unwrap();
    for (arguments, english, japanese) in [
        (
            &["--moves", "paper"][..],
            "needs every move",
            "すべての手を要します",
        ),
        (
            &["--cooks"],
            "--cooks counts every drop",
            "打ち駒をすべて数えます",
        ),
        (
            &["--certificate", file],
            "certificates of brinkmates count every drop",
            "証明書は打ち駒をすべて数えます",
        ),
    ] {
        let asked = [arguments, &["--futile", "returned"]].concat();
        let (refused, code) = answer(&asked);
        assert_eq!(
            (code, &refused["verdict"]),
            (Some(2), &json!("invalid")),
            "{refused}"
        );
        let error = refused["error"].as_str().unwrap();
        assert!(error.contains(english), "{error}");
        let output = run(&asked, "ja_JP.UTF-8");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(japanese), "{told}");
    }
    assert!(!std::path::Path::new(file).exists());
}
