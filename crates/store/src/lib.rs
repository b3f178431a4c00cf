//! The results of an enumeration as files of SQLite and Parquet.
//!
//! A crate of its own keeps these two libraries out of the first build: only programs that are
//! built with the feature `store` have it.

mod database;
mod parquet;
mod sqlite;

use std::io;
use std::path::Path;
use thiserror::Error;
use yose_enumerate::store::{Format, Results};

pub use database::Database;
pub use sqlite::stored;

/// Why a file could not be written or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file system.
    #[error(transparent)]
    File(#[from] io::Error),
    /// SQLite.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// Parquet.
    #[error(transparent)]
    Parquet(#[from] ::parquet::errors::ParquetError),
}

impl From<StoreError> for io::Error {
    fn from(error: StoreError) -> io::Error {
        match error {
            StoreError::File(error) => error,
            other => io::Error::other(other),
        }
    }
}

/// Writes a file, which must not exist yet.
///
/// # Errors
/// See [`StoreError`]. A partly written file stays.
pub fn write(results: &Results<'_>, format: Format, path: &Path) -> Result<(), StoreError> {
    match format {
        Format::Csv => Ok(results.write_csv(path)?),
        Format::Sqlite => sqlite::write(results, path),
        Format::Parquet => parquet::write(results, path),
    }
}
