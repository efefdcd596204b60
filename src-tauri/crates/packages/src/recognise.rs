//! Recognises command lines that fetch a package and start it.

mod container;
mod npm;
mod options;
mod python;
mod reason;
mod shell;
mod spec;

use url::Url;

pub use self::{
    container::{Container, Engine, Mount},
    reason::AsWritten,
};
use self::{options::Outcome, shell::Line};
use crate::recipe::{Recipe, Runner, Spec};

/// Most words of a command line that are read, and most bytes of all of them together.
pub const WORDS_MAX: usize = 1024;
/// Most bytes of a command line that is read.
pub const LINE_MAX: usize = 128 << 10;

/// What a command line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// It starts a package of a registry, which can be installed in two phases.
    Package(Recipe),
    /// It starts the package `mcp-remote`, which connects to a server at a URL. Innkeeper can connect to it directly.
    Remote {
        /// The URL of the server.
        url: Url,
        /// The package run, for a user who keeps it.
        recipe: Recipe,
    },
    /// A package runner with something that cannot be installed in two phases. It runs as written, and then has no network for
    /// the package manager.
    AsWritten {
        /// The package runner; `None` where a shell line hides it.
        runner: Option<Runner>,
        /// Why.
        reason: AsWritten,
    },
    /// A container engine. Its containers cannot be confined by Innkeeper.
    Container(Container),
    /// No package runner.
    Other,
}

/// Recognises a command line. Nothing is read from the disk, and nothing is started.
///
/// The program may be a path, in any case, with `.exe`, `.cmd`, `.bat` or `.ps1`, and the whole may be behind `cmd /c`.
#[must_use]
pub fn recognise(program: &str, args: &[String]) -> Recognition {
    let bytes = program.len() + args.iter().map(String::len).sum::<usize>();
    let words: Vec<&str> = std::iter::once(program)
        .chain(args.iter().map(String::as_str))
        .collect();
    match shell::unwrap(&words) {
        Line::Hidden => Recognition::AsWritten {
            runner: None,
            reason: AsWritten::ShellLine,
        },
        Line::Words(words) => {
            let too_long = words.len() > WORDS_MAX || bytes > LINE_MAX;
            line(words, too_long)
        }
    }
}

/// Reads a Python package as requirements name it. The error says whether it comes from elsewhere than a registry.
pub(crate) fn requirement(text: &str) -> Result<Spec, bool> {
    spec::python(text).map_err(|reason| {
        matches!(
            reason,
            AsWritten::Git(_) | AsWritten::Url(_) | AsWritten::File(_)
        )
    })
}

/// Recognises the words of a command line without a shell around them.
fn line(words: &[&str], too_long: bool) -> Recognition {
    let Some(call) = shell::call(words) else {
        return Recognition::Other;
    };
    if too_long {
        let runner = call.runner();
        let reason = AsWritten::TooLong;
        return Recognition::AsWritten { runner, reason };
    }
    let outcome = match call {
        shell::Call::Container(engine, rest) => {
            return Recognition::Container(container::parse(engine, rest));
        }
        shell::Call::Npm(dialect, before, rest) => npm::parse(dialect, before, rest),
        shell::Call::Uv(before, rest) => python::uv(before, rest),
        shell::Call::Pipx(rest) => python::pipx(rest),
    };
    match outcome {
        Outcome::Recipe(recipe) => remote(recipe),
        Outcome::AsWritten(runner, reason) => Recognition::AsWritten {
            runner: Some(runner),
            reason,
        },
    }
}

/// The URL of `mcp-remote URL`, where there is one.
fn remote(recipe: Recipe) -> Recognition {
    let is_remote = recipe
        .packages
        .first()
        .is_some_and(|spec| spec.name == "mcp-remote")
        && recipe.runner.ecosystem() == crate::recipe::Ecosystem::Npm;
    let url = recipe
        .args
        .first()
        .and_then(|arg| Url::parse(arg).ok())
        .filter(|url| matches!(url.scheme(), "https" | "http") && url.has_host());
    match url {
        Some(url) if is_remote => Recognition::Remote { url, recipe },
        Some(_) | None => Recognition::Package(recipe),
    }
}
