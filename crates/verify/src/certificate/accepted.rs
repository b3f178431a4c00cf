//! The result of an accepted certificate.

use super::Claim;

/// The claims of an accepted certificate, all of them true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The claims in the order of the file.
    pub claims: Vec<Claim>,
    /// How many records were checked.
    pub records: usize,
    /// The exact length `n`, if the claims together say that the goal is reached within `n` plies
    /// but not within fewer.
    pub exact: Option<u32>,
}

impl Accepted {
    /// The result for the question `hisshi`, whose lengths are 0 and the odd numbers.
    pub(super) fn of_brinkmate(claims: &[Claim], records: usize) -> Accepted {
        let plain = Accepted::new(claims, records, true, 0);
        let within = claims.iter().filter_map(|claim| match claim {
            Claim::Within(plies) => Some(*plies),
            _ => None,
        });
        let no_mate = claims.iter().any(|claim| matches!(claim, Claim::NotWithin(_)));
        let exact = match within.min() {
            Some(1) => no_mate.then_some(1),
            _ => plain.exact,
        };
        Accepted { exact, ..plain }
    }

    /// `one_parity`: all lengths of the question have the same parity. `least`: no position is
    /// decided within this number of plies.
    pub(super) fn new(claims: &[Claim], records: usize, one_parity: bool, least: u32) -> Accepted {
        let within = claims.iter().filter_map(|claim| match claim {
            Claim::Within(plies) => Some(*plies),
            _ => None,
        });
        let not_within = claims.iter().filter_map(|claim| match claim {
            Claim::NotWithin(plies) => Some(*plies),
            _ => None,
        });
        // The goal is never reached within 0 plies, because the game at the root is not over. Where
        // all lengths are odd, "not within 3" implies "not within 4".
        let not_within = not_within.max().map(|plies| plies + u32::from(one_parity));
        let excluded = not_within.unwrap_or(0).max(least);
        Accepted {
            claims: claims.to_vec(),
            records,
            exact: within.min().filter(|&plies| plies == excluded + 1),
        }
    }
}
