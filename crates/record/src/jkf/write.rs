//! The writer of JKF in normalised form: every field that a reader may need. The JSON is written
//! directly. A tree of JSON values would be nested as deeply as the record.

use crate::error::WriteError;
use crate::handicap::Handicap;
use crate::header;
use crate::japanese::{could_promote, disambiguation, drop_needs_suffix};
use crate::play::Play;
use crate::record::Record;
use crate::replay::Replay;
use crate::tree::{NodeId, Step, Tree};
use crate::words;
use crate::written_move::{Motion, Relative};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::time::Duration;
use yose_board::{Color, Square};
use yose_shogi::{AnyPosition, Kind, Move, SHOGI, Setup, Variant, with_position};

/// The deepest nesting of forks. Each level is three levels of JSON, and readers stop at 128.
const MAX_FORK_DEPTH: usize = 40;

/// One step of the work that is left.
enum Task {
    /// Write the item of a node and all items that follow in its line.
    Line(NodeId),
    /// Write a text.
    Text(&'static str),
    /// Leave a fork.
    LeaveFork,
}

/// Writes a JKF.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let mut replay = Replay::new(WriteError::check(record)?);
    let tree = &record.tree;
    let mut out = String::from("{\"header\":{");
    write_headers(record, &mut out);
    out.push_str("},\"initial\":");
    write_initial(&record.setup, &mut out);
    out.push_str(",\"moves\":[{");
    let comments = &tree.node(Tree::ROOT).comments;
    if !comments.is_empty() {
        write_comments(comments, &mut out);
    }
    out.push('}');
    let mut depth = 0;
    let mut tasks: Vec<Task> = tree
        .node(Tree::ROOT)
        .children()
        .first()
        .map(|&id| Task::Line(id))
        .into_iter()
        .collect();
    if !tasks.is_empty() {
        out.push(',');
    }
    while let Some(task) = tasks.pop() {
        let id = match task {
            Task::Text(text) => {
                out.push_str(text);
                continue;
            }
            Task::LeaveFork => {
                depth -= 1;
                continue;
            }
            Task::Line(id) => id,
        };
        let node = tree.node(id);
        let parent = node.parent().unwrap_or(Tree::ROOT);
        replay.go_to(tree, parent);
        out.push('{');
        write_item(tree, id, &replay, &mut out)?;
        replay.step(tree, id);
        // The rest of the line comes after the item and its forks, so it goes on the stack first.
        if let Some(&next) = node.children().first() {
            tasks.push(Task::Line(next));
            tasks.push(Task::Text(","));
        }
        tasks.push(Task::Text("}"));
        let siblings = tree.node(parent).children();
        if siblings.len() > 1 && siblings.first() == Some(&id) {
            depth += 1;
            if depth > MAX_FORK_DEPTH {
                return Err(WriteError::Nesting(MAX_FORK_DEPTH));
            }
            out.push_str(",\"forks\":[");
            tasks.push(Task::LeaveFork);
            tasks.push(Task::Text("]"));
            for (i, &sibling) in siblings.iter().enumerate().skip(1).rev() {
                tasks.push(Task::Text("]"));
                tasks.push(Task::Line(sibling));
                tasks.push(Task::Text(if i == 1 { "[" } else { ",[" }));
            }
        }
    }
    out.push_str("]}\n");
    Ok(out)
}

/// Writes a JSON string.
fn quote(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

/// Each name occurs once in JSON, so several headers of one name become one with several lines.
fn write_headers(record: &Record, out: &mut String) {
    let mut order = Vec::new();
    let mut lines: HashMap<&str, String> = HashMap::new();
    for (key, value) in header::all(record) {
        match lines.entry(key) {
            Entry::Vacant(entry) => {
                order.push(key);
                entry.insert(value);
            }
            Entry::Occupied(mut entry) => {
                if !entry.get().is_empty() && !value.is_empty() {
                    entry.get_mut().push('\n');
                }
                entry.get_mut().push_str(&value);
            }
        }
    }
    for (i, key) in order.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        quote(key, out);
        out.push(':');
        quote(lines.get(key).map_or("", String::as_str), out);
    }
}

fn write_initial(setup: &Setup, out: &mut String) {
    // The headers hold the move number.
    let first = Setup {
        ply: 1,
        ..setup.clone()
    };
    if let Some(handicap) = Handicap::of(&first).filter(|handicap| handicap.is_widely_known()) {
        let _ = write!(out, "{{\"preset\":\"{}\"}}", handicap.preset);
        return;
    }
    let _ = write!(
        out,
        "{{\"preset\":\"OTHER\",\"data\":{{\"color\":{},\"board\":[",
        setup.turn.index()
    );
    let variant = setup.variant;
    for file in 0..variant.files {
        out.push_str(if file == 0 { "[" } else { ",[" });
        for rank in 0..variant.ranks {
            if rank > 0 {
                out.push(',');
            }
            let piece = variant
                .square(file, rank)
                .and_then(|sq| setup.board.get(sq.index()).copied().flatten());
            match piece {
                None => out.push_str("{}"),
                Some(piece) => {
                    let (color, kind) = (piece.color().index(), words::csa_name(piece.kind()));
                    let _ = write!(out, "{{\"color\":{color},\"kind\":\"{kind}\"}}");
                }
            }
        }
        out.push(']');
    }
    out.push_str("],\"hands\":[");
    for color in Color::ALL {
        out.push_str(if color == Color::Black { "{" } else { ",{" });
        for (i, kind) in SHOGI.army.hand_kinds_and_king().enumerate() {
            let count = setup.hands[color.index()].get(kind.index()).copied().unwrap_or(0);
            // Only a diagram has a king in hand, and other programs do not expect the name.
            if kind == Kind::KING && count == 0 {
                continue;
            }
            let comma = if i == 0 { "" } else { "," };
            let _ = write!(out, "{comma}\"{}\":{count}", words::csa_name(kind));
        }
        out.push('}');
    }
    out.push_str("]}}");
}

fn write_comments(comments: &[String], out: &mut String) {
    out.push_str("\"comments\":[");
    let lines = comments.iter().flat_map(|comment| crate::text::lines(comment));
    for (i, line) in lines.enumerate() {
        if i > 0 {
            out.push(',');
        }
        quote(line.text, out);
    }
    out.push(']');
}

/// Writes the members of an item, without the braces around them.
fn write_item(tree: &Tree, id: NodeId, replay: &Replay, out: &mut String) -> Result<(), WriteError> {
    let (position, turn) = (replay.position(), replay.turn());
    let node = tree.node(id);
    let parent = node.parent().unwrap_or(Tree::ROOT);
    match node.step() {
        Some(&(Step::Move(m) | Step::Illegal(m))) => {
            WriteError::writable(position, node, m)?;
            out.push_str("\"move\":{");
            write_move(position, m, tree.node(parent).played().map(Move::to), out);
            out.push('}');
        }
        Some(Step::End(ending)) => {
            out.push_str("\"special\":");
            quote(&ending.csa(turn), out);
        }
        None => {}
    }
    if let Some(time) = node.time {
        out.push_str(",\"time\":{\"now\":");
        write_time(time, out);
        out.push('}');
    }
    if !node.comments.is_empty() {
        out.push(',');
        write_comments(&node.comments, out);
    }
    Ok(())
}

fn write_time(time: Duration, out: &mut String) {
    let seconds = time.as_secs();
    if seconds >= 3600 {
        let _ = write!(out, "{{\"h\":{},\"m\":{}", seconds / 3600, seconds / 60 % 60);
    } else {
        let _ = write!(out, "{{\"m\":{}", seconds / 60);
    }
    let _ = match time.subsec_millis() {
        0 => write!(out, ",\"s\":{}}}", seconds % 60),
        millis => write!(out, ",\"s\":{}.{millis:03}}}", seconds % 60),
    };
}

fn write_square(name: &str, variant: &Variant, square: Square, out: &mut String) {
    let (file, rank) = variant.coordinates(square);
    let _ = write!(out, "\"{name}\":{{\"x\":{},\"y\":{}}},", file + 1, rank + 1);
}

fn write_move(position: &AnyPosition, m: Move, previous: Option<Square>, out: &mut String) {
    let _ = write!(out, "\"color\":{},", position.turn().index());
    if let Some(from) = m.from() {
        write_square("from", position.variant(), from, out);
    }
    write_square("to", position.variant(), m.to(), out);
    let before = m
        .from()
        .and_then(|from| position.piece_on(from))
        .map(|piece| piece.kind());
    let Some(kind) = before.or(m.dropped()) else {
        return;
    };
    let _ = write!(out, "\"piece\":\"{}\"", words::csa_name(kind));
    if previous == Some(m.to()) {
        out.push_str(",\"same\":true");
    }
    match m.from() {
        Some(_) if m.promotes() => out.push_str(",\"promote\":true"),
        Some(from) if with_position!(position, |p| could_promote(p, from, m.to())) => {
            out.push_str(",\"promote\":false")
        }
        _ => {}
    }
    if let Some(taken) = position.piece_on(m.to()) {
        let _ = write!(out, ",\"capture\":\"{}\"", words::csa_name(taken.kind()));
    }
    let (relative, motion) = with_position!(position, |p| disambiguation(p, m, kind));
    let mut letters = String::new();
    letters.extend(relative.map(|relative| match relative {
        Relative::Left => 'L',
        Relative::Right => 'R',
        Relative::Straight => 'C',
    }));
    letters.extend(motion.map(|motion| match motion {
        Motion::Up => 'U',
        Motion::Down => 'D',
        Motion::Sideways => 'M',
    }));
    if m.from().is_none() && with_position!(position, |p| drop_needs_suffix(p, m)) {
        letters.push('H');
    }
    if !letters.is_empty() {
        let _ = write!(out, ",\"relative\":\"{letters}\"");
    }
}
