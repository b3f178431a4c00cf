//! What clap prints, in Japanese: every `--help`, and the faults of a command line. The English
//! texts are clap's own, made from the doc comments of the options.
//!
//! | file | contents |
//! | --- | --- |
//! | `texts.txt`, `texts.rs` | every text of the help, by command and option |
//! | `help.rs` | puts the texts in the place of the English ones |
//! | `misuse.rs` | what is wrong with a command line, in a sentence |

mod help;
mod misuse;
mod texts;

use crate::options::ansi;
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::process::ExitCode;
use yose_batch::output;
use yose_present::{Language, Notice, fill};

/// The width of help where there is no terminal, and the most that it takes of one.
const WIDTH: usize = 100;

/// Prints what clap has to say of these arguments, a help or a fault, and gives the exit status.
/// `None` if clap has no fault to find or the text has no language.
pub fn tell(command: Command, arguments: &[OsString]) -> Option<ExitCode> {
    let error = help::in_japanese(command).try_get_matches_from(arguments).err()?;
    let text = match error.kind() {
        ErrorKind::DisplayVersion | ErrorKind::Io | ErrorKind::Format => return None,
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let rendered = error.render();
            let styled = !error.use_stderr() && ansi();
            help::words(&if styled {
                rendered.ansi().to_string()
            } else {
                rendered.to_string()
            })
        }
        _ => fault(&error),
    };
    let text = fill(&text, width());
    if error.use_stderr() {
        output::complain(&text);
    } else {
        // A reader that has seen enough is no fault.
        let _ = output::print(&text);
    }
    Some(ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)))
}

/// What is wrong with the arguments, what may have been meant, the usage, and where to read more.
fn fault(error: &clap::Error) -> String {
    let mut text = Notice::Error(&misuse::sentence(error)).line(Language::Japanese);
    for hint in misuse::hints(error) {
        text.push_str(&format!("  ヒント：{hint}\n"));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        text.push_str(&format!("\n{}\n", help::words(&usage.to_string())));
    }
    text + "\nくわしくは '--help' を付けて実行してください。\n"
}

/// The columns that a text may take: those of the terminal, as clap finds them for English.
fn width() -> usize {
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal_size::terminal_size()
        .map(|(width, _)| usize::from(width.0))
        .or_else(variable)
        .unwrap_or(WIDTH)
        .min(WIDTH)
}
