//! `show`: a position or a record as a picture.

use crate::diagram;
use serde::Serialize;
use yose_ask::problem::main_moves;
use yose_ask::subject::after;
use yose_ask::{Answer, Content, InputFault, Invalid, Problem, Verdict};
use yose_draw::Diagram;
use yose_shogi::notation::sfen;
use yose_shogi::{Move, Setup, with_position};

/// The JSON answer of `show`.
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
    /// How the game ended; null if it is not over.
    pub ending: Option<&'static str>,
}

/// A position ready to be shown.
pub struct Shown {
    /// The JSON answer.
    pub answer: Answer<ShowBody>,
    /// The picture.
    pub diagram: Diagram,
}

/// Shows the position of a problem after `ply` moves of its line (after all moves if `None`).
pub fn show(problem: &Problem, ply: Option<usize>) -> Result<Shown, Invalid> {
    match &problem.content {
        Err(invalid) => Err(invalid.clone()),
        Ok(Content::Shogi { setup, moves }) => shogi(problem, setup, moves, ply),
        Ok(Content::Record(record)) => {
            let moves = main_moves(record);
            // A record is a problem, not a replay: it is shown at its start unless a ply is
            // requested.
            shogi(problem, &record.setup, &moves, Some(ply.unwrap_or(0)))
        }
        Ok(Content::Loa { position, rules }) => {
            let diagram =
                diagram::loa(position).ok_or_else(|| Invalid::whole("this board cannot be drawn"))?;
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
                answer: Answer::new(&problem.name(), Verdict::Valid, body),
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
        return Err(InputFault::Ply {
            there: moves.len(),
            asked: ply,
        }
        .into());
    };
    let setup = after(setup, moves)?;
    let diagram = diagram::shogi(&setup, moves.last().copied())
        .ok_or_else(|| Invalid::whole("this board cannot be drawn"))?;
    let position = setup.diagram().map_err(Invalid::from)?;
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
        answer: Answer::new(&problem.name(), Verdict::Valid, body),
        diagram,
    })
}
