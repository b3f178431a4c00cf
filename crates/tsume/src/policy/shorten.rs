//! From a mate to a shorter one, without asking the whole question again.
//!
//! "Within two plies less" at the root leaves every position on the way two plies less, so that hardly anything that is known of
//! them answers it: along a long line everything is searched anew. But mostly a mate is longer than need be for what
//! happens near the end of its longest line. So the positions of that line are asked, the last first, whether they mate sooner, each
//! with few nodes; what is found is carried up the line ([`Lengths::tighten`]), and the line that is longest then is gone through in
//! turn. Nothing is claimed that a question has not answered.

use crate::policy::lengths::Lengths;
use crate::{Meter, Reason};
use yose_andor::Plies;
use yose_shogi::{Geometry, Move, Position};

impl<G: Geometry> Lengths<'_, G> {
    /// Spends so many nodes, at most `each` on a question, on shortening the mate of the root that is known.
    pub(crate) fn polish(
        &mut self,
        root: &Position<G>,
        each: u64,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let until = meter.nodes().saturating_add(nodes);
        while meter.nodes() < until {
            let line = self.longest_known(root, meter)?;
            // Parts of the line may be known to be shorter by now.
            let (_, shorter) = self.tighten(root, &line);
            if !shorter && !self.shorten(root, &line, each, until, meter)? {
                break;
            }
        }
        Ok(())
    }

    /// Whether some position of a line was found to mate sooner; the last that is.
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
                self.tighten(root, &line[..i]);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Plays what is known to mate soonest against what is known to last longest, as far as something is known.
    fn longest_known(&mut self, root: &Position<G>, meter: &mut Meter<'_>) -> Result<Vec<Move>, Reason> {
        let mut p = root.clone();
        let mut line = Vec::new();
        let mut left = self.known(&p).0;
        loop {
            // No search, but no less work.
            meter.tick()?;
            let checks = p.checking_moves().into_iter();
            let soonest = checks
                .map(|m| (self.known_after(&p, m), m))
                .min_by_key(|&(plies, _)| plies);
            let Some((plies, m)) = soonest.filter(|&(plies, _)| plies < left) else {
                return Ok(line);
            };
            p.make(m);
            line.push(m);
            let longest = self.longest_reply(&p, plies.saturating_sub(1));
            let Some((plies, r)) = longest else {
                return Ok(line);
            };
            p.make(r);
            line.push(r);
            left = plies;
        }
    }
}
