//! Package runners for Node.js: npx, npm, pnpm, yarn, bun.

use super::{
    options::{Flag, Outcome, Words, option, shown},
    reason::AsWritten,
    shell::Dialect,
    spec,
};
use crate::recipe::{Entry, Recipe, Spec};

/// What an option does.
enum Meaning {
    /// Nothing that matters here.
    Ignored,
    /// As [`Meaning::Ignored`], with a value.
    IgnoredValue,
    /// It names a package.
    Package,
    /// It makes a shell read the rest.
    Shell,
    /// It names a registry.
    Registry,
    Unknown,
}

fn meaning(dialect: Dialect, name: &str) -> Meaning {
    let ignored: &[&str] = match dialect {
        Dialect::Npx | Dialect::NpmExec => &[
            "-y",
            "--yes",
            "-q",
            "--quiet",
            "-s",
            "--silent",
            "-d",
            "--verbose",
            "--prefer-online",
            "--prefer-offline",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--no-update-notifier",
            "--no-progress",
        ],
        Dialect::Pnpm => &["-s", "--silent", "--yes", "-y"],
        Dialect::Yarn => &["-q", "--quiet"],
        Dialect::Bun => &["-y", "--yes", "--silent", "--verbose"],
    };
    match (dialect, name) {
        (_, name) if ignored.contains(&name) => Meaning::Ignored,
        (Dialect::Pnpm, "-p") => Meaning::Unknown,
        (_, "-p" | "--package") => Meaning::Package,
        (Dialect::Npx | Dialect::NpmExec | Dialect::Pnpm, "-c") => Meaning::Shell,
        (Dialect::Npx | Dialect::NpmExec, "--call") => Meaning::Shell,
        (Dialect::Pnpm, "--shell-mode") => Meaning::Shell,
        (_, "--registry") => Meaning::Registry,
        (Dialect::Npx | Dialect::NpmExec, "--loglevel") => Meaning::IgnoredValue,
        (Dialect::Pnpm, "--reporter" | "--loglevel") => Meaning::IgnoredValue,
        _ => Meaning::Unknown,
    }
}

/// Reads the words of a runner: those before its subcommand, and those after it.
pub(super) fn parse(dialect: Dialect, before: &[&str], after: &[&str]) -> Outcome {
    Outcome::of(dialect.runner(), recipe(dialect, before, after))
}

fn recipe(dialect: Dialect, before: &[&str], after: &[&str]) -> Result<Recipe, AsWritten> {
    let mut packages = Vec::new();
    let mut words = Words::new(before);
    while let Some(word) = words.next() {
        take(dialect, &option(word), &mut words, &mut packages)?;
    }
    let mut words = Words::new(after);
    let mut plain = Vec::new();
    while let Some(word) = words.next() {
        if word == "--" {
            // What pnpm and bun make of it depends on their version.
            if !matches!(dialect, Dialect::Npx | Dialect::NpmExec) {
                return Err(AsWritten::Option(shown(word)));
            }
            break;
        } else if word.starts_with('-') {
            take(dialect, &option(word), &mut words, &mut packages)?;
        } else {
            plain.push(word.to_owned());
            if dialect != Dialect::NpmExec {
                break;
            }
        }
    }
    plain.extend(words.rest());
    finish(dialect, packages, plain)
}

/// Takes one option with its value.
fn take<'a>(
    dialect: Dialect,
    flag: &Flag<'a>,
    words: &mut Words<'a>,
    packages: &mut Vec<Spec>,
) -> Result<(), AsWritten> {
    let unknown = || Err(AsWritten::Option(shown(flag.name)));
    match meaning(dialect, flag.name) {
        Meaning::Ignored => {
            // npm takes a word such as `false` after a switch as its value.
            let next_is_value = dialect == Dialect::NpmExec
                && matches!(words.peek(), Some("true" | "false" | "null"));
            let is_on = flag.value.is_none_or(|value| value == "true");
            if next_is_value || !is_on {
                return unknown();
            }
        }
        Meaning::IgnoredValue => {
            words.value(flag)?;
        }
        Meaning::Package => packages.push(spec::npm(words.value(flag)?)?),
        Meaning::Shell => return Err(AsWritten::ShellLine),
        Meaning::Registry => return Err(AsWritten::Registry(shown(flag.name))),
        Meaning::Unknown => return unknown(),
    }
    Ok(())
}

/// The first plain word names the package, or with `--package` its program.
fn finish(
    dialect: Dialect,
    mut packages: Vec<Spec>,
    plain: Vec<String>,
) -> Result<Recipe, AsWritten> {
    let mut plain = plain.into_iter();
    let first = plain.next().ok_or(AsWritten::NoPackage)?;
    let entry = if packages.is_empty() {
        packages.push(spec::npm(&first)?);
        Entry::Default
    } else {
        Entry::Named(spec::program(&first)?)
    };
    spec::check_count(&packages)?;
    Ok(Recipe {
        runner: dialect.runner(),
        packages,
        entry,
        python: None,
        prerelease: false,
        args: plain.collect(),
    })
}
