//! Positions over HTTP: reading what was typed or pasted, playing lines, conversions.

use crate::error::Refusal;
use crate::jobs::check_rules;
use crate::routes::Site;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use yose_ask::problem::{looks_like_position, main_moves};
use yose_ask::{Content, FaultText, Game, Invalid, Problem, Subject};
use yose_batch::input::Problems;
use yose_board::{Color, Place};
use yose_present::convert::{Target, convert};
use yose_present::walk::{Walk, walk};
use yose_present::{Language, Look, Style, draw, fault, show};
use yose_record::Format;
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Setup, Variant};

/// The language of a request.
pub fn language(name: Option<&str>) -> Language {
    Language::of_locale(name.unwrap_or_default())
}

/// The game of the rules of a request.
fn game(rules: Option<&str>) -> Result<Game, Refusal> {
    match rules {
        None | Some("") => Ok(Game::Any),
        Some(rules) => {
            check_rules(rules)?;
            Ok(Game::named(rules)?)
        }
    }
}

/// A text that somebody typed, pasted or dropped.
#[derive(Debug, Deserialize)]
pub struct Typed {
    text: String,
    #[serde(default)]
    rules: Option<String>,
    /// Gives the defender every piece that is left.
    #[serde(default)]
    rest: bool,
    #[serde(default)]
    language: Option<String>,
}

/// What was read.
#[derive(Debug, Default, Serialize)]
pub struct Read {
    /// The rules by their name.
    rules: Option<String>,
    /// The position as SFEN or FEN, as far as it could be read. It may have faults.
    position: Option<String>,
    /// The moves of the main line, if the text has moves.
    moves: Vec<String>,
    /// Every fault.
    faults: Vec<Fault>,
}

/// A fault with its place on the board, if it has one there.
#[derive(Debug, Serialize)]
struct Fault {
    square: Option<String>,
    hand: Option<&'static str>,
    text: String,
}

impl Fault {
    fn of(fault: &FaultText, language: Language) -> Fault {
        let place = fault.origin.as_ref().map(|origin| &origin.place);
        let (square, hand) = match place {
            Some(Place::Square(square) | Place::SquareAt { square, .. }) => (Some(square.clone()), None),
            Some(Place::Hand(Color::Black)) => (None, Some("black")),
            Some(Place::Hand(Color::White)) => (None, Some("white")),
            _ => (None, None),
        };
        Fault {
            square,
            hand,
            text: fault::text(fault, language),
        }
    }

    fn all(invalid: &Invalid, language: Language) -> Vec<Fault> {
        let faults = invalid.faults.iter();
        faults.map(|fault| Fault::of(fault, language)).collect()
    }
}

/// `POST /api/position`: reads a position or a record in any notation.
pub async fn read(State(_): State<Arc<Site>>, Json(typed): Json<Typed>) -> Result<Json<Read>, Refusal> {
    let game = game(typed.rules.as_deref())?;
    Ok(Json(
        tokio::task::spawn_blocking(move || read_text(&typed, game)).await?,
    ))
}

fn read_text(typed: &Typed, game: Game) -> Read {
    let language = language(typed.language.as_deref());
    let text = typed.text.trim();
    // An SFEN without moves is shown with all its faults, as far as it can be read.
    if let Some((setup, faults)) = faulty_setup(text, game) {
        return of_setup(setup, faults, typed.rest, language);
    }
    let problem = match looks_like_position(text) || yose_ask::problem::is_game(text) {
        true => Problem::position(text, game),
        false => {
            let bytes: Arc<[u8]> = typed.text.as_bytes().into();
            let mut problems = Problems::new(&["-".to_owned()], game).with_standard_input(Some(bytes));
            let nothing = || Problem::broken(text, yose_ask::InputFault::NoPosition.into());
            problems.next().unwrap_or_else(nothing)
        }
    };
    let (setup, moves) = match &problem.content {
        Err(invalid) => {
            return Read {
                faults: Fault::all(invalid, language),
                ..Read::default()
            };
        }
        Ok(Content::Loa { position, rules }) => {
            return Read {
                rules: Some(crate::games::loa_name(position.size(), *rules)),
                position: Some(position.to_string()),
                ..Read::default()
            };
        }
        Ok(Content::Shogi { setup, moves }) => (setup.clone(), moves.clone()),
        Ok(Content::Record(record)) => (record.setup.clone(), main_moves(record)),
    };
    let moves = moves.iter().map(|&m| usi::write(m, setup.variant)).collect();
    let faults = match setup.validate() {
        Ok(_) => Vec::new(),
        Err(faults) => Invalid::from(faults).faults,
    };
    Read {
        moves,
        ..of_setup(setup, faults, typed.rest, language)
    }
}

/// The setup of an SFEN without moves, and its faults. `None` for every other text.
fn faulty_setup(text: &str, game: Game) -> Option<(Setup, Vec<FaultText>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (&board, rest) = words.strip_prefix(&["sfen"]).unwrap_or(&words).split_first()?;
    // A board with a wrong character is still meant to be one, if more follows on its line.
    let is_meant = board.contains('/') && !rest.is_empty() && !text.contains('\n');
    if !is_meant && !yose_ask::problem::is_board(board) {
        return None;
    }
    let variant = match game {
        Game::Loa { .. } => return None,
        Game::Shogi(variant) => variant,
        Game::Any => {
            let letters = board.chars().filter(char::is_ascii_alphabetic);
            if letters.clone().count() > 0 && letters.clone().all(|c| matches!(c, 'b' | 'w' | 'B' | 'W')) {
                return None;
            }
            let ranks: Vec<&str> = board.split('/').collect();
            variant_of(&ranks)?
        }
    };
    if rest.len() > 3 {
        return None;
    }
    let (setup, faults) = sfen::read_setup(text, variant);
    let faults = match faults.is_empty() {
        true => Vec::new(),
        false => Invalid::from(faults).faults,
    };
    Some((setup, faults))
}

/// The variant of a board by its size.
fn variant_of(ranks: &[&str]) -> Option<&'static Variant> {
    let width = |rank: &&str| -> usize {
        let squares = rank.chars().map(|c| match c {
            '+' => 0,
            c => c.to_digit(10).map_or(1, |digit| digit as usize),
        });
        squares.sum()
    };
    let files = ranks.iter().take(32).map(width).max()?;
    match files == 9 || ranks.len() == 9 {
        true => Some(&yose_shogi::SHOGI),
        false => Variant::for_size(files, ranks.len()).ok(),
    }
}

fn of_setup(mut setup: Setup, faults: Vec<FaultText>, rest: bool, language: Language) -> Read {
    let mut faults = faults;
    if rest {
        setup.give_rest(setup.turn.other());
        faults = match setup.validate() {
            Ok(_) => Vec::new(),
            Err(found) => Invalid::from(found).faults,
        };
    }
    Read {
        rules: Some(setup.variant.name.to_owned()),
        position: Some(sfen::write_setup(&setup)),
        moves: Vec::new(),
        faults: faults.iter().map(|fault| Fault::of(fault, language)).collect(),
    }
}

/// A position with moves from it.
#[derive(Debug, Deserialize)]
pub struct Line {
    position: String,
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    language: Option<String>,
}

/// `POST /api/line`: every position of a line, and the legal moves after it.
pub async fn line(State(_): State<Arc<Site>>, Json(line): Json<Line>) -> Result<Json<Walk>, Refusal> {
    let game = game(line.rules.as_deref())?;
    let walked = tokio::task::spawn_blocking(move || {
        let subject = Subject::read(&line.position, game);
        walk(&subject, &line.moves, language(line.language.as_deref()))
    });
    Ok(Json(walked.await??))
}

/// A position to be written in another notation.
#[derive(Debug, Deserialize)]
pub struct Conversion {
    #[serde(flatten)]
    line: Line,
    to: String,
}

/// `POST /api/convert`: a position with a line in another notation, or as a picture.
pub async fn write(
    State(_): State<Arc<Site>>,
    Json(conversion): Json<Conversion>,
) -> Result<Response, Refusal> {
    let game = game(conversion.line.rules.as_deref())?;
    let written = tokio::task::spawn_blocking(move || converted(&conversion, game));
    let (kind, text) = written.await??;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

fn converted(conversion: &Conversion, game: Game) -> Result<(&'static str, String), Refusal> {
    const TEXT: &str = "text/plain; charset=utf-8";
    let line = &conversion.line;
    let language = language(line.language.as_deref());
    let is_loa = matches!(game, Game::Loa { .. });
    let problem = match line.moves.is_empty() {
        true => Problem::position(&line.position, game),
        // The last position of a walk is the position after the moves.
        false if is_loa => {
            let walk = walk(&Subject::read(&line.position, game), &line.moves, language)?;
            let last = walk.steps.last().map_or(&walk.position, |step| &step.position);
            Problem::position(last, game)
        }
        false => {
            let text = format!("{} moves {}", line.position, line.moves.join(" "));
            Problem::position(&text, game)
        }
    };
    let target = match conversion.to.as_str() {
        "sfen" => Target::Sfen,
        "usi" => Target::Usi,
        "kif" => Target::Record(Format::Kif),
        "ki2" => Target::Record(Format::Ki2),
        "csa" => Target::Record(Format::Csa),
        "jkf" => Target::Record(Format::Jkf),
        "svg" => {
            let shown = show::show(&problem, None)?;
            let look = Look {
                style: Style::Svg,
                ansi: false,
                language,
            };
            return Ok(("image/svg+xml", draw(&shown.diagram, look)));
        }
        other => return Err(Refusal::bad(format!("no notation is called `{other}`"))),
    };
    Ok((TEXT, convert(&problem, target, false)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Read {
        let typed = Typed {
            text: text.to_owned(),
            rules: None,
            rest: false,
            language: Some("en".to_owned()),
        };
        read_text(&typed, Game::Any)
    }

    fn places(read: &Read) -> Vec<&str> {
        let faults = read.faults.iter();
        faults.filter_map(|fault| fault.square.as_deref()).collect()
    }

    #[test]
    fn a_faulty_board_is_shown_with_its_squares() {
        let found = read("4k4/9/4P4/4P4/9/9/9/9/9 b G 1");
        assert_eq!(found.position.as_deref(), Some("4k4/9/4P4/4P4/9/9/9/9/9 b G 1"));
        assert_eq!(places(&found), ["5d"]);
        let found = read("4k4/9/4P1x2/9/9/9/9/9/9 b G 1");
        assert_eq!(places(&found), ["3c"], "{:?}", found.faults);
        let found = read("4k4/9/4+G4/9/9/9/9/9/9 b G 1");
        assert_eq!(places(&found), ["5c"], "{:?}", found.faults);
        assert!(read("9/9/9/9/9/9/9/9/9 b - 1").position.is_some());
    }

    #[test]
    fn every_notation_is_read() {
        let mate = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        let setup = sfen::read(mate).unwrap();
        let mut record = yose_record::Record::new(setup.clone());
        let m = usi::read("G*5b", setup.variant).unwrap();
        record
            .tree
            .add(yose_record::Tree::ROOT, yose_record::Step::Move(m));
        for format in Format::ALL {
            let text = yose_record::write(&record, format).unwrap();
            let found = read(&text);
            assert_eq!(found.position.as_deref(), Some(mate), "{text}");
            assert_eq!(found.moves, ["G*5b"], "{text}");
        }
        assert_eq!(read(&format!("sfen {mate}")).position.as_deref(), Some(mate));
        let found = read(&format!("position sfen {mate} moves G*5b"));
        assert_eq!(found.moves, ["G*5b"]);
        assert_eq!(read("startpos").rules.as_deref(), Some("shogi"));
        assert_eq!(read("dobutsu").rules.as_deref(), Some("dobutsu"));
        assert_eq!(read("loa:6x6").rules.as_deref(), Some("loa:6x6"));
    }

    #[test]
    fn nonsense_has_a_fault() {
        for text in ["", "hello", "\u{0}", "4k4 b G 1", "手数----指手\n 1 ７六歩(99)\n"] {
            assert!(!read(text).faults.is_empty(), "{text:?}");
        }
    }
}
