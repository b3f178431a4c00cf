//! The answer of `check` as a record: the solution, every defence with its mate, every cook, the author's departures, each with a
//! comment; where there is no mate, the reply that holds against every check.

use crate::check::CheckAnswer;
use crate::invalid::Invalid;
use yose_record::{Ending, Format, NodeId, Record, Step, Tree};
use yose_shogi::{Move, SHOGI, Setup, with_position};
use yose_tsume::{CheckVerdict, Variation, Walked};
use yose_tsume::{Limits, Tsume};

/// The place after the first moves of a line that is in the tree.
fn place(tree: &Tree, moves: usize) -> NodeId {
    match moves {
        0 => Tree::ROOT,
        n => tree.main_line().nth(n - 1).unwrap_or(Tree::ROOT),
    }
}

/// Adds a line after a place, where it is not there already; its last node.
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

impl CheckAnswer {
    /// A KIF of everything that was found; every defence is looked for within the limits.
    ///
    /// # Errors
    /// Boards that KIF cannot hold, and problems that were no problems.
    pub fn kif(&self, limits: &Limits) -> Result<String, Invalid> {
        let (Some(setup), Some(found)) = (&self.start, &self.found) else {
            return Err(self
                .invalid
                .clone()
                .unwrap_or_else(|| Invalid::whole("nothing was checked")));
        };
        if !std::ptr::eq(setup.variant, &SHOGI) {
            return Err(Invalid::whole("records are for 9x9 shogi"));
        }
        let walked = self.walk(setup, limits)?;
        let mut record = Record::new(setup.clone());
        let tree = &mut record.tree;
        let head = self.heading(&walked);
        tree.node_mut(Tree::ROOT).comments = head;
        let end = add(tree, Tree::ROOT, &found.line, "");
        if !found.line.is_empty() {
            tree.add(end, Step::End(Ending::Mate));
        }
        for cook in &found.cooks {
            let minor = if cook.is_free() {
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
            let end = add(tree, from, &cook.line, &comment);
            if tree.node(end).children().is_empty() {
                tree.add(end, Step::End(Ending::Mate));
            }
        }
        for Variation { at, line, left } in &walked.variations {
            let as_long = line.len() == found.line.len() + 1 - at;
            let word = if as_long { "変同" } else { "変化" };
            let left = match left {
                0 => String::new(),
                n => format!(", {n} left over (駒余り)"),
            };
            let comment = format!("{word}: {} plies{left}", line.len());
            let from = place(tree, at - 1);
            let end = add(tree, from, line, &comment);
            if tree.node(end).children().is_empty() {
                tree.add(end, Step::End(Ending::Mate));
            }
        }
        for &(check, reply) in &walked.defences {
            let end = add(tree, Tree::ROOT, &[check], "");
            add(tree, end, &[reply], "不詰: this holds");
        }
        yose_record::write(&record, Format::Kif).map_err(Invalid::whole)
    }

    fn walk(&self, setup: &Setup, limits: &Limits) -> Result<Walked, Invalid> {
        let Some(found) = &self.found else {
            return Ok(Walked::default());
        };
        let position = setup.validate().map_err(Invalid::from)?;
        with_position!(position, |p| {
            let tsume = Tsume::new(p).map_err(Invalid::from)?;
            if found.verdict == CheckVerdict::NoMate {
                return Ok(yose_tsume::defences(&tsume, limits));
            }
            let longest = found.longest.unwrap_or(found.line.len() as u32);
            yose_tsume::variations(&tsume, self.policy, &found.line, longest, limits).map_err(Invalid::whole)
        })
    }

    /// What stands before the first move.
    fn heading(&self, walked: &Walked) -> Vec<String> {
        let body = &self.answer.body;
        let mut lines = vec![format!(
            "yose check: {}{}, futile: {} {}",
            self.answer.verdict,
            body.length.map_or_else(String::new, |n| format!(", {n}手詰")),
            body.policy,
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
            lines.push(format!("undecided ({}): {} at {}", open.reason, open.mv, open.at));
        }
        if let Some(reason) = walked.stopped {
            lines.push(format!(
                "not every variation is here: stopped ({})",
                reason.word()
            ));
        }
        lines
    }
}
