//! Rows as comma-separated values.

use super::{Results, Value, columns, values};
use crate::row::each_row;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

pub(super) fn write(results: &Results<'_>, path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut out = BufWriter::new(file);
    let names: Vec<String> = columns().into_iter().map(|(name, _)| name).collect();
    writeln!(out, "{}", names.join(","))?;
    each_row(results.space, results.parts, results.groups, |row| {
        let fields: Vec<String> = values(row)
            .into_iter()
            .map(|value| match value {
                Value::Number(n) => n.to_string(),
                Value::Text(text) => field(&text),
                Value::Null => String::new(),
            })
            .collect();
        writeln!(out, "{}", fields.join(","))
    })?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(())
}
