//! The words of a command line as they are compared: every word counts. Only the version of a package that a known runner names is
//! left out, and the switches of that runner which say how much it writes or asks.

use crate::runners::{
    Runner, is_container_switch, name_without_version, program_name, runner_at, runner_call,
};

/// Switches of package runners that choose no code.
const QUIET: &[&str] = &[
    "-y",
    "--yes",
    "-q",
    "--quiet",
    "-s",
    "--silent",
    "--verbose",
    "--no-progress",
];

/// The options of a runner that are known. Behind another one, the package cannot be told from a value.
struct Options {
    switches: &'static [&'static str],
    with_value: &'static [&'static str],
    with_package: &'static [&'static str],
}

/// What an option does.
enum Meaning {
    Switch,
    Value,
    Package,
    Unknown,
}

/// The words to compare.
pub(super) fn compared(words: &[&str]) -> Vec<String> {
    let Some((command, args)) = words.split_first() else {
        return Vec::new();
    };
    let name = program_name(command);
    let mut out = vec![name_without_version(&name).to_owned()];
    let runner = runner_at(words).and_then(|at| Some((at, runner_call(words.get(at..)?)?)));
    let Some((at, call)) = runner else {
        out.extend(args.iter().map(|&word| word.to_owned()));
        return out;
    };
    let own = words.len() - call.after.len() - at;
    let before = words.get(1..at + own).unwrap_or_default();
    out.extend(before.iter().map(|&word| word.to_owned()));
    let is_cargo = words
        .get(at)
        .is_some_and(|word| program_name(word) == "cargo");
    // As `uv run`, it runs the project of a folder.
    let runner = if is_cargo {
        Runner::UvProject
    } else {
        call.runner
    };
    named(runner, call.after, &mut out);
    out
}

/// The words after the subcommand of a runner.
fn named(runner: Runner, words: &[&str], out: &mut Vec<String>) {
    let mut rest = words.iter().copied();
    while let Some(word) = rest.next() {
        if runner.names_a_package() && QUIET.contains(&word) {
            continue;
        }
        if !word.starts_with('-') {
            out.push(unversioned(runner, word));
            break;
        }
        out.push(word.to_owned());
        match meaning(runner, word) {
            Meaning::Switch => {}
            Meaning::Value => out.extend(rest.next().map(str::to_owned)),
            Meaning::Package => out.extend(rest.next().map(|word| unversioned(runner, word))),
            Meaning::Unknown => break,
        }
    }
    out.extend(rest.map(str::to_owned));
}

fn meaning(runner: Runner, word: &str) -> Meaning {
    let own = options(runner);
    let is_switch = word.contains('=')
        || own.switches.contains(&word)
        || (runner == Runner::Container && is_container_switch(word));
    match word {
        _ if is_switch => Meaning::Switch,
        word if own.with_package.contains(&word) => Meaning::Package,
        word if own.with_value.contains(&word) => Meaning::Value,
        _ => Meaning::Unknown,
    }
}

fn options(runner: Runner) -> Options {
    let of = |switches, with_value, with_package| Options {
        switches,
        with_value,
        with_package,
    };
    match runner {
        Runner::Npm | Runner::Pnpm | Runner::Yarn | Runner::Bun => of(
            &[
                "--prefer-online",
                "--prefer-offline",
                "--ignore-scripts",
                "--bun",
            ],
            &["--registry", "--loglevel"],
            &["-p", "--package"],
        ),
        Runner::Uv => of(
            &["--no-cache", "--refresh", "--isolated", "--no-config"],
            &[
                "--python",
                "-p",
                "--index",
                "--default-index",
                "--index-url",
                "--prerelease",
            ],
            &["--from", "--with"],
        ),
        Runner::Pipx => of(
            &["--no-cache"],
            &["--python", "--index-url", "-i"],
            &["--spec", "--with"],
        ),
        Runner::Deno => of(
            &[
                "-A",
                "--allow-all",
                "--allow-env",
                "--allow-net",
                "--allow-read",
                "--allow-write",
                "-q",
                "--quiet",
            ],
            &[],
            &[],
        ),
        Runner::Container => of(
            &[],
            &[
                "-e",
                "--env",
                "--env-file",
                "-v",
                "--volume",
                "--mount",
                "--name",
                "--network",
                "-w",
                "--workdir",
                "-u",
                "--user",
                "-p",
                "--publish",
                "--entrypoint",
                "--platform",
                "--pull",
            ],
            &[],
        ),
        Runner::Compiler => of(&["-y", "--yes"], &[], &[]),
        Runner::UvProject => of(&[], &[], &[]),
    }
}

/// A package or image without its version: `@a/b@1.2` as `@a/b`, `b==1.2` as `b`, `a/b:1.2` as `a/b`. A file, a folder or an address
/// is left as it is.
fn unversioned(runner: Runner, word: &str) -> String {
    let is_place = word.starts_with(['.', '/', '~']) || word.contains('\\') || word.contains("://");
    let named = match runner {
        _ if is_place => None,
        Runner::Npm | Runner::Pnpm | Runner::Yarn | Runner::Bun => without_tail(word, '@'),
        Runner::Deno if word.starts_with("npm:") || word.starts_with("jsr:") => {
            without_tail(word, '@')
        }
        Runner::Compiler => without_tail(word, '@'),
        Runner::Uv | Runner::Pipx => ["==", ">=", "<=", "~=", "!="]
            .iter()
            .find_map(|mark| word.split_once(mark))
            .filter(|(_, version)| is_version(version))
            .map(|(name, _)| name)
            .or_else(|| without_tail(word, '@')),
        Runner::Container => {
            let image = without_digest(word);
            Some(without_tail(image, ':').unwrap_or(image))
        }
        Runner::Deno | Runner::UvProject => None,
    };
    named.unwrap_or(word).to_owned()
}

/// What stands before the last mark, if a version follows it.
fn without_tail(word: &str, mark: char) -> Option<&str> {
    let (name, tail) = word.rsplit_once(mark)?;
    (!name.is_empty() && is_version(tail)).then_some(name)
}

fn without_digest(image: &str) -> &str {
    let is_digest = |tail: &str| tail.chars().all(|c| c.is_ascii_hexdigit());
    match image.split_once("@sha256:") {
        Some((name, tail)) if is_digest(tail) => name,
        Some(_) | None => image,
    }
}

/// A number with what may follow it, a range of them, or the name of a line of versions.
fn is_version(text: &str) -> bool {
    let number = text.trim_start_matches(['v', '^', '~', '=', '<', '>', '!']);
    let digits = number.starts_with(|c: char| c.is_ascii_digit());
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-+<>=!~^*".contains(c);
    let is_tag = [
        "latest", "next", "beta", "alpha", "canary", "stable", "main",
    ]
    .contains(&text);
    is_tag || (digits && text.chars().all(plain))
}
