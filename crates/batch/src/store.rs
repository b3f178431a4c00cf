//! The files of an enumeration that other tools read.
//!
//! SQLite and Parquet take long to build, and most people never enumerate. So only a program that
//! was built with the feature `store` has them.

use std::io;
use std::path::Path;
use thiserror::Error;
use yose_enumerate::store::{Catalogue, Format, Results, Stored};

/// The program was built without the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "this yose was built without SQLite and Parquet: `cargo build --release` builds it with both, \
     and --format csv needs neither"
)]
pub struct NotBuilt;

/// Whether this program can write files of these formats.
///
/// # Errors
/// It was built without one of them.
pub fn are_built_in(formats: &[Format]) -> Result<(), NotBuilt> {
    let all = cfg!(feature = "store") || formats.iter().all(|&format| format == Format::Csv);
    all.then_some(()).ok_or(NotBuilt)
}

/// Writes a file, which must not exist yet.
pub(crate) fn write(results: &Results<'_>, format: Format, path: &Path) -> io::Result<()> {
    match format {
        Format::Csv => results.write_csv(path),
        #[cfg(feature = "store")]
        Format::Sqlite | Format::Parquet => Ok(yose_store::write(results, format, path)?),
        #[cfg(not(feature = "store"))]
        Format::Sqlite | Format::Parquet => Err(io::Error::other(NotBuilt)),
    }
}

/// Reads the diagrams without mate from a database.
#[cfg(feature = "store")]
pub(crate) fn stored(path: &Path) -> io::Result<Stored> {
    Ok(yose_store::stored(path)?)
}

/// Reads the diagrams without mate from a database.
#[cfg(not(feature = "store"))]
pub(crate) fn stored(_: &Path) -> io::Result<Stored> {
    Err(io::Error::other(NotBuilt))
}

/// Opens the database of an enumeration for reading.
///
/// # Errors
/// If the file cannot be read or is no such database, or the program was built without SQLite.
#[cfg(feature = "store")]
pub fn catalogue(path: &Path) -> io::Result<Box<dyn Catalogue>> {
    Ok(Box::new(yose_store::Database::open(path)?))
}

/// Opens the database of an enumeration for reading.
///
/// # Errors
/// The program was built without SQLite.
#[cfg(not(feature = "store"))]
pub fn catalogue(_: &Path) -> io::Result<Box<dyn Catalogue>> {
    Err(io::Error::other(NotBuilt))
}
