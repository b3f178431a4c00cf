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
