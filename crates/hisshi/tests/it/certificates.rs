//! Certificates of brinkmates. The referee accepts them, and they claim what the brute force says.
//! Corrupted and forged ones are accepted only if what they say is true.

use crate::{published, suite};
use std::collections::BTreeMap;
use yose_ask::certificate::{AnyCertificate, hisshi::certify, referee};
use yose_board::Color;
use yose_hisshi::brute::{self, Bounded, Verdict as Truth, passed};
use yose_hisshi::{Hisshi, Limits, MoveSet, Solver, SolverSettings, Verdict};
use yose_shogi::notation::{sfen, usi};
use yose_shogi::{Geometry, Move, Position, Rules, SHOGI, Stalemate, Variant, with_position};
use yose_testkit::Random;
use yose_testkit::brinkmates::{Class, Recipe, sample, setup};
use yose_verify::certificate::brinkmate::{Certificate, PASS, RejectedKind, Section, check, decode};
use yose_verify::certificate::{Bound, Claim, EscapeRecord, Game, ProofRecord};

/// States that the brute force may use for one position.
const LIMIT: usize = 3_000_000;

fn limits() -> Limits {
    Limits {
        nodes: Some(20_000_000),
        hash_mb: 64,
        ..Limits::default()
    }
}

/// The certificate of a position, as the solver writes it.
fn certificate<G: Geometry>(position: &Position<G>, first: bool, moves: MoveSet) -> AnyCertificate {
    let problem = Hisshi::new(position.clone()).unwrap();
    let settings = SolverSettings {
        first,
        moves,
        ..SolverSettings::default()
    };
    let solver = Solver::new(&problem, &settings, limits().hash_mb);
    let solution = solver.solve(&limits(), &mut |_| {});
    certify(&problem, &solver, &settings, solution.verdict, &limits())
        .unwrap_or_else(|why| panic!("{} {:?}: {why}", sfen::write(position, 1), solution.verdict))
}

/// The certificate, written and read back.
fn read_back(certificate: &Certificate) -> Certificate {
    let mut bytes = Vec::new();
    certificate.encode(&mut bytes).unwrap();
    let read = decode(bytes.as_slice()).unwrap();
    assert_eq!(&read, certificate);
    read
}

/// Checks the certificate of a position. It claims what the brute force says.
fn accepted<G: Geometry>(position: &Position<G>, first: bool, moves: MoveSet, truth: Truth) {
    let text = sfen::write(position, 1);
    match certificate(position, first, moves) {
        AnyCertificate::Plain(plain) => {
            assert_eq!(truth, Truth::Mate, "{text}");
            yose_verify::certificate::check(&plain).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        }
        AnyCertificate::Brinkmate(certificate) => {
            let found = check(&read_back(&certificate)).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            match (&found.claims[..], truth) {
                ([Claim::Never], Truth::None) => assert_eq!(found.exact, None, "{text}"),
                ([Claim::Within(n)], Truth::Hisshi(least)) => assert!(*n >= least, "{text}"),
                ([Claim::Within(_)], Truth::Mate) => assert!(first, "{text}"),
                ([Claim::Within(n), Claim::NotWithin(k)], Truth::Hisshi(least)) => {
                    assert_eq!((*n, *k), (least, least.saturating_sub(2)), "{text}");
                    assert_eq!(found.exact, Some(least), "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        AnyCertificate::UnderPolicy(_) => panic!("{text}: a policy"),
    }
}

/// Fails if a certificate is rejected, or claims something else than the brute force finds.
#[test]
fn certificates_are_accepted_and_claim_what_is_true() {
    let mut classes: BTreeMap<Class, usize> = BTreeMap::new();
    let small = Variant::by_name("4x5:1").unwrap();
    for (variant, seed, quota, limit) in [(small, 71, 25, 3_000), (&SHOGI, 72, 12, 1_000)] {
        for decided in sample(variant, seed, quota, limit) {
            let position = decided.setup.validate().unwrap();
            let truth = decided.answer.verdict;
            with_position!(&position, |p| {
                accepted(p, false, MoveSet::All, truth);
                accepted(p, true, MoveSet::All, truth);
                if truth != Truth::None {
                    // A move of the brinkmate may be outside the classes.
                    let problem = Hisshi::new(p.clone()).unwrap();
                    let settings = SolverSettings {
                        moves: MoveSet::Paper,
                        ..SolverSettings::default()
                    };
                    let found = yose_hisshi::solve(&problem, &settings, &limits(), &mut |_| {});
                    if !matches!(found.verdict, Verdict::Unknown(_)) {
                        accepted(p, false, MoveSet::Paper, truth);
                    }
                }
            });
            *classes.entry(decided.class).or_default() += 1;
        }
    }
    assert!(classes.values().all(|&count| count >= 20), "{classes:?}");
}

/// Every fifth problem of the suite is certified with its exact length. docs/lab/hisshi.md has the
/// figures for all.
#[test]
fn problems_of_the_suite_are_certified() {
    for problem in suite::problems().iter().step_by(5) {
        let truth = Truth::Hisshi(problem.length);
        with_position!(&problem.position, |p| accepted(p, false, MoveSet::All, truth));
    }
}

/// Every published problem is certified: its exact length, and any brinkmate of it.
#[test]
fn published_problems_are_certified() {
    let Some(text) = published::problems() else { return };
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (position, _) = sfen::position(columns[1]).unwrap();
        with_position!(&position, |p| {
            for first in [false, true] {
                let AnyCertificate::Brinkmate(made) = certificate(p, first, MoveSet::All) else {
                    panic!("{}: no brinkmate", columns[0]);
                };
                let found =
                    check(&read_back(&made)).unwrap_or_else(|fault| panic!("{}: {fault}", columns[0]));
                assert_eq!(found.exact.is_some(), !first, "{}", columns[0]);
            }
        });
    }
}

/// Where stalemate draws, hands are compared for equality, and a move that stalemates is no move.
#[test]
fn certificates_where_stalemate_draws() {
    let rules = Rules {
        stalemate: Stalemate::Draws,
        ..Rules::shogi(1)
    };
    let board = Variant::by_name("3x4:1").unwrap().clone();
    let board = Variant { rules, ..board }.intern().unwrap();
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    let mut random = Random::new(73);
    for round in 0..600 {
        let recipe = Recipe::ALL[round % Recipe::ALL.len()];
        let Some(setup) = setup(board, recipe, &mut random) else {
            continue;
        };
        let position = setup.validate().unwrap();
        with_position!(&position, |p| {
            let Ok(answer) = brute::solve(p, 300) else {
                continue;
            };
            let count = verdicts.entry(format!("{:?}", answer.verdict)).or_default();
            if *count < 15 {
                accepted(p, false, MoveSet::All, answer.verdict);
            }
            *count += 1;
        });
    }
    assert!(verdicts.len() >= 3, "{verdicts:?}");
}

/// Everything that is true of a position, as records: its mate, or that it has none; its brinkmate
/// with the exact length, or that it has none.
fn add_truth<G: Geometry>(position: &Position<G>, to: &mut Certificate) {
    match certificate(position, false, MoveSet::All) {
        AnyCertificate::Plain(plain) => to.mates.proof.extend(plain.proof),
        AnyCertificate::Brinkmate(more) => {
            to.mates.proof.extend(more.mates.proof);
            to.mates.closed.extend(more.mates.closed);
            to.hisshi.extend(more.hisshi);
            to.nohisshi.extend(more.nohisshi);
        }
        AnyCertificate::UnderPolicy(_) => panic!("a policy"),
    }
}

/// Board, side and hand of a position, as a record has them.
fn place<G: Geometry>(p: &Position<G>) -> (String, yose_verify::Side, String) {
    let text = sfen::write(p, 1);
    let board = text.split(' ').next().unwrap().to_owned();
    let hand = sfen::hand_letters(&p.variant().army, &p.hand(p.turn()).counts(), p.turn());
    let side = match p.turn() {
        Color::Black => yose_verify::Side::Black,
        Color::White => yose_verify::Side::White,
    };
    (board, side, if hand.is_empty() { "-".to_owned() } else { hand })
}

/// A certificate about a position, with this claim and no records.
fn blank<G: Geometry>(p: &Position<G>, claim: Claim) -> Certificate {
    let text = sfen::write(p, 1);
    let (root, _) = text.rsplit_once(' ').unwrap();
    let game = Game::Shogi {
        files: p.variant().files,
        ranks: p.variant().ranks,
        rules: referee::rules(p.variant()).unwrap(),
    };
    Certificate::new(game, root.to_owned(), vec![claim])
}

fn after<G: Geometry>(p: &Position<G>, m: Move) -> Position<G> {
    let mut next = p.clone();
    next.make(m);
    next
}

/// The name of a fault.
fn name(kind: &RejectedKind) -> String {
    let text = match kind {
        RejectedKind::Plain(kind) => format!("{kind:?}"),
        kind => format!("{kind:?}"),
    };
    text.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// How often a forgery was true, and how often each fault was found.
type Tally = BTreeMap<String, usize>;

/// Judges a certificate whose only doubtful record is the last one of a section.
fn judge(forged: &Certificate, section: Section, is_true: bool, tally: &mut Tally) {
    let shown = || {
        let mut bytes = Vec::new();
        forged.encode(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    match check(&read_back(forged)) {
        Ok(_) => {
            assert!(is_true, "accepted:\n{}", shown());
            *tally.entry("accepted".to_owned()).or_default() += 1;
        }
        Err(rejected) => {
            assert!(!is_true, "{rejected}\n{}", shown());
            let last = forged.count(section) as u64;
            assert_eq!(rejected.record, Some((section, last)), "{rejected}\n{}", shown());
            *tally.entry(name(&rejected.kind)).or_default() += 1;
        }
    }
}

/// Claims a brinkmate by every move. Everything that is true after a reply, and after the pass, is
/// in the certificate. The forgery is accepted if and only if the brute force says so.
fn forge_brinkmates<G: Geometry>(p: &Position<G>, brute: &mut Bounded, tally: &mut Tally) {
    let (board, side, hand) = place(p);
    for m in p.legal_moves() {
        let next = after(p, m);
        let mut forged = blank(p, Claim::Within(1));
        if !next.in_check() {
            add_truth(&passed(&next), &mut forged);
        }
        for reply in next.legal_moves() {
            add_truth(&after(&next, reply), &mut forged);
        }
        for plies in [1, 3] {
            let is_true = brute.holds(&next, plies - 1).unwrap();
            let play = usi::write(m, p.variant());
            let mut forged = forged.clone();
            forged.mates.claims = vec![Claim::Within(plies)];
            forged
                .hisshi
                .push(ProofRecord::new(&board, side, &hand, plies, &play).unwrap());
            judge(&forged, Section::Hisshi, is_true, tally);
        }
    }
}

/// Claims that there is no brinkmate, with one answer after the other to each move. Everything that
/// is true after an answer is in the certificate. The forgery is accepted if and only if the answer
/// refutes by the brute force.
fn forge_refutations<G: Geometry>(
    p: &Position<G>,
    brute: &mut Bounded,
    random: &mut Random,
    tally: &mut Tally,
) {
    let (board, side, hand) = place(p);
    let text = |m: Option<Move>| m.map_or_else(|| PASS.to_owned(), |m| usi::write(m, p.variant()));
    for bound in [1u32, 3] {
        // The answers that refute, and those that do not.
        let mut truth = blank(p, Claim::NotWithin(bound));
        let mut lists: Vec<(Move, [Vec<Option<Move>>; 2])> = Vec::new();
        for m in p.legal_moves() {
            let next = after(p, m);
            let (mut good, mut bad) = (Vec::new(), Vec::new());
            if next.in_check() {
                // A mating move has no answer at all.
                bad.extend(next.has_legal_move().then_some(None));
            } else {
                add_truth(&passed(&next), &mut truth);
                let mated = brute.mates().mates(&passed(&next)).unwrap();
                if mated { &mut bad } else { &mut good }.push(None);
            }
            for reply in next.legal_moves() {
                let answered = after(&next, reply);
                add_truth(&answered, &mut truth);
                let lost = brute.attacks(&answered, bound.saturating_sub(2)).unwrap();
                if lost { &mut bad } else { &mut good }.push(Some(reply));
            }
            lists.push((m, [good, bad]));
        }
        let mut forge = |answers: &[(Move, Option<Move>)], is_true: bool| {
            let answers: Vec<(String, String)> = answers
                .iter()
                .map(|&(m, answer)| (text(Some(m)), text(answer)))
                .collect();
            let pairs = answers.iter().map(|(m, answer)| (m.as_str(), answer.as_str()));
            let record = EscapeRecord::of_brinkmate(&board, side, &hand, Bound::Plies(bound), pairs);
            let mut forged = truth.clone();
            forged.nohisshi.push(record.unwrap());
            judge(&forged, Section::NoHisshi, is_true, tally);
        };
        let pick = |list: &[Option<Move>], random: &mut Random| list[random.below(list.len())];
        for _ in 0..4 {
            // A good answer wherever there is one; everywhere else a bad one, or none.
            let mut answers = Vec::new();
            let mut is_true = true;
            for (m, [good, bad]) in &lists {
                match (good.is_empty(), bad.is_empty()) {
                    (false, _) => answers.push((*m, pick(good, random))),
                    (true, false) => {
                        is_true = false;
                        answers.push((*m, pick(bad, random)));
                    }
                    (true, true) => is_true = false,
                }
            }
            forge(&answers, is_true);
            // One of the answers is bad, or missing, or given twice.
            if is_true && !answers.is_empty() {
                let at = random.below(answers.len());
                let bad = lists.iter().find(|(m, ..)| *m == answers[at].0);
                if let Some((_, [_, bad])) = bad.filter(|(_, [_, bad])| !bad.is_empty()) {
                    let mut worse = answers.clone();
                    worse[at].1 = pick(bad, random);
                    forge(&worse, false);
                }
                let mut fewer = answers.clone();
                fewer.remove(at);
                forge(&fewer, false);
                let mut twice = answers.clone();
                twice.push(answers[at]);
                forge(&twice, false);
            }
        }
    }
}

/// Fails if the referee accepts a false record, or rejects a true one, whatever the rest of the
/// certificate holds.
#[test]
fn forged_records_are_accepted_only_if_they_are_true() {
    let mut random = Random::new(74);
    let mut brinkmates = Tally::new();
    let mut refutations = Tally::new();
    let board = Variant::by_name("3x4:1").unwrap();
    let mut classes: BTreeMap<Class, usize> = BTreeMap::new();
    for round in 0..4_000 {
        let recipe = Recipe::ALL[round % Recipe::ALL.len()];
        let Some(setup) = setup(board, recipe, &mut random) else {
            continue;
        };
        let position = setup.validate().unwrap();
        with_position!(&position, |p| {
            let Ok(answer) = brute::solve(p, 300) else {
                continue;
            };
            let count = classes.entry(Class::of(&answer)).or_default();
            if *count == 6 {
                continue;
            }
            *count += 1;
            let mut brute = Bounded::new(p.turn(), LIMIT);
            forge_brinkmates(p, &mut brute, &mut brinkmates);
            forge_refutations(p, &mut brute, &mut random, &mut refutations);
        });
    }
    println!("{classes:?}\n{brinkmates:?}\n{refutations:?}");
    assert!(classes.len() >= 4, "{classes:?}");
    for fault in ["accepted", "NoThreat", "Unanswered", "NotMated"] {
        assert!(brinkmates.contains_key(fault), "{fault}: {brinkmates:?}");
    }
    for fault in [
        "accepted",
        "PassInCheck",
        "MateNotExcluded",
        "NotExcluded",
        "MissingReply",
        "AnsweredTwice",
        "MoveWins",
    ] {
        assert!(refutations.contains_key(fault), "{fault}: {refutations:?}");
    }
}

/// The pieces of a board and of hands as capital letters, without kings.
fn pieces(board: &str, hands: &str) -> BTreeMap<char, u32> {
    let mut all = BTreeMap::new();
    for letter in board.chars().filter(char::is_ascii_alphabetic) {
        *all.entry(letter.to_ascii_uppercase()).or_default() += 1;
    }
    let mut count = 0;
    for letter in hands.chars() {
        match letter.to_digit(10) {
            Some(digit) => count = 10 * count + digit,
            None if letter.is_ascii_alphabetic() => {
                *all.entry(letter.to_ascii_uppercase()).or_default() += count.max(1);
                count = 0;
            }
            None => {}
        }
    }
    all.remove(&'K');
    all
}

/// The position of a record, as SFEN: the attacker has the hand of the record, the defender the
/// rest.
fn whole(root: &str, record: &str) -> String {
    let root: Vec<&str> = root.split(' ').collect();
    let words: Vec<&str> = record.split(' ').collect();
    let mut hands = words[2].replace('-', "");
    let used = pieces(words[0], words[2]);
    for (letter, total) in pieces(root[0], root[2]) {
        let rest = total - used.get(&letter).copied().unwrap_or_default();
        let letter = match words[1] {
            "b" => letter.to_ascii_lowercase(),
            _ => letter,
        };
        hands.extend((0..rest).map(|_| letter));
    }
    if hands.is_empty() {
        hands.push('-');
    }
    format!("{} {} {hands} 1", words[0], words[1])
}

/// Whether a record says something true of its position, by the brute force. `None` if the position
/// is too large for it.
fn is_true(variant: &'static Variant, root: &str, section: Section, record: &str) -> Option<bool> {
    let text = whole(root, record);
    let position = sfen::read_as(&text, variant).unwrap().validate().unwrap();
    let number: Option<u32> = record.split(' ').nth(3).unwrap().parse().ok();
    with_position!(&position, |p| {
        let mut bounded = Bounded::new(p.turn(), LIMIT);
        match section {
            Section::Mate => bounded.mates().mates(p).ok(),
            Section::NoMate => bounded.mates().mates(p).ok().map(|mates| !mates),
            Section::Hisshi => bounded.attacks(p, number?).ok(),
            Section::NoHisshi => match number {
                Some(plies) => bounded.attacks(p, plies).ok().map(|holds| !holds),
                None => Some(brute::solve(p, LIMIT).ok()?.verdict == Truth::None),
            },
        }
    })
}

/// One record of a certificate, changed in some way. `None` if the change does not suit it.
fn corrupted(
    record: &str,
    variant: &'static Variant,
    root: &str,
    way: usize,
    random: &mut Random,
) -> Option<String> {
    let mut words: Vec<String> = record.split(' ').map(str::to_owned).collect();
    let position = sfen::read_as(&whole(root, record), variant)
        .unwrap()
        .validate()
        .unwrap();
    let legal: Vec<String> = with_position!(&position, |p| {
        p.legal_moves().iter().map(|&m| usi::write(m, variant)).collect()
    });
    let moves = 4..words.len();
    match way {
        // A number that is smaller, or larger.
        0 | 1 => {
            let number: u32 = words[3].parse().ok()?;
            words[3] = match way {
                0 => number.checked_sub(2)?,
                _ => number + 2,
            }
            .to_string();
        }
        // For ever.
        2 if words[4..].iter().all(|word| word.contains(':')) => words[3] = "*".to_owned(),
        // Another move of the attacker, or another reply.
        3 if !moves.is_empty() => {
            let at = 4 + random.below(moves.len());
            let other = &legal[random.below(legal.len())];
            words[at] = match words[at].split_once(':') {
                None => other.clone(),
                Some((_, reply)) => format!("{other}:{reply}"),
            };
        }
        4 if !moves.is_empty() => {
            let at = 4 + random.below(moves.len());
            let (play, _) = words[at].split_once(':')?;
            let m = usi::read(play, variant).ok()?;
            let replies: Vec<String> = with_position!(&position, |p| {
                let next = after(p, m);
                next.legal_moves()
                    .iter()
                    .map(|&m| usi::write(m, variant))
                    .collect()
            });
            let chosen = random.below(replies.len() + 1);
            let reply = replies.get(chosen).map_or(PASS, String::as_str);
            words[at] = format!("{play}:{reply}");
        }
        // An answer that is missing.
        5 if moves.len() > 1 => {
            words.remove(4 + random.below(moves.len()));
        }
        // A hand without its last piece.
        6 if words[2] != "-" => {
            words[2].pop();
            while words[2].ends_with(|c: char| c.is_ascii_digit()) {
                words[2].pop();
            }
            if words[2].is_empty() {
                words[2].push('-');
            }
        }
        _ => return None,
    }
    Some(words.join(" ")).filter(|changed| changed != record)
}

/// Fails if a corrupted certificate is accepted although the corrupted record is false, or if no
/// corruption of some kind is ever found out.
#[test]
fn corrupted_certificates_are_rejected_or_still_true() {
    let mut random = Random::new(75);
    let mut tally: BTreeMap<(&str, usize), (usize, Tally)> = BTreeMap::new();
    let board = Variant::by_name("4x5:1").unwrap();
    for decided in sample(board, 76, 12, 1_000) {
        let position = decided.setup.validate().unwrap();
        let made = with_position!(&position, |p| certificate(p, false, MoveSet::All));
        let AnyCertificate::Brinkmate(whole) = made else {
            continue;
        };
        let mut bytes = Vec::new();
        whole.encode(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for section in Section::ALL {
            for round in 0..40 {
                let count = whole.count(section);
                if count == 0 {
                    break;
                }
                let index = random.below(count);
                let line = whole.line(section, index) as usize - 1;
                let (way, root) = (round % 8, &whole.mates.root);
                let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
                let replaced = corrupted(lines[line], board, root, way, &mut random);
                match (way, &replaced) {
                    // The record is left out.
                    (7, _) if count > 1 => {
                        changed.remove(line);
                        *changed.last_mut().unwrap() = format!("end {}", whole.records() - 1);
                    }
                    (_, Some(record)) => changed[line] = record.clone(),
                    _ => continue,
                }
                let changed = changed.join("\n");
                let (harmless, faults) = tally.entry((section.name(), way)).or_default();
                match decode(changed.as_bytes()) {
                    Err(fault) => {
                        let fault = format!("{:?}", fault.kind);
                        let fault = fault.split(['(', ' ']).next().unwrap_or_default();
                        *faults.entry(fault.to_owned()).or_default() += 1;
                    }
                    Ok(read) => match check(&read) {
                        Ok(_) => {
                            *harmless += 1;
                            if let Some(record) = replaced.filter(|_| way != 7) {
                                let truth = is_true(board, root, section, &record);
                                assert_ne!(truth, Some(false), "{record}\n{changed}");
                            }
                        }
                        Err(rejected) => *faults.entry(name(&rejected.kind)).or_default() += 1,
                    },
                }
            }
        }
    }
    for (what, (harmless, faults)) in &tally {
        println!("{what:?}: {harmless} harmless, {faults:?}");
    }
    let found: Vec<&String> = tally.values().flat_map(|(_, faults)| faults.keys()).collect();
    for fault in [
        "NoThreat",
        "NotMated",
        "Unanswered",
        "Root",
        "IllegalMove",
        "IllegalReply",
        "MissingReply",
        "AnsweredTwice",
        "PassInCheck",
        "MateNotExcluded",
        "NotExcluded",
        "RankNotFalling",
        "Uncovered",
    ] {
        assert!(found.iter().any(|name| *name == fault), "{fault}: {tally:?}");
    }
}
