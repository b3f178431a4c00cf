//! Random records, the same on every machine.

use std::time::Duration;
use yose_record::{Ending, NodeId, Record, Step, Tree};
use yose_shogi::notation::sfen;
use yose_shogi::{AnyPosition, Move, Nine, SHOGI, Setup, Shogi};

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xdead_beef_cafe_f00d)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// A position of 9x9 shogi.
pub(crate) fn nine(position: AnyPosition) -> Shogi {
    match position {
        AnyPosition::Nine(position) => position,
        _ => panic!("not 9x9"),
    }
}

pub(crate) fn setup(text: &str) -> Setup {
    sfen::read_as(text, &SHOGI).expect("a test's own SFEN")
}

const STARTS: [&str; 8] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    // Problems without an attacking king, one with White to move.
    "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "7+R1/5k3/9/4+B4/9/9/9/9/9 w rb4g4s4n4l18p 1",
    // Many pieces of one kind around a square, so that every suffix of KI2 occurs.
    "k8/9/2G1G1G2/3+P+P+P3/3+P1+P3/3+P+P+P3/1S1S5/N1N6/1S1S2K2 b 2r2b8p 1",
];

#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) variations: bool,
    pub(crate) times: bool,
    pub(crate) comments: bool,
    pub(crate) ending: bool,
    /// Only positions with both kings, and only variations of the main line.
    pub(crate) plain: bool,
}

pub(crate) const FULL: Shape = Shape {
    variations: true,
    times: true,
    comments: true,
    ending: true,
    plain: false,
};

const COMMENTS: [&str; 7] = [
    "好手",
    "ここで△３四歩なら先手良し。",
    "a, b: c",
    " leading",
    "*engine 30",
    "&しおり",
    "",
];

fn random_move(position: &Shogi, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    // Choosing captures and promotions first keeps the board varied. Drops follow from captures.
    for _ in 0..3 {
        let m = *random.pick(&moves);
        if m.promotes() || position.piece_on(m.to()).is_some() || random.one_in(2) {
            return Some(m);
        }
    }
    Some(*random.pick(&moves))
}

fn line(record: &mut Record, from: NodeId, length: usize, shape: Shape, random: &mut Random) {
    let mut position = nine(record.position_at(from).expect("legal so far"));
    let mut at = from;
    for _ in 0..length {
        let Some(m) = random_move(&position, random) else {
            break;
        };
        position.make(m);
        at = record.tree.add(at, Step::Move(m));
        decorate(record, at, shape, random);
    }
    if shape.ending && random.one_in(2) && record.tree.node(at).children().is_empty() {
        let endings = [
            Ending::Resign,
            Ending::Mate,
            Ending::NoMate,
            Ending::Interrupted,
            Ending::Repetition,
            Ending::Impasse,
            Ending::IllegalWin,
            Ending::IllegalLoss,
            Ending::TimeUp,
            Ending::EnteringKing,
            Ending::Draw,
            Ending::MaxMoves,
            Ending::Other("ODD-1".to_owned()),
        ];
        let end = record.tree.add(at, Step::End(random.pick(&endings).clone()));
        decorate(record, end, shape, random);
    }
}

fn decorate(record: &mut Record, node: NodeId, shape: Shape, random: &mut Random) {
    let node = record.tree.node_mut(node);
    if shape.times && random.one_in(2) {
        node.time = Some(Duration::from_secs(random.below(8000) as u64));
    }
    if shape.comments && random.one_in(6) {
        for _ in 0..=random.below(2) {
            node.comments.push((*random.pick(&COMMENTS)).to_owned());
        }
    }
}

pub(crate) fn record(seed: u64, shape: Shape) -> Record {
    let mut random = Random::new(seed);
    let start = if shape.plain {
        STARTS[random.below(5)]
    } else {
        *random.pick(&STARTS)
    };
    let mut start = setup(start);
    if random.one_in(3) {
        // A start in the middle of a game.
        let mut position = start.position(Nine).expect("a start is legal");
        for _ in 0..random.below(60) {
            let Some(m) = random_move(&position, &mut random) else {
                break;
            };
            position.make(m);
        }
        start = Setup::of(&position, 1);
    }
    let mut record = Record::new(start);
    let odds = sfen::write_setup(&record.setup).contains("PPPPPPPPP/1B5R1/LNSGKGSNL w");
    // The players come first, as CSA demands.
    for (key, value) in [
        (if odds { "下手" } else { "先手" }, "わたし"),
        (if odds { "上手" } else { "後手" }, "師匠"),
        ("棋戦", "第１回テスト戦"),
        ("備考", "コロン：あり"),
    ] {
        if random.one_in(2) {
            record.headers.push((key.to_owned(), value.to_owned()));
        }
    }
    if shape.comments && random.one_in(2) {
        record
            .tree
            .node_mut(Tree::ROOT)
            .comments
            .push("初手の前".to_owned());
    }
    let length = random.below(90);
    line(&mut record, Tree::ROOT, length, shape, &mut random);
    if shape.variations {
        for _ in 0..random.below(6) {
            let nodes: Vec<NodeId> = if shape.plain {
                record
                    .tree
                    .main_line()
                    .filter(|&id| record.tree.node(id).played().is_some())
                    .collect()
            } else {
                record
                    .tree
                    .iter()
                    .filter(|(_, n)| n.ending().is_none())
                    .map(|(id, _)| id)
                    .collect()
            };
            if nodes.is_empty() {
                break;
            }
            let from = *random.pick(&nodes);
            // A first child would extend the main line, whose length is fixed.
            if record.tree.node(from).children().is_empty() {
                continue;
            }
            let length = 1 + random.below(12);
            line(&mut record, from, length, shape, &mut random);
        }
    }
    record
}
