//! A series that other machines answer.

use super::kept::Known;
use super::{Answered, Collector, Found, Series, SeriesError, Summary};
use crate::elsewhere::{Elsewhere, ElsewhereError, Ended, FailedPiece, Order, Report, Requests};
use crate::output;
use crate::progress::Progress;
use crate::worker;
use std::collections::BTreeMap;
use yose_ask::{Problem, Reply, Request};

impl Series<'_> {
    /// Has the requests answered by other machines. All replies come at the end: until then a
    /// recheck may take any of them back.
    pub(super) fn answer_elsewhere<R, F, E>(
        &self,
        elsewhere: &Elsewhere,
        problems: Vec<Problem>,
        held: impl Fn(&Request) -> Option<Known>,
        mut collector: Collector<'_, R, F>,
    ) -> Result<Summary, SeriesError<E>>
    where
        R: Fn(&Problem) -> Request,
        F: FnMut(Answered<'_>) -> Result<(), E>,
        E: std::error::Error,
    {
        let mut waiting: BTreeMap<usize, Found> = BTreeMap::new();
        let mut lines = Vec::new();
        let mut todo = Vec::new();
        for (i, problem) in problems.iter().enumerate() {
            let request = (collector.request)(problem);
            match held(&request) {
                Some(known) => drop(waiting.insert(i, Found::Before(known))),
                None => {
                    todo.push(i);
                    lines.push(request_line(&request));
                }
            }
        }
        let mut next = 0;
        let mut take = |i: usize, found: Found, collector: &mut Collector<'_, R, F>| {
            waiting.insert(i, found);
            while let Some(found) = waiting.remove(&next) {
                let mut answer = ((collector.request)(&problems[next]), found);
                worker::Listener::found(collector, next, &mut answer)?;
                worker::Listener::next(collector, next, answer)?;
                next += 1;
            }
            Ok::<(), SeriesError<E>>(())
        };
        let mut runs = Vec::new();
        let mut failed = None;
        if !todo.is_empty() && self.second_pass {
            // Nothing is passed on before the second pass is done: if it is stopped, the same
            // command finds both runs on the server.
            let mut first: BTreeMap<usize, Box<Reply>> = BTreeMap::new();
            let mut ended = self.order(elsewhere, "check", lines, collector.progress, |item, reply| {
                first.insert(item, reply);
                Ok(())
            })?;
            let mut again = Vec::new();
            let mut lines = Vec::new();
            for (&item, reply) in &first {
                let asked = todo.get(item).map(|&i| (collector.request)(&problems[i]));
                if let Some(second) = asked.and_then(|asked| self.second(&asked, reply)) {
                    again.push(item);
                    lines.push(request_line(&second));
                }
            }
            if let (Ended::Answered { run }, false) = (&ended, again.is_empty()) {
                runs.push(run.clone());
                let title = "check, second pass";
                ended = self.order(elsewhere, title, lines, collector.progress, |item, reply| {
                    if let Some(&item) = again.get(item) {
                        first.insert(item, reply);
                    }
                    Ok(())
                })?;
            }
            match ended {
                Ended::Answered { run } => {
                    runs.push(run);
                    for (item, reply) in first {
                        match todo.get(item) {
                            Some(&i) => take(i, Found::Now(reply), &mut collector)?,
                            None => return Err(ElsewhereError::Version(format!("reply {item}")).into()),
                        }
                    }
                }
                Ended::Failed(pieces) if runs.is_empty() => failed = Some(numbered(pieces, &todo)),
                Ended::Failed(pieces) => {
                    let again: Vec<usize> = again.into_iter().map(|item| todo[item]).collect();
                    failed = Some(numbered(pieces, &again));
                }
                Ended::Stopped(..) => {}
            }
        } else if !todo.is_empty() {
            let progress = collector.progress;
            let ended = self.order(elsewhere, "check", lines, progress, |item, reply| {
                match todo.get(item) {
                    Some(&i) => take(i, Found::Now(reply), &mut collector),
                    None => Err(ElsewhereError::Version(format!("reply {item}")).into()),
                }
            })?;
            match ended {
                Ended::Answered { run } => runs.push(run),
                Ended::Failed(pieces) => failed = Some(numbered(pieces, &todo)),
                Ended::Stopped(..) => {}
            }
        }
        let Collector { progress, .. } = collector;
        progress.finish();
        if let Some(pieces) = failed {
            return Err(SeriesError::Failed(pieces));
        }
        let total = problems.len();
        let answered: usize = collector.summary.done();
        for (i, problem) in problems.into_iter().enumerate().skip(answered) {
            worker::Listener::left(&mut collector, i, problem)?;
        }
        let summary = collector.end(total, true)?;
        for run in runs {
            if let Err(error) = elsewhere.release(run) {
                output::complain(&format!(
                    "all is answered, but the server keeps its copy: {error}\n"
                ));
            }
        }
        Ok(summary)
    }

    /// Has requests answered by other machines, a line each. `each` gets every reply with the
    /// number of its request.
    fn order<E: std::error::Error>(
        &self,
        elsewhere: &Elsewhere,
        title: &str,
        lines: Vec<String>,
        progress: &Progress,
        mut each: impl FnMut(usize, Box<Reply>) -> Result<(), SeriesError<E>>,
    ) -> Result<Ended, SeriesError<E>> {
        let order = Order {
            title: title.to_owned(),
            requests: Requests::Listed { count: lines.len() },
            // The run is named after its requests, so the same command goes on with it.
            resume: true,
            anew: self.keep.is_some_and(|keep| keep.anew),
            settings: elsewhere.settings.clone(),
        };
        elsewhere.answer(order, lines.into_iter(), self.interrupt, |report| {
            match report {
                Report::Reply { item, reply, .. } => each(item, reply)?,
                Report::Progress { done, of, workers } => {
                    progress.set(done, of);
                    progress.note("pieces,", &format!("{workers} workers"));
                }
                Report::Note { text } => progress.aside(|| output::complain(&format!("{text}\n"))),
                _ => {}
            }
            Ok(())
        })
    }
}

/// A request as a line of JSON.
fn request_line(request: &Request) -> String {
    format!("{}\n", serde_json::to_string(request).unwrap_or_default())
}

/// The pieces of an order with the numbers of their problems: `problems` are those that were
/// ordered.
fn numbered(mut pieces: Vec<FailedPiece>, problems: &[usize]) -> Vec<FailedPiece> {
    for FailedPiece { items, .. } in &mut pieces {
        let first = problems.get(items.0).copied();
        let last = problems.get(items.1.saturating_sub(1)).copied();
        if let (Some(first), Some(last)) = (first, last) {
            *items = (first, last + 1);
        }
    }
    pieces
}
