//! Certifies answers of the proof search, so that tests believe no answer without evidence.

use yose_ask::certificate::certify;
use yose_shogi::Geometry;
use yose_tsume::{Limits, Solver, Verdict};
use yose_verify::certificate::check;

/// Has the solver certify the answer it found, and the referee check the certificate. The referee
/// shares no code with the solver.
pub fn certify_and_check<G: Geometry>(solver: &Solver<G>, verdict: Verdict) -> Result<(), String> {
    let certificate = certify(solver, verdict, &Limits::default()).map_err(|e| e.to_string())?;
    match check(&certificate) {
        Ok(_) => Ok(()),
        Err(rejected) => Err(format!("{rejected}\n{}", certificate.to_text())),
    }
}
