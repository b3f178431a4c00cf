//! The limit of depth: a path that was cut for its length claims nothing.

use yose_andor::{Dominance, Game, Hints, Links, Lookahead};
use yose_andor::{EVER, Edge, Limits, Meter, Options, Outcome, Reason, Search, Table};

/// A line of one move after the other; the prover wins at the end.
#[derive(Clone)]
struct Line {
    left: u64,
}

impl Game for Line {
    type Move = u16;
    type Undo = ();
    type Resource = ();
    fn prover_to_move(&self) -> bool {
        self.left % 2 == 1
    }
    fn key(&self) -> u64 {
        self.left + 1
    }
    fn resource(&self) {}
    fn expand(&mut self, edges: &mut Vec<Edge<u16, ()>>) {
        if self.left > 0 {
            edges.push(Edge::new(1, self.left, ()));
        }
    }
    fn make(&mut self, _: u16) {
        self.left -= 1;
    }
    fn unmake(&mut self, _: u16, (): ()) {
        self.left += 1;
    }
    fn pack_move(&self, m: u16) -> u16 {
        m
    }
}

impl Dominance for Line {}
impl Lookahead for Line {}
impl Hints for Line {}
impl Links for Line {}

fn ask(left: u64, max_depth: usize) -> Result<Outcome, Reason> {
    let limits = Limits::default();
    let mut report = |_| {};
    let mut meter = Meter::new(&limits, &mut report);
    let table = Table::new(1);
    let options = Options {
        max_depth,
        ..Options::default()
    };
    Search::new(Line { left }, &table, options).within(EVER, &mut meter)
}

#[test]
fn a_longer_path_than_allowed_is_no_answer() {
    for plies in [1_u16, 5, 21] {
        let depth = usize::from(plies);
        assert_eq!(ask(plies.into(), depth + 1), Ok(Outcome::Proved(plies)));
        assert_eq!(ask(plies.into(), depth), Err(Reason::Depth));
    }
}
