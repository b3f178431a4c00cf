//! Published results: a small part of every reproduction runs and agrees with what was published.

use crate::folder::Folder;
use std::process::Command;

#[test]
fn a_small_part_of_each_runs_and_agrees() {
    let folder = Folder::new("reproduce-all");
    let output = Command::new(env!("CARGO_BIN_EXE_yose"))
        .args(["reproduce", "all", "--quick", "--out"])
        .arg(folder.path("out"))
        .env("LC_ALL", "C")
        .output()
        .expect("yose starts");
    let text = String::from_utf8(output.stdout).expect("yose writes text");
    assert_eq!(output.status.code(), Some(0), "{text}");
    let parts: Vec<&str> = text.split("$ yose reproduce ").skip(1).collect();
    let part = |name: &str| {
        let found = parts.iter().find(|part| part.starts_with(name));
        found.unwrap_or_else(|| panic!("{name}: {text}"))
    };
    // Lines of Action: our row and the paper's, and what the techniques decide.
    let loa = part("loa");
    assert!(loa.contains("  the paper: KTH"), "{loa}");
    let solved = |title: &str, row: &str| -> u32 {
        let (_, table) = loa.split_once(title).expect("the table");
        let line = table.lines().find(|line| line.starts_with(row)).expect("the row");
        line[row.len()..]
            .split_whitespace()
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    // Looking ahead solves what the paper's search solves, and more.
    let plain = solved("Table 6. PDS", "plain");
    let ahead = solved("PDS that looks ahead (", "plain");
    assert!(plain > 0 && ahead > plain, "{plain} {ahead}");
    assert!(folder.0.join("out/loa/figure7.svg").exists());
    for name in ["3x4 --only", "3x4 --ideas"] {
        let found = part(name);
        assert!(found.contains("no value differs from the paper's"), "{found}");
    }
    let kin_gin = part("kin-gin");
    assert!(kin_gin.contains("15 A  15 A"), "{kin_gin}");
    assert!(!kin_gin.contains("DIFFERS"), "{kin_gin}");
    assert!(part("hisshi").contains("small-1-028"), "{}", part("hisshi"));
    let pieces = part("pieces");
    assert_eq!(pieces.matches("(WRONG)").count(), 2, "{pieces}");
    assert!(
        part("tables").contains("have the same counts"),
        "{}",
        part("tables")
    );
}
