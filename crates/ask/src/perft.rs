//! `perft`: counts of legal move sequences.

use crate::answer::Answer;
use crate::invalid::Invalid;
use crate::problem::{Content, Problem};
use crate::subject::after;
use crate::verdict::{Reason, Verdict};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use yose_andor::Clock;
use yose_shogi::notation::usi;
use yose_shogi::{Geometry, Position, Setup, perft, with_position};

/// What to count.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerftOptions {
    /// How many plies.
    pub depth: u32,
    /// Also by first move.
    pub divide: bool,
    /// Through the tables built at run time, even for 9x9.
    pub runtime: bool,
    /// Lines of Action: a position already on the path has no successors.
    pub repetition: bool,
}

/// The fields of `perft`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PerftBody {
    /// How many plies.
    pub depth: u32,
    /// The count.
    pub nodes: Option<u64>,
    /// The counts by first move.
    pub divide: Option<Vec<(String, u64)>>,
    /// Time used.
    pub seconds: f64,
}

/// Counts the move sequences of a problem.
pub fn count(problem: &Problem, options: PerftOptions, interrupt: &AtomicBool) -> Answer<PerftBody> {
    let start = Clock::start();
    let counted = match &problem.content {
        Err(invalid) => Err(invalid.clone()),
        Ok(Content::Shogi { setup, moves }) => {
            after(setup, moves).and_then(|setup| shogi(&setup, options, interrupt))
        }
        Ok(Content::Record(record)) => shogi(&record.setup, options, interrupt),
        Ok(Content::Loa { position, rules }) => loa(position, *rules, options, interrupt),
    };
    let mut body = PerftBody {
        depth: options.depth,
        ..PerftBody::default()
    };
    body.seconds = start.elapsed().as_secs_f64();
    match counted {
        Ok(Some((nodes, divide))) => {
            body.nodes = Some(nodes);
            body.divide = divide;
            Answer::new(&problem.name(), Verdict::Counted, body)
        }
        Ok(None) => Answer::unknown(&problem.name(), Reason::Interrupted, body),
        Err(invalid) => Answer::invalid(&problem.name(), &invalid, body),
    }
}

/// A count and its parts; `None` if it was interrupted.
type Counted = Option<(u64, Option<Vec<(String, u64)>>)>;

fn shogi(setup: &Setup, options: PerftOptions, interrupt: &AtomicBool) -> Result<Counted, Invalid> {
    if options.runtime {
        return Ok(shogi_over(
            setup.position(setup.variant.runtime_geometry())?,
            options,
            interrupt,
        ));
    }
    Ok(with_position!(setup.validate()?, |p| shogi_over(
        p, options, interrupt
    )))
}

fn shogi_over<G: Geometry>(mut p: Position<G>, options: PerftOptions, interrupt: &AtomicBool) -> Counted {
    let mut stop = || interrupt.load(Ordering::Relaxed);
    if options.depth == 0 || !options.divide {
        return perft::perft_until(&mut p, options.depth, &mut stop).map(|nodes| (nodes, None));
    }
    let divided = perft::divide(&mut p, options.depth, &mut stop)?;
    let nodes = divided.iter().map(|(_, n)| n).sum();
    let named = divided
        .into_iter()
        .map(|(m, n)| (usi::write(m, p.variant()), n))
        .collect();
    Some((nodes, Some(named)))
}

fn loa(
    position: &yose_loa::AnyPosition,
    rules: yose_loa::Rules,
    options: PerftOptions,
    interrupt: &AtomicBool,
) -> Result<Counted, Invalid> {
    let count = |p: &yose_loa::AnyPosition, depth| {
        yose_loa::with_position!(p, |p| yose_loa::perft::perft(p, rules, depth))
    };
    if options.repetition {
        if options.divide {
            return Err(Invalid::whole("--divide and --repetition do not go together"));
        }
        let nodes = yose_loa::with_position!(position, |p| yose_loa::perft::perft_repetition(
            p,
            rules,
            options.depth
        ));
        return Ok(Some((nodes, None)));
    }
    // By first move, so that it can be stopped and divided. Without a first move, or without depth,
    // whole.
    let size = position.size();
    let children: Vec<(String, yose_loa::AnyPosition)> = yose_loa::with_position!(position, |p| {
        let running = p.connection(rules) == yose_loa::Outcome::Running;
        let moves = if running {
            p.legal_moves().to_vec()
        } else {
            Vec::new()
        };
        moves
            .into_iter()
            .filter_map(|m| Some((m.name(size).to_string(), p.after(m).to_string().parse().ok()?)))
            .collect()
    });
    if options.depth == 0 || children.is_empty() {
        return Ok(Some((count(position, options.depth), None)));
    }
    let mut divided = Vec::new();
    for (name, child) in children {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        divided.push((name, count(&child, options.depth - 1)));
    }
    let nodes = divided.iter().map(|(_, n)| n).sum();
    Ok(Some((nodes, options.divide.then_some(divided))))
}
