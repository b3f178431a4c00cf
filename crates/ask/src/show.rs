//! `show`: a position or a record as a picture.

use crate::invalid::Invalid;
use crate::json::Answer;
use crate::picture;
use crate::problem::{Content, Problem};
use serde::Serialize;
use yose_draw::{Diagram, SvgOptions, TextOptions};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Move, Setup, with_position};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Japanese text.
    #[default]
    Kanji,
    /// Plain ASCII.
    Ascii,
    /// SVG.
    Svg,
}

/// Draws a diagram.
pub fn draw(diagram: &Diagram, style: Style, ansi: bool) -> String {
    match style {
        Style::Kanji => yose_draw::kanji(diagram, &TextOptions::default().with_ansi(ansi)),
        Style::Ascii => yose_draw::ascii(diagram),
        Style::Svg => yose_draw::svg(diagram, &SvgOptions::default()),
    }
}

/// The fields of `show`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ShowBody {
    /// The position, as SFEN or FEN.
    pub position: Option<String>,
    /// The side to move.
    pub turn: Option<&'static str>,
    /// The number of legal moves.
    pub moves: Option<usize>,
    /// Whether the side to move is in check; null where there is no king.
    pub check: Option<bool>,
    /// Whether the game is over, and how.
    pub ending: Option<&'static str>,
}

/// A position ready to be shown.
pub struct Shown {
    /// The object.
    pub answer: Answer<ShowBody>,
    /// The picture.
    pub diagram: Diagram,
}

/// Shows a problem, after `ply` moves of its line (all of them if not told).
pub fn show(problem: &Problem, ply: Option<usize>) -> Result<Shown, Invalid> {
    match &problem.content {
        Err(invalid) => Err(invalid.clone()),
        Ok(Content::Shogi { setup, moves }) => shogi(problem, setup, moves, ply),
        Ok(Content::Record(record)) => {
            let moves = main_moves(record);
            // A record is shown at its start unless a ply is asked for: it is a problem, not a replay.
            shogi(problem, &record.setup, &moves, Some(ply.unwrap_or(0)))
        }
        Ok(Content::Loa { position, rules }) => {
            let diagram =
                picture::loa(position).ok_or_else(|| Invalid::whole("this board cannot be drawn"))?;
            let body = yose_loa::with_position!(position, |p| ShowBody {
                position: Some(p.to_string()),
                turn: Some(word(p.turn())),
                moves: Some(p.legal_moves().len()),
                check: None,
                ending: match p.outcome(*rules) {
                    yose_loa::Outcome::Running => None,
                    yose_loa::Outcome::Draw => Some("draw"),
                    yose_loa::Outcome::Win(yose_board::Color::Black) => Some("black wins"),
                    yose_loa::Outcome::Win(yose_board::Color::White) => Some("white wins"),
                },
            });
            Ok(Shown {
                answer: Answer::new(problem, "valid", body),
                diagram,
            })
        }
    }
}

fn word(color: yose_board::Color) -> &'static str {
    match color {
        yose_board::Color::Black => "black",
        yose_board::Color::White => "white",
    }
}

fn shogi(problem: &Problem, setup: &Setup, moves: &[Move], ply: Option<usize>) -> Result<Shown, Invalid> {
    let ply = ply.unwrap_or(moves.len());
    let Some(moves) = moves.get(..ply) else {
        return Err(Invalid::whole(format!(
            "there are {} moves, not {ply}",
            moves.len()
        )));
    };
    let setup = after(setup, moves)?;
    let diagram = picture::shogi(&setup, moves.last().copied())
        .ok_or_else(|| Invalid::whole("this board cannot be drawn"))?;
    let position = setup.validate().map_err(Invalid::from)?;
    let body = with_position!(position, |p| ShowBody {
        position: Some(sfen::write_setup(&setup)),
        turn: Some(word(p.turn())),
        moves: Some(p.legal_moves().len()),
        check: p.king(p.turn()).map(|_| p.in_check()),
        ending: p.ending().map(|ending| match ending {
            yose_shogi::Ending::Mate => "mate",
            yose_shogi::Ending::Stalemate(_) => "stalemate",
            yose_shogi::Ending::Try => "try",
        }),
    });
    Ok(Shown {
        answer: Answer::new(problem, "valid", body),
        diagram,
    })
}

/// The moves of a record's main line.
pub fn main_moves(record: &yose_record::Record) -> Vec<Move> {
    record
        .tree
        .main_line()
        .filter_map(|id| record.tree.node(id).played())
        .collect()
}

/// The position that moves lead to; they are checked one by one.
pub fn after(setup: &Setup, moves: &[Move]) -> Result<Setup, Invalid> {
    if moves.is_empty() {
        return Ok(setup.clone());
    }
    let position = setup.validate().map_err(Invalid::from)?;
    with_position!(position, |p| {
        let mut p = p;
        for (i, &m) in moves.iter().enumerate() {
            if !p.is_legal(m) {
                let text = usi::write(m, setup.variant);
                return Err(Invalid::whole(format!("move {} ({text}) is not legal", i + 1)));
            }
            p.make(m);
        }
        Ok(Setup::of(&p, setup.ply + moves.len() as u32))
    })
}
