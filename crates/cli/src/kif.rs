//! The records of `--kif`: one file for a single problem, a folder for several.

use crate::options::{Input, Source, language};
use anyhow::Context;
use std::path::{Path, PathBuf};
use yose_ask::Invalid;
use yose_batch::output;
use yose_present::Notice;

/// Where the records of the problems go.
pub struct Kif<'a> {
    path: Option<&'a Path>,
    several: bool,
    overwrite: bool,
}

impl<'a> Kif<'a> {
    /// Checks before any work that the files may be written. `path` is the value of `--kif`, and
    /// `other` another file that the command writes.
    ///
    /// # Errors
    /// A file is there already, or is an input or the other output of the command.
    pub fn new(
        path: Option<&'a Path>,
        other: Option<&Path>,
        input: &Input,
        source: &mut Source,
        overwrite: bool,
    ) -> anyhow::Result<Kif<'a>> {
        let mut kif = Kif {
            path,
            several: false,
            overwrite,
        };
        if let Some(path) = path {
            kif.several = source.is_several()?;
            let problems = source.problems().enumerate();
            let files: Vec<PathBuf> = problems
                .filter_map(|(i, problem)| kif.file(problem.id.as_deref(), i))
                .collect();
            let all: Vec<&Path> = files.iter().map(PathBuf::as_path).chain(other).collect();
            input.may_write(&all, true).context("--kif")?;
            input.may_write(&files, overwrite).context("--kif")?;
            if kif.several {
                std::fs::create_dir_all(path).with_context(|| format!("--kif {}", path.display()))?;
            }
        }
        Ok(kif)
    }

    /// The file for the record of a problem; `None` without `--kif`.
    pub fn file(&self, id: Option<&str>, index: usize) -> Option<PathBuf> {
        let path = self.path?;
        Some(output::numbered(path, id, index, self.several))
    }

    /// Writes a record. A problem that has none is told.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, file: &Path, record: Result<String, Invalid>) -> anyhow::Result<()> {
        match record {
            Ok(text) => output::write_file(file, text.as_bytes(), self.overwrite)?,
            Err(fault) => {
                let (file, fault) = (file.display().to_string(), fault.to_string());
                output::complain(&Notice::NotWrittenWhy(&file, &fault).line(language()));
            }
        }
        Ok(())
    }
}
