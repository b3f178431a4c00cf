//! Certificates written by `yose` and checked by `yose verify`, both run as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn yose(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yose"))
        .env("LC_ALL", "C")
        .args(arguments)
        .output()
        .expect("yose starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("yose writes text")
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("yose-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// Solves under a policy and checks that the certificate is accepted with this claim.
fn certified(file: &str, policy: &str, position: &str, claim: &str) {
    let solved = yose(&[
        "solve",
        "--hash",
        "64",
        "--futile",
        policy,
        "--overwrite",
        "--certificate",
        file,
        position,
    ]);
    assert!(solved.status.success(), "{}", text(&solved.stderr));
    let verified = text(&yose(&["verify", file]).stdout);
    assert!(verified.contains(claim), "{verified}");
    let piped = Command::new(env!("CARGO_BIN_EXE_yose"))
        .env("LC_ALL", "C")
        .args(["verify", "-"])
        .stdin(fs::File::open(file).expect("the certificate"))
        .output()
        .expect("yose starts");
    assert!(text(&piped.stdout).contains(claim), "{piped:?}");
}

/// Every problem of the suite is solved, certified and accepted, and the certificate claims what
/// the answer says.
#[test]
fn every_answer_of_the_suite_is_certified() {
    let folder = folder("suite");
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/tsume/small.tsv");
    let suite = fs::read_to_string(suite).expect("the suite is part of the project");
    let mut certified = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (id, position) = (
            cells[0],
            cells.iter().find(|cell| cell.contains('/')).expect("a position"),
        );
        let file = path(&folder, &format!("{id}.cert"));
        let solved = yose(&[
            "solve",
            "--json",
            "--hash",
            "64",
            "--certificate",
            &file,
            position,
        ]);
        assert!(solved.status.success(), "{id}: {}", text(&solved.stderr));
        let solved = text(&solved.stdout);
        let checked = yose(&["verify", "--json", &file]);
        let said = text(&checked.stdout);
        assert!(said.contains("\"verdict\":\"accepted\""), "{id}: {said}");
        assert!(checked.status.success());
        if solved.contains("\"verdict\":\"nomate\"") {
            assert!(said.contains("\"claim\":\"nomate\""), "{id}: {said}");
        } else {
            let length = solved
                .split("\"length\":")
                .nth(1)
                .and_then(|rest| rest.split(',').next());
            let length = length.expect("a mate has a length");
            assert!(said.contains(&format!("(exactly {length})")), "{id}: {said}");
        }
        certified += 1;
    }
    assert!(certified >= 10, "{certified}");
    fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn any_mate_is_certified_with_several_threads() {
    let folder = folder("first");
    let file = path(&folder, "first.cert");
    let position = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";
    let solved = yose(&[
        "solve",
        "--first",
        "--threads",
        "2",
        "--certificate",
        &file,
        position,
    ]);
    assert!(solved.status.success(), "{}", text(&solved.stderr));
    let checked = yose(&["verify", &file]);
    assert!(text(&checked.stdout).contains(": accepted: mate "));
    fs::remove_dir_all(folder).expect("the folder goes");
}

/// A mate under custom rules is no mate in shogi: the answer of `verify` names the rules.
#[test]
fn other_rules_are_told() {
    let folder = folder("rules");
    let file = path(&folder, "drop.cert");
    let certificate = |game: &str| {
        format!(
            "yose-certificate 1\ngame {game}\nquestion tsume\nroot 7nk/7p1/9/7N1/9/9/9/9/9 b P\nclaim mate 1\n\
             section proof\n7nk/7p1/9/7N1/9/9/9/9/9 b P 1 P*1b\nend 1\n"
        )
    };
    fs::write(&file, certificate("shogi 9x9 dropmate=allowed")).expect("the file can be written");
    let said = yose(&["verify", &file]);
    assert!(text(&said.stdout).contains(": accepted: mate 1"));
    assert!(text(&said.stdout).contains("\n  game shogi 9x9 dropmate=allowed\n"));
    let said = yose(&["verify", "--json", &file]);
    assert!(text(&said.stdout).contains("\"game\":\"shogi 9x9 dropmate=allowed\""));
    fs::write(&file, certificate("shogi 9x9")).expect("the file can be written");
    let said = yose(&["verify", "--json", &file]);
    assert!(text(&said.stdout).contains("\"verdict\":\"rejected\""));
    assert!(text(&said.stdout).contains("\"game\":null"));
    fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn what_was_tampered_with_is_not_accepted() {
    let folder = folder("tampered");
    let file = path(&folder, "good.cert");
    let position = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";
    assert!(
        yose(&["solve", "--certificate", &file, position])
            .status
            .success()
    );
    let good = fs::read_to_string(&file).expect("the certificate is there");
    let lies = [
        ("claim mate 5", "claim mate 3", "rejected", 1),
        ("claim notwithin 3", "claim notwithin 5", "rejected", 1),
        ("5 2d2c+", "5 4a3b+", "rejected", 1),
        (" b P 3 P*1b", " b - 3 P*1b", "rejected", 1),
        ("end ", "end 1", "invalid", 2),
        ("claim mate 5", "claim mute 5", "invalid", 2),
    ];
    for (from, to, verdict, status) in lies {
        assert!(good.contains(from), "{from}");
        let bad = path(&folder, "bad.cert");
        fs::write(&bad, good.replacen(from, to, 1)).expect("the file can be written");
        let checked = yose(&["verify", "--json", &bad]);
        let said = text(&checked.stdout);
        assert!(
            said.contains(&format!("\"verdict\":\"{verdict}\"")),
            "{from}: {said}"
        );
        assert_eq!(checked.status.code(), Some(status), "{from}");
        assert!(
            !said.contains("\"fault\":null,\"error\":null"),
            "the fault is named: {said}"
        );
    }
    let missing = yose(&["verify", &path(&folder, "missing.cert")]);
    assert_eq!(missing.status.code(), Some(2));
    fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn a_certificate_is_of_one_problem_that_was_solved() {
    let folder = folder("one");
    let file = path(&folder, "two.cert");
    let position = "5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1";
    let two = yose(&["solve", "--certificate", &file, position, position]);
    assert_eq!(two.status.code(), Some(2));
    assert!(text(&two.stderr).contains("takes one problem"));
    for (bad, why) in [
        (path(&folder, "no/such.cert"), "there is no such folder"),
        (folder.display().to_string(), "it is a folder"),
        ("-".to_owned(), "a file is needed"),
    ] {
        let refused = yose(&["solve", "--certificate", &bad, position]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(refused.stdout.is_empty(), "nothing is searched in vain");
        assert!(text(&refused.stderr).contains(why), "{}", text(&refused.stderr));
    }
    let unsolved = yose(&["solve", "--nodes", "1", "--certificate", &file, position]);
    assert_eq!(unsolved.status.code(), Some(1));
    assert!(
        text(&unsolved.stderr).contains("nothing was proved"),
        "{}",
        text(&unsolved.stderr)
    );
    assert!(!Path::new(&file).exists(), "nothing half written is left");
    fs::remove_dir_all(folder).expect("the folder goes");
}

/// Under a policy the certificate proves the length that `solve` gives and holds every reply. A
/// certificate with another policy, without a reply, or too large is rejected.
#[test]
fn lengths_under_a_policy_are_certified() {
    let folder = folder("policy");
    let file = path(&folder, "ruled.cert");
    // A rook that captures on 2d shuts the bishop off. Under `usual` the bishop captures instead.
    let position = "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1";
    for (policy, claim) in [
        (
            "immediate",
            "accepted: mate 3, notwithin 1 under the policy immediate 2 (exactly 3)",
        ),
        (
            "strict",
            "accepted: mate 3, notwithin 1 under the policy strict 2 (exactly 3)",
        ),
        ("usual", "accepted: mate 1 under the policy usual 1 (exactly 1)"),
    ] {
        certified(&file, policy, position, claim);
    }
    // Corrupt the last certificate.
    let whole = fs::read_to_string(&file).expect("a certificate");
    for (from, to, status, fault) in [
        (
            "policy usual 1",
            "policy immediate 2",
            1,
            "is no taking of what is dropped there",
        ),
        (
            "policy usual 1",
            "policy usual 9",
            2,
            "policy `usual 9` is not known here",
        ),
        (
            " 2d:3c2d+:0:-",
            "",
            1,
            "this is a legal reply, but no ply is left",
        ),
    ] {
        assert!(whole.contains(from), "{whole}");
        fs::write(&file, whole.replacen(from, to, 1)).expect("a file");
        let verified = yose(&["verify", &file]);
        assert_eq!(verified.status.code(), Some(status));
        assert!(
            text(&verified.stdout).contains(fault),
            "{}",
            text(&verified.stdout)
        );
    }
    // No mate is no mate under every policy.
    let none = "7nk/7p1/9/7N1/9/9/9/9/9 b P 1";
    certified(&file, "usual", none, "accepted: nomate");
    // After the capture another move mates: two plies more under `strict`, and the certificate says
    // why.
    let position = "4Rl1k1/2R1+B4/5p3/6P2/9/9/9/9/9 b s 1";
    for (policy, claim) in [("immediate", "exactly 3"), ("strict", "exactly 5")] {
        certified(&file, policy, position, claim);
    }
    let whole = fs::read_to_string(&file).expect("a certificate");
    let unlike = whole.split("section unlike\n").nth(1).expect("a section");
    let record = unlike.lines().next().expect("a record");
    let less = record.replacen(" 2 ", " 0 ", 1);
    fs::write(&file, whole.replacen(record, &less, 1)).expect("a file");
    let verified = yose(&["verify", &file]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(
        text(&verified.stdout).contains("no record says that the same moves do not mate within 2 plies"),
        "{}",
        text(&verified.stdout)
    );
    fs::remove_dir_all(folder).expect("the folder goes");
}

/// Values: the evidence of a draw is two closed sets, of a win or a loss a proof. A hole in a set
/// is found, and a false claim is rejected.
#[test]
fn values_are_certified() {
    let folder = folder("values");
    for (game, claim) in [
        ("3x4:GK-:1", "nowin"),
        ("3x4:PK-:3", "nowin"),
        ("3x4:LK-:1", "win 11"),
        ("3x3:KS-:1", "loss 4"),
    ] {
        let file = path(&folder, &game.replace(':', "_"));
        let valued = yose(&["value", game, "--certificate", &file]);
        assert!(valued.status.success(), "{game}: {}", text(&valued.stderr));
        let mut files = vec![(file.clone(), claim)];
        if claim == "nowin" {
            files.push((format!("{file}.2"), "noloss"));
        }
        assert!(!Path::new(&format!("{file}.3")).exists(), "{game}");
        for (file, claim) in &files {
            let verified = yose(&["verify", file]);
            let said = text(&verified.stdout);
            assert!(said.contains(&format!("accepted: {claim};")), "{game}: {said}");
            let whole = fs::read_to_string(file).expect("a certificate");
            // Remove the first move of the first record, with its reply if it has one.
            let record = whole
                .lines()
                .skip_while(|line| !line.starts_with("section"))
                .nth(1);
            let record = record.expect("a record");
            let cut = record.rsplit_once(' ').expect("a move").0;
            fs::write(file, whole.replacen(record, cut, 1)).expect("a file");
            assert!(!yose(&["verify", file]).status.success(), "{game} with a hole");
        }
    }
    let _ = fs::remove_dir_all(folder);
}

/// A search that finds the table of its pieces in a folder uses it: the value is the same, with the
/// distance of the table, after a few nodes.
#[test]
fn a_search_asks_a_table_that_is_kept() {
    let folder = folder("kept");
    let tables = path(&folder, "tables");
    let field = |output: &str, name: &str| {
        let after = output.split(&format!("\"{name}\":")).nth(1).expect(name);
        after.split(',').next().unwrap_or_default().to_owned()
    };
    let value = |options: &[&str]| {
        let output = yose(&[&["value", "3x4:LK-:1", "--json"], options].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_string()
    };
    let alone = value(&["--method", "search", "--tables", &tables]);
    assert_eq!(field(&alone, "exact"), "false", "no table is made for a search");
    let made = value(&["--tables", &tables]);
    let asked = value(&["--method", "search", "--tables", &tables]);
    for name in ["verdict", "distance", "exact"] {
        assert_eq!(field(&made, name), field(&asked, name), "{asked}");
    }
    let nodes = |output: &str| field(output, "nodes").parse::<u64>().expect("a number");
    assert!(nodes(&asked) * 4 < nodes(&alone), "{asked} {alone}");
    let _ = fs::remove_dir_all(folder);
}

/// A certificate changes the default policy, and with it perhaps the length. The text says so.
#[test]
fn the_policy_of_a_certificate_is_said() {
    let folder = folder("said");
    let file = path(&folder, "mate.cert");
    // 1 ply under the usual policy, 13 with every interposition counted.
    let position = "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1";
    let said = "futile: none, the default with --certificate";
    let solved = text(&yose(&["solve", "--certificate", &file, position]).stdout);
    assert!(solved.contains("mate in 13") && solved.contains(said), "{solved}");
    // A policy that was named needs no words, and without a certificate nothing changes.
    let named = [
        "solve",
        "--futile",
        "none",
        "--overwrite",
        "--certificate",
        &file,
        position,
    ];
    let named = yose(&named);
    let named = text(&named.stdout);
    assert!(named.contains("mate in 13") && !named.contains(said), "{named}");
    let plain = text(&yose(&["solve", position]).stdout);
    assert!(plain.contains("mate in 1, ") && !plain.contains(said), "{plain}");
    fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// Brinkmates of each verdict are certified: a brinkmate with its exact length, any brinkmate, none
/// at all, and a plain mate.
#[test]
fn brinkmates_are_certified() {
    let folder = folder("hisshi");
    let file = path(&folder, "hisshi.cert");
    let claims = [
        (
            "8k/9/9/6G2/9/9/9/9/9 b G 1",
            "",
            "accepted: hisshi 1, notwithin 0 (exactly 1);",
        ),
        (
            "2R2g1nl/3+P1sk2/5p1p1/6p1p/5P1P1/9/9/9/9 b G 1",
            "--threads=2",
            "accepted: hisshi 3, notwithin 1 (exactly 3);",
        ),
        (
            "2R2g1nl/3+P1sk2/5p1p1/6p1p/5P1P1/9/9/9/9 b G 1",
            "--moves=paper",
            "accepted: hisshi 3;",
        ),
        ("4k4/9/9/9/9/9/9/9/9 b GS 1", "--first", "accepted: hisshi 1;"),
        ("8k/9/6G2/9/9/9/9/9/9 b - 1", "", "accepted: nohisshi;"),
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "", "accepted: mate 1 (exactly 1);"),
    ];
    for (position, option, claim) in claims {
        let mut arguments = vec![
            "hisshi",
            "--hash",
            "64",
            "--overwrite",
            "--certificate",
            &file,
            position,
        ];
        arguments.extend(Some(option).filter(|option| !option.is_empty()));
        let solved = yose(&arguments);
        assert!(solved.status.success(), "{}", text(&solved.stderr));
        let verified = text(&yose(&["verify", &file]).stdout);
        assert!(verified.contains(claim), "{position}: {verified}");
    }
    fs::remove_dir_all(folder).expect("the folder goes");
}

/// The file of a certificate is as safe as in `solve`, and where nothing is proved nothing is
/// written.
#[test]
fn certificates_of_brinkmates_are_written_with_care() {
    let folder = folder("hisshi-care");
    let file = path(&folder, "hisshi.cert");
    let position = "8k/9/9/6G2/9/9/9/9/9 b G 1";
    let again = ["hisshi", "--hash", "64", "--certificate", &file, position];
    assert!(yose(&again).status.success());
    let refused = yose(&again);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--overwrite"), "{refused:?}");
    let several = yose(&[
        "hisshi",
        "--certificate",
        &path(&folder, "b.cert"),
        position,
        position,
    ]);
    assert!(
        text(&several.stderr).contains("--certificate takes one problem, not several"),
        "{several:?}"
    );
    let open = path(&folder, "open.cert");
    let long = "4+R2nl/5gk2/4ppppp/9/6S2/9/9/9/9 b Sr2b3g2s3n3l13p 1";
    let unknown = yose(&["hisshi", "--nodes", "3", "--certificate", &open, long]);
    assert_eq!(unknown.status.code(), Some(1), "{unknown:?}");
    assert!(
        text(&unknown.stderr).contains("nothing was proved"),
        "{unknown:?}"
    );
    assert!(!Path::new(&open).exists());
    fs::remove_dir_all(folder).expect("the folder goes");
}

/// A certificate of a brinkmate that says something else is rejected, and the fault is named.
#[test]
fn a_false_brinkmate_is_rejected() {
    let folder = folder("hisshi-false");
    let file = path(&folder, "hisshi.cert");
    let position = "8k/9/9/6G2/9/9/9/9/9 b G 1";
    assert!(
        yose(&["hisshi", "--hash", "64", "--certificate", &file, position])
            .status
            .success()
    );
    let whole = fs::read_to_string(&file).expect("the certificate");
    let threat = whole
        .lines()
        .find(|line| line.starts_with("8k/9/7G1/"))
        .expect("the threat");
    let spoiled = [
        (format!("{threat}\n"), "", "there are 8"),
        ("end 9".to_owned(), "end 8", "says 8 records"),
        (
            " b G 1 3d2c".to_owned(),
            " b G 1 3d4c",
            "after 3d4c pass: no record of `mate` covers",
        ),
        ("claim hisshi 1".to_owned(), "claim hisshi 2", "2 is even"),
        (
            "claim notwithin 0".to_owned(),
            "claim nohisshi",
            "no record says so of the root",
        ),
        (
            "question hisshi".to_owned(),
            "question tsume",
            "expected `question hisshi`",
        ),
    ];
    for (from, to, fault) in spoiled {
        assert!(whole.contains(&from), "{from}");
        fs::write(&file, whole.replacen(&from, to, 1)).expect("a file");
        let said = yose(&["verify", &file]);
        assert!(!said.status.success());
        assert!(
            text(&said.stdout).contains(fault),
            "{fault}: {}",
            text(&said.stdout)
        );
    }
    fs::remove_dir_all(folder).expect("the folder goes");
}
