//! The reply to `check` as a KIF record: the solution, every defence with its mate and every cook,
//! each with a comment. The comment before the first move lists the flaws. If there is no mate, the
//! record shows the reply that refutes each check.

use crate::check::{flaw_text, weight};
use crate::language::Language;
use crate::line::moves;
use crate::phrase::Comment;
use yose_ask::check::{CheckReply, VariationsBody};
use yose_ask::question::Check;
use yose_ask::{Invalid, Verdict};
use yose_record::{Ending, Format, NodeId, Record, Step, Tree};
use yose_shogi::{Move, SHOGI, Setup};

/// The node after the first `moves` moves of the main line.
pub(crate) fn place(tree: &Tree, moves: usize) -> NodeId {
    match moves {
        0 => Tree::ROOT,
        n => tree.main_line().nth(n - 1).unwrap_or(Tree::ROOT),
    }
}

/// Adds a line after the node `at`, reusing moves that are there already. Returns the last node.
pub(crate) fn add(tree: &mut Tree, mut at: NodeId, line: &[Move], comment: &str) -> NodeId {
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

/// A KIF record of everything that was found, with comments in a language. The request must have
/// asked for variations.
///
/// # Errors
/// The board has no KIF notation, the position was invalid, or the reply has no variations.
pub fn kif(check: &Check, reply: &CheckReply, language: Language) -> Result<String, Invalid> {
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
    tree.node_mut(Tree::ROOT).comments = heading(reply, every, setup, language);
    let end = add(tree, Tree::ROOT, &solution, "");
    if !solution.is_empty() {
        tree.add(end, Step::End(Ending::Mate));
    }
    for cook in &body.cooks {
        let weight = weight(cook.class, cook.minor);
        let comment = Comment::Cook(cook.class, weight, cook.d, cook.line.len()).text(language);
        let from = place(tree, cook.at - 1);
        add_mate(tree, from, &moves(&cook.line, setup), &comment);
    }
    for defence in &every.defences {
        let as_long = defence.line.len() == solution.len() + 1 - defence.at;
        let comment = Comment::Defence(as_long, defence.line.len(), defence.left).text(language);
        let from = place(tree, defence.at - 1);
        add_mate(tree, from, &moves(&defence.line, setup), &comment);
    }
    for (check, reply) in &every.holds {
        let words = [check.clone(), reply.clone()];
        if let [check, reply] = moves(&words, setup)[..] {
            let end = add(tree, Tree::ROOT, &[check], "");
            add(tree, end, &[reply], &Comment::Holds.text(language));
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
fn heading(reply: &CheckReply, every: &VariationsBody, setup: &Setup, language: Language) -> Vec<String> {
    let body = &reply.answer.body;
    let verdict = reply.answer.verdict;
    let told = Comment::Record(verdict, body.length, body.policy, body.policy_version);
    let mut lines = vec![told.text(language)];
    let left = body.leftover.as_deref().unwrap_or_default();
    let left = crate::solve::hand(setup.variant, left, language);
    for flaw in &body.flaws {
        let at = flaw.at.map_or_else(String::new, |at| format!(" ({at})"));
        let line = match flaw.line.is_empty() {
            true => String::new(),
            false => format!(": {}", flaw.line.join(" ")),
        };
        let (name, what) = flaw_text(flaw, &left, language);
        lines.push(format!("{name}{at}: {what}{line}"));
    }
    for open in &body.undecided {
        lines.push(Comment::Undecided(&open.mv, open.at, open.reason).text(language));
    }
    lines.extend(
        every
            .stopped
            .map(|reason| Comment::NotEveryVariation(reason).text(language)),
    );
    lines
}
