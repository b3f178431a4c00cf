//! The files of an enumeration, written from the parts of its frames.

use super::{Done, EnumerateError, EnumerateOptions};
use crate::output::{OutputError, write_file, write_whole};
use crate::store::{self, NotBuilt};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use yose_enumerate::sample;
use yose_enumerate::store::Results;
use yose_enumerate::summary::Summary;
use yose_enumerate::{Groups, Part, Space};
use yose_present::gallery;

pub(super) fn refuse_existing(files: &[PathBuf], force: bool) -> Result<(), EnumerateError> {
    match files.iter().find(|file| file.exists()) {
        Some(file) if !force => Err(OutputError::Exists(file.clone()).into()),
        _ => Ok(()),
    }
}

/// The result files of an enumeration.
///
/// # Errors
/// The program was built without one of the formats.
pub(super) fn final_files(space: &Space, options: &EnumerateOptions) -> Result<Vec<PathBuf>, NotBuilt> {
    store::are_built_in(&options.formats)?;
    let stem = options.stem(space);
    let named = |ending: &str| options.folder.join(format!("{stem}.{ending}"));
    let mut files: Vec<PathBuf> = options
        .formats
        .iter()
        .map(|format| named(format.ending()))
        .collect();
    files.push(named("md"));
    files.push(named("differing.tsv"));
    if options.gallery > 0 {
        files.push(named("html"));
    }
    Ok(files)
}

/// Writes the result files from the parts of the whole space.
pub(super) fn finish(
    space: &Space,
    options: &EnumerateOptions,
    parts: &[Part],
) -> Result<Summary, EnumerateError> {
    let groups = Groups::new(space, parts);
    let summary = Summary::of(space, options.sample, parts, &groups);
    let (stem, terms) = (options.stem(space), options.all_terms(space));
    let results = Results {
        space,
        terms: &terms,
        parts,
        groups: &groups,
        summary: &summary,
    };
    // The files are written in parallel: each writer makes its own pass over the parts.
    std::thread::scope(|scope| {
        let writers: Vec<_> = options
            .formats
            .iter()
            .map(|&format| {
                let path = options.folder.join(format!("{stem}.{}", format.ending()));
                let results = &results;
                scope.spawn(move || {
                    // The file is written completely or not at all.
                    write_whole(&path, true, |part| store::write(results, format, part)).map_err(kept)
                })
            })
            .collect();
        // After an error the other writers are not joined here; the scope waits for them.
        writers.into_iter().try_for_each(|writer| {
            writer
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    let named = |ending: &str| options.folder.join(format!("{stem}.{ending}"));
    let mut table = summary.text();
    if let Some(sample) = options.sample {
        let _ = write!(table, "\n{}", sample::table(space, sample, parts));
    }
    write_file(&named("md"), table.as_bytes(), true).map_err(kept)?;
    write_file(&named("differing.tsv"), differing(space, parts).as_bytes(), true).map_err(kept)?;
    if options.gallery > 0 {
        let page = gallery::page(space, parts, &groups, &summary, options.gallery);
        write_file(&named("html"), page.as_bytes(), true).map_err(kept)?;
    }
    Ok(summary)
}

/// The error for a result file that cannot be written. The parts are kept.
pub(super) fn kept(fault: OutputError) -> EnumerateError {
    match fault {
        OutputError::File { path, error } => EnumerateError::Store { path, error },
        other => other.into(),
    }
}

/// Removes temporary files that a killed run left beside a result file.
pub(super) fn sweep(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return;
    };
    let leftover = |found: &str| {
        found
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('.'))
            .and_then(|rest| rest.strip_suffix(".tmp").or_else(|| rest.strip_suffix(".part")))
            .is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(leftover) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The diagrams whose place in the summary depends on the convention, for the reader to judge.
fn differing(space: &Space, parts: &[Part]) -> String {
    use yose_enumerate::leftover::ALL;
    let mut out =
        String::from("number\tsfen\tlength\tnothing left under\tleft (paper)\tlines A/B/C\tgrade\tline\n");
    for mate in parts.iter().flat_map(|part| &part.mates) {
        if mate.length < space.least {
            continue;
        }
        let clear: Vec<&str> = ALL
            .iter()
            .zip(mate.lefts)
            .filter(|&(_, left)| left == 0)
            .map(|(convention, _)| convention.name)
            .collect();
        let mixed = mate
            .graded
            .as_ref()
            .is_some_and(|judged| judged.lines.iter().filter(|&&n| n > 0).count() > 1);
        if clear.is_empty() || (clear.len() == ALL.len() && !mixed) {
            continue;
        }
        let sfen = space
            .problem(mate.number)
            .map_or_else(String::new, |p| yose_shogi::notation::sfen::write(&p, 1));
        let (lines, grade) = mate.graded.as_ref().map_or(("-".to_owned(), "-"), |judged| {
            let [a, b, c] = judged.lines;
            (format!("{a}/{b}/{c}"), judged.word())
        });
        let _ = writeln!(
            out,
            "{}\t{sfen}\t{}\t{}\t{}\t{lines}\t{grade}\t{}",
            mate.number,
            mate.length,
            clear.join(","),
            mate.lefts[0],
            mate.line
        );
    }
    out
}

/// Writes times and counters, which differ from run to run, to a separate file. An error is
/// ignored.
pub(super) fn log(folder: &Path, name: &str, done: &[Done], elapsed: Duration) {
    let file = fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(folder.join(format!("{name}.log")));
    let Ok(mut file) = file else { return };
    let mut text = String::new();
    for done in done {
        let by = done.by.as_ref().map_or_else(String::new, |by| format!(", {by}"));
        let _ = writeln!(
            text,
            "frame {}: {} problems, {} nodes, {:.3} s{by}",
            done.frame, done.problems, done.nodes, done.seconds
        );
    }
    let _ = writeln!(
        text,
        "{} frames, {} nodes, {:.3} s in all",
        done.len(),
        done.iter().map(|done| done.nodes).sum::<u64>(),
        elapsed.as_secs_f64()
    );
    let _ = file.write_all(text.as_bytes());
}
