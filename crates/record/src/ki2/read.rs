//! The reader of KI2. A line has several moves, each with the mark of its side. Moves have no
//! origins, so the legal moves of the position decide which piece is meant.

use crate::body::{Body, is_variation, play_written, unexpected};
use crate::ending::Ending;
use crate::fault::{Collector, RecordFault};
use crate::preamble::Preamble;
use crate::record::Record;
use crate::text::{self, Cursor, Line};
use crate::words::marked_side as side;
use crate::written_move::WrittenMove;
use yose_board::Faults;

/// Reads a KI2.
pub(crate) fn read(text: &str) -> Result<Record, Faults<RecordFault>> {
    let mut faults = Collector::default();
    let mut preamble = Some(Preamble::default());
    let mut body = None;
    let mut last = 1;
    for line in text::lines(text) {
        last = line.number;
        if faults.is_full() {
            break;
        }
        let trimmed = line.text.trim();
        let is_moves = trimmed.chars().next().is_some_and(|c| side(c).is_some());
        if let Some(before) = &mut preamble {
            if !is_moves && !is_variation(trimmed) && !trimmed.starts_with("まで") {
                if !before.line(line, &mut faults) {
                    unexpected(line, &mut faults);
                }
                continue;
            }
            body = Some(Body::new(preamble.take().unwrap_or_default().finish(&mut faults)));
        }
        let Some(body) = &mut body else { continue };
        if is_moves {
            moves(body, line, &mut faults);
        } else if !body.line(line, 0, &mut faults) {
            body.unknown(line, &mut faults);
        }
    }
    let body = match (body, preamble) {
        (Some(body), _) => body,
        (None, preamble) => Body::new(preamble.unwrap_or_default().finish(&mut faults)),
    };
    let record = body.record(last, &mut faults);
    faults.or(record)
}

/// Reads the moves of a line.
fn moves(body: &mut Body, line: Line<'_>, faults: &mut Collector) {
    let mut cursor = Cursor::new(line);
    loop {
        cursor.skip_spaces();
        if cursor.at_end() || faults.is_full() {
            return;
        }
        // After 封じ手 the game goes on with the sealed move.
        let sealed = body.builder.unseal();
        if sealed.is_some() {
            body.goes_on(None);
        }
        let builder = &mut body.builder;
        let start = cursor;
        let Some(color) = cursor.bump().and_then(side) else {
            let found = start;
            cursor.take_while(|c| side(c).is_none());
            let text = &found.rest()[..found.rest().len() - cursor.rest().len()];
            faults.push(start.place(), RecordFault::Unexpected(text::snippet(text)));
            continue;
        };
        if builder.ended() {
            faults.push(start.place(), builder.after_ending());
            builder.stop_checking();
        }
        cursor.skip_spaces();
        let mut ahead = cursor;
        let word = ahead.take_while(|c| !c.is_whitespace() && side(c).is_none());
        if let Some(ending) = Ending::from_japanese(word) {
            cursor = ahead;
            if let Err(fault) = builder.end(ending, faults) {
                faults.push(start.place(), fault);
            }
            continue;
        }
        match WrittenMove::read(&mut cursor, builder.variant()) {
            Err(fault) => {
                faults.push(cursor.place(), fault);
                builder.skip_move();
                cursor.take_while(|c| side(c).is_none());
            }
            Ok(written) => {
                if let Err(fault) = builder.check_turn(color) {
                    faults.push(start.place(), fault);
                }
                play_written(builder, &written, start, &cursor, true, faults);
                if let Some((comments, time)) = sealed {
                    builder.sealed(comments, time);
                }
            }
        }
    }
}
