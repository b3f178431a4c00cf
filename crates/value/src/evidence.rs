//! The evidence for a value that was found by search: positions and moves that make it checkable.
//!
//! A win is a proof. A draw is two disproofs: the side to move never wins, and after some move of
//! its own the other side never wins. A loss is a proof for the other side after every move. The
//! evidence is read off the tables that the questions have left. Positions that the tables have
//! forgotten are searched again.

use crate::value::{GameValue, Valuation, search_options};
use crate::win::Win;
use yose_andor::evidence::{self, Decides, EvidenceWriter};
use yose_andor::{EVER, Limits, Meter, Outcome, Plies, Reason, Search, with_big_stack};
use yose_shogi::{Geometry, Position};

/// The evidence for one claim.
pub struct ValueEvidence<C> {
    /// Whether the claim is about the side to move; otherwise about the other side.
    pub mover: bool,
    /// The claim: that side wins within this number of plies; `None`: that side never wins.
    pub within: Option<u32>,
    /// The evidence.
    pub evidence: C,
}

/// Gathers the evidence for a value: one claim for a win or a loss, two for a draw. A copy of
/// `blank` receives each.
///
/// # Errors
/// A limit that was reached on the way. `Ok(None)`: there is nothing to show, or the evidence does
/// not support the value.
pub fn gather<G: Geometry, C: EvidenceWriter<Win<G>> + Clone + Send + Sync>(
    position: &Position<G>,
    found: &Valuation,
    blank: &C,
    limits: &Limits,
) -> Result<Option<Vec<ValueEvidence<C>>>, Reason> {
    let told = with_big_stack(|| {
        let mut quiet = |_| {};
        let mut meter = Meter::new(limits, &mut quiet);
        match found.value {
            GameValue::Win(plies) => {
                let told = win(position, found, plies, blank, &mut meter)?;
                Ok(told.map(|told| vec![told]))
            }
            GameValue::Loss(_) => {
                let told = loss(position, found, blank, &mut meter)?;
                Ok(told.map(|told| vec![told]))
            }
            GameValue::Draw => draw(position, found, blank, &mut meter),
            GameValue::Unknown(_) => Ok(None),
        }
    });
    told.unwrap_or(Err(Reason::Memory))
}

/// A search over the table that a question has left. The search stands on a position in which its
/// prover is to move.
fn search<'a, G: Geometry>(
    at: &Position<G>,
    found: &'a Valuation,
    question: usize,
) -> Option<(Win<G>, Search<'a, Win<G>>)> {
    let facts = &found.facts.0;
    let table = facts.get(question)?;
    let mut query = Win::new(at.clone(), at.turn());
    if question == 1 {
        query = query.after(facts.first()?.clone());
    }
    let search = Search::new(query.clone(), table, search_options());
    Some((query, search))
}

fn win<G: Geometry, C: EvidenceWriter<Win<G>> + Clone>(
    at: &Position<G>,
    found: &Valuation,
    plies: u32,
    blank: &C,
    meter: &mut Meter<'_>,
) -> Result<Option<ValueEvidence<C>>, Reason> {
    let mut evidence = blank.clone();
    let Some((query, mut search)) = search(at, found, 0) else {
        return Ok(None);
    };
    let plies = Plies::try_from(plies).unwrap_or(EVER);
    let told = evidence::proof(&mut search, &query, plies, &mut evidence, meter)?;
    Ok(told.then(|| ValueEvidence {
        mover: true,
        within: Some(u32::from(plies)),
        evidence,
    }))
}

fn loss<G: Geometry, C: EvidenceWriter<Win<G>> + Clone>(
    position: &Position<G>,
    found: &Valuation,
    blank: &C,
    meter: &mut Meter<'_>,
) -> Result<Option<ValueEvidence<C>>, Reason> {
    let mut roots: Vec<(Win<G>, Plies)> = Vec::new();
    let mut most = 0;
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.make(m);
        let Some((query, mut search)) = search(&after, found, 1) else {
            return Ok(None);
        };
        let Outcome::Proved(plies) = search.ask(&query, EVER, meter)? else {
            return Ok(None);
        };
        most = most.max(plies);
        roots.push((query, plies));
    }
    let Some((first, _)) = roots.first() else {
        return Ok(None);
    };
    let Some((_, mut search)) = search(first.position(), found, 1) else {
        return Ok(None);
    };
    let mut evidence = blank.clone();
    let told = evidence::proofs(&mut search, roots, &mut evidence, meter)?;
    Ok(told.then(|| ValueEvidence {
        mover: false,
        within: Some(u32::from(most) + 1),
        evidence,
    }))
}

fn draw<G: Geometry, C: EvidenceWriter<Win<G>> + Clone>(
    position: &Position<G>,
    found: &Valuation,
    blank: &C,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<ValueEvidence<C>>>, Reason> {
    let Some(first) = never(position, found, 0, blank, meter)? else {
        return Ok(None);
    };
    let mut both = vec![first];
    let mut moves = position.legal_moves().to_vec();
    // Moves that the table knows to hold come first: nothing has to be searched for them.
    moves.sort_by_key(|&m| {
        let mut after = position.clone();
        after.make(m);
        !search(&after, found, 1).is_some_and(|(query, search)| {
            use yose_andor::Game;
            search.disproved(query.key(), query.resource(), EVER)
        })
    });
    for m in &moves {
        let mut after = position.clone();
        after.make(*m);
        let Some((query, mut search)) = search(&after, found, 1) else {
            return Ok(None);
        };
        if let Outcome::Disproved(_) = search.ask(&query, EVER, meter)? {
            let Some(second) = never(&after, found, 1, blank, meter)? else {
                return Ok(None);
            };
            both.push(second);
            return Ok(Some(both));
        }
    }
    // A side without a move that draws has nothing to choose.
    Ok(moves.is_empty().then_some(both))
}

fn never<G: Geometry, C: EvidenceWriter<Win<G>> + Clone>(
    at: &Position<G>,
    found: &Valuation,
    question: usize,
    blank: &C,
    meter: &mut Meter<'_>,
) -> Result<Option<ValueEvidence<C>>, Reason> {
    let mut evidence = blank.clone();
    let Some((query, mut search)) = search(at, found, question) else {
        return Ok(None);
    };
    let told = evidence::disproof(&mut search, &query, EVER, &mut evidence, meter)?;
    Ok(told.then(|| ValueEvidence {
        mover: question == 0,
        within: None,
        evidence,
    }))
}
