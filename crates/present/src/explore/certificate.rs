//! `explore`: play against a certificate. The certificate has an answer to everything. If there is
//! a mate, the user plays the defence and the certificate names the mating move. If there is no
//! mate, the user gives checks and the certificate names the reply.
//!
//! Certificates of brinkmates are played the same way. The defender may pass, by the word `pass`.
//! The user passes after a quiet move, and the certificate names the mate that was threatened. If
//! there is no brinkmate, the user plays any move, and the certificate may answer by a pass: then
//! the user has only checks left.
//!
//! Moves follow the rules of the referee (`yose-verify`), the same rules by which the certificate
//! was accepted.

use super::Said;
use crate::diagram;
use crate::phrase::Exploring;
use crate::style::{Look, draw};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write;
use thiserror::Error;
use yose_shogi::notation::sfen;
use yose_verify::Side;
use yose_verify::certificate::under_policy::{Fact, Strategy};
use yose_verify::certificate::{
    Bound, Certificate, Claim, EscapeRecord, FaultKind, Game, ProofRecord, Question, brinkmate, check,
    decode, under_policy,
};
use yose_verify::shogi::Position;

/// Why a certificate cannot be explored.
#[derive(Debug, Error)]
pub enum ExploreError {
    /// The file is no certificate.
    #[error("{path}: {what}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// The file cannot be opened.
    #[error("{path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// What happened.
        error: std::io::Error,
    },
    /// The referee rejects the certificate.
    #[error("the certificate is rejected: {0}")]
    Rejected(String),
    /// The certificate does not answer a mate problem.
    #[error("only certificates of mate problems and brinkmates (question tsume or hisshi) can be explored")]
    Question,
    /// The certificate gives a length under a policy, but claims no mate.
    #[error("this certificate is about a length under a policy, and claims no mate to play against")]
    Policy,
    /// The root is not a valid position.
    #[error("the root: {0}")]
    Root(String),
}

/// A position in which the user chooses a move.
struct Step {
    position: Position,
    /// The moves from the position before to this one.
    moves: Vec<String>,
    /// Under a policy: the fact that says which drops are futile in this position.
    fact: Option<Fact>,
    /// Of a brinkmate: whether only checks are left to the attacker, after a pass or after the last
    /// ply of a bound.
    only_checks: bool,
    /// What the certificate promises with its last answer.
    promise: Option<Promise>,
}

/// What a certificate promises with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// Mate within this number of plies, its answer counted.
    Mate(u32),
    /// A brinkmate within this number of plies, its answer counted.
    Hisshi(u32),
    /// The answer takes a piece that was dropped for nothing.
    Futile,
}

/// A move of the user with the answer of the certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move.
    pub chosen: String,
    /// The answer, as moves.
    pub answer: Vec<String>,
    /// What the certificate promises.
    pub promise: Option<Promise>,
}

impl Step {
    /// A step in whose position no drop is futile, with the text to print.
    fn plain(position: Position, moves: Vec<String>, said: String) -> (Step, String) {
        let step = Step {
            position,
            moves,
            fact: None,
            only_checks: false,
            promise: None,
        };
        (step, said)
    }
}

/// The fact that says which drops are futile after an attack.
enum Facts<'a> {
    /// There is none: every drop counts.
    None,
    /// The fact that names the attack.
    Of(&'a Fact),
    /// The fact about the position after the attack.
    OfTheNext,
}

/// The records of a certificate of a brinkmate, by board.
struct Brinkmates {
    hisshi: HashMap<String, Vec<ProofRecord>>,
    nohisshi: HashMap<String, Vec<EscapeRecord>>,
    /// Whether a record is about its own hand only.
    equal_hands: bool,
}

impl Brinkmates {
    /// Whether `more` in the attacker's hand is as good as `less`.
    fn suffices(&self, more: &Hand, less: &Hand) -> bool {
        at_least(more, less) && (!self.equal_hands || more == less)
    }

    /// The record of the shortest brinkmate of a position.
    fn attack(&self, position: &Position) -> Option<&ProofRecord> {
        let covers = |held: &Hand, its: &Hand| self.suffices(held, its);
        let records = about(position, &self.hisshi, ProofRecord::hand, covers);
        records.min_by_key(|record| record.rank())
    }

    /// The record with the largest bound that excludes a brinkmate of a position.
    fn answer(&self, position: &Position) -> Option<&EscapeRecord> {
        let covers = |held: &Hand, its: &Hand| self.suffices(its, held);
        let records = about(position, &self.nohisshi, EscapeRecord::hand, covers);
        records.max_by_key(|record| record.bound())
    }
}

/// A walk through a certificate.
pub struct Explorer {
    claims: Vec<Claim>,
    proofs: HashMap<String, Vec<ProofRecord>>,
    escapes: HashMap<String, Vec<EscapeRecord>>,
    /// The facts of a certificate under a policy.
    strategy: Option<Strategy>,
    /// The records of a certificate of a brinkmate.
    brinkmates: Option<Brinkmates>,
    path: Vec<Step>,
    /// Whether the certificate proves a mate. Then the user plays the defence.
    mates: bool,
    look: Look,
}

/// The count of each piece kind in the hand of one side, by capital letter.
type Hand = HashMap<char, u32>;

fn hand(text: &str, side: Side) -> Hand {
    let mut held = Hand::new();
    let mut count = 0;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = 10 * count + digit;
            continue;
        }
        if c.is_ascii_uppercase() == (side == Side::Black) && c.is_ascii_alphabetic() {
            held.insert(c.to_ascii_uppercase(), count.max(1));
        }
        count = 0;
    }
    held
}

fn at_least(more: &Hand, less: &Hand) -> bool {
    less.iter()
        .all(|(kind, n)| more.get(kind).is_some_and(|m| m >= n))
}

fn fields(position: &Position) -> (String, String) {
    let text = position.to_sfen();
    let mut words = text.split(' ');
    let board = words.next().unwrap_or_default().to_owned();
    (board, words.nth(1).unwrap_or_default().to_owned())
}

/// The records by board.
fn by_board<R>(records: impl IntoIterator<Item = R>, board: impl Fn(&R) -> &str) -> HashMap<String, Vec<R>> {
    let mut found: HashMap<String, Vec<R>> = HashMap::new();
    for record in records {
        found.entry(board(&record).to_owned()).or_default().push(record);
    }
    found
}

/// The records about a position: those of its board whose hand `covers` accepts beside the hand of
/// the side to move. That side's hand comes first.
fn about<'a, R>(
    position: &Position,
    records: &'a HashMap<String, Vec<R>>,
    hand_of: impl Fn(&R) -> &str,
    covers: impl Fn(&Hand, &Hand) -> bool,
) -> impl Iterator<Item = &'a R> {
    let (board, hands) = fields(position);
    let side = position.side();
    let held = hand(&hands, side);
    let records = records.get(&board).into_iter().flatten();
    records.filter(move |record| covers(&held, &hand(hand_of(record), side)))
}

impl Explorer {
    /// Reads a certificate, checks it, and starts at its root. `name` names the certificate in
    /// errors.
    ///
    /// # Errors
    /// See [`ExploreError`].
    pub fn read(name: &str, bytes: &[u8], look: Look) -> Result<Explorer, ExploreError> {
        let fault = |what: String| ExploreError::File {
            path: name.to_owned(),
            what,
        };
        match decode(bytes) {
            Ok(certificate) => Explorer::new(certificate, look),
            Err(e) if matches!(&e.kind, FaultKind::Version(version) if version == under_policy::VERSION) => {
                let certificate = under_policy::decode(bytes).map_err(|e| fault(e.to_string()))?;
                Explorer::of_policy(certificate, look)
            }
            Err(e) if matches!(&e.kind, FaultKind::Version(version) if version == brinkmate::VERSION) => {
                let certificate = brinkmate::decode(bytes).map_err(|e| fault(e.to_string()))?;
                Explorer::of_brinkmate(certificate, look)
            }
            Err(e) => Err(fault(e.to_string())),
        }
    }

    /// Checks a certificate that has been decoded, and starts at its root.
    ///
    /// # Errors
    /// See [`ExploreError`].
    pub fn new(certificate: Certificate, look: Look) -> Result<Explorer, ExploreError> {
        check(&certificate).map_err(|e| ExploreError::Rejected(e.to_string()))?;
        if certificate.question != Question::Tsume {
            return Err(ExploreError::Question);
        }
        let mut explorer = Explorer {
            mates: certificate.claims.iter().any(|c| matches!(c, Claim::Within(_))),
            claims: certificate.claims,
            proofs: by_board(certificate.proof, ProofRecord::board),
            escapes: by_board(
                certificate.bounded.into_iter().chain(certificate.closed),
                EscapeRecord::board,
            ),
            strategy: None,
            brinkmates: None,
            path: Vec::new(),
            look,
        };
        explorer.start(&certificate.game, &certificate.root)?;
        Ok(explorer)
    }

    /// The same for a certificate of a brinkmate.
    ///
    /// # Errors
    /// See [`ExploreError`].
    pub fn of_brinkmate(certificate: brinkmate::Certificate, look: Look) -> Result<Explorer, ExploreError> {
        brinkmate::check(&certificate).map_err(|e| ExploreError::Rejected(e.to_string()))?;
        let mates = certificate.mates;
        let Game::Shogi { rules, .. } = &mates.game else {
            return Err(ExploreError::Question);
        };
        let brinkmates = Brinkmates {
            hisshi: by_board(certificate.hisshi, ProofRecord::board),
            nohisshi: by_board(certificate.nohisshi, EscapeRecord::board),
            equal_hands: !rules.stalemate_loses,
        };
        let mut explorer = Explorer {
            mates: mates.claims.iter().any(|c| matches!(c, Claim::Within(_))),
            claims: mates.claims,
            proofs: by_board(mates.proof, ProofRecord::board),
            escapes: by_board(mates.closed, EscapeRecord::board),
            strategy: None,
            brinkmates: Some(brinkmates),
            path: Vec::new(),
            look,
        };
        explorer.start(&mates.game, &mates.root)?;
        Ok(explorer)
    }

    /// The same for a certificate that gives a length under a policy.
    ///
    /// # Errors
    /// See [`ExploreError`].
    pub fn of_policy(certificate: under_policy::Certificate, look: Look) -> Result<Explorer, ExploreError> {
        under_policy::check(&certificate).map_err(|e| ExploreError::Rejected(e.to_string()))?;
        if !certificate.claims.iter().any(|c| matches!(c, Claim::Within(_))) {
            return Err(ExploreError::Policy);
        }
        let (game, root) = (certificate.game.clone(), certificate.root.clone());
        let mut explorer = Explorer {
            mates: true,
            claims: certificate.claims.clone(),
            proofs: by_board(certificate.proof.clone(), ProofRecord::board),
            escapes: HashMap::new(),
            strategy: Some(Strategy::new(certificate)),
            brinkmates: None,
            path: Vec::new(),
            look,
        };
        explorer.start(&game, &root)?;
        Ok(explorer)
    }

    fn start(&mut self, game: &Game, root: &str) -> Result<(), ExploreError> {
        let Game::Shogi { rules, .. } = game else {
            return Err(ExploreError::Question);
        };
        let root =
            Position::parse(&format!("{root} 1"), rules).map_err(|e| ExploreError::Root(e.to_string()))?;
        let (step, _) = self.answered(root, Vec::new(), None);
        self.path.push(step);
        Ok(())
    }

    /// A phrase as a line of its own.
    fn said(&self, phrase: Exploring<'_>) -> String {
        phrase.line(self.look.language())
    }

    fn here(&self) -> &Position {
        // The path is never empty.
        &self.path[self.path.len() - 1].position
    }

    /// The record that proves a position of the attacker with the shortest mate.
    fn proof(&self, position: &Position) -> Option<&ProofRecord> {
        let records = about(position, &self.proofs, ProofRecord::hand, at_least);
        records.min_by_key(|record| record.rank())
    }

    /// The record that disproves a position of the attacker with the largest bound.
    fn escape(&self, position: &Position) -> Option<&EscapeRecord> {
        let covers = |held: &Hand, its: &Hand| at_least(its, held);
        let records = about(position, &self.escapes, EscapeRecord::hand, covers);
        records.max_by_key(|record| record.bound())
    }

    /// In a mate: plays the attacker's move, so that the user chooses a defence next. Returns the
    /// step and the text to print. `told` is the answer that the fact about the position before
    /// names for the defence.
    fn answered(
        &self,
        position: Position,
        mut moves: Vec<String>,
        told: Option<(u32, String)>,
    ) -> (Step, String) {
        if !self.mates {
            return Step::plain(position, moves, String::new());
        }
        let answers = self.strategy.as_ref();
        let by_policy = answers.and_then(|answers| answers.win(&position));
        let by_policy = by_policy.map(|(fact, play)| (fact.plies(), play, Facts::Of(fact)));
        let told = told
            .as_ref()
            .map(|(plies, play)| (*plies, play.as_str(), Facts::OfTheNext));
        let plain = self.proof(&position);
        let plain = plain.map(|record| (record.rank(), record.play(), Facts::None));
        // `min_by_key` takes the first of equally short answers. Answers with facts about futile
        // drops come first.
        let known = [by_policy, told, plain].into_iter().flatten();
        let found = known.min_by_key(|&(plies, ..)| plies);
        // A plain mate needs no brinkmate.
        let brinkmate = self.brinkmates.as_ref().filter(|_| found.is_none());
        let brinkmate = brinkmate.and_then(|brinkmates| brinkmates.attack(&position));
        let phrase = match (&found, brinkmate) {
            (Some((plies, play, _)), _) => Exploring::AttackWithin(play, *plies),
            (None, Some(record)) => Exploring::AttackHisshi(record.play(), record.rank()),
            (None, None) => Exploring::SaysNoMore,
        };
        let said = self.said(phrase);
        let mates = found.is_some();
        let brinkmate = brinkmate.map(|record| (record.rank(), record.play(), Facts::None));
        let Some((plies, play, facts)) = found.or(brinkmate) else {
            return Step::plain(position, moves, said);
        };
        match position.play(play) {
            Ok(next) => {
                moves.push(play.to_owned());
                let fact = match facts {
                    Facts::None => None,
                    Facts::Of(fact) => Some(fact.clone()),
                    Facts::OfTheNext => answers.and_then(|answers| answers.mated(&next)).cloned(),
                };
                let step = Step {
                    position: next,
                    moves,
                    fact,
                    only_checks: false,
                    promise: Some(match mates {
                        true => Promise::Mate(plies),
                        false => Promise::Hisshi(plies),
                    }),
                };
                (step, said)
            }
            Err(error) => Step::plain(position, moves, format!("{error}\n")),
        }
    }

    /// Under a policy: the capture that answers a futile drop.
    fn taken(&self, reply: &str) -> Option<(Step, String)> {
        let here = self.path.last()?;
        let answers = self.strategy.as_ref()?;
        let (taking, position) = answers.futile(here.fact.as_ref()?, &here.position, reply)?;
        let said = self.said(Exploring::Futile(&taking));
        let step = Step {
            fact: answers.mated(&position).cloned(),
            position,
            moves: vec![reply.to_owned(), taking],
            only_checks: false,
            promise: Some(Promise::Futile),
        };
        Some((step, said))
    }

    /// Under a policy: the answer to `reply` that the fact about this position names, and the
    /// number of plies within which the answer mates.
    fn told(&self, reply: &str) -> Option<(u32, String)> {
        let fact = self.path.last()?.fact.as_ref()?;
        let (plies, check) = self.strategy.as_ref()?.answer_to(fact, reply)?;
        Some((plies, check.to_owned()))
    }

    /// Whether only checks are on offer.
    pub fn only_checks(&self) -> bool {
        let last = self.path.last();
        self.brinkmates.is_none() || last.is_some_and(|step| step.only_checks)
    }

    /// The moves that the user can choose from: defences against the attack of the proof, or
    /// attacks where there is none.
    pub fn choices(&self) -> Vec<String> {
        let here = self.here();
        if self.mates {
            let mut choices = here.legal_moves();
            if self.brinkmates.is_some() && !here.in_check(here.side()) {
                choices.push(brinkmate::PASS.to_owned());
            }
            choices
        } else if self.only_checks() {
            here.checks()
        } else {
            here.legal_moves()
        }
    }

    fn board(&self) -> String {
        let text = self.here().to_sfen();
        let drawn = sfen::read(&text)
            .ok()
            .and_then(|setup| diagram::shogi(&setup, None))
            .map(|diagram| draw(&diagram, self.look));
        drawn.unwrap_or_else(|| format!("{text}\n"))
    }

    /// Whether the certificate proves a mate. Then the user plays the defence.
    pub fn is_mate(&self) -> bool {
        self.mates
    }

    /// The moves from the root to this position, those of the certificate among them.
    pub fn moves(&self) -> Vec<String> {
        self.path.iter().flat_map(|step| step.moves.clone()).collect()
    }

    /// Goes back to the root.
    pub fn restart(&mut self) {
        self.path.truncate(1);
    }

    /// Plays a move of the user and the answer of the certificate. Returns what the certificate
    /// says; `None` if the move is not among the choices.
    pub fn choose(&mut self, chosen: &str) -> Option<String> {
        let chosen = self.choices().into_iter().find(|choice| choice == chosen)?;
        let (step, said) = self.answer(chosen)?;
        self.path.push(step);
        Some(said)
    }

    /// The position after one of the choices and the answer to it, and what is said.
    fn answer(&self, chosen: String) -> Option<(Step, String)> {
        let here = self.here();
        let next = match chosen.as_str() {
            brinkmate::PASS => here.passed(),
            chosen => here.play(chosen).ok()?,
        };
        Some(if let Some(taken) = self.taken(&chosen) {
            taken
        } else if self.mates {
            let told = self.told(&chosen);
            self.answered(next, vec![chosen], told)
        } else if self.only_checks() {
            self.held(here, chosen, next)
        } else {
            self.held_out(here, chosen, next)
        })
    }

    /// Every choice with the answer of the certificate: one level of the tree of variations.
    pub fn branches(&self) -> Vec<Branch> {
        let choices = self.choices().into_iter();
        choices
            .filter_map(|chosen| {
                let (step, _) = self.answer(chosen.clone())?;
                Some(Branch {
                    chosen,
                    answer: step.moves.get(1..).unwrap_or_default().to_vec(),
                    promise: step.promise,
                })
            })
            .collect()
    }

    /// What the certificate promises with its last answer.
    pub fn promise(&self) -> Option<Promise> {
        self.path.last()?.promise
    }

    /// The list of moves to choose from.
    pub fn list(&self) -> String {
        let choices = self.choices();
        let mut text = String::new();
        text.push_str(&match (self.mates, choices.is_empty()) {
            (true, true) => self.said(Exploring::Mated),
            (false, true) if self.only_checks() => self.said(Exploring::NoCheck),
            (false, true) => self.said(Exploring::NoMove),
            (true, false) => Exploring::Defences.text(self.look.language()),
            (false, false) if self.only_checks() => Exploring::Checks.text(self.look.language()),
            (false, false) => Exploring::Attacks.text(self.look.language()),
        });
        for (i, choice) in choices.iter().enumerate() {
            let _ = write!(text, " {}:{choice}", i + 1);
        }
        if !choices.is_empty() {
            text.push('\n');
        }
        text
    }

    /// The text to print first.
    pub fn greeting(&self) -> String {
        let language = self.look.language();
        let claims: Vec<String> = self
            .claims
            .iter()
            .map(|claim| {
                let phrase = match (claim, &self.brinkmates) {
                    (Claim::Within(n), None) => Exploring::MateWithin(*n),
                    (Claim::NotWithin(n), None) => Exploring::NoMateWithin(*n),
                    (Claim::Never, None) => Exploring::NeverMate,
                    (Claim::Within(n), Some(_)) => Exploring::HisshiWithin(*n),
                    (Claim::NotWithin(n), Some(_)) => Exploring::NoHisshiWithin(*n),
                    (Claim::Never, Some(_)) => Exploring::NeverHisshi,
                };
                phrase.text(language)
            })
            .collect();
        let first = match self.path[0].moves.first() {
            Some(m) => self.said(Exploring::Attack(m)),
            None => String::new(),
        };
        let policy = match &self.strategy {
            Some(answers) => {
                let policy = answers.certificate().policy.to_string();
                Exploring::UnderPolicy(&policy).text(language)
            }
            None => String::new(),
        };
        format!(
            "{}: {}{policy}\n{first}{}{}",
            Exploring::Accepted.text(language),
            claims.join(", "),
            self.board(),
            self.list()
        )
    }

    /// Executes a command line: a move (USI, or its number in the list), `list`, `board`, `line`,
    /// `back`, `help` or `quit`.
    pub fn command(&mut self, line: &str) -> Said {
        let told = |text: String| Said { text, over: false };
        match line.trim() {
            "" => told(String::new()),
            "quit" | "exit" | "q" => Said {
                text: String::new(),
                over: true,
            },
            "help" | "?" => told(self.said(Exploring::HelpCertificate)),
            "list" => told(self.list()),
            "board" => told(self.board()),
            "line" => {
                let moves: Vec<&str> = self
                    .path
                    .iter()
                    .flat_map(|step| &step.moves)
                    .map(String::as_str)
                    .collect();
                told(format!("{}\n", moves.join(" ")))
            }
            "back" => {
                if self.path.len() == 1 {
                    return told(self.said(Exploring::Start));
                }
                self.path.pop();
                told(self.board() + &self.list())
            }
            word => told(self.play(word)),
        }
    }

    fn play(&mut self, word: &str) -> String {
        let choices = self.choices();
        let chosen = match word.parse::<usize>() {
            Ok(n) => n.checked_sub(1).and_then(|i| choices.get(i)),
            Err(_) => choices.iter().find(|choice| *choice == word),
        };
        let said = chosen.cloned().and_then(|chosen| self.choose(&chosen));
        let Some(said) = said else {
            return self.look.finish(self.said(Exploring::NotAMove(word)));
        };
        said + &self.board() + &self.list()
    }

    /// If there is no brinkmate: plays the reply to a move, or passes.
    fn held_out(&self, before: &Position, play: String, after: Position) -> (Step, String) {
        let brinkmates = self.brinkmates.as_ref();
        let found = brinkmates.and_then(|brinkmates| {
            let record = brinkmates.answer(before)?;
            let (_, answer) = record.answers().find(|(m, _)| *m == play)?;
            Some((record.bound(), answer.to_owned()))
        });
        let Some((bound, answer)) = found else {
            return Step::plain(after, vec![play], self.said(Exploring::SaysNoMore));
        };
        let passes = answer == brinkmate::PASS;
        let how_long = match bound {
            _ if passes => Exploring::NeverMate,
            Bound::Plies(n) => Exploring::HoldsOutFor(n),
            Bound::Unlimited => Exploring::NeverHisshi,
        };
        let how_long = how_long.text(self.look.language());
        let said = self.said(Exploring::Defence(&answer, &how_long));
        let next = if passes {
            Ok(after.passed())
        } else {
            after.play(&answer)
        };
        match next {
            Ok(next) => {
                let (mut step, said) = Step::plain(next, vec![play, answer], said);
                step.only_checks = passes || bound == Bound::Plies(1);
                (step, said)
            }
            Err(error) => Step::plain(after, vec![play], format!("{error}\n")),
        }
    }

    /// If there is no mate: plays the reply to a check.
    fn held(&self, before: &Position, check: String, after: Position) -> (Step, String) {
        let brinkmates = self.brinkmates.as_ref();
        let record = self
            .escape(before)
            .or_else(|| brinkmates.and_then(|brinkmates| brinkmates.answer(before)));
        let reply = record
            .and_then(|r| r.answers().find(|(m, _)| *m == check))
            .map(|(_, reply)| reply.to_owned())
            // A record with a bound of one ply names no reply: every legal move will do.
            .or_else(|| after.legal_moves().first().cloned());
        let Some(reply) = reply else {
            return Step::plain(after, vec![check], self.said(Exploring::Mated));
        };
        let how_long = match record.map(EscapeRecord::bound) {
            Some(_) if brinkmates.is_some() => Exploring::NeverMate,
            Some(Bound::Plies(n)) => Exploring::HoldsFor(n),
            Some(Bound::Unlimited) => Exploring::NeverMate,
            None => Exploring::SaysNoMore,
        };
        let how_long = how_long.text(self.look.language());
        let said = self.said(Exploring::Defence(&reply, &how_long));
        match after.play(&reply) {
            Ok(next) => {
                let (mut step, said) = Step::plain(next, vec![check, reply], said);
                step.only_checks = true;
                (step, said)
            }
            Err(error) => Step::plain(after, vec![check], format!("{error}\n")),
        }
    }
}
