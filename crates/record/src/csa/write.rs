//! The writer of CSA: V2.2, or V3.0 if times have fractions of a second.

use super::{ENDING_COMMENT, KEYWORDS};
use crate::ending::Ending;
use crate::error::WriteError;
use crate::handicap::Handicap;
use crate::header;
use crate::record::Record;
use crate::replay::Replay;
use crate::tree::{Step, Tree};
use crate::words;
use std::fmt::Write;
use yose_board::Color;
use yose_shogi::{SHOGI, Setup};

/// Writes a CSA record. CSA has no variations, so a record with variations is refused.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let mut replay = Replay::new(WriteError::check(record)?);
    let tree = &record.tree;
    if let Some(variation) = tree.first_variation() {
        let parent = tree.node(variation).parent().unwrap_or(Tree::ROOT);
        return Err(WriteError::Variations(tree.node(parent).ply() + 1));
    }
    let fractions = tree
        .iter()
        .any(|(_, node)| node.time.is_some_and(|time| time.subsec_millis() != 0));
    let mut out = String::from("'CSA encoding=UTF-8\n");
    out.push_str(if fractions { "V3.0\n" } else { "V2.2\n" });
    write_headers(record, &mut out);
    write_board(&record.setup, &mut out);
    write_comments(&tree.node(Tree::ROOT).comments, &mut out);
    for id in tree.main_line() {
        let node = tree.node(id);
        let position = replay.position();
        let mut ending_comment = None;
        match node.step() {
            Some(&Step::Move(m)) => {
                WriteError::legal(position, m, node.ply())?;
                let before = m
                    .from()
                    .and_then(|from| position.piece_on(from))
                    .map(|piece| piece.kind());
                let after = match before {
                    Some(kind) if m.promotes() => position.promotion_of(kind),
                    Some(kind) => Some(kind),
                    None => m.dropped(),
                };
                let from = m.from().map_or_else(|| "00".to_owned(), words::plain_square);
                let to = words::plain_square(m.to());
                let name = after.map_or("??", words::csa_name);
                let _ = writeln!(out, "{}{from}{to}{name}", sign(position.turn()));
            }
            Some(Step::End(ending)) => {
                // If CSA has no word for the ending, a comment names it. An interruption is also
                // named in a comment if its own first comment would otherwise be read as such a
                // name.
                let word = match ending.is_csa() {
                    true => ending,
                    false => &Ending::Interrupted,
                };
                let _ = writeln!(out, "%{}", word.csa(position.turn()));
                let hidden = *word == Ending::Interrupted
                    && node
                        .comments
                        .first()
                        .is_some_and(|first| first.starts_with(ENDING_COMMENT));
                if word != ending || hidden {
                    ending_comment = Some(format!("{ENDING_COMMENT}{}", ending.japanese()));
                }
            }
            None => continue,
        }
        if let Some(time) = node.time {
            let _ = match time.subsec_millis() {
                0 => writeln!(out, "T{}", time.as_secs()),
                millis => writeln!(out, "T{}.{millis:03}", time.as_secs()),
            };
        }
        write_comments(ending_comment.as_slice(), &mut out);
        write_comments(&node.comments, &mut out);
        replay.step(tree, id);
    }
    Ok(out)
}

/// Writes the players and then the other headers. The standard requires this order.
fn write_headers(record: &Record, out: &mut String) {
    let headers = header::all(record);
    for (sign, names) in [('+', ["先手", "下手"]), ('-', ["後手", "上手"])] {
        for (_, value) in headers.iter().filter(|(key, _)| names.contains(key)) {
            let _ = writeln!(out, "N{sign}{value}");
        }
    }
    for (key, value) in headers {
        if !["先手", "下手", "後手", "上手"].contains(&key) {
            let known = KEYWORDS
                .iter()
                .find(|(_, kif)| *kif == key)
                .map_or(key, |(csa, _)| *csa);
            let _ = writeln!(out, "${known}:{value}");
        }
    }
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn write_comments(comments: &[String], out: &mut String) {
    for comment in comments {
        for line in crate::text::lines(comment) {
            let _ = writeln!(out, "'*{}", line.text);
        }
    }
}

fn write_board(setup: &Setup, out: &mut String) {
    let even = Handicap::even().setup();
    if setup.board == even.board && setup.hands == even.hands {
        out.push_str("PI\n");
    } else {
        for rank in 0..9 {
            let _ = write!(out, "P{}", rank + 1);
            for file in (0..9).rev() {
                let piece = SHOGI
                    .square(file, rank)
                    .and_then(|sq| setup.board.get(sq.index()).copied().flatten());
                match piece {
                    None => out.push_str(" * "),
                    Some(piece) => {
                        out.push(sign(piece.color()));
                        out.push_str(words::csa_name(piece.kind()));
                    }
                }
            }
            out.push('\n');
        }
        for color in Color::ALL {
            let mut line = String::new();
            for kind in SHOGI.army.hand_kinds().rev() {
                for _ in 0..setup.hands[color.index()].get(kind.index()).copied().unwrap_or(0) {
                    line.push_str("00");
                    line.push_str(words::csa_name(kind));
                }
            }
            if !line.is_empty() {
                let _ = writeln!(out, "P{}{line}", sign(color));
            }
        }
    }
    out.push(sign(setup.turn));
    out.push('\n');
}
