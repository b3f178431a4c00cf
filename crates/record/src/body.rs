//! The part of KIF and KI2 after the preamble: comments, variations and summaries. The moves
//! differ, so `kif` and `ki2` read them.

use crate::builder::Builder;
use crate::ending::Ending;
use crate::fault::{Collector, RecordFault};
use crate::preamble::{self, Start};
use crate::record::Record;
use crate::text::{Cursor, Line, snippet, whole_line};
use crate::tree::Tree;
use crate::written_move::{self, WrittenMove};
use yose_board::{Color, Place};

/// Whether a line starts a variation.
pub(crate) fn is_variation(line: &str) -> bool {
    line.starts_with("変化：") || line.starts_with("変化:")
}

/// Reports a line that has no meaning at its place.
pub(crate) fn unexpected(line: Line<'_>, faults: &mut Collector) {
    let mut cursor = Cursor::new(line);
    cursor.skip_spaces();
    let (place, fault) = written_move::trailing(&cursor);
    faults.push(place, fault);
}

/// Reads the part of KIF and KI2 after the preamble, except the moves.
#[derive(Debug)]
pub(crate) struct Body {
    start: Record,
    /// Whether the text gives the start position.
    given: bool,
    pub(crate) builder: Builder,
    in_variation: bool,
    after_blank: bool,
    /// Whether the line has ended with a summary. Some programs write remarks of their own below.
    after_summary: bool,
    /// The number of 封じ手 in the file, if it counts as a move there and the game goes on.
    counted_seal: Option<u32>,
}

impl Body {
    pub(crate) fn new(start: Start) -> Self {
        let mut builder = Builder::new(start.position, start.setup.turn, start.target_before_start);
        builder.tree.node_mut(Tree::ROOT).comments = start.comments;
        let mut record = Record::new(start.setup);
        record.headers = start.headers;
        Body {
            start: record,
            given: start.given,
            builder,
            in_variation: false,
            after_blank: false,
            after_summary: false,
            counted_seal: None,
        }
    }

    /// The game goes on after an adjournment. `counted` is the number of 封じ手 in the file.
    pub(crate) fn goes_on(&mut self, counted: Option<u32>) {
        self.after_summary = false;
        self.counted_seal = self.counted_seal.or(counted);
    }

    /// The number of a move of the file without a 封じ手 before it that counts as a move.
    pub(crate) fn without_seal(&self, number: u32) -> u32 {
        match self.counted_seal {
            Some(seal) if number > seal => number - 1,
            _ => number,
        }
    }

    /// The move number on the board diagram. The first move has this number or 1.
    pub(crate) fn ply_of_board(&self) -> u32 {
        self.start.setup.ply
    }

    /// The record, after its last line `last_line`. A file with only the names of players is a
    /// fault.
    pub(crate) fn record(mut self, last_line: usize, faults: &mut Collector) -> Record {
        if !self.given && self.builder.tree.is_empty() && faults.count() == 0 {
            let place = whole_line(last_line);
            faults.push(
                place,
                RecordFault::NoGame(": it has neither 手合割, a board nor moves"),
            );
        }
        self.start.tree = self.builder.tree;
        self.start
    }

    /// Reads a line that is not a move. Returns `false` if the line must be a move. The file
    /// numbers its moves from `offset + 1`.
    pub(crate) fn line(&mut self, line: Line<'_>, offset: u32, faults: &mut Collector) -> bool {
        let text = line.text.trim();
        let after_blank = std::mem::replace(&mut self.after_blank, text.is_empty());
        if text.is_empty() || text.starts_with('#') || text.starts_with("手数----") {
            return true;
        }
        if let Some(comment) = preamble::comment(line) {
            self.builder.comment(&comment);
            return true;
        }
        let mut cursor = Cursor::new(line);
        cursor.skip_spaces();
        if is_variation(text) {
            cursor.eat_str("変化");
            cursor.bump();
            self.variation(cursor, line.ended, offset, faults);
            return true;
        }
        let place = cursor.place();
        if cursor.eat_str("まで") {
            let sum = Summary {
                start: place,
                ended: line.ended,
                after_blank,
            };
            self.summary(&sum, cursor, offset, faults);
            self.after_summary = true;
            return true;
        }
        false
    }

    /// Reports a line that has no meaning. Below a summary such a line is a remark of a program and
    /// is skipped.
    pub(crate) fn unknown(&self, line: Line<'_>, faults: &mut Collector) {
        if !self.after_summary {
            unexpected(line, faults);
        }
    }

    /// Reads the start of a variation: 変化：9手.
    fn variation(&mut self, mut cursor: Cursor<'_>, ended: bool, offset: u32, faults: &mut Collector) {
        cursor.skip_spaces();
        let place = cursor.place();
        let Some(number) = cursor.number() else {
            let what = "a move number";
            let fault = match cursor.snippet() {
                end if end.is_empty() => RecordFault::Truncated(what),
                found => RecordFault::Expected { what, found },
            };
            faults.push(place, fault);
            // The line that the following moves belong to is unknown.
            self.builder.skip_move();
            return;
        };
        let counted = cursor.eat('手');
        let _ = counted && cursor.eat('目');
        cursor.skip_spaces();
        if !counted && !ended && cursor.at_end() {
            faults.push(cursor.place(), RecordFault::Truncated("手"));
        } else if !cursor.at_end() {
            let (place, fault) = written_move::trailing(&cursor);
            faults.push(place, fault);
        }
        self.in_variation = true;
        self.after_summary = false;
        let fault = match self.without_seal(number).checked_sub(offset) {
            Some(own) => self.builder.start_variation(own).err().map(|_| ()),
            None => Some(()),
        };
        if fault.is_some() {
            faults.push(place, RecordFault::NoSuchMove(number));
        }
    }

    /// Reads a summary: まで12手で後手の勝ち. A summary belongs to the line before it.
    /// Some programs write the summary of the main line at the very end, after the variations and a
    /// blank line.
    fn summary(&mut self, sum: &Summary, mut cursor: Cursor<'_>, offset: u32, faults: &mut Collector) {
        let _ = cursor.eat('、') || cursor.eat('，');
        cursor.skip_spaces();
        let place = cursor.place();
        let Some(said) = cursor.number() else {
            // まで、先手の勝ち has no number to check.
            let known = match self.builder.ended() {
                true => sum.is_complete(cursor),
                false => self.finish_line(cursor, false, faults).is_some(),
            };
            if !known {
                let what = "a number of moves";
                faults.push(
                    place,
                    match cursor.snippet() {
                        end if end.is_empty() => RecordFault::Truncated(what),
                        found => RecordFault::Expected { what, found },
                    },
                );
            }
            return;
        };
        if !cursor.eat('手') {
            let fault = match cursor.snippet() {
                end if end.is_empty() => RecordFault::Truncated("手"),
                found => RecordFault::Expected { what: "手", found },
            };
            faults.push(cursor.place(), fault);
            return;
        }
        let own = self.without_seal(said);
        let fits = |ply: u32| {
            [said, own]
                .iter()
                .any(|&n| n == ply || n == ply.saturating_add(offset))
        };
        let here = fits(self.builder.ply());
        let main_open = self.in_variation && fits(self.builder.main_ply());
        let for_main = main_open && (!here || sum.after_blank);
        if !here && !for_main {
            let found = self.builder.ply();
            faults.push(place, RecordFault::MoveCount { said, found });
            return;
        }
        let known = match self.builder.ended() && !for_main {
            true => sum.is_complete(cursor),
            false => self.finish_line(cursor, for_main, faults).is_some(),
        };
        if !known {
            let text = format!("まで{said}手{}", cursor.rest());
            faults.push(sum.start.clone(), RecordFault::Unexpected(snippet(&text)));
        }
    }

    /// Adds the ending that a summary names to the current line or to the main line.
    fn finish_line(&mut self, cursor: Cursor<'_>, main: bool, faults: &mut Collector) -> Option<()> {
        let turn = match main {
            true if self.builder.main_ply() % 2 != self.builder.ply() % 2 => self.builder.turn().other(),
            _ => self.builder.turn(),
        };
        let ending = Ending::from_summary(cursor, turn)?;
        // If the main line has already ended, the summary adds nothing.
        let _ = if main {
            self.builder.end_main(ending, faults)
        } else {
            self.builder.end(ending, faults)
        };
        Some(())
    }
}

/// Where a summary starts, and what surrounds it.
struct Summary {
    start: Place,
    /// Whether a line break follows the summary.
    ended: bool,
    after_blank: bool,
}

impl Summary {
    /// Whether the summary of a line that has already ended is complete. Its words are not needed,
    /// so any words are accepted. But at the end of a file the words may be cut off, so there they
    /// must be known words.
    fn is_complete(&self, cursor: Cursor<'_>) -> bool {
        self.ended
            || Color::ALL
                .iter()
                .any(|&turn| Ending::from_summary(cursor, turn).is_some())
    }
}

/// Plays the move that stands between `start` and `end`, or reports why the move is impossible. If
/// the move numbers are not in order, the position is uncertain, and the move is only counted.
pub(crate) fn play_written(
    builder: &mut Builder,
    written: &WrittenMove,
    start: Cursor<'_>,
    end: &Cursor<'_>,
    in_order: bool,
    faults: &mut Collector,
) {
    let text = &start.rest()[..start.rest().len() - end.rest().len()];
    let previous = builder.previous_to();
    let Some(position) = builder.position().filter(|_| in_order) else {
        builder.skip_move();
        return;
    };
    match written.resolve(position, previous, &snippet(text)) {
        Ok(m) => builder.play(m),
        Err(refusal) => {
            faults.push(start.place(), refusal.fault);
            match refusal.illegal {
                Some(m) => builder.skip_illegal(m, faults),
                None => builder.skip_move(),
            }
        }
    }
}
