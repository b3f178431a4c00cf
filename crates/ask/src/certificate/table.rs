//! Certificates of values, read from a full table. A win is a ranked proof. A loss is a ranked
//! proof for the other side after every move. A draw is two closed sets: in one the side to move
//! never wins; in the other, after one of its moves, its opponent never wins.

use crate::certificate::NoCertificate;
use crate::certificate::records::{Place, blank};
use std::collections::HashSet;
use yose_shogi::notation::usi;
use yose_shogi::{Ending, Geometry, Move, Position};
use yose_tablebase::{Table, Value};
use yose_tsume::EVER;
use yose_verify::certificate::{Certificate, Claim, Question};

/// The certificates of a position's value, by its table: one for a win or a loss, two for a draw.
///
/// # Errors
/// See [`NoCertificate`]. A side that has lost already needs none.
pub fn certify<G: Geometry>(
    table: &Table,
    position: &Position<G>,
) -> Result<Vec<Certificate>, NoCertificate> {
    let after = |m: Move| {
        let mut after = position.clone();
        after.make(m);
        after
    };
    match table.value(position) {
        Some(Value::Win(n)) => {
            let mut certificate = blank(position, Question::Win, vec![Claim::Within(u32::from(n))])?;
            prove(table, vec![position.clone()], &mut certificate)?;
            Ok(vec![certificate])
        }
        Some(Value::Draw) => {
            let mut never = blank(position, Question::Win, vec![Claim::Never])?;
            refute(table, position, &mut never)?;
            let mut both = vec![never];
            if position.has_legal_move() {
                let hold = holding(table, position, &HashSet::new()).ok_or(NoCertificate::Unsupported)?;
                let mut never = blank(position, Question::Loss, vec![Claim::Never])?;
                refute(table, &after(hold), &mut never)?;
                both.push(never);
            }
            Ok(both)
        }
        Some(Value::Loss(n)) if position.has_legal_move() => {
            let mut certificate = blank(position, Question::Loss, vec![Claim::Within(u32::from(n))])?;
            let roots = position.legal_moves().iter().map(|&m| after(m)).collect();
            prove(table, roots, &mut certificate)?;
            Ok(vec![certificate])
        }
        _ => Err(NoCertificate::Open),
    }
}

/// A move after which the other side does not win; if possible one that leads to a known position.
fn holding<G: Geometry>(table: &Table, at: &Position<G>, known: &HashSet<u64>) -> Option<Move> {
    let mut first = None;
    for m in at.legal_moves() {
        let mut after = at.clone();
        after.make(m);
        if !matches!(table.value(&after)?, Value::Win(_)) {
            if known.contains(&after.key()) {
                return Some(m);
            }
            first = first.or(Some(m));
        }
    }
    first
}

/// The side to move never wins.
fn refute<G: Geometry>(
    table: &Table,
    root: &Position<G>,
    certificate: &mut Certificate,
) -> Result<(), NoCertificate> {
    let mut known = HashSet::from([root.key()]);
    let mut work = vec![root.clone()];
    while let Some(at) = work.pop() {
        let mut answers = Vec::new();
        for m in at.legal_moves() {
            let mut after = at.clone();
            after.make(m);
            if !after.has_legal_move() {
                // A stalemate that draws: nothing to answer.
                continue;
            }
            let reply = holding(table, &after, &known).ok_or(NoCertificate::Unsupported)?;
            answers.push((m, reply));
            after.make(reply);
            // Where the game is over the checker sees it by itself.
            if after.ending() != Some(Ending::Try) && known.insert(after.key()) {
                work.push(after);
            }
        }
        let record = Place::of(&at).escape(EVER, &answers, |m| usi::write(m, root.variant()));
        certificate.closed.push(record.map_err(NoCertificate::Record)?);
    }
    Ok(())
}

/// The side to move wins each of these positions.
fn prove<G: Geometry>(
    table: &Table,
    mut work: Vec<Position<G>>,
    certificate: &mut Certificate,
) -> Result<(), NoCertificate> {
    let mut known: HashSet<u64> = HashSet::new();
    work.retain(|root| known.insert(root.key()));
    while let Some(mut at) = work.pop() {
        let Some(Value::Win(rank)) = table.value(&at) else {
            return Err(NoCertificate::Unsupported);
        };
        let best = table
            .line(&at)
            .first()
            .copied()
            .ok_or(NoCertificate::Unsupported)?;
        let record = Place::of(&at).proof(rank.into(), &usi::write(best, at.variant()));
        certificate.proof.push(record.map_err(NoCertificate::Record)?);
        at.make(best);
        for reply in at.legal_moves() {
            let mut next = at.clone();
            next.make(reply);
            if known.insert(next.key()) {
                work.push(next);
            }
        }
    }
    Ok(())
}
