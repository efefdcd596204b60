//! Which program of installed npm packages is the server, and how to start it.

use std::{
    fs::File,
    io::Read,
    path::{Component, Path, PathBuf},
};

use domain::{cut, visible};
use serde_json::Value as Json;

use super::bench;
use crate::{
    error::{Bound, PackageError},
    installed::Start,
    recipe::Entry,
};

/// Most bytes of a `package.json`.
const MANIFEST_MAX: usize = 1 << 20;
/// Most programs that an error lists.
const LISTED_MAX: usize = 32;
/// How much of a file is read to find its interpreter, in bytes.
const HEAD: u64 = 512;

/// How to start the server.
pub(super) fn start(
    tree: &Path,
    named: &[String],
    entry: &Entry,
    node: &Path,
) -> Result<Start, PackageError> {
    let mut listed = Vec::new();
    for name in named {
        let folder = tree.join("node_modules").join(name);
        let manifest = folder.join("package.json");
        let text = bench::read(&manifest, MANIFEST_MAX, Bound::Bytes)?;
        let bins = bins(name, &serde_json::from_str(&text).unwrap_or_default());
        if let Some(path) = chosen(name, entry, &bins) {
            return command(&file_of(&folder, path)?, node);
        }
        listed.extend(bins.into_iter().map(|(name, _)| visible(cut(&name, 214))));
        if *entry == Entry::Default {
            break;
        }
    }
    listed.truncate(LISTED_MAX);
    Err(PackageError::NoEntry { programs: listed })
}

/// The programs of a package: names and paths in its folder.
fn bins(package: &str, manifest: &Json) -> Vec<(String, String)> {
    let own = without_scope(package);
    match &manifest["bin"] {
        Json::String(path) => vec![(own.to_owned(), path.clone())],
        Json::Object(all) => all
            .iter()
            .filter_map(|(name, path)| Some((name.clone(), path.as_str()?.to_owned())))
            .collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) => Vec::new(),
    }
}

fn without_scope(package: &str) -> &str {
    package.rsplit('/').next().unwrap_or(package)
}

/// The path of the program that npm would start.
fn chosen<'a>(package: &str, entry: &Entry, bins: &'a [(String, String)]) -> Option<&'a str> {
    let called = |wanted: &str| {
        let found = bins.iter().find(|(name, _)| name == wanted);
        found.map(|(_, path)| path.as_str())
    };
    match entry {
        Entry::Named(name) => called(name),
        Entry::Interpreter => None,
        Entry::Default => {
            let (_, first) = bins.first()?;
            let is_one = bins.iter().all(|(_, path)| path == first);
            is_one
                .then_some(first.as_str())
                .or_else(|| called(without_scope(package)))
        }
    }
}

/// The file of a program, which must be in the folder of its package, also after links.
fn file_of(folder: &Path, path: &str) -> Result<PathBuf, PackageError> {
    let bad = || PackageError::BadEntry {
        path: visible(cut(path, 512)),
    };
    let relative = Path::new(path);
    let inside = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !inside || path.contains('\\') {
        return Err(bad());
    }
    let folder = dunce::canonicalize(folder).map_err(PackageError::io(folder))?;
    let file = dunce::canonicalize(folder.join(relative)).map_err(|_| bad())?;
    if !file.starts_with(&folder) || !file.is_file() {
        return Err(bad());
    }
    Ok(file)
}

/// Node.js with the options of the file's first line, unless that names another program.
fn command(file: &Path, node: &Path) -> Result<Start, PackageError> {
    let mut head = Vec::new();
    let opened = File::open(file).map_err(PackageError::io(file))?;
    opened
        .take(HEAD)
        .read_to_end(&mut head)
        .map_err(PackageError::io(file))?;
    let head = String::from_utf8_lossy(&head);
    let first = head.lines().next().unwrap_or_default();
    let path = file.to_string_lossy().into_owned();
    let is_script = file.extension().is_some_and(|ending| {
        ["js", "mjs", "cjs", "ts", "mts"]
            .iter()
            .any(|one| ending == *one)
    });
    let options = match first.strip_prefix("#!") {
        Some(line) => node_options(line),
        None if is_script => Some(Vec::new()),
        None => None,
    };
    Ok(match options {
        Some(mut args) => {
            args.push(path);
            Start {
                program: node.to_owned(),
                args,
            }
        }
        None => Start {
            program: file.to_owned(),
            args: Vec::new(),
        },
    })
}

/// The options of Node.js in a first line: `/usr/bin/env -S node --flag`. `None` if it names another program.
fn node_options(line: &str) -> Option<Vec<String>> {
    let mut words = line
        .split_whitespace()
        .filter(|word| !matches!(*word, "-S" | "--split-string"));
    let first = words.next()?;
    let program = match first.rsplit('/').next() {
        Some("env") => words.next()?,
        Some(_) | None => first,
    };
    let name = program.rsplit('/').next().unwrap_or(program);
    matches!(name, "node" | "nodejs").then(|| words.map(str::to_owned).collect())
}
