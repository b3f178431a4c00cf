//! Prints replies as they come, above the progress line. The requests that an interrupt left out
//! come at the end.

use anyhow::Context;
use std::path::Path;
use yose_ask::certificate::Certified;
use yose_ask::{Reply, Request, Status};
use yose_batch::output;
use yose_batch::series::{Series, SeriesError, Summary};
use yose_present::Look;

/// An error of a command, as text.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
pub struct Fault(pub anyhow::Error);

impl From<anyhow::Error> for Fault {
    fn from(error: anyhow::Error) -> Self {
        Fault(error)
    }
}

/// The error of a series as the program reports it.
pub fn fault(error: SeriesError<Fault>) -> anyhow::Error {
    match error {
        SeriesError::Output(Fault(error)) => error,
        SeriesError::Journal(error) => error.into(),
        other => other.into(),
    }
}

/// How the answers of a series are printed.
#[derive(Clone, Copy)]
pub struct Answers<'a> {
    /// Whether to print one JSON object for each problem.
    pub json: bool,
    /// The appearance of texts.
    pub look: Look,
    /// The file for the certificate.
    pub certificate: Option<&'a Path>,
    /// Selects the replies that are not printed as text.
    pub hidden: fn(&Reply) -> bool,
}

impl Answers<'_> {
    /// Answers the requests in order and prints each reply.
    pub fn print(self, series: &Series<'_>) -> anyhow::Result<(Status, Summary)> {
        let requests = series.requests;
        let mut more = Status::Answered;
        let summary = series
            .run(|i, mut reply| -> Result<(), Fault> {
                let certificate = reply.as_mut().and_then(Reply::take_certificate);
                self.tell(&requests[i], reply.as_ref(), i + 1 < requests.len())?;
                more = more.and(save(certificate, self.certificate)?);
                Ok(())
            })
            .map_err(fault)?;
        if summary.done() < summary.total {
            output::complain(&format!(
                "interrupted: {} of {} problems done\n",
                summary.done(),
                summary.total
            ));
        }
        Ok((summary.status.and(more), summary))
    }

    /// Prints a reply. A reply with faults of the input goes to standard error. Without a reply the
    /// request was left out: then only the JSON output has a line for it.
    pub fn tell(self, request: &Request, reply: Option<&Reply>, is_followed: bool) -> anyhow::Result<()> {
        let Some(reply) = reply else {
            if self.json {
                output::print(&Reply::skipped(request).line())?;
            }
            return Ok(());
        };
        if let Reply::Value(reply) = reply
            && let Some(warning) = &reply.warning
        {
            output::complain(&format!("warning: {warning}\n"));
        }
        if self.json {
            return Ok(output::print(&reply.line())?);
        }
        if (self.hidden)(reply) {
            return Ok(());
        }
        let mut text = yose_present::text(request, reply, self.look);
        if is_followed {
            text.push('\n');
        }
        match reply.status() {
            Status::Invalid => output::complain(&text),
            _ => output::print(&text)?,
        }
        Ok(())
    }
}

/// Checks before any search that a certificate can be written: there is one problem, and the folder
/// of the file exists.
pub fn suits(problems: usize, certificate: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = certificate else {
        return Ok(());
    };
    anyhow::ensure!(problems == 1, "--certificate takes one problem, not {problems}");
    let fault = match path.parent() {
        _ if path == Path::new("-") => "a file is needed, standard output has the answer",
        _ if path.is_dir() => "it is a folder",
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => "there is no such folder",
        _ => return Ok(()),
    };
    anyhow::bail!("--certificate {}: {fault}", path.display())
}

/// Writes the certificate, if one was requested, and a second certificate beside it if there are
/// two. If nothing was proved or a limit was reached, the input is not at fault.
fn save(certificate: Option<Certified>, path: Option<&Path>) -> anyhow::Result<Status> {
    let (Some(path), Some(certificate)) = (path, certificate) else {
        return Ok(Status::Answered);
    };
    let told = || format!("--certificate {}", path.display());
    let texts = match certificate {
        Certified::Texts(texts) => texts,
        Certified::None { why, open: true } => {
            output::complain(&format!("error: {}: {why}\n", told()));
            return Ok(Status::Unknown);
        }
        Certified::None { why, open: false } => return Err(anyhow::anyhow!(why)).with_context(told),
    };
    for (i, text) in texts.iter().enumerate() {
        let mut name = path.as_os_str().to_owned();
        if i > 0 {
            name.push(format!(".{}", i + 1));
        }
        output::write_file(Path::new(&name), text.as_bytes(), true)?;
    }
    Ok(Status::Answered)
}
