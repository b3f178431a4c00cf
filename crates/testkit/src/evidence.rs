//! Evidence: no answer of the search is believed without it.

use yose_ask::certificate::certify;
use yose_shogi::Geometry;
use yose_tsume::{Limits, Solver, Verdict};
use yose_verify::certificate::check;

/// Has an answer certified by the solver that found it, and the certificate checked by the referee, which shares no code with it.
pub fn checked<G: Geometry>(solver: &Solver<G>, verdict: Verdict) -> Result<(), String> {
    let certificate = certify(solver, verdict, &Limits::default()).map_err(|e| e.to_string())?;
    match check(&certificate) {
        Ok(_) => Ok(()),
        Err(rejected) => Err(format!("{rejected}\n{}", certificate.to_text())),
    }
}
