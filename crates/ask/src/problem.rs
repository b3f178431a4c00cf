//! Problems: a position of a game or a record, or the faults of what was typed.

use crate::game::Game;
use crate::invalid::Invalid;
use crate::request::Name;
use yose_record::Record;

use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Move, Setup, with_position};

/// What a problem is about.
#[derive(Clone, Debug)]
pub enum Content {
    /// A valid shogi position or a diagram without a king, and moves to be played from it. A
    /// question validates the position.
    Shogi {
        /// The position.
        setup: Setup,
        /// The moves; for a record, its main line.
        moves: Vec<Move>,
    },
    /// A valid Lines of Action position.
    Loa {
        /// The position.
        position: yose_loa::AnyPosition,
        /// The rules.
        rules: yose_loa::Rules,
    },
    /// A game record. Its start position is valid, or a diagram without a king.
    Record(Box<Record>),
}

/// One problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name: the first column of its line, or the stem of its file.
    pub id: Option<String>,
    /// The position as typed, or the name of the record file.
    pub input: String,
    /// The name of the file of the problem, if it came from a file.
    pub file: Option<String>,
    /// Its line in that file.
    pub line: Option<usize>,
    /// What it is about, or what is wrong with it.
    pub content: Result<Content, Invalid>,
    /// The move that comes next in the game, if the problem is a position of one ([`every_ply`]).
    pub played: Option<Move>,
}

impl Problem {
    /// The name as requests have it.
    pub fn name(&self) -> Name {
        Name {
            id: self.id.clone(),
            input: self.input.clone(),
            file: self.file.clone(),
            line: self.line,
        }
    }

    /// A position that was typed: an SFEN, or `startpos`, perhaps with moves. Unlike an argument it
    /// is never taken for the name of a file.
    pub fn position(text: &str, game: Game) -> Problem {
        let before = text.chars().take_while(|c| c.is_whitespace()).count();
        Problem::typed(text.trim(), game, before)
    }

    /// A position that was typed, `before` characters from the start of its line.
    pub fn typed(input: &str, game: Game, before: usize) -> Problem {
        // Readers skip blanks, and count the columns of their faults with them.
        let content = read_position(&format!("{}{input}", " ".repeat(before)), game);
        Problem::of(input, content)
    }

    /// An input that is no problem.
    pub fn broken(input: &str, invalid: Invalid) -> Problem {
        Problem::of(input, Err(invalid))
    }

    /// A problem without a name that is in no file.
    pub fn of(input: &str, content: Result<Content, Invalid>) -> Problem {
        Problem {
            id: None,
            input: input.to_owned(),
            file: None,
            line: None,
            content,
            played: None,
        }
    }
}

/// Every position of the main line of a problem, each as a problem named by its ply, played as it
/// is asked for. A problem without moves stays as it is. Where the diagram has one king (a tsume),
/// only the positions in which `side` has a question about it.
pub fn every_ply(problem: Problem, side: Side) -> EveryPly {
    let (setup, moves) = match &problem.content {
        Ok(Content::Shogi { setup, moves }) => (setup.clone(), moves.clone()),
        Ok(Content::Record(record)) => (record.setup.clone(), main_moves(record)),
        Ok(Content::Loa { .. }) | Err(_) => {
            return EveryPly(Plies::Alone(Some(Box::new(problem))));
        }
    };
    // Which of two plies in turn has the king that is asked about, if only one side has a king:
    // kings are never taken.
    let lone = setup.validate().ok().and_then(|position| {
        with_position!(position, |p| {
            let mut kings = [p.turn().other(), p.turn()].map(|side| p.king(side).is_some());
            if side == Side::Defender {
                kings.reverse();
            }
            match kings {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            }
        })
    });
    EveryPly(Plies::Game(Box::new(GamePlies {
        name: problem.name(),
        // A game that was typed would be repeated as a whole in every answer.
        is_typed: !matches!(problem.content, Ok(Content::Record(_))),
        now: Some(Ok(setup)),
        played: 0,
        asked: 0,
        moves: moves.into_iter(),
        lone,
    })))
}

/// What the side to move is in a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// It asks about the other king.
    Attacker,
    /// It asks about its own king.
    Defender,
}

/// The positions of a game: see [`every_ply`].
pub struct EveryPly(Plies);

enum Plies {
    Alone(Option<Box<Problem>>),
    Game(Box<GamePlies>),
}

struct GamePlies {
    name: Name,
    is_typed: bool,
    /// The position that comes next, or why there is none.
    now: Option<Result<Setup, Invalid>>,
    /// The number of moves played.
    played: usize,
    /// The number of moves before the position that was asked for last.
    asked: usize,
    moves: std::vec::IntoIter<Move>,
    /// Of two plies in turn, the one that has the king that is asked about, if only one has.
    lone: Option<usize>,
}

impl EveryPly {
    /// The number of moves before each of the positions, in the same order.
    pub fn plies(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            self.next()?;
            Some(match &self.0 {
                Plies::Alone(_) => 0,
                Plies::Game(game) => game.asked,
            })
        })
    }
}

impl Iterator for EveryPly {
    type Item = Problem;

    fn next(&mut self) -> Option<Problem> {
        let game = match &mut self.0 {
            Plies::Alone(problem) => return problem.take().map(|problem| *problem),
            Plies::Game(game) => game,
        };
        loop {
            let (now, ply) = (game.now.take()?, game.played);
            let mut next = None;
            if let Ok(setup) = &now
                && let Some(m) = game.moves.next()
            {
                game.now = Some(crate::subject::after(setup, &[m]).map_err(|_| {
                    let text = usi::write(m, setup.variant);
                    Invalid::whole(format!("move {} ({text}) is not legal", ply + 1))
                }));
                game.played += 1;
                next = Some(m);
            }
            if game.lone.is_none_or(|first| ply % 2 == first) || now.is_err() {
                game.asked = ply;
                return Some(game.problem(ply, now, next));
            }
        }
    }
}

impl GamePlies {
    fn problem(&self, ply: usize, now: Result<Setup, Invalid>, played: Option<Move>) -> Problem {
        let Name {
            id,
            input,
            file,
            line,
        } = &self.name;
        let input = match &now {
            Ok(setup) if self.is_typed => sfen::write_setup(setup),
            _ => input.clone(),
        };
        Problem {
            id: Some(match id {
                Some(id) => format!("{id} ply {ply}"),
                None => format!("ply {ply}"),
            }),
            input,
            file: file.clone(),
            line: *line,
            content: now.map(|setup| Content::Shogi {
                setup,
                moves: Vec::new(),
            }),
            played,
        }
    }
}

/// Whether a text is meant to be a position: `startpos`, or ranks with slashes between them and
/// then something more. A date or a path in a header of a record is not.
pub fn looks_like_position(text: &str) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix("position ").unwrap_or(text);
    let text = text.strip_prefix("sfen ").unwrap_or(text);
    let board = text.split(char::is_whitespace).next().unwrap_or("");
    if is_game(board) && board.contains(':') {
        return true;
    }
    text.starts_with("startpos") || (is_board(board) && board.len() < text.trim_end().len())
}

/// Whether a word is the name of a game with a start array, which then stands for it: `3x4:BKR:1`,
/// `dobutsu`, `loa:5x5`.
pub fn is_game(word: &str) -> bool {
    matches!(word, "dobutsu" | "minishogi" | "loa") || word.starts_with("loa:") || {
        let mut parts = word.split(':');
        let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        parts
            .next()
            .and_then(|size| size.split_once('x'))
            .is_some_and(|(files, ranks)| number(files) && number(ranks))
            && parts.next().is_some_and(|row| !number(row))
    }
}

/// Whether a word could be the board of an SFEN or FEN.
pub fn is_board(word: &str) -> bool {
    // What begins with a slash is a path.
    word.find('/').is_some_and(|at| at > 0)
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '+'))
}

/// Reads one position of a game.
pub fn read_position(text: &str, game: Game) -> Result<Content, Invalid> {
    let shogi = |variant| {
        let (setup, moves) = usi::read_diagram(text, variant).map_err(Invalid::from)?;
        Ok(Content::Shogi { setup, moves })
    };
    if is_game(text.trim()) {
        return start_named(text.trim(), game);
    }
    match game {
        Game::Shogi(variant) => shogi(Some(variant)),
        Game::Loa { size, rules } if text.trim() == "startpos" => Ok(Content::Loa {
            position: yose_loa::AnyPosition::start(size),
            rules,
        }),
        Game::Loa { rules, .. } => Ok(Content::Loa {
            position: text.parse().map_err(Invalid::from)?,
            rules,
        }),
        Game::Any if looks_like_loa(text) => Ok(Content::Loa {
            position: text.parse().map_err(Invalid::from)?,
            rules: yose_loa::Rules::PAPER,
        }),
        Game::Any => shogi(None),
    }
}

/// The start array of a game by its name.
fn start_named(name: &str, game: Game) -> Result<Content, Invalid> {
    let named = if name.starts_with("loa") {
        Game::named(name)?
    } else {
        Game::Shogi(yose_shogi::Variant::by_name(name).map_err(Invalid::whole)?)
    };
    if !matches!(game, Game::Any) {
        let what =
            format!("`{name}` names a game, and so does --rules; `startpos` is the start of the latter");
        return Err(Invalid::whole(what));
    }
    let variant = match named {
        Game::Shogi(variant) => variant,
        named => return read_position("startpos", named),
    };
    let (setup, moves) = usi::read_position("startpos", Some(variant)).map_err(Invalid::from)?;
    Ok(Content::Shogi { setup, moves })
}

/// A board of no other letters than `b` and `w` is Lines of Action: `w` is no piece of shogi, and a
/// shogi board has a king on it.
fn looks_like_loa(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or("");
    let mut letters = board
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_lowercase())
        .peekable();
    is_board(board) && letters.peek().is_some() && letters.all(|c| matches!(c, 'b' | 'w'))
}

/// Every piece of the full set that is not on the board or in the attacker's hand goes to the
/// defender: `--rest`. `side` is what the side to move is.
pub fn give_rest(problem: &mut Problem, side: Side) {
    let Ok(content) = &mut problem.content else { return };
    let setup = match content {
        Content::Shogi { setup, moves } if moves.is_empty() => setup,
        Content::Record(record) => &mut record.setup,
        Content::Shogi { .. } | Content::Loa { .. } => return,
    };
    let defender = match side {
        Side::Attacker => setup.turn.other(),
        Side::Defender => setup.turn,
    };
    setup.give_rest(defender);
    if let Err(faults) = setup.validate() {
        problem.content = Err(faults.into());
    }
}

/// The moves of a record's main line.
pub fn main_moves(record: &Record) -> Vec<Move> {
    record
        .tree
        .main_line()
        .filter_map(|id| record.tree.node(id).played())
        .collect()
}
