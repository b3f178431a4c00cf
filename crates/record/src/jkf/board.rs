//! The start position of a JKF: a preset, or a board in `data`.

use super::json::{Json, Located};
use crate::fault::{Collector, RecordFault};
use crate::handicap::{self, Handicap};
use crate::text::snippet;
use crate::words;
use yose_board::{Color, Place};
use yose_shogi::{AnyPosition, Piece, SHOGI, Setup, SetupFault};

/// Reads `initial`. Without it the game is even.
pub(super) fn read(root: &Located<'_, '_>, faults: &mut Collector) -> (Setup, Option<AnyPosition>) {
    let Some(initial) = root.get("initial") else {
        return validated(Handicap::even().setup(), false, None, faults);
    };
    let before = faults.count();
    let mut setup = Setup::empty(&SHOGI);
    let preset = match initial.get("preset") {
        Some(preset) => preset.string(faults).map(|name| (preset, name)),
        None => {
            initial.fault(RecordFault::Missing("preset"), faults);
            None
        }
    };
    let data = initial.get("data");
    match (preset, &data) {
        (Some((_, "OTHER")), Some(data)) => read_data(data, &mut setup, faults),
        (Some((_, "OTHER")), None) => initial.fault(RecordFault::Missing("data"), faults),
        (Some((at, name)), _) => match Handicap::by_preset(name) {
            Some(handicap) => setup = handicap.setup(),
            None => at.fault(RecordFault::Value(snippet(name)), faults),
        },
        (None, _) => {}
    }
    let damaged = faults.count() != before;
    let path = data.map(|data| data.path());
    validated(setup, damaged, path, faults)
}

fn validated(
    setup: Setup,
    damaged: bool,
    path: Option<String>,
    faults: &mut Collector,
) -> (Setup, Option<AnyPosition>) {
    let position = match setup.diagram() {
        Ok(position) => Some(position).filter(|_| !damaged),
        Err(wrong) => {
            for fault in &wrong {
                let doubtful = matches!(fault.kind, SetupFault::NoKing | SetupFault::KingCapturable(_));
                if !(doubtful && damaged) {
                    let place = locate(&setup, fault.place.clone(), &fault.kind, path.as_deref());
                    faults.push(place, fault.kind.clone().into());
                }
            }
            None
        }
    };
    (setup, position)
}

/// The place of a fault of the board: the member that holds its square or its number in hand.
fn locate(setup: &Setup, place: Place, fault: &SetupFault, path: Option<&str>) -> Place {
    let Some(path) = path else {
        return place;
    };
    let member = match &place {
        Place::Square(name) => {
            let variant = setup.variant;
            let square = (0..variant.files)
                .flat_map(|file| (0..variant.ranks).map(move |rank| (file, rank)))
                .find(|&(file, rank)| {
                    variant
                        .square(file, rank)
                        .is_some_and(|sq| variant.square_name(sq) == *name)
                });
            square.map(|(file, rank)| format!("{path}.board[{file}][{rank}]"))
        }
        Place::Hand(color) => {
            let hand = format!("{path}.hands[{}]", color.index());
            let kind = match fault {
                SetupFault::TooMany { symbol, .. } => SHOGI.army.by_symbol(symbol),
                _ => None,
            };
            Some(kind.map_or(hand.clone(), |kind| format!("{hand}.{}", words::csa_name(kind))))
        }
        Place::Whole => Some(format!("{path}.board")),
        _ => None,
    };
    member.map_or(place, Place::Path)
}

fn read_data(data: &Located<'_, '_>, setup: &mut Setup, faults: &mut Collector) {
    match data.get("color") {
        Some(at) => setup.turn = color(&at, faults).unwrap_or(Color::Black),
        None => data.fault(RecordFault::Missing("color"), faults),
    }
    match data.get("board") {
        Some(board) => read_board(&board, setup, faults),
        None => data.fault(RecordFault::Missing("board"), faults),
    }
    match data.get("hands") {
        Some(hands) => read_hands(&hands, setup, faults),
        None => data.fault(RecordFault::Missing("hands"), faults),
    }
}

fn read_board(board: &Located<'_, '_>, setup: &mut Setup, faults: &mut Collector) {
    let Some(files) = board.array(faults) else { return };
    if let Some(variant) = handicap::by_size(files.len(), files.len()) {
        *setup = Setup {
            turn: setup.turn,
            ..Setup::empty(variant)
        };
    } else {
        board.fault(RecordFault::Type("an array of 9 files"), faults);
    }
    let size = usize::from(setup.variant.files);
    for (x, file) in files.iter().enumerate().take(size) {
        let at = board.item(x, file);
        let Some(cells) = at.array(faults) else { continue };
        if cells.len() != size {
            let what = match size {
                5 => "an array of 5 squares",
                _ => "an array of 9 squares",
            };
            at.fault(RecordFault::Type(what), faults);
        }
        for (y, cell) in cells.iter().enumerate().take(size) {
            let at = at.item(y, cell);
            if at.object(faults).is_none() {
                continue;
            }
            let piece = match (at.get("color"), at.get("kind")) {
                (None, None) => continue,
                (Some(owner), Some(kind)) => {
                    let owner = color(&owner, faults);
                    let kind = super::read::kind(&kind, faults);
                    owner.zip(kind).map(|(owner, kind)| Piece::new(owner, kind))
                }
                (None, Some(_)) => {
                    at.fault(RecordFault::Missing("color"), faults);
                    None
                }
                (Some(_), None) => {
                    at.fault(RecordFault::Missing("kind"), faults);
                    None
                }
            };
            if let Some(square) = words::square(setup.variant, x as u32 + 1, y as u32 + 1) {
                setup.put(square, piece);
            }
        }
    }
}

fn read_hands(hands: &Located<'_, '_>, setup: &mut Setup, faults: &mut Collector) {
    let Some(sides) = hands.array(faults) else { return };
    if sides.len() != 2 {
        hands.fault(RecordFault::Type("an array of 2 hands"), faults);
    }
    for (color, hand) in Color::ALL.into_iter().zip(sides) {
        let at = hands.item(color.index(), hand);
        for (name, count) in at.object(faults).unwrap_or_default() {
            // A converter from KI2 takes the word なし for a piece.
            if *count == Json::Null || name == "undefined" {
                continue;
            }
            let member = at.member(name, count);
            let Some(count) = member.whole(faults) else {
                continue;
            };
            match words::csa_kind(name) {
                Some(kind) if SHOGI.army.hand_kinds_and_king().any(|held| held == kind) => {
                    if !setup.add_to_hand(color, kind, count) {
                        member.fault(RecordFault::Count(count.to_string()), faults);
                    }
                }
                _ if count == 0 => {}
                _ => member.fault(RecordFault::Hand(snippet(name)), faults),
            }
        }
    }
}

/// Reads a side: 0 for Black, 1 for White.
pub(super) fn color(at: &Located<'_, '_>, faults: &mut Collector) -> Option<Color> {
    match at.value {
        Json::Number(0.0) => Some(Color::Black),
        Json::Number(1.0) => Some(Color::White),
        _ => {
            at.fault(RecordFault::Type("0 (first player) or 1"), faults);
            None
        }
    }
}
