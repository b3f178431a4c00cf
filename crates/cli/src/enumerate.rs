//! `yose enumerate`.

use crate::nats::OverNats;
use crate::options::{language, whole};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use yose_ask::Status;
use yose_batch::enumerate::{self, EnumerateOptions, Step};
use yose_batch::{Interrupt, Progress, disproof, output, worker};
use yose_enumerate::run::Shard;
use yose_enumerate::store::Format;
use yose_enumerate::{Sample, Terms};
use yose_present::Notice;
use yose_tsume::Parameters;

/// Finds every problem of a shape: generates the diagrams of a space, solves each (exact length, or
/// proved never mate), checks what mates for cooks, and stores the lot.
///
/// SPACE is `kin-gin`, `kin-gin-six`, or a TOML file (docs/format/enumeration.md). Files go to a
/// folder named after the space, or --out. A run that was stopped, by Ctrl-C or by a crash, goes on
/// with --resume; the files are then the same, byte for byte.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose enumerate kin-gin --count
  yose enumerate crates/cli/tests/files/tiny.toml --out tiny")]
pub struct Enumerate {
    /// The name of a space that is built in, or a file
    #[arg(value_name = "SPACE")]
    space: String,
    /// Only count the diagrams
    #[arg(long)]
    count: bool,
    /// The folder for files
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Which files to write
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        value_delimiter = ',',
        default_value = "sqlite,parquet"
    )]
    format: Vec<FormatOption>,
    /// Do only part I of N, into a file for --merge
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Do only N frames, chosen at random; the files are named and marked as a sample, and forecast
    /// the whole
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1 << 40), conflicts_with_all = ["shard", "merge", "count"])]
    sample: Option<usize>,
    /// What chooses the frames of --sample; a larger sample with the same seed holds the smaller
    /// one
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), requires = "sample")]
    seed: u64,
    /// Of each frame of --sample, solve only one in N diagrams: for frames that take long
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1, u64::MAX), requires = "sample")]
    one_in: u64,
    /// Join the files of all shards
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["shard", "count", "resume"])]
    merge: Vec<PathBuf>,
    /// Go on with what an earlier run left
    #[arg(long)]
    resume: bool,
    /// Replace what is there
    #[arg(long, alias = "force", conflicts_with = "resume")]
    overwrite: bool,
    /// Of the diagrams without mate one in N gets a certificate, checked by the referee; 0 for none
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    disproofs: u64,
    /// Print the certificate that the diagram of this number has no mate, checked by the referee:
    /// for any of them, stored or not
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true, conflicts_with_all = ["shard", "merge", "count", "resume", "overwrite", "verify"])]
    disproof: Option<u64>,
    /// Check the certificates that an enumeration has stored in this database
    #[arg(long, value_name = "FILE.sqlite", conflicts_with_all = ["shard", "merge", "count", "resume", "overwrite"])]
    verify: Option<PathBuf>,
    /// Problems in the gallery; 0 for no gallery
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    gallery: usize,
    /// Threads; as many as there are cores without it
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    threads: Option<u32>,
    /// Nodes for each diagram; without it only the memory (--hash) can leave one undecided
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Size of the table of each thread in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = whole::<u32>(4, 1 << 20), allow_negative_numbers = true)]
    hash: u32,
    /// S: at most so many of the attacker's turns may have minor cooks
    #[arg(short = 'S', long = "minor-turns", value_name = "S", default_value_t = 2, value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    turns: usize,
    /// d: a cook that merges with the solution is minor up to this difference
    #[arg(short = 'd', long, value_name = "D", default_value_t = 4, value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    difference: usize,
    /// h: a cook within the last h moves is minor (even)
    #[arg(short = 'H', long = "last-moves", value_name = "H", default_value_t = 0, value_parser = crate::check::even, allow_negative_numbers = true)]
    last: usize,
    /// R: more cooks than this at one turn are too many; no limit without it
    #[arg(short = 'R', long = "most-cooks", value_name = "R", value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    most: Option<usize>,
    /// One JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    over: OverNats,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatOption {
    /// A database of everything
    Sqlite,
    /// The problems in columns
    Parquet,
    /// The problems as text
    Csv,
}

impl From<FormatOption> for Format {
    fn from(option: FormatOption) -> Format {
        match option {
            FormatOption::Sqlite => Format::Sqlite,
            FormatOption::Parquet => Format::Parquet,
            FormatOption::Csv => Format::Csv,
        }
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text
        .split_once('/')
        .and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match parsed {
        Some((index, of)) if 1 <= index && index <= of => Ok(Shard { index, of }),
        _ => Err(Notice::ExpectedShard.text(language())),
    }
}

impl Enumerate {
    pub fn run(self) -> anyhow::Result<Status> {
        let text = enumerate::space(&self.space)?;
        let space = text.space();
        if self.count {
            let count = enumerate::count(space);
            output::print(&match self.json {
                true => count.line(),
                false => output::told(&count.text()),
            })?;
            return Ok(Status::Answered);
        }
        if let Some(number) = self.disproof {
            let interrupt = Interrupt::on_ctrl_c();
            output::print(&disproof::disproof(space, number, &interrupt.flag())?)?;
            return Ok(Status::Answered);
        }
        if let Some(file) = &self.verify {
            let checked = disproof::check_disproofs(space, file)?;
            output::print(&match self.json {
                true => checked.line(),
                false => output::told(&checked.text()),
            })?;
            return Ok(checked.status());
        }
        let mut formats: Vec<Format> = Vec::new();
        for option in self.format {
            if !formats.contains(&option.into()) {
                formats.push(option.into());
            }
        }
        let interrupt = Interrupt::on_ctrl_c();
        let sample = self.sample.map(|frames| Sample {
            frames,
            seed: self.seed,
            every: self.one_in,
        });
        let options = EnumerateOptions {
            terms: Terms {
                parameters: Parameters {
                    turns: self.turns,
                    difference: self.difference,
                    last: self.last,
                    most: self.most,
                },
                nodes: self.nodes,
                hash_mb: self.hash as usize,
                disproofs: (self.disproofs > 0).then_some(self.disproofs),
                one_in: sample.and_then(Sample::one_in),
            },
            shard: self.shard.unwrap_or(Shard::WHOLE),
            sample,
            threads: self.threads.map_or_else(worker::cores, |n| n as usize),
            folder: self.out.unwrap_or_else(|| PathBuf::from(&space.name)),
            formats,
            gallery: self.gallery,
            resume: self.resume,
            force: self.overwrite,
            elsewhere: self.over.elsewhere(),
            interrupt,
        };
        anyhow::ensure!(
            options.elsewhere.is_none() || (self.shard.is_none() && self.merge.is_empty()),
            Notice::NoShardOverNats.text(language())
        );
        let enumerated = if self.merge.is_empty() {
            let told = Notice::Space(&space.name, space.diagrams(), space.frames().len());
            output::complain(&told.line(language()));
            let progress = Progress::over(options.frames(space).len());
            let is_here = options.elsewhere.is_none();
            let enumerated = enumerate::enumerate(&text, &options, &mut |step| match step {
                Step::Frame(done) => {
                    let note = format!("frame {}: {} problems", done.frame, done.problems);
                    progress.note(&space.name, &note);
                    if is_here {
                        progress.step();
                    }
                }
                Step::Pieces { done, of, workers } => {
                    progress.set(done, of);
                    progress.note(&space.name, &format!("{workers} workers"));
                }
                Step::Note(text) => progress.aside(|| output::complain(&format!("{text}\n"))),
            });
            progress.finish();
            enumerated?
        } else {
            enumerate::merge(space, &options, &self.merge)?
        };
        output::print(&if self.json {
            enumerated.line()
        } else {
            output::told(&enumerated.text())
        })?;
        Ok(enumerated.status())
    }
}
