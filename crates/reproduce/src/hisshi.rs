//! `reproduce hisshi`: tables 1 and 2 of A. Nagai (2011), *An Algorithm to Solve Hisshi Problems*
//! (長井歩「難解な必至問題を解くアルゴリズムとその実装」), and the same tables of our problems.
//!
//! The paper's problems are those of a book (来条克由必至名作集), which is not free. So the tables
//! of the paper are here by problem number, without positions. Somebody who has the book can give
//! the positions: a problem whose id ends with a number stands beside the paper's problem of that
//! number. Without positions the problems are those of `suites/hisshi.tsv`.
//!
//! As in the paper any brinkmate will do, and effort is the number of moves made. The runs can be
//! kept in a file, so that an interrupted program continues where it stopped.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use thiserror::Error;
use yose_ask::problem::{Content, Problem, main_moves};
use yose_ask::{Invalid, Subject};
use yose_batch::journal::Journal;
use yose_batch::output::OutputError;
use yose_hisshi::{
    Class, Examination, Hisshi, Limits, MoveSet, Reason, Solution, Solver, SolverSettings, Verdict,
};
use yose_shogi::notation::usi;
use yose_shogi::{Geometry, Move, Position, Setup, Variant, with_wide_position};

const TABLE_1: &str = include_str!("hisshi_table1.tsv");
const TABLE_2: &str = include_str!("hisshi_table2.tsv");
const SUITE: &str = include_str!("../../../suites/hisshi.tsv");

/// The problems without a solution in the paper, with the reason it gives.
const OPEN: &str = "70 and 75 are open: the paper thinks that neither has a brinkmate (section 4.1)";

/// What the paper says about problem 14.
const FOURTEEN: &str = "14: by longest defence a line of 27 plies (section 4.3); the book states 19";

/// A row of the paper's table 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The number of the problem.
    pub number: u32,
    /// The plies that the book states.
    pub stated: u32,
    /// The plies that the paper's program found, with its seconds and the moves it made.
    pub found: Option<(u32, f64, u64)>,
}

/// A row of the paper's table 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedCook {
    /// The number of the problem.
    pub number: u32,
    /// The plies that the book states.
    pub stated: u32,
    /// The ply of the cook, from 1.
    pub at: u32,
    /// The move.
    pub mv: &'static str,
    /// Plies from the start of the problem.
    pub found: u32,
    /// How much the cook matters, in the judgement of M. Shinoda.
    pub judgement: &'static str,
}

/// The rows of a table, cell by cell.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split('\t').collect())
}

/// The paper's table 1: every problem of the book.
pub fn table_1() -> Vec<Published> {
    rows(TABLE_1)
        .filter_map(|cells| {
            let &[number, stated, found, seconds, moves] = &cells[..] else {
                return None;
            };
            Some(Published {
                number: number.parse().ok()?,
                stated: stated.parse().ok()?,
                found: match found {
                    "-" => None,
                    found => Some((found.parse().ok()?, seconds.parse().ok()?, moves.parse().ok()?)),
                },
            })
        })
        .collect()
}

/// The paper's table 2: the cooks that it found.
pub fn table_2() -> Vec<PublishedCook> {
    rows(TABLE_2)
        .filter_map(|cells| {
            let &[number, stated, at, mv, found, judgement] = &cells[..] else {
                return None;
            };
            Some(PublishedCook {
                number: number.parse().ok()?,
                stated: stated.parse().ok()?,
                at: at.parse().ok()?,
                mv,
                found: found.parse().ok()?,
                judgement,
            })
        })
        .collect()
}

/// A problem that is solved for the tables.
pub struct Given {
    /// Its name.
    pub id: String,
    setup: Setup,
    /// The plies that are stated.
    stated: Option<u32>,
    /// The author's line.
    author: Option<Vec<Move>>,
}

impl Given {
    /// The problems of `suites/hisshi.tsv`.
    ///
    /// # Errors
    /// A row is no problem.
    pub fn suite() -> Result<Vec<Given>, Invalid> {
        let problems = rows(SUITE).map(|cells| match cells[..] {
            [id, position, length, ..] => Ok(Given {
                id: id.to_owned(),
                setup: Subject::read(position, yose_ask::Game::Any).shogi()?.clone(),
                stated: length.parse().ok(),
                author: None,
            }),
            _ => Err(Invalid::whole("a row of the suite is no problem")),
        });
        problems.collect()
    }

    /// A problem as it was given. The moves of a record are the author's.
    ///
    /// # Errors
    /// The input is no position of shogi.
    pub fn of(problem: &Problem, place: usize) -> Result<Given, Invalid> {
        let setup = Subject::of(problem).shogi()?.clone();
        let moves = match &problem.content {
            Ok(Content::Record(record)) => main_moves(record),
            _ => Vec::new(),
        };
        Ok(Given {
            id: problem.id.clone().unwrap_or_else(|| place.to_string()),
            stated: None,
            author: (!moves.is_empty()).then_some(moves),
            setup,
        })
    }

    /// The number of the book that the id ends with.
    pub fn number(&self) -> Option<u32> {
        let digits = self.id.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| {
            at + self.id[at..].chars().next().map_or(1, char::len_utf8)
        });
        self.id[digits..].parse().ok()
    }
}

/// What to measure, and how.
pub struct Settings<'a> {
    /// Which quiet moves the attacker tries.
    pub moves: MoveSet,
    /// Whether cooks are looked for. Then the shortest brinkmate is asked for, not just any.
    pub cooks: bool,
    /// The limits of one problem.
    pub limits: Limits,
    /// The file that keeps the runs.
    pub file: Option<&'a Path>,
}

/// Why a run stopped with an error.
#[derive(Debug, Error)]
pub enum HisshiError {
    /// A problem has no brinkmate to ask for.
    #[error("{0}: {1}")]
    Problem(String, Invalid),
    /// The file of the runs cannot be used.
    #[error(transparent)]
    File(#[from] OutputError),
}

/// A problem with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The problem.
    pub id: String,
    /// The plies that are stated.
    pub stated: Option<u32>,
    /// The plies found, or why there are none.
    pub found: Result<u32, String>,
    /// Whether the length is proved shortest.
    pub exact: bool,
    /// Moves made.
    pub moves: u64,
    /// Time used.
    pub seconds: f64,
    /// The cooks, if they were looked for; and how many moves were left open.
    pub cooks: Option<(Vec<FoundCook>, usize)>,
}

/// A cook of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCook {
    /// The ply, from 1.
    pub at: u32,
    /// The move, in USI.
    pub mv: String,
    /// Plies from the start of the problem.
    pub found: u32,
    /// The class.
    pub class: String,
}

impl Run {
    /// Whether no limit left anything open.
    pub fn is_answered(&self) -> bool {
        let decided = match &self.found {
            Ok(_) => true,
            Err(why) => why == "mate" || why == "none",
        };
        decided && self.cooks.as_ref().is_none_or(|(_, open)| *open == 0)
    }
}

/// The header line of the file of runs.
pub const HEAD: &str = "problem,move_set,stated,result,plies,exact,moves,seconds,cooks,undecided";

impl Run {
    /// The run as a line of the file.
    pub fn line(&self, moves: MoveSet) -> String {
        let stated = self.stated.map_or_else(String::new, |n| n.to_string());
        let (word, plies) = match &self.found {
            Ok(plies) => ("hisshi", plies.to_string()),
            Err(why) => (why.as_str(), String::new()),
        };
        let (cooks, open) = match &self.cooks {
            None => ("-".to_owned(), 0),
            Some((cooks, open)) => {
                let words = cooks
                    .iter()
                    .map(|c| format!("{}:{}:{}:{}", c.at, c.mv, c.found, c.class));
                (words.collect::<Vec<_>>().join(" "), *open)
            }
        };
        format!(
            "{},{},{stated},{word},{plies},{},{},{},{cooks},{open}",
            self.id.replace(',', ";"),
            moves.word(),
            self.exact,
            self.moves,
            self.seconds
        )
    }

    /// Reads a run from a line of the file, with its set of moves. `None` if the line is no run:
    /// the header, or a last line that was cut off.
    pub fn read(line: &str) -> Option<(MoveSet, Run)> {
        let cells: Vec<&str> = line.split(',').collect();
        let &[id, set, stated, word, plies, exact, moves, seconds, cooks, open] = &cells[..] else {
            return None;
        };
        let cook = |word: &str| {
            let parts: Vec<&str> = word.split(':').collect();
            let &[at, mv, found, class] = &parts[..] else {
                return None;
            };
            Some(FoundCook {
                at: at.parse().ok()?,
                mv: mv.to_owned(),
                found: found.parse().ok()?,
                class: class.to_owned(),
            })
        };
        let run = Run {
            id: id.to_owned(),
            stated: match stated {
                "" => None,
                stated => Some(stated.parse().ok()?),
            },
            found: match word {
                "hisshi" => Ok(plies.parse().ok()?),
                why => Err(why.to_owned()),
            },
            exact: exact.parse().ok()?,
            moves: moves.parse().ok()?,
            seconds: seconds.parse().ok()?,
            cooks: match cooks {
                "-" => None,
                cooks => {
                    let cooks = cooks.split_whitespace().map(cook).collect::<Option<_>>()?;
                    Some((cooks, open.parse().ok()?))
                }
            },
        };
        Some((MoveSet::from_word(set)?, run))
    }

    /// Solves a problem. `None` if an interrupt stopped the work.
    fn make<G: Geometry>(given: &Given, position: Position<G>, settings: &Settings<'_>) -> Option<Run> {
        let hisshi = Hisshi::new(position).ok()?;
        let solver_settings = SolverSettings {
            first: !settings.cooks,
            moves: settings.moves,
            ..SolverSettings::default()
        };
        let solver = Solver::new(&hisshi, &solver_settings, settings.limits.hash_mb);
        let solution = solver.solve(&settings.limits, &mut |_| {});
        let examination = if settings.cooks {
            solver.examine(given.author.as_deref(), &solution, &settings.limits, &mut |_| {})
        } else {
            None
        };
        let stopped = |e: &Examination| e.undecided.iter().any(|u| u.reason == Reason::Interrupted);
        if solution.verdict == Verdict::Unknown(Reason::Interrupted)
            || examination.as_ref().is_some_and(stopped)
        {
            return None;
        }
        Some(Run::of(
            given,
            &solution,
            examination,
            hisshi.position().variant(),
        ))
    }

    fn of(given: &Given, solution: &Solution, examination: Option<Examination>, variant: &Variant) -> Run {
        let (found, exact) = match solution.verdict {
            Verdict::Hisshi { length, exact } => (Ok(length), exact),
            Verdict::Mate { exact, .. } => (Err("mate".to_owned()), exact),
            Verdict::None => (Err("none".to_owned()), true),
            Verdict::Unknown(reason) => (Err(reason.word().to_owned()), false),
        };
        let by_line = examination
            .as_ref()
            .map(|e| e.solution.len() as u32)
            .filter(|_| given.author.is_some());
        Run {
            id: given.id.replace(',', ";"),
            stated: given.stated.or(by_line),
            found,
            exact,
            moves: solution.moves.unwrap_or(0),
            seconds: (solution.elapsed.as_secs_f64() * 1e4).round() / 1e4,
            cooks: examination.map(|e| {
                let counted = e.cooks.iter().filter(|cook| !cook.class.is_exempt());
                let cooks = counted.map(|cook| FoundCook {
                    at: cook.at as u32,
                    mv: usi::write(cook.mv, variant),
                    found: cook.length,
                    class: cook.class.word().to_owned(),
                });
                (cooks.collect(), e.undecided.len())
            }),
        }
    }
}

/// Solves the problems. `report` gets the name of each problem before it is solved. The runs are in
/// the order of the problems; fewer if an interrupt came.
///
/// # Errors
/// A problem has no king to mate, or the file of runs cannot be used.
pub fn run(
    problems: &[Given],
    settings: &Settings<'_>,
    report: &mut dyn FnMut(&str),
) -> Result<Vec<Run>, HisshiError> {
    let mut known: BTreeMap<String, Run> = BTreeMap::new();
    let mut journal = None;
    if let Some(file) = settings.file {
        let (mut opened, held) = Journal::open(file, false)?;
        for (set, run) in held.lines.iter().filter_map(|line| Run::read(line)) {
            if set == settings.moves && run.cooks.is_some() == settings.cooks {
                known.insert(run.id.clone(), run);
            }
        }
        opened.cut()?;
        if held.lines.is_empty() {
            opened.add(&format!("{HEAD}\n"))?;
        }
        journal = Some(opened);
    }
    let mut runs = Vec::new();
    for given in problems {
        report(&given.id);
        if let Some(run) = known.get(&given.id.replace(',', ";")) {
            runs.push(run.clone());
            continue;
        }
        let fault = |invalid| HisshiError::Problem(given.id.clone(), invalid);
        let position = given
            .setup
            .validate_wide()
            .map_err(|faults| fault(Invalid::from(faults)))?;
        let run = with_wide_position!(position, |p| {
            Hisshi::new(p.clone()).map_err(|faults| fault(Invalid::from(faults)))?;
            Run::make(given, p, settings)
        });
        let Some(run) = run else { break };
        if let Some(journal) = &mut journal {
            journal.add(&(run.line(settings.moves) + "\n"))?;
        }
        runs.push(run);
    }
    Ok(runs)
}

/// The middle of some numbers, the mean of the two middle ones if their number is even.
pub fn median(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    Some(match numbers.len() % 2 {
        0 => f64::midpoint(numbers[middle - 1], upper),
        _ => upper,
    })
}

/// Our table: one row a length, with the slowest problem named.
pub fn our_table(runs: &[Run]) -> String {
    let mut text = String::from(
        "plies   problems  solved  as stated   seconds: median     most   moves made: median        most  slowest\n",
    );
    let mut by_length: BTreeMap<u32, Vec<&Run>> = BTreeMap::new();
    for run in runs {
        let length = run.stated.or(run.found.clone().ok());
        by_length.entry(length.unwrap_or(0)).or_default().push(run);
    }
    for (length, runs) in &by_length {
        text.push_str(&our_row(&length.to_string(), runs));
    }
    let middle: Vec<&Run> = by_length
        .range(5..=9)
        .flat_map(|(_, runs)| runs.clone())
        .collect();
    text.push_str(&our_row("5 to 9", &middle));
    text.push_str(&our_row("all", &runs.iter().collect::<Vec<_>>()));
    text
}

fn our_row(name: &str, runs: &[&Run]) -> String {
    let solved: Vec<&&Run> = runs.iter().filter(|run| run.found.is_ok()).collect();
    let as_stated = solved
        .iter()
        .filter(|run| run.found.as_ref().ok() == run.stated.as_ref());
    let slowest = solved.iter().max_by_key(|run| run.moves);
    let seconds = solved.iter().map(|run| run.seconds);
    format!(
        "{name:<6} {:>9} {:>7} {:>10} {:>17.4} {:>8.4} {:>20} {:>11}  {}\n",
        runs.len(),
        solved.len(),
        as_stated.count(),
        median(seconds.clone()).unwrap_or(0.0),
        seconds.fold(0.0, f64::max),
        median(solved.iter().map(|run| run.moves as f64)).unwrap_or(0.0),
        slowest.map_or(0, |run| run.moves),
        slowest.map_or("-", |run| &run.id),
    )
}

/// The paper's table 1, with our runs of the problems that have its numbers.
pub fn beside_table_1(ours: &BTreeMap<u32, Run>) -> String {
    let mut text = String::from(
        "Nagai 2011, table 1: 81 problems of a book, by number\n\
         number  stated   paper: plies  seconds  moves made    yose: plies  seconds  moves made\n",
    );
    let table = table_1();
    for row in &table {
        let paper = match row.found {
            Some((plies, seconds, moves)) => format!("{plies:>14} {seconds:>8.2} {moves:>11}"),
            None => format!("{:>14} {:>8} {:>11}", "-", "-", "-"),
        };
        let ours = ours.get(&row.number).map_or_else(String::new, |run| {
            let plies = match &run.found {
                Ok(plies) => plies.to_string(),
                Err(why) => why.clone(),
            };
            format!("{plies:>15} {:>8.2} {:>11}", run.seconds, run.moves)
        });
        let line = format!("{:>6} {:>7} {paper}{ours}", row.number, row.stated);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let count = |is: &dyn Fn(u32, u32) -> bool| {
        let solved = table.iter().filter_map(|row| Some((row.stated, row.found?.0)));
        solved.filter(|&(stated, found)| is(stated, found)).count()
    };
    let middle = table.iter().filter_map(|row| row.found);
    let middle = middle
        .filter(|(plies, ..)| (5..=9).contains(plies))
        .map(|f| f.2 as f64);
    let _ = writeln!(
        text,
        "paper: {} as stated, {} longer, {} shorter; {OPEN}\n{FOURTEEN}\n\
         paper: median of the moves made for 5 to 9 plies found: {}",
        count(&|stated, found| stated == found),
        count(&|stated, found| found > stated),
        count(&|stated, found| found < stated),
        median(middle).unwrap_or(0.0),
    );
    text
}

/// The paper's table 2, with the cooks of our runs of the problems that have its numbers.
pub fn beside_table_2(ours: &BTreeMap<u32, Run>) -> String {
    let mut text = String::from(
        "Nagai 2011, table 2: cooks, by number; without promotion and placement\n\
         number  stated     at  plies  move, judgement\n",
    );
    let table = table_2();
    let mut numbers: Vec<u32> = table.iter().map(|cook| cook.number).collect();
    numbers.extend(
        ours.iter()
            .filter(|(_, run)| run.cooks.is_some())
            .map(|(n, _)| *n),
    );
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        for cook in table.iter().filter(|cook| cook.number == number) {
            let PublishedCook {
                stated,
                at,
                mv,
                found,
                judgement,
                ..
            } = cook;
            let _ = writeln!(
                text,
                "{number:>6} {stated:>7} {at:>6} {found:>6}  {mv} {judgement}"
            );
        }
        if let Some(run) = ours.get(&number) {
            text.push_str(&our_cooks(run));
        }
    }
    text
}

/// The cooks of a run, in the form of the paper's table 2.
pub fn our_cooks(run: &Run) -> String {
    let Some((cooks, open)) = &run.cooks else {
        return String::new();
    };
    let mut text = String::new();
    let stated = run.stated.or(run.found.clone().ok()).unwrap_or(0);
    for FoundCook { at, mv, found, class } in cooks {
        let short = if *class == Class::Shorter.word() {
            " (早必至)"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "yose: {:>8} {stated:>5} {at:>6} {found:>6}  {mv}{short}",
            run.id
        );
    }
    if cooks.is_empty() && *open == 0 {
        let _ = writeln!(text, "yose: {:>8} {stated:>5}      no cook", run.id);
    }
    if *open > 0 {
        let _ = writeln!(
            text,
            "yose: {:>8} {stated:>5}      {open} moves undecided",
            run.id
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of Nagai 2011, section 4.
    #[test]
    fn the_tables_are_those_of_the_paper() {
        let table = table_1();
        assert_eq!(table.len(), 81);
        let numbers: Vec<u32> = table.iter().map(|row| row.number).collect();
        assert_eq!(numbers, (1..=81).collect::<Vec<_>>());
        let open: Vec<u32> = table
            .iter()
            .filter(|row| row.found.is_none())
            .map(|row| row.number)
            .collect();
        assert_eq!(open, [70, 75]);
        let text = beside_table_1(&BTreeMap::new());
        assert!(text.contains("50 as stated, 26 longer, 3 shorter"), "{text}");
        assert!(text.contains("5 to 9 plies found: 37118"), "{text}");
        let cooks = table_2();
        assert_eq!(cooks.len(), 27);
        let shorter = cooks.iter().filter(|cook| cook.judgement.contains("早必至"));
        assert_eq!(shorter.map(|cook| cook.number).collect::<Vec<_>>(), [18, 64, 69]);
        for cook in cooks {
            let row = table[cook.number as usize - 1];
            assert_eq!(row.stated, cook.stated, "{cook:?}");
            assert!(cook.at % 2 == 1 && cook.at <= cook.stated, "{cook:?}");
        }
    }

    fn a_run() -> Run {
        Run {
            id: "kitajo-12".into(),
            stated: Some(13),
            found: Ok(13),
            exact: true,
            moves: 7,
            seconds: 0.25,
            cooks: Some((
                vec![FoundCook {
                    at: 7,
                    mv: "G*6c".into(),
                    found: 49,
                    class: "other".into(),
                }],
                2,
            )),
        }
    }

    #[test]
    fn lines_are_read_back_and_cut_ones_are_not() {
        let run = a_run();
        let line = run.line(MoveSet::Paper);
        assert_eq!(Run::read(&line), Some((MoveSet::Paper, run.clone())));
        let failed = Run {
            found: Err("time".into()),
            stated: None,
            cooks: None,
            ..run
        };
        let read = Run::read(&failed.line(MoveSet::All));
        assert_eq!(read, Some((MoveSet::All, failed)));
        assert_eq!(Run::read(&line[..line.len() - 3]), None);
        assert_eq!(Run::read(HEAD), None);
    }

    #[test]
    fn our_cooks_stand_below_those_of_the_paper() {
        let ours = BTreeMap::from([(12, a_run())]);
        let text = beside_table_2(&ours);
        let (paper, yose) = (text.find("6三金打"), text.find("G*6c"));
        assert!(paper.is_some() && paper < yose, "{text}");
        assert!(text.contains("2 moves undecided"));
    }

    /// A run that is interrupted is taken up again, and a run by other moves is not taken over.
    #[test]
    fn kept_runs_are_not_made_again() {
        let folder = std::env::temp_dir().join(format!("yose-reproduce-hisshi-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("runs.csv");
        let problems: Vec<Given> = Given::suite().unwrap().into_iter().take(3).collect();
        let settings = |moves, file| Settings {
            moves,
            cooks: false,
            limits: Limits {
                hash_mb: 4,
                ..Limits::default()
            },
            file: Some(file),
        };
        let two = run(&problems[..2], &settings(MoveSet::All, &file), &mut |_| {}).unwrap();
        // What was kept is believed: a changed line shows whether it was read.
        let text = std::fs::read_to_string(&file).unwrap();
        let changed = text.replace(&format!(",{},", two[0].moves), ",123456,");
        std::fs::write(&file, changed).unwrap();
        let all = run(&problems, &settings(MoveSet::All, &file), &mut |_| {}).unwrap();
        assert_eq!((all.len(), all[0].moves), (3, 123_456));
        let paper = run(&problems, &settings(MoveSet::Paper, &file), &mut |_| {}).unwrap();
        assert_ne!(paper[0].moves, 123_456);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(all.iter().all(|run| run.found == Ok(1) && run.stated == Some(1)));
    }

    #[test]
    fn the_number_of_a_problem_is_at_the_end_of_its_id() {
        let number = |id: &str| {
            let mut given = Given::suite().unwrap().swap_remove(0);
            given.id = id.to_owned();
            given.number()
        };
        assert_eq!(number("12"), Some(12));
        assert_eq!(number("来条12"), Some(12));
        assert_eq!(number("kitajo-007"), Some(7));
        assert_eq!(number("no number"), None);
    }
}
