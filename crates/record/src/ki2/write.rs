//! The writer of KI2: six moves on a line. A comment starts a new line.

use crate::block::blocks;
use crate::error::WriteError;
use crate::handicap;
use crate::japanese::{japanese, japanese_illegal};
use crate::play::Play;
use crate::preamble;
use crate::record::Record;
use crate::replay::Replay;
use crate::tree::{Step, Tree};
use std::fmt::Write;
use yose_shogi::notation::usi;
use yose_shogi::{Move, with_position};

const PER_LINE: usize = 6;

/// Writes a KI2. Times are lost, because the format has none.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let mut out = String::new();
    let mut replay = Replay::new(WriteError::check(record)?);
    let sides = handicap::side_names(&record.setup);
    let tree = &record.tree;
    preamble::write(record, &mut out);
    out.push('\n');
    preamble::write_comments(&tree.node(Tree::ROOT).comments, &mut out);
    for block in blocks(tree) {
        let Some(&first) = block.nodes.first() else {
            continue;
        };
        let parent = tree.node(first).parent().unwrap_or(Tree::ROOT);
        replay.go_to(tree, parent);
        if !block.main {
            let _ = write!(out, "\n変化：{}手\n", tree.node(parent).ply() + 1);
        }
        let mut on_line = 0;
        for &id in &block.nodes {
            let node = tree.node(id);
            let parent = node.parent().unwrap_or(Tree::ROOT);
            let (position, turn) = (replay.position(), replay.turn());
            match node.step() {
                Some(&(Step::Move(m) | Step::Illegal(m))) => {
                    WriteError::writable(position, node, m)?;
                    if let (true, Some(from)) = (node.is_illegal(), m.from())
                        && let Some(piece) = position.piece_on(from)
                        && !position.reaches(from, m.to(), piece.kind())
                    {
                        let (ply, usi) = (node.ply(), usi::write(m, position.variant()));
                        return Err(WriteError::Unnamed { ply, usi });
                    }
                    let previous = tree.node(parent).played().map(Move::to);
                    let text = with_position!(position, |p| match node.is_illegal() {
                        true => japanese_illegal(p, m, previous),
                        false => japanese(p, m, previous),
                    });
                    out.push_str(&text);
                    on_line += 1;
                    let width = text.chars().count() * 2;
                    if on_line == PER_LINE || !node.comments.is_empty() {
                        out.push('\n');
                        on_line = 0;
                    } else if node
                        .children()
                        .first()
                        .is_some_and(|&c| tree.node(c).written().is_some())
                    {
                        out.extend(std::iter::repeat_n(' ', 13usize.saturating_sub(width).max(1)));
                    }
                }
                Some(Step::End(ending)) => {
                    if on_line > 0 {
                        out.push('\n');
                        on_line = 0;
                    }
                    let _ = writeln!(out, "{}", ending.summary(node.ply(), turn, sides));
                }
                None => continue,
            }
            preamble::write_comments(&node.comments, &mut out);
            replay.step(tree, id);
        }
        if on_line > 0 {
            out.push('\n');
        }
    }
    Ok(out)
}
