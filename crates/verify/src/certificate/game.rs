//! The game of a certificate, with all its rules spelled out.

use std::fmt::Write as _;

use super::FaultKind;
use crate::loa::Variant;
use crate::shogi::{Army, Kind, Rules};

/// A game: which rules, on which board.
///
/// ```
/// use yose_verify::certificate::Game;
/// use yose_verify::shogi::Rules;
///
/// let game = Game::parse("shogi 5x5 zone=1", &[])?;
/// assert_eq!(game, Game::Shogi { files: 5, ranks: 5, rules: Rules::with_zone(1) });
/// assert_eq!(game, Game::parse("minishogi", &[])?);
/// assert_eq!(game.head(), "shogi 5x5 zone=1");
/// # Ok::<(), yose_verify::certificate::FaultKind>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Game {
    /// Shogi on a board of this size.
    Shogi {
        /// Files of the board.
        files: u8,
        /// Ranks of the board.
        ranks: u8,
        /// Pieces and rules.
        rules: Rules,
    },
    /// Lines of Action.
    Loa {
        /// Files of the board.
        files: u8,
        /// Ranks of the board.
        ranks: u8,
        /// The rule set.
        variant: Variant,
    },
}

/// A rule of shogi that is on or off: its word in the file, the words for off and on, and its
/// field.
struct Switch {
    word: &'static str,
    values: [&'static str; 2],
    get: fn(&Rules) -> bool,
    set: fn(&mut Rules, bool),
}

const SWITCHES: [Switch; 7] = [
    Switch {
        word: "promotion",
        values: ["optional", "compulsory"],
        get: |rules| rules.promotion_compulsory,
        set: |rules, on| rules.promotion_compulsory = on,
    },
    Switch {
        word: "nifu",
        values: ["allowed", "forbidden"],
        get: |rules| rules.nifu_forbidden,
        set: |rules, on| rules.nifu_forbidden = on,
    },
    Switch {
        word: "dropmate",
        values: ["allowed", "forbidden"],
        get: |rules| rules.drop_pawn_mate_forbidden,
        set: |rules, on| rules.drop_pawn_mate_forbidden = on,
    },
    Switch {
        word: "deadends",
        values: ["allowed", "forbidden"],
        get: |rules| rules.dead_ends_forbidden,
        set: |rules, on| rules.dead_ends_forbidden = on,
    },
    Switch {
        word: "deadendattacks",
        values: ["no", "yes"],
        get: |rules| rules.dead_end_attacks,
        set: |rules, on| rules.dead_end_attacks = on,
    },
    Switch {
        word: "stalemate",
        values: ["draws", "loses"],
        get: |rules| rules.stalemate_loses,
        set: |rules, on| rules.stalemate_loses = on,
    },
    Switch {
        word: "try",
        values: ["no", "yes"],
        get: |rules| rules.try_rule,
        set: |rules, on| rules.try_rule = on,
    },
];

/// The depth of the promotion zone of 9x9 shogi, the only board that may leave it out.
const ZONE_OF_SHOGI: usize = 3;

impl Game {
    /// 9x9 shogi.
    pub fn shogi() -> Game {
        Game::Shogi {
            files: 9,
            ranks: 9,
            rules: Rules::standard(),
        }
    }

    /// Reads the text after `game ` in the header, and the texts after `piece ` in the lines below
    /// it.
    ///
    /// # Errors
    /// [`FaultKind::Game`], [`FaultKind::Piece`] or [`FaultKind::Army`].
    pub fn parse(head: &str, pieces: &[&str]) -> Result<Game, FaultKind> {
        let mut words = head.split(' ');
        let name = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let game = match (name, &words[..]) {
            ("shogi", [size, options @ ..]) => return read_shogi(size, options, pieces),
            ("loa", [size, options @ ..]) => read_loa(size, options)?,
            ("shogi", []) => Game::shogi(),
            ("minishogi", []) => Game::Shogi {
                files: 5,
                ranks: 5,
                rules: Rules::with_zone(1),
            },
            ("dobutsu", []) => Game::Shogi {
                files: 3,
                ranks: 4,
                rules: Rules::dobutsu(),
            },
            _ => return Err(FaultKind::Game(format!("`{head}` is not known here"))),
        };
        no_pieces(pieces)?;
        Ok(game)
    }

    /// The text after `game ` in the header.
    pub fn head(&self) -> String {
        match self {
            Game::Loa {
                files,
                ranks,
                variant,
            } => {
                let rules = match variant {
                    Variant::Paper => "",
                    Variant::Mso => " mso",
                };
                format!("loa {files}x{ranks}{rules}")
            }
            Game::Shogi { files, ranks, rules } => {
                let mut head = format!("shogi {files}x{ranks}");
                let usual = Rules::standard();
                if (*files, *ranks, rules.promotion_zone) != (9, 9, ZONE_OF_SHOGI) {
                    head += &format!(" zone={}", rules.promotion_zone);
                }
                if rules.army == Army::dobutsu() {
                    head += " army=dobutsu";
                } else if rules.army != usual.army {
                    head += " army=own";
                }
                for switch in &SWITCHES {
                    let on = (switch.get)(rules);
                    if on != (switch.get)(&usual) {
                        head += &format!(" {}={}", switch.word, switch.values[usize::from(on)]);
                    }
                }
                head
            }
        }
    }

    /// The texts after `piece ` in the lines below the game; none for a built-in army.
    pub fn pieces(&self) -> Vec<String> {
        match self {
            Game::Shogi { rules, .. } if rules.army != Army::standard() && rules.army != Army::dobutsu() => {
                rules.army.kinds().iter().map(write_kind).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn read_size(text: &str) -> Result<(u8, u8), FaultKind> {
    match *text.as_bytes() {
        [files @ b'1'..=b'9', b'x', ranks @ b'1'..=b'9'] => Ok((files - b'0', ranks - b'0')),
        _ => Err(FaultKind::Game(format!(
            "`{text}` is no size of a board: expected files and ranks as `5x5`, each from 1 to 9"
        ))),
    }
}

fn read_loa(size: &str, options: &[&str]) -> Result<Game, FaultKind> {
    let (files, ranks) = read_size(size)?;
    let variant = match options {
        [] => Variant::Paper,
        ["mso"] => Variant::Mso,
        _ => return Err(FaultKind::Game("the only option of loa is `mso`".into())),
    };
    Ok(Game::Loa {
        files,
        ranks,
        variant,
    })
}

fn read_shogi(size: &str, options: &[&str], pieces: &[&str]) -> Result<Game, FaultKind> {
    let (files, ranks) = read_size(size)?;
    let mut rules = Rules::standard();
    let mut zone = ((files, ranks) == (9, 9)).then_some(ZONE_OF_SHOGI);
    let mut own_army = false;
    let mut words = Vec::new();
    for option in options {
        let unknown = || FaultKind::Game(format!("`{option}` is no option of shogi"));
        let (word, value) = option.split_once('=').ok_or_else(unknown)?;
        if words.contains(&word) {
            return Err(FaultKind::Game(format!("the option `{word}` is given twice")));
        }
        words.push(word);
        match (word, value) {
            ("zone", _) => match *value.as_bytes() {
                [digit @ b'0'..=b'9'] if digit - b'0' <= ranks => zone = Some(usize::from(digit - b'0')),
                _ => return Err(unknown()),
            },
            ("army", "shogi") => {}
            ("army", "dobutsu") => rules.army = Army::dobutsu(),
            ("army", "own") => own_army = true,
            _ => {
                let switch = SWITCHES
                    .iter()
                    .find(|switch| switch.word == word)
                    .ok_or_else(unknown)?;
                let on = switch.values.iter().position(|&known| known == value);
                (switch.set)(&mut rules, on.ok_or_else(unknown)? == 1);
            }
        }
    }
    rules.promotion_zone =
        zone.ok_or_else(|| FaultKind::Game(format!("`zone=` is missing for a board of {size}")))?;
    if own_army {
        let kinds = pieces
            .iter()
            .map(|text| read_kind(text))
            .collect::<Result<_, _>>()?;
        rules.army = Army::new(kinds).map_err(FaultKind::Army)?;
    } else {
        no_pieces(pieces)?;
    }
    Ok(Game::Shogi { files, ranks, rules })
}

fn no_pieces(pieces: &[&str]) -> Result<(), FaultKind> {
    match pieces {
        [] => Ok(()),
        _ => Err(FaultKind::Piece(
            "only a game with `army=own` lists pieces".into(),
        )),
    }
}

/// Reads the text after `piece `.
pub(super) fn read_kind(text: &str) -> Result<Kind, FaultKind> {
    let mut words = text.split(' ');
    let mut kind = Kind {
        name: words.next().unwrap_or_default().to_string(),
        steps: Vec::new(),
        slides: Vec::new(),
        promotes_to: None,
        captured_as: None,
        royal: false,
        pawn: false,
    };
    for word in words {
        let unknown = || FaultKind::Piece(format!("`{word}` says nothing about a piece"));
        match word.split_once('=') {
            Some(("steps", directions)) => kind.steps = read_directions(directions).ok_or_else(unknown)?,
            Some(("slides", directions)) => kind.slides = read_directions(directions).ok_or_else(unknown)?,
            Some(("promotes", name)) => kind.promotes_to = Some(name.to_string()),
            Some(("captured", name)) => kind.captured_as = Some(name.to_string()),
            None if word == "royal" => kind.royal = true,
            None if word == "pawn" => kind.pawn = true,
            _ => return Err(unknown()),
        }
    }
    Ok(kind)
}

fn read_directions(text: &str) -> Option<Vec<(i8, i8)>> {
    text.split(';')
        .map(|direction| {
            let (right, forward) = direction.split_once(',')?;
            Some((right.parse().ok()?, forward.parse().ok()?))
        })
        .collect()
}

fn write_kind(kind: &Kind) -> String {
    let mut text = kind.name.clone();
    for (word, directions) in [("steps", &kind.steps), ("slides", &kind.slides)] {
        let mut between = '=';
        for (right, forward) in directions {
            if between == '=' {
                text += &format!(" {word}");
            }
            // Writing to a string never fails.
            let _ = write!(text, "{between}{right},{forward}");
            between = ';';
        }
    }
    for (word, name) in [("promotes", &kind.promotes_to), ("captured", &kind.captured_as)] {
        if let Some(name) = name {
            text += &format!(" {word}={name}");
        }
    }
    if kind.royal {
        text += " royal";
    }
    if kind.pawn {
        text += " pawn";
    }
    text
}
