//! The three kinds of evidence, defined a second time and as simply as possible, over the referee's
//! texts: what a record relies on, and whether another record provides it. It stands twice on
//! purpose: the tests compare the checker with this definition.

use std::collections::HashMap;

use yose_verify::certificate::{Bound, Certificate, Claim, EscapeRecord, Game, ProofRecord, Question};
use yose_verify::shogi::Army;

use crate::text_game::{After, Counts, Node, State, TextGame, at_least, hand_counts};

/// A position that must be covered: board, prover's hand, and the largest rank or the smallest
/// bound that is enough.
type Need = (String, Counts, u32);

const UNLIMITED: u32 = u32::MAX;

/// The second definition; it remembers what each record relies on.
#[derive(Default)]
pub struct Naive {
    known: HashMap<(String, bool, String), Option<Vec<Need>>>,
}

impl Naive {
    /// Whether the certificate is evidence for all its claims.
    pub fn accepts(&mut self, certificate: &Certificate) -> bool {
        let Some(text_game) = TextGame::new(&certificate.game, &certificate.root) else {
            return false;
        };
        // A board has one spelling, and one space separates fields.
        let fields: Vec<&str> = certificate.root.split(' ').collect();
        let expected: Vec<&str> = text_game.root.split(' ').collect();
        if text_game.question != certificate.question
            || (fields[0], fields.len()) != (expected[0], expected.len())
            || certificate.root.replace(' ', "").contains(char::is_whitespace)
        {
            return false;
        }
        let (files, ranks) = match certificate.game {
            Game::Shogi { files, ranks, .. } | Game::Loa { files, ranks, .. } => (files, ranks),
            _ => return false,
        };
        if (width(&text_game.root), text_game.root.split('/').count())
            != (u32::from(files), usize::from(ranks))
        {
            return false;
        }
        if too_many(&certificate.game, &text_game.totals) {
            return false;
        }
        let stretch = stretchable(&certificate.game);
        let escapes = || certificate.bounded.iter().chain(&certificate.closed);
        let wins = by_board(
            certificate
                .proof
                .iter()
                .map(|record| provided(record.board(), record.hand(), &text_game, record.rank())),
        );
        let holds = by_board(
            escapes()
                .map(|record| provided(record.board(), record.hand(), &text_game, limit(record.bound()))),
        );
        let won = |(board, hand, rank): &Need| {
            wins.get(board).into_iter().flatten().any(|(needed, theirs)| {
                theirs <= rank && (needed == hand || stretch && at_least(hand, needed))
            })
        };
        let held = |(board, hand, bound): &Need| {
            holds.get(board).into_iter().flatten().any(|(allowed, theirs)| {
                theirs >= bound && (allowed == hand || stretch && at_least(allowed, hand))
            })
        };

        // Apart from the board, a record depends only on the pieces of the root, the prover and the
        // game.
        let pieces = text_game.game.pieces();
        let world = format!(
            "{:?} {} {} {pieces:?}",
            text_game.totals,
            text_game.prover,
            text_game.game.head()
        );
        let root = text_game.root_node();
        let (board, hand) = (text_game.board(&root), text_game.hand(&root));
        let odd = |plies: u32| text_game.question != Question::Tsume || plies % 2 == 1;
        let claims = certificate.claims.iter().all(|claim| match *claim {
            Claim::Within(plies) => odd(plies) && won(&(board.clone(), hand.clone(), plies)),
            Claim::NotWithin(plies) => odd(plies) && held(&(board.clone(), hand.clone(), plies)),
            Claim::Never => held(&(board.clone(), hand.clone(), UNLIMITED)),
        });
        claims
            && !certificate.claims.is_empty()
            && certificate.proof.iter().all(|record| {
                odd(record.rank())
                    && self
                        .remember(&world, true, record.text(), || proof_needs(&text_game, record))
                        .is_some_and(|needs| needs.iter().all(won))
            })
            && certificate
                .closed
                .iter()
                .all(|record| record.bound() == Bound::Unlimited)
            && escapes().all(|record| {
                let bound = limit(record.bound());
                (bound == UNLIMITED || odd(bound))
                    && self
                        .remember(&world, false, record.text(), || escape_needs(&text_game, record))
                        .is_some_and(|needs| needs.iter().all(held))
            })
    }

    fn remember(
        &mut self,
        world: &str,
        proof: bool,
        record: &str,
        needs: impl FnOnce() -> Option<Vec<Need>>,
    ) -> Option<&Vec<Need>> {
        let key = (world.to_string(), proof, record.to_string());
        self.known.entry(key).or_insert_with(needs).as_ref()
    }
}

/// Whether more in hand is as good: not where a drop can answer the drop of a pawn.
pub fn stretchable(game: &Game) -> bool {
    match game {
        Game::Shogi { rules, .. } => {
            let slide = rules
                .army
                .kinds()
                .iter()
                .any(|kind| kind.pawn && !kind.slides.is_empty());
            !(slide && rules.drop_pawn_mate_forbidden)
        }
        _ => true,
    }
}

fn by_board(records: impl Iterator<Item = Need>) -> HashMap<String, Vec<(Counts, u32)>> {
    let mut boards: HashMap<String, Vec<(Counts, u32)>> = HashMap::new();
    for (board, hand, number) in records {
        boards.entry(board).or_default().push((hand, number));
    }
    boards
}

fn limit(bound: Bound) -> u32 {
    match bound {
        Bound::Plies(plies) => plies,
        Bound::Unlimited => UNLIMITED,
    }
}

fn provided(board: &str, hand: &str, text_game: &TextGame, number: u32) -> Need {
    (board.to_string(), hand_counts(hand, text_game.prover), number)
}

/// The position of a record; `None` if it is not a valid position in which the game goes on.
pub fn node(text_game: &TextGame, board: &str, side: yose_verify::Side, hand: &str) -> Option<Node> {
    let counts = hand_counts(hand, text_game.prover);
    // Only the prover's pieces, in any order that SFEN allows.
    let own = |letter: char| letter.is_ascii_uppercase() == (text_game.prover == yose_verify::Side::Black);
    let letters = hand.chars().filter(char::is_ascii_alphabetic);
    let readable = match &text_game.game {
        Game::Shogi { rules, .. } => {
            let text = format!("{board} {} {hand}", side.letter());
            yose_verify::shogi::Position::parse(&text, rules).is_ok()
        }
        _ => hand == "-",
    };
    if !letters.into_iter().all(own) || !readable || side != text_game.prover {
        return None;
    }
    let node = text_game.node(board, &counts)?;
    let open = text_game.state(&node) == State::Open;
    // The board has the size of the root's, and is spelled as the referee writes it.
    let size = |board: &str| (board.split('/').count(), width(board));
    let same = text_game.board(&node) == board && size(board) == size(&text_game.root);
    (open && same).then_some(node)
}

fn width(board: &str) -> u32 {
    let first = board.split(['/', ' ']).next().unwrap_or_default();
    first
        .chars()
        .map(|letter| match letter {
            '+' => 0,
            _ => letter.to_digit(10).unwrap_or(1),
        })
        .sum()
}

fn proof_needs(text_game: &TextGame, record: &ProofRecord) -> Option<Vec<Need>> {
    let node = node(text_game, record.board(), record.side(), record.hand())?;
    if !text_game.moves(&node).iter().any(|play| play == record.play()) {
        return None;
    }
    let after = text_game.play(&node, record.play())?;
    let replies = match text_game.replies(&after) {
        After::Won => return Some(vec![]),
        After::Over => return None,
        After::Open(replies) => replies,
    };
    let mut needs = Vec::new();
    for reply in replies {
        let next = text_game.play(&after, &reply)?;
        match text_game.state(&next) {
            State::Won if record.rank() >= 2 => {}
            State::Open if record.rank() >= 3 => {
                needs.push((text_game.board(&next), text_game.hand(&next), record.rank() - 2));
            }
            _ => return None,
        }
    }
    Some(needs)
}

fn escape_needs(text_game: &TextGame, record: &EscapeRecord) -> Option<Vec<Need>> {
    let node = node(text_game, record.board(), record.side(), record.hand())?;
    let bound = limit(record.bound());
    let answers: Vec<(&str, &str)> = record.answers().collect();
    let moves = text_game.moves(&node);
    let known = |play: &str| moves.iter().any(|other| other == play);
    let twice = |play: &str| answers.iter().filter(|(other, _)| *other == play).count() > 1;
    if answers.iter().any(|(play, _)| !known(play) || twice(play)) {
        return None;
    }
    let mut needs = Vec::new();
    for play in &moves {
        let after = text_game.play(&node, play)?;
        let answer = answers.iter().find(|(answered, _)| answered == play);
        match (text_game.replies(&after), answer) {
            (After::Won, _) => return None,
            (After::Over, None) => {}
            (After::Over, Some(_)) => return None,
            (After::Open(_), None) if bound == 1 => {}
            (After::Open(_), None) => return None,
            (After::Open(_), Some((_, reply))) => {
                let next = text_game.play(&after, reply)?;
                match text_game.state(&next) {
                    State::Won => return None,
                    State::Over => {}
                    State::Open if bound == UNLIMITED => {
                        needs.push((text_game.board(&next), text_game.hand(&next), UNLIMITED));
                    }
                    State::Open if bound > 2 => {
                        needs.push((text_game.board(&next), text_game.hand(&next), bound - 2));
                    }
                    State::Open => {}
                }
            }
        }
    }
    Some(needs)
}

/// Whether a root has more pieces of a kind than the set of the game. Only sets of named games are
/// known.
fn too_many(game: &Game, totals: &Counts) -> bool {
    let Game::Shogi { rules, .. } = game else {
        return false;
    };
    let most = |kind: char| match kind {
        'P' => 18,
        'R' | 'B' => 2,
        _ => 4,
    };
    if rules.army == Army::standard() {
        totals.iter().any(|(&kind, &count)| count > most(kind))
    } else if rules.army == Army::dobutsu() {
        totals.values().any(|&count| count > 2)
    } else {
        false
    }
}
