//! A folder that keeps the full tables of small games.

use crate::output;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use yose_ask::tables::TableStore;
use yose_tablebase::{Material, Table};

/// A folder of tables, one file for each table.
#[derive(Clone, Debug)]
pub struct FolderOfTables(pub PathBuf);

impl TableStore for FolderOfTables {
    fn read(&self, material: &Material) -> Option<Result<Table, String>> {
        let path = self.0.join(Table::file_name(material));
        let file = File::open(&path).ok()?;
        let table = Table::read(material, &mut BufReader::new(file));
        Some(table.map_err(|error| format!("{}: {error}; it is made anew", path.display())))
    }

    fn keep(&self, table: &Table) -> Result<(), String> {
        let path = self.0.join(Table::file_name(table.material()));
        let mut bytes = Vec::new();
        std::fs::create_dir_all(&self.0).map_err(|e| format!("{}: {e}", self.0.display()))?;
        table
            .write(&mut bytes)
            .map_err(|e| format!("{}: {e}", path.display()))?;
        output::write_file(&path, &bytes, true).map_err(|e| e.to_string())
    }
}
