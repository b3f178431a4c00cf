//! What KIF and KI2 share after the headers: comments, variations, summaries; the moves are their own.

use crate::builder::Builder;
use crate::ending::Ending;
use crate::fault::{Collector, RecordFault};
use crate::preamble::{self, Start};
use crate::record::Record;
use crate::spoken::{self, Spoken};
use crate::text::{Cursor, Line};
use crate::tree::Tree;
use yose_board::Place;

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
            builder,
            in_variation: false,
            after_blank: false,
        }
    }

    /// The number that the first move may have besides 1: that of the board it follows.
    pub(crate) fn ply_of_board(&self) -> u32 {
        self.start.setup.ply
    }

    pub(crate) fn record(mut self) -> Record {
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
            self.variation(cursor, offset, faults);
            return true;
        }
        let place = cursor.place();
        if cursor.eat_str("まで") {
            self.summary(place, cursor, offset, after_blank, faults);
            return true;
        }
        false
    }

    /// 変化：9手.
    fn variation(&mut self, mut cursor: Cursor<'_>, offset: u32, faults: &mut Collector) {
        cursor.skip_spaces();
        let place = cursor.place();
        let Some(number) = cursor.number() else {
            let found = cursor.snippet();
            faults.push(
                place,
                RecordFault::Expected {
                    what: "a move number",
                    found,
                },
            );
            // What follows belongs to no line that is known.
            self.builder.skip();
            return;
        };
        let _ = cursor.eat('手') && cursor.eat('目');
        cursor.skip_spaces();
        if !cursor.at_end() {
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
    fn summary(
        &mut self,
        start: Place,
        mut cursor: Cursor<'_>,
        offset: u32,
        after_blank: bool,
        faults: &mut Collector,
    ) {
        let _ = cursor.eat('、') || cursor.eat('，');
        cursor.skip_spaces();
        let place = cursor.place();
        let said = match cursor.number() {
            Some(said) if cursor.eat('手') => said,
            _ => {
                // まで、先手の勝ち has no number to check.
                if self.builder.ended() || self.finish_line(cursor, false).is_some() {
                    return;
                }
                let found = cursor.snippet();
                faults.push(
                    place,
                    RecordFault::Expected {
                        what: "a number of moves",
                        found,
                    },
                );
                return;
            }
        };
        let fits = |ply: u32| said == ply || said == ply.saturating_add(offset);
        let here = fits(self.builder.ply());
        let main_open = self.in_variation && fits(self.builder.main_ply());
        let for_main = main_open && (!here || after_blank);
        if !here && !for_main {
            let found = self.builder.ply();
            faults.push(place, RecordFault::MoveCount { said, found });
            return;
        }
        if self.builder.ended() && !for_main {
            return;
        }
        if self.finish_line(cursor, for_main).is_none() {
            faults.push(
                start,
                RecordFault::Unexpected(format!("まで{said}手{}", cursor.snippet())),
            );
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
    match spoken.resolve(position, previous, text.trim_end()) {
        Ok(m) => builder.play(m),
        Err(fault) => {
            faults.push(start.place(), fault);
            builder.skip();
        }
    }
}
