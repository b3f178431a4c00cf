//! What is wrong with a command line, in a Japanese sentence that names the faulty argument.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;

/// What is wrong.
pub fn sentence(error: &clap::Error) -> String {
    let one = |kind| one(error, kind);
    let argument = one(ContextKind::InvalidArg);
    let value = one(ContextKind::InvalidValue);
    let command = one(ContextKind::InvalidSubcommand);
    let number = |kind| match error.get(kind) {
        Some(ContextValue::Number(number)) => *number,
        _ => 0,
    };
    match error.kind() {
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            format!("'{argument}' というオプションはありません")
        }
        ErrorKind::UnknownArgument => format!("余分な引数 '{argument}' があります"),
        ErrorKind::InvalidSubcommand => format!("'{command}' というコマンドはありません"),
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("'{argument}' に値がありません{}", choices(error))
        }
        ErrorKind::InvalidValue => {
            format!("'{argument}' の値 '{value}' は使えません{}", choices(error))
        }
        ErrorKind::ValueValidation => match error.source() {
            Some(why) => format!("'{argument}' の値 '{value}' は使えません：{why}"),
            None => format!("'{argument}' の値 '{value}' は使えません"),
        },
        ErrorKind::TooManyValues => format!("'{argument}' の値 '{value}' は余分です"),
        ErrorKind::TooFewValues => format!(
            "'{argument}' には値が{}個以上必要です（{}個しかありません）",
            number(ContextKind::MinValues),
            number(ContextKind::ActualNumValues)
        ),
        ErrorKind::WrongNumberOfValues => format!(
            "'{argument}' には値がちょうど{}個必要です（{}個あります）",
            number(ContextKind::ExpectedNumValues),
            number(ContextKind::ActualNumValues)
        ),
        ErrorKind::NoEquals => format!("'{argument}' の値は '=' に続けて書いてください"),
        ErrorKind::ArgumentConflict => conflict(error),
        ErrorKind::MissingRequiredArgument => {
            format!("次の引数が必要です：{}", list(error, ContextKind::InvalidArg))
        }
        ErrorKind::MissingSubcommand => format!(
            "'{command}' にはコマンドが必要です：{}",
            list(error, ContextKind::ValidSubcommand)
        ),
        ErrorKind::InvalidUtf8 => "UTF-8 でない引数があります".to_owned(),
        // The others are no misuse, and clap may get more.
        kind => format!("引数に誤りがあります（{kind}）"),
    }
}

/// An argument that may not stand beside others, or not twice.
fn conflict(error: &clap::Error) -> String {
    let argument = match error.get(ContextKind::InvalidArg) {
        Some(_) => one(error, ContextKind::InvalidArg),
        None => one(error, ContextKind::InvalidSubcommand),
    };
    match error.get(ContextKind::PriorArg) {
        Some(ContextValue::String(prior)) if *prior == argument => {
            format!("'{argument}' は一度しか指定できません")
        }
        Some(_) => format!(
            "'{argument}' は次のものと同時に指定できません：{}",
            list(error, ContextKind::PriorArg)
        ),
        None => format!("'{argument}' はほかの引数と同時に指定できません"),
    }
}

/// The values that an option takes, if they are few.
fn choices(error: &clap::Error) -> String {
    match list(error, ContextKind::ValidValue) {
        values if values.is_empty() => String::new(),
        values => format!("\n  選べる値：{values}"),
    }
}

/// What may have been meant.
pub fn hints(error: &clap::Error) -> Vec<String> {
    let kinds = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let similar = kinds.into_iter().map(|kind| strings(error, kind));
    let mut hints: Vec<String> = similar
        .filter(|similar| !similar.is_empty())
        .map(|similar| format!("'{}' ではありませんか", similar.join("'、'")))
        .collect();
    // Clap gives some hints as whole sentences. What stands in quotes tells which it is.
    if let Some(ContextValue::StyledStrs(sentences)) = error.get(ContextKind::Suggested) {
        for sentence in sentences {
            let sentence = sentence.to_string();
            let quoted: Vec<&str> = sentence.split('\'').skip(1).step_by(2).collect();
            hints.push(match quoted[..] {
                [command, "--"] => format!("コマンド '{command}' の前の '--' を除いてください"),
                [value, usage] => format!("'{value}' を値として渡すなら '{usage}' としてください"),
                [usage] => format!("'{usage}' ならあります"),
                _ => sentence,
            });
        }
    }
    hints
}

/// The strings of a part of the error.
fn strings(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// The one string of a part of the error.
fn one(error: &clap::Error, kind: ContextKind) -> String {
    strings(error, kind).into_iter().next().unwrap_or_default()
}

/// The strings of a part of the error in a list.
fn list(error: &clap::Error, kind: ContextKind) -> String {
    strings(error, kind).join("、")
}
