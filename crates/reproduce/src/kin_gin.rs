//! `reproduce kin-gin`: the enumeration of K. Noshita and T. Iida, *Generalized solution-sequences
//! in games and enumeration of a certain type of tsume-shogi* (2002), beside its two tables and its
//! list of problems.

use std::fmt::Write as _;
use thiserror::Error;
use yose_enumerate::leftover::ALL;
use yose_enumerate::summary::{OfLength, PAPER, Summary};
use yose_shogi::notation::sfen;
use yose_shogi::with_position;
use yose_tsume::{CheckVerdict, Limits, Terms, Tsume, check};

/// Table 1 of the paper: what is counted, and how many.
const TABLE_1: [(&str, u64); 6] = [
    ("diagrams", 4_139_520),
    ("not in check", 808_108),
    ("mates", 38_288),
    ("mates of 7 or more plies", 5_206),
    ("  nothing left in hand", 3_033),
    ("  and no cook", 567),
];

/// The problems that the paper lists, in its notation.
const LISTED: &str = include_str!("../../../suites/tsume/kingin-listed.tsv");

/// Why a listed problem cannot be checked.
#[derive(Debug, Error)]
#[error("listed problem {number}: {what}")]
pub struct KinGinError {
    number: usize,
    what: String,
}

/// A problem of the paper's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its number in the list, from 1.
    pub number: usize,
    /// The position.
    pub sfen: String,
    /// The length in the paper.
    pub length: u32,
    /// The paper's list: A (no cook) or B (minor cooks).
    pub grade: char,
}

/// The problems that the paper lists.
pub fn listed() -> Vec<Listed> {
    let read = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[number, corner, block, length, list] = &cells[..] else {
            return None;
        };
        Some(Listed {
            number: number.parse().ok()?,
            sfen: position(corner, block),
            length: length.parse().ok()?,
            grade: list.chars().next()?,
        })
    };
    let lines = LISTED.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(read).collect()
}

/// The SFEN of a block in the notation of the paper: file and rank of its right upper corner, then
/// its squares from right to left and down. O is the king, I a gold, G a silver, small letters are
/// the attacker's.
fn position(corner: &str, block: &str) -> String {
    let mut board = [["1"; 9]; 9];
    let mut digits = corner.bytes().map(|b| usize::from(b - b'1'));
    let (file, rank) = (digits.next().unwrap_or(0), digits.next().unwrap_or(0));
    for (i, letter) in block.chars().enumerate() {
        let (file, rank) = (file + i % 3, rank + i / 3);
        board[rank][8 - file] = match letter {
            'O' => "k",
            'I' => "g",
            'i' => "G",
            'G' => "s",
            _ => "S",
        };
    }
    let rows: Vec<String> = { board.iter() }
        .map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for cell in row {
                if *cell == "1" {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                }
                empty = 0;
                text.push_str(cell);
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            text
        })
        .collect();
    format!("{} b 2r2b4n4l18p 1", rows.join("/"))
}

/// A listed problem as yose finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The problem.
    pub listed: Listed,
    /// The exact length, if there is a mate.
    pub length: Option<u32>,
    /// The grade or the other verdict.
    pub verdict: String,
    /// Whether both are as in the paper.
    pub agrees: bool,
    /// Nodes.
    pub nodes: u64,
}

impl Listed {
    /// Checks the problem.
    ///
    /// # Errors
    /// The position is faulty.
    pub fn check(self, limits: &Limits) -> Result<Checked, KinGinError> {
        let number = self.number;
        let fault = |what: String| KinGinError { number, what };
        let (position, _) = sfen::position(&self.sfen).map_err(|e| fault(e.to_string()))?;
        let found = with_position!(position, |p| {
            let tsume = Tsume::new(p).map_err(|e| fault(e.to_string()))?;
            check(&tsume, &Terms::default(), limits, &mut |_| {}).map_err(|e| fault(e.to_string()))?
        });
        let verdict = match found.verdict {
            CheckVerdict::Complete => "A",
            CheckVerdict::Minor => "B",
            CheckVerdict::Cooked => "C",
            CheckVerdict::Leftover => "pieces left",
            CheckVerdict::NoMate => "no mate",
            CheckVerdict::Unknown(reason) => reason.word(),
        };
        Ok(Checked {
            agrees: found.length == Some(self.length) && verdict == self.grade.to_string(),
            length: found.length,
            verdict: verdict.to_owned(),
            nodes: found.nodes,
            listed: self,
        })
    }
}

impl Checked {
    /// The result as a line of text.
    pub fn text(&self) -> String {
        let length = self.length.map_or("-".to_owned(), |n| n.to_string());
        format!(
            "{:>3}  {:>2} {}  {length:>2} {:<11} {:>9}  {}{}\n",
            self.listed.number,
            self.listed.length,
            self.listed.grade,
            self.verdict,
            self.nodes,
            self.listed.sfen,
            if self.agrees { "" } else { "  DIFFERS" }
        )
    }
}

/// The heads of the lines of listed problems.
pub const LISTED_HEAD: &str = " no  paper ours               nodes  position\n";

/// Tables 1 and 2 of the paper beside ours.
pub fn tables(summary: &Summary) -> String {
    let long = |of: &dyn Fn(&OfLength) -> u64| -> u64 {
        let lines = summary.lengths.iter().filter(|(length, _)| **length >= 7);
        lines.map(|(_, line)| of(line)).sum()
    };
    let ours = [
        summary.diagrams,
        summary.problems,
        summary.mates,
        long(&|line| line.mates),
        long(&|line| line.none_left[0]),
        long(&|line| line.complete.one),
    ];
    let mut text = format!("Table 1\n{:<28} {:>10} {:>10}\n", "", "the paper", "ours");
    for ((what, paper), ours) in TABLE_1.iter().zip(ours) {
        let _ = writeln!(text, "{what:<28} {paper:>10} {ours:>10}{}", mark(*paper, ours));
    }
    let _ = writeln!(
        text,
        "(ours: nothing left as section 2 of the paper defines it; no cook: grade A)\n"
    );
    let _ = writeln!(
        text,
        "Table 2, the paper's number first; in brackets the least and the most that any convention gives\n\
         {:>5} {:>6}  {:>26}  {:>24}  {:>24}",
        "plies", "mates", "nothing left", "no cook", "minor cooks"
    );
    let none = OfLength::default();
    for &(length, left, complete, minor) in &PAPER {
        let line = summary.lengths.get(&length).unwrap_or(&none);
        let lefts = line.none_left;
        let cell = |paper: u64, ours: u64, (least, most): (u64, u64)| {
            format!("{paper} / {ours} ({least} to {most})")
        };
        let _ = writeln!(
            text,
            "{length:>5} {:>6}  {:>26}  {:>24}  {:>24}",
            line.mates,
            cell(
                left,
                lefts[0],
                (
                    lefts.iter().min().copied().unwrap_or(0),
                    lefts.iter().max().copied().unwrap_or(0)
                )
            ),
            cell(
                complete,
                line.complete.one,
                (line.complete.every, line.complete.some)
            ),
            cell(minor, line.minor.one, (line.minor.every, line.minor.some)),
        );
    }
    let names: Vec<&str> = ALL.iter().map(|convention| convention.name).collect();
    let _ = writeln!(
        text,
        "nothing left: {}; cooks: every line of best play, some line",
        names.join(", ")
    );
    text
}

/// The counts of an enumeration as one line of JSON, so that a finished run can be printed again.
pub fn counts(summary: &Summary) -> String {
    yose_ask::answer::line(summary)
}

/// Reads the counts of an enumeration.
///
/// # Errors
/// The text is something else.
pub fn read_counts(text: &str) -> Result<Summary, serde_json::Error> {
    serde_json::from_str(text)
}

fn mark(paper: u64, ours: u64) -> &'static str {
    match paper == ours {
        true => "",
        false => "  differs",
    }
}

/// Of the file of diagrams whose place in the tables depends on the convention, those of at least
/// `least` plies, and the number of all.
pub fn differing(file: &str, least: u32) -> (String, usize) {
    let mut lines = file.lines();
    let head = lines.next().unwrap_or_default();
    let mut text = format!("{head}\n");
    let mut count = 0;
    for line in lines {
        count += 1;
        let length = line.split('\t').nth(2).and_then(|cell| cell.parse::<u32>().ok());
        if length.is_some_and(|length| length >= least) {
            let _ = writeln!(text, "{line}");
        }
    }
    (text, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Problem 22 of the list is the diagram of the paper's figure 1, a mate in 25.
    #[test]
    fn the_notation_of_the_paper_is_read() {
        let all = listed();
        assert_eq!(all.len(), 24);
        assert_eq!(all[21].sfen, "9/9/9/9/9/9/5SkS1/5ggs1/5GGs1 b 2r2b4n4l18p 1");
        // Every block has the king, four golds and four silvers.
        for problem in &all {
            let board = problem.sfen.split(' ').next().unwrap().to_lowercase();
            let count = |letter| board.matches(letter).count();
            assert_eq!((count('k'), count('g'), count('s')), (1, 4, 4), "{board}");
        }
    }

    #[test]
    fn sums_of_the_papers_tables_agree() {
        let sum = |of: fn(&(u32, u64, u64, u64)) -> u64| PAPER.iter().map(of).sum::<u64>();
        assert_eq!(sum(|row| row.1), TABLE_1[4].1);
        assert_eq!(sum(|row| row.2), TABLE_1[5].1);
    }

    #[test]
    fn tables_stand_beside_the_papers() {
        let line = OfLength {
            mates: 39,
            none_left: [35, 25, 37, 35, 35, 35, 35],
            ..OfLength::default()
        };
        let summary = Summary {
            space: "kin-gin".to_owned(),
            diagrams: 4_139_520,
            lengths: BTreeMap::from([(17, line)]),
            ..Summary::default()
        };
        assert_eq!(read_counts(&counts(&summary)).unwrap(), summary);
        let text = tables(&summary);
        assert!(text.contains("37 / 35 (25 to 37)"), "{text}");
        let rows: Vec<&str> = text.lines().collect();
        assert!(
            rows[2].starts_with("diagrams") && !rows[2].contains("differs"),
            "{text}"
        );
        assert!(rows[3].contains("differs"), "{text}");
    }

    #[test]
    fn only_long_ones_are_shown_and_all_are_counted() {
        let file = "number\tsfen\tlength\n1\tx\t7\n2\ty\t17\n";
        let (text, count) = differing(file, 15);
        assert_eq!((text.as_str(), count), ("number\tsfen\tlength\n2\ty\t17\n", 2));
    }
}
