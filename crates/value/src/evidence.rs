//! The grounds of a value that was found by search: positions and moves that make it checkable.
//!
//! A win is a proof. A draw is two refutations: the side to move never wins, and after some move of its own the other side
//! never does. A loss is one proof for the other side, after every move. They are read off the tables that the questions have left;
//! what those have forgotten is searched again (`evidence.rs`).

use crate::value::{Valuation, Worth, options};
use crate::win::Win;
use yose_andor::evidence::{self, Decides, EvidenceWriter};
use yose_andor::{EVER, Limits, Meter, Outcome, Plies, Reason, Search, with_big_stack};
use yose_shogi::{Geometry, Position};

/// Why one claim holds.
pub struct Ground<C> {
    /// Whether it says of the side to move that it wins, or never does; otherwise of the other side.
    pub mover: bool,
    /// That side wins within so many plies; `None`: it never wins.
    pub within: Option<u32>,
    /// The evidence.
    pub evidence: C,
}

/// The grounds of a value: one for a win or a loss, two for a draw; each is taken down by a copy of `blank`.
///
/// # Errors
/// A limit that was reached on the way. `Ok(None)`: there is nothing to tell, or the evidence does not bear the value out.
pub fn grounds<G: Geometry, C: EvidenceWriter<Win<G>> + Clone + Send + Sync>(
    position: &Position<G>,
    found: &Valuation,
    blank: &C,
    limits: &Limits,
) -> Result<Option<Vec<Ground<C>>>, Reason> {
    let told = with_big_stack(|| {
        let mut quiet = |_| {};
        let mut meter = Meter::new(limits, &mut quiet);
        match found.worth {
            Worth::Win(plies) => {
                let ground = win(position, found, plies, blank, &mut meter)?;
                Ok(ground.map(|ground| vec![ground]))
            }
            Worth::Loss(_) => {
                let ground = loss(position, found, blank, &mut meter)?;
                Ok(ground.map(|ground| vec![ground]))
            }
            Worth::Draw => draw(position, found, blank, &mut meter),
            Worth::Unknown(_) => Ok(None),
        }
    });
    told.unwrap_or(Err(Reason::Memory))
}

/// A search over the table that a question has left, standing on a position in which its prover is to move.
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
    let search = Search::new(query.clone(), table, options());
    Some((query, search))
}

fn win<G: Geometry, C: EvidenceWriter<Win<G>> + Clone>(
    at: &Position<G>,
    found: &Valuation,
    plies: u32,
    blank: &C,
    meter: &mut Meter<'_>,
) -> Result<Option<Ground<C>>, Reason> {
    let mut evidence = blank.clone();
    let Some((query, mut search)) = search(at, found, 0) else {
        return Ok(None);
    };
    let plies = Plies::try_from(plies).unwrap_or(EVER);
    let told = evidence::proof(&mut search, &query, plies, &mut evidence, meter)?;
    Ok(told.then(|| Ground {
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
) -> Result<Option<Ground<C>>, Reason> {
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
    Ok(told.then(|| Ground {
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
) -> Result<Option<Vec<Ground<C>>>, Reason> {
    let Some(first) = never(position, found, 0, blank, meter)? else {
        return Ok(None);
    };
    let mut both = vec![first];
    let mut moves = position.legal_moves().to_vec();
    // What the table knows to hold comes first: nothing has to be searched for it.
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
) -> Result<Option<Ground<C>>, Reason> {
    let mut evidence = blank.clone();
    let Some((query, mut search)) = search(at, found, question) else {
        return Ok(None);
    };
    let told = evidence::disproof(&mut search, &query, EVER, &mut evidence, meter)?;
    Ok(told.then(|| Ground {
        mover: question == 0,
        within: None,
        evidence,
    }))
}
