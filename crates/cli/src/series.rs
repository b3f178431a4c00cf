//! Several problems, one after the other: how an answer is printed past the progress bar, and how a series ends.

use anyhow::Context;
use std::path::Path;
use yose_answer::certificate::{AnyCertificate, NoCertificate};
use yose_answer::problem::Problem;
use yose_answer::{Progress, Status, output};

/// Prints an answer; what is no answer but a complaint goes where complaints go.
pub fn tell(progress: &Progress, json: bool, status: Status, text: &str) -> anyhow::Result<()> {
    progress.aside(|| match (json, status) {
        (false, Status::Invalid) => {
            output::complain(text);
            Ok(())
        }
        _ => output::print(text),
    })?;
    Ok(())
}

/// Whether there is one problem, if there is to be a certificate.
pub fn suits(problems: &[Problem], certificate: Option<&Path>) -> anyhow::Result<()> {
    anyhow::ensure!(
        certificate.is_none() || problems.len() == 1,
        "--certificate takes one problem, not {}",
        problems.len()
    );
    Ok(())
}

/// Writes the certificate, if one was asked for.
pub fn save(
    certificate: Option<Result<AnyCertificate, NoCertificate>>,
    path: Option<&Path>,
) -> anyhow::Result<()> {
    let (Some(path), Some(certificate)) = (path, certificate) else {
        return Ok(());
    };
    let certificate = certificate.with_context(|| format!("--certificate {}", path.display()))?;
    let mut bytes = Vec::new();
    certificate.encode(&mut bytes)?;
    Ok(output::write_file(path, &bytes, true)?)
}

/// Ends a series of which so many are done: says what an interruption has left out, in JSON a line for each.
pub fn end(
    problems: &[Problem],
    done: usize,
    status: Status,
    skipped: Option<&dyn Fn(&Problem) -> String>,
) -> anyhow::Result<Status> {
    if done == problems.len() {
        return Ok(status);
    }
    let mut status = status.and(Status::Unknown);
    if let Some(skipped) = skipped {
        for problem in &problems[done..] {
            output::print(&skipped(problem))?;
            if problem.content.is_err() {
                status = Status::Invalid;
            }
        }
    }
    let all = problems.len();
    output::complain(&format!("interrupted: {done} of {all} problems done\n"));
    Ok(status)
}
