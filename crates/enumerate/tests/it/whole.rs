//! The whole of kin-gin: the counts of the paper, and the table by length under every convention.

use std::sync::Arc;
use yose_enumerate::summary::Summary;
use yose_enumerate::{Groups, Part, Space, Terms, Worker};

/// By length: mates; nothing left under each convention; no cook, minor cooks: the grade, every
/// line, some line; groups of each. The mates are those of the paper and of an independent program,
/// and so are the sums of what is left and of no cook on every and on some line.
type Row = (u32, u64, [u64; 7], [u64; 3], [u64; 3], [u64; 2]);
const TABLE: [Row; 13] = [
    (
        1,
        13470,
        [2196, 2196, 2424, 2424, 2424, 13470, 13470],
        [0; 3],
        [0; 3],
        [0; 2],
    ),
    (
        3,
        14641,
        [10352, 8911, 11892, 11413, 11145, 10356, 11146],
        [0; 3],
        [0; 3],
        [0; 2],
    ),
    (
        5,
        4971,
        [1185, 1010, 1504, 1218, 1293, 1998, 2010],
        [0; 3],
        [0; 3],
        [0; 2],
    ),
    (
        7,
        2568,
        [1048, 699, 1943, 1617, 1188, 1095, 1238],
        [328, 298, 328],
        [178, 159, 220],
        [81, 76],
    ),
    (
        9,
        1240,
        [491, 208, 779, 564, 520, 578, 607],
        [119, 100, 119],
        [83, 54, 112],
        [47, 47],
    ),
    (
        11,
        798,
        [461, 243, 746, 694, 526, 465, 534],
        [77, 62, 77],
        [91, 45, 118],
        [30, 65],
    ),
    (
        13,
        402,
        [284, 144, 356, 320, 298, 305, 318],
        [48, 37, 48],
        [67, 54, 82],
        [19, 32],
    ),
    (
        15,
        115,
        [65, 46, 106, 99, 80, 74, 89],
        [24, 20, 24],
        [11, 9, 16],
        [21, 8],
    ),
    (
        17,
        39,
        [35, 25, 37, 35, 35, 35, 35],
        [11, 8, 11],
        [12, 3, 13],
        [9, 10],
    ),
    (19, 17, [15, 11, 17, 17, 16, 15, 16], [2, 0, 2], [5, 5, 8], [1, 4]),
    (21, 15, [15, 14, 15, 15, 15, 15, 15], [0; 3], [2, 1, 6], [0, 2]),
    (23, 9, [9; 7], [0; 3], [5, 5, 5], [0, 3]),
    (25, 3, [3; 7], [0; 3], [3, 3, 3], [0, 2]),
];

/// The parts of every `step`-th frame from `first` on.
fn frames(space: &Space, terms: &Terms, first: usize, step: usize) -> Vec<Part> {
    let worker = Worker::new(space, terms, Arc::default());
    let all = space.frames().iter().enumerate().skip(first).step_by(step);
    let none = |_: &yose_shogi::Shogi| Err("no disproof was asked for".to_owned());
    all.map(|(i, frame)| worker.frame(i, frame, &none).unwrap().0)
        .collect()
}

#[test]
#[ignore = "10 CPU minutes; cargo test --release -p yose-enumerate --test it whole -- --ignored"]
fn kin_gin_is_what_the_paper_says() {
    let space = Space::built_in("kin-gin").unwrap().unwrap();
    let terms = Terms {
        disproofs: None,
        ..Terms::default()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut parts = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|i| {
                let (space, terms) = (&space, &terms);
                scope.spawn(move || yose_tsume::with_big_stack(|| frames(space, terms, i, threads)).unwrap())
            })
            .collect();
        let done = workers.into_iter().map(|worker| worker.join().unwrap());
        done.flatten().collect::<Vec<Part>>()
    });
    parts.sort_by_key(|part| part.frame);
    let groups = Groups::new(&space, &parts);
    let summary = Summary::new(&space, &parts, &groups);
    println!("{}", summary.text());
    let counts = [
        summary.diagrams,
        summary.problems,
        summary.mates,
        summary.never,
        summary.open,
        summary.long,
    ];
    assert_eq!(counts, [4_139_520, 808_108, 38_288, 769_820, 0, 5_206]);
    let found: Vec<Row> = summary
        .lengths
        .iter()
        .map(|(&length, line)| {
            let (complete, minor) = (line.complete, line.minor);
            (
                length,
                line.mates,
                line.none_left,
                [complete.one, complete.every, complete.some],
                [minor.one, minor.every, minor.some],
                [line.complete_groups, line.minor_groups],
            )
        })
        .collect();
    assert_eq!(found, TABLE);
}
