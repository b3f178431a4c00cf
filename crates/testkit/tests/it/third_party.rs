//! Third-party problem sets, if they are available: every position is read, validated and written
//! back, and the brute-force solver never contradicts a reliable length.

use std::fs;
use yose_shogi::notation::sfen;
use yose_shogi::{Nine, Variant};
use yose_testkit::shared_data;
use yose_tsume::{Limits, Tsume, Verdict, brute};

/// The rows of a tab-separated file, without comments.
fn rows(file: &str) -> Vec<Vec<String>> {
    let Some(path) = shared_data(file) else {
        return Vec::new();
    };
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

#[test]
fn every_problem_is_read_and_written_back() {
    for file in [
        "giants",
        "nankai13",
        "probes",
        "short1000",
        "zuko100",
        "zukomuso_corrected",
    ] {
        for row in rows(&format!("tsume/{file}.tsv")) {
            let (position, ply) = sfen::position(&row[2]).unwrap_or_else(|e| panic!("{}: {e}", row[0]));
            let again = sfen::write_setup(&position.setup(ply));
            let (reread, _) = sfen::position(&again).unwrap_or_else(|e| panic!("{}: {e}", row[0]));
            assert_eq!(position, reread, "{}", row[0]);
        }
    }
}

/// Every fifth short problem, with a budget that solves most of the mates in 3 and 5.
#[test]
fn short_problems_have_the_stated_length() {
    let limits = Limits {
        nodes: Some(20_000),
        hash_mb: 64,
        ..Limits::default()
    };
    let (mut solved, mut asked) = (0, 0);
    for row in rows("tsume/short1000.tsv").iter().step_by(5) {
        let length: u32 = row[1].parse().unwrap();
        let p = sfen::read(&row[2]).unwrap().position(Nine).unwrap();
        let solution = brute::solve(Tsume::new(p).unwrap(), &limits, &mut |_| {});
        asked += 1;
        match solution.verdict {
            Verdict::Proved { length: found, .. } => {
                assert_eq!(found, length, "{}", row[0]);
                solved += 1;
            }
            Verdict::Disproved => panic!("{} has a mate in {length}", row[0]),
            Verdict::Unknown(_) => assert!(solution.lower <= length, "{}", row[0]),
        }
    }
    assert!(
        asked == 0 || solved * 2 > asked,
        "only {solved} of {asked} solved"
    );
}

/// The 237 starts of Shibahara, Tajima and Kotani (2006) are valid variants.
#[test]
fn every_small_start_is_a_game() {
    let Some(path) = shared_data("small/truth.csv") else {
        return;
    };
    let text = fs::read_to_string(path).unwrap();
    let mut starts = 0;
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split(',').collect();
        let name = format!("3x4:{}:{}", columns[2], columns[1]);
        let variant = Variant::by_name(&name).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(variant.start().is_some(), "{name}");
        starts += 1;
    }
    assert_eq!(starts, 237);
}
