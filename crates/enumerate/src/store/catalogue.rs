//! A finished enumeration in its database, open for reading: problems by length and grade, a page
//! at a time.

use super::StoreError;
use rusqlite::{Connection, OpenFlags, Row, ToSql};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A database of an enumeration, open for reading. It can be shared by threads.
#[derive(Debug)]
pub struct Catalogue {
    database: Mutex<Connection>,
    about: About,
}

/// What an enumeration is about, and how many problems it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name of the space.
    pub space: String,
    /// The question asked.
    pub terms: String,
    /// Diagrams, kings in check included.
    pub diagrams: u64,
    /// Diagrams not in check.
    pub problems: u64,
    /// Mates.
    pub mates: u64,
    /// Diagrams without mate.
    pub never: u64,
    /// Diagrams that a limit left open.
    pub undecided: u64,
    /// The mates of each length by their grade.
    pub lengths: BTreeMap<u32, ByGrade>,
}

/// Counts of mates by grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByGrade {
    /// Without cooks.
    pub a: u64,
    /// With minor cooks.
    pub b: u64,
    /// Cooked.
    pub c: u64,
    /// Too short to be graded, or with too many lines of best play.
    pub none: u64,
}

/// A grade to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfGrade {
    /// A: without cooks.
    A,
    /// B: with minor cooks.
    B,
    /// C: cooked.
    C,
}

impl OfGrade {
    /// The grade of a word: `A`, `B` or `C`.
    pub fn of_word(word: &str) -> Option<OfGrade> {
        [OfGrade::A, OfGrade::B, OfGrade::C]
            .into_iter()
            .find(|grade| grade.word() == word)
    }

    /// `A`, `B` or `C`.
    pub const fn word(self) -> &'static str {
        match self {
            OfGrade::A => "A",
            OfGrade::B => "B",
            OfGrade::C => "C",
        }
    }
}

/// Which mates to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// At least this length.
    pub least: Option<u32>,
    /// At most this length.
    pub most: Option<u32>,
    /// Of this grade.
    pub grade: Option<OfGrade>,
    /// Only the first problem of each group of alike solutions.
    pub distinct: bool,
}

/// A mate of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The number of the diagram.
    pub number: u64,
    /// The diagram.
    pub sfen: String,
    /// Its length.
    pub length: u32,
    /// A line of best play, as USI moves.
    pub line: String,
    /// `A`, `B`, `C` or `unknown`; `None` if it was not graded.
    pub grade: Option<String>,
}

impl Catalogue {
    /// Opens a database and counts its mates by length and grade.
    ///
    /// # Errors
    /// If the file cannot be read, or is no such database.
    pub fn open(path: &Path) -> Result<Catalogue, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let database = Connection::open_with_flags(path, flags)?;
        let about = about(&database)?;
        Ok(Catalogue {
            database: Mutex::new(database),
            about,
        })
    }

    /// What the enumeration is about.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The mates that pass a filter, longest first and then by number: `most` of them after the
    /// first `from`, and how many there are in all.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn mates(&self, filter: &Filter, from: u64, most: u64) -> Result<(u64, Vec<Listed>), StoreError> {
        let mut terms = vec!["length IS NOT NULL"];
        let mut values: Vec<Box<dyn ToSql>> = Vec::new();
        let mut add = |term, value: Box<dyn ToSql>| {
            terms.push(term);
            values.push(value);
        };
        if let Some(least) = filter.least {
            add("length >= ?", Box::new(least));
        }
        if let Some(most) = filter.most {
            add("length <= ?", Box::new(most));
        }
        if let Some(grade) = filter.grade {
            add("grade = ?", Box::new(grade.word()));
        }
        if filter.distinct {
            terms.push("(alike IS NULL OR alike = number)");
        }
        let (terms, database) = (terms.join(" AND "), self.lock());
        let given = || rusqlite::params_from_iter(values.iter());
        let all = format!("SELECT COUNT(*) FROM problems WHERE {terms}");
        let all: i64 = database.query_row(&all, given(), |row| row.get(0))?;
        // Sizes of pages are numbers of ours, never texts.
        let mut page = database.prepare(&format!(
            "SELECT number, sfen, length, line, grade FROM problems WHERE {terms} \
             ORDER BY length DESC, number LIMIT {} OFFSET {}",
            most.min(i64::MAX as u64),
            from.min(i64::MAX as u64)
        ))?;
        let page = page.query_map(given(), listed)?;
        Ok((all as u64, page.collect::<Result<_, _>>()?))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A reader that broke down leaves nothing half done.
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    Ok(Listed {
        number: row.get::<_, i64>(0)? as u64,
        sfen: row.get(1)?,
        length: row.get(2)?,
        line: row.get(3)?,
        grade: row.get(4)?,
    })
}

fn about(database: &Connection) -> Result<About, StoreError> {
    let query = "SELECT name, terms, diagrams, problems, mates, never, undecided FROM space";
    let mut about = database.query_row(query, [], |row| {
        // Counts are written from `u64`.
        let count = |i| row.get::<_, i64>(i).map(|n| n as u64);
        Ok(About {
            space: row.get(0)?,
            terms: row.get(1)?,
            diagrams: count(2)?,
            problems: count(3)?,
            mates: count(4)?,
            never: count(5)?,
            undecided: count(6)?,
            lengths: BTreeMap::new(),
        })
    })?;
    let query =
        "SELECT length, grade, COUNT(*) FROM problems WHERE length IS NOT NULL GROUP BY length, grade";
    let mut counts = database.prepare(query)?;
    let mut counts = counts.query([])?;
    while let Some(row) = counts.next()? {
        let grade: Option<String> = row.get(1)?;
        let count = row.get::<_, i64>(2)? as u64;
        let of = about.lengths.entry(row.get(0)?).or_default();
        match grade.as_deref().and_then(OfGrade::of_word) {
            Some(OfGrade::A) => of.a += count,
            Some(OfGrade::B) => of.b += count,
            Some(OfGrade::C) => of.c += count,
            None => of.none += count,
        }
    }
    Ok(about)
}
