//! The start position of a CSA record: PI, P1 to P9, P+ and P-, and the side to move.

use crate::diagram::square_at;
use crate::fault::{Collector, RecordFault};
use crate::handicap::{self, Handicap};
use crate::text::{Cursor, digit, snippet, whole_line};
use crate::words;
use std::collections::HashMap;
use yose_board::{Color, Place, Square};
use yose_shogi::{AnyPosition, Kind, Piece, SHOGI, Setup, SetupFault, Variant};

/// A start position that is being read.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) setup: Setup,
    /// Whether a statement about the board was read.
    pub(crate) given: bool,
    rows: [bool; 9],
    by_rows: bool,
    places: HashMap<Square, (usize, usize)>,
    hands: [Option<Place>; 2],
    rest: Option<(Color, Place)>,
    first_line: usize,
    last_line: usize,
    damaged: bool,
    pub(crate) turn: Option<Color>,
}

impl Default for Board {
    fn default() -> Self {
        Board {
            setup: Setup::empty(&SHOGI),
            given: false,
            rows: [false; 9],
            by_rows: false,
            places: HashMap::new(),
            hands: [None, None],
            rest: None,
            first_line: 1,
            last_line: 1,
            damaged: false,
            turn: None,
        }
    }
}

impl Board {
    /// Reads a statement that starts with P. The cursor stands after the P.
    pub(crate) fn statement(&mut self, mut cursor: Cursor<'_>, faults: &mut Collector) {
        if !self.given {
            self.first_line = cursor.line();
        }
        self.given = true;
        self.last_line = cursor.line();
        let before = faults.count();
        let start = cursor;
        match cursor.bump() {
            Some('I') => self.even(cursor, faults),
            Some('+') => self.pieces(Color::Black, cursor, faults),
            Some('-') => self.pieces(Color::White, cursor, faults),
            Some(c @ '1'..='9') => self.row(c as u32 - '0' as u32, cursor, faults),
            _ => faults.push(
                start.place(),
                RecordFault::Expected {
                    what: "PI, P1 to P9, P+ or P-",
                    found: start.snippet(),
                },
            ),
        }
        self.damaged |= faults.count() != before;
    }

    /// Reads PI: the even game, without the listed pieces.
    fn even(&mut self, mut cursor: Cursor<'_>, faults: &mut Collector) {
        if self.by_rows || self.setup.board.iter().any(Option::is_some) {
            faults.push(cursor.place(), RecordFault::Twice("board"));
        }
        self.setup.board = Handicap::even().setup().board;
        while !cursor.rest().trim().is_empty() {
            let place = cursor.place();
            let Some((Some(square), letters)) = read_item(&mut cursor, self.setup.variant, faults) else {
                return;
            };
            let there = self.setup.board.get(square.index()).copied().flatten();
            match (there, words::csa_kind(letters)) {
                (Some(piece), Some(kind)) if piece.kind() == kind => {
                    self.setup.put(square, None);
                }
                _ => {
                    let text = format!(
                        "there is no {letters} on {} to take away",
                        words::plain_square(self.setup.variant, square)
                    );
                    faults.push(place, RecordFault::Placement(text));
                }
            }
        }
    }

    /// Reads P1 to P9: one rank. Editors often drop spaces at the end of a line or merge spaces, so
    /// spaces are not counted.
    fn row(&mut self, rank: u32, mut cursor: Cursor<'_>, faults: &mut Collector) {
        self.by_rows = true;
        if let Some(seen) = self.rows.get_mut(rank as usize - 1)
            && std::mem::replace(seen, true)
        {
            faults.push(cursor.place(), RecordFault::Twice("rank"));
        }
        // Each cell with its column. The squares follow from the number of cells.
        let mut cells: Vec<(usize, Option<Piece>)> = Vec::new();
        loop {
            cursor.skip_spaces();
            if cursor.at_end() {
                break;
            }
            let (start, column) = (cursor, cursor.column());
            let piece = match cursor.bump() {
                Some('*') => Some(None),
                Some(sign @ ('+' | '-')) => {
                    let color = if sign == '+' { Color::Black } else { Color::White };
                    let kind = read_letters(&mut cursor).and_then(words::csa_kind);
                    kind.map(|kind| Some(Piece::new(color, kind)))
                }
                _ => None,
            };
            let Some(piece) = piece else {
                let text = start.rest().chars().take(3).collect::<String>();
                faults.push(start.place(), RecordFault::Cell(snippet(&text)));
                cursor = start;
                cursor.bump();
                cursor.take_while(|c| !matches!(c, '+' | '-' | '*') && !c.is_whitespace());
                cells.push((column, None));
                continue;
            };
            cells.push((column, piece));
        }
        let found = cells.len();
        let first = self.rows.iter().filter(|seen| **seen).count() == 1;
        if first
            && let Some(variant) = handicap::by_size(found, found)
            && variant != self.setup.variant
        {
            self.setup = Setup {
                hands: self.setup.hands,
                ..Setup::empty(variant)
            };
        }
        let variant = self.setup.variant;
        let width = usize::from(variant.files);
        for (i, (column, piece)) in cells.into_iter().enumerate().take(width) {
            if let Some(square) = words::square(variant, (width - i) as u32, rank) {
                self.places.insert(square, (cursor.line(), column));
                self.setup.put(square, piece);
            }
        }
        if found != width {
            let place = Place::Line {
                line: cursor.line(),
                column: 0,
            };
            faults.push(
                place,
                RecordFault::Width {
                    rank: rank as usize,
                    found,
                    expected: variant.files,
                },
            );
        }
    }

    /// Reads P+ and P-: single pieces, hands, and the rest of the pieces.
    fn pieces(&mut self, color: Color, mut cursor: Cursor<'_>, faults: &mut Collector) {
        while !cursor.rest().trim().is_empty() {
            let (place, column) = (cursor.place(), cursor.column());
            let Some((square, letters)) = read_item(&mut cursor, self.setup.variant, faults) else {
                return;
            };
            if letters == "AL" && square.is_none() {
                if self.rest.is_some() {
                    faults.push(place, RecordFault::TwoRests);
                } else {
                    self.rest = Some((color, place));
                }
                continue;
            }
            let Some(kind) = words::csa_kind(letters) else {
                faults.push(place, RecordFault::Cell(letters.to_owned()));
                continue;
            };
            match square {
                None => {
                    self.hands[color.index()].get_or_insert(place.clone());
                    let held = SHOGI.army.hand_kinds_and_king().any(|held| held == kind);
                    if !held {
                        faults.push(place, RecordFault::Hand(letters.to_owned()));
                    } else if !self.setup.add_to_hand(color, kind, 1) {
                        faults.push(place, RecordFault::Count(letters.to_owned()));
                    }
                }
                Some(square) => self.put(
                    square,
                    Piece::new(color, kind),
                    place,
                    column,
                    cursor.line(),
                    faults,
                ),
            }
        }
    }

    fn put(
        &mut self,
        square: Square,
        piece: Piece,
        place: Place,
        column: usize,
        line: usize,
        faults: &mut Collector,
    ) {
        if self.setup.board.get(square.index()).copied().flatten().is_some() {
            let text = format!(
                "there is a piece on {} already",
                words::plain_square(self.setup.variant, square)
            );
            faults.push(place, RecordFault::Placement(text));
            return;
        }
        self.places.insert(square, (line, column));
        self.setup.put(square, Some(piece));
    }

    /// Assembles and checks the start position.
    pub(crate) fn finish(&mut self, faults: &mut Collector) -> Option<AnyPosition> {
        if !self.given {
            self.setup = Handicap::even().setup();
        }
        self.setup.turn = self.turn.unwrap_or(Color::Black);
        let rows = self.rows.iter().filter(|seen| **seen).count();
        if self.by_rows && rows != usize::from(self.setup.variant.ranks) {
            self.damaged = true;
            let place = Place::Line {
                line: self.last_line,
                column: 0,
            };
            faults.push(
                place,
                RecordFault::Ranks {
                    found: rows,
                    expected: self.setup.variant.ranks,
                },
            );
        }
        if let Some((color, _)) = self.rest {
            self.setup.give_rest(color);
        }
        match self.setup.diagram() {
            Ok(position) => Some(position).filter(|_| !self.damaged),
            Err(wrong) => {
                for fault in &wrong {
                    let doubtful = matches!(fault.kind, SetupFault::NoKing | SetupFault::KingCapturable(_));
                    if !(doubtful && self.damaged) {
                        faults.push(self.locate(fault.place.clone()), fault.kind.clone().into());
                    }
                }
                None
            }
        }
    }

    fn locate(&self, place: Place) -> Place {
        match place {
            Place::Square(name) => square_at(self.setup.variant, &self.places, name),
            Place::Hand(color) => match &self.hands[color.index()] {
                Some(place) => place.clone(),
                None => whole_line(self.first_line),
            },
            Place::Whole => whole_line(self.first_line),
            other => other,
        }
    }
}

/// Reads two capital letters.
pub(crate) fn read_letters<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let mut ahead = *cursor;
    let start = ahead.rest();
    for _ in 0..2 {
        ahead.eat_if(|c| c.is_ascii_uppercase())?;
    }
    *cursor = ahead;
    start.get(..2)
}

/// Reads a square in digits. Returns `Some(None)` for 00, the hand.
pub(crate) fn read_place(cursor: &mut Cursor<'_>, variant: &Variant) -> Option<Option<Square>> {
    let mut ahead = *cursor;
    let file = ahead.eat_if(|c| c.is_ascii_digit()).and_then(digit)?;
    let rank = ahead.eat_if(|c| c.is_ascii_digit()).and_then(digit)?;
    let square = match (file, rank) {
        (0, 0) => None,
        _ => Some(words::square(variant, file, rank)?),
    };
    *cursor = ahead;
    Some(square)
}

/// Reads a square and the letters of a piece.
fn read_item<'a>(
    cursor: &mut Cursor<'a>,
    variant: &Variant,
    faults: &mut Collector,
) -> Option<(Option<Square>, &'a str)> {
    let start = *cursor;
    let item = read_place(cursor, variant).and_then(|square| Some((square, read_letters(cursor)?)));
    if item.is_none() {
        let found = start.snippet();
        faults.push(
            start.place(),
            RecordFault::Expected {
                what: "a square and a piece such as 22KA",
                found,
            },
        );
    }
    item
}

/// Whether a piece promotes, given its kinds before and after the move. `None` if the kinds do not
/// fit.
pub(crate) fn promotes_to(before: Kind, after: Kind) -> Option<bool> {
    if before == after {
        return Some(false);
    }
    (SHOGI.army.spec(before).promotes == Some(after)).then_some(true)
}
