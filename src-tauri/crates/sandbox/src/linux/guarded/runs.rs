//! What one Git directory makes Git run.

use std::{
    fs::{self, File},
    io::Read as _,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use super::config::{self, CONFIGS};
use crate::RUNS_MAX;

/// Most bytes of a file that are read.
const READ_MAX: u64 = 64 * 1024;
/// Most names in a folder of hooks that are looked at.
const NAMES_MAX: usize = 1_000;
/// How the hooks end that Git puts into every repository, and does not run.
const SAMPLE: &str = ".sample";

/// The hooks and settings of a Git directory that run something, in this order, as [`crate::Made::runs`] has them. Nothing for any other
/// place. A server made the names: hidden characters are not removed.
pub(in crate::linux) fn runs(place: &Path) -> Vec<String> {
    let mut found = hooks(&place.join("hooks"));
    for name in CONFIGS {
        found.extend(settings(&place.join(name)));
    }
    found.truncate(RUNS_MAX);
    found
}

/// The same for a place that this setting names.
pub(in crate::linux) fn runs_named(place: &Path, key: &str) -> Vec<String> {
    match key {
        "" => Vec::new(),
        "core.hookspath" => hooks(place),
        "include.path" | "includeif.path" => settings(place),
        _ if place.symlink_metadata().is_ok() => vec![key.to_owned()],
        _ => Vec::new(),
    }
}

fn settings(file: &Path) -> Vec<String> {
    if let Some(name) = link_name(file) {
        return vec![name];
    }
    let mut found = read(file).map_or_else(Vec::new, |text| config::settings(&text));
    found.truncate(RUNS_MAX);
    found
}

/// The name of a link: what it leads to may be anywhere, and is not told.
fn link_name(path: &Path) -> Option<String> {
    let is_link = path.symlink_metadata().is_ok_and(|it| it.is_symlink());
    let name = path.file_name().filter(|_| is_link)?;
    Some(name.to_string_lossy().into_owned())
}

fn hooks(folder: &Path) -> Vec<String> {
    if let Some(name) = link_name(folder) {
        return vec![name];
    }
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries
        .take(NAMES_MAX)
        .flatten()
        .map(|entry| entry.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let mut found: Vec<String> = names
        .filter(|name| !name.ends_with(SAMPLE))
        .map(|name| format!("hooks/{name}"))
        .collect();
    found.sort();
    found.truncate(RUNS_MAX);
    found
}

/// The first bytes of a file. A pipe is not waited for.
pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    let open = File::options()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(path);
    let file = open.ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(READ_MAX).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
