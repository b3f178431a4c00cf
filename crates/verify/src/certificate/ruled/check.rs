//! The checker: is every fact true if those that it names are, and are those smaller?
//!
//! Every record is looked at once, on its own. Facts about exact positions are found by their text; those of `proof`, `bare` and
//! `closed` by the checker of version 1, over the same rules. Nothing is searched.

mod twins;

use super::super::check::{Checker, Flaw, Found, UNLIMITED};
use super::super::referee::{Bare, Referee, Refusal, State, Tsume};
use super::super::{Accepted, Certificate as Plain, Claim, Game, Question, RejectedKind};
use super::fact::{Hold, Stripped, answer, hold, stripped};
use super::{Certificate, Fact, Part, Rejected, Why};
use crate::shogi::{Move, Position, Square};
use std::collections::HashMap;

/// Checks a certificate.
///
/// # Errors
/// The first fault: of the header, of the claims, then of the records in the order of the file.
pub fn check(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let at_root = |why: Why| header(certificate, certificate.policy_line() + 1, why);
    let plain = |why: String| at_root(Why::Plain(RejectedKind::Root(why)));
    let root = &certificate.root;
    if !root.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        return Err(plain("a sign that is none of a position".into()));
    }
    let Game::Shogi { files, ranks, rules } = &certificate.game else {
        return Err(at_root(Why::Plain(RejectedKind::Question)));
    };
    let tsume = Tsume::new(*files, *ranks, rules, root).map_err(plain)?;
    if rules.try_rule {
        return Err(at_root(Why::Game("a king on the far rank ends it")));
    }
    if !tsume.hands_compare() {
        return Err(at_root(Why::Game("more in hand is not as good")));
    }
    let part_of = |proof, bounded, closed| Plain {
        game: certificate.game.clone(),
        question: Question::Tsume,
        root: root.clone(),
        claims: Vec::new(),
        proof,
        bounded,
        closed,
    };
    let every = part_of(certificate.proof.clone(), Vec::new(), certificate.closed.clone());
    let bare = part_of(Vec::new(), certificate.bare.clone(), Vec::new());
    let without = Bare(&tsume);
    let misread = |part: Part| {
        move |rejected: super::super::Rejected| Rejected {
            line: certificate.line(part, 0),
            record: None,
            position: rejected.position,
            moves: rejected.moves,
            why: rejected.kind.into(),
        }
    };
    let checker = RuledChecker {
        certificate,
        tsume: &tsume,
        every: Checker::new(&every, &tsume).map_err(misread(Part::Proof))?,
        bare: Checker::new(&bare, &without).map_err(misread(Part::Bare))?,
        win: best(&certificate.win, |new, old| new < old),
        mated: paired(&certificate.mated, |new, old| new < old),
        safe: best(&certificate.safe, |new, old| new > old),
        escape: best(&certificate.escape, |new, old| new > old),
        alike: paired(&certificate.alike, |new, old| new < old),
        unlike: paired(&certificate.unlike, |new, old| new > old),
    };
    checker.run()
}

fn header(certificate: &Certificate, line: u64, why: Why) -> Rejected {
    Rejected {
        line,
        record: None,
        position: certificate.root.clone(),
        moves: Vec::new(),
        why,
    }
}

/// The best number of each position.
fn best(facts: &[Fact], better: impl Fn(u32, u32) -> bool) -> HashMap<&str, u32> {
    let mut all = HashMap::with_capacity(facts.len());
    for fact in facts {
        let known = all.entry(fact.position()).or_insert(fact.plies());
        if better(fact.plies(), *known) {
            *known = fact.plies();
        }
    }
    all
}

/// The best number of each position with the first word: a limit, or a second board.
fn paired(facts: &[Fact], better: impl Fn(u32, u32) -> bool) -> HashMap<(&str, &str), u32> {
    let mut all = HashMap::with_capacity(facts.len());
    for fact in facts {
        let known = all.entry((fact.position(), fact.first())).or_insert(fact.plies());
        if better(fact.plies(), *known) {
            *known = fact.plies();
        }
    }
    all
}

/// A fault of a record: the moves that lead to it from there, and what it is.
struct Wrong {
    moves: Vec<String>,
    why: Why,
}

impl From<Why> for Wrong {
    fn from(why: Why) -> Wrong {
        let moves = Vec::new();
        Wrong { moves, why }
    }
}

impl From<RejectedKind> for Wrong {
    fn from(kind: RejectedKind) -> Wrong {
        Wrong::from(Why::Plain(kind))
    }
}

impl From<Flaw> for Wrong {
    fn from(flaw: Flaw) -> Wrong {
        Wrong {
            moves: flaw.moves,
            why: flaw.kind.into(),
        }
    }
}

impl Wrong {
    /// The same after one more move.
    fn after(mut self, play: &str) -> Wrong {
        self.moves.insert(0, play.to_string());
        self
    }
}

/// A certificate being checked.
struct RuledChecker<'a> {
    certificate: &'a Certificate,
    tsume: &'a Tsume,
    /// `proof` and `closed`.
    every: Checker<'a, Tsume>,
    /// `bare`.
    bare: Checker<'a, Bare<'a>>,
    win: HashMap<&'a str, u32>,
    mated: HashMap<(&'a str, &'a str), u32>,
    safe: HashMap<&'a str, u32>,
    escape: HashMap<&'a str, u32>,
    alike: HashMap<(&'a str, &'a str), u32>,
    unlike: HashMap<(&'a str, &'a str), u32>,
}

impl RuledChecker<'_> {
    fn run(&self) -> Result<Accepted, Rejected> {
        let certificate = self.certificate;
        let root = self.tsume.root();
        let mut text = String::new();
        self.tsume.write_board(root, &mut text);
        if certificate.root.split(' ').next() != Some(&text) {
            let why = RejectedKind::Spelling(text).into();
            return Err(header(certificate, certificate.policy_line() + 1, why));
        }
        if certificate.claims.is_empty() {
            let why = RejectedKind::NoClaim.into();
            return Err(header(certificate, certificate.claim_line(0), why));
        }
        for (index, &claim) in certificate.claims.iter().enumerate() {
            self.check_claim(claim)
                .map_err(|why| header(certificate, certificate.claim_line(index), why))?;
        }
        for part in Part::ALL {
            for index in 0..certificate.count(part) {
                let checked = self.check_record(part, index, &mut text);
                checked.map_err(|Wrong { moves, why }| Rejected {
                    line: certificate.line(part, index),
                    record: Some((part, index as u64 + 1)),
                    position: self.position_text(part, index),
                    moves,
                    why,
                })?;
            }
        }
        Ok(Accepted::new(&certificate.claims, certificate.records(), true, 0))
    }

    fn position_text(&self, part: Part, index: usize) -> String {
        let c = self.certificate;
        let beside = |fact: &Fact| format!("{} beside {}", fact.position(), fact.first());
        let text = match part {
            Part::Alike => return beside(&c.alike[index]),
            Part::Unlike => return beside(&c.unlike[index]),
            Part::Win => c.win[index].position(),
            Part::Mated => c.mated[index].position(),
            Part::Safe => c.safe[index].position(),
            Part::Escape => c.escape[index].position(),
            Part::Proof => c.proof[index].line().position(),
            Part::Bare => c.bare[index].line().position(),
            Part::Closed => c.closed[index].line().position(),
        };
        text.to_string()
    }

    fn check_claim(&self, claim: Claim) -> Result<(), Why> {
        let root = self.tsume.root();
        let (plies, holds) = match claim {
            Claim::Within(plies) => (plies, self.mates(root, plies)),
            Claim::NotWithin(plies) => (plies, self.is_safe(root, plies)),
            Claim::Never => return Err(Why::Claim),
        };
        if plies.is_multiple_of(2) {
            return Err(Why::Parity(plies));
        }
        if holds {
            Ok(())
        } else {
            Err(Why::Root(claim.text(Question::Tsume)))
        }
    }

    fn check_record(&self, part: Part, index: usize, text: &mut String) -> Result<(), Wrong> {
        let c = self.certificate;
        match part {
            Part::Win => self.check_win(&c.win[index], text),
            Part::Mated => self.check_mated(&c.mated[index], text),
            Part::Safe => self.check_safe(&c.safe[index], text),
            Part::Escape => self.check_escape(&c.escape[index], text),
            Part::Alike => self.check_alike(&c.alike[index], text),
            Part::Unlike => self.check_unlike(&c.unlike[index], text),
            Part::Proof => Ok(self.every.check_proof(index, text)?),
            Part::Bare => Ok(self.bare.check_bounded(index, text)?),
            Part::Closed => Ok(self.every.check_closed(index, text)?),
        }
    }

    /// The position of a fact, spelled as positions are looked up.
    fn set_up(&self, fact: &Fact, attacker_to_move: bool, text: &mut String) -> Result<Position, Wrong> {
        let prover = self.tsume.prover();
        let turn = if attacker_to_move { prover } else { prover.other() };
        if fact.side() != turn {
            return Err(Why::Turn.into());
        }
        if fact.plies().is_multiple_of(2) == attacker_to_move {
            return Err(Why::Parity(fact.plies()).into());
        }
        self.set_up_board(fact, fact.board(), text)
    }

    /// The position with this board, and the side to move and the hands of a fact.
    fn set_up_board(&self, fact: &Fact, board: &str, text: &mut String) -> Result<Position, Wrong> {
        let (prover, turn) = (self.tsume.prover(), fact.side());
        let hand = self
            .tsume
            .read_resource(fact.hand())
            .map_err(RejectedKind::from)?;
        let position = self
            .tsume
            .set_up_turn(board, turn, &hand)
            .map_err(RejectedKind::from)?;
        text.clear();
        position.write_with_hand(prover, text);
        if !text.starts_with(board) || text[board.len()..] != fact.position()[fact.board().len()..] {
            return Err(Why::Spelling(text.clone()).into());
        }
        if turn != prover && !position.in_check(turn) {
            return Err(Why::NoCheck.into());
        }
        Ok(position)
    }

    fn find_check(&self, position: &Position, text: &str) -> Result<Move, Wrong> {
        let found = self.tsume.find_move(position, text);
        found.map_err(|refusal| {
            let kind = match refusal {
                Refusal::Illegal => RejectedKind::IllegalMove,
                Refusal::NotAsked => RejectedKind::NotAsked,
            };
            Wrong::from(kind).after(text)
        })
    }

    fn check_win(&self, fact: &Fact, text: &mut String) -> Result<(), Wrong> {
        let position = self.set_up(fact, true, text)?;
        let play = fact.first();
        let after = position.after(self.find_check(&position, play)?);
        self.check_answered(&after, fact.plies() - 1, None, fact)
            .map_err(|wrong| wrong.after(play))
    }

    fn check_mated(&self, fact: &Fact, text: &mut String) -> Result<(), Wrong> {
        let position = self.set_up(fact, false, text)?;
        let limit = match fact.first() {
            "-" => None,
            name => Some(
                position
                    .square(name)
                    .ok_or_else(|| Why::Square(name.to_string()))?,
            ),
        };
        self.check_answered(&position, fact.plies(), limit, fact)
    }

    /// Whether a reply is one that a limit leaves aside: a drop that is not nearer to the king.
    fn beyond(position: &Position, reply: Move, limit: Option<Square>) -> bool {
        match (reply.dropped_on(), limit) {
            (Some(square), Some(limit)) => {
                position.distance_to_king(square) >= position.distance_to_king(limit)
            }
            _ => false,
        }
    }

    /// D(D, n), or C(D, s, n): every reply is answered, or is a drop that is stripped.
    fn check_answered(
        &self,
        position: &Position,
        plies: u32,
        limit: Option<Square>,
        fact: &Fact,
    ) -> Result<(), Wrong> {
        self.check_replies(position, plies, limit, fact, |reply| {
            let left = plies.checked_sub(1).ok_or(Why::Spent)?;
            if self.mates(&position.after(reply), left) {
                Ok(())
            } else {
                Err(Why::Unanswered(left).into())
            }
        })
    }

    /// Every reply is a drop that the words of a fact strip, or stands the test.
    fn check_replies(
        &self,
        position: &Position,
        plies: u32,
        limit: Option<Square>,
        fact: &Fact,
        mut test: impl FnMut(Move) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        let mut entries: Vec<(Square, Stripped<'_>, bool)> = Vec::new();
        for entry in fact.words().skip(1).filter_map(stripped) {
            let square = position
                .square(entry.square)
                .ok_or_else(|| Why::Square(entry.square.to_string()))?;
            if entries.iter().any(|&(other, ..)| other == square) {
                return Err(Why::Twice(entry.square.to_string()).into());
            }
            entries.push((square, entry, false));
        }
        for reply in position.legal() {
            if Self::beyond(position, reply, limit) {
                continue;
            }
            let entry = entries
                .iter_mut()
                .find(|(square, ..)| reply.dropped_on() == Some(*square));
            let checked = match entry {
                Some((square, entry, used)) => {
                    let first = !std::mem::replace(used, true);
                    self.check_stripped(position, reply, *square, entry, plies, first)
                }
                None => test(reply),
            };
            checked.map_err(|wrong| wrong.after(&position.move_text(reply)))?;
        }
        match entries.iter().find(|(.., used)| !used) {
            Some((_, entry, _)) => Err(Why::Unused(entry.square.to_string()).into()),
            None => Ok(()),
        }
    }

    /// A drop is futile. What is the same for every kind that is dropped on the square is looked at the first time.
    fn check_stripped(
        &self,
        position: &Position,
        drop: Move,
        square: Square,
        entry: &Stripped<'_>,
        most: u32,
        first: bool,
    ) -> Result<(), Wrong> {
        let dropped = position.after(drop);
        let policy = self.certificate.policy;
        let taken = dropped
            .find(entry.taking)
            .and_then(|taking| position.taken_back(drop, taking, policy.taker()));
        let Some(taken) = taken else {
            return Err(Why::Taking {
                taking: entry.taking.to_string(),
                policy: policy.to_string(),
            }
            .into());
        };
        let plies = entry.plies;
        if !plies.is_multiple_of(2) {
            return Err(Why::Parity(plies).into());
        }
        if plies > most {
            return Err(Why::Longer { plies, most }.into());
        }
        self.check_goes_on(position, &taken, plies)
            .map_err(|wrong| wrong.after(entry.taking))?;
        if !first {
            return Ok(());
        }
        match (plies.checked_sub(2), entry.hold) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(Why::NeedlessHold.into()),
            (Some(less), None) => Err(Why::NoHold(less).into()),
            (Some(less), Some(hold)) => self.check_hold(position, Some(square), less, hold),
        }
    }

    /// A reply shows that D(D, n), or C(D, s, n), fails.
    fn check_hold(
        &self,
        position: &Position,
        limit: Option<Square>,
        plies: u32,
        hold: Hold<'_>,
    ) -> Result<(), Wrong> {
        let wrong = |why: Why| Wrong::from(why).after(hold.reply);
        let Some(reply) = position.find(hold.reply) else {
            return Err(wrong(RejectedKind::IllegalReply.into()));
        };
        if let Some(limit) = limit.filter(|_| Self::beyond(position, reply, limit)) {
            return Err(wrong(Why::NotNearer(position.square_name(limit))));
        }
        if let Some(left) = plies.checked_sub(1)
            && !self.is_safe(&position.after(reply), left)
        {
            return Err(wrong(Why::NotSafe(left)));
        }
        self.check_counts(position, reply, plies, hold)
            .map_err(|wrong| wrong.after(hold.reply))
    }

    /// A reply is no futile drop, or it is one whose core is longer than n.
    fn check_counts(
        &self,
        position: &Position,
        reply: Move,
        plies: u32,
        hold: Hold<'_>,
    ) -> Result<(), Wrong> {
        let core = hold.core.unwrap_or(plies);
        let given = hold.core.is_some();
        let Some(square) = reply.dropped_on().filter(|_| !given || core < plies) else {
            return match given {
                true => Err(Why::Core { core, most: plies }.into()),
                false => Ok(()),
            };
        };
        if given {
            let (key, name) = (self.key(position), position.square_name(square));
            let known = self.mated.get(&(key.as_str(), name.as_str()));
            if known.is_none_or(|&plies| plies > core) {
                return Err(Why::NoCore(core).into());
            }
        }
        for taken in position.takings(reply, self.certificate.policy.taker()) {
            self.check_breaks_off(position, &taken, core)?;
        }
        Ok(())
    }

    fn check_safe(&self, fact: &Fact, text: &mut String) -> Result<(), Wrong> {
        let position = self.set_up(fact, true, text)?;
        let mut left = self.tsume.moves(&position);
        for (play, hold) in fact.words().filter_map(answer) {
            let check = self.find_check(&position, play)?;
            let before = left.len();
            left.retain(|&other| other != check);
            if left.len() == before {
                return Err(Wrong::from(RejectedKind::AnsweredTwice).after(play));
            }
            let after = position.after(check);
            if !after.has_legal() {
                return Err(Wrong::from(RejectedKind::MoveWins).after(play));
            }
            self.check_hold(&after, None, fact.plies() - 1, hold)
                .map_err(|wrong| wrong.after(play))?;
        }
        match left.first() {
            Some(&check) => Err(Wrong::from(RejectedKind::MissingReply).after(&position.move_text(check))),
            None => Ok(()),
        }
    }

    fn check_escape(&self, fact: &Fact, text: &mut String) -> Result<(), Wrong> {
        let position = self.set_up(fact, false, text)?;
        match hold(fact.first()) {
            Some(hold) => self.check_hold(&position, None, fact.plies(), hold),
            None => Err(RejectedKind::MissingReply.into()),
        }
    }

    fn key(&self, position: &Position) -> String {
        let mut text = String::new();
        position.write_with_hand(self.tsume.prover(), &mut text);
        text
    }

    /// A(P, n), as the records have it.
    fn mates(&self, position: &Position, plies: u32) -> bool {
        let key = self.key(position);
        self.win.get(key.as_str()).is_some_and(|&least| least <= plies)
            || matches!(
                self.every.covered_win(position, &mut String::new()),
                Found::Best { number, .. } if number <= plies
            )
    }

    /// D(D, n), as the records or the board have it.
    fn is_mated(&self, position: &Position, plies: u32) -> bool {
        let key = self.key(position);
        let known = self.mated.get(&(key.as_str(), "-"));
        known.is_some_and(|&least| least <= plies) || !position.has_legal()
    }

    /// Not A(P, n), as the records have it.
    fn is_safe(&self, position: &Position, plies: u32) -> bool {
        let key = self.key(position);
        if self.safe.get(key.as_str()).is_some_and(|&most| most >= plies) {
            return true;
        }
        debug_assert!(self.tsume.state(position) == State::Open);
        let text = &mut String::new();
        let bare = self.bare.covered_escape(position, text);
        let never = self.every.covered_escape(position, text);
        matches!(bare, Found::Best { number, .. } if number >= plies)
            || matches!(never, Found::Best { number, .. } if number == UNLIMITED)
    }

    /// Not D(D, n), as the records or the board have it.
    fn escapes(&self, position: &Position, plies: u32) -> bool {
        let known = self.escape.get(self.key(position).as_str());
        known.is_some_and(|&most| most >= plies)
            || (plies == 0 && position.legal().iter().any(|reply| reply.dropped_on().is_none()))
    }
}
