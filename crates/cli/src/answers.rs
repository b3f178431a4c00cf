//! Prints replies as they come, above the progress line. The requests that an interrupt left out
//! come at the end.

use crate::options::{Input, Source, language};
use anyhow::Context;
use std::path::{Path, PathBuf};
use yose_ask::certificate::Certified;
use yose_ask::{Problem, Progress, Reply, Request, Status};
use yose_batch::series::{Series, SeriesError, Summary};
use yose_batch::{output, patience::LONG};
use yose_present::phrase::NoOutput;
use yose_present::{Look, Notice};

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
    /// Whether a file that is there already is replaced.
    pub overwrite: bool,
    /// Selects the replies that are not printed as text.
    pub hidden: fn(&Reply) -> bool,
}

impl Answers<'_> {
    /// Answers the requests in order and prints each reply.
    pub fn print(
        self,
        series: &Series<'_>,
        source: &Source,
        request: impl Fn(&Problem) -> Request + Sync,
    ) -> anyhow::Result<(Status, Summary)> {
        self.print_and(series, source, request, |_, _, _| Ok(()))
    }

    /// The same, and does something more with the number of each problem, its request and reply.
    pub fn print_and(
        self,
        series: &Series<'_>,
        source: &Source,
        request: impl Fn(&Problem) -> Request + Sync,
        mut also: impl FnMut(usize, &Request, &Reply) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Status, Summary)> {
        let mut more = Status::Answered;
        let mut any = false;
        let run = series.run(
            || source.problems(),
            request,
            tell_long,
            |mut answered| -> Result<(), Fault> {
                let certificate = answered.reply.as_mut().and_then(Reply::take_certificate);
                self.tell(answered.request, answered.reply.as_ref(), &mut any)?;
                more = more.and(save(certificate, self.certificate, self.overwrite)?);
                if let Some(reply) = &answered.reply {
                    also(answered.index, answered.request, reply)?;
                }
                Ok(())
            },
        );
        let summary = run.map_err(fault)?;
        tell_interrupted(&summary);
        Ok((summary.status.and(more), summary))
    }

    /// Prints a reply. A reply with faults of the input goes to standard error. Without a reply the
    /// request was left out: then only the JSON output has a line for it. `any` tells whether
    /// another text was printed before: an empty line stands between two.
    pub fn tell(self, request: &Request, reply: Option<&Reply>, any: &mut bool) -> anyhow::Result<()> {
        let Some(reply) = reply else {
            if self.json {
                output::print(&Reply::skipped(request).line())?;
            }
            return Ok(());
        };
        if let Reply::Value(reply) = reply
            && let Some(warning) = &reply.warning
        {
            output::complain(&Notice::Warning(warning).line(language()));
        }
        if self.json {
            return Ok(output::print(&reply.line())?);
        }
        if (self.hidden)(reply) {
            return Ok(());
        }
        let mut text = yose_present::text(request, reply, self.look);
        if std::mem::replace(any, true) {
            text.insert(0, '\n');
        }
        match reply.status() {
            Status::Invalid => output::complain(&text),
            _ => output::print(&text)?,
        }
        Ok(())
    }
}

/// Tells that a request takes long, what is known so far and how to set a limit.
pub fn tell_long(request: &Request, progress: &Progress) {
    let label = request.name.label();
    let told = Notice::TakesLong(&label, LONG.as_secs(), progress.upper);
    output::complain(&told.line(language()));
}

/// Tells how far a series came that was interrupted.
pub fn tell_interrupted(summary: &Summary) {
    let (done, total) = (summary.done(), summary.total);
    if !summary.whole {
        output::complain(&Notice::InterruptedEarly(done).line(language()));
    } else if done < total {
        output::complain(&Notice::Interrupted(done, total).line(language()));
    }
}

/// Checks before any search that a certificate can be written: there is one problem, and the file
/// may be written. `files` are the names of all certificates that may come.
pub fn suits(
    source: &mut Source,
    input: &Input,
    certificate: Option<&Path>,
    files: &[&Path],
    overwrite: bool,
) -> anyhow::Result<()> {
    let Some(path) = certificate else {
        return Ok(());
    };
    let fault = match path.parent() {
        _ if path == Path::new("-") => Some(NoOutput::StandardOutput),
        _ if path.is_dir() => Some(NoOutput::IsFolder),
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => Some(NoOutput::NoFolder),
        _ => None,
    };
    if let Some(fault) = fault {
        let path = path.display().to_string();
        anyhow::bail!(Notice::NoOutput("--certificate", &path, fault).text(language()));
    }
    input.may_write(files, overwrite).context("--certificate")?;
    anyhow::ensure!(
        !source.is_several()?,
        Notice::OneProblem("--certificate").text(language())
    );
    Ok(())
}

/// The name of the second certificate of a draw.
pub fn second(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".2");
    PathBuf::from(name)
}

/// Writes the certificate, if one was requested, and a second certificate beside it if there are
/// two. If nothing was proved or a limit was reached, the input is not at fault.
fn save(certificate: Option<Certified>, path: Option<&Path>, overwrite: bool) -> anyhow::Result<Status> {
    let (Some(path), Some(certificate)) = (path, certificate) else {
        return Ok(Status::Answered);
    };
    let told = || format!("--certificate {}", path.display());
    let texts = match certificate {
        Certified::Texts(texts) => texts,
        Certified::None { why, open: true } => {
            let path = path.display().to_string();
            let told = Notice::NoCertificate(&path, &why).text(language());
            output::complain(&Notice::Error(&told).line(language()));
            return Ok(Status::Unknown);
        }
        Certified::None { why, open: false } => return Err(anyhow::anyhow!(why)).with_context(told),
    };
    for (i, text) in texts.iter().enumerate() {
        let name = match i {
            0 => path.to_owned(),
            _ => second(path),
        };
        output::write_file(&name, text.as_bytes(), overwrite)?;
    }
    Ok(Status::Answered)
}
