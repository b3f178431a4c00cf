//! The database of an enumeration, open for reading.

use crate::StoreError;
use rusqlite::{Connection, OpenFlags, Row, ToSql};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yose_enumerate::store::{About, Catalogue, Filter, Listed, OfGrade};

/// A database of an enumeration, open for reading.
#[derive(Debug)]
pub struct Database {
    connection: Mutex<Connection>,
    about: About,
}

impl Database {
    /// Opens a database and counts its mates by length and grade.
    ///
    /// # Errors
    /// If the file cannot be read, or is no such database.
    pub fn open(path: &Path) -> Result<Database, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let database = Connection::open_with_flags(path, flags)?;
        let about = about(&database)?;
        Ok(Database {
            connection: Mutex::new(database),
            about,
        })
    }

    fn page(&self, filter: &Filter, from: u64, most: u64) -> Result<(u64, Vec<Listed>), StoreError> {
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
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Catalogue for Database {
    fn about(&self) -> &About {
        &self.about
    }

    fn mates(&self, filter: &Filter, from: u64, most: u64) -> io::Result<(u64, Vec<Listed>)> {
        Ok(self.page(filter, from, most)?)
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
