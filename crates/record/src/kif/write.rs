//! The writer of KIF.

use crate::block::blocks;
use crate::error::WriteError;
use crate::handicap;
use crate::play::Play;
use crate::preamble;
use crate::record::Record;
use crate::replay::Replay;
use crate::tree::{NodeId, Step, Tree};
use crate::words;
use std::fmt::Write;
use std::time::Duration;
use yose_shogi::{AnyPosition, Move};

/// Writes a KIF.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let mut out = String::from("# KIF version=2.0 encoding=UTF-8\n");
    let mut replay = Replay::new(WriteError::check(record)?);
    let sides = handicap::side_names(&record.setup);
    let tree = &record.tree;
    let totals = totals(tree);
    preamble::write(record, &mut out);
    out.push_str("手数----指手---------消費時間--\n");
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
        for &id in &block.nodes {
            let node = tree.node(id);
            let parent = node.parent().unwrap_or(Tree::ROOT);
            let position = replay.position();
            let turn = replay.turn();
            let text = match node.step() {
                Some(&(Step::Move(m) | Step::Illegal(m))) => {
                    WriteError::writable(position, node, m)?;
                    move_text(position, m, tree.node(parent).played().map(Move::to))
                }
                Some(Step::End(ending)) => ending.japanese(),
                None => continue,
            };
            let number = tree.node(parent).ply() + 1;
            let _ = write!(out, "{number:>4} {text}");
            let last = tree.node(parent).children().last() == Some(&id);
            let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            if let Some(time) = node.time {
                out.extend(std::iter::repeat_n(' ', 13usize.saturating_sub(width)));
                let total = totals
                    .get(id.index())
                    .map_or(time, |totals| totals[parity(tree, parent)]);
                let _ = write!(out, "({}/{})", short(time), long(total));
            }
            // `+` marks a move whose variations follow later in the file.
            out.push_str(match (last, node.time) {
                (true, _) => "\n",
                (false, Some(_)) => "+\n",
                (false, None) => " +\n",
            });
            preamble::write_comments(&node.comments, &mut out);
            if let Some(ending) = node.ending().filter(|ending| block.main && ending.has_summary()) {
                let _ = writeln!(out, "{}", ending.summary(node.ply(), turn, sides));
            }
            replay.step(tree, id);
        }
    }
    Ok(out)
}

/// The index of the side that moves at a node. The sides alternate, so the number of moves decides.
fn parity(tree: &Tree, node: NodeId) -> usize {
    (tree.node(node).ply() % 2) as usize
}

/// The time that each side has spent up to each node.
fn totals(tree: &Tree) -> Vec<[Duration; 2]> {
    let mut totals: Vec<[Duration; 2]> = Vec::with_capacity(tree.len());
    for (_, node) in tree.iter() {
        let mut sum = node
            .parent()
            .and_then(|p| totals.get(p.index()).copied())
            .unwrap_or_default();
        if let (Some(parent), Some(time)) = (node.parent(), node.time) {
            let side = parity(tree, parent);
            sum[side] = sum[side].saturating_add(time);
        }
        totals.push(sum);
    }
    totals
}

fn short(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:>2}:{:02}", seconds / 60, seconds % 60)
}

fn long(time: Duration) -> String {
    let seconds = time.as_secs();
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// A move as KIF writes it: the origin in digits, 打 for every drop, and no 不成.
fn move_text(position: &AnyPosition, m: Move, previous: Option<yose_board::Square>) -> String {
    let (file, rank) = position.variant().coordinates(m.to());
    let mut out = match previous == Some(m.to()) {
        true => "同　".to_owned(),
        false => [words::file_digit(file), words::rank_kanji(rank)]
            .into_iter()
            .collect(),
    };
    match (m.from(), m.dropped()) {
        (Some(from), _) => {
            if let Some(piece) = position.piece_on(from) {
                out.push_str(words::move_name(words::kanji(piece.kind())));
            }
            if m.promotes() {
                out.push('成');
            }
            let _ = write!(out, "({})", words::plain_square(position.variant(), from));
        }
        (None, kind) => {
            out.push_str(kind.map_or("", words::kanji));
            out.push('打');
        }
    }
    out
}
