//! Failures that the sandbox of a program caused, with what would help.

use std::path::{Path, PathBuf};

use domain::{Confined, LocalNetwork};

use super::{cause::Cause, evidence::Evidence};

/// What programs say of a path that is not there for them, in lower case.
const UNSEEN: &[&str] = &[
    "enoent",
    "eacces",
    "no such file",
    "permission denied",
    "does not exist",
    "not found",
    "cannot access",
    "cannot find",
    "can't open",
];

/// What programs say of a path that they may not write to, in lower case.
const UNWRITABLE: &[&str] = &["erofs", "read-only file system"];

/// What programs say without a network, in lower case.
const NO_NETWORK: &[&str] = &[
    "eai_again",
    "enotfound",
    "enetunreach",
    "getaddrinfo",
    "network is unreachable",
    "temporary failure in name resolution",
    "name or service not known",
    "dns error",
    "failed to lookup address",
    "could not resolve host",
];

/// Maximum number of lines of output that are searched.
const LINES: usize = 200;
/// Maximum number of paths that are looked for on the disk.
const PATHS: usize = 40;

/// Returns the cause if the sandbox of the program explains its output.
pub(super) fn find(evidence: &Evidence<'_>) -> Option<Cause> {
    let confined = evidence.launch.confinement.confined()?;
    let server = evidence.server.to_owned();
    let lines = evidence.stderr.lines().rev().take(LINES);
    let says = |line: &str, signs: &[&str]| {
        let line = line.to_lowercase();
        signs.iter().any(|sign| line.contains(sign))
    };
    for (signs, read_only) in [(UNWRITABLE, true), (UNSEEN, false)] {
        let about = lines.clone().filter(|line| says(line, signs));
        let mut paths = about.flat_map(paths_in).take(PATHS);
        if let Some(path) = paths.find(|path| explains(path, read_only, confined)) {
            let path = path.to_string_lossy().into_owned();
            return Some(if read_only {
                Cause::ReadOnly { path, server }
            } else {
                Cause::OutOfSight { path, server }
            });
        }
    }
    if let Some(host) = evidence.refused.last() {
        let host = host.clone();
        return Some(Cause::HostRefused { host, server });
    }
    let offline = confined.network == LocalNetwork::None;
    (offline && says(evidence.stderr, NO_NETWORK)).then_some(Cause::NoNetworkGiven { server })
}

/// Whether the sandbox is why a path cannot be used: it exists for the user, and not (or not so) for the program.
fn explains(path: &Path, read_only: bool, confined: &Confined) -> bool {
    let provided = ["/innkeeper", "/proc", "/dev", "/sys"];
    if provided.iter().any(|place| path.starts_with(place)) || launcher::is_system(path) {
        return false;
    }
    if read_only {
        return path.parent().is_some_and(Path::is_dir);
    }
    let mut programs = confined.programs.iter();
    let shown = programs.any(|program| path.starts_with(program));
    !shown && path.components().count() > 2 && path.exists()
}

/// Returns the absolute paths in a line: those in quotation marks, which may hold spaces, and those between spaces.
fn paths_in(line: &str) -> Vec<PathBuf> {
    let quoted = line.split(['\'', '"', '`', '‘', '’', '“', '”']);
    let words = line.split(|c: char| c.is_whitespace() || "'\"`()<>,;".contains(c));
    quoted
        .chain(words)
        .map(|word| word.trim_end_matches([':', '.', ',', ')']))
        .filter(|word| word.starts_with('/') && !word.contains('\0'))
        .map(PathBuf::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_what_programs_say() {
        let node = "Error: ENOENT: no such file or directory, stat '/home/me/My Files'";
        assert!(paths_in(node).contains(&"/home/me/My Files".into()));
        let python = "PermissionError: [Errno 13] Permission denied: /srv/data.db:";
        assert!(paths_in(python).contains(&"/srv/data.db".into()));
        assert!(paths_in("nothing is here").is_empty());
    }
}
