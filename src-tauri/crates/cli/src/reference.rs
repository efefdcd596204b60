//! Writes the reference of the terminal program from its command line, and compares it with the one that is checked in.

use std::fmt::Write;

use clap::{Arg, Command, CommandFactory};

use crate::args::Args;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../docs/terminal-reference.md"
);
/// Set by `cargo xtask reference`.
const WRITE: &str = "INNKEEPER_WRITE_REFERENCE";

const INTRODUCTION: &str = "\
# Terminal reference

<!-- Written by `cargo xtask reference` from the command line's definition. Do not edit. -->

Every subcommand of `innkeeper-cli`. [The guide](terminal.md) has examples and exit codes.
";

#[test]
fn terminal_reference_is_fresh() {
    let mut command = Args::command();
    command.build();
    let now = document(&command);
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(FILE, &now).unwrap();
    }
    let before = std::fs::read_to_string(FILE)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    assert!(
        before == now,
        "docs/terminal-reference.md is old: run `cargo xtask reference`"
    );
}

fn document(command: &Command) -> String {
    let mut text = INTRODUCTION.to_owned();
    text.push_str("\n## Options of every subcommand\n\n");
    options(command, &mut text);
    for sub in visible(command) {
        section(sub, &mut text);
    }
    text
}

/// A subcommand, and those below it.
fn section(command: &Command, text: &mut String) {
    let name = command.get_bin_name().unwrap_or_default();
    let depth = "#".repeat(name.split(' ').count().min(4));
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    writeln!(text, "\n{depth} `{name}`\n\n{about}").unwrap();
    if visible(command).next().is_none() {
        let usage = command.clone().render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").trim();
        writeln!(text, "\n    {usage}\n").unwrap();
        options(command, text);
    }
    for sub in visible(command) {
        section(sub, text);
    }
}

fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    command
        .get_subcommands()
        .filter(|sub| !sub.is_hide_set() && sub.get_name() != "help")
}

/// The arguments and options of a subcommand; those of all are said once.
fn options(command: &Command, text: &mut String) {
    let root = command.get_name() == "innkeeper-cli";
    for arg in command.get_arguments() {
        let own = root || !arg.is_global_set();
        if own && !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str()) {
            writeln!(text, "- {}: {}", written(arg), help(arg)).unwrap();
        }
    }
}

fn written(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let names: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
    let takes = arg.get_num_args().is_none_or(|range| range.takes_values());
    let value = if takes {
        names.join(" ")
    } else {
        String::new()
    };
    let flag = arg.get_long().map(|long| format!("--{long}"));
    let short = arg.get_short().map(|short| format!("-{short}, "));
    let flag = flag.map(|flag| short.unwrap_or_default() + &flag);
    let all: Vec<String> = flag
        .into_iter()
        .chain([value])
        .filter(|part| !part.is_empty())
        .collect();
    format!("`{}`", all.join(" "))
}

fn help(arg: &Arg) -> String {
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    // clap drops the last full stop.
    text.push('.');
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    let takes = arg.get_num_args().is_none_or(|range| range.takes_values());
    if takes && !values.is_empty() {
        write!(text, " Values: {}.", values.join(", ")).unwrap();
    }
    let default: Vec<String> = arg
        .get_default_values()
        .iter()
        .map(|value| format!("`{}`", value.to_string_lossy()))
        .collect();
    if takes && !default.is_empty() {
        write!(text, " Default: {}.", default.join(" ")).unwrap();
    }
    text
}
