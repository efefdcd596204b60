//! Whether two launches run the same program or reach the same origin. What belongs to a server was given to its program.

mod line;

use std::collections::BTreeSet;

use url::Url;

use self::line::compared;
use crate::{
    LaunchFacts,
    launch::{FILES, PACKAGE},
    runners::name_without_version,
    variable_risk,
};

/// What a launch runs or reaches.
enum Program<'a> {
    Local(Local<'a>),
    /// The origin of a URL, or the whole text if it is no URL.
    Remote(String),
}

/// A program of this machine.
struct Local<'a> {
    /// Its file, links followed, without versions.
    file: String,
    /// The command as the user wrote it.
    command: &'a str,
    /// The name of the installed package that is started in place of the command.
    package: Option<&'a str>,
    /// The digest of the files of a bundle, if it is one.
    bundle: Option<&'a str>,
    /// The words of the command line, without what the host added to them.
    line: Vec<String>,
    folder: Option<&'a str>,
    /// The names of its variables that load code or redirect requests.
    variables: BTreeSet<&'a str>,
}

/// Whether two launches run different programs or reach different origins. What cannot be told is another program. A package that was
/// installed and the same one fetched by its package runner are one program, and so are two versions of a bundle.
#[must_use]
pub fn is_another_program(before: &LaunchFacts, now: &LaunchFacts) -> bool {
    match (program(before), program(now)) {
        (Some(Program::Local(before)), Some(Program::Local(now))) => !before.is(&now),
        (Some(Program::Remote(before)), Some(Program::Remote(now))) => before != now,
        (_, _) => true,
    }
}

impl Local<'_> {
    fn is(&self, other: &Self) -> bool {
        let started = match (self.package, other.package) {
            (None, None) => self.file == other.file,
            (Some(package), Some(another)) => package == another,
            // One was fetched by its runner, and has no file of its own.
            (_, _) => self.command == other.command,
        };
        // The words of another version of a bundle are those of its own manifest.
        let is_version = match (self.bundle, other.bundle) {
            (Some(files), Some(others)) => files != others,
            (_, _) => false,
        };
        started
            && (is_version || self.line == other.line)
            && self.bundle.is_some() == other.bundle.is_some()
            && self.folder == other.folder
            && self.variables == other.variables
    }
}

/// What a launch runs or reaches; none where the facts do not say it.
fn program(facts: &LaunchFacts) -> Option<Program<'_>> {
    if let Some(url) = facts.fact("URL") {
        return Some(Program::Remote(origin(url)));
    }
    let file = facts.fact("leads to").or_else(|| facts.fact("program"))?;
    let command = facts.argv().first()?;
    let package = facts.fact(PACKAGE);
    let risky = |name: &&str| variable_risk(name).is_some();
    Some(Program::Local(Local {
        file: file_without_version(file),
        command,
        // The version stands last.
        package: package.map(|text| text.rsplit_once(' ').map_or(text, |(name, _)| name)),
        bundle: facts.fact(FILES).filter(|_| facts.is_bundle()),
        line: compared(&own_words(facts)),
        folder: facts.fact("works in"),
        variables: facts.names("env ").filter(risky).collect(),
    }))
}

/// The words of a command line without those that the host added to it: each is known by its value, and leaves out one word or the
/// value of one option.
fn own_words(facts: &LaunchFacts) -> Vec<&str> {
    let mut words: Vec<&str> = facts.argv().iter().map(String::as_str).collect();
    for value in facts.added().iter().filter(|value| !value.is_empty()) {
        let args = words.iter().enumerate().skip(1);
        let found = args.rev().find_map(|(at, word)| {
            let option = word.strip_suffix(value.as_str())?;
            let is_option = option.starts_with('-') && option.ends_with('=');
            (option.is_empty() || is_option).then_some((at, option))
        });
        match found {
            Some((at, "")) => drop(words.remove(at)),
            Some((at, option)) => words[at] = option,
            None => {}
        }
    }
    words
}

/// A path without the folders that are version numbers, and without the version in an interpreter's name.
fn file_without_version(path: &str) -> String {
    let is_version = |part: &str| {
        let number = part.trim_start_matches('v');
        number.contains('.') && number.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let (folder, name) = path
        .rsplit_once('/')
        .map_or(("", path), |(folder, name)| (folder, name));
    let folders = folder.split('/').filter(|part| !is_version(part));
    folders
        .chain([name_without_version(name)])
        .collect::<Vec<_>>()
        .join("/")
}

fn origin(url: &str) -> String {
    match Url::parse(url.trim()) {
        Ok(url) if url.origin().is_tuple() => url.origin().ascii_serialization(),
        Ok(_) | Err(_) => url.to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
