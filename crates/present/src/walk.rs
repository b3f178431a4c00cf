//! A line of moves from a position, step by step: what a page needs to play through a line and to
//! let a person move. The moves come from the rules, so a page needs no rules of its own.

use crate::language::Language;
use crate::line::move_text;
use crate::phrase::Phrase;
use serde::Serialize;
use yose_ask::{InputFault, Invalid, Subject};
use yose_board::{Color, Square};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Ending, Geometry, Move, Position, Setup, with_position};

/// A position with the moves that led to it and the moves that it allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Walk {
    /// The start as SFEN or FEN.
    pub position: String,
    /// The moves that were played.
    pub steps: Vec<Step>,
    /// The legal moves after the last step.
    pub legal: Vec<Choice>,
    /// Whether the side to move is in check after the last step.
    pub check: bool,
    /// How the game ended; `None` if it goes on.
    pub ending: Option<&'static str>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The move.
    #[serde(flatten)]
    pub choice: Choice,
    /// The side that moved: `black` or `white`.
    pub side: &'static str,
    /// The position after the move, as SFEN or FEN.
    pub position: String,
}

/// The pass, which is a move of lines about threats: the other side is shown what it threatens.
pub const PASS: &str = "pass";

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The move as programs write it: USI, or the two squares at Lines of Action; [`PASS`].
    #[serde(rename = "move")]
    pub name: String,
    /// The move as books of the language print it.
    pub text: String,
    /// The square that the piece leaves; `None` for a drop.
    pub from: Option<String>,
    /// The letter of the piece that is dropped.
    pub drop: Option<String>,
    /// The square that the piece reaches; `None` for a pass.
    pub to: Option<String>,
    /// Whether the piece promotes.
    pub promotes: bool,
}

impl Choice {
    /// A pass.
    pub fn pass(language: Language) -> Choice {
        Choice {
            name: PASS.to_owned(),
            text: Phrase::Pass.text(language),
            from: None,
            drop: None,
            to: None,
            promotes: false,
        }
    }
}

/// Plays moves from a position. A side of shogi that is not in check may also [`PASS`].
///
/// # Errors
/// The faults of the position, or the first move that is not legal.
///
/// ```
/// use yose_ask::{Game, Subject};
/// use yose_present::{Language, walk};
///
/// let position = Subject::read("4k4/9/4P4/9/9/9/9/9/9 b G 1", Game::Any);
/// let walk = walk::walk(&position, &["G*5b".to_owned()], Language::Japanese)?;
/// assert_eq!(walk.steps[0].choice.text, "▲５二金");
/// assert_eq!(walk.steps[0].position, "4k4/4G4/4P4/9/9/9/9/9/9 w - 2");
/// assert_eq!(walk.ending, Some("mate"));
/// # Ok::<(), yose_ask::Invalid>(())
/// ```
pub fn walk(position: &Subject, moves: &[String], language: Language) -> Result<Walk, Invalid> {
    match position {
        Subject::Shogi(setup) => shogi(setup, moves, language),
        Subject::Loa { position, rules } => {
            yose_loa::with_position!(position, |p| loa(*p, *rules, moves))
        }
        Subject::Invalid(invalid) => Err(invalid.clone()),
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn illegal(i: usize, text: &str) -> Invalid {
    let (number, text) = (i + 1, text.to_owned());
    InputFault::IllegalMove { number, text }.into()
}

fn shogi(setup: &Setup, moves: &[String], language: Language) -> Result<Walk, Invalid> {
    let position = setup.diagram().map_err(Invalid::from)?;
    with_position!(position, |p| {
        let mut p = p;
        let mut previous = None;
        let mut steps = Vec::new();
        for (i, word) in moves.iter().enumerate() {
            let mover = p.turn();
            let choice = if word == PASS {
                if p.king(mover).is_some() && p.in_check() {
                    return Err(illegal(i, word));
                }
                p.pass();
                previous = None;
                Choice::pass(language)
            } else {
                let m = usi::read_legal(word, &p).map_err(|_| illegal(i, word))?;
                let choice = choice(&p, m, previous, language);
                p.make(m);
                previous = Some(m.to());
                choice
            };
            steps.push(Step {
                choice,
                side: side(mover),
                position: sfen::write(&p, setup.ply + i as u32 + 1),
            });
        }
        Ok(Walk {
            position: sfen::write_setup(setup),
            steps,
            legal: p
                .legal_moves()
                .into_iter()
                .map(|m| choice(&p, m, previous, language))
                .collect(),
            check: p.king(p.turn()).is_some() && p.in_check(),
            ending: p.ending().map(|ending| match ending {
                Ending::Mate => "mate",
                Ending::Stalemate(_) => "stalemate",
                Ending::Try => "try",
            }),
        })
    })
}

fn choice<G: Geometry>(p: &Position<G>, m: Move, previous: Option<Square>, language: Language) -> Choice {
    let variant = p.variant();
    Choice {
        name: usi::write(m, variant),
        text: move_text(p, m, previous, language),
        from: m.from().map(|from| variant.square_name(from)),
        drop: m.dropped().map(|kind| variant.army.spec(kind).symbol.to_owned()),
        to: Some(variant.square_name(m.to())),
        promotes: m.promotes(),
    }
}

fn loa<G: yose_loa::Geometry>(
    mut p: yose_loa::Position<G>,
    rules: yose_loa::Rules,
    moves: &[String],
) -> Result<Walk, Invalid> {
    let size = p.size();
    let choice = |m: yose_loa::Move| {
        let (from, to) = (size.name(m.from()).to_string(), size.name(m.to()).to_string());
        Choice {
            name: format!("{from}{to}"),
            text: format!("{from}-{to}"),
            from: Some(from),
            drop: None,
            to: Some(to),
            promotes: false,
        }
    };
    let position = p.to_string();
    let mut steps = Vec::new();
    for (i, word) in moves.iter().enumerate() {
        let m = p.read_move(word).map_err(|_| illegal(i, word))?;
        let mover = p.turn();
        p.make(m);
        steps.push(Step {
            choice: choice(m),
            side: side(mover),
            position: p.to_string(),
        });
    }
    let ending = match p.outcome(rules) {
        yose_loa::Outcome::Running => None,
        yose_loa::Outcome::Draw => Some("draw"),
        yose_loa::Outcome::Win(Color::Black) => Some("black wins"),
        yose_loa::Outcome::Win(Color::White) => Some("white wins"),
    };
    let legal = match ending {
        None => p.legal_moves().into_iter().map(choice).collect(),
        Some(_) => Vec::new(),
    };
    Ok(Walk {
        position,
        steps,
        legal,
        check: false,
        ending,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use yose_ask::Game;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_line_has_every_position_and_names_every_move() {
        let position = Subject::read("5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1", Game::Any);
        let line = words("2d2c+ 2b1a P*1b 1a2a 4a3b+");
        let walk = walk(&position, &line, Language::English).unwrap();
        let texts: Vec<&str> = walk.steps.iter().map(|step| step.choice.text.as_str()).collect();
        assert_eq!(texts, ["P-2c+", "K-1a", "P*1b", "K-2a", "B-3b+"]);
        let sides: Vec<&str> = walk.steps.iter().map(|step| step.side).collect();
        assert_eq!(sides, ["black", "white", "black", "white", "black"]);
        assert_eq!(walk.steps[2].choice.drop.as_deref(), Some("P"));
        assert_eq!(
            (walk.check, walk.ending, walk.legal.len()),
            (true, Some("mate"), 0)
        );
    }

    #[test]
    fn an_illegal_move_is_named() {
        let position = Subject::read("4k4/9/4P4/9/9/9/9/9/9 b G 1", Game::Any);
        let error = walk(&position, &words("G*5b 5a5b"), Language::English).unwrap_err();
        assert!(error.to_string().contains("move 2 (5a5b)"), "{error}");
    }

    #[test]
    fn a_side_that_is_not_in_check_may_pass() {
        let position = Subject::read("4k4/9/4P4/9/9/9/9/9/9 w G 1", Game::Any);
        let after = walk(&position, &words("pass G*5b"), Language::Japanese).unwrap();
        assert_eq!(
            (after.steps[0].choice.name.as_str(), after.steps[0].side),
            (PASS, "white")
        );
        assert_eq!(after.steps[0].position, "4k4/9/4P4/9/9/9/9/9/9 b G 2");
        assert_eq!(after.steps[1].choice.text, "▲５二金");
        assert_eq!(after.ending, Some("mate"));
        let mated = walk(&position, &words("pass G*5b pass"), Language::English);
        assert!(mated.unwrap_err().to_string().contains("move 3 (pass)"));
    }

    #[test]
    fn lines_of_action_walk_too() {
        let position = Subject::read("startpos", Game::named("loa:6x6").unwrap());
        let start = walk(&position, &[], Language::English).unwrap();
        let first = start.legal[0].name.clone();
        let next = walk(&position, std::slice::from_ref(&first), Language::English).unwrap();
        assert_eq!(next.steps[0].choice.name, first);
        assert_ne!(next.steps[0].position, start.position);
        assert!(next.ending.is_none() && !next.legal.is_empty());
    }
}
