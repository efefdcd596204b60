//! The program that a command line starts, behind its path, its ending and `cmd /c`.

use super::container::Engine;
use crate::recipe::Runner;

/// Shells, and programs that start what their arguments say.
const SHELLS: [&str; 10] = [
    "sh",
    "bash",
    "zsh",
    "dash",
    "ksh",
    "fish",
    "powershell",
    "pwsh",
    "cmd",
    "env",
];
/// Characters that `cmd` reads as more than themselves.
const CMD_SIGNS: [char; 9] = ['&', '|', '<', '>', '^', '%', '!', '"', '\n'];

/// The words of a command line without a shell around them.
pub(super) enum Line<'a> {
    /// They can be read.
    Words(&'a [&'a str]),
    /// A shell reads them, and a package runner is among them.
    Hidden,
}

/// How the words of a JavaScript package runner are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Options end at the first other word.
    Npx,
    /// Options end at `--`.
    NpmExec,
    /// As [`Dialect::Npx`], with the options of pnpm.
    Pnpm,
    /// As [`Dialect::Npx`], with the options of yarn.
    Yarn,
    /// As [`Dialect::Npx`], with the options of bun.
    Bun,
}

impl Dialect {
    pub fn runner(self) -> Runner {
        match self {
            Self::Npx | Self::NpmExec => Runner::Npm,
            Self::Pnpm => Runner::Pnpm,
            Self::Yarn => Runner::Yarn,
            Self::Bun => Runner::Bun,
        }
    }
}

/// A package runner or a container engine: words before its subcommand, and words after it.
pub(super) enum Call<'a> {
    Npm(Dialect, &'a [&'a str], &'a [&'a str]),
    Uv(&'a [&'a str], &'a [&'a str]),
    Pipx(&'a [&'a str]),
    Container(Engine, &'a [&'a str]),
}

impl Call<'_> {
    pub fn runner(&self) -> Option<Runner> {
        match self {
            Self::Npm(dialect, ..) => Some(dialect.runner()),
            Self::Uv(..) => Some(Runner::Uv),
            Self::Pipx(_) => Some(Runner::Pipx),
            Self::Container(..) => None,
        }
    }
}

/// What the program and the words after it are.
pub(super) fn call<'a>(program: &str, rest: &'a [&'a str]) -> Option<Call<'a>> {
    const NOTHING: &[&str] = &[];
    let npm = |dialect, names: &[&str]| {
        let (before, after) = split(rest, names)?;
        Some(Call::Npm(dialect, before, after))
    };
    match program {
        "npx" => Some(Call::Npm(Dialect::Npx, NOTHING, rest)),
        "npm" => npm(Dialect::NpmExec, &["exec", "x"]),
        "pnpx" => Some(Call::Npm(Dialect::Pnpm, NOTHING, rest)),
        "pnpm" => npm(Dialect::Pnpm, &["dlx"]),
        "yarn" | "yarnpkg" => npm(Dialect::Yarn, &["dlx"]),
        "bunx" => Some(Call::Npm(Dialect::Bun, NOTHING, rest)),
        "bun" => npm(Dialect::Bun, &["x"]),
        "uvx" => Some(Call::Uv(NOTHING, rest)),
        "uv" => {
            let (before, after) = split(rest, &["tool"])?;
            let (first, after) = after.split_first()?;
            (*first == "run").then_some(Call::Uv(before, after))
        }
        "pipx" => {
            let (first, after) = rest.split_first()?;
            (*first == "run").then_some(Call::Pipx(after))
        }
        other => {
            let engine = Engine::named(other)?;
            let (before, mut after) = split(rest, &["run", "container"])?;
            if rest.get(before.len()) == Some(&"container") {
                let (first, inner) = after.split_first()?;
                if *first != "run" {
                    return None;
                }
                after = inner;
            }
            Some(Call::Container(engine, after))
        }
    }
}

/// The words before a subcommand and those after it. Only options may be before it, and the value after one of them.
fn split<'a>(words: &'a [&'a str], names: &[&str]) -> Option<(&'a [&'a str], &'a [&'a str])> {
    let at = words.iter().position(|word| names.contains(word))?;
    let (before, after) = (&words[..at], &words[at + 1..]);
    let mut may_be_value = false;
    for word in before {
        if word.starts_with('-') {
            may_be_value = !word.contains('=');
        } else if !std::mem::take(&mut may_be_value) {
            return None;
        }
    }
    Some((before, after))
}

/// Takes `cmd /c` away.
pub(super) fn unwrap<'a>(words: &'a [&'a str]) -> Line<'a> {
    let Some((program, rest)) = words.split_first() else {
        return Line::Words(words);
    };
    let program = program_name(program);
    if !SHELLS.contains(&program.as_str()) {
        return Line::Words(words);
    }
    if program == "cmd"
        && let Some(inner) = after_c(rest)
        && !inner.iter().any(|word| word.contains(CMD_SIGNS))
        && !inner.first().is_some_and(|word| word.contains(' '))
    {
        return Line::Words(inner);
    }
    if rest.iter().any(|word| mentions_runner(word)) {
        Line::Hidden
    } else {
        Line::Words(words)
    }
}

/// The words after `/c` of `cmd`. Only switches may be before it.
fn after_c<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let at = words
        .iter()
        .position(|word| word.eq_ignore_ascii_case("/c"))?;
    let switches = words[..at].iter().all(|word| word.starts_with('/'));
    switches.then(|| &words[at + 1..])
}

fn mentions_runner(text: &str) -> bool {
    const RUNNERS: [&str; 12] = [
        "npx", "npm", "pnpx", "pnpm", "yarn", "bunx", "bun", "uvx", "uv", "pipx", "docker",
        "podman",
    ];
    text.split(|c: char| c.is_whitespace() || "\"';&|()`=".contains(c))
        .any(|word| RUNNERS.contains(&program_name(word).as_str()))
}

/// The name of a program without its folder and the endings of Windows, in lower case.
pub(super) fn program_name(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.to_ascii_lowercase();
    for ending in [".exe", ".cmd", ".bat", ".ps1"] {
        if let Some(stem) = name.strip_suffix(ending) {
            return stem.to_owned();
        }
    }
    name
}
