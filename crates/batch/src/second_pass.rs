//! The second pass: what reached its limit of nodes is asked once more, with a larger limit.

use yose_ask::{Reason, Reply, Request};

/// How many times the nodes of the first pass the second one has.
const TIMES: u64 = 10;

/// The limit of the second pass.
pub fn nodes(first: u64) -> u64 {
    first.saturating_mul(TIMES)
}

/// The request of the second pass, if a reply says that the first one reached its limit.
pub fn request(first: &Request, reply: &Reply) -> Option<Request> {
    let limit = first
        .limits
        .nodes
        .filter(|_| reply.reason() == Some(Reason::Nodes))?;
    let mut second = first.clone();
    second.limits.nodes = Some(nodes(limit));
    Some(second)
}
