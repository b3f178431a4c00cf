//! Certificates of lengths under a policy. The checker accepts what the solver writes, and brute
//! force confirms the facts. Whatever is done to a certificate, the facts that are still accepted
//! are true.

use std::collections::BTreeMap;
use yose_ask::certificate::NoCertificate;
use yose_ask::certificate::policy::{solve_and_certify, solve_and_certify_within};
use yose_ask::certificate::room::Room;
use yose_shogi::notation::sfen;
use yose_shogi::{Geometry, Nine, Position, with_position};
use yose_testkit::Random;
use yose_testkit::problems::mutated;
use yose_tsume::Policy;
use yose_tsume::brute::under_policy::Brute;
use yose_tsume::{Limits, Meter, Tsume, Verdict};
use yose_verify::certificate::under_policy::{Certificate, Fact, Section, check, decode};

/// Distant checks with something to interpose.
const DISTANT: [&str; 11] = [
    "9/9/6Bnl/8k/R6p1/9/9/9/9 b gp 1",
    "9/9/6Bnl/8k/R6p1/9/9/9/9 b nr 1",
    "7l1/7pk/9/9/8+P/9/9/9/8L b sp 1",
    "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b gp 1",
    "8k/9/7GP/9/9/9/9/B8/8R b gp 1",
    "6pnk/8p/9/6N2/9/9/1B7/9/9 b Rgs 1",
    "R6pk/8p/7GP/9/9/9/9/9/9 b Ls 1",
    "8g/8k/9/7L1/5L1+P1/4B4/9/9/9 b p 1",
    "4Rl1k1/2R1+B4/5p3/6P2/9/9/9/9/9 b s 1",
    "9/9/9/5nS2/9/5N3/4B+b2+l/4+p1rN1/7k1 b gl 1",
    // Under `strict` the play differs only after a further drop.
    "8g/8k/9/7Lp/5l1+P1/4B4/9/9/9 b bp 1",
];

/// How many mutations of each position are certified.
const MUTATIONS: usize = 20;

/// Counts of what the test met.
#[derive(Default, Debug)]
struct Seen {
    certificates: usize,
    records: [usize; 9],
    /// Drops captured with mate at once, and other stripped drops.
    stripped: [usize; 2],
    /// Replies of `safe` facts that are drops, without and with a core.
    drops: [usize; 2],
    /// Facts that hold up to a square only.
    limited: usize,
    /// Replies that tell two positions apart: moves, drops without a core, drops with a core.
    unlike: [usize; 3],
    /// Facts that brute force confirmed, in the order of the sections.
    compared: [usize; 6],
    /// Corrupted certificates that were rejected.
    rejected: usize,
    /// Corrupted certificates that were accepted because they are still true.
    still_true: usize,
    /// Forged comparisons of two positions that were rejected.
    forged_rejected: usize,
    /// Forged comparisons that were accepted: `alike`, `unlike`.
    forged_accepted: [usize; 2],
}

fn text_of(certificate: &Certificate) -> String {
    let mut bytes = Vec::new();
    certificate.encode(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The pieces on a board and in hands, counted by letter.
fn pieces(board: &str, hands: &str) -> BTreeMap<char, usize> {
    let mut all = BTreeMap::new();
    for letter in board.chars().filter(char::is_ascii_alphabetic) {
        *all.entry(letter.to_ascii_uppercase()).or_default() += 1;
    }
    let mut count = 0;
    for letter in hands.chars().filter(|&c| c != '-') {
        match letter.to_digit(10) {
            Some(digit) => count = 10 * count + digit as usize,
            None => {
                *all.entry(letter.to_ascii_uppercase()).or_default() += count.max(1);
                count = 0;
            }
        }
    }
    all
}

/// The position of a record. The defender holds the pieces of the root that the record does not
/// name.
fn position_of(root: &str, text: &str) -> Position<Nine> {
    let fields: Vec<&str> = text.split(' ').collect();
    let of_root: Vec<&str> = root.split(' ').collect();
    let used = pieces(fields[0], fields[2]);
    let mut hands = fields[2].replace('-', "");
    for (letter, all) in pieces(of_root[0], of_root[2]) {
        let left = all - used.get(&letter).copied().unwrap_or(0);
        if left > 0 && letter != 'K' {
            let letter = if of_root[1] == "b" {
                letter.to_ascii_lowercase()
            } else {
                letter
            };
            hands += &format!("{left}{letter}");
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let text = format!("{} {} {hands} 1", fields[0], fields[1]);
    sfen::read(&text).unwrap().position(Nine).unwrap()
}

/// Compares every fact about exact positions with brute force, within its limits.
fn compare(certificate: &Certificate, policy: Policy, seen: &mut Seen) {
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let mut brute = Brute::new(policy);
    let c = certificate;
    let sections = [&c.win, &c.mated, &c.safe, &c.escape, &c.alike, &c.unlike];
    for (i, facts) in sections.into_iter().enumerate() {
        for fact in facts.iter().filter(|fact| fact.plies() <= 9) {
            let mut quiet = |_| {};
            let mut meter = Meter::new(&limits, &mut quiet);
            let p = position_of(&c.root, fact.position());
            let word = fact.text().split(' ').nth(4).unwrap_or_default();
            let plies = fact.plies();
            let holds = match i {
                0 | 2 => brute.length(&p, plies, &mut meter).map(|length| length.is_some()),
                // Facts up to a square are part of other facts.
                1 if word != "-" => continue,
                1 | 3 => brute.defend(&p, plies, &mut meter),
                _ => {
                    let first: Vec<&str> = fact.position().split(' ').collect();
                    let second = position_of(&c.root, &format!("{word} {} {}", first[1], first[2]));
                    brute.alike(&p, &second, plies, &mut meter)
                }
            };
            let Ok(holds) = holds else { continue };
            assert_eq!(holds, [0, 1, 4].contains(&i), "{policy:?}: {}", fact.text());
            seen.compared[i] += 1;
        }
    }
}

/// Counts the records and words of a certificate.
fn count(certificate: &Certificate, seen: &mut Seen) {
    seen.certificates += 1;
    for (i, part) in Section::ALL.into_iter().enumerate() {
        seen.records[i] += certificate.count(part);
    }
    let text = text_of(certificate);
    for word in text.lines().flat_map(|line| line.split(' ')) {
        let fields: Vec<&str> = word.split(':').collect();
        if let [_, _, plies, _] = fields[..] {
            seen.stripped[usize::from(plies != "0")] += 1;
        }
    }
    for fact in &certificate.safe {
        let holds = fact.text().split(':').skip(1);
        for hold in holds.map(|words| words.split(' ').next().unwrap_or_default()) {
            if hold.contains('*') {
                seen.drops[usize::from(hold.contains('/'))] += 1;
            }
        }
    }
    for fact in &certificate.unlike {
        let hold = fact.text().rsplit(' ').next().unwrap_or_default();
        seen.unlike[usize::from(hold.contains('*')) + usize::from(hold.contains('/'))] += 1;
    }
    let limited = certificate
        .mated
        .iter()
        .filter(|fact| fact.text().split(' ').nth(4) != Some("-"));
    seen.limited += limited.count();
}

/// Changes one detail in the text of a certificate.
fn corrupt(text: &str, random: &mut Random) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let head = lines.iter().position(|line| line.starts_with("section"))?;
    let records: Vec<usize> = (head..lines.len() - 1)
        .filter(|&i| !lines[i].starts_with("section"))
        .collect();
    let &at = random.pick(&records)?;
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let part = lines[..at]
        .iter()
        .rev()
        .find_map(|line| line.strip_prefix("section "));
    let number: u32 = words[3].parse().unwrap_or(0);
    match random.below(7) {
        // Remove a record.
        0 => {
            lines.remove(at);
            let end = lines.len() - 1;
            let count = records.len() - 1;
            lines[end] = format!("end {count}");
            return Some(lines.join("\n"));
        }
        // Claim more plies, or fewer, than is known.
        1 => {
            let stronger = match part {
                Some("win" | "mated" | "alike" | "proof") => number.checked_sub(2)?,
                _ => number + 2,
            };
            words[3] = stronger.to_string();
        }
        // Remove a reply, a stripped square or the move.
        2 if words.len() > 4 => {
            words.remove(4 + random.below(words.len() - 4));
        }
        // Change what is said of a drop or a reply: the plies, the capture, the hold.
        3 => {
            let i = 4 + random.below(words.len().checked_sub(4).filter(|&n| n > 0)?);
            let mut fields: Vec<String> = words[i].split(':').map(str::to_owned).collect();
            if fields.len() == 4 {
                match random.below(3) {
                    0 => fields[2] = fields[2].parse::<u32>().ok()?.checked_sub(2)?.to_string(),
                    1 if fields[1].ends_with('+') => {
                        fields[1].pop();
                    }
                    1 => fields[1].push('+'),
                    _ => fields[3] = "-".to_owned(),
                }
            } else {
                let last = fields.len() - 1;
                fields[last] = match fields[last].split_once('/') {
                    Some((reply, _)) => reply.to_owned(),
                    None => format!("{}/0", fields[last]),
                };
            }
            words[i] = fields.join(":");
        }
        // Insert a word of another record.
        4 => {
            let &other = random.pick(&records)?;
            let others: Vec<&str> = lines[other].split(' ').skip(4).collect();
            let &word = random.pick(&others)?;
            let i = words.len().min(4 + random.below(3));
            if i < words.len() {
                words[i] = word.to_owned();
            } else {
                words.push(word.to_owned());
            }
        }
        // Compare with another board.
        5 if matches!(part, Some("alike" | "unlike")) => {
            let &other = random.pick(&records)?;
            let others: Vec<&str> = lines[other].split(' ').collect();
            words[4] = others
                .into_iter()
                .rfind(|word| word.matches('/').count() > 1)?
                .to_owned();
        }
        // Give the attacker a pawn, or take his hand.
        _ => {
            words[2] = if words[2] == "-" { "P" } else { "-" }.to_owned();
        }
    }
    lines[at] = words.join(" ");
    Some(lines.join("\n"))
}

/// Forges comparisons of the pairs of positions in a certificate, in either order. Brute force
/// judges those that the checker accepts.
fn forge(certificate: &Certificate, random: &mut Random, seen: &mut Seen) {
    let both = certificate.alike.iter().chain(&certificate.unlike);
    let pairs: Vec<[String; 2]> = both
        .flat_map(|fact| {
            let words: Vec<&str> = fact.text().split(' ').collect();
            let tail = format!("{} {}", words[1], words[2]);
            let first = format!("{} {tail}", words[0]);
            let second = format!("{} {tail}", words[4]);
            [[first.clone(), second.clone()], [second, first]]
        })
        .collect();
    for _ in 0..25 {
        let Some([first, second]) = random.pick(&pairs) else {
            return;
        };
        let plies = 2 * random.below(4) as u32;
        let p = position_of(&certificate.root, second);
        let rules = yose_verify::shogi::Rules::standard();
        let y = yose_verify::shogi::Position::parse(&sfen::write(&p, 1), &rules).unwrap();
        let replies = y.legal_moves();
        let board = second.split(' ').next().unwrap_or_default().to_owned();
        let mut words = vec![board];
        let alike = random.below(2) == 0;
        if alike {
            for reply in &replies {
                let next = y.play(reply).unwrap();
                let taken = next.checks().into_iter().find(|check| check[2..4] == reply[2..4]);
                match (reply.contains('*'), taken) {
                    // All kinds dropped on one square are stripped together.
                    (true, Some(check)) if random.below(4) > 0 => {
                        let word = format!("{}:{check}:0:-", &reply[2..4]);
                        if !words.contains(&word) {
                            words.push(word);
                        }
                    }
                    _ => {
                        let checks = next.checks();
                        let Some(check) = random.pick(&checks) else {
                            continue;
                        };
                        words.push(format!("{reply}:{check}"));
                    }
                }
            }
        } else {
            let Some(reply) = random.pick(&replies) else {
                continue;
            };
            words.push(reply.clone());
        }
        let part = if alike { Section::Alike } else { Section::Unlike };
        let Ok(fact) = Fact::new(part, first, plies, &words) else {
            continue;
        };
        let mut forged = certificate.clone();
        let facts = if alike {
            &mut forged.alike
        } else {
            &mut forged.unlike
        };
        facts.push(fact.clone());
        if check(&forged).is_err() {
            seen.forged_rejected += 1;
            continue;
        }
        seen.forged_accepted[usize::from(!alike)] += 1;
        let mut only = Certificate::new(forged.game, forged.policy, forged.root, Vec::new());
        if alike {
            only.alike.push(fact);
        } else {
            only.unlike.push(fact);
        }
        compare(&only, Policy::Strict, seen);
    }
}

fn certify<G: Geometry>(tsume: &Tsume<G>, policy: Policy, random: &mut Random, seen: &mut Seen) {
    let limits = Limits {
        nodes: Some(30_000),
        hash_mb: 8,
        ..Limits::default()
    };
    let (solution, certificate) = solve_and_certify(tsume, policy, 1, &limits, &mut |_| {}).unwrap();
    let Verdict::Proved { length, exact } = solution.verdict else {
        return;
    };
    let text = sfen::write(tsume.position(), 1);
    let certificate = certificate.unwrap_or_else(|why| panic!("{policy:?} of {text}: {why}"));
    let file = text_of(&certificate);
    let read = decode(file.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{file}"));
    assert_eq!(read, certificate, "what is written is read back");
    let accepted = check(&read).unwrap_or_else(|rejected| panic!("{policy:?}: {rejected}\n{file}"));
    assert_eq!(accepted.exact, exact.then_some(length), "{text}");
    count(&certificate, seen);
    if certificate.records() > 300 {
        return;
    }
    compare(&certificate, policy, seen);
    if policy == Policy::Strict {
        forge(&certificate, random, seen);
    }
    // Change the claims themselves.
    for (claim, other) in [
        (
            format!("claim mate {length}"),
            format!("claim mate {}", length - 1),
        ),
        (
            format!("claim mate {length}"),
            format!("claim mate {}", length.saturating_sub(2)),
        ),
        (
            format!("claim notwithin {}", length.max(2) - 2),
            format!("claim notwithin {length}"),
        ),
    ] {
        if exact && file.contains(&claim) {
            let corrupted = file.replacen(&claim, &other, 1);
            assert!(
                decode(corrupted.as_bytes()).is_ok_and(|read| check(&read).is_err()) || other.ends_with(" 0"),
                "{corrupted}"
            );
        }
    }
    for _ in 0..20 {
        let Some(corrupted) = corrupt(&file, random).filter(|corrupted| *corrupted != file) else {
            continue;
        };
        match decode(corrupted.as_bytes()) {
            Ok(read) if check(&read).is_ok() => {
                seen.still_true += 1;
                compare(&read, policy, seen);
            }
            _ => seen.rejected += 1,
        }
    }
}

#[test]
fn lengths_under_a_policy_are_certified_and_nothing_false_is_accepted() {
    let mut seen = Seen::default();
    let mut random = Random::new(7);
    for text in DISTANT {
        let base = sfen::read(text).unwrap();
        for i in 0..MUTATIONS {
            let mut setup = base.clone();
            for _ in 0..i % 4 {
                setup = mutated(&setup, &mut random).unwrap_or(setup);
            }
            with_position!(setup.validate().unwrap(), |p| {
                let Ok(tsume) = Tsume::new(p) else { continue };
                for policy in [Policy::Usual, Policy::Immediate, Policy::Strict] {
                    certify(&tsume, policy, &mut random, &mut seen);
                }
            });
        }
    }
    println!("{seen:?}");
    assert!(seen.certificates > 150, "{seen:?}");
    assert!(seen.compared.iter().all(|&n| n > 10), "{seen:?}");
    assert!(seen.rejected > 5 * seen.still_true, "{seen:?}");
    assert!(seen.forged_accepted.iter().all(|&n| n > 10), "{seen:?}");
    assert!(
        seen.forged_rejected > seen.forged_accepted.iter().sum::<usize>(),
        "{seen:?}"
    );
    assert!(seen.unlike[..2].iter().all(|&n| n > 0), "{seen:?}");
    assert!(seen.records[..8].iter().all(|&n| n > 0), "{seen:?}");
    assert!(seen.stripped.iter().all(|&n| n > 10), "{seen:?}");
    assert!(seen.drops.iter().all(|&n| n > 0) && seen.limited > 0, "{seen:?}");
}

#[test]
fn what_does_not_fit_is_too_large() {
    let setup = sfen::read("9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1").unwrap();
    let tsume = Tsume::new(setup.position(Nine).unwrap()).unwrap();
    let limits = Limits {
        hash_mb: 8,
        ..Limits::default()
    };
    let mut told = Vec::new();
    for most in [300_000, 8 << 20] {
        let (policy, room) = (Policy::Immediate, Room::of(most));
        let (_, certificate) =
            solve_and_certify_within(&tsume, policy, 1, &limits, room, &mut |_| {}).unwrap();
        told.push(certificate);
    }
    let [small, whole] = &told[..] else { unreachable!() };
    let records = whole.as_ref().unwrap().records();
    match small {
        Err(NoCertificate::TooLarge { records: few, .. }) => {
            assert!(*few > 5 && *few < records, "{few} of {records}")
        }
        other => panic!("{other:?}"),
    }
}
