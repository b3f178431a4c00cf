//! `yose convert`.

use crate::options::Input;
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use yose_answer::convert::{Target, convert};
use yose_answer::{Status, output, report};
use yose_record::Format;

/// Converts positions and records.
#[derive(Args)]
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
    #[arg(long)]
    force: bool,
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
        let problems = self.input.read()?;
        let target = self.target()?;
        anyhow::ensure!(
            self.out.is_none() || problems.len() == 1 || matches!(target, Target::Sfen | Target::Usi),
            "a record file holds one problem, and {} were given: use --out-dir",
            problems.len()
        );
        let mut status = Status::Answered;
        let mut all = Vec::new();
        for (i, problem) in problems.iter().enumerate() {
            let bytes = convert(problem, target, self.main_line).and_then(|text| self.encode(&text));
            match bytes {
                Ok(bytes) => match &self.out_dir {
                    Some(folder) => {
                        let stem = problem.id.clone().unwrap_or_else(|| format!("{:05}", i + 1));
                        // An id is a name, not a path.
                        let stem: String = stem
                            .chars()
                            .map(|c| {
                                if c.is_control() || "/\\:*?\"<>|".contains(c) {
                                    '_'
                                } else {
                                    c
                                }
                            })
                            .collect();
                        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
                        let path = folder.join(format!("{stem}.{}", self.extension(target)));
                        output::write_file(&path, &bytes, self.force)?;
                    }
                    None => all.extend(bytes),
                },
                Err(invalid) => {
                    status = Status::Invalid;
                    eprint!("{}", report::report(problem, &invalid));
                }
            }
        }
        match (&self.out, &self.out_dir) {
            (Some(path), _) if status == Status::Answered => output::write_file(path, &all, self.force)?,
            (Some(path), _) => eprintln!("{} was not written", path.display()),
            (None, Some(_)) => {}
            (None, None) => output::print_bytes(&all)?,
        }
        Ok(status)
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
                _ => Target::Record(Format::from_path(path).with_context(|| {
                    format!("{}: no format has this extension; use --to", path.display())
                })?),
            },
            (None, None) => anyhow::bail!("convert to what? --to kif|ki2|csa|jkf|sfen|usi, or --out FILE"),
        })
    }

    /// The extension of a file: by custom KIF and KI2 in Shift_JIS are .kif and .ki2.
    fn extension(&self, target: Target) -> &'static str {
        match (self.encoding, target) {
            (Encoding::ShiftJis, Target::Record(Format::Kif)) => "kif",
            (Encoding::ShiftJis, Target::Record(Format::Ki2)) => "ki2",
            _ => target.extension(),
        }
    }

    fn encode(&self, text: &str) -> Result<Vec<u8>, yose_answer::Invalid> {
        match self.encoding {
            Encoding::Utf8 => Ok(text.as_bytes().to_vec()),
            Encoding::ShiftJis => Ok(yose_record::to_shift_jis(text)?),
        }
    }
}
