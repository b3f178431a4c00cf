//! Comparison with rsshogi in both directions: rsshogi must read the files that this crate writes
//! to the same moves, and this crate must read the files that rsshogi writes.
//!
//! Limits of rsshogi that matter here:
//!
//! - Its KIF and KI2 readers stop at an ending, so variations are compared in games without an
//!   ending.
//! - Its KI2 writer lists the variations of the first move first, without marks. This is ambiguous
//!   for two or more variations, so it gets one.
//! - Its CSA has no variations, like ours.

use crate::common::{Random, Shape, record};
use rsshogi::records::formats::{csa, jkf, kif};
use rsshogi::records::{MoveEntry, RecordNodeId};
use rsshogi::types::Move as TheirMove;
use std::collections::BTreeSet;
use yose_record::{Format, NodeId, Record, Step, Tree, read_str, write};
use yose_shogi::SHOGI;
use yose_shogi::notation::{sfen, usi};

type Theirs = rsshogi::records::Record;

const GAMES: u64 = 220;

/// Every line of a tree from its start to a leaf, in USI.
fn our_lines(record: &Record) -> BTreeSet<Vec<String>> {
    record
        .tree
        .iter()
        .filter(|(_, node)| node.ending().is_none())
        .filter(|(_, node)| {
            node.children()
                .iter()
                .all(|&c| record.tree.node(c).ending().is_some())
        })
        .map(|(id, _)| {
            record
                .tree
                .moves_to(id)
                .into_iter()
                .map(|m| usi::write(m, &SHOGI))
                .collect()
        })
        .collect()
}

fn their_lines(record: &Theirs) -> BTreeSet<Vec<String>> {
    let mut lines = BTreeSet::new();
    let mut todo = vec![(record.root_id(), Vec::new())];
    while let Some((id, moves)) = todo.pop() {
        let mut leaf = true;
        for &child in record.children(id) {
            if let Some(entry) = record.node(child).mv() {
                leaf = false;
                let mut moves = moves.clone();
                moves.push(entry.mv().to_usi());
                todo.push((child, moves));
            }
        }
        if leaf {
            lines.insert(moves);
        }
    }
    lines
}

fn their_record(ours: &Record) -> Theirs {
    let mut theirs = Theirs::new(sfen::write_setup(&ours.setup)).expect("their record");
    let mut ids: Vec<(NodeId, RecordNodeId)> = vec![(Tree::ROOT, theirs.root_id())];
    for (id, node) in ours.tree.iter() {
        let (Some(parent), Some(m)) = (node.parent(), node.played()) else {
            continue;
        };
        let parent = ids
            .iter()
            .find(|(ours, _)| *ours == parent)
            .expect("parents come first")
            .1;
        let entry = MoveEntry::new(TheirMove::from_usi(&usi::write(m, &SHOGI)).expect("USI"));
        ids.push((id, theirs.append_move(parent, entry).expect("appended")));
    }
    theirs
}

fn parse(text: &str, format: Format) -> Theirs {
    match format {
        Format::Kif => kif::parse_kif_str(text).map_err(|e| e.to_string()),
        Format::Ki2 => kif::parse_ki2_str(text).map_err(|e| e.to_string()),
        Format::Csa => csa::parse_csa_str(text).map_err(|e| e.to_string()),
        Format::Jkf => jkf::parse_jkf_str(text).map_err(|e| e.to_string()),
    }
    .unwrap_or_else(|error| panic!("rsshogi cannot read our {format:?}: {error}\n{text}"))
}

fn export(record: &Theirs, format: Format) -> String {
    match format {
        Format::Kif => kif::export_kif(record).map_err(|e| e.to_string()),
        Format::Ki2 => kif::export_ki2(record).map_err(|e| e.to_string()),
        Format::Csa => csa::export_csa(record).map_err(|e| e.to_string()),
        Format::Jkf => jkf::export_jkf(record).map_err(|e| e.to_string()),
    }
    .expect("rsshogi writes")
}

fn shape(variations: bool) -> Shape {
    Shape {
        variations,
        times: true,
        comments: false,
        ending: false,
        plain: true,
    }
}

fn game(seed: u64, format: Format) -> Record {
    record(seed, shape(matches!(format, Format::Kif | Format::Jkf)))
}

#[test]
fn rsshogi_reads_what_we_write() {
    for format in Format::ALL {
        for seed in 0..GAMES {
            let ours = game(10_000 + seed, format);
            let text = write(&ours, format).expect("legal");
            let theirs = parse(&text, format);
            assert_eq!(
                their_lines(&theirs),
                our_lines(&ours),
                "{format:?} {seed}\n{text}"
            );
        }
    }
}

#[test]
fn we_read_what_rsshogi_writes() {
    for format in Format::ALL {
        for seed in 0..GAMES {
            let ours = game(20_000 + seed, format);
            let text = export(&their_record(&ours), format);
            let read =
                read_str(&text, None).unwrap_or_else(|faults| panic!("{format:?} {seed}: {faults}\n{text}"));
            assert_eq!(read.setup, ours.setup, "{format:?} {seed}\n{text}");
            assert_eq!(our_lines(&read), our_lines(&ours), "{format:?} {seed}\n{text}");
        }
    }
}

#[test]
fn one_variation_in_ki2() {
    for seed in 0..GAMES {
        let mut random = Random::new(seed);
        let mut ours = record(30_000 + seed, shape(false));
        let ids: Vec<NodeId> = ours.tree.main_line().collect();
        if ids.len() < 2 {
            continue;
        }
        let at = ids[random.below(ids.len() - 1)];
        let moves = crate::common::nine(ours.position_at(at).expect("legal")).legal_moves();
        ours.tree.add(at, Step::Move(*random.pick(&moves)));
        let text = export(&their_record(&ours), Format::Ki2);
        let read = read_str(&text, None).unwrap_or_else(|faults| panic!("{seed}: {faults}\n{text}"));
        assert_eq!(our_lines(&read), our_lines(&ours), "{seed}\n{text}");
        let text = write(&ours, Format::Ki2).expect("legal");
        assert_eq!(
            their_lines(&parse(&text, Format::Ki2)),
            our_lines(&ours),
            "{seed}\n{text}"
        );
    }
}

/// Both programs give a move the same name, also where pieces are pinned.
#[test]
fn moves_have_the_same_names() {
    let mut compared = 0;
    for seed in 0..GAMES {
        let ours = record(40_000 + seed, shape(false));
        let text = export(&their_record(&ours), Format::Ki2);
        let names = text
            .lines()
            .filter(|line| line.starts_with(['▲', '△', '☗', '☖']))
            .flat_map(|line| line.split(['▲', '△', '☗', '☖']).skip(1))
            .map(|name| {
                name.chars()
                    .filter(|c| !c.is_whitespace())
                    .collect::<String>()
                    .replace('竜', "龍")
            });
        let mut position = crate::common::nine(ours.position().expect("legal"));
        let mut previous = None;
        for (id, theirs) in ours.tree.main_line().zip(names) {
            let m = ours.tree.node(id).played().expect("a move");
            let name = yose_record::japanese_unmarked(&position, m, previous).replace('　', "");
            assert_eq!(
                name,
                theirs,
                "{} {}",
                sfen::write(&position, 1),
                usi::write(m, &SHOGI)
            );
            compared += 1;
            position.make(m);
            previous = Some(m.to());
        }
    }
    assert!(compared > 5_000, "{compared}");
}
