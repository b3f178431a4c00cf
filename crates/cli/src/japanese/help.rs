//! The commands with Japanese texts. What has no text in the table keeps the English one.

use super::texts::Texts;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command};

/// The command with all its subcommands in Japanese. It serves for help and faults: its values are
/// not those that the program takes.
pub fn in_japanese(mut command: Command) -> Command {
    // The help options and commands are there only after this.
    command.build();
    translated(command, "yose", &Texts::read())
}

/// The command at `path`, the words by which the table knows it. The commands below `help` are
/// those beside it.
fn translated(command: Command, path: &str, texts: &Texts) -> Command {
    let key = match command.get_name() {
        "help" => "help",
        _ => path,
    };
    let mut command = command
        // Lines are broken afterwards: clap breaks at blanks only.
        .term_width(0)
        .mut_args(|argument| translated_argument(argument, path, texts))
        .mut_subcommands(|command| {
            let path = match (path, command.get_name()) {
                (_, "help") => path.to_owned(),
                ("yose", name) => name.to_owned(),
                (_, name) => format!("{path} {name}"),
            };
            translated(command, &path, texts)
        });
    if let Some(name) = texts.placeholder("COMMAND") {
        command = command.subcommand_value_name(name);
    }
    if let Some(about) = texts.about(key) {
        command = command.about(about[0]);
        if about.len() > 1 {
            command = command.long_about(about.join("\n\n"));
        }
    }
    command
}

fn translated_argument(argument: Arg, path: &str, texts: &Texts) -> Arg {
    let names: Vec<String> = argument
        .get_value_names()
        .into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    let key = match argument.get_long() {
        Some(long) => format!("--{long}"),
        None => names.first().cloned().unwrap_or_default(),
    };
    let values = translated_values(&argument, path, &key, texts);
    // The text goes to the next line as in English, where it is too wide to stand beside.
    let mut argument = argument.next_line_help(true);
    if let Some(text) = texts.option(path, &key) {
        argument = argument.help(text).long_help(text);
    }
    let placeholders: Vec<&'static str> = names.iter().filter_map(|name| texts.placeholder(name)).collect();
    if !names.is_empty() && placeholders.len() == names.len() {
        argument = argument.value_names(placeholders);
    }
    match values.is_empty() {
        true => argument,
        false => argument.value_parser(PossibleValuesParser::new(values)),
    }
}

/// The values of an option that takes one of a few.
fn translated_values(argument: &Arg, path: &str, key: &str, texts: &Texts) -> Vec<PossibleValue> {
    if !argument.get_action().takes_values() {
        return Vec::new();
    }
    let values = argument.get_possible_values().into_iter();
    values
        .map(
            |value| match texts.option(path, &format!("{key} {}", value.get_name())) {
                Some(text) => value.help(text),
                None => value,
            },
        )
        .collect()
}

/// Puts Japanese words in the place of those that clap has in every help.
pub fn words(help: &str) -> String {
    let words = Texts::read().words();
    words
        .into_iter()
        .fold(help.to_owned(), |help, (english, japanese)| {
            help.replace(english, japanese)
        })
}
