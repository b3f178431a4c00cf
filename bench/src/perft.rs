//! Perft of shogi and of Lines of Action, beside other libraries.

use crate::table::{Row, compare};
use haitaka::Board;
use yose_loa::{Position as Loa, Rules, Runtime, Size, Standard};
use yose_shogi::notation::sfen;
use yose_shogi::perft::perft;
use yose_shogi::{Nine, SHOGI, with_position};
use yose_testkit::suite as data;

/// The start position, and a middle game with full hands.
pub const SHOGI_CASES: [(&str, &str, u32); 2] = [
    (
        "start, depth 5",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        5,
    ),
    (
        "middle game, depth 3",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        3,
    ),
];

/// The perft of haitaka's own example, with drops. Like ours, it counts the last ply by sets.
pub fn haitaka(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.into_iter().len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += haitaka(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

pub fn static_nine(text: &str, depth: u32) -> u64 {
    sfen::read(text)
        .ok()
        .and_then(|s| s.position(Nine).ok())
        .map_or(0, |mut p| perft(&mut p, depth))
}

pub fn runtime_nine(text: &str, depth: u32) -> u64 {
    let geometry = SHOGI.runtime_geometry();
    sfen::read(text)
        .ok()
        .and_then(|s| s.position(geometry).ok())
        .map_or(0, |mut p| perft(&mut p, depth))
}

pub fn rsshogi(text: &str, depth: u32) -> u64 {
    match rsshogi::board::position_from_sfen(text) {
        Ok(mut p) => {
            p.init_stack();
            rsshogi::board::perft::compute_perft(&mut p, depth as u8)
        }
        Err(_) => 0,
    }
}

pub fn run() {
    for (name, text, depth) in SHOGI_CASES {
        let board: Option<Board> = text.parse().ok();
        compare(
            &format!("Perft of shogi: {name}"),
            "leaves",
            7,
            vec![
                Row::new("yose, static 9x9", || static_nine(text, depth)),
                Row::new("yose, runtime 9x9", || runtime_nine(text, depth)),
                Row::new("haitaka 0.3.2", || {
                    board.as_ref().map_or(0, |b| haitaka(b, depth))
                }),
                Row::new("rsshogi 1.7", || rsshogi(text, depth)),
            ],
        );
    }
    let eight = Loa::<Standard>::start(Size::STANDARD);
    let wide = Loa::<Runtime<u64>>::start(Size::STANDARD);
    compare(
        "Perft of Lines of Action: 8x8, depth 5",
        "leaves",
        7,
        vec![
            Row::new("yose, static 8x8", || {
                eight.map_or(0, |p| yose_loa::perft::perft(&p, Rules::PAPER, 5))
            }),
            Row::new("yose, runtime 8x8", || {
                wide.map_or(0, |p| yose_loa::perft::perft(&p, Rules::PAPER, 5))
            }),
        ],
    );
}

/// Runs every row of the suites. Returns `false` if a count differs.
pub fn suite() -> bool {
    let mut fine = true;
    for row in data::rows("shogi/perft.tsv") {
        let [id, rules, text, depth, nodes] = &row[..5] else {
            continue;
        };
        let (Ok(depth), Ok(nodes)) = (depth.parse::<u32>(), nodes.parse::<u64>()) else {
            continue;
        };
        let variant = data::variant(rules);
        let Ok(setup) = sfen::read_as(text, variant) else {
            continue;
        };
        let start = std::time::Instant::now();
        let found = setup
            .validate()
            .map(|any| with_position!(any, |p| perft(&mut p.clone(), depth)));
        let own = start.elapsed();
        let wide = setup
            .position(variant.runtime_geometry())
            .map(|mut p| perft(&mut p, depth));
        let same = found == Ok(nodes) && wide == Ok(nodes);
        fine &= same;
        println!(
            "{id:16} depth {depth} {nodes:>12} {:>8.3} s {}",
            own.as_secs_f64(),
            word(same)
        );
    }
    let path = data::path("loa/perft.txt");
    let cases = std::fs::read_to_string(&path).map(|text| yose_loa::perft::read_suite(&text));
    let Ok(Ok(cases)) = cases else {
        println!("{} cannot be read", path.display());
        return false;
    };
    for case in cases {
        let same = case.run() == case;
        fine &= same;
        println!(
            "loa {:12} depth {} {:>12} {:>12} {}",
            case.size.to_string(),
            case.depth,
            case.plain,
            case.repetition,
            word(same)
        );
    }
    fine
}

fn word(same: bool) -> &'static str {
    if same { "ok" } else { "DIFFERS" }
}
