//! One-piece edits of a problem: which pieces have no role (飾り駒), and which edits cure the cooks.
//!
//! A removed piece goes to the defender's hand and an added one comes from there, as in tsume-shogi everything that is not used
//! belongs to the defender. A piece has *no role* if without it the problem has the same verdict and the same solution. An edit *cures*
//! if the solution stays as it was and the verdict becomes better. Each edit may cost a few times the nodes of the problem
//! itself; what does not fit in there is left out.

use crate::check::{CheckAnswer, CheckOptions, Flaw};
use serde::Serialize;
use yose_board::{Color, Square};
use yose_shogi::notation::sfen;
use yose_shogi::{Kind, Piece, Setup, with_position};
use yose_tsume::{CheckVerdict, Checked, Terms};
use yose_tsume::{Limits, Tsume};

/// An edit that cures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditBody {
    /// `remove`, `move` or `add`.
    pub edit: &'static str,
    /// In words: `G 5b`, `P 3c to 3d`, `p on 4e`.
    pub what: String,
    /// The problem then.
    pub sfen: String,
    /// The verdict then.
    pub verdict: &'static str,
}

struct Edit {
    edit: &'static str,
    what: String,
    square: Square,
    setup: Setup,
}

fn empty(setup: &Setup) -> impl Iterator<Item = Square> + '_ {
    let squares = setup.board.iter().enumerate();
    squares
        .filter(|(_, cell)| cell.is_none())
        .map(|(i, _)| Square::new(i as u8))
}

/// The pieces on the board that may be edited, kings left out, with what they are in hand.
fn pieces(setup: &Setup) -> Vec<(Square, Piece, Kind)> {
    let army = &setup.variant.army;
    let cells = setup.board.iter().enumerate();
    cells
        .filter_map(|(i, cell)| Some((Square::new(i as u8), (*cell)?)))
        .filter(|(_, piece)| !army.spec(piece.kind()).royal)
        .map(|(square, piece)| {
            let held = army.spec(piece.kind()).in_hand.unwrap_or(piece.kind());
            (square, piece, held)
        })
        .collect()
}

fn letter(setup: &Setup, piece: Piece) -> String {
    let symbol = setup.variant.army.spec(piece.kind()).symbol;
    match piece.color() {
        Color::Black => symbol.to_owned(),
        Color::White => symbol.to_lowercase(),
    }
}

fn removals(setup: &Setup) -> Vec<Edit> {
    let defender = setup.turn.other().index();
    pieces(setup)
        .into_iter()
        .map(|(square, piece, held)| {
            let mut edited = setup.clone();
            edited.board[square.index()] = None;
            edited.hands[defender][held.index()] += 1;
            Edit {
                edit: "remove",
                what: format!("{} {}", letter(setup, piece), setup.variant.square_name(square)),
                square,
                setup: edited,
            }
        })
        .collect()
}

fn edits(setup: &Setup) -> Vec<Edit> {
    let name = |square| setup.variant.square_name(square);
    let mut all = removals(setup);
    for (from, piece, _) in pieces(setup) {
        for to in empty(setup) {
            let mut edited = setup.clone();
            edited.board[from.index()] = None;
            edited.board[to.index()] = Some(piece);
            all.push(Edit {
                edit: "move",
                what: format!("{} {} to {}", letter(setup, piece), name(from), name(to)),
                square: to,
                setup: edited,
            });
        }
    }
    let defender = setup.turn.other().index();
    for kind in setup.variant.army.hand_kinds() {
        if setup.hands[defender][kind.index()] == 0 {
            continue;
        }
        for color in Color::ALL {
            for to in empty(setup) {
                let piece = Piece::new(color, kind);
                let mut edited = setup.clone();
                edited.hands[defender][kind.index()] -= 1;
                edited.board[to.index()] = Some(piece);
                all.push(Edit {
                    edit: "add",
                    what: format!("{} on {}", letter(setup, piece), name(to)),
                    square: to,
                    setup: edited,
                });
            }
        }
    }
    all
}

/// The verdict on an edited problem; `None` if it is no problem or has another solution.
fn examined(edit: &Edit, found: &Checked, options: &CheckOptions) -> Option<CheckVerdict> {
    crate::show::after(&edit.setup, &found.line).ok()?;
    let position = edit.setup.validate().ok()?;
    let terms = Terms {
        policy: options.policy,
        convention: options.convention,
        parameters: options.parameters,
        ..Terms::default()
    };
    let limits = Limits {
        nodes: Some(4 * found.nodes + 20_000),
        ..options.limits.clone()
    };
    let checked = with_position!(position, |p| {
        let tsume = Tsume::new(p).ok()?;
        yose_tsume::check(&tsume, &terms, &limits, &mut |_| {}).ok()?
    });
    (checked.line == found.line).then_some(checked.verdict)
}

impl CheckAnswer {
    /// Adds the pieces that have no role to the flaws.
    pub fn look_for_roles(&mut self, options: &CheckOptions) {
        let (Some(setup), Some(found)) = (&self.start, &self.found) else {
            return;
        };
        if !matches!(
            found.verdict,
            CheckVerdict::Complete | CheckVerdict::Minor | CheckVerdict::Cooked
        ) {
            return;
        }
        let idle: Vec<Flaw> = removals(setup)
            .into_iter()
            .filter(|edit| examined(edit, found, options) == Some(found.verdict))
            .map(|edit| Flaw {
                name: "no-role",
                japanese: "飾り駒",
                at: None,
                what: format!("{} has no role", edit.what),
                line: vec![setup.variant.square_name(edit.square)],
            })
            .collect();
        self.answer.body.flaws.extend(idle);
    }

    /// Adds the edits that cure the cooks of a problem that has some.
    pub fn look_for_cures(&mut self, options: &CheckOptions) {
        let (Some(setup), Some(found)) = (&self.start, &self.found) else {
            return;
        };
        let better: &[CheckVerdict] = match found.verdict {
            CheckVerdict::Cooked => &[CheckVerdict::Complete, CheckVerdict::Minor],
            CheckVerdict::Minor => &[CheckVerdict::Complete],
            _ => return,
        };
        let mut cures: Vec<(usize, EditBody)> = edits(setup)
            .into_iter()
            .filter_map(|edit| {
                let judged = examined(&edit, found, options)?;
                let place = better.iter().position(|&good| good == judged)?;
                let body = EditBody {
                    edit: edit.edit,
                    what: edit.what,
                    sfen: sfen::write_setup(&edit.setup),
                    verdict: if judged == CheckVerdict::Complete {
                        "complete"
                    } else {
                        "minor"
                    },
                };
                Some((place, body))
            })
            .collect();
        cures.sort_by_key(|&(place, _)| place);
        self.answer.body.cures = Some(cures.into_iter().map(|(_, body)| body).collect());
    }
}
