//! The part of KIF and KI2 before the moves: headers, a named start position or a board, hands and
//! the side to move.

use crate::diagram::{self, Diagram, HandText};
use crate::fault::{Collector, RecordFault};
use crate::handicap::Handicap;
use crate::header::{self, HANDICAP, MOVES_BEFORE, MOVES_WORD, TURN, hand_of, is_header};
use crate::record::Record;
use crate::text::{Cursor, Line, snippet};
use crate::words;
use yose_board::{Color, Place, Square};
use yose_shogi::{Nine, SHOGI, Setup, SetupFault, Shogi};

/// What was read before the moves.
#[derive(Debug, Default)]
pub(crate) struct Preamble {
    headers: Vec<(String, String)>,
    pub(crate) comments: Vec<String>,
    handicap: Option<(Place, String)>,
    /// The length of the edge above the board.
    upper_edge: Option<usize>,
    diagram: Option<Diagram>,
    /// Where the text of each hand starts, and its contents.
    hands: [Option<(Place, HandText)>; 2],
    /// Whether some part of a hand could not be read.
    damaged_hands: bool,
    turn: Option<Color>,
    ply: Option<u32>,
    target_before_start: Option<Square>,
}

/// A start position, or what a reader needs to continue without one.
pub(crate) struct Start {
    pub(crate) setup: Setup,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) comments: Vec<String>,
    /// `None` if the start position has a fault.
    pub(crate) position: Option<Shogi>,
    /// Whether the text gives the start position. By default it is the even game.
    pub(crate) given: bool,
    /// The target square of the move before the start position.
    pub(crate) target_before_start: Option<Square>,
}

impl Preamble {
    /// Reads a line. Returns `false` if the line cannot stand before the moves.
    pub(crate) fn line(&mut self, line: Line<'_>, faults: &mut Collector) -> bool {
        let text = line.text.trim();
        if text.is_empty() || text.starts_with('#') {
            return true;
        }
        if Diagram::is_edge(text) {
            match &mut self.diagram {
                Some(diagram) => diagram.lower_edge(line),
                None => self.upper_edge = Some(text.chars().count()),
            }
            return true;
        }
        if let Some(comment) = comment(line) {
            self.comments.push(comment);
            return true;
        }
        if Diagram::is_rank(text) {
            let upper_edge = self.upper_edge;
            self.diagram
                .get_or_insert_with(|| Diagram::below(upper_edge))
                .rank(line, faults);
            return true;
        }
        if let Some(files) = Diagram::files(text) {
            if files != "987654321" {
                let place = Place::Line {
                    line: line.number,
                    column: 0,
                };
                faults.push(place, RecordFault::Files(files));
            }
            return true;
        }
        let mut cursor = Cursor::new(line);
        cursor.skip_spaces();
        let mut ahead = cursor;
        if let Some(color) = words::read_side(&mut ahead)
            && ahead.eat('番')
            && ahead.rest().trim().is_empty()
        {
            self.turn = Some(color);
            return true;
        }
        let mut ahead = cursor;
        if ahead.eat_str(MOVES_WORD) && ahead.eat_if(|c| c == '＝' || c == '=').is_some() {
            self.moves_before(ahead, faults);
            return true;
        }
        self.header(cursor, line.ended, faults)
    }

    /// Reads 手数＝171 ▲６二角成 まで: the board shows the position after this move.
    fn moves_before(&mut self, mut cursor: Cursor<'_>, faults: &mut Collector) {
        let value = cursor.rest().trim().to_owned();
        cursor.skip_spaces();
        let place = cursor.place();
        match cursor.number().and_then(|n| n.checked_add(1)) {
            Some(ply) => self.ply = Some(ply),
            None => {
                let found = snippet(&value);
                faults.push(
                    place,
                    RecordFault::Expected {
                        what: "a number of moves",
                        found,
                    },
                );
            }
        }
        cursor.skip_spaces();
        if cursor.eat_if(|c| words::marked_side(c).is_some()).is_some() {
            self.target_before_start = words::read_square(&mut cursor);
        }
        self.headers.push((MOVES_BEFORE.to_owned(), value));
    }

    /// Reads a line with a colon. `ended` says whether a line break follows the line.
    fn header(&mut self, cursor: Cursor<'_>, ended: bool, faults: &mut Collector) -> bool {
        let mut value = cursor;
        let key = value.take_while(|c| c != '：' && c != ':').trim();
        if value.bump().is_none() || key.is_empty() {
            return false;
        }
        value.skip_spaces();
        let text = value.rest().trim_end();
        if let Some(color) = hand_of(key) {
            let slot = &mut self.hands[color.index()];
            if slot.is_some() {
                faults.push(cursor.place(), RecordFault::Twice("hand"));
            }
            let before = faults.count();
            if text.is_empty() && !ended {
                faults.push(
                    value.place(),
                    RecordFault::Truncated("the pieces in hand, or なし,"),
                );
            }
            *slot = Some((value.place(), diagram::read_hand(value, faults)));
            self.damaged_hands |= faults.count() != before;
        } else if key == HANDICAP {
            self.handicap = Some((value.place(), text.to_owned()));
        } else if key == TURN {
            match words::read_side(&mut value.clone()) {
                Some(color) => self.turn = Some(color),
                None => {
                    let found = snippet(text);
                    faults.push(
                        value.place(),
                        RecordFault::Expected {
                            what: "a side",
                            found,
                        },
                    );
                }
            }
        } else if key == MOVES_BEFORE {
            self.moves_before(value, faults);
        } else if is_header(key, text) {
            self.headers.push((key.to_owned(), text.to_owned()));
        } else {
            return false;
        }
        true
    }

    /// Assembles and checks the start position.
    pub(crate) fn finish(mut self, faults: &mut Collector) -> Start {
        let before = faults.count();
        let mut known = true;
        let mut setup = match (&self.handicap, &mut self.diagram) {
            (None, None) => Handicap::even().setup(),
            (Some((place, name)), None) => match Handicap::by_name(name) {
                Some(handicap) => handicap.setup(),
                None => {
                    faults.push(place.clone(), RecordFault::Handicap(snippet(name)));
                    known = false;
                    Handicap::even().setup()
                }
            },
            (_, Some(diagram)) => {
                let mut setup = Setup::empty(&SHOGI);
                diagram.finish(&mut setup, faults);
                setup
            }
        };
        if let Some((_, name)) = &self.handicap
            && self.diagram.is_some()
            && Handicap::by_name(name).is_none()
            && name != "その他"
        {
            // 手合割：詰将棋 and similar names: the board gives the position, and the
            // author's word is kept.
            self.headers.push((HANDICAP.to_owned(), name.clone()));
        }
        setup.turn = self.turn.unwrap_or(setup.turn);
        setup.ply = self.ply.unwrap_or(1);
        self.fill_hands(&mut setup, faults);
        let damaged = self.diagram.as_ref().is_some_and(|d| d.damaged) || faults.count() != before;
        let position = match setup.position(Nine) {
            Ok(position) => Some(position),
            Err(wrong) => {
                for fault in &wrong {
                    // If a square or a hand could not be read, faults about missing pieces are
                    // uncertain.
                    let doubtful =
                        matches!(fault.kind, SetupFault::NoKing | SetupFault::KingCapturable(_)) && damaged;
                    if !doubtful {
                        faults.push(self.locate(fault.place.clone()), fault.kind.clone().into());
                    }
                }
                None
            }
        };
        Start {
            position: position.filter(|_| known && !damaged && !self.damaged_hands),
            setup,
            given: self.handicap.is_some() || self.diagram.is_some(),
            headers: self.headers,
            comments: self.comments,
            target_before_start: self.target_before_start,
        }
    }

    fn fill_hands(&self, setup: &mut Setup, faults: &mut Collector) {
        let mut rest = None;
        for color in Color::ALL {
            let Some((_, hand)) = &self.hands[color.index()] else {
                continue;
            };
            for (kind, count, place) in &hand.pieces {
                if !setup.add_to_hand(color, *kind, *count) {
                    faults.push(place.clone(), RecordFault::Count(count.to_string()));
                }
            }
            match (&hand.rest, rest) {
                (Some(place), Some(_)) => faults.push(place.clone(), RecordFault::TwoRests),
                (Some(place), None) => {
                    // The end of the file may be cut off. Then the pieces of the missing hand would
                    // go to the side that holds the rest.
                    if self.hands[color.other().index()].is_none() {
                        faults.push(place.clone(), RecordFault::RestAlone);
                    }
                    rest = Some(color);
                }
                (None, _) => {}
            }
        }
        if let Some(color) = rest {
            setup.give_rest(color);
        }
    }

    fn locate(&self, place: Place) -> Place {
        if let Place::Hand(color) = place
            && let Some((place, _)) = &self.hands[color.index()]
        {
            return place.clone();
        }
        match &self.diagram {
            Some(diagram) => diagram.locate(place),
            None => place,
        }
    }
}

/// The text of a comment line. A bookmark keeps its `&`.
pub(crate) fn comment(line: Line<'_>) -> Option<String> {
    let text = line.text.trim_start();
    match text.strip_prefix('*') {
        Some(comment) => Some(comment.to_owned()),
        None => text.starts_with('&').then(|| text.to_owned()),
    }
}

/// Writes the headers and the start position.
pub(crate) fn write(record: &Record, out: &mut String) {
    let push = |out: &mut String, key: &str, value: &str| {
        out.push_str(key);
        out.push('：');
        out.push_str(value);
        out.push('\n');
    };
    let setup = &record.setup;
    for (key, value) in record.headers.iter().filter(|(key, _)| key != MOVES_BEFORE) {
        push(out, key, value);
    }
    // The words of an author stay below a board without moves. Other programs refuse that line
    // before moves, so there a header holds the words.
    let moves = header::moves_before(record);
    let only_number = moves.as_deref().is_some_and(|moves| moves.parse::<u32>().is_ok());
    let below_board = record.tree.is_empty() && !only_number && Handicap::of(setup).is_none();
    if let Some(moves) = moves.as_deref().filter(|_| !below_board) {
        push(out, MOVES_BEFORE, moves);
    }
    if let Some(handicap) = Handicap::of(setup) {
        push(out, HANDICAP, handicap.name);
        return;
    }
    push(out, "後手の持駒", &diagram::write_hand(setup, Color::White));
    diagram::draw(setup, out);
    push(out, "先手の持駒", &diagram::write_hand(setup, Color::Black));
    if let Some(moves) = moves.filter(|_| below_board) {
        out.push_str(MOVES_WORD);
        out.push('＝');
        out.push_str(&moves);
        out.push('\n');
    }
    if setup.turn == Color::White {
        out.push_str("後手番\n");
    }
}

/// Writes comment lines. A comment with line breaks becomes several lines.
pub(crate) fn write_comments(comments: &[String], out: &mut String) {
    for comment in comments {
        for line in crate::text::lines(comment) {
            if !line.text.starts_with('&') {
                out.push('*');
            }
            out.push_str(line.text);
            out.push('\n');
        }
    }
}
