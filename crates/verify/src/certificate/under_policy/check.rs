//! The checker: is every fact true, given the earlier facts that it depends on?
//!
//! The checker looks at every record once and on its own. Facts about exact positions are found by
//! their text. Records of `proof`, `bare` and `closed` are found by the checker of version 1, with
//! the same rules. There is no search.

mod pairs;

use super::fact::{Refutation, Stripped, parse_refutation, parse_refuted_move, parse_stripped};
use super::{Certificate, Fact, Rejected, RejectedKind, Section};
use crate::certificate::check::{Checker, Found, UNLIMITED};
use crate::certificate::later::LaterFailure;
use crate::certificate::referee::{Referee, Refusal, State, Tsume, TsumeWithoutDrops};
use crate::certificate::{
    Accepted, Certificate as PlainCertificate, Claim, Game, Question, Rejected as PlainRejected,
    RejectedKind as PlainKind,
};
use crate::shogi::{Move, Position, Square};
use std::collections::HashMap;

/// Checks a certificate.
///
/// # Errors
/// The first fault: of the header, then of the claims, then of the records in file order.
pub fn check(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let at_root = |kind: RejectedKind| header(certificate, certificate.policy_line() + 1, kind);
    let plain = |kind: String| at_root(RejectedKind::Plain(PlainKind::Root(kind)));
    let root = &certificate.root;
    if !root.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        return Err(plain("a sign that is none of a position".into()));
    }
    let Game::Shogi { files, ranks, rules } = &certificate.game else {
        return Err(at_root(RejectedKind::Plain(PlainKind::Question)));
    };
    let tsume = Tsume::new(*files, *ranks, rules, root).map_err(plain)?;
    if rules.try_rule {
        return Err(at_root(RejectedKind::Game("a king on the far rank ends it")));
    }
    if !tsume.larger_hand_is_as_good() {
        return Err(at_root(RejectedKind::Game("more in hand is not as good")));
    }
    let certificate_of = |proof, bounded, closed| PlainCertificate {
        game: certificate.game.clone(),
        question: Question::Tsume,
        root: root.clone(),
        claims: Vec::new(),
        proof,
        bounded,
        closed,
    };
    let with_drops = certificate_of(certificate.proof.clone(), Vec::new(), certificate.closed.clone());
    let without_drops = certificate_of(Vec::new(), certificate.bare.clone(), Vec::new());
    let referee_without_drops = TsumeWithoutDrops(&tsume);
    let misread = |section: Section| {
        move |rejected: PlainRejected| Rejected {
            line: certificate.line(section, 0),
            record: None,
            position: rejected.position,
            moves: rejected.moves,
            kind: rejected.kind.into(),
        }
    };
    let checker = PolicyChecker {
        certificate,
        tsume: &tsume,
        with_drops: Checker::new(&with_drops, &tsume).map_err(misread(Section::Proof))?,
        without_drops: Checker::new(&without_drops, &referee_without_drops)
            .map_err(misread(Section::Bare))?,
        win: best_by_position(&certificate.win, |new, old| new < old),
        mated: best_by_first_word(&certificate.mated, |new, old| new < old),
        safe: best_by_position(&certificate.safe, |new, old| new > old),
        escape: best_by_position(&certificate.escape, |new, old| new > old),
        alike: best_by_first_word(&certificate.alike, |new, old| new < old),
        unlike: best_by_first_word(&certificate.unlike, |new, old| new > old),
    };
    checker.run()
}

/// A fault of the header.
fn header(certificate: &Certificate, line: u64, kind: RejectedKind) -> Rejected {
    Rejected {
        line,
        record: None,
        position: certificate.root.clone(),
        moves: Vec::new(),
        kind,
    }
}

/// The best number for each position.
fn best_by_position(facts: &[Fact], better: impl Fn(u32, u32) -> bool) -> HashMap<&str, u32> {
    let mut all = HashMap::with_capacity(facts.len());
    for fact in facts {
        let known = all.entry(fact.position()).or_insert(fact.plies());
        if better(fact.plies(), *known) {
            *known = fact.plies();
        }
    }
    all
}

/// The best number for each position with its first word: a limit, or a second board.
fn best_by_first_word(facts: &[Fact], better: impl Fn(u32, u32) -> bool) -> HashMap<(&str, &str), u32> {
    let mut all = HashMap::with_capacity(facts.len());
    for fact in facts {
        let known = all
            .entry((fact.position(), fact.first_word()))
            .or_insert(fact.plies());
        if better(fact.plies(), *known) {
            *known = fact.plies();
        }
    }
    all
}

/// Why a record fails.
type Failure = LaterFailure<RejectedKind>;

/// A certificate and everything that checking a record needs.
struct PolicyChecker<'a> {
    certificate: &'a Certificate,
    tsume: &'a Tsume,
    /// The records of `proof` and `closed`: every drop counts.
    with_drops: Checker<'a, Tsume>,
    /// The records of `bare`: no drop counts.
    without_drops: Checker<'a, TsumeWithoutDrops<'a>>,
    win: HashMap<&'a str, u32>,
    mated: HashMap<(&'a str, &'a str), u32>,
    safe: HashMap<&'a str, u32>,
    escape: HashMap<&'a str, u32>,
    alike: HashMap<(&'a str, &'a str), u32>,
    unlike: HashMap<(&'a str, &'a str), u32>,
}

impl PolicyChecker<'_> {
    fn run(&self) -> Result<Accepted, Rejected> {
        let certificate = self.certificate;
        let root = self.tsume.root();
        let mut text = String::new();
        self.tsume.write_board(root, &mut text);
        if certificate.root.split(' ').next() != Some(&text) {
            let kind = PlainKind::Spelling(text).into();
            return Err(header(certificate, certificate.policy_line() + 1, kind));
        }
        if certificate.claims.is_empty() {
            let kind = PlainKind::NoClaim.into();
            return Err(header(certificate, certificate.claim_line(0), kind));
        }
        for (index, &claim) in certificate.claims.iter().enumerate() {
            self.check_claim(claim)
                .map_err(|kind| header(certificate, certificate.claim_line(index), kind))?;
        }
        for section in Section::ALL {
            for index in 0..certificate.count(section) {
                let checked = self.check_record(section, index, &mut text);
                checked.map_err(|Failure { moves, kind }| Rejected {
                    line: certificate.line(section, index),
                    record: Some((section, index as u64 + 1)),
                    position: self.position_text(section, index),
                    moves,
                    kind,
                })?;
            }
        }
        Ok(Accepted::new(&certificate.claims, certificate.records(), true, 0))
    }

    /// The position of a record as error messages show it.
    fn position_text(&self, section: Section, index: usize) -> String {
        let c = self.certificate;
        let beside = |fact: &Fact| format!("{} beside {}", fact.position(), fact.first_word());
        let text = match section {
            Section::Alike => return beside(&c.alike[index]),
            Section::Unlike => return beside(&c.unlike[index]),
            Section::Win => c.win[index].position(),
            Section::Mated => c.mated[index].position(),
            Section::Safe => c.safe[index].position(),
            Section::Escape => c.escape[index].position(),
            Section::Proof => c.proof[index].line().position(),
            Section::Bare => c.bare[index].line().position(),
            Section::Closed => c.closed[index].line().position(),
        };
        text.to_string()
    }

    /// A record supports the claim about the root. Whether the record is true is checked
    /// separately.
    fn check_claim(&self, claim: Claim) -> Result<(), RejectedKind> {
        let root = self.tsume.root();
        let (plies, holds) = match claim {
            Claim::Within(plies) => (plies, self.mates(root, plies)),
            Claim::NotWithin(plies) => (plies, self.is_safe(root, plies)),
            Claim::Never => return Err(RejectedKind::Claim),
        };
        if plies.is_multiple_of(2) {
            return Err(RejectedKind::Parity(plies));
        }
        if holds {
            Ok(())
        } else {
            Err(RejectedKind::Root(claim.text(Question::Tsume)))
        }
    }

    fn check_record(&self, section: Section, index: usize, text: &mut String) -> Result<(), Failure> {
        let c = self.certificate;
        match section {
            Section::Win => self.check_win(&c.win[index], text),
            Section::Mated => self.check_mated(&c.mated[index], text),
            Section::Safe => self.check_safe(&c.safe[index], text),
            Section::Escape => self.check_escape(&c.escape[index], text),
            Section::Alike => self.check_alike(&c.alike[index], text),
            Section::Unlike => self.check_unlike(&c.unlike[index], text),
            Section::Proof => Ok(self.with_drops.check_proof(index, text)?),
            Section::Bare => Ok(self.without_drops.check_bounded(index, text)?),
            Section::Closed => Ok(self.with_drops.check_closed(index, text)?),
        }
    }

    /// The position of a fact. It must be spelled in the one way by which positions are looked up.
    fn set_up(&self, fact: &Fact, attacker_to_move: bool, text: &mut String) -> Result<Position, Failure> {
        let prover = self.tsume.prover();
        let turn = if attacker_to_move { prover } else { prover.other() };
        if fact.side() != turn {
            return Err(RejectedKind::Turn.into());
        }
        if fact.plies().is_multiple_of(2) == attacker_to_move {
            return Err(RejectedKind::Parity(fact.plies()).into());
        }
        self.set_up_board(fact, fact.board(), text)
    }

    /// The position with this board, and with the side to move and the hands of a fact.
    fn set_up_board(&self, fact: &Fact, board: &str, text: &mut String) -> Result<Position, Failure> {
        let (prover, turn) = (self.tsume.prover(), fact.side());
        let hand = self.tsume.read_resource(fact.hand()).map_err(PlainKind::from)?;
        let position = self
            .tsume
            .set_up_with_turn(board, turn, &hand)
            .map_err(PlainKind::from)?;
        text.clear();
        position.write_with_hand(prover, text);
        if !text.starts_with(board) || text[board.len()..] != fact.position()[fact.board().len()..] {
            return Err(RejectedKind::Spelling(text.clone()).into());
        }
        if turn != prover && !position.in_check(turn) {
            return Err(RejectedKind::NoCheck.into());
        }
        Ok(position)
    }

    /// The check with this text.
    fn find_check(&self, position: &Position, text: &str) -> Result<Move, Failure> {
        let found = self.tsume.find_move(position, text);
        found.map_err(|refusal| {
            let kind = match refusal {
                Refusal::Illegal => PlainKind::IllegalMove,
                Refusal::NotAsked => PlainKind::NotAsked,
            };
            Failure::from(kind).after(text)
        })
    }

    /// A(P, n): the move of the record mates within n plies.
    fn check_win(&self, fact: &Fact, text: &mut String) -> Result<(), Failure> {
        let position = self.set_up(fact, true, text)?;
        let play = fact.first_word();
        let after = position.after(self.find_check(&position, play)?);
        self.check_answered(&after, fact.plies() - 1, None, fact)
            .map_err(|failure| failure.after(play))
    }

    /// D(D, n), or C(D, s, n) if the record has a limit.
    fn check_mated(&self, fact: &Fact, text: &mut String) -> Result<(), Failure> {
        let position = self.set_up(fact, false, text)?;
        let limit = match fact.first_word() {
            "-" => None,
            name => Some(
                position
                    .square(name)
                    .ok_or_else(|| RejectedKind::Square(name.to_string()))?,
            ),
        };
        self.check_answered(&position, fact.plies(), limit, fact)
    }

    /// Whether the limit leaves the reply out: a drop that is not nearer to the king than the
    /// limit.
    fn is_beyond_limit(position: &Position, reply: Move, limit: Option<Square>) -> bool {
        match (reply.dropped_on(), limit) {
            (Some(square), Some(limit)) => {
                position.distance_to_king(square) >= position.distance_to_king(limit)
            }
            _ => false,
        }
    }

    /// D(D, n), or C(D, s, n): every reply is answered, or is a stripped drop.
    fn check_answered(
        &self,
        position: &Position,
        plies: u32,
        limit: Option<Square>,
        fact: &Fact,
    ) -> Result<(), Failure> {
        self.check_replies(position, plies, limit, fact, |reply| {
            let left = plies.checked_sub(1).ok_or(RejectedKind::NoPlyLeft)?;
            if self.mates(&position.after(reply), left) {
                Ok(())
            } else {
                Err(RejectedKind::Unanswered(left).into())
            }
        })
    }

    /// Every reply passes the test, or is a drop that the fact strips.
    fn check_replies(
        &self,
        position: &Position,
        plies: u32,
        limit: Option<Square>,
        fact: &Fact,
        mut test: impl FnMut(Move) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut entries: Vec<(Square, Stripped<'_>, bool)> = Vec::new();
        for entry in fact.words().skip(1).filter_map(parse_stripped) {
            let square = position
                .square(entry.square)
                .ok_or_else(|| RejectedKind::Square(entry.square.to_string()))?;
            if entries.iter().any(|&(other, ..)| other == square) {
                return Err(RejectedKind::StrippedTwice(entry.square.to_string()).into());
            }
            entries.push((square, entry, false));
        }
        for reply in position.legal() {
            if Self::is_beyond_limit(position, reply, limit) {
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
            checked.map_err(|failure| failure.after(&position.move_text(reply)))?;
        }
        match entries.iter().find(|(.., used)| !used) {
            Some((_, entry, _)) => Err(RejectedKind::StrippedUnused(entry.square.to_string()).into()),
            None => Ok(()),
        }
    }

    /// Checks that a drop is futile. `first`: the first drop on this square. The refutation does
    /// not depend on the kind that is dropped, so it is checked once per square.
    fn check_stripped(
        &self,
        position: &Position,
        drop: Move,
        square: Square,
        entry: &Stripped<'_>,
        most: u32,
        first: bool,
    ) -> Result<(), Failure> {
        let dropped = position.after(drop);
        let policy = self.certificate.policy;
        let given_back = dropped
            .find(entry.taking)
            .and_then(|taking| position.given_back(drop, taking, policy.taker()));
        let Some(given_back) = given_back else {
            return Err(RejectedKind::Taking {
                taking: entry.taking.to_string(),
                policy: policy.to_string(),
            }
            .into());
        };
        let plies = entry.plies;
        if !plies.is_multiple_of(2) {
            return Err(RejectedKind::Parity(plies).into());
        }
        if plies > most {
            return Err(RejectedKind::MateTooLong { plies, most }.into());
        }
        self.check_given_back_mated(position, &given_back, plies)
            .map_err(|failure| failure.after(entry.taking))?;
        if !first {
            return Ok(());
        }
        match (plies.checked_sub(2), entry.refutation) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(RejectedKind::NeedlessRefutation.into()),
            (Some(less), None) => Err(RejectedKind::NoRefutation(less).into()),
            (Some(less), Some(refutation)) => self.check_refutation(position, Some(square), less, refutation),
        }
    }

    /// Checks that the reply is a refutation: it shows that D(D, n), or C(D, s, n), fails.
    fn check_refutation(
        &self,
        position: &Position,
        limit: Option<Square>,
        plies: u32,
        refutation: Refutation<'_>,
    ) -> Result<(), Failure> {
        let failure = |kind: RejectedKind| Failure::from(kind).after(refutation.reply);
        let Some(reply) = position.find(refutation.reply) else {
            return Err(failure(PlainKind::IllegalReply.into()));
        };
        if let Some(limit) = limit.filter(|_| Self::is_beyond_limit(position, reply, limit)) {
            return Err(failure(RejectedKind::NotNearer(position.square_name(limit))));
        }
        if let Some(left) = plies.checked_sub(1)
            && !self.is_safe(&position.after(reply), left)
        {
            return Err(failure(RejectedKind::NotSafe(left)));
        }
        self.check_counts(position, reply, plies, refutation)
            .map_err(|failure| failure.after(refutation.reply))
    }

    /// Checks that a reply counts: it is not a futile drop, or its core is more than n.
    fn check_counts(
        &self,
        position: &Position,
        reply: Move,
        plies: u32,
        refutation: Refutation<'_>,
    ) -> Result<(), Failure> {
        let core = refutation.core.unwrap_or(plies);
        let given = refutation.core.is_some();
        let Some(square) = reply.dropped_on().filter(|_| !given || core < plies) else {
            return match given {
                true => Err(RejectedKind::Core { core, most: plies }.into()),
                false => Ok(()),
            };
        };
        if given {
            let (key, name) = (self.key(position), position.square_name(square));
            let known = self.mated.get(&(key.as_str(), name.as_str()));
            if known.is_none_or(|&plies| plies > core) {
                return Err(RejectedKind::NoCore(core).into());
            }
        }
        for given_back in position.all_given_back(reply, self.certificate.policy.taker()) {
            self.check_given_back_escapes(position, &given_back, core)?;
        }
        Ok(())
    }

    /// Not A(P, n): every check has a refutation.
    fn check_safe(&self, fact: &Fact, text: &mut String) -> Result<(), Failure> {
        let position = self.set_up(fact, true, text)?;
        let mut left = self.tsume.moves(&position);
        for (play, refutation) in fact.words().filter_map(parse_refuted_move) {
            let check = self.find_check(&position, play)?;
            let before = left.len();
            left.retain(|&other| other != check);
            if left.len() == before {
                return Err(Failure::from(PlainKind::AnsweredTwice).after(play));
            }
            let after = position.after(check);
            if !after.has_legal() {
                return Err(Failure::from(PlainKind::MoveWins).after(play));
            }
            self.check_refutation(&after, None, fact.plies() - 1, refutation)
                .map_err(|failure| failure.after(play))?;
        }
        match left.first() {
            Some(&check) => Err(Failure::from(PlainKind::MissingReply).after(&position.move_text(check))),
            None => Ok(()),
        }
    }

    /// Not D(D, n): the reply of the record is a refutation.
    fn check_escape(&self, fact: &Fact, text: &mut String) -> Result<(), Failure> {
        let position = self.set_up(fact, false, text)?;
        match parse_refutation(fact.first_word()) {
            Some(refutation) => self.check_refutation(&position, None, fact.plies(), refutation),
            None => Err(PlainKind::MissingReply.into()),
        }
    }

    /// The text by which positions are looked up: board, side to move, attacker's hand.
    fn key(&self, position: &Position) -> String {
        let mut text = String::new();
        position.write_with_hand(self.tsume.prover(), &mut text);
        text
    }

    /// Whether the records say A(P, n).
    fn mates(&self, position: &Position, plies: u32) -> bool {
        let key = self.key(position);
        self.win.get(key.as_str()).is_some_and(|&least| least <= plies)
            || matches!(
                self.with_drops.covered_win(position, &mut String::new()),
                Found::Best { number, .. } if number <= plies
            )
    }

    /// Whether the records or the board say D(D, n).
    fn is_mated(&self, position: &Position, plies: u32) -> bool {
        let key = self.key(position);
        let known = self.mated.get(&(key.as_str(), "-"));
        known.is_some_and(|&least| least <= plies) || !position.has_legal()
    }

    /// Whether the records say that A(P, n) fails.
    fn is_safe(&self, position: &Position, plies: u32) -> bool {
        let key = self.key(position);
        if self.safe.get(key.as_str()).is_some_and(|&most| most >= plies) {
            return true;
        }
        debug_assert!(self.tsume.state(position) == State::Open);
        let text = &mut String::new();
        let bare = self.without_drops.covered_escape(position, text);
        let never = self.with_drops.covered_escape(position, text);
        matches!(bare, Found::Best { number, .. } if number >= plies)
            || matches!(never, Found::Best { number, .. } if number == UNLIMITED)
    }

    /// Whether the records or the board say that D(D, n) fails.
    fn escapes(&self, position: &Position, plies: u32) -> bool {
        let known = self.escape.get(self.key(position).as_str());
        known.is_some_and(|&most| most >= plies)
            || (plies == 0 && position.legal().iter().any(|reply| reply.dropped_on().is_none()))
    }
}
