//! A game of your own: Connect Four on a small board, solved with its line and evidence.
//! `cargo run --release -p yose-prove --example connect_four`
use yose_andor::evidence::Facts;
use yose_andor::{Dominance, Edge, Game, Hints, Limits, Links, Lookahead};
use yose_prove::{Settings, Solver};

const FILES: u16 = 5;
const RANKS: u16 = 4;

/// Stones of prover and defender. A file is a run of `RANKS + 1` bits, the top one empty.
#[derive(Clone, Copy, Default)]
pub struct Board {
    stones: [u64; 2],
    turn: usize,
}

impl Board {
    /// The square on which a stone lands that is dropped into a file from 1. 0 if the file is full.
    fn landing(&self, file: u16) -> u64 {
        let free = (15 << ((file - 1) * (RANKS + 1))) & !(self.stones[0] | self.stones[1]);
        free & free.wrapping_neg()
    }
    fn has_four(&self, side: usize) -> bool {
        let four = |step| (0..4).fold(!0, |all, i| all & (self.stones[side] >> (i * step)));
        [1, RANKS, RANKS + 1, RANKS + 2]
            .iter()
            .any(|&step| four(step) != 0)
    }
}

impl Game for Board {
    type Move = u16;
    type Undo = Board;
    type Resource = ();
    fn prover_to_move(&self) -> bool {
        self.turn == 0
    }
    fn key(&self) -> u64 {
        (self.stones[0] | self.stones[1] << 32) * 2 + self.turn as u64 + 1
    }
    fn resource(&self) {}
    /// A side without a move has lost. The prover begins and the number of squares is even, so only
    /// the prover can meet a full board.
    fn expand(&mut self, edges: &mut Vec<Edge<u16, ()>>) {
        let over = self.has_four(1 - self.turn);
        for file in (1..=FILES).filter(|&file| !over && self.landing(file) != 0) {
            let mut next = *self;
            next.make(file);
            edges.push(Edge::new(file, next.key(), ()));
        }
    }
    fn make(&mut self, file: u16) -> Board {
        let before = *self;
        self.stones[self.turn] |= self.landing(file);
        self.turn = 1 - self.turn;
        before
    }
    fn unmake(&mut self, _: u16, before: Board) {
        *self = before;
    }
    fn pack_move(&self, file: u16) -> u16 {
        file
    }
}
impl Dominance for Board {}
impl Lookahead for Board {}
impl Hints for Board {}
impl Links for Board {}

fn main() {
    let mut board = Board::default();
    let _ = [4, 5, 1, 4, 4, 2].map(|file| board.make(file));
    let solver = Solver::new(board, &Settings::with_step(2), 16);
    let solution = solver.solve(&Limits::default(), &mut |_| {});
    let mut facts = Facts::default();
    let holds = solver.evidence(solution.verdict, &mut facts, &Limits::default());
    println!("{:?}, files {:?}", solution.verdict, solution.line);
    println!("evidence: {holds:?}, {} proofs", facts.proofs.len());
}
