//! Options that several commands share, named as in `docs/format/answers.md`.

use clap::{Args, ValueEnum};
use std::sync::Arc;
use std::time::Duration;
use yose_ask::{Convention, Game, Limits, Policy, Problem, Request, Resources, problem};
use yose_batch::{Interrupt, input};
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
        let game = self.game()?;
        anyhow::ensure!(
            !self.problems.is_empty(),
            "no problem given: a position, a file, or - for standard input"
        );
        let mut problems = input::read_all(&self.problems, game);
        if self.rest {
            problems.iter_mut().for_each(problem::give_rest);
        }
        Ok(problems)
    }

    /// All problems, or the start position of the game if no problem is named.
    pub fn read_or_start(&self) -> anyhow::Result<Vec<Problem>> {
        if !self.problems.is_empty() {
            return self.read();
        }
        Ok(input::read_all(&["startpos".to_owned()], self.game()?))
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

/// The resources that requests share: memory for `threads` requests at the same time.
pub fn resources(requests: &[Request], threads: usize) -> Arc<Resources> {
    let largest = requests.iter().map(Request::memory_mb).max().unwrap_or(0);
    Arc::new(Resources::new(largest.saturating_mul(threads)))
}
