//! Several problems, one after the other: how an answer is printed past the progress bar, and how a series ends.

use anyhow::Context;
use std::path::Path;
use yose_ask::certificate::{AnyCertificate, NoCertificate};
use yose_ask::problem::Problem;
use yose_ask::{Progress, Status, output};

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

/// Whether a certificate can be written, before anything is searched: of one problem, to a file in a folder that there is.
pub fn suits(problems: &[Problem], certificate: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = certificate else {
        return Ok(());
    };
    anyhow::ensure!(
        problems.len() == 1,
        "--certificate takes one problem, not {}",
        problems.len()
    );
    let fault = match path.parent() {
        _ if path == Path::new("-") => "a file is needed, standard output has the answer",
        _ if path.is_dir() => "it is a folder",
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => "there is no such folder",
        _ => return Ok(()),
    };
    anyhow::bail!("--certificate {}: {fault}", path.display())
}

/// Writes the certificate, if one was asked for. That nothing was proved, or that a limit was met, is no fault of the input.
pub fn save(
    certificate: Option<Result<AnyCertificate, NoCertificate>>,
    path: Option<&Path>,
) -> anyhow::Result<Status> {
    let (Some(path), Some(certificate)) = (path, certificate) else {
        return Ok(Status::Answered);
    };
    let told = || format!("--certificate {}", path.display());
    let certificate = match certificate {
        Err(why @ (NoCertificate::Open | NoCertificate::Stopped(_) | NoCertificate::TooLarge { .. })) => {
            output::complain(&format!("error: {}: {why}\n", told()));
            return Ok(Status::Unknown);
        }
        certificate => certificate.with_context(told)?,
    };
    let mut bytes = Vec::new();
    certificate.encode(&mut bytes)?;
    output::write_file(path, &bytes, true)?;
    Ok(Status::Answered)
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
