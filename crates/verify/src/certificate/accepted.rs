//! What an accepted certificate has established.

use super::Claim;

/// The claims of a certificate, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The claims in the order of the file.
    pub claims: Vec<Claim>,
    /// How many records were checked.
    pub records: usize,
    /// The exact length, if the claims together say that there is a win within it and none within less.
    pub exact: Option<u32>,
}

impl Accepted {
    /// `step`: whether lengths of one parity only occur; `least`: plies within which nothing is decided.
    pub(super) fn new(claims: &[Claim], records: usize, step: bool, least: u32) -> Accepted {
        let within = claims.iter().filter_map(|claim| match claim {
            Claim::Within(plies) => Some(*plies),
            _ => None,
        });
        let not_within = claims.iter().filter_map(|claim| match claim {
            Claim::NotWithin(plies) => Some(*plies),
            _ => None,
        });
        // Nothing is won within no plies: the root is open. With odd lengths only, "not within 3" says "not within 4".
        let not_within = not_within.max().map(|plies| plies + u32::from(step));
        let excluded = not_within.unwrap_or(0).max(least);
        Accepted {
            claims: claims.to_vec(),
            records,
            exact: within.min().filter(|&plies| plies == excluded + 1),
        }
    }
}
