//! Reading KIF: one line at a time, each of them a header, a rank of the board, a move, a comment, or the
//! beginning of a variation.

use crate::builder::Builder;
use crate::ending::Ending;
use crate::fault::{Collector, RecordFault};
use crate::preamble::{self, Preamble, Start};
use crate::record::Record;
use crate::spoken::{self, Spoken};
use crate::text::{self, Cursor, Line, digit};
use std::time::Duration;
use yose_board::{Faults, Place};

/// Reads a KIF.
pub(crate) fn read(text: &str) -> Result<Record, Faults<RecordFault>> {
    let mut faults = Collector::default();
    let mut preamble = Some(Preamble::default());
    let mut moves = None;
    for line in text::lines(text) {
        if faults.is_full() {
            break;
        }
        if let Some(before) = &mut preamble {
            if !begins_moves(line.text) {
                if !before.line(line, &mut faults) {
                    unexpected(line, &mut faults);
                }
                continue;
            }
            let start = preamble.take().unwrap_or_default().finish(&mut faults);
            moves = Some(Moves::new(start));
        }
        if let Some(moves) = &mut moves {
            moves.line(line, &mut faults);
        }
    }
    let moves = match (moves, preamble) {
        (Some(moves), _) => moves,
        (None, preamble) => Moves::new(preamble.unwrap_or_default().finish(&mut faults)),
    };
    faults.or(moves.record())
}

/// Whether a line is the first after the headers: a numbered entry, the heading of the moves, or what can
/// only follow moves.
fn begins_moves(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with("手数----") || is_variation(line) || line.starts_with("まで") {
        return true;
    }
    line.starts_with(|c| digit(c).is_some())
        && crate::diagram::Diagram::files(line).is_none()
        && !line
            .trim_start_matches(|c| digit(c).is_some())
            .starts_with(['：', ':'])
}

pub(crate) fn is_variation(line: &str) -> bool {
    line.starts_with("変化：") || line.starts_with("変化:")
}

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
        builder.tree.node_mut(crate::Tree::ROOT).comments = start.comments;
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

/// The moves of a KIF.
struct Moves {
    body: Body,
    /// The number of the first move less one.
    offset: Option<u32>,
}

impl Moves {
    fn new(start: Start) -> Self {
        Moves {
            body: Body::new(start),
            offset: None,
        }
    }

    fn record(self) -> Record {
        self.body.record()
    }

    fn line(&mut self, line: Line<'_>, faults: &mut Collector) {
        if self.body.line(line, self.offset.unwrap_or(0), faults) {
            return;
        }
        let mut cursor = Cursor::new(line);
        cursor.skip_spaces();
        let place = cursor.place();
        match cursor.number() {
            Some(number) => self.entry(number, place, cursor, faults),
            None => unexpected(line, faults),
        }
    }

    /// A numbered line: a move or an ending, a time, perhaps `+`.
    fn entry(&mut self, number: u32, place: Place, mut cursor: Cursor<'_>, faults: &mut Collector) {
        let above = self.body.ply_of_board();
        let builder = &mut self.body.builder;
        let offset = *self.offset.get_or_insert(if number == above {
            above.saturating_sub(1)
        } else {
            0
        });
        let expected = builder.ply().saturating_add(offset).saturating_add(1);
        let in_order = number == expected;
        if !in_order {
            faults.push(
                place,
                RecordFault::MoveNumber {
                    found: number,
                    expected,
                },
            );
        }
        cursor.skip_spaces();
        let start = cursor;
        if let Some(ending) = read_ending(&mut cursor) {
            if let Err(fault) = builder.end(ending) {
                faults.push(start.place(), fault);
            }
        } else {
            if builder.ended() {
                faults.push(start.place(), RecordFault::AfterEnding);
                builder.skip();
            }
            match read_move(&mut cursor) {
                Err(fault) => {
                    faults.push(cursor.place(), fault);
                    builder.skip();
                    return;
                }
                Ok(spoken) => judge(builder, &spoken, start, &cursor, in_order, faults),
            }
        }
        cursor.skip_spaces();
        if cursor.peek() == Some('(') {
            let place = cursor.place();
            match read_time(&mut cursor) {
                Some(time) => builder.time(Some(time)),
                None => {
                    faults.push(place, RecordFault::Time(cursor.snippet()));
                    return;
                }
            }
            cursor.skip_spaces();
        }
        if cursor.eat('+') {
            builder.mark();
            cursor.skip_spaces();
        }
        if !cursor.at_end() {
            let (place, fault) = spoken::trailing(&cursor);
            faults.push(place, fault);
        }
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

/// An ending in place of a move.
fn read_ending(cursor: &mut Cursor<'_>) -> Option<Ending> {
    let mut ahead = *cursor;
    let word = ahead.take_while(|c| !c.is_whitespace() && c != '(' && c != '（');
    let ending = Ending::from_japanese(word)?;
    *cursor = ahead;
    Some(ending)
}

/// A move with its origin or 打.
fn read_move(cursor: &mut Cursor<'_>) -> Result<Spoken, RecordFault> {
    let spoken = Spoken::read(cursor)?;
    if spoken.from.is_none() && !spoken.drops {
        let what = "an origin such as (77), or 打";
        return Err(match cursor.snippet() {
            end if end.is_empty() => RecordFault::Truncated(what),
            found => RecordFault::Expected { what, found },
        });
    }
    Ok(spoken)
}

/// `( 0:16/00:00:16)`: the time of the move; the total is not kept, because it follows.
fn read_time(cursor: &mut Cursor<'_>) -> Option<Duration> {
    let mut ahead = *cursor;
    ahead.eat('(');
    let time = read_clock(&mut ahead)?;
    ahead.skip_spaces();
    if ahead.eat('/') {
        ahead.skip_spaces();
        if ahead.peek() != Some(')') {
            read_clock(&mut ahead)?;
        }
    }
    ahead.skip_spaces();
    if !ahead.eat(')') {
        return None;
    }
    *cursor = ahead;
    Some(time)
}

/// Hours, minutes and seconds, or less of that.
fn read_clock(cursor: &mut Cursor<'_>) -> Option<Duration> {
    cursor.skip_spaces();
    let mut seconds = u64::from(cursor.number()?);
    for _ in 0..2 {
        if !cursor.eat(':') {
            break;
        }
        cursor.skip_spaces();
        seconds = seconds * 60 + u64::from(cursor.number()?);
    }
    Some(Duration::from_secs(seconds))
}
