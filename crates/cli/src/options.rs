//! Options that several commands share, named as in `docs/format/answers.md`.

use anyhow::Context;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use yose_ask::{Convention, Game, Limits, MOST_THREADS, Policy, Problem, Resources, memory, problem};
use yose_batch::input::{self, Problems};
use yose_batch::{Interrupt, output, worker};
use yose_present::{Look, Style};

/// Which problems, of which game.
#[derive(Args)]
pub struct Input {
    /// Positions (SFEN, FEN, `startpos moves ...`), files of them, record files, folders, or - for
    /// standard input
    #[arg(value_name = "PROBLEM")]
    problems: Vec<String>,
    /// Rules: shogi, minishogi, dobutsu, MxN, MxN:ZONE, 3x4:BKR:1, loa, loa:MxN, loa:MxN:mso, or a
    /// TOML file. Without it the size of the board decides
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Give the defender every piece of the full set that is not on the board or in the attacker's
    /// hand
    #[arg(long)]
    rest: bool,
}

impl Input {
    /// The game that `--rules` names.
    pub fn game(&self) -> anyhow::Result<Game> {
        game(self.rules.as_deref())
    }

    /// All problems, in order.
    pub fn read(&self) -> anyhow::Result<Vec<Problem>> {
        Ok(self.stream()?.problems().collect())
    }

    /// All problems, or the start position of the game if no problem is named.
    pub fn read_or_start(&self) -> anyhow::Result<Vec<Problem>> {
        Ok(self.stream_or_start()?.problems().collect())
    }

    /// The problems, in order, read as they are needed.
    pub fn stream(&self) -> anyhow::Result<Source> {
        anyhow::ensure!(
            !self.problems.is_empty(),
            "no problem given: a position, a file, or - for standard input"
        );
        Ok(Source {
            arguments: self.problems.clone(),
            game: self.game()?,
            rest: self.rest,
            every_ply: false,
            standard_input: None,
        })
    }

    /// The problems, or the start position of the game if no problem is named.
    pub fn stream_or_start(&self) -> anyhow::Result<Source> {
        if !self.problems.is_empty() {
            return self.stream();
        }
        Ok(Source {
            arguments: vec!["startpos".to_owned()],
            game: self.game()?,
            rest: false,
            every_ply: false,
            standard_input: None,
        })
    }

    /// The files that the command reads.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.rules.iter().map(PathBuf::from).collect();
        for argument in &self.problems {
            let path = PathBuf::from(match argument.as_str() {
                // The file that the shell redirects to standard input, where the system names it.
                "-" => "/dev/stdin",
                argument => argument,
            });
            if let Ok(entries) = std::fs::read_dir(&path) {
                files.extend(entries.flatten().map(|entry| entry.path()));
            }
            files.push(path);
        }
        files
    }

    /// Checks before any work that these files may be written.
    pub fn may_write(&self, files: &[impl AsRef<Path>], overwrite: bool) -> anyhow::Result<()> {
        Ok(output::may_write(files, &self.files(), overwrite)?)
    }
}

/// Where problems come from. Each call of [`problems`](Source::problems) reads them again, except
/// for standard input, which can be read once.
#[derive(Clone)]
pub struct Source {
    arguments: Vec<String>,
    game: Game,
    rest: bool,
    every_ply: bool,
    /// What was read from standard input, if it is needed again.
    standard_input: Option<Arc<[u8]>>,
}

impl Source {
    /// Asks about every position of a game.
    #[must_use]
    pub fn every_ply(self, every_ply: bool) -> Source {
        Source { every_ply, ..self }
    }

    /// The problems, in order, read as they are asked for.
    pub fn problems(&self) -> Box<dyn Iterator<Item = Problem> + Send> {
        let problems = Problems::new(&self.arguments, self.game);
        let problems = problems.with_standard_input(self.standard_input.clone());
        let rest = self.rest;
        let problems = problems.map(move |mut problem| {
            if rest {
                problem::give_rest(&mut problem);
            }
            problem
        });
        match self.every_ply {
            true => Box::new(problems.flat_map(problem::every_ply)),
            false => Box::new(problems),
        }
    }

    /// Whether there is more than one problem. As much is read as decides this.
    ///
    /// # Errors
    /// Standard input cannot be read.
    pub fn is_several(&mut self) -> anyhow::Result<bool> {
        self.hold_standard_input()?;
        Ok(self.problems().nth(1).is_some())
    }

    /// Reads standard input now, so that the problems can be read more than once.
    ///
    /// # Errors
    /// Standard input cannot be read.
    pub fn hold_standard_input(&mut self) -> anyhow::Result<()> {
        if self.standard_input.is_none() && self.arguments.iter().any(|argument| argument == "-") {
            let bytes = input::read(Path::new("-")).context("standard input")?;
            self.standard_input = Some(bytes.into());
        }
        Ok(())
    }
}

/// The game that `--rules` names. Without the option the board decides.
pub fn game(rules: Option<&str>) -> anyhow::Result<Game> {
    match rules {
        Some(name) => input::game(name).map_err(|e| {
            let what: Vec<&str> = e.faults.iter().map(|fault| fault.what.as_str()).collect();
            anyhow::anyhow!("--rules: {}", what.join("; "))
        }),
        None => Ok(Game::Any),
    }
}

/// Limits for each problem.
#[derive(Args)]
pub struct LimitOptions {
    /// Seconds for each problem
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Nodes for each problem
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Size of the table in MB [default: 1024; for the 237 starts of 3x4 shogi, each, 3600]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
}

/// How many problems are answered at the same time, and by how many threads each.
#[derive(Args)]
pub struct JobOptions {
    /// Problems that are answered at the same time [default: as many as there are cores for the
    /// threads of each]. Their tables together stay within the memory of the machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Threads that search one problem together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: u32,
}

impl JobOptions {
    /// Threads that search one problem.
    pub fn threads(&self) -> usize {
        self.threads as usize
    }

    /// Problems that are answered at the same time.
    pub fn jobs(&self) -> usize {
        let cores = (worker::cores() / self.threads()).max(1);
        self.jobs.map_or(cores, |jobs| jobs as usize)
    }
}

/// The default size of a table in MB.
pub const HASH: usize = 1024;

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "seconds must be zero or more, and finite".to_owned())
}

impl LimitOptions {
    /// The limits of each problem.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            nodes: self.nodes,
            hash_mb: self.hash.map_or(HASH, |mb| mb as usize),
            threads: 1,
        }
    }

    /// The limits of a search that is not a request. An interrupt stops the search. `hash_mb` is
    /// the default size of the table.
    pub fn search_limits(&self, interrupt: &Interrupt, hash_mb: usize) -> yose_tsume::Limits {
        let limits = Limits {
            hash_mb: self.hash.map_or(hash_mb, |mb| mb as usize),
            ..self.limits()
        };
        limits.for_search(&interrupt.flag())
    }
}

/// What counts as a futile interposition (無駄合い).
#[derive(Clone, Copy, ValueEnum)]
pub enum Futile {
    /// Every interposition counts as a move
    None,
    /// Not those that can be taken at once with check while the mate stands, no longer than without
    Usual,
    /// The same, but only those that the checking piece itself takes
    Immediate,
    /// Not those after which the mating play is the same, move by move
    Strict,
}

impl From<Futile> for Policy {
    fn from(futile: Futile) -> Policy {
        match futile {
            Futile::None => Policy::None,
            Futile::Usual => Policy::Usual,
            Futile::Immediate => Policy::Immediate,
            Futile::Strict => Policy::Strict,
        }
    }
}

/// Which line is the solution.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum ConventionOption {
    /// The defence that lasts longest
    #[default]
    Modern,
    /// Of the defences that leave the attacker nothing in hand the one that lasts longest: those
    /// that leave pieces (駒余り) do not count unless all do
    Classical,
}

impl From<ConventionOption> for Convention {
    fn from(option: ConventionOption) -> Convention {
        match option {
            ConventionOption::Modern => Convention::Modern,
            ConventionOption::Classical => Convention::Classical,
        }
    }
}

/// How boards are drawn.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum StyleOption {
    /// Japanese text
    Kanji,
    /// Plain ASCII
    Ascii,
    /// SVG
    Svg,
}

impl From<StyleOption> for Style {
    fn from(option: StyleOption) -> Style {
        match option {
            StyleOption::Kanji => Style::Kanji,
            StyleOption::Ascii => Style::Ascii,
            StyleOption::Svg => Style::Svg,
        }
    }
}

/// Whether to mark squares with terminal colours.
pub fn ansi() -> bool {
    use std::io::IsTerminal;
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// The appearance of replies on standard output.
pub fn look(ascii: bool) -> Look {
    Look {
        style: if ascii { Style::Ascii } else { Style::Kanji },
        ansi: ansi(),
    }
}

/// The resources that `jobs` requests at the same time share, each with these limits.
pub fn resources(limits: &Limits, certifies: bool, jobs: usize) -> Arc<Resources> {
    Arc::new(Resources::new(memory::for_jobs(
        jobs,
        limits.memory_mb(certifies),
    )))
}
