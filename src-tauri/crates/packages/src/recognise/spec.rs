//! Packages as a command names them.

use super::{options::shown, reason::AsWritten};
use crate::recipe::Spec;

/// Longest name of a package, in bytes; the bound of npm.
const NAME_MAX: usize = 214;
const VERSION_MAX: usize = 128;
/// Most packages that one command may name.
const NAMED_MAX: usize = 32;
const EXTRAS_MAX: usize = 32;
const GIT: [&str; 9] = [
    "git+",
    "git:",
    "git@",
    "github:",
    "gitlab:",
    "bitbucket:",
    "gist:",
    "ssh:",
    "hg+",
];
const ARCHIVES: [&str; 6] = [".tgz", ".tar.gz", ".tar", ".whl", ".zip", ".git"];

/// Checks how many packages a command names.
pub(super) fn check_count(packages: &[Spec]) -> Result<(), AsWritten> {
    if packages.len() > NAMED_MAX {
        return Err(AsWritten::TooLong);
    }
    Ok(())
}

/// A package of npm: `name`, `name@version`, `@scope/name@version`.
pub(super) fn npm(text: &str) -> Result<Spec, AsWritten> {
    elsewhere(text)?;
    if text.starts_with("npm:") {
        return Err(AsWritten::Alias(shown(text)));
    }
    let bad = || AsWritten::Name(shown(text));
    let (scope, rest) = match text.strip_prefix('@') {
        Some(scoped) => {
            let (scope, rest) = scoped.split_once('/').ok_or_else(bad)?;
            (Some(scope), rest)
        }
        None => (None, text),
    };
    let (name, version) = match rest.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (rest, None),
    };
    if let Some(version) = version {
        npm_version(version, text)?;
    }
    if name.contains('/') {
        return Err(AsWritten::Git(shown(text)));
    }
    let parts_fit = is_name(name) && scope.is_none_or(is_name);
    let full = match scope {
        Some(scope) => format!("@{scope}/{name}"),
        None => name.to_owned(),
    };
    if !parts_fit || full.len() > NAME_MAX {
        return Err(bad());
    }
    Ok(Spec {
        name: full,
        extras: Vec::new(),
        version: version.filter(|text| !text.is_empty()).map(str::to_owned),
        marker: None,
    })
}

/// Checks the part after `name@`.
fn npm_version(version: &str, text: &str) -> Result<(), AsWritten> {
    if version.starts_with("npm:") {
        return Err(AsWritten::Alias(shown(text)));
    }
    elsewhere(version)?;
    let usual = |c: char| c.is_ascii_alphanumeric() || ".-+^~<>=*| _".contains(c);
    let fits = version.len() <= VERSION_MAX
        && version.chars().all(usual)
        && !version.starts_with('-')
        && version.trim() == version;
    if fits {
        Ok(())
    } else if version.contains('/') {
        Err(AsWritten::Git(shown(text)))
    } else {
        Err(AsWritten::Name(shown(text)))
    }
}

/// A package of Python: `name`, `name[extra]==1.2`, `name@1.2`, `name@latest`.
pub(super) fn python(text: &str) -> Result<Spec, AsWritten> {
    let text = text.trim();
    elsewhere(text)?;
    let bad = || AsWritten::Name(shown(text));
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || "._-".contains(c)))
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let mut rest = rest.trim_start();
    let mut extras = Vec::new();
    if let Some(inside) = rest.strip_prefix('[') {
        let (list, after) = inside.split_once(']').ok_or_else(bad)?;
        extras = list.split(',').map(|one| one.trim().to_owned()).collect();
        rest = after.trim_start();
    }
    let version = match rest.strip_prefix('@') {
        Some(at) => {
            let at = at.trim_start();
            elsewhere(at)?;
            match at {
                "latest" => None,
                at if at.starts_with(|c: char| c.is_ascii_digit()) && !at.contains(',') => {
                    Some(format!("=={at}"))
                }
                _ => return Err(bad()),
            }
        }
        None if rest.is_empty() => None,
        None if rest.starts_with(['=', '>', '<', '~', '!']) => Some(rest.to_owned()),
        None => return Err(bad()),
    };
    let usual = |c: char| c.is_ascii_alphanumeric() || ".+-*!=<>~, ".contains(c);
    let version_fits = version
        .as_ref()
        .is_none_or(|text| text.len() <= VERSION_MAX && text.chars().all(usual));
    let extras_fit = extras.len() <= EXTRAS_MAX && extras.iter().all(|extra| is_name(extra));
    let name_fits = is_name(name) && name.len() <= NAME_MAX;
    if !(name_fits && extras_fit && version_fits) {
        return Err(bad());
    }
    Ok(Spec {
        name: name.to_owned(),
        extras,
        version,
        marker: None,
    })
}

/// The name of a program of a package.
pub(super) fn program(text: &str) -> Result<String, AsWritten> {
    if is_name(text) && text.len() <= NAME_MAX {
        Ok(text.to_owned())
    } else {
        Err(AsWritten::Name(shown(text)))
    }
}

/// Splits `a>=1,<2,b` into its packages: a part that begins with an operator belongs to the one before it.
pub(super) fn list(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    let mut piece = String::new();
    let mut pieces = Vec::new();
    for c in text.chars() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c == ',' && depth == 0 {
            pieces.push(std::mem::take(&mut piece));
        } else {
            piece.push(c);
        }
    }
    pieces.push(piece);
    for piece in pieces {
        let goes_on = piece.trim_start().starts_with(['=', '>', '<', '~', '!']);
        match parts.last_mut() {
            Some(last) if goes_on => {
                last.push(',');
                last.push_str(&piece);
            }
            Some(_) | None => parts.push(piece),
        }
    }
    parts
}

/// Letters and digits of any script, `.`, `-`, `_`; it begins with no `.` and no `-`.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(['.', '-'])
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '~'))
}

/// Finds packages that come from somewhere else than a registry.
fn elsewhere(text: &str) -> Result<(), AsWritten> {
    let lower = text.to_ascii_lowercase();
    let bare = lower.trim_start();
    let begins = |all: &[&str]| all.iter().any(|begin| bare.starts_with(begin));
    if begins(&GIT) || bare.contains("@git+") || bare.ends_with(".git") {
        return Err(AsWritten::Git(shown(text)));
    }
    if bare.contains("://") {
        return Err(AsWritten::Url(shown(text)));
    }
    let drive = bare.as_bytes().get(1) == Some(&b':');
    let is_path = begins(&[
        "/",
        "./",
        "../",
        "~/",
        "file:",
        "link:",
        "workspace:",
        "portal:",
    ]) || matches!(bare, "." | ".." | "~")
        || bare.contains('\\')
        || drive
        || ARCHIVES.iter().any(|ending| bare.ends_with(ending));
    if is_path {
        return Err(AsWritten::File(shown(text)));
    }
    Ok(())
}
