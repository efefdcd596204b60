//! Package runners for Python: uv and pipx.

use super::{
    options::{Flag, Outcome, Words, option, shown},
    reason::AsWritten,
    spec,
};
use crate::recipe::{Entry, Recipe, Runner, Spec};

const UV_IGNORED: [&str; 15] = [
    "-q",
    "--quiet",
    "-v",
    "--verbose",
    "-n",
    "--no-cache",
    "--no-progress",
    "--refresh",
    "--isolated",
    "--native-tls",
    "--system-certs",
    "--no-config",
    "--no-python-downloads",
    "-U",
    "--upgrade",
];
const UV_REGISTRY: [&str; 8] = [
    "--index",
    "--default-index",
    "-i",
    "--index-url",
    "--extra-index-url",
    "-f",
    "--find-links",
    "--no-index",
];
const PIPX_IGNORED: [&str; 5] = ["-q", "--quiet", "-v", "--verbose", "--no-cache"];

/// What the options say.
#[derive(Default)]
struct Options {
    from: Option<Spec>,
    with: Vec<Spec>,
    python: Option<String>,
    prerelease: bool,
}

/// Reads the words of `uvx` or `uv tool run`.
pub(super) fn uv(before: &[&str], after: &[&str]) -> Outcome {
    Outcome::of(Runner::Uv, recipe(Runner::Uv, before, after))
}

/// Reads the words of `pipx run`.
pub(super) fn pipx(words: &[&str]) -> Outcome {
    Outcome::of(Runner::Pipx, recipe(Runner::Pipx, &[], words))
}

fn recipe(runner: Runner, before: &[&str], after: &[&str]) -> Result<Recipe, AsWritten> {
    let mut options = Options::default();
    let mut words = Words::new(before);
    while let Some(word) = words.next() {
        take(runner, &option(word), &mut words, &mut options)?;
    }
    let mut words = Words::new(after);
    let first = loop {
        let word = words.next().ok_or(AsWritten::NoPackage)?;
        if word == "--" {
            return Err(AsWritten::Option(shown(word)));
        }
        if !word.starts_with('-') {
            break word;
        }
        take(runner, &option(word), &mut words, &mut options)?;
    };
    let (main, entry) = match options.from {
        Some(from) => (from, Entry::Named(spec::program(first)?)),
        None => (spec::python(first)?, Entry::Default),
    };
    // `uvx python` starts the interpreter.
    if main.name.starts_with("python") && !main.name.contains(['-', '_']) {
        return Err(AsWritten::Name(shown(&main.name)));
    }
    let mut packages = vec![main];
    packages.append(&mut options.with);
    spec::check_count(&packages)?;
    Ok(Recipe {
        runner,
        packages,
        entry,
        python: options.python,
        prerelease: options.prerelease,
        args: words.rest(),
    })
}

fn take<'a>(
    runner: Runner,
    flag: &Flag<'a>,
    words: &mut Words<'a>,
    options: &mut Options,
) -> Result<(), AsWritten> {
    let unknown = || Err(AsWritten::Option(shown(flag.name)));
    let is_uv = runner == Runner::Uv;
    let ignored = if is_uv {
        UV_IGNORED.as_slice()
    } else {
        &PIPX_IGNORED
    };
    match flag.name {
        name if ignored.contains(&name) => {
            if flag.value.is_some() {
                return unknown();
            }
        }
        "--from" if is_uv => options.from = Some(spec::python(words.value(flag)?)?),
        "--spec" if !is_uv => options.from = Some(spec::python(words.value(flag)?)?),
        "--with" => {
            for part in spec::list(words.value(flag)?) {
                options.with.push(spec::python(&part)?);
            }
        }
        "-p" if is_uv => options.python = Some(python(words.value(flag)?)?),
        "--python" => options.python = Some(python(words.value(flag)?)?),
        "--prerelease" if is_uv => match words.value(flag)? {
            "allow" => options.prerelease = true,
            _ => return unknown(),
        },
        name if UV_REGISTRY.contains(&name) => return Err(AsWritten::Registry(shown(name))),
        "--path" if !is_uv => return Err(AsWritten::File(shown(flag.name))),
        _ => return unknown(),
    }
    Ok(())
}

/// A version such as `3.12`, or the absolute path of an interpreter.
fn python(text: &str) -> Result<String, AsWritten> {
    let bare = text.strip_prefix("python").unwrap_or(text);
    let is_version = bare.len() <= 16
        && bare.starts_with('3')
        && bare.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_version {
        return Ok(bare.to_owned());
    }
    let is_path = std::path::Path::new(text).is_absolute() && text.len() <= 1024;
    if is_path {
        return Ok(text.to_owned());
    }
    Err(AsWritten::Option(shown(text)))
}
