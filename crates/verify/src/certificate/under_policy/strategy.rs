//! The moves of an accepted certificate, for play against it.

use super::fact::{parse_answered_reply, parse_stripped};
use super::{Certificate, Fact};
use crate::Side;
use crate::shogi::Position;
use std::collections::HashMap;

/// A certificate that [`check`](super::check()) has accepted, with its facts by position.
#[derive(Debug)]
pub struct Strategy {
    certificate: Certificate,
    attacker: Side,
    win: HashMap<String, usize>,
    mated: HashMap<String, usize>,
    /// The facts of `alike`, by their second position.
    alike: HashMap<String, usize>,
}

/// For each position, the index of the fact with the fewest plies.
fn shortest<'a>(
    facts: impl Iterator<Item = (usize, &'a Fact)>,
    position: impl Fn(&Fact) -> String,
) -> HashMap<String, usize> {
    let mut best: HashMap<String, (u32, usize)> = HashMap::new();
    for (i, fact) in facts {
        let new = (fact.plies(), i);
        best.entry(position(fact))
            .and_modify(|old| *old = new.min(*old))
            .or_insert(new);
    }
    best.into_iter().map(|(position, (_, i))| (position, i)).collect()
}

impl Strategy {
    /// The strategy of a certificate, which is not checked again.
    pub fn new(certificate: Certificate) -> Strategy {
        let side = certificate.root.split(' ').nth(1).and_then(Side::from_text);
        let whole = |&(_, fact): &(usize, &Fact)| fact.first_word() == "-";
        let own = |fact: &Fact| fact.position().to_owned();
        let second = |fact: &Fact| format!("{}{}", fact.first_word(), &fact.position()[fact.board().len()..]);
        Strategy {
            attacker: side.unwrap_or(Side::Black),
            win: shortest(certificate.win.iter().enumerate(), own),
            mated: shortest(certificate.mated.iter().enumerate().filter(whole), own),
            alike: shortest(certificate.alike.iter().enumerate(), second),
            certificate,
        }
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The text by which positions are looked up: board, side to move, attacker's hand.
    fn key(&self, position: &Position) -> String {
        let mut text = String::new();
        position.write_with_hand(self.attacker, &mut text);
        text
    }

    /// With the attacker to move: the fact with the fewest plies, and its move. (A record of
    /// `proof` may mate sooner.)
    pub fn win(&self, position: &Position) -> Option<(&Fact, &str)> {
        let fact = &self.certificate.win[*self.win.get(&self.key(position))?];
        Some((fact, fact.first_word()))
    }

    /// With the defender to move: the fact of `mated` or `alike` with the fewest plies. For a fact
    /// of `alike`, [`Strategy::answer_to`] has the answers.
    pub fn mated(&self, position: &Position) -> Option<&Fact> {
        let key = self.key(position);
        let whole = self.mated.get(&key).map(|&i| &self.certificate.mated[i]);
        let like = self.alike.get(&key).map(|&i| &self.certificate.alike[i]);
        match (whole, like) {
            (Some(whole), Some(like)) if like.plies() < whole.plies() => Some(like),
            (whole, like) => whole.or(like),
        }
    }

    /// The check with which a fact of `alike` answers a reply, and the plies of the mate from
    /// there.
    pub fn answer_to<'f>(&self, fact: &'f Fact, reply: &str) -> Option<(u32, &'f str)> {
        let mut answers = fact.words().skip(1).filter_map(parse_answered_reply);
        let (_, check) = answers.find(|&(answered, _)| answered == reply)?;
        Some((fact.plies().checked_sub(1)?, check))
    }

    /// Whether this fact says that a reply in `position` is a futile drop. The fact is about
    /// `position`, with the defender to move, or about the position before the check that led to
    /// it. The result is the move that takes the drop, and the position afterwards with the piece
    /// given back.
    pub fn futile(&self, fact: &Fact, position: &Position, reply: &str) -> Option<(String, Position)> {
        let drop = position.find(reply)?;
        let square = position.square_name(drop.dropped_on()?);
        let entry = fact
            .words()
            .skip(1)
            .filter_map(parse_stripped)
            .find(|entry| entry.square == square)?;
        let taking = position.after(drop).find(entry.taking)?;
        let back = position.given_back(drop, taking, self.certificate.policy.taker())?;
        Some((entry.taking.to_owned(), back))
    }
}
