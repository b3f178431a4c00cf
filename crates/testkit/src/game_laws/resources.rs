//! Laws of resources.

use super::{Breach, Checked, demand, moves};
use yose_andor::{Query, Resource};

/// Every resource of the positions and their edges, each once.
fn resources<Q: Query>(positions: &[Q]) -> Vec<(usize, Q::Resource)> {
    let mut found: Vec<(usize, Q::Resource)> = Vec::new();
    for (i, at) in positions.iter().enumerate() {
        let mut at = at.clone();
        let next = moves(&mut at);
        for r in next.iter().map(|e| e.resource).chain([at.resource()]) {
            if !found.iter().any(|&(_, other)| other == r) {
                found.push((i, r));
            }
        }
    }
    found
}

/// A resource packs into a word below 2^40, and unpacks to itself.
pub fn resources_fit_the_table<Q: Query>(positions: &[Q]) -> Checked {
    for (i, r) in resources(positions) {
        let word = r.pack();
        demand!(
            "resources_fit_the_table",
            i,
            word < 1 << 40,
            "{r:?} packs into {word}"
        );
        let same = Q::Resource::unpack(word) == r;
        demand!(
            "resources_fit_the_table",
            i,
            same,
            "{r:?} does not unpack to itself"
        );
    }
    Ok(())
}

/// [`Resource::covers`] is a partial order, `join` the least upper and `meet` the greatest lower
/// bound. At most 40 resources are compared.
pub fn resources_are_ordered<Q: Query>(positions: &[Q]) -> Checked {
    let mut found = resources(positions);
    found.truncate(40);
    for &(i, a) in &found {
        demand!(
            "resources_are_ordered",
            i,
            a.covers(a),
            "{a:?} does not cover itself"
        );
        for &(_, b) in &found {
            let equal = a == b || !(a.covers(b) && b.covers(a));
            demand!(
                "resources_are_ordered",
                i,
                equal,
                "{a:?} and {b:?} cover each other"
            );
            let (join, meet) = (a.join(b), a.meet(b));
            let above = join.covers(a) && join.covers(b);
            demand!(
                "resources_are_ordered",
                i,
                above,
                "{join:?} is to join {a:?} and {b:?}"
            );
            let below = a.covers(meet) && b.covers(meet);
            demand!(
                "resources_are_ordered",
                i,
                below,
                "{meet:?} is to meet {a:?} and {b:?}"
            );
            for &(_, c) in &found {
                let passes = !(a.covers(b) && b.covers(c)) || a.covers(c);
                demand!(
                    "resources_are_ordered",
                    i,
                    passes,
                    "{a:?} covers {b:?}, which covers {c:?}"
                );
                let least = !(c.covers(a) && c.covers(b)) || c.covers(join);
                demand!("resources_are_ordered", i, least, "{c:?} is less than {join:?}");
                let most = !(a.covers(c) && b.covers(c)) || meet.covers(c);
                demand!("resources_are_ordered", i, most, "{c:?} is more than {meet:?}");
            }
        }
    }
    Ok(())
}
