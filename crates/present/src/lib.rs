//! Replies for people: text, records, pictures, pages. All front ends share this crate. Programs
//! read the JSON of the replies instead.
//!
//! | file | contents |
//! | --- | --- |
//! | `solve.rs`, `check.rs`, `hisshi.rs`, `threat.rs` | replies as [`text`] |
//! | `value.rs`, `loa.rs`, `verify.rs` | more replies |
//! | `language.rs`, `phrase/` | the languages, and every phrase in each of them |
//! | `fill.rs` | lines broken for a terminal |
//! | `fault.rs`, `report.rs` | faults of an input in words, error reports |
//! | `line.rs`, `western.rs` | lines of moves as books print them, and in USI |
//! | `record.rs` | a checked problem as a KIF record with every variation |
//! | `comments.rs` | a brinkmate or a game as a KIF record with threats as comments |
//! | `style.rs`, `diagram.rs`, `show.rs` | positions as pictures |
//! | `gallery.rs` | a page with the best problems of an enumeration |
//! | `distribution.rs` | distributions of lengths, effort and distances as plots |
//! | `convert.rs` | a problem in another notation |
//! | `walk.rs` | a line of moves step by step, for pages |
//! | `explore/` | a walk through a certificate or a table, command by command |

mod check;
pub mod comments;
pub mod convert;
pub mod diagram;
pub mod distribution;
pub mod explore;
pub mod fault;
mod fill;
pub mod gallery;
mod hisshi;
mod language;
mod line;
mod loa;
pub mod phrase;
pub mod record;
pub mod report;
pub mod show;
mod solve;
mod style;
mod threat;
mod value;
mod verify;
pub mod walk;
mod western;

pub use fill::fill;
pub use language::Language;
pub use line::line_text;
pub use phrase::{Comment, Exploring, Notice, Phrase, PlotWord};
pub use style::{Look, Style, draw};
pub use verify::verified_text;
pub use yose_draw::without_outline;

use yose_ask::{Question, Reply, Request, Status};

/// A reply as text: the board, the verdict, the line. For an input that could not be used, its
/// faults.
///
/// ```
/// use yose_ask::{Game, Limits, Pace, Problem, Question, Request, Resources, Subject, question};
/// use yose_present::{Language, Look, Style, text};
///
/// let problem = Problem::position("4k4/9/4P4/9/9/9/9/9/9 b G 1", Game::Any);
/// let request = Request {
///     name: problem.name(),
///     question: Question::Solve(question::Solve {
///         position: Subject::of(&problem),
///         policy: None,
///         convention: Default::default(),
///         first: false,
///         certificate: false,
///     }),
///     limits: Limits { hash_mb: 16, ..Limits::default() },
/// };
/// let cancel = Default::default();
/// let reply = yose_ask::run(&request, &Resources::new(16), &cancel, Pace::Silent, &mut |_| {});
/// let in_japanese = Look { language: Language::Japanese, ..Look::default() };
/// assert!(text(&request, &reply, in_japanese).contains("1手詰"));
/// let in_ascii = Look { style: Style::Ascii, ..Look::default() };
/// assert!(text(&request, &reply, in_ascii).is_ascii());
/// ```
pub fn text(request: &Request, reply: &Reply, look: Look) -> String {
    look.finish(whole_text(request, reply, look))
}

fn whole_text(request: &Request, reply: &Reply, look: Look) -> String {
    if reply.status() == Status::Invalid
        && let Some(faults) = faults(reply)
    {
        return report::faults(&request.name.label(), faults, look.language());
    }
    let mut text = answer_text(request, reply, look);
    if let (Status::Unknown, Some(error)) = (reply.status(), error(reply)) {
        text.push_str(&phrase::told(error, look.language()));
        text.push('\n');
    }
    text
}

/// Why there is no answer, on one line: the faults of the input, the error of the program, or what
/// the referee found in a certificate.
pub fn trouble(reply: &Reply, language: Language) -> Option<String> {
    let error = match reply {
        Reply::Verify(verified) => verified.fault.as_deref().or(verified.error.as_deref()),
        _ => error(reply),
    }?;
    Some(match (faults(reply), language) {
        (Some(faults @ [_, ..]), Language::Japanese) => {
            let texts = faults.iter().map(|fault| fault::text(fault, language));
            texts.collect::<Vec<_>>().join("；")
        }
        _ => phrase::told(error, language),
    })
}

fn answer_text(request: &Request, reply: &Reply, look: Look) -> String {
    match (&request.question, reply) {
        (Question::Solve(asked), Reply::Solve(reply)) => solve::text(&request.name, asked, reply, look),
        (Question::Check(asked), Reply::Check(reply)) => check::text(&request.name, asked, reply, look),
        (Question::Hisshi(asked), Reply::Hisshi(reply)) => hisshi::text(&request.name, asked, reply, look),
        (Question::Threat(asked), Reply::Threat(reply)) => threat::text(&request.name, asked, reply, look),
        (Question::Value(asked), Reply::Value(reply)) => value::text(&request.name, asked, reply, look),
        (Question::LoaSolve(asked), Reply::LoaSolve(reply)) => loa::text(&request.name, asked, reply, look),
        (_, Reply::Verify(verified)) => verified_text(verified, look.language()),
        // A frame has no text for people, and neither has a reply to another question.
        (_, reply) => reply.line(),
    }
}

/// The faults of an input that could not be used.
fn faults(reply: &Reply) -> Option<&[yose_ask::FaultText]> {
    match reply {
        Reply::Solve(reply) => Some(&reply.answer.faults),
        Reply::Check(reply) => Some(&reply.answer.faults),
        Reply::Hisshi(reply) => Some(&reply.answer.faults),
        Reply::Threat(reply) => Some(&reply.answer.faults),
        Reply::Value(reply) => Some(&reply.answer.faults),
        Reply::LoaSolve(reply) => Some(&reply.answer.faults),
        Reply::Verify(_) | Reply::Frame(_) => None,
    }
}

/// The error of a request that stayed undecided.
fn error(reply: &Reply) -> Option<&str> {
    match reply {
        Reply::Solve(reply) => reply.answer.error.as_deref(),
        Reply::Check(reply) => reply.answer.error.as_deref(),
        Reply::Hisshi(reply) => reply.answer.error.as_deref(),
        Reply::Threat(reply) => reply.answer.error.as_deref(),
        Reply::Value(reply) => reply.answer.error.as_deref(),
        Reply::LoaSolve(reply) => reply.answer.error.as_deref(),
        Reply::Verify(_) | Reply::Frame(_) => None,
    }
}
