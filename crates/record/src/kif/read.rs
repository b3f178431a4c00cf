//! The reader of KIF. Each line is a header, a rank of the board, a move, a comment or the start of
//! a variation.

use crate::body::{Body, is_variation, play_written, unexpected};
use crate::ending::Ending;
use crate::fault::{Collector, RecordFault};
use crate::preamble::{Preamble, Start};
use crate::record::Record;
use crate::text::{self, Cursor, Line, digit};
use crate::words;
use crate::written_move::{self, WrittenMove};
use std::time::Duration;
use yose_board::{Color, Faults, Place};
use yose_shogi::Variant;

/// Reads a KIF.
pub(crate) fn read(text: &str) -> Result<Record, Faults<RecordFault>> {
    let mut faults = Collector::default();
    let mut preamble = Some(Preamble::default());
    let mut moves = None;
    let mut last = 1;
    for line in text::lines(text) {
        last = line.number;
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
    let record = moves.body.record(last, &mut faults);
    faults.or(record)
}

/// Whether a line is the first after the preamble: a numbered entry, the heading of the moves, a
/// variation or a summary.
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

/// Reads the moves of a KIF.
struct Moves {
    body: Body,
    /// The number of the first move, minus one.
    offset: Option<u32>,
    /// How far the numbers of this line are off. It makes each wrong number one fault.
    skew: i64,
    /// Whether this line goes through a 封じ手 that counts as a move.
    through_seal: bool,
}

impl Moves {
    fn new(start: Start) -> Self {
        Moves {
            body: Body::new(start),
            offset: None,
            skew: 0,
            through_seal: false,
        }
    }

    fn line(&mut self, line: Line<'_>, faults: &mut Collector) {
        if self.body.line(line, self.offset.unwrap_or(0), faults) {
            if is_variation(line.text.trim()) {
                self.skew = 0;
                self.through_seal = variation_number(line).is_some_and(|n| self.body.without_seal(n) != n);
            }
            return;
        }
        let mut cursor = Cursor::new(line);
        cursor.skip_spaces();
        let place = cursor.place();
        match cursor.number() {
            Some(number) => self.entry(number, place, cursor, faults),
            None => self.body.unknown(line, faults),
        }
    }

    /// Takes 封じ手 back if a move follows it: the record of a game of two days goes on. The sealed
    /// move has the same number, or the next one where 封じ手 counts as a move.
    fn unseal(&mut self, number: u32, mut cursor: Cursor<'_>) -> Option<(Vec<String>, Option<Duration>)> {
        let _ = cursor.eat('.') || cursor.eat('．');
        cursor.skip_spaces();
        let builder = &mut self.body.builder;
        if read_ending(&mut cursor, builder.turn()).is_some() {
            return None;
        }
        let sealed = builder.unseal()?;
        let seal = builder.ply() + self.offset.unwrap_or(0) + 1;
        let counted = (number == seal.saturating_add(1)).then_some(seal);
        self.through_seal |= counted.is_some();
        self.body.goes_on(counted);
        Some(sealed)
    }

    /// Reads a numbered line: a move or an ending, a time, perhaps `+`. Some programs write a dot
    /// after the number, or the mark of the side before the move.
    fn entry(&mut self, number: u32, place: Place, mut cursor: Cursor<'_>, faults: &mut Collector) {
        let above = self.body.ply_of_board();
        let sealed = self.unseal(number, cursor);
        let number = match self.through_seal {
            true => self.body.without_seal(number),
            false => number,
        };
        let builder = &mut self.body.builder;
        let offset = *self.offset.get_or_insert(if number == above {
            above.saturating_sub(1)
        } else {
            0
        });
        let expected = builder.ply().saturating_add(offset).saturating_add(1);
        let ended = builder.ended();
        let skewed = i64::from(expected) + self.skew;
        let in_order = i64::from(number) == skewed && self.skew == 0;
        if ended {
            self.skew = i64::from(number) - i64::from(expected);
        } else if i64::from(number) != skewed {
            let expected = u32::try_from(skewed).unwrap_or_default();
            let found = number;
            faults.push(place, RecordFault::MoveNumber { found, expected });
            self.skew += i64::from(found) - skewed;
        }
        let _ = cursor.eat('.') || cursor.eat('．');
        cursor.skip_spaces();
        let mark = cursor;
        let marked = cursor.eat_if(|c| words::marked_side(c).is_some());
        cursor.skip_spaces();
        let start = cursor;
        let ending = read_ending(&mut cursor, builder.turn());
        if ended {
            let at = u32::try_from(skewed).unwrap_or_default();
            faults.push(start.place(), RecordFault::AfterEnding(at));
            if ending.is_none() {
                builder.stop_checking();
            }
        }
        if let Some(color) = marked.and_then(words::marked_side)
            && !ended
            && let Err(fault) = builder.check_turn(color)
        {
            faults.push(mark.place(), fault);
        }
        if let Some(ending) = ending {
            // An ending after an ending was reported above.
            let _ = builder.end(ending, faults);
        } else {
            match read_move(&mut cursor, builder.variant()) {
                Err(fault) => {
                    faults.push(cursor.place(), fault);
                    builder.skip_move();
                    return;
                }
                Ok(written) => play_written(builder, &written, start, &cursor, in_order, faults),
            }
        }
        cursor.skip_spaces();
        // Some programs write a second time, which says nothing new.
        let mut timed = false;
        while cursor.peek() == Some('(') {
            let place = cursor.place();
            match read_time(&mut cursor) {
                Some(time) => {
                    if !std::mem::replace(&mut timed, true) {
                        builder.time(Some(time));
                    }
                }
                None => {
                    faults.push(place, RecordFault::Time(cursor.snippet()));
                    return;
                }
            }
            cursor.skip_spaces();
        }
        if cursor.eat('+') {
            builder.mark_variations();
            cursor.skip_spaces();
        }
        if let Some((comments, time)) = sealed {
            builder.sealed(comments, time);
        }
        // Some programs write a comment on the line of its move.
        if cursor.eat('*') {
            builder.comment(cursor.rest().trim_end());
        } else if !cursor.at_end() {
            let (place, fault) = written_move::trailing(&cursor);
            faults.push(place, fault);
        }
    }
}

/// The number of 変化：9手.
fn variation_number(line: Line<'_>) -> Option<u32> {
    let mut cursor = Cursor::new(line);
    cursor.take_while(|c| digit(c).is_none());
    cursor.number()
}

/// Reads an ending in place of a move. Some programs name the side: 先手 反則負け.
fn read_ending(cursor: &mut Cursor<'_>, turn: Color) -> Option<Ending> {
    let mut ahead = *cursor;
    let side = words::read_side(&mut ahead);
    ahead.skip_spaces();
    let word = ahead.take_while(|c| !c.is_whitespace() && c != '(' && c != '（');
    let ending = Ending::from_japanese(word)?;
    let ending = match (side.filter(|&side| side != turn), ending) {
        (Some(_), Ending::IllegalLoss) => Ending::IllegalWin,
        (Some(_), Ending::IllegalWin) => Ending::IllegalLoss,
        (Some(_), _) => return None,
        (None, ending) => ending,
    };
    *cursor = ahead;
    Some(ending)
}

/// Reads a move with its origin or 打.
fn read_move(cursor: &mut Cursor<'_>, variant: &Variant) -> Result<WrittenMove, RecordFault> {
    let written = WrittenMove::read(cursor, variant)?;
    if written.from.is_none() && !written.drops {
        let what = "an origin such as (77), or 打";
        return Err(match cursor.snippet() {
            end if end.is_empty() => RecordFault::Truncated(what),
            found => RecordFault::Expected { what, found },
        });
    }
    Ok(written)
}

/// Reads `( 0:16/00:00:16)` and returns the time of the move. The total is not kept, because it can
/// be computed.
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

/// Reads hours, minutes and seconds; minutes and seconds; or seconds.
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
