//! `yose convert`.

use crate::options::{Input, language};
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use yose_ask::{Problem, Status};
use yose_batch::output;
use yose_present::convert::{Target, convert};
use yose_present::{Notice, report};
use yose_record::Format;

/// Converts positions and records.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose convert \"startpos moves 7g7f 3c3d\" --to kif
  yose convert crates/cli/tests/files/tsume.kif --to csa
  yose convert suites/tsume/small.tsv --to kif --out-dir problems")]
pub struct Convert {
    #[command(flatten)]
    input: Input,
    /// What to write; without it the name of the output file decides
    #[arg(long, value_enum)]
    to: Option<To>,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write one file a problem into a folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "out")]
    out_dir: Option<PathBuf>,
    /// Leave variations out (CSA has none)
    #[arg(long)]
    main_line: bool,
    /// Replace files that are there already
    #[arg(long, alias = "force")]
    overwrite: bool,
    /// The encoding of records
    #[arg(long, value_enum, default_value = "utf-8")]
    encoding: Encoding,
}

#[derive(Clone, Copy, ValueEnum)]
enum To {
    /// The position alone (FEN for Lines of Action)
    Sfen,
    /// A USI position with the moves of the main line
    Usi,
    /// KIF
    Kif,
    /// KI2
    Ki2,
    /// CSA
    Csa,
    /// JSON kifu format
    Jkf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Encoding {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "shift_jis", alias = "sjis", alias = "shift-jis")]
    ShiftJis,
}

impl Convert {
    pub fn run(self) -> anyhow::Result<Status> {
        self.input.may_write(self.out.as_slice(), self.overwrite)?;
        let target = self.target()?;
        if self.out.is_none() && self.out_dir.is_none() {
            return self.print(target);
        }
        let problems = self.input.read()?;
        let in_one_file = matches!(target, Target::Sfen | Target::Usi | Target::Record(Format::Csa));
        anyhow::ensure!(
            self.out.is_none() || problems.len() == 1 || in_one_file,
            Notice::OneRecord(problems.len()).text(language())
        );
        let mut status = Status::Answered;
        let mut texts = Vec::new();
        for (i, problem) in problems.iter().enumerate() {
            match convert(problem, target, self.main_line).and_then(|text| self.encode(&text)) {
                Ok(bytes) => texts.push((i, bytes)),
                Err(invalid) => {
                    status = Status::Invalid;
                    output::complain(&report::report(problem, &invalid, language()));
                }
            }
        }
        match (&self.out, &self.out_dir) {
            (Some(path), _) if status == Status::Answered => {
                output::write_file(path, &joined(texts, target), self.overwrite)?;
            }
            (Some(path), _) => {
                let path = path.display().to_string();
                output::complain(&Notice::NotWritten(&path).line(language()));
            }
            (None, Some(folder)) => self.write_folder(folder, &problems, &texts, target)?,
            (None, None) => {}
        }
        Ok(status)
    }

    /// Converts to standard output, each problem as it is read.
    fn print(&self, target: Target) -> anyhow::Result<Status> {
        let mut status = Status::Answered;
        let mut between: &[u8] = b"";
        for problem in self.input.stream()?.problems() {
            match convert(&problem, target, self.main_line).and_then(|text| self.encode(&text)) {
                Ok(bytes) => {
                    output::print_bytes(&[between, &bytes].concat())?;
                    between = separator(target);
                }
                Err(invalid) => {
                    status = Status::Invalid;
                    output::complain(&report::report(&problem, &invalid, language()));
                }
            }
        }
        Ok(status)
    }

    /// Writes one file for each problem. All names are chosen before the first file is written, so
    /// that a name clash leaves no partial output.
    fn write_folder(
        &self,
        folder: &Path,
        problems: &[Problem],
        texts: &[(usize, Vec<u8>)],
        target: Target,
    ) -> anyhow::Result<()> {
        let mut taken: HashMap<String, String> = HashMap::new();
        let mut files = Vec::new();
        for (i, bytes) in texts {
            let label = problems[*i].name().label();
            let name = file_name(problems[*i].id.as_deref(), *i, self.extension(target));
            // Windows does not distinguish upper and lower case.
            if let Some(other) = taken.insert(name.to_lowercase(), label.clone()) {
                anyhow::bail!(Notice::OneFileTwice(&other, &label, &name).text(language()));
            }
            files.push((folder.join(&name), bytes));
        }
        let paths: Vec<&PathBuf> = files.iter().map(|(path, _)| path).collect();
        let written = self.input.may_write(&paths, self.overwrite);
        written.with_context(|| Notice::NothingWritten.text(language()))?;
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for (path, bytes) in files {
            output::write_file(&path, bytes, self.overwrite)?;
        }
        Ok(())
    }

    fn target(&self) -> anyhow::Result<Target> {
        Ok(match (self.to, &self.out) {
            (Some(To::Sfen), _) => Target::Sfen,
            (Some(To::Usi), _) => Target::Usi,
            (Some(To::Kif), _) => Target::Record(Format::Kif),
            (Some(To::Ki2), _) => Target::Record(Format::Ki2),
            (Some(To::Csa), _) => Target::Record(Format::Csa),
            (Some(To::Jkf), _) => Target::Record(Format::Jkf),
            (None, Some(path)) => match path.extension().and_then(|e| e.to_str()) {
                Some("sfen") => Target::Sfen,
                Some("usi") => Target::Usi,
                _ => Target::Record(
                    Format::from_path(path)
                        .with_context(|| Notice::NoFormat(&path.display().to_string()).text(language()))?,
                ),
            },
            (None, None) => anyhow::bail!(Notice::ConvertToWhat.text(language())),
        })
    }

    /// The extension of a file. By custom, KIF and KI2 in Shift_JIS have .kif and .ki2.
    fn extension(&self, target: Target) -> &'static str {
        match (self.encoding, target) {
            (Encoding::ShiftJis, Target::Record(Format::Kif)) => "kif",
            (Encoding::ShiftJis, Target::Record(Format::Ki2)) => "ki2",
            _ => target.extension(),
        }
    }

    fn encode(&self, text: &str) -> Result<Vec<u8>, yose_ask::Invalid> {
        match self.encoding {
            Encoding::Utf8 => Ok(text.as_bytes().to_vec()),
            Encoding::ShiftJis => Ok(yose_record::to_shift_jis(text)?),
        }
    }
}

/// What stands between two games in one file: CSA has a line with a slash.
fn separator(target: Target) -> &'static [u8] {
    match target {
        Target::Record(Format::Csa) => b"/\n",
        _ => b"",
    }
}

/// All texts in one.
fn joined(texts: Vec<(usize, Vec<u8>)>, target: Target) -> Vec<u8> {
    let texts: Vec<Vec<u8>> = texts.into_iter().map(|(_, bytes)| bytes).collect();
    texts.join(separator(target))
}

/// The name of the file for a problem: its id, with characters that every operating system accepts,
/// or its number.
fn file_name(id: Option<&str>, index: usize, extension: &str) -> String {
    let mut stem: String = id
        .unwrap_or_default()
        .chars()
        .map(|c| {
            if c.is_control() || "/\\:*?\"<>|".contains(c) {
                '_'
            } else {
                c
            }
        })
        .collect();
    if stem.trim_matches(['.', ' ']).is_empty() {
        stem = format!("{:05}", index + 1);
    }
    // Names that Windows reserves for devices.
    let device = ["con", "prn", "aux", "nul"].contains(&stem.to_lowercase().as_str())
        || (stem.len() == 4 && ["com", "lpt"].iter().any(|d| stem.to_lowercase().starts_with(d)));
    if device {
        stem.push('_');
    }
    format!("{stem}.{extension}")
}
