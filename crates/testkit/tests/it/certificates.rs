//! Corrupted certificates of the solver: exact and inexact mates of many lengths, and problems
//! without a mate. Whatever is done to a record, the checker agrees with the plain definition in
//! the tests of `yose-verify`, and it rejects for a reason that fits the corruption.

use std::collections::BTreeMap;

use crate::naive::{Naive, node};
use crate::text_game::{self, TextGame, hand_text};
use yose_ask::certificate::certify;
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Nine, with_position};
use yose_testkit::shogi::random_setup;
use yose_testkit::{Random, suite};
use yose_tsume::{Limits, Solver, SolverSettings, Tsume, Verdict};
use yose_verify::certificate::{Bound, Certificate, Claim, EscapeRecord, ProofRecord, check};

/// Larger certificates take too long under the plain definition.
const MOST_RECORDS: usize = 1_500;

/// How many mutations of each kind each certificate gets.
const MUTATIONS: usize = 12;

/// The results of each mutation: how often it did no harm, and how often each reason was given.
type Tally = BTreeMap<&'static str, (usize, BTreeMap<String, usize>)>;

struct Trial<'a> {
    certificate: Certificate,
    text_game: TextGame,
    naive: Naive,
    random: Random,
    tally: &'a mut Tally,
}

fn kind_of(rejected: &yose_verify::certificate::Rejected) -> String {
    let text = format!("{:?}", rejected.kind);
    text.split(['(', ' ']).next().unwrap_or_default().to_string()
}

impl Trial<'_> {
    /// The corrupted certificate, written and read back, is accepted if and only if it still
    /// satisfies the definition. Otherwise it is rejected for one of the expected reasons.
    fn judge(&mut self, mutation: &'static str, corrupted: &Certificate, expected: &[&str]) {
        let text = corrupted.to_text();
        let read: Certificate = text.parse().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let harmless = self.naive.accepts(&read);
        let (unharmed, kinds) = self.tally.entry(mutation).or_default();
        match check(&read) {
            Ok(_) => {
                assert!(harmless, "{mutation}: accepted\n{text}");
                *unharmed += 1;
            }
            Err(rejected) => {
                assert!(!harmless, "{mutation}: refused: {rejected}\n{text}");
                let kind = kind_of(&rejected);
                assert!(
                    expected.contains(&kind.as_str()),
                    "{mutation}: {rejected}\n{text}"
                );
                *kinds.entry(kind).or_default() += 1;
            }
        }
    }

    /// The hand with one more piece of some kind, if that many pieces exist.
    fn raised_hand(&mut self, board: &str, hand: &str) -> Option<String> {
        let kinds: Vec<char> = self.text_game.totals.keys().copied().collect();
        if kinds.is_empty() {
            return None;
        }
        let mut counts = text_game::hand_counts(hand, self.text_game.prover);
        *counts.entry(kinds[self.random.below(kinds.len())]).or_default() += 1;
        self.text_game.node(board, &counts)?;
        Some(hand_text(&counts, self.text_game.prover))
    }

    /// Corrupts the proof.
    fn proofs(&mut self) {
        let certificate = self.certificate.clone();
        let count = certificate.proof.len();
        for _ in 0..MUTATIONS.min(count) {
            let at = self.random.below(count);
            let record = &certificate.proof[at];
            let (board, side, hand) = (record.board(), record.side(), record.hand());
            let (rank, play) = (record.rank(), record.play());
            let with = |hand: &str, rank, play: &str| {
                let mut corrupted = certificate.clone();
                corrupted.proof[at] = ProofRecord::new(board, side, hand, rank, play).unwrap();
                corrupted
            };
            let lost = [
                "Uncovered",
                "HandUncovered",
                "RankNotFalling",
                "RankSpent",
                "RootMissing",
                "RootHand",
                "RootNumber",
            ];

            let mut removed = certificate.clone();
            removed.proof.remove(at);
            self.judge("proof: a reply dropped", &removed, &lost);

            let place = node(&self.text_game, board, side, hand).unwrap();
            let legal = self.text_game.legal(&place);
            let other = &legal[self.random.below(legal.len())];
            if other != play {
                let expected = [&lost[..], &["NotAsked", "ReplyEnds"]].concat();
                self.judge("proof: a wrong move", &with(hand, rank, other), &expected);
            }
            if let Some(more) = self.raised_hand(board, hand) {
                let corrupted = with(&more, rank, play);
                self.judge("proof: a hand raised", &corrupted, &["HandUncovered", "RootHand"]);
            }
            if rank > 2 {
                let expected = ["RankNotFalling", "RankSpent"];
                self.judge(
                    "proof: a length understated",
                    &with(hand, rank - 2, play),
                    &expected,
                );
            }
            // A record that relies on this one now has the same rank or a smaller one, which is the
            // mark of a cycle.
            let higher = rank + 2 * (1 + self.random.below(3) as u32);
            let expected = ["RankNotFalling", "RootNumber"];
            self.judge(
                "proof: a rank that does not fall",
                &with(hand, higher, play),
                &expected,
            );
        }
        // All ranks and the claim are lowered alike. The ranks still fall, but too few plies are
        // left somewhere.
        let lower = certificate.proof.iter().map(|record| {
            let rank = record.rank().max(3) - 2;
            ProofRecord::new(record.board(), record.side(), record.hand(), rank, record.play()).unwrap()
        });
        let mut corrupted = certificate.clone();
        corrupted.proof = lower.collect();
        let longest = certificate.proof.iter().map(ProofRecord::rank).max();
        if let Some(longest) = longest.filter(|&longest| longest > 1) {
            corrupted.claims = vec![Claim::Within(longest - 2)];
            corrupted.bounded.clear();
            let expected = ["RankNotFalling", "RankSpent", "RootNumber"];
            self.judge("proof: everything understated", &corrupted, &expected);
            let mut claimed = certificate.clone();
            claimed.claims[0] = Claim::Within(longest - 2);
            self.judge("proof: the claim understated", &claimed, &["RootNumber"]);
        }
    }

    /// Corrupts the bounded disproof, or the closed set.
    fn escapes(&mut self, closed: bool) {
        let certificate = self.certificate.clone();
        let section = |certificate: &Certificate| match closed {
            true => certificate.closed.clone(),
            false => certificate.bounded.clone(),
        };
        let records = section(&certificate);
        let name_of = |bounded, closed_name| if closed { closed_name } else { bounded };
        for _ in 0..MUTATIONS.min(records.len()) {
            let at = self.random.below(records.len());
            let record = &records[at];
            let change = |f: &dyn Fn(&mut Vec<EscapeRecord>)| {
                let mut corrupted = certificate.clone();
                f(match closed {
                    true => &mut corrupted.closed,
                    false => &mut corrupted.bounded,
                });
                corrupted
            };
            let answers: Vec<(&str, &str)> = record.answers().collect();
            let with = |hand: &str, bound, answers: &[(&str, &str)]| {
                let new = EscapeRecord::new(record.board(), record.side(), hand, bound, answers.to_vec());
                let new = new.unwrap();
                change(&|records| records[at] = new.clone())
            };
            let lost = [
                "Uncovered",
                "HandUncovered",
                "BoundTooSmall",
                "RootMissing",
                "RootHand",
                "RootNumber",
            ];

            let removed = change(&|records| drop(records.remove(at)));
            let name = name_of("bounded: a record removed", "closed: a hole");
            self.judge(name, &removed, &lost);

            if !answers.is_empty() {
                let number = self.random.below(answers.len());
                let mut fewer = answers.clone();
                fewer.remove(number);
                let corrupted = with(record.hand(), record.bound(), &fewer);
                let name = name_of("bounded: a reply dropped", "closed: a reply dropped");
                self.judge(name, &corrupted, &["MissingReply"]);

                let place = node(&self.text_game, record.board(), record.side(), record.hand()).unwrap();
                let after = self.text_game.play(&place, answers[number].0).unwrap();
                let replies = self.text_game.legal(&after);
                let reply = &replies[self.random.below(replies.len())];
                let mut other = answers.clone();
                other[number].1 = reply;
                let name = name_of("bounded: a wrong reply", "closed: a wrong reply");
                let corrupted = with(record.hand(), record.bound(), &other);
                self.judge(name, &corrupted, &lost);
            }
            if let Some(more) = self.raised_hand(record.board(), record.hand()) {
                let name = name_of("bounded: a hand raised", "closed: a hand raised");
                let expected = [&lost[..], &["MissingReply", "MoveWins", "IllegalReply"]].concat();
                self.judge(name, &with(&more, record.bound(), &answers), &expected);
            }
            if let Bound::Plies(plies) = record.bound() {
                let corrupted = with(record.hand(), Bound::Plies(plies + 2), &answers);
                let expected = ["BoundTooSmall", "MissingReply", "Uncovered", "HandUncovered"];
                self.judge("bounded: a bound overstated", &corrupted, &expected);
            }
        }
        // Claims beyond the records.
        for (index, claim) in certificate.claims.iter().enumerate() {
            if let Claim::NotWithin(plies) = claim {
                let mut corrupted = certificate.clone();
                corrupted.claims[index] = Claim::NotWithin(plies + 2);
                self.judge("bounded: the claim overstated", &corrupted, &["RootNumber"]);
                corrupted.claims[index] = Claim::Never;
                self.judge("bounded: the claim overstated", &corrupted, &["RootNumber"]);
            }
        }
    }
}

/// The certificates that were corrupted.
#[derive(Debug, Default)]
struct Seen {
    lengths: BTreeMap<u32, usize>,
    no_mates: usize,
    records: usize,
}

fn corrupt<G: Geometry>(tsume: &Tsume<G>, first: bool, seed: u64, seen: &mut Seen, tally: &mut Tally) {
    let manner = SolverSettings {
        first,
        ..SolverSettings::default()
    };
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let solver = Solver::new(tsume, &manner, 16);
    let verdict = solver.solve(&limits, &mut |_| {}).verdict;
    if matches!(verdict, Verdict::Unknown(_)) {
        return;
    }
    let certificate = certify(&solver, verdict, &Limits::default()).unwrap();
    if certificate.records() > MOST_RECORDS {
        return;
    }
    match verdict {
        Verdict::Proved { length, .. } => *seen.lengths.entry(length).or_default() += 1,
        _ => seen.no_mates += 1,
    }
    seen.records += certificate.records();
    let mut naive = Naive::default();
    assert!(naive.accepts(&certificate) && check(&certificate).is_ok());
    let mut trial = Trial {
        text_game: TextGame::new(&certificate.game, &certificate.root).unwrap(),
        certificate,
        naive,
        random: Random::new(seed),
        tally,
    };
    trial.proofs();
    trial.escapes(false);
    trial.escapes(true);
}

/// A table with room for a tenth of the visited positions: forgotten entries are found again, and
/// the evidence is complete.
#[test]
fn a_table_that_has_forgotten_leaves_evidence() {
    const MB: usize = 2;
    let position = "5+rl1s/7k1/8n/6p1+B/9/9/9/9/9 b R2NPb4g3sn3l16p 1";
    let tsume = Tsume::new(sfen::read(position).unwrap().position(Nine).unwrap()).unwrap();
    let solver = Solver::new(&tsume, &SolverSettings::default(), MB);
    let solution = solver.solve(&Limits::default(), &mut |_| {});
    assert!(solution.nodes > 400_000, "{} nodes", solution.nodes);
    let certificate = certify(&solver, solution.verdict, &Limits::default()).unwrap();
    let accepted = check(&certificate).unwrap();
    assert_eq!(accepted.exact, Some(27));
}

#[test]
fn corrupted_certificates_of_the_solver() {
    let (mut seen, mut tally) = (Seen::default(), Tally::new());
    for (seed, row) in suite::rows("tsume/small.tsv").into_iter().enumerate() {
        let (position, _) = sfen::position(&row[2]).unwrap();
        with_position!(position, |p| {
            let tsume = Tsume::new(p).unwrap();
            for first in [false, true] {
                corrupt(&tsume, first, seed as u64, &mut seen, &mut tally);
            }
        });
    }
    for (seed, name) in suite::VARIANTS.into_iter().enumerate() {
        let mut random = Random::new(300 + seed as u64);
        let before = (seen.lengths.values().sum::<usize>(), seen.no_mates);
        for number in 0..2_000 {
            let mates = seen.lengths.values().sum::<usize>() - before.0;
            let none = seen.no_mates - before.1;
            if mates + none >= 40 {
                break;
            }
            let Some(setup) = random_setup(suite::variant(name), &mut random) else {
                continue;
            };
            with_position!(setup.validate().unwrap(), |p| {
                let Ok(tsume) = Tsume::new(p) else { continue };
                // Most positions have no mate, so limit those without one.
                let quick = Solver::new(&tsume, &SolverSettings::default(), 1);
                let limits = Limits {
                    nodes: Some(2_000),
                    ..Limits::default()
                };
                let verdict = quick.solve(&limits, &mut |_| {}).verdict;
                if matches!(verdict, Verdict::Proved { length, .. } if length > 1)
                    || matches!(verdict, Verdict::Disproved) && none < 15
                {
                    corrupt(&tsume, number % 2 == 0, number, &mut seen, &mut tally);
                }
            });
        }
    }
    for (mutation, (harmless, kinds)) in &tally {
        println!("{mutation}: {harmless} harmless, {kinds:?}");
    }
    println!("{seen:?}");
    let long: usize = seen.lengths.range(7..).map(|(_, count)| count).sum();
    assert!(
        seen.lengths.len() >= 5 && long >= 5 && seen.no_mates > 100,
        "{seen:?}"
    );
    for (mutation, kinds) in [
        ("proof: a reply dropped", &["Uncovered", "RootMissing"][..]),
        ("proof: a wrong move", &["NotAsked", "Uncovered", "RankSpent"]),
        ("proof: a hand raised", &["HandUncovered", "RootHand"]),
        ("proof: a length understated", &["RankNotFalling"]),
        (
            "proof: a rank that does not fall",
            &["RankNotFalling", "RootNumber"],
        ),
        ("proof: everything understated", &["RankSpent"]),
        ("proof: the claim understated", &["RootNumber"]),
        ("bounded: a reply dropped", &["MissingReply"]),
        ("bounded: a bound overstated", &["BoundTooSmall", "MissingReply"]),
        ("bounded: a hand raised", &["MissingReply"]),
        ("bounded: the claim overstated", &["RootNumber"]),
        ("closed: a hole", &["Uncovered", "RootMissing"]),
        ("closed: a reply dropped", &["MissingReply"]),
        ("closed: a wrong reply", &["Uncovered"]),
        ("closed: a hand raised", &["MissingReply"]),
    ] {
        for kind in kinds {
            assert!(
                tally[mutation].1.contains_key(*kind),
                "{mutation} never led to {kind}"
            );
        }
    }
}
