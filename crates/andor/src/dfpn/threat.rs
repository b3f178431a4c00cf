//! Replaying a threat: the proof after the pass is tried against the replies that wait.
//!
//! In a game with a ground ([`Game::GROUND`](crate::Game::GROUND)) the defender's pass leads there
//! ([`Count::ToGround`]). Once the pass is answered, its proof is a threat. A reply that does not
//! parry the threat loses to the same moves. So before such a reply is searched, the proof is
//! played again after it (`replay.rs`). What survives that are the refutation moves (反駁手) of A.
//! Nagai, *An algorithm to solve hisshi problems* (2011), section 3.1. He lists them as a class of
//! their own when the threat is known, and does not say how he finds them. Playing a proof again in
//! a similar position is Y. Kawano's (1996).
//!
//! Changes from that: only replies that wait for others ([`Late`]) are tried, since the game has
//! sorted them out as unlikely to parry, and only without a bound in plies. Likely replies mostly
//! parry, and within a bound most replies need not be answered at all: there the replay costs more
//! moves than it saves. A threat of one move needs no replay: [`Lookahead`](crate::Lookahead) sees
//! whether it still works.
//!
//! Switch: [`Options::replay_threats`](crate::Options). What it is worth: docs/lab/hisshi.md.

use super::Search;
use super::child::{Child, Status};
use super::node::Node;
use super::replay::{Model, Result, is_model};
use crate::limits::Meter;
use crate::number::EVER;
use crate::query::{Count, Late, Query};

/// The most positions of one try.
const MOST: u32 = 200;

impl<Q: Query> Search<'_, Q> {
    /// Before the best reply is visited for the first time: plays the threat against it. The result
    /// is a proof in the ground of the position after the reply.
    #[inline(never)]
    pub(super) fn threat_played(&mut self, node: &Node<Q::Resource>, meter: &mut Meter<'_>) -> Result<Q> {
        let reply = node.best();
        let child = &self.children[reply];
        let unlikely = child.edge.late != Late::No && node.within == EVER;
        if !self.options.replay_threats || !unlikely || child.seen || child.replayed {
            return Ok(None);
        }
        let mut children = self.children[node.base..].iter();
        let answered =
            |c: &&Child<Q::Move, Q::Resource>| c.edge.count == Count::ToGround && c.status == Status::Proved;
        let Some(pass) = children.find(answered).map(|c| c.edge) else {
            return Ok(None);
        };
        self.children[reply].replayed = true;
        let known = self.table.look(pass.key, pass.resource);
        if !is_model::<Q>(&known) {
            return Ok(None);
        }
        let mut model = Model::new(&self.query);
        model.make(pass.mv);
        let (made, mut left) = (self.query.moves_made(), MOST);
        let mv = self.children[reply].edge.mv;
        let undo = self.query.make(mv);
        let result = self.attack(&mut model, known.mv, 0, &mut left, meter);
        self.query.unmake(mv, undo);
        self.query.add_moves_made(model.moves_beyond(made));
        self.spare.clear();
        result
    }
}

/// Each test names a mutation that it finds.
#[cfg(test)]
mod tests {
    use super::super::Found;
    use super::super::node::{Entered, Thresholds};
    use super::*;
    use crate::number::Plies;
    use crate::options::Options;
    use crate::table::Table;
    use crate::toy::{Labelled, by, key, metered};

    /// The pass of the defender, which leads to the ground.
    const PASS: u16 = 40;

    /// At node 0 the defender passes, and the move 2 mates; or plays the reply 3, after which the
    /// prover has the move `answer`, and then the defender has a reply if `parried`.
    fn game(late: Late, answer: u16, parried: bool) -> Labelled<true> {
        let (pass, to) = by(PASS, 1);
        let (reply, after) = by(3, 3);
        let check = |mv, to| {
            let (edge, to) = by(mv, to);
            (edge.with_count(Count::UnlessGround), to)
        };
        Labelled::new(vec![
            vec![
                (pass.with_count(Count::ToGround), to),
                (reply.with_count(Count::UnlessGround).with_late(late), after),
            ],
            vec![check(2, 2)],
            vec![],
            vec![check(answer, 4)],
            if parried { vec![check(6, 5)] } else { vec![] },
            vec![],
        ])
    }

    /// What is to be tried.
    struct Try {
        game: Labelled<true>,
        within: Plies,
        /// Whether the pass is answered, and whether the table knows how.
        answered: (bool, bool),
        options: Options,
    }

    impl Try {
        /// A reply that waits for others, with a threat that the table knows.
        fn new(game: Labelled<true>) -> Try {
            Try {
                game,
                within: EVER,
                answered: (true, true),
                options: Options::default(),
            }
        }

        /// The plies of the proof after the reply, at the first and at a second try.
        fn played(self) -> [Option<Plies>; 2] {
            let table = Table::new(1);
            if self.answered.1 {
                table.prove(key(1), (), 0, 2, 1);
            }
            let mut search = Search::new(self.game, &table, self.options);
            let entered = metered(|meter| search.enter(self.within, Thresholds::NONE, meter));
            let Ok(Entered::Node(mut node)) = entered else {
                panic!("decided at once");
            };
            if self.answered.0 {
                search.children[node.base].decide(&Found::proved(0, ()));
            }
            node.numbers.best = 1;
            let mut play = || {
                let found = metered(|meter| search.threat_played(&node, meter));
                assert_eq!(search.query().at, 0, "the position is as before");
                found.ok().flatten().map(|found| found.plies)
            };
            [play(), play()]
        }
    }

    /// Fails if the proof does not count as one of the ground, or if a reply is tried twice in one
    /// visit.
    #[test]
    fn a_reply_that_parries_nothing_loses_to_the_threat() {
        assert_eq!(Try::new(game(Late::Last, 2, false)).played(), [Some(0), None]);
    }

    /// Fails if a reply to the threat is passed over, or if any move passes for that of the threat.
    #[test]
    fn a_reply_that_parries_stands() {
        assert_eq!(Try::new(game(Late::Last, 2, true)).played(), [None; 2]);
        assert_eq!(Try::new(game(Late::Last, 5, false)).played(), [None; 2]);
    }

    /// Fails if a condition of `threat_played` is left out.
    #[test]
    fn only_unlikely_replies_without_a_bound_are_tried() {
        let easy = || Try::new(game(Late::Last, 2, false));
        assert_eq!(Try::new(game(Late::No, 2, false)).played(), [None; 2]);
        let within = 9;
        assert_eq!(Try { within, ..easy() }.played(), [None; 2]);
        let options = Options {
            replay_threats: false,
            ..Options::default()
        };
        assert_eq!(Try { options, ..easy() }.played(), [None; 2]);
        for answered in [(false, true), (true, false)] {
            assert_eq!(Try { answered, ..easy() }.played(), [None; 2], "{answered:?}");
        }
    }
}
