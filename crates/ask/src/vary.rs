//! One-piece edits of a problem: which pieces have no role (飾り駒), and which edits cure the
//! cooks.
//!
//! A removed piece goes to the defender's hand and an added one comes from there, as in tsume-shogi
//! everything that is not used belongs to the defender. A piece has *no role* if without it the
//! problem has the same verdict and the same solution. An edit *cures* if the solution stays as it
//! was and the verdict becomes better. Each edit may cost a few times the nodes of the problem
//! itself; an edit that needs more is left out. The time of the request is for the problem with all
//! its edits.

use crate::check::{CheckBody, Examined, Flaw, UnexaminedBody};
use crate::progress::Doing;
use crate::run::Run;
use crate::subject::after;
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Duration;
use yose_board::{Color, Square};
use yose_shogi::notation::sfen;
use yose_shogi::{Kind, Piece, Setup, with_position};
use yose_tsume::{CheckVerdict, Limits, Terms, Tsume};

/// An edit that cures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditBody {
    /// `remove`, `move` or `add`.
    pub edit: Cow<'static, str>,
    /// In words: `G 5b`, `P 3c to 3d`, `p on 4e`.
    pub what: String,
    /// The problem after the edit.
    pub sfen: String,
    /// The verdict after the edit.
    pub verdict: Verdict,
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

/// The verdict on an edited problem; `None` if it is no problem or has another solution. The time
/// of the request is for all edits together.
fn verdict_of(edit: &Edit, examined: &Examined<'_>, run: &Run<'_>) -> Option<CheckVerdict> {
    let Examined { check, found, .. } = examined;
    after(&edit.setup, &found.line).ok()?;
    let position = edit.setup.validate().ok()?;
    let terms = Terms {
        policy: check.policy,
        convention: check.convention,
        parameters: check.parameters.into(),
        ..Terms::default()
    };
    let limits = Limits {
        nodes: Some(4 * found.nodes + 20_000),
        time: run.time_left(),
        ..run.search_limits()
    };
    let checked = with_position!(position, |p| {
        let tsume = Tsume::new(p).ok()?;
        yose_tsume::check(&tsume, &terms, &limits, &mut |_| {}).ok()?
    });
    (checked.line == found.line).then_some(checked.verdict)
}

/// Why no more edits are examined, if none are.
fn stopped(run: &Run<'_>) -> Option<Reason> {
    if run.is_cancelled() {
        return Some(Reason::Interrupted);
    }
    (run.time_left() == Some(Duration::ZERO)).then_some(Reason::Time)
}

/// Looks for pieces without a role and for edits that cure, as the question asks.
pub(crate) fn examine(examined: &Examined<'_>, body: &mut CheckBody, run: &mut Run<'_>) {
    let Examined { check, setup, found } = examined;
    let has_verdict = matches!(
        found.verdict,
        CheckVerdict::Complete | CheckVerdict::Minor | CheckVerdict::Cooked
    );
    let better: &[CheckVerdict] = match found.verdict {
        CheckVerdict::Cooked => &[CheckVerdict::Complete, CheckVerdict::Minor],
        CheckVerdict::Minor => &[CheckVerdict::Complete],
        _ => &[],
    };
    let roles = match check.roles && has_verdict {
        true => removals(setup),
        false => Vec::new(),
    };
    let cures = match check.vary && !better.is_empty() {
        true => edits(setup),
        false => Vec::new(),
    };
    let total = roles.len() + cures.len();
    let mut done = 0;
    // The verdict on the next edit; `None` once a limit is met.
    let mut next = |edit: &Edit, run: &mut Run<'_>| {
        if stopped(run).is_some() {
            return None;
        }
        let doing = Doing::Edits {
            number: done + 1,
            of: total,
        };
        run.note(found.nodes, Some(doing), || {
            format!("edit {} of {total}: {}", done + 1, edit.what)
        });
        let verdict = verdict_of(edit, examined, run);
        // What a limit cut short was not examined.
        if stopped(run).is_some() {
            return None;
        }
        done += 1;
        Some(verdict)
    };
    for edit in roles {
        match next(&edit, run) {
            None => break,
            Some(verdict) if verdict == Some(found.verdict) => body.flaws.push(Flaw {
                name: "no-role".into(),
                japanese: "飾り駒".into(),
                at: None,
                what: format!("{} has no role", edit.what),
                line: vec![setup.variant.square_name(edit.square)],
            }),
            Some(_) => {}
        }
    }
    let mut curing: Vec<(usize, EditBody)> = Vec::new();
    for edit in cures {
        let Some(verdict) = next(&edit, run) else { break };
        let Some(place) = better.iter().position(|&good| Some(good) == verdict) else {
            continue;
        };
        let body = EditBody {
            edit: edit.edit.into(),
            what: edit.what,
            sfen: sfen::write_setup(&edit.setup),
            verdict: match better[place] {
                CheckVerdict::Complete => Verdict::Complete,
                _ => Verdict::Minor,
            },
        };
        curing.push((place, body));
    }
    if check.vary && !better.is_empty() {
        curing.sort_by_key(|&(place, _)| place);
        body.cures = Some(curing.into_iter().map(|(_, body)| body).collect());
    }
    body.unexamined = stopped(run)
        .filter(|_| done < total)
        .map(|reason| UnexaminedBody {
            edits: total - done,
            reason,
        });
}
