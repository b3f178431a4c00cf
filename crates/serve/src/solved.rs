//! A small game whose table of all positions is made, or read from a folder, while the server runs.

use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use yose_ask::loa::table;
use yose_ask::tables::Tables;
use yose_ask::{Game, Invalid, Subject};
use yose_loa::AnyPosition;
use yose_present::explore::any_table::AnyTable;
use yose_shogi::notation::sfen;
use yose_tablebase::Material;
use yose_tsume::Limits;

/// A game with its table.
#[derive(Debug)]
pub struct Solved {
    name: String,
    subject: Subject,
    of: Of,
    made: Mutex<Made>,
}

/// What the table is made of.
#[derive(Debug)]
enum Of {
    /// The pieces of a shogi game.
    Pieces(Material),
    /// The stones of a Lines of Action position.
    Stones(AnyPosition),
}

#[derive(Debug)]
enum Made {
    /// It is being made; how far it is.
    Making(String),
    Ready(AnyTable, State),
    Failed(String),
}

/// How far a table is, as JSON has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct State {
    /// `making`, `ready` or `failed`.
    state: &'static str,
    /// How far it is, or why there is none.
    note: Option<String>,
    /// Its positions: all, won, lost and drawn for the side to move.
    positions: Option<[u64; 4]>,
    /// The longest distance of a win or a loss.
    deepest: Option<u32>,
}

impl Solved {
    /// A game by its name or a position of it. Nothing is made yet.
    ///
    /// # Errors
    /// It is no position, or its pieces have no table.
    pub fn new(name: &str) -> Result<Solved, Invalid> {
        let subject = Subject::read(name, Game::Any);
        let of = match &subject {
            Subject::Loa { position, rules } => {
                table::suits(*position, *rules)?;
                Of::Stones(*position)
            }
            _ => {
                let root = subject.shogi()?.validate().map_err(Invalid::from)?;
                Of::Pieces(Material::of(&root).map_err(Invalid::whole)?)
            }
        };
        Ok(Solved {
            name: name.to_owned(),
            subject,
            of,
            made: Mutex::new(Made::Making(String::new())),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name that was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The first position.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The rules by their name.
    pub fn rules(&self) -> String {
        match &self.subject {
            Subject::Shogi(setup) => setup.variant.name.to_owned(),
            Subject::Loa { position, .. } => format!("loa:{}", position.size()),
            Subject::Invalid(_) => String::new(),
        }
    }

    /// The first position as SFEN or FEN.
    pub fn position(&self) -> String {
        match &self.subject {
            Subject::Shogi(setup) => sfen::write_setup(setup),
            Subject::Loa { position, .. } => position.to_string(),
            Subject::Invalid(_) => String::new(),
        }
    }

    /// The table, if it is there.
    pub fn table(&self) -> Option<AnyTable> {
        match &*self.lock() {
            Made::Ready(table, _) => Some(table.clone()),
            _ => None,
        }
    }

    /// How far it is.
    pub fn state(&self) -> State {
        match &*self.lock() {
            Made::Making(note) => State {
                state: "making",
                note: Some(note.clone()),
                ..State::default()
            },
            Made::Failed(why) => State {
                state: "failed",
                note: Some(why.clone()),
                ..State::default()
            },
            Made::Ready(_, state) => state.clone(),
        }
    }

    /// Makes the table, or reads it. Takes as long as it takes, unless `stop` becomes true.
    pub fn make(&self, tables: &Tables, hash_mb: usize, stop: &Arc<AtomicBool>) {
        let limits = Limits {
            hash_mb,
            interrupt: Arc::clone(stop),
            ..Limits::default()
        };
        let mut report = |note: &str, _: Duration| *self.lock() = Made::Making(note.to_owned());
        let made = match &self.of {
            Of::Stones(position) => {
                table::make(*position, &limits).map(|board| AnyTable::Loa(Arc::new(board)))
            }
            Of::Pieces(material) => {
                let made = tables.get(material, &limits, &mut report, &mut None);
                made.map(|(table, _)| AnyTable::Shogi(table))
            }
        };
        *self.lock() = match made {
            Ok(table) => {
                let state = State {
                    state: "ready",
                    note: None,
                    positions: Some(table.positions()),
                    deepest: Some(table.deepest()),
                };
                Made::Ready(table, state)
            }
            Err(error) => Made::Failed(error.to_string()),
        };
    }
}

/// Makes tables one after the other in a thread of its own. Returns the flag that stops it.
pub fn make_all(list: &[Arc<Solved>], tables: Tables, hash_mb: usize) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let (list, flag) = (list.to_vec(), Arc::clone(&stop));
    let work = move || {
        for solved in list {
            if !flag.load(Ordering::Relaxed) {
                solved.make(&tables, hash_mb, &flag);
            }
        }
    };
    // Without a thread the tables are never there, and the page says that they are being made.
    let _ = std::thread::Builder::new().name("tables".to_owned()).spawn(work);
    stop
}
