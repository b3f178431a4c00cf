//! Full tables of small games, made or read when a question needs one.

use crate::verdict::Reason;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;
use yose_andor::Clock;
use yose_tablebase::{Material, Stage, Table, TableError, Watch};
use yose_tsume::Limits;

/// Why there is no table to look at.
#[derive(Debug, Error)]
pub enum NoTable {
    /// The pieces have none, or making it was stopped.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It does not fit.
    #[error("a table of this piece set takes about {needed} MB to make; --hash allows {allowed}")]
    Memory {
        /// MB to make it.
        needed: u64,
        /// MB allowed.
        allowed: usize,
    },
    /// It has too many entries.
    #[error("a table of this piece set has {entries} entries; --nodes allows {allowed}")]
    Nodes {
        /// Its entries.
        entries: u32,
        /// Nodes allowed.
        allowed: u64,
    },
    /// The time was used up first.
    #[error("the table was not finished in time")]
    Time,
}

impl NoTable {
    /// The `reason` of the reply; `None` if the input is to blame.
    pub fn reason(&self) -> Option<Reason> {
        match self {
            NoTable::Time => Some(Reason::Time),
            NoTable::Nodes { .. } => Some(Reason::Nodes),
            NoTable::Memory { .. } => Some(Reason::Memory),
            NoTable::Table(error) => match error {
                TableError::Interrupted => Some(Reason::Interrupted),
                TableError::Squares(_)
                | TableError::TooMany { .. }
                | TableError::TooManyKinds(_)
                | TableError::TooLarge { .. }
                | TableError::TooManyMoves(_) => Some(Reason::Memory),
                TableError::TooDeep(_) => Some(Reason::Depth),
                _ => None,
            },
        }
    }
}

/// Keeps tables for later, in files or elsewhere.
pub trait TableStore: fmt::Debug + Send + Sync {
    /// The table of a material, if it is there.
    ///
    /// # Errors
    /// What is there is damaged or of something else: a warning for people. The table is made
    /// again.
    fn read(&self, material: &Material) -> Option<Result<Table, String>>;

    /// Keeps a table.
    ///
    /// # Errors
    /// A warning for people.
    fn keep(&self, table: &Table) -> Result<(), String>;
}

/// Tables for several jobs: the last table that was asked for, and perhaps a store of all of them.
#[derive(Debug, Default)]
pub struct Tables {
    store: Option<Box<dyn TableStore>>,
    last: Mutex<Option<Arc<Table>>>,
}

/// What making a table takes, in MB, lists of positions of one distance not counted: a distance and
/// a counter an entry.
fn megabytes(entries: u32) -> u64 {
    (u64::from(entries) * 2).div_ceil(1_000_000)
}

impl Tables {
    /// Tables are read from the store if they are there, and kept there when they are made.
    pub fn with_store(store: impl TableStore + 'static) -> Tables {
        Tables {
            store: Some(Box::new(store)),
            last: Mutex::default(),
        }
    }

    /// The table of a material, and how many positions had to be computed for it.
    ///
    /// # Errors
    /// See [`NoTable`].
    pub fn get(
        &self,
        material: &Material,
        limits: &Limits,
        report: &mut dyn FnMut(&str, Duration),
        warning: &mut Option<String>,
    ) -> Result<(Arc<Table>, u64), NoTable> {
        if let Some(table) = self.known(material, warning) {
            return Ok((table, 0));
        }
        // Another job must not wait for this one, so nothing is locked while the table is made.
        let table = make(material, limits, report)?;
        if let Some(Err(error)) = self.store.as_ref().map(|store| store.keep(&table)) {
            *warning = Some(error);
        }
        let positions = table.counts().positions;
        let table = Arc::new(table);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&table));
        Ok((table, positions))
    }

    /// The table of a material that is there already: the last one, or one of the store.
    pub(crate) fn known(&self, material: &Material, warning: &mut Option<String>) -> Option<Arc<Table>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |table: &&Arc<Table>| table.material().description() == material.description();
        if last.as_ref().filter(same).is_none() {
            // What is not asked for any more is not kept while another table is made.
            *last = None;
            match self.store.as_ref().and_then(|store| store.read(material)) {
                Some(Ok(table)) => *last = Some(Arc::new(table)),
                Some(Err(what)) => *warning = Some(what),
                None => {}
            }
        }
        last.clone()
    }
}

/// Computes a table within limits.
fn make(
    material: &Material,
    limits: &Limits,
    report: &mut dyn FnMut(&str, Duration),
) -> Result<Table, NoTable> {
    let entries = Table::size_of(material)?;
    if megabytes(entries) > limits.hash_mb as u64 {
        return Err(NoTable::Memory {
            needed: megabytes(entries),
            allowed: limits.hash_mb,
        });
    }
    if let Some(allowed) = limits.nodes.filter(|&n| n < u64::from(entries)) {
        return Err(NoTable::Nodes { entries, allowed });
    }
    let start = Clock::start();
    let mut late = false;
    let made = Table::build(
        material,
        &mut Watch::new(&mut |stage| {
            report(&words(stage), start.elapsed());
            late = limits.time.is_some_and(|time| start.elapsed() > time);
            !late && !limits.interrupt.load(std::sync::atomic::Ordering::Relaxed)
        }),
    );
    match made {
        Err(TableError::Interrupted) if late => Err(NoTable::Time),
        made => Ok(made?),
    }
}

/// A stage of the work, for people.
pub fn words(stage: Stage) -> String {
    match stage {
        Stage::Counting { done, of } => format!("positions and their moves: {} %", done * 100 / of.max(1)),
        Stage::Level { plies, positions } => format!("{positions} positions {plies} plies from the end"),
        Stage::Reaching { plies, positions } => format!("{positions} positions within {plies} plies"),
        Stage::Verifying { done, of } => format!("checking: {} %", done * 100 / of.max(1)),
    }
}
