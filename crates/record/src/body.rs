//! What KIF and KI2 share after the headers: comments, variations, summaries; the moves are their own.

use crate::builder::Builder;
use crate::ending::Ending;
use crate::fault::{Collector, RecordFault};
use crate::preamble::{self, Start};
use crate::record::Record;
use crate::spoken::{self, Spoken};
use crate::text::{Cursor, Line, snippet, whole_line};
use crate::tree::Tree;
use yose_board::{Color, Place};

/// Whether a line begins a variation.
pub(crate) fn is_variation(line: &str) -> bool {
    line.starts_with("変化：") || line.starts_with("変化:")
}

/// A line that means nothing where it stands.
pub(crate) fn unexpected(line: Line<'_>, faults: &mut Collector) {
    let mut cursor = Cursor::new(line);
    cursor.skip_spaces();
    let (place, fault) = spoken::trailing(&cursor);
    faults.push(place, fault);
}

/// The part of KIF and KI2 that follows the headers, without the moves themselves.
#[derive(Debug)]
pub(crate) struct Body {
    start: Record,
    /// Whether the text says what the start position is.
    given: bool,
    pub(crate) builder: Builder,
    in_variation: bool,
    after_blank: bool,
}

impl Body {
    pub(crate) fn new(start: Start) -> Self {
        let mut builder = Builder::new(start.position, start.setup.turn, start.before);
        builder.tree.node_mut(Tree::ROOT).comments = start.comments;
        let mut record = Record::new(start.setup);
        record.headers = start.headers;
        Body {
            start: record,
            given: start.given,
            builder,
            in_variation: false,
            after_blank: false,
        }
    }

    /// The number that the first move may have besides 1: that of the board it follows.
    pub(crate) fn ply_of_board(&self) -> u32 {
        self.start.setup.ply
    }

    /// What was read, up to this line. Names of players alone are no game.
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

    /// Reads a line that is no move. `offset` is what is added to moves of the line to number them. `false` if
    /// it must be a move.
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
            return true;
        }
        false
    }

    /// 変化：9手.
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
            // What follows belongs to no line that is known.
            self.builder.skip();
            return;
        };
        let counted = cursor.eat('手');
        let _ = counted && cursor.eat('目');
        cursor.skip_spaces();
        if !counted && !ended && cursor.at_end() {
            faults.push(cursor.place(), RecordFault::Truncated("手"));
        } else if !cursor.at_end() {
            let (place, fault) = spoken::trailing(&cursor);
            faults.push(place, fault);
        }
        self.in_variation = true;
        let fault = match number.checked_sub(offset) {
            Some(own) => self.builder.vary(own).err().map(|_| ()),
            None => Some(()),
        };
        if fault.is_some() {
            faults.push(place, RecordFault::NoSuchMove(number));
        }
    }

    /// まで12手で後手の勝ち. It belongs to the line before it; some programs write that of the main line at the
    /// very end, after the variations and a blank line.
    fn summary(&mut self, sum: &Summary, mut cursor: Cursor<'_>, offset: u32, faults: &mut Collector) {
        let _ = cursor.eat('、') || cursor.eat('，');
        cursor.skip_spaces();
        let place = cursor.place();
        let Some(said) = cursor.number() else {
            // まで、先手の勝ち has no number to check.
            let known = match self.builder.ended() {
                true => sum.is_whole(cursor),
                false => self.finish_line(cursor, false).is_some(),
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
        let fits = |ply: u32| said == ply || said == ply.saturating_add(offset);
        let here = fits(self.builder.ply());
        let main_open = self.in_variation && fits(self.builder.main_ply());
        let for_main = main_open && (!here || sum.after_blank);
        if !here && !for_main {
            let found = self.builder.ply();
            faults.push(place, RecordFault::MoveCount { said, found });
            return;
        }
        let known = match self.builder.ended() && !for_main {
            true => sum.is_whole(cursor),
            false => self.finish_line(cursor, for_main).is_some(),
        };
        if !known {
            let text = format!("まで{said}手{}", cursor.rest());
            faults.push(sum.start.clone(), RecordFault::Unexpected(snippet(&text)));
        }
    }

    /// Ends the line with what a summary says.
    fn finish_line(&mut self, cursor: Cursor<'_>, main: bool) -> Option<()> {
        let turn = match main {
            true if self.builder.main_ply() % 2 != self.builder.ply() % 2 => self.builder.turn().other(),
            _ => self.builder.turn(),
        };
        let ending = Ending::from_summary(cursor, turn)?;
        // A main line that has ended already is only summed up.
        let _ = if main {
            self.builder.end_main(ending)
        } else {
            self.builder.end(ending)
        };
        Some(())
    }
}

/// A line that sums up.
struct Summary {
    start: Place,
    /// Whether a line break follows it.
    ended: bool,
    after_blank: bool,
}

impl Summary {
    /// Whether what a summary says of a line that has ended is all there. Its words are not needed, so any will
    /// do; but where the file ends they may have been cut.
    fn is_whole(&self, cursor: Cursor<'_>) -> bool {
        self.ended
            || Color::ALL
                .iter()
                .any(|&turn| Ending::from_summary(cursor, turn).is_some())
    }
}

/// Plays a move that was read between two places of a line, or says why it cannot be.
pub(crate) fn judge(
    builder: &mut Builder,
    spoken: &Spoken,
    start: Cursor<'_>,
    end: &Cursor<'_>,
    in_order: bool,
    faults: &mut Collector,
) {
    let text = &start.rest()[..start.rest().len() - end.rest().len()];
    let previous = builder.previous_to();
    let Some(position) = builder.position().filter(|_| in_order) else {
        builder.skip();
        return;
    };
    match spoken.resolve(position, previous, &snippet(text)) {
        Ok(m) => builder.play(m),
        Err(fault) => {
            faults.push(start.place(), fault);
            builder.skip();
        }
    }
}
