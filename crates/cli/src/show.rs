//! `yose show`.

use crate::options::{Input, StyleOption, ansi, language, whole};
use clap::Args;
use std::path::PathBuf;
use yose_ask::{Answer, Status};
use yose_batch::output;
use yose_present::show::{ShowBody, show};
use yose_present::{Look, Notice, Style, draw, report};

/// Draws positions.
#[derive(Args)]
#[command(after_help = "\
Examples:
  yose show startpos
  yose show \"startpos moves 7g7f 3c3d\" --ascii
  yose show \"4k4/9/4P4/9/9/9/9/9/9 b G 1\" --out board.svg")]
pub struct Show {
    #[command(flatten)]
    input: Input,
    /// How to draw
    #[arg(long, value_enum, default_value = "kanji")]
    style: StyleOption,
    /// Plain ASCII: the same as --style ascii
    #[arg(long, conflicts_with = "style")]
    ascii: bool,
    /// After how many moves; without it a record is shown at its start, a position after all its
    /// moves
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    ply: Option<usize>,
    /// A title above the board
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Write to a file instead of standard output (.svg means --style svg)
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, alias = "force", requires = "out")]
    overwrite: bool,
    /// One JSON object a problem and line, without a picture
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

impl Show {
    pub fn run(self) -> anyhow::Result<Status> {
        self.input.may_write(self.out.as_slice(), self.overwrite)?;
        let mut source = self.input.stream_or_start()?;
        let mut style = match self.ascii {
            true => Style::Ascii,
            false => Style::from(self.style),
        };
        if self
            .out
            .as_ref()
            .is_some_and(|path| path.extension().is_some_and(|e| e == "svg"))
        {
            style = Style::Svg;
        }
        if let Some(extension) = self
            .out
            .as_ref()
            .and_then(|path| path.extension())
            .and_then(|e| e.to_str())
        {
            let picture = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "pdf"].contains(&extension);
            anyhow::ensure!(!picture, Notice::OnlySvg(extension).text(language()));
        }
        anyhow::ensure!(
            style != Style::Svg || self.json || !source.is_several()?,
            Notice::OneBoard.text(language())
        );
        let look = Look {
            style,
            ansi: self.out.is_none() && ansi(),
            language: language(),
        };
        let mut status = Status::Answered;
        let mut text = String::new();
        let mut any = false;
        for problem in source.problems() {
            match show(&problem, self.ply) {
                Ok(shown) if self.json => output::print(&shown.answer.line())?,
                Ok(shown) => {
                    let title = self.title.clone().or_else(|| problem.id.clone());
                    if style == Style::Svg {
                        let missing = yose_present::without_outline(title.as_deref().unwrap_or_default());
                        if !missing.is_empty() {
                            let list: Vec<String> = missing.iter().map(char::to_string).collect();
                            let told = Notice::Boxes(&list.join(" ")).text(language());
                            output::complain(&Notice::Warning(&told).line(language()));
                        }
                    }
                    let diagram = match title {
                        Some(title) => shown.diagram.with_title(title),
                        None => shown.diagram,
                    };
                    if std::mem::replace(&mut any, true) {
                        text.push('\n');
                    }
                    text.push_str(&draw(&diagram, look));
                    if self.out.is_none() {
                        output::print(&std::mem::take(&mut text))?;
                    }
                }
                Err(invalid) => {
                    status = Status::Invalid;
                    if self.json {
                        output::print(
                            &Answer::invalid(&problem.name(), &invalid, ShowBody::default()).line(),
                        )?;
                    } else {
                        output::complain(&look.finish(report::report(&problem, &invalid, look.language())));
                    }
                }
            }
        }
        match &self.out {
            Some(path) if !text.is_empty() => output::write_file(path, text.as_bytes(), self.overwrite)?,
            _ => {}
        }
        Ok(status)
    }
}
