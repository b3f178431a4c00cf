//! Boards and hands as Japanese programs draw them: the reader, rank by rank, and the writer.

use crate::fault::{Collector, RecordFault};
use crate::handicap;
use crate::text::{Cursor, Line, digit, snippet, whole_line};
use crate::words;
use std::collections::HashMap;
use yose_board::{Color, Place, Square};
use yose_shogi::{Kind, Piece, SHOGI, Setup, Variant};

/// A board that is being read.
#[derive(Debug, Default)]
pub(crate) struct Diagram {
    /// The game. The width of the first rank decides.
    variant: Option<&'static Variant>,
    pieces: Vec<(Square, Piece)>,
    places: HashMap<Square, (usize, usize)>,
    rows: usize,
    first_line: usize,
    last_line: usize,
    /// The length of the upper edge, if there is one. Then a lower edge must follow.
    upper_edge: Option<usize>,
    closed: bool,
    /// Whether a square could not be read. Then faults that follow from the missing square are not
    /// reported.
    pub(crate) damaged: bool,
}

impl Diagram {
    /// Whether a line is a rank: it starts with the edge of the board.
    pub(crate) fn is_rank(line: &str) -> bool {
        line.trim_start().starts_with(['|', '｜'])
    }

    /// Whether a line is only the upper or lower edge of the board.
    pub(crate) fn is_edge(line: &str) -> bool {
        let line = line.trim();
        line.chars().count() > 2 && line.chars().all(|c| "+-＋－─━―ー┌┐└┘┏┓┗┛".contains(c))
    }

    /// A board below its upper edge, if the edge was drawn.
    pub(crate) fn below(upper_edge: Option<usize>) -> Self {
        Diagram {
            upper_edge,
            ..Diagram::default()
        }
    }

    /// Reads the lower edge. On the last line of a file the edge must be as long as the upper edge.
    pub(crate) fn lower_edge(&mut self, line: Line<'_>) {
        let length = line.text.trim().chars().count();
        self.closed = line.ended || self.upper_edge.is_none_or(|upper| length >= upper);
        if !self.closed {
            self.last_line = line.number;
        }
    }

    /// Whether these are the numbers of all files of a board, from the left.
    pub(crate) fn are_all_files(files: &str) -> bool {
        matches!(files, "987654321" | "54321")
    }

    /// The digits of a line of file numbers, if the line is one.
    pub(crate) fn files(line: &str) -> Option<String> {
        let five = ["5 4 3 2 1", "５ ４ ３ ２ １"].contains(&line.trim());
        if !five && line.split_whitespace().take(8).count() < 8 {
            return None;
        }
        let digits = line.chars().filter(|c| !c.is_whitespace()).map(digit);
        digits
            .take(16)
            .map(|d| d.and_then(|d| char::from_digit(d, 10)))
            .collect()
    }

    /// Reads a rank.
    pub(crate) fn rank(&mut self, line: Line<'_>, faults: &mut Collector) {
        if self.rows == 0 {
            self.first_line = line.number;
        }
        self.rows += 1;
        self.last_line = line.number;
        if self.rows > usize::from(self.game().ranks) {
            self.damaged = true;
            return;
        }
        let before = faults.count();
        let mut cursor = Cursor::new(line);
        cursor.skip_spaces();
        cursor.bump();
        // Each cell with its column. The squares follow from the number of cells.
        let mut cells: Vec<(usize, Option<Piece>)> = Vec::new();
        let closed = loop {
            cursor.skip_spaces();
            match cursor.peek() {
                None => break false,
                Some('|' | '｜') => break true,
                Some(_) => {}
            }
            let (column, place) = (cursor.column(), cursor.place());
            let start = cursor;
            match read_cell(&mut cursor) {
                Some(piece) => cells.push((column, piece)),
                None => {
                    cells.push((column, None));
                    let wrong = start
                        .rest()
                        .chars()
                        .take_while(|c| !c.is_whitespace() && *c != '|');
                    let wrong = wrong.take(4).collect::<String>();
                    faults.push(place, RecordFault::Cell(snippet(&wrong)));
                    cursor = start;
                    cursor.bump();
                    // Characters up to the next space belong to the same cell.
                    cursor.take_while(|c| !c.is_whitespace() && !"|｜・vV".contains(c));
                }
            }
        };
        let found = cells.len();
        if closed && self.rows == 1 {
            self.variant = handicap::by_size(found, found);
        }
        let game = self.game();
        let width = usize::from(game.files);
        for (i, (column, piece)) in cells.into_iter().enumerate().take(width) {
            if let Some(square) = words::square(game, (width - i) as u32, self.rows as u32) {
                self.places.insert(square, (line.number, column));
                self.pieces.extend(piece.map(|piece| (square, piece)));
            }
        }
        if !closed && found == width {
            faults.push(
                cursor.place(),
                RecordFault::Truncated("the `|` at the end of the rank"),
            );
        } else if found != width {
            let place = Place::Line {
                line: line.number,
                column: 0,
            };
            faults.push(
                place,
                RecordFault::Width {
                    rank: self.rows,
                    found,
                    expected: game.files,
                },
            );
        }
        if closed {
            cursor.bump();
            self.label(cursor, faults);
        }
        self.damaged |= faults.count() != before;
    }

    /// Reads the label of the rank after the right edge of the board.
    fn label(&self, mut cursor: Cursor<'_>, faults: &mut Collector) {
        cursor.skip_spaces();
        let label = cursor.rest().trim_end();
        let mut chars = label.chars();
        let given = chars
            .next()
            .and_then(|c| words::kanji_digit(c).or_else(|| digit(c)));
        // Programs also write hands and remarks there. A wrong label means that ranks are out of
        // order.
        if let (Some(given), None) = (given, chars.next())
            && given as usize != self.rows
        {
            faults.push(
                cursor.place(),
                RecordFault::RankLabel {
                    expected: words::rank_kanji(self.rows.saturating_sub(1).min(8) as u8),
                    found: snippet(label),
                },
            );
        }
    }

    fn game(&self) -> &'static Variant {
        self.variant.unwrap_or(&SHOGI)
    }

    /// Checks that the board has all its ranks. Returns the board.
    pub(crate) fn finish(&mut self, faults: &mut Collector) -> Setup {
        let mut setup = Setup::empty(self.game());
        if self.rows != usize::from(self.game().ranks) {
            self.damaged = true;
            let place = Place::Line {
                line: self.last_line,
                column: 0,
            };
            faults.push(
                place,
                RecordFault::Ranks {
                    found: self.rows,
                    expected: self.game().ranks,
                },
            );
        } else if self.upper_edge.is_some() && !self.closed {
            faults.push(
                whole_line(self.last_line),
                RecordFault::Missing("the lower edge of the board"),
            );
        }
        for &(square, piece) in &self.pieces {
            setup.put(square, Some(piece));
        }
        setup
    }

    /// The place in the text of a fault of the board.
    pub(crate) fn locate(&self, place: Place) -> Place {
        match place {
            Place::Square(name) => square_at(self.game(), &self.places, name),
            Place::Whole | Place::Hand(_) => whole_line(self.first_line),
            other => other,
        }
    }
}

/// Reads a cell. Returns `Some(None)` for an empty square and `None` if the cell is not valid.
fn read_cell(cursor: &mut Cursor<'_>) -> Option<Option<Piece>> {
    if cursor.eat_if(|c| "・･．.·*＊□".contains(c)).is_some() {
        return Some(None);
    }
    let color = match cursor.eat_if(|c| "vVｖＶ▽△☖^＾▲▼☗".contains(c)) {
        None | Some('^' | '＾' | '▲' | '▼' | '☗') => Color::Black,
        Some(_) => Color::White,
    };
    let kind = words::read_piece(cursor)?;
    Some(Some(Piece::new(color, kind)))
}

/// Writes a board with its edges, in the style of Kifu for Windows.
pub(crate) fn draw(setup: &Setup, out: &mut String) {
    let variant = setup.variant;
    let edge = format!("+{}+\n", "---".repeat(usize::from(variant.files)));
    out.push(' ');
    for file in (0..variant.files).rev() {
        out.push(' ');
        out.push(words::file_digit(file));
    }
    out.push('\n');
    out.push_str(&edge);
    for rank in 0..variant.ranks {
        out.push('|');
        for file in (0..variant.files).rev() {
            let piece = variant
                .square(file, rank)
                .and_then(|sq| setup.board.get(sq.index()).copied().flatten());
            match piece {
                None => out.push_str(" ・"),
                Some(piece) => {
                    out.push(if piece.color() == Color::White { 'v' } else { ' ' });
                    out.push_str(words::kanji(piece.kind()));
                }
            }
        }
        out.push('|');
        out.push(words::rank_kanji(rank));
        out.push('\n');
    }
    out.push_str(&edge);
}

/// A hand in a file: its pieces, and the place of the words "the rest" if they are there.
#[derive(Debug, Default)]
pub(crate) struct HandText {
    pub(crate) pieces: Vec<(Kind, u32, Place)>,
    pub(crate) rest: Option<Place>,
}

/// A longer list of pieces is not a hand, and its end is not read.
const MAX_HAND_ENTRIES: usize = 64;

/// Reads a hand: 飛 金二 歩十八, なし, 残り全部.
pub(crate) fn read_hand(mut cursor: Cursor<'_>, faults: &mut Collector) -> HandText {
    let mut hand = HandText::default();
    loop {
        cursor.take_while(|c| c.is_whitespace() || "、，,・".contains(c));
        if cursor.at_end() {
            return hand;
        }
        let place = cursor.place();
        if hand.pieces.len() > MAX_HAND_ENTRIES || faults.is_full() {
            faults.push(place, RecordFault::Count(cursor.snippet()));
            return hand;
        }
        if cursor.eat_str("なし") || cursor.eat_str("無し") || cursor.eat_str("ナシ") {
            continue;
        }
        if eat_rest(&mut cursor) {
            hand.rest = Some(place);
            continue;
        }
        let start = cursor;
        match words::read_piece(&mut cursor) {
            Some(kind) if SHOGI.army.hand_kinds_and_king().any(|held| held == kind) => {
                words::eat_full_name(&mut cursor, kind);
                let at = cursor;
                let count = words::read_count(&mut cursor);
                match count {
                    Some(0) => {
                        let text = at.rest().chars().take(1).collect();
                        faults.push(at.place(), RecordFault::Count(text));
                    }
                    count => hand.pieces.push((kind, count.unwrap_or(1), place)),
                }
            }
            _ => {
                cursor = start;
                let word = cursor.take_while(|c| !c.is_whitespace());
                faults.push(place, RecordFault::Hand(snippet(word)));
            }
        }
    }
}

/// Reads the words "the rest" in their various spellings.
fn eat_rest(cursor: &mut Cursor<'_>) -> bool {
    let root = ["残り", "残駒", "残", "のこり"]
        .iter()
        .any(|word| cursor.eat_str(word));
    if root {
        let _ = cursor.eat_str("の");
        let _ = cursor.eat_str("持") && cursor.eat_str("ち");
        let _ = cursor.eat_str("駒");
        let _ = ["全部", "全て", "全駒", "総て", "すべて", "ぜんぶ", "全"]
            .iter()
            .any(|word| cursor.eat_str(word));
    }
    root
}

/// Writes a hand.
pub(crate) fn write_hand(setup: &Setup, color: Color) -> String {
    let mut out = String::new();
    for kind in SHOGI.army.hand_kinds_and_king().rev() {
        let count = setup.hands[color.index()].get(kind.index()).copied().unwrap_or(0);
        if count == 0 {
            continue;
        }
        out.push_str(words::kanji(kind));
        if count > 1 {
            out.push_str(&words::kanji_number(count));
        }
        out.push('　');
    }
    if out.is_empty() { "なし".to_owned() } else { out }
}

/// The place of a square, given its name: with line and column if its piece stands in the text.
pub(crate) fn square_at(variant: &Variant, places: &HashMap<Square, (usize, usize)>, name: String) -> Place {
    match places
        .iter()
        .find(|(square, _)| variant.square_name(**square) == name)
    {
        Some((_, &(line, column))) => Place::SquareAt {
            square: name,
            line,
            column,
        },
        None => Place::Square(name),
    }
}
