//! The content of the final files, which common tools read, and the file of comma-separated values.
//! The crate `yose-store` writes the other formats.
//!
//! The same parts give the same bytes: one pass in the order of numbers, every setting of the
//! writers fixed, nothing about the run.

mod catalogue;
mod csv;

use crate::leftover::ALL;
use crate::part::Part;
use crate::row::{Groups, Row};
use crate::space::Space;
use crate::summary::Summary;
use std::io;
use std::path::Path;

pub use catalogue::{About, ByGrade, Catalogue, Filter, Listed, OfGrade};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A database: the rows, the summary, the space and the certificates.
    Sqlite,
    /// The rows in columns.
    Parquet,
    /// The rows as text.
    Csv,
}

impl Format {
    /// The ending of the file's name.
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Sqlite => "sqlite",
            Format::Parquet => "parquet",
            Format::Csv => "csv",
        }
    }
}

/// The content of the files.
pub struct Results<'a> {
    /// The space.
    pub space: &'a Space,
    /// The question.
    pub terms: &'a str,
    /// The results.
    pub parts: &'a [Part],
    /// Alike solutions.
    pub groups: &'a Groups,
    /// The table.
    pub summary: &'a Summary,
}

impl Results<'_> {
    /// Writes a file of comma-separated values, which must not exist yet.
    ///
    /// # Errors
    /// Those of the file system. A partly written file stays.
    pub fn write_csv(&self, path: &Path) -> io::Result<()> {
        csv::write(self, path)
    }
}

/// The diagrams without mate, as a database holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The name of the space.
    pub space: String,
    /// The question asked.
    pub terms: String,
    /// The numbers of all diagrams without mate, in order.
    pub never: Vec<u64>,
    /// Numbers and certificates, in order.
    pub disproofs: Vec<(u64, String)>,
}

/// A value of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
    /// Nothing.
    Null,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Whole numbers.
    Number,
    /// Texts.
    Text,
}

/// The columns of a row, in order.
pub fn columns() -> Vec<(String, Column)> {
    let mut columns: Vec<(String, Column)> = [
        ("number", Column::Number),
        ("sfen", Column::Text),
        ("corner", Column::Text),
        ("king", Column::Text),
        ("verdict", Column::Text),
        ("length", Column::Number),
        ("line", Column::Text),
    ]
    .map(|(name, column)| (name.to_owned(), column))
    .to_vec();
    columns.extend(ALL.map(|c| (format!("left_{}", c.name.replace('-', "_")), Column::Number)));
    columns.extend(
        [
            ("grade", Column::Text),
            ("lines_a", Column::Number),
            ("lines_b", Column::Number),
            ("lines_c", Column::Number),
            ("cooks", Column::Text),
            ("alike", Column::Number),
        ]
        .map(|(name, column)| (name.to_owned(), column)),
    );
    columns
}

/// The values of a row, in the order of [`columns`].
pub fn values(row: &Row) -> Vec<Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    let number = |n: i64| Value::Number(n);
    let mate = row.mate();
    let graded = row.graded();
    let mut values = vec![
        number(row.number as i64),
        text(&row.sfen),
        text(&row.corner),
        text(&row.king),
        text(row.word()),
        mate.map_or(Value::Null, |mate| number(i64::from(mate.length))),
        mate.map_or(Value::Null, |mate| text(&mate.line)),
    ];
    for i in 0..ALL.len() {
        values.push(mate.map_or(Value::Null, |mate| number(i64::from(mate.lefts[i]))));
    }
    values.push(graded.map_or(Value::Null, |graded| text(graded.word())));
    for i in 0..3 {
        values.push(graded.map_or(Value::Null, |graded| number(i64::from(graded.lines[i]))));
    }
    values.push(graded.map_or(Value::Null, |graded| text(&graded.cooks)));
    values.push(row.alike.map_or(Value::Null, |first| number(first as i64)));
    values
}
