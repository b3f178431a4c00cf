//! Rows, summary, space and certificates as an SQLite database.

use crate::StoreError;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, OpenFlags, ToSql, params, params_from_iter};
use std::path::Path;
use yose_enumerate::each_row;
use yose_enumerate::store::{Column, Results, Stored, Value, columns, values};

/// A value of a column as SQLite takes it.
struct Cell(Value);

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match &self.0 {
            Value::Number(n) => n.to_sql(),
            Value::Text(text) => text.to_sql(),
            Value::Null => Ok(ToSqlOutput::Owned(rusqlite::types::Value::Null)),
        }
    }
}

pub fn write(results: &Results<'_>, path: &Path) -> Result<(), StoreError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut database = Connection::open_with_flags(path, flags)?;
    // The file is written once under a temporary name. There is nothing to roll back.
    database.execute_batch(
        "PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;",
    )?;
    let write = database.transaction()?;
    let described: Vec<String> = columns()
        .iter()
        .map(|(name, column)| {
            let kind = match column {
                Column::Number => "INTEGER",
                Column::Text => "TEXT",
            };
            let key = if name == "number" { " PRIMARY KEY" } else { "" };
            format!("{name} {kind}{key}")
        })
        .collect();
    write.execute_batch(&format!(
        "CREATE TABLE space (name TEXT, source TEXT, fold TEXT, futile TEXT, terms TEXT, alike TEXT, diagrams INTEGER, problems INTEGER, mates INTEGER, never INTEGER, undecided INTEGER);
         CREATE TABLE lengths (length INTEGER PRIMARY KEY, mates INTEGER, none_left INTEGER, complete_one INTEGER, complete_every INTEGER, complete_some INTEGER, minor_one INTEGER, minor_every INTEGER, minor_some INTEGER);
         CREATE TABLE problems ({});
         CREATE TABLE disproofs (number INTEGER PRIMARY KEY, certificate TEXT);",
        described.join(", ")
    ))?;
    let (space, summary) = (results.space, results.summary);
    write.execute(
        "INSERT INTO space VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            summary.space,
            space.source(),
            space.fold.word(),
            space.policy.word(),
            results.terms,
            yose_enumerate::alike::DEFINITION,
            summary.diagrams as i64,
            summary.problems as i64,
            summary.mates as i64,
            summary.never as i64,
            summary.open as i64
        ],
    )?;
    for (length, line) in &summary.lengths {
        let counts = [
            u64::from(*length),
            line.mates,
            line.none_left[0],
            line.complete.one,
            line.complete.every,
            line.complete.some,
            line.minor.one,
            line.minor.every,
            line.minor.some,
        ]
        .map(|n| n as i64);
        write.execute("INSERT INTO lengths VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", counts)?;
    }
    {
        let places = vec!["?"; columns().len()].join(", ");
        let mut insert = write.prepare(&format!("INSERT INTO problems VALUES ({places})"))?;
        each_row(space, results.parts, results.groups, |row| {
            insert
                .execute(params_from_iter(values(row).into_iter().map(Cell)))
                .map(|_| ())
        })?;
        let mut insert = write.prepare("INSERT INTO disproofs VALUES (?, ?)")?;
        for (number, certificate) in results.parts.iter().flat_map(|part| &part.disproofs) {
            insert.execute(params![*number as i64, certificate])?;
        }
    }
    write.execute_batch("CREATE INDEX by_length ON problems (length) WHERE length IS NOT NULL;")?;
    write.commit()?;
    database.close().map_err(|(_, error)| error)?;
    std::fs::File::open(path)?.sync_all()?;
    Ok(())
}

/// Reads the diagrams without mate from a database.
///
/// # Errors
/// If the file cannot be read, or is no such database.
pub fn stored(path: &Path) -> Result<Stored, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(path, flags)?;
    let (space, terms) = database.query_row("SELECT name, terms FROM space", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    let mut never =
        database.prepare("SELECT number FROM problems WHERE verdict = 'nomate' ORDER BY number")?;
    let never = never.query_map([], |row| row.get::<_, i64>(0))?;
    let mut told = database.prepare("SELECT number, certificate FROM disproofs ORDER BY number")?;
    let told = told.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    Ok(Stored {
        space,
        terms,
        // Numbers are written from `u64`.
        never: never
            .map(|number| number.map(|n| n as u64))
            .collect::<Result<_, _>>()?,
        disproofs: told
            .map(|row| row.map(|(number, text)| (number as u64, text)))
            .collect::<Result<_, _>>()?,
    })
}
