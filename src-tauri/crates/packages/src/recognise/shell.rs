//! The program that a command line starts, behind its path, its ending and `cmd /c`.

use domain::{Starter, is_package_runner, program_name, runner_call, starter};

use super::container::Engine;
use crate::recipe::Runner;

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

/// What the words are, if they begin with a runner of packages or containers.
pub(super) fn call<'a>(words: &'a [&'a str]) -> Option<Call<'a>> {
    let call = runner_call(words)?;
    let (before, after) = (call.before, call.after);
    Some(match call.runner {
        domain::Runner::Npm if call.subcommand.is_empty() => Call::Npm(Dialect::Npx, before, after),
        domain::Runner::Npm => Call::Npm(Dialect::NpmExec, before, after),
        domain::Runner::Pnpm => Call::Npm(Dialect::Pnpm, before, after),
        domain::Runner::Yarn => Call::Npm(Dialect::Yarn, before, after),
        domain::Runner::Bun => Call::Npm(Dialect::Bun, before, after),
        // `tool` is not an option.
        domain::Runner::Uv => Call::Uv(before.strip_suffix(&["tool"]).unwrap_or(before), after),
        domain::Runner::Pipx => Call::Pipx(after),
        domain::Runner::Container => {
            let engine = Engine::named(&program_name(words.first()?))?;
            Call::Container(engine, after)
        }
        domain::Runner::UvProject | domain::Runner::Deno | domain::Runner::Compiler => return None,
    })
}

/// Takes `cmd /c` away.
pub(super) fn unwrap<'a>(words: &'a [&'a str]) -> Line<'a> {
    let Some((program, rest)) = words.split_first() else {
        return Line::Words(words);
    };
    let program = program_name(program);
    if !matches!(starter(&program), Some(Starter::Shell | Starter::Plain)) {
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
    text.split(|c: char| c.is_whitespace() || "\"';&|()`=".contains(c))
        .any(|word| is_package_runner(&program_name(word)))
}
