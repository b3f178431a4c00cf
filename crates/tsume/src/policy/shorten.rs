//! From a mate to a shorter one, without asking the whole question again.
//!
//! "Within two plies less" at the root leaves every position of a line two plies less. Hardly
//! anything that is known of those positions answers that, so a long line is searched anew. But
//! mostly a mate is longer than necessary because of the end of its longest line. So each position
//! of that line is asked, the last first, whether it mates sooner, with few nodes. The result is
//! carried up the line ([`tighten`]), and then the next longest line follows. Nothing is claimed
//! that a question has not answered.

use crate::policy::lengths::Lengths;
use crate::policy::line::longest_known;
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_prove::line::tighten;
use yose_shogi::{Geometry, Move, Position};

impl<G: Geometry> Lengths<'_, G> {
    /// Spends about `nodes` nodes on shortening the known mate of the root, at most `each` of them
    /// on one question.
    pub(crate) fn shorten_known_mate(
        &mut self,
        root: &Position<G>,
        each: u64,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let until = meter.nodes().saturating_add(nodes);
        while meter.nodes() < until {
            let line = longest_known(self, root, meter)?;
            // Parts of the line may already be known to be shorter.
            let shorter = tighten(self, root, &line).shorter;
            if !shorter && !self.shorten(root, &line, each, until, meter)? {
                break;
            }
        }
        Ok(())
    }

    /// Whether a position of the line mates sooner than was known. The last such position is used.
    fn shorten(
        &mut self,
        root: &Position<G>,
        line: &[Move],
        each: u64,
        until: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let mut on_the_way = vec![root.clone()];
        for &m in line {
            let mut next = on_the_way[on_the_way.len() - 1].clone();
            next.make(m);
            on_the_way.push(next);
        }
        for (i, p) in on_the_way.iter().enumerate().step_by(2).rev() {
            let (yes_from, no_below) = self.known(p);
            if yes_from < 3 || yes_from == Plies::MAX || yes_from - 2 < no_below {
                continue;
            }
            if meter.nodes() >= until {
                return Ok(false);
            }
            if self.glance(p, yes_from - 2, each, meter)?.is_some() {
                tighten(self, root, &line[..i]);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
