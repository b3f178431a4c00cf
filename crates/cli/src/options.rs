//! Options that several commands share, named as in `docs/format/answers.md`.

use anyhow::Context;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use yose_ask::problem::Side;
use yose_ask::{
    Convention, Game, HisshiPolicy, Limits, MOST_THREADS, MoveSet, Policy, Problem, Resources, problem,
};
use yose_batch::input::{self, Problems};
use yose_batch::{Interrupt, machine, output, worker};
use yose_present::{Language, Look, Notice, Style, fault};

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

    /// Whether no problem is named.
    #[cfg(feature = "reproduce")]
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// All problems, in order.
    pub fn read(&self) -> anyhow::Result<Vec<Problem>> {
        Ok(self.stream()?.problems().collect())
    }

    /// The problems, in order, read as they are needed.
    pub fn stream(&self) -> anyhow::Result<Source> {
        anyhow::ensure!(!self.problems.is_empty(), Notice::NoProblem.text(language()));
        Ok(Source {
            arguments: self.problems.clone(),
            game: self.game()?,
            rest: self.rest,
            every_ply: false,
            side: Side::Attacker,
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
            side: Side::Attacker,
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
    /// Whose question is asked.
    side: Side,
    /// What was read from standard input, if it is needed again.
    standard_input: Option<Arc<[u8]>>,
}

impl Source {
    /// Asks about every position of a game.
    #[must_use]
    pub fn every_ply(self, every_ply: bool) -> Source {
        Source { every_ply, ..self }
    }

    /// The side to move defends, and the question is about its king.
    #[must_use]
    pub fn of_defender(self) -> Source {
        Source {
            side: Side::Defender,
            ..self
        }
    }

    /// The problems, in order, read as they are asked for.
    pub fn problems(&self) -> Box<dyn Iterator<Item = Problem> + Send> {
        let problems = Problems::new(&self.arguments, self.game);
        let problems = problems.with_standard_input(self.standard_input.clone());
        let (rest, side) = (self.rest, self.side);
        let problems = problems.map(move |mut problem| {
            if rest {
                problem::give_rest(&mut problem, side);
            }
            problem
        });
        match self.every_ply {
            true => Box::new(problems.flat_map(move |game| problem::every_ply(game, side))),
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
            let faults = e.faults.iter().map(|fault| fault::what(fault, language()));
            let faults: Vec<String> = faults.collect();
            anyhow::anyhow!("--rules: {}", faults.join("; "))
        }),
        None => Ok(Game::Any),
    }
}

/// Limits for each problem.
#[derive(Args)]
pub struct LimitOptions {
    /// Seconds for each problem
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Nodes for each problem
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Size of the table in MB [default: 1024]
    #[arg(long, value_name = "MB", value_parser = whole::<u32>(1, 1 << 20), allow_negative_numbers = true)]
    hash: Option<u32>,
}

/// [`MoveSet`] as an option.
#[derive(Clone, Copy, ValueEnum)]
pub enum MoveSetOption {
    /// Every legal quiet move: "no brinkmate" is a theorem
    All,
    /// The likely ones (the classes of Nagai 2011): faster, but a failure proves nothing
    Paper,
}

impl From<MoveSetOption> for MoveSet {
    fn from(option: MoveSetOption) -> MoveSet {
        match option {
            MoveSetOption::All => MoveSet::All,
            MoveSetOption::Paper => MoveSet::Paper,
        }
    }
}

/// How many problems are answered at the same time, and by how many threads each.
#[derive(Args)]
pub struct JobOptions {
    /// Problems that are answered at the same time [default: as many as there are cores for the
    /// threads of each]. Their tables together stay within the memory of the machine
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    jobs: Option<u32>,
    /// Threads that search one problem together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, u64::from(MOST_THREADS)), allow_negative_numbers = true)]
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
    let expected = || Notice::ExpectedSeconds.text(language());
    let seconds: f64 = text.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
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

/// Which drops of a defender against a brinkmate are futile.
#[derive(Clone, Copy, ValueEnum)]
pub enum FutileDrop {
    /// Every drop counts as a move
    None,
    /// Not those after which the brinkmate is no longer; the attacker keeps the piece
    Kept,
    /// The same with the piece given back to the defender
    Returned,
}

impl From<FutileDrop> for HisshiPolicy {
    fn from(futile: FutileDrop) -> HisshiPolicy {
        match futile {
            FutileDrop::None => HisshiPolicy::None,
            FutileDrop::Kept => HisshiPolicy::Kept,
            FutileDrop::Returned => HisshiPolicy::Returned,
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
    /// Pieces in kanji, labels in the language of --lang
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

/// The language of messages and board text.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LanguageOption {
    /// Japanese
    Ja,
    /// English
    En,
}

/// The language of this process.
static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Sets the language of this process once, by its arguments as they were typed: plain ASCII is
/// English; otherwise `--lang` decides, or the locale.
pub fn set_language(arguments: &[String]) -> Language {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    let options: Vec<&str> = options.map(String::as_str).collect();
    let named = options.iter().enumerate().find_map(|(i, option)| match *option {
        "--lang" => options.get(i + 1).copied(),
        option => option.strip_prefix("--lang="),
    });
    let language = match named {
        _ if options.contains(&"--ascii") => Language::English,
        Some("ja") => Language::Japanese,
        Some("en") => Language::English,
        _ => locale(),
    };
    output::speak(language);
    *LANGUAGE.get_or_init(|| language)
}

/// The language of this process. Before [`set_language`] it is the one of the locale.
pub fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_else(locale)
}

/// The language of the locale: the first variable that says something decides.
fn locale() -> Language {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|locale| !locale.is_empty())
        .map_or(Language::English, |locale| Language::of_locale(&locale))
}

/// The appearance of replies on standard output.
pub fn look(ascii: bool) -> Look {
    Look {
        style: if ascii { Style::Ascii } else { Style::Kanji },
        ansi: ansi(),
        language: language(),
    }
}

/// Reads a whole number from `least` to `most`.
pub fn whole<T: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits
            .then(|| text.parse().ok())
            .flatten()
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| Notice::ExpectedWhole(least, most).text(language()))
    }
}

/// The resources that `jobs` requests at the same time share, each with these limits.
pub fn resources(limits: &Limits, certifies: bool, jobs: usize) -> Arc<Resources> {
    Arc::new(Resources::new(machine::memory_for_jobs(
        jobs,
        limits.memory_mb(certifies),
    )))
}
