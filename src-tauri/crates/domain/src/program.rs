//! Whether two launches run the same program or reach the same origin. What belongs to a server was given to its program.

use std::path::Path;

use url::Url;

use crate::{LaunchFacts, launch::PACKAGE, variable_risk};

/// What a launch runs or reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A program file and what its arguments make it run, without versions.
    Local {
        /// The program file, links followed.
        file: String,
        /// The words of the arguments that name a package, a script, an origin or another program.
        runs: Vec<String>,
    },
    /// The origin of a URL, or the whole text if it is no URL.
    Remote(String),
}

/// Programs that download a package and run it: the name, and the words that follow it.
const RUNNERS: &[(&str, &[&str])] = &[
    ("npx", &[]),
    ("npx-cli", &[]),
    ("npm", &["exec"]),
    ("npm", &["x"]),
    ("pnpx", &[]),
    ("pnpm", &["dlx"]),
    ("yarn", &["dlx"]),
    ("bunx", &[]),
    ("bun", &["x"]),
    ("uvx", &[]),
    ("uv", &["tool", "run"]),
    ("pipx", &["run"]),
];

/// Options of those programs that choose no code.
const HARMLESS: &[&str] = &[
    "-y",
    "--yes",
    "-n",
    "--no",
    "-q",
    "--quiet",
    "-s",
    "--silent",
    "-d",
    "--verbose",
    "--prefer-online",
    "--prefer-offline",
    "--offline",
    "--ignore-scripts",
    "--no-install",
    "--no-progress",
    "--isolated",
    "--refresh",
    "--",
];

/// Programs that run the script in their arguments; what follows the script are its own arguments.
const INTERPRETERS: &[&str] = &[
    "deno", "dotnet", "java", "lua", "node", "nodejs", "perl", "php", "pypy", "python", "ruby",
    "ts-node", "tsx",
];

/// Options of those programs whose value is the next word.
const TAKES_VALUE: &[&str] = &[
    "--cp",
    "--conditions",
    "--env-file",
    "--experimental-loader",
    "--import",
    "--loader",
    "--require",
    "-I",
    "-W",
    "-X",
    "-cp",
    "-r",
];

/// Options of those programs whose value is the program.
const TAKES_PROGRAM: &[&str] = &[
    "-c", "-e", "-jar", "-m", "-p", "--eval", "--module", "--print",
];

/// Programs that run the program in their arguments in a way that is not read here: every argument counts.
const STARTERS: &[&str] = &[
    "bash",
    "bun",
    "cargo",
    "chpst",
    "cmd",
    "conda",
    "cross-env",
    "dash",
    "direnv",
    "docker",
    "dotenv",
    "dotenvx",
    "env",
    "exec",
    "firejail",
    "fish",
    "flatpak",
    "fnm",
    "gem",
    "go",
    "hatch",
    "ionice",
    "ksh",
    "mise",
    "nerdctl",
    "nice",
    "nix",
    "nix-shell",
    "nohup",
    "npm",
    "op",
    "pdm",
    "pipx",
    "pixi",
    "pnpm",
    "podman",
    "poetry",
    "powershell",
    "pwsh",
    "py",
    "rye",
    "setsid",
    "sh",
    "snap",
    "ssh",
    "stdbuf",
    "sudo",
    "systemd-run",
    "time",
    "timeout",
    "uv",
    "volta",
    "wsl",
    "xargs",
    "xvfb-run",
    "yarn",
    "zsh",
];

/// Endings of files that hold code.
const CODE: &[&str] = &[
    "bat", "cjs", "cmd", "cs", "cts", "dll", "dylib", "exe", "go", "jar", "js", "lua", "mjs",
    "mts", "php", "pl", "ps1", "py", "pyz", "rb", "rs", "sh", "so", "ts", "wasm", "whl",
];

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A file that can be executed.
    Program,
    /// A folder.
    Folder,
    /// Another file, or nothing.
    Other,
}

/// Says what is at a path, relative to the working directory of a launch.
pub type LookAt<'a> = &'a dyn Fn(&str) -> PathKind;

impl LaunchFacts {
    /// What the launch runs or reaches; none where the facts do not say it.
    #[must_use]
    pub fn runs(&self, look_at: LookAt<'_>) -> Option<Program> {
        if let Some(url) = self.fact("URL") {
            return Some(Program::Remote(origin(url)));
        }
        let file = self.fact("leads to").or_else(|| self.fact("program"))?;
        let (command, args) = self.argv().split_first()?;
        // Granted folders that the program is started with stand last.
        let end = args
            .iter()
            .rposition(|word| look_at(word) != PathKind::Folder)
            .map_or(0, |at| at + 1);
        let args: Vec<&str> = args.iter().take(end).map(String::as_str).collect();
        let mut runs = Vec::new();
        named(&stem(command), &args, look_at, &mut runs);
        // What such a program runs may be found from where it works.
        if is_starter(command) {
            runs.extend(self.fact("works in").map(|folder| format!("in {folder}")));
        }
        let variables = self
            .names("env ")
            .filter(|name| variable_risk(name).is_some());
        runs.extend(variables.map(|name| format!("with {name}")));
        // A version of a package has a folder of its own; which package it is stands in the arguments.
        let installed = self
            .fact(PACKAGE)
            .map(|_| "an installed package".to_owned());
        Some(Program::Local {
            file: installed.unwrap_or_else(|| file_without_version(file)),
            runs,
        })
    }
}

/// Whether two launches run different programs or reach different origins. What cannot be told is another program. A package that was
/// installed and the same one fetched by its package runner are one program.
#[must_use]
pub fn is_another_program(before: &LaunchFacts, now: &LaunchFacts, look_at: LookAt<'_>) -> bool {
    match (before.runs(look_at), now.runs(look_at)) {
        (Some(Program::Local { runs: old, .. }), Some(Program::Local { runs: new, .. }))
            if before.fact(PACKAGE).is_some() != now.fact(PACKAGE).is_some() =>
        {
            old != new
        }
        (Some(old), Some(new)) => old != new,
        (_, _) => true,
    }
}

/// The words that name what a program runs.
fn named(program: &str, args: &[&str], look_at: LookAt<'_>, out: &mut Vec<String>) {
    let runner = RUNNERS.iter().find_map(|(name, words)| {
        (*name == program && args.starts_with(words))
            .then(|| args.get(words.len()..).unwrap_or_default())
    });
    if let Some(rest) = runner {
        package(rest, look_at, out);
    } else if INTERPRETERS.contains(&program) {
        script(args, look_at, out);
    } else if STARTERS.contains(&program) {
        out.extend(args.iter().map(|word| unversioned(word)));
    } else {
        arguments(args, look_at, out);
    }
}

/// The packages of a package runner and the command, then what the arguments of the package name.
fn package(args: &[&str], look_at: LookAt<'_>, out: &mut Vec<String>) {
    let mut words = args;
    while let Some((word, rest)) = words.split_first() {
        words = rest;
        if HARMLESS.contains(word) {
            continue;
        }
        out.push(unversioned(word));
        if !word.starts_with('-') {
            break;
        }
        // Any other option may name code, and so may its value, which looks like the package.
        if !word.contains('=')
            && let Some((value, rest)) = rest.split_first()
        {
            out.push(unversioned(value));
            words = rest;
        }
    }
    arguments(words, look_at, out);
}

/// The options before a script and the script, then what its arguments name.
fn script(args: &[&str], look_at: LookAt<'_>, out: &mut Vec<String>) {
    let mut words = args;
    while let Some((word, rest)) = words.split_first() {
        words = rest;
        out.push((*word).to_owned());
        let value = TAKES_VALUE.contains(word) || TAKES_PROGRAM.contains(word);
        if value && let Some((value, rest)) = rest.split_first() {
            out.push((*value).to_owned());
            words = rest;
        }
        if TAKES_PROGRAM.contains(word) || !word.starts_with('-') {
            break;
        }
    }
    arguments(words, look_at, out);
}

/// What the arguments of a program name: a subcommand, origins, files of code, packages, command lines, other programs.
fn arguments(args: &[&str], look_at: LookAt<'_>, out: &mut Vec<String>) {
    let mut first = true;
    for (at, word) in args.iter().enumerate() {
        let value = match word.split_once('=') {
            Some((option, value)) if option.starts_with('-') => value,
            Some(_) | None => word,
        };
        let is_option = word.starts_with('-');
        if !is_option && is_starter(value) {
            let rest = args.get(at..).unwrap_or_default();
            out.extend(rest.iter().map(|word| unversioned(word)));
            return;
        }
        let is_path = value.contains(['/', '\\']);
        // The word after an option may be its value.
        let is_value = at > 0
            && args
                .get(at - 1)
                .is_some_and(|word| word.starts_with('-') && !word.contains('='));
        let subcommand = first && !is_option && !is_path && !is_value;
        first &= is_option || is_value;
        if value.contains("://") {
            out.push(word.replace(value, &origin(value)));
        } else if is_code(value)
            || is_package(value)
            || value.contains(char::is_whitespace)
            || subcommand
            || (is_path && look_at(value) == PathKind::Program)
        {
            out.push(unversioned(word));
        }
    }
}

/// Whether a word is the name of a program that runs others.
fn is_starter(word: &str) -> bool {
    let name = stem(word);
    let name = name.as_str();
    RUNNERS.iter().any(|(runner, _)| *runner == name)
        || INTERPRETERS.contains(&name)
        || STARTERS.contains(&name)
}

fn is_code(word: &str) -> bool {
    let ending = Path::new(word)
        .extension()
        .and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| CODE.contains(&ending.to_ascii_lowercase().as_str()))
}

/// Whether a word names a package in the scope of an owner, or one by its version or protocol.
fn is_package(word: &str) -> bool {
    (word.starts_with('@') && word.contains('/'))
        || unversioned(word) != word
        || ["npm:", "jsr:", "github:", "git+", "file:"]
            .iter()
            .any(|scheme| word.starts_with(scheme))
}

/// The name of a program without its folder, its ending and its version, in lower case.
fn stem(word: &str) -> String {
    let name = word
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(word)
        .to_ascii_lowercase();
    let endings = [".exe", ".cmd", ".bat", ".ps1", ".js"];
    let name = endings
        .iter()
        .find_map(|ending| name.strip_suffix(ending))
        .unwrap_or(&name);
    without_digits(name).to_owned()
}

/// `python3.12` as `python`.
fn without_digits(name: &str) -> &str {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if INTERPRETERS.contains(&bare) {
        bare
    } else {
        name
    }
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
        .chain([without_digits(name)])
        .collect::<Vec<_>>()
        .join("/")
}

/// A package or image without its version: `@a/b@1.2` as `@a/b`, `b==1.2` as `b`, `a/b:1.2` as `a/b`.
fn unversioned(word: &str) -> String {
    let is_version = |tail: &str| {
        let number = tail.trim_start_matches(['v', '^', '~', '=', '<', '>', '!']);
        let tag = [
            "latest", "next", "beta", "alpha", "canary", "stable", "main",
        ]
        .contains(&tail);
        let digits = number.starts_with(|c: char| c.is_ascii_digit());
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-+,<>=!~^*".contains(c);
        tag || (digits && tail.chars().all(plain))
    };
    let digest = |tail: &str| {
        tail.starts_with("sha256:") && tail.chars().skip(7).all(|c| c.is_ascii_hexdigit())
    };
    if word.contains(char::is_whitespace) {
        return word
            .split_whitespace()
            .map(unversioned)
            .collect::<Vec<_>>()
            .join(" ");
    }
    for mark in ["==", ">=", "<=", "~=", "!="] {
        if let Some((name, version)) = word.split_once(mark)
            && is_version(version)
        {
            return name.to_owned();
        }
    }
    if let Some((name, tail)) = word.split_once('@')
        && digest(tail)
    {
        return name.to_owned();
    }
    let at = word.rfind(['@', ':']).filter(|at| *at > 0);
    match at.map(|at| word.split_at(at)) {
        Some((name, tail)) if is_version(tail.get(1..).unwrap_or_default()) => name.to_owned(),
        Some(_) | None => word.to_owned(),
    }
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
