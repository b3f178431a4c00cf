//! `explore`: play against a certificate. The certificate has an answer to everything. If there is
//! a mate, the user plays the defence and the certificate names the mating move. If there is no
//! mate, the user gives checks and the certificate names the reply.
//!
//! Moves follow the rules of the referee (`yose-verify`), the same rules by which the certificate
//! was accepted.

use super::Said;
use crate::diagram;
use crate::phrase::Phrase;
use crate::style::{Look, draw};
use std::collections::HashMap;
use std::fmt::Write;
use thiserror::Error;
use yose_shogi::notation::sfen;
use yose_verify::Side;
use yose_verify::certificate::under_policy::{Fact, Strategy};
use yose_verify::certificate::{
    Bound, Certificate, Claim, EscapeRecord, FaultKind, Game, ProofRecord, Question, check, decode,
    under_policy,
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
    #[error("only certificates of mate problems (question tsume) can be explored")]
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
}

impl Step {
    /// A step in whose position no drop is futile, with the text to print.
    fn plain(position: Position, moves: Vec<String>, said: String) -> (Step, String) {
        let fact = None;
        (
            Step {
                position,
                moves,
                fact,
            },
            said,
        )
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

/// A walk through a certificate.
pub struct Explorer {
    claims: Vec<Claim>,
    proofs: HashMap<String, Vec<ProofRecord>>,
    escapes: HashMap<String, Vec<EscapeRecord>>,
    /// The facts of a certificate under a policy.
    strategy: Option<Strategy>,
    path: Vec<Step>,
    /// Whether the certificate proves a mate. Then the user plays the defence.
    mates: bool,
    look: Look,
}

/// The count of each piece kind in the hand of one side, by capital letter.
fn hand(text: &str, side: Side) -> HashMap<char, u32> {
    let mut held = HashMap::new();
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

fn at_least(more: &HashMap<char, u32>, less: &HashMap<char, u32>) -> bool {
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
            path: Vec::new(),
            look,
        };
        explorer.start(&certificate.game, &certificate.root)?;
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
    fn said(&self, phrase: Phrase<'_>) -> String {
        phrase.line(self.look.language())
    }

    fn here(&self) -> &Position {
        // The path is never empty.
        &self.path[self.path.len() - 1].position
    }

    /// The record that proves a position of the attacker with the shortest mate.
    fn proof(&self, position: &Position) -> Option<&ProofRecord> {
        let (board, hands) = fields(position);
        let side = position.side();
        let held = hand(&hands, side);
        self.proofs
            .get(&board)?
            .iter()
            .filter(|record| at_least(&held, &hand(record.hand(), side)))
            .min_by_key(|record| record.rank())
    }

    /// The record that disproves a position of the attacker with the largest bound.
    fn escape(&self, position: &Position) -> Option<&EscapeRecord> {
        let (board, hands) = fields(position);
        let side = position.side();
        let held = hand(&hands, side);
        self.escapes
            .get(&board)?
            .iter()
            .filter(|record| at_least(&hand(record.hand(), side), &held))
            .max_by_key(|record| record.bound())
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
        let Some((plies, play, facts)) = known.min_by_key(|&(plies, ..)| plies) else {
            return Step::plain(position, moves, self.said(Phrase::SaysNoMore));
        };
        let said = self.said(Phrase::AttackWithin(play, plies));
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
        let said = self.said(Phrase::Futile(&taking));
        let step = Step {
            fact: answers.mated(&position).cloned(),
            position,
            moves: vec![reply.to_owned(), taking],
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

    fn choices(&self) -> Vec<String> {
        if self.mates {
            self.here().legal_moves()
        } else {
            self.here().checks()
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

    /// The list of moves to choose from.
    pub fn list(&self) -> String {
        let choices = self.choices();
        let mut text = String::new();
        text.push_str(&match (self.mates, choices.is_empty()) {
            (true, true) => self.said(Phrase::Mated),
            (false, true) => self.said(Phrase::NoCheck),
            (true, false) => Phrase::Defences.text(self.look.language()),
            (false, false) => Phrase::Checks.text(self.look.language()),
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
                let phrase = match claim {
                    Claim::Within(n) => Phrase::MateWithin(*n),
                    Claim::NotWithin(n) => Phrase::NoMateWithin(*n),
                    Claim::Never => Phrase::NeverMate,
                };
                phrase.text(language)
            })
            .collect();
        let first = match self.path[0].moves.first() {
            Some(m) => self.said(Phrase::Attack(m)),
            None => String::new(),
        };
        let policy = match &self.strategy {
            Some(answers) => {
                let policy = answers.certificate().policy.to_string();
                Phrase::UnderPolicy(&policy).text(language)
            }
            None => String::new(),
        };
        format!(
            "{}: {}{policy}\n{first}{}{}",
            Phrase::Accepted.text(language),
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
            "help" | "?" => told(self.said(Phrase::HelpCertificate)),
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
                    return told(self.said(Phrase::Start));
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
        let Some(chosen) = chosen.cloned() else {
            return self.look.finish(self.said(Phrase::NotAMove(word)));
        };
        let here = self.here().clone();
        let next = match here.play(&chosen) {
            Ok(next) => next,
            Err(error) => return format!("{error}\n"),
        };
        let (step, said) = if let Some(taken) = self.taken(&chosen) {
            taken
        } else if self.mates {
            let told = self.told(&chosen);
            self.answered(next, vec![chosen], told)
        } else {
            self.held(&here, chosen, next)
        };
        self.path.push(step);
        said + &self.board() + &self.list()
    }

    /// If there is no mate: plays the reply to a check.
    fn held(&self, before: &Position, check: String, after: Position) -> (Step, String) {
        let record = self.escape(before);
        let reply = record
            .and_then(|r| r.answers().find(|(m, _)| *m == check))
            .map(|(_, reply)| reply.to_owned())
            // A record with a bound of one ply names no reply: every legal move will do.
            .or_else(|| after.legal_moves().first().cloned());
        let Some(reply) = reply else {
            return Step::plain(after, vec![check], self.said(Phrase::Mated));
        };
        let how_long = match record.map(EscapeRecord::bound) {
            Some(Bound::Plies(n)) => Phrase::HoldsFor(n),
            Some(Bound::Unlimited) => Phrase::NeverMate,
            None => Phrase::SaysNoMore,
        };
        let how_long = how_long.text(self.look.language());
        let said = self.said(Phrase::Defence(&reply, &how_long));
        match after.play(&reply) {
            Ok(next) => Step::plain(next, vec![check, reply], said),
            Err(error) => Step::plain(after, vec![check], format!("{error}\n")),
        }
    }
}
