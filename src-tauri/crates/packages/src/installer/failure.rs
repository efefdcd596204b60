//! What a package manager that failed wrote, as an error.

use domain::{cut, visible};

use crate::{error::PackageError, execute::Exit};

/// Longest text of a package manager in an error, in bytes.
const DETAIL_MAX: usize = 2000;
/// How much of the output is searched, in bytes.
const SEARCHED_MAX: usize = 64 << 10;

/// A sign in the output, and the error that it means.
type Sign = (&'static [&'static str], fn(&str, String) -> PackageError);

const NPM: &[Sign] = &[
    (&["code EINTEGRITY"], |_, detail| PackageError::Integrity {
        detail,
    }),
    (&["code ENOSPC", "no space left on device"], |_, _| {
        PackageError::DiskFull
    }),
    (&["code E404"], |text, _| PackageError::NotFound {
        package: npm_name(text),
    }),
    (
        &[
            "code ETARGET",
            "code ERESOLVE",
            "code EBADPLATFORM",
            "code EBADENGINE",
            "code ENOVERSIONS",
        ],
        |_, detail| PackageError::NoVersion { detail },
    ),
    (
        &["code E401", "code E403", "code ENEEDAUTH"],
        |_, detail| PackageError::Refused { detail },
    ),
    (
        &[
            "code ENOTFOUND",
            "code EAI_AGAIN",
            "code ECONN",
            "code ETIMEDOUT",
            "code EHOSTUNREACH",
            "code ENETUNREACH",
            "code EPROTO",
            "code ERR_SOCKET",
            "code E5",
            "_CERT",
            "CERT_",
            "socket hang up",
            "network timeout",
        ],
        |_, detail| PackageError::Unreachable { detail },
    ),
];

const PYTHON: &[Sign] = &[
    (
        &["Hash mismatch", "DO NOT MATCH THE HASHES"],
        |_, detail| PackageError::Integrity { detail },
    ),
    (
        &["No space left on device", "os error 28", "Errno 28"],
        |_, _| PackageError::DiskFull,
    ),
    (&["No interpreter found"], |_, detail| {
        PackageError::NoPython { wanted: detail }
    }),
    (
        &[
            "401 Unauthorized",
            "403 Forbidden",
            "401 Client",
            "403 Client",
        ],
        |_, detail| PackageError::Refused { detail },
    ),
    (
        &[
            "error sending request",
            "Could not connect",
            "Failed to fetch",
            "NewConnectionError",
            "Max retries exceeded",
            "ReadTimeoutError",
            "ConnectTimeoutError",
            "ConnectionResetError",
            "SSLError",
            "dns error",
            "HTTP error",
        ],
        |_, detail| PackageError::Unreachable { detail },
    ),
    (
        &[
            "has no usable wheels",
            "no wheels",
            "has no wheel",
            "building from source is disabled",
            "using source distributions is disabled",
            "marked as `--no-build`",
        ],
        |text, detail| PackageError::NoWheel {
            package: quoted_name(text, &["Wheels are required for `", "Because "]),
            detail,
        },
    ),
    (
        &[
            "was not found in the package registry",
            "not found in the package",
        ],
        |text, _| PackageError::NotFound {
            package: quoted_name(text, &["Because "]).unwrap_or_default(),
        },
    ),
    (
        &[
            "No solution found",
            "there is no version",
            "ResolutionImpossible",
            "No matching distribution",
        ],
        |_, detail| PackageError::NoVersion { detail },
    ),
];

/// The error of npm.
pub(super) fn npm(exit: &Exit) -> PackageError {
    failed("npm", exit, NPM)
}

/// The error of uv or pip.
pub(super) fn python(program: &str, exit: &Exit) -> PackageError {
    failed(program, exit, PYTHON)
}

fn failed(program: &str, exit: &Exit, signs: &[Sign]) -> PackageError {
    let end = exit.stderr.len().saturating_sub(SEARCHED_MAX);
    let text = String::from_utf8_lossy(&exit.stderr[end..]);
    let detail = detail(&text);
    for (words, error) in signs {
        if words.iter().any(|word| text.contains(word)) {
            return error(&text, detail);
        }
    }
    PackageError::Failed {
        program: program.to_owned(),
        code: exit.code,
        detail,
    }
}

/// The end of the output as lines that may be shown.
fn detail(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty() && !line.contains("A complete log of this run"))
        .map(|line| visible(cut(line, DETAIL_MAX)))
        .collect();
    let mut out = String::new();
    for line in lines.iter().rev() {
        if out.len() + line.len() >= DETAIL_MAX {
            break;
        }
        out = if out.is_empty() {
            line.clone()
        } else {
            format!("{line}\n{out}")
        };
    }
    out
}

/// The package that npm did not find: `'@scope/name@1.2' is not in this registry`, or the last part of the URL.
fn npm_name(text: &str) -> String {
    let line = text.lines().find(|line| {
        line.contains("is not in this registry") || line.contains("could not be found")
    });
    let quoted = line.and_then(|line| line.split('\'').nth(1));
    let url = text.lines().find_map(|line| {
        line.split(" - GET ")
            .nth(1)?
            .split(' ')
            .next()?
            .rsplit('/')
            .next()
    });
    let name = quoted.or(url).unwrap_or_default().replace("%2f", "/");
    let name = name
        .rfind('@')
        .filter(|at| *at > 0)
        .map_or(&*name, |at| &name[..at]);
    visible(cut(name, 214))
}

/// The name after one of these beginnings.
fn quoted_name(text: &str, beginnings: &[&str]) -> Option<String> {
    beginnings.iter().find_map(|begin| {
        let at = text.find(begin)? + begin.len();
        let rest = text[at..].trim_start_matches(['`', '"', '\'']);
        let name: &str = rest
            .split(|c: char| !(c.is_alphanumeric() || "._-".contains(c)))
            .next()?;
        (!name.is_empty() && name.len() <= 214).then(|| visible(name))
    })
}
