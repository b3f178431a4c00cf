//! A node of the search takes nothing from the heap: a hundred times as many nodes take as many
//! allocations, except for stacks that double and the blocks in which a table grows.

use allocation_counter::measure;
use yose_andor::{EVER, Plies, Search, Table, schedule};
use yose_shogi::notation::sfen;
use yose_shogi::with_position;
use yose_tsume::{Limits, Meter, Question, SolverSettings, Techniques, Tsume, with_big_stack};

/// The allocations of a search for a mate within `within` plies that may use `nodes` nodes. The
/// position is a naked king, which is not mated by then.
fn allocations(within: Plies, nodes: u64) -> u64 {
    let (position, _) = sfen::position("4k4/9/9/9/9/9/9/9/9 b B4G2S9P2rb2s4n4l9p 1").unwrap();
    with_position!(position, |p| {
        let question = Question::new(&Tsume::new(p).unwrap(), Techniques::default());
        let table = Table::new(16);
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        // The counts are those of the thread.
        with_big_stack(|| {
            measure(|| {
                let mut search = Search::new(question.clone(), &table, SolverSettings::default().search);
                let mut quiet = |_| {};
                let mut meter = Meter::new(&limits, &mut quiet);
                let answer = schedule::within(&mut search, within, &mut meter);
                assert!(answer.is_err(), "{answer:?}");
            })
        })
        .expect("a stack")
        .count_total
    })
}

#[test]
fn nodes_allocate_nothing() {
    for within in [EVER, 41] {
        let (few, many) = (allocations(within, 2_000), allocations(within, 200_000));
        println!("within {within}: {few} allocations in 2,000 nodes, {many} in 200,000");
        assert!(few > 0 && many < few + 100, "within {within}: {few} and {many}");
    }
}
