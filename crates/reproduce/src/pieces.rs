//! `reproduce pieces`: proof and disproof pieces of the article by komori-n (2021), on boards.
//!
//! For each board the hands that really mate are found by solving the position with every hand.
//! Beside them stand the hand that yose derives during its search, and the hand that the formulas
//! of the article give as they are printed. The article shows its boards as pictures. The boards
//! here are made after its text.

use std::fmt::Write as _;
use thiserror::Error;
use yose_andor::{EVER, Game, Meter, Options, Outcome, Resource, Search, Table};
use yose_board::{BySide, Color};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Hand, Move, Position, with_position};
use yose_tsume::{InHand, Limits, Question, SolverSettings, Techniques, Tsume, Verdict, solve};

/// A board and what the article says about it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What it is about.
    pub title: &'static str,
    /// The position, the attacker to move.
    pub sfen: &'static str,
    /// Moves to the position of which the hands are asked.
    pub moves: &'static [&'static str],
    /// The article.
    pub article: &'static str,
    /// What is wrong or unclear there.
    pub remark: &'static str,
}

/// All examples.
pub const EXAMPLES: [Example; 5] = [
    Example {
        title: "a drop is needed",
        sfen: "8k/9/8P/9/9/9/9/9/9 b GSNP 1",
        moves: &[],
        article: "G*1b mates, and all other pieces in hand are superfluous: the proof pieces are G",
        remark: "The article gives Before(h) = h - (the piece dropped). One piece more is needed before a drop: \
                 the sign is wrong, and the formula proves a mate with an empty hand.",
    },
    Example {
        title: "a capture supplies the piece",
        sfen: "8k/9/6S1g/8L/9/9/9/9/9 b - 1",
        moves: &[],
        article: "Before(h) = h + (the piece captured)",
        remark: "One piece less is needed before a capture: the sign is wrong. For proofs the result is only \
                 too large; for disproofs the same sign claims that more does not mate either.",
    },
    Example {
        title: "a check from afar, with a monopoly of pawns",
        sfen: "9/9/9/6ppl/8k/6G2/9/7G1/9 b L16Pl 1",
        moves: &["L*1g"],
        article: "the only reply L*1f loses, and no piece is needed for that; but P*1f would hold. So the proof \
                  pieces are all 16 pawns",
        remark: "The conclusion is right: P*1f, 1gx1f, Kx1f leaves only P*1g, which is mate by a dropped pawn and \
                 illegal. The printed formula adds the lance that is captured on the way, by the wrong sign.",
    },
    Example {
        title: "the same with a pawn on the file",
        sfen: "9/9/9/6ppp/8k/6G2/9/7G1/9 b L15Pl 1",
        moves: &["L*1g"],
        article: "A is the set of all kinds that only the attacker holds",
        remark: "Two pawns in a file are forbidden, so P*1f is no reply, and the monopoly does not matter. A is \
                 larger than it has to be: kinds that could not be dropped in between do not belong to it.",
    },
    Example {
        title: "no mate without the gold",
        sfen: "8k/9/8P/9/9/9/9/9/9 b g 1",
        moves: &[],
        article: "d = (the intersection over all moves) intersected with B, the kinds that only the defender \
                  holds and that would make a new check",
        remark: "A hand that still does not mate must not contain these kinds: B has to be taken away, not \
                 intersected. As printed, the formula says that the attacker does not mate with G; G*1b mates.",
    },
];

/// Why an example cannot be computed.
#[derive(Debug, Error)]
#[error("{example}: {what}")]
pub struct PiecesError {
    example: &'static str,
    what: String,
}

/// The hands of an example, in SFEN letters; an empty hand is `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hands {
    /// The position of which they are.
    pub sfen: String,
    /// Whether it is a mate with the hand that the attacker has.
    pub mates: bool,
    /// The smallest hands that mate.
    pub least_mating: Vec<String>,
    /// The largest hands that do not mate.
    pub most_failing: Vec<String>,
    /// The hand that yose derives: one that suffices if it is a mate, else one that does not.
    pub derived: String,
    /// The hand by the article's formulas, as printed.
    pub printed: String,
    /// Whether the printed hand does what it claims: a hand of proof mates, one of disproof does
    /// not. `None` if the two sides do not hold that much.
    pub printed_holds: Option<bool>,
    /// The same of the derived hand.
    pub derived_holds: Option<bool>,
}

impl Example {
    /// Finds the hands.
    ///
    /// # Errors
    /// The position or a move is faulty, or a search does not end.
    pub fn hands(&self) -> Result<Hands, PiecesError> {
        let fault = |what: String| PiecesError {
            example: self.title,
            what,
        };
        let (position, _) = sfen::position(self.sfen).map_err(|e| fault(e.to_string()))?;
        let found = yose_tsume::with_big_stack(|| {
            with_position!(position, |p| {
                let tsume = Tsume::new(p).map_err(|e| e.to_string())?;
                hands(&tsume, self.moves)
            })
        });
        found
            .unwrap_or_else(|| Err("no room for the stack".to_owned()))
            .map_err(fault)
    }

    /// The example as text, without its board.
    ///
    /// # Errors
    /// See [`Example::hands`].
    pub fn text(&self) -> Result<String, PiecesError> {
        let hands = self.hands()?;
        let list = |hands: &[String]| match hands.is_empty() {
            true => "none".to_owned(),
            false => hands.join(", "),
        };
        let judged = |holds: Option<bool>| match holds {
            Some(true) => "right",
            Some(false) => "WRONG",
            None => "more than there is",
        };
        let mut text = String::new();
        let kind = if hands.mates { "mate" } else { "no mate" };
        let _ = writeln!(text, "the article:          {}", self.article);
        let _ = writeln!(text, "position:             {} ({kind})", hands.sfen);
        let _ = writeln!(text, "least that mate:      {}", list(&hands.least_mating));
        let _ = writeln!(text, "most that do not:     {}", list(&hands.most_failing));
        let _ = writeln!(
            text,
            "yose derives:         {} ({})",
            hands.derived,
            judged(hands.derived_holds)
        );
        let _ = writeln!(
            text,
            "formulas as printed:  {} ({})",
            hands.printed,
            judged(hands.printed_holds)
        );
        let _ = writeln!(text, "{}", self.remark);
        Ok(text)
    }
}

/// Finds the hands of the position after some moves.
fn hands<G: Geometry>(tsume: &Tsume<G>, moves: &[&str]) -> Result<Hands, String> {
    // Without a look for a mate in one every fact goes to the table.
    let techniques = Techniques {
        mate_in_one: false,
        ..Techniques::default()
    };
    let mut question = Question::new(tsume, techniques);
    let table = Table::new(4);
    let limits = Limits::default();
    let mut report = |_| {};
    let mut meter = Meter::new(&limits, &mut report);
    let options = Options {
        schedule: false,
        ..Options::default()
    };
    for text in moves {
        let m = usi::read_legal(text, question.position()).map_err(|e| e.to_string())?;
        let _ = question.make(m);
    }
    let outcome = Search::new(question.clone(), &table, options).within(EVER, &mut meter);
    let mates = match outcome {
        Ok(Outcome::Proved(_)) => true,
        Ok(Outcome::Disproved(_)) => false,
        Err(reason) => return Err(format!("the search stopped: {}", reason.word())),
    };
    let known = table.look(question.key(), question.resource());
    let derived = InHand::unpack(if mates { known.need } else { known.bound }).0;
    let printed = if mates {
        printed_need(&mut question)?
    } else {
        printed_bound(&mut question)?
    };
    let at = question.position().clone();
    let total = total(&at);
    let (mut mating, mut failing) = (Vec::new(), Vec::new());
    for hand in below(total) {
        match mates_with(&question, hand)? {
            true => mating.push(hand),
            false => failing.push(hand),
        }
    }
    let least: Vec<Hand> = { mating.iter() }
        .filter(|hand| !mating.iter().any(|less| less != *hand && hand.at_least(*less)))
        .copied()
        .collect();
    let most: Vec<Hand> = { failing.iter() }
        .filter(|hand| !failing.iter().any(|more| more != *hand && more.at_least(**hand)))
        .copied()
        .collect();
    let holds = |hand: Hand| total.at_least(hand).then(|| mating.contains(&hand) == mates);
    let letters = |hand: Hand| letters(&at, hand);
    Ok(Hands {
        sfen: sfen::write(&at, 1),
        mates,
        least_mating: least.into_iter().map(letters).collect(),
        most_failing: most.into_iter().map(letters).collect(),
        derived: letters(derived),
        printed: letters(printed),
        printed_holds: holds(printed),
        derived_holds: holds(derived),
    })
}

fn letters<G: Geometry>(p: &Position<G>, hand: Hand) -> String {
    let text = sfen::hand_letters(&p.variant().army, &hand.counts(), Color::Black);
    match text.is_empty() {
        true => "-".to_owned(),
        false => text,
    }
}

/// The pieces of both hands together.
fn total<G: Geometry>(p: &Position<G>) -> Hand {
    let hands = p.hands();
    hands.0[0].and(hands.0[1])
}

/// Every hand within a hand.
fn below(total: Hand) -> Vec<Hand> {
    let mut all = vec![Hand::EMPTY];
    for kind in total.kinds() {
        let mut more = Vec::new();
        for &hand in &all {
            let mut hand = hand;
            for _ in 0..total.count(kind) {
                hand = hand.plus(kind);
                more.push(hand);
            }
        }
        all.extend(more);
    }
    all
}

/// The same position with another hand of the attacker; the defender has the rest.
fn with_hand<G: Geometry>(question: &Question<G>, hand: Hand) -> Position<G> {
    let p = question.position();
    let total = total(p);
    let mut rest = total;
    for kind in hand.kinds() {
        for _ in 0..hand.count(kind) {
            rest = rest.minus(kind);
        }
    }
    let hands = match question.attacker() {
        Color::Black => BySide([hand, rest]),
        Color::White => BySide([rest, hand]),
    };
    p.clone().with_hands(hands)
}

/// Whether the position is a mate with this hand of the attacker, by the solver.
fn mates_with<G: Geometry>(question: &Question<G>, hand: Hand) -> Result<bool, String> {
    let mut at = question.of(with_hand(question, hand));
    is_mate(&mut at)
}

fn is_mate<G: Geometry>(question: &mut Question<G>) -> Result<bool, String> {
    if !question.prover_to_move() {
        let mut edges = Vec::new();
        question.expand(&mut edges);
        for edge in edges {
            let undo = question.make(edge.mv);
            let mates = is_mate(question);
            question.unmake(edge.mv, undo);
            if !mates? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let tsume = Tsume::new(question.position().clone()).map_err(|e| e.to_string())?;
    let limits = Limits {
        nodes: Some(1_000_000),
        hash_mb: 4,
        ..Limits::default()
    };
    match solve(&tsume, &SolverSettings::default(), &limits, &mut |_| {}).verdict {
        Verdict::Proved { .. } => Ok(true),
        Verdict::Disproved => Ok(false),
        other => Err(format!("the solver says {other:?}")),
    }
}

/// The hand before a move, as the article prints it: plus what is captured, minus what is dropped.
fn printed_before<G: Geometry>(p: &Position<G>, m: Move, hand: Hand) -> Hand {
    if let Some(kind) = m.dropped() {
        return if hand.has(kind) { hand.minus(kind) } else { hand };
    }
    match p.piece_on(m.to()) {
        Some(piece) => hand.plus(p.held_as(piece.kind())),
        None => hand,
    }
}

/// The proof pieces of a mate by the article's formulas.
fn printed_need<G: Geometry>(question: &mut Question<G>) -> Result<Hand, String> {
    let mut edges = Vec::new();
    question.expand(&mut edges);
    if question.prover_to_move() {
        // The quickest mate.
        for plies in (1..12).step_by(2) {
            for edge in &edges {
                let undo = question.make(edge.mv);
                let need = match is_mate_within(question, plies - 1) {
                    true => Some(printed_need(question)),
                    false => None,
                };
                question.unmake(edge.mv, undo);
                if let Some(need) = need {
                    return Ok(printed_before(question.position(), edge.mv, need?));
                }
            }
        }
        return Err("the mate is too long for the formulas".to_owned());
    }
    let mut joined = Hand::EMPTY;
    for edge in &edges {
        let undo = question.make(edge.mv);
        let need = printed_need(question);
        question.unmake(edge.mv, undo);
        joined = joined.most(need?);
    }
    // From afar: with every piece of both hands the defender could drop one in between.
    let mut rich = question.of(with_hand(question, Hand::EMPTY));
    let mut replies = Vec::new();
    rich.expand(&mut replies);
    if replies.iter().any(|edge| edge.mv.dropped().is_some()) {
        let p = question.position();
        let (ours, theirs) = (p.hand(question.attacker()), p.hand(question.attacker().other()));
        joined = joined.most(ours.without(theirs));
    }
    Ok(joined)
}

fn is_mate_within<G: Geometry>(question: &mut Question<G>, plies: u16) -> bool {
    let mut edges = Vec::new();
    question.expand(&mut edges);
    let attacks = question.prover_to_move();
    if plies == 0 {
        return !attacks && edges.is_empty();
    }
    let mut after = |m: Move| {
        let undo = question.make(m);
        let mates = is_mate_within(question, plies - 1);
        question.unmake(m, undo);
        mates
    };
    match attacks {
        true => edges.iter().any(|edge| after(edge.mv)),
        false => edges.iter().all(|edge| after(edge.mv)),
    }
}

/// The disproof pieces by the article's formulas, of a position without a mate whose lines are
/// short.
fn printed_bound<G: Geometry>(question: &mut Question<G>) -> Result<Hand, String> {
    let mut edges = Vec::new();
    question.expand(&mut edges);
    if !question.prover_to_move() {
        for edge in &edges {
            let undo = question.make(edge.mv);
            let bound = match is_mate(question) {
                Ok(true) => Ok(None),
                Ok(false) => printed_bound(question).map(Some),
                Err(what) => Err(what),
            };
            question.unmake(edge.mv, undo);
            if let Some(bound) = bound? {
                return Ok(bound);
            }
        }
        return Err("no reply refutes".to_owned());
    }
    let mut met = total(question.position());
    for edge in &edges {
        let undo = question.make(edge.mv);
        let bound = printed_bound(question);
        question.unmake(edge.mv, undo);
        met = met.least(printed_before(question.position(), edge.mv, bound?));
    }
    // B: kinds of the defender alone with which there is one more check.
    let p = question.position();
    let (ours, theirs) = (p.hand(question.attacker()), p.hand(question.attacker().other()));
    let mut kinds = Hand::EMPTY;
    for kind in theirs.without(ours).kinds() {
        let mut with = question.of(with_hand(question, ours.plus(kind)));
        let mut more = Vec::new();
        with.expand(&mut more);
        if more.len() > edges.len() {
            for _ in 0..theirs.count(kind) {
                kinds = kinds.plus(kind);
            }
        }
    }
    Ok(met.least(kinds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(title: &str) -> Hands {
        let example = EXAMPLES.iter().find(|example| example.title == title).unwrap();
        example.hands().unwrap()
    }

    /// What yose derives always holds, and so does what the article says in words.
    #[test]
    fn derived_hands_hold() {
        for example in &EXAMPLES {
            let hands = example.hands().unwrap();
            assert_eq!(hands.derived_holds, Some(true), "{}: {hands:?}", example.title);
        }
        let drop = of("a drop is needed");
        assert!(drop.least_mating.contains(&"G".to_owned()), "{drop:?}");
        assert_eq!(of("a check from afar, with a monopoly of pawns").derived, "16P");
    }

    #[test]
    fn formulas_as_printed_are_wrong_where_the_remark_says_so() {
        let drop = of("a drop is needed");
        assert_eq!((drop.printed.as_str(), drop.printed_holds), ("-", Some(false)));
        let capture = of("a capture supplies the piece");
        assert_eq!((capture.derived.as_str(), capture.printed_holds), ("-", None));
        let gold = of("no mate without the gold");
        assert_eq!((gold.printed.as_str(), gold.printed_holds), ("G", Some(false)));
        let file = of("the same with a pawn on the file");
        assert_eq!(
            (&file.least_mating[..], file.printed.as_str()),
            (&["-".to_owned()][..], "L15P")
        );
        assert_eq!(file.printed_holds, Some(true));
        assert!(!file.derived.contains("15P"), "{file:?}");
    }
}
