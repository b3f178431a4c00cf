//! The reply to `check` as a KIF record: the solution, every defence with its mate and every cook,
//! each with a comment. The comment before the first move lists the flaws. If there is no mate, the
//! record shows the reply that refutes each check.

use crate::check::is_free;
use crate::line::moves;
use yose_ask::check::{CheckReply, VariationsBody};
use yose_ask::question::Check;
use yose_ask::{Invalid, Verdict};
use yose_record::{Ending, Format, NodeId, Record, Step, Tree};
use yose_shogi::{Move, SHOGI};

/// The node after the first `moves` moves of the main line.
fn place(tree: &Tree, moves: usize) -> NodeId {
    match moves {
        0 => Tree::ROOT,
        n => tree.main_line().nth(n - 1).unwrap_or(Tree::ROOT),
    }
}

/// Adds a line after the node `at`, reusing moves that are there already. Returns the last node.
fn add(tree: &mut Tree, mut at: NodeId, line: &[Move], comment: &str) -> NodeId {
    let mut commented = false;
    for &m in line {
        let there = tree
            .node(at)
            .children()
            .iter()
            .copied()
            .find(|&child| tree.node(child).played() == Some(m));
        at = there.unwrap_or_else(|| tree.add(at, Step::Move(m)));
        if !commented && !comment.is_empty() {
            tree.node_mut(at).comments.push(comment.to_owned());
            commented = true;
        }
    }
    at
}

/// A KIF record of everything that was found. The request must have asked for variations.
///
/// # Errors
/// The board has no KIF notation, the position was invalid, or the reply has no variations.
pub fn kif(check: &Check, reply: &CheckReply) -> Result<String, Invalid> {
    let setup = check.position.shogi()?;
    if reply.answer.verdict == Verdict::Invalid {
        return Err(Invalid {
            faults: reply.answer.faults.clone(),
        });
    }
    if !std::ptr::eq(setup.variant, &SHOGI) {
        return Err(Invalid::whole("a record of a check is for 9x9 shogi"));
    }
    let Some(every) = &reply.every_variation else {
        return Err(Invalid::whole("nothing was checked"));
    };
    let body = &reply.answer.body;
    let solution = moves(body.line.as_deref().unwrap_or_default(), setup);
    let mut record = Record::new(setup.clone());
    let tree = &mut record.tree;
    tree.node_mut(Tree::ROOT).comments = heading(reply, every);
    let end = add(tree, Tree::ROOT, &solution, "");
    if !solution.is_empty() {
        tree.add(end, Step::End(Ending::Mate));
    }
    for cook in &body.cooks {
        let minor = if is_free(cook.class) {
            "不問"
        } else {
            cook.class.japanese()
        };
        let d = cook.d.map_or_else(String::new, |d| format!(", d={d}"));
        let comment = format!(
            "余詰 {minor} ({}{d}), {} plies",
            cook.class.word(),
            cook.line.len()
        );
        let from = place(tree, cook.at - 1);
        add_mate(tree, from, &moves(&cook.line, setup), &comment);
    }
    for defence in &every.defences {
        let as_long = defence.line.len() == solution.len() + 1 - defence.at;
        let word = if as_long { "変同" } else { "変化" };
        let left = match defence.left {
            0 => String::new(),
            n => format!(", {n} left over (駒余り)"),
        };
        let comment = format!("{word}: {} plies{left}", defence.line.len());
        let from = place(tree, defence.at - 1);
        add_mate(tree, from, &moves(&defence.line, setup), &comment);
    }
    for (check, reply) in &every.holds {
        let words = [check.clone(), reply.clone()];
        if let [check, reply] = moves(&words, setup)[..] {
            let end = add(tree, Tree::ROOT, &[check], "");
            add(tree, end, &[reply], "不詰: this holds");
        }
    }
    yose_record::write(&record, Format::Kif).map_err(Invalid::whole)
}

/// Adds a line that ends in mate.
fn add_mate(tree: &mut Tree, from: NodeId, line: &[Move], comment: &str) {
    let end = add(tree, from, line, comment);
    if tree.node(end).children().is_empty() {
        tree.add(end, Step::End(Ending::Mate));
    }
}

/// The comments before the first move.
fn heading(reply: &CheckReply, every: &VariationsBody) -> Vec<String> {
    let body = &reply.answer.body;
    let mut lines = vec![format!(
        "yose check: {}{}, futile: {} {}",
        reply.answer.verdict.word(),
        body.length.map_or_else(String::new, |n| format!(", {n}手詰")),
        body.policy.word(),
        body.policy_version
    )];
    for flaw in &body.flaws {
        let at = flaw.at.map_or_else(String::new, |at| format!(" ({at})"));
        let line = if flaw.line.is_empty() {
            String::new()
        } else {
            format!(": {}", flaw.line.join(" "))
        };
        lines.push(format!(
            "{} {}{at}: {}{line}",
            flaw.japanese, flaw.name, flaw.what
        ));
    }
    for open in &body.undecided {
        lines.push(format!(
            "undecided ({}): {} at {}",
            open.reason.word(),
            open.mv,
            open.at
        ));
    }
    if let Some(reason) = every.stopped {
        lines.push(format!(
            "not every variation is here: stopped ({})",
            reason.word()
        ));
    }
    lines
}
