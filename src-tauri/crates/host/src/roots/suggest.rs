//! Folder suggestions. A suggested folder is never granted automatically.

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use super::facts::is_repository;

/// Maximum depth of the search for repositories under the home.
const DEPTH: usize = 4;
/// Maximum number of folders searched.
const FOLDERS: usize = 5_000;
/// Time limit of the search.
const TIME: Duration = Duration::from_millis(800);
/// Maximum number of suggestions.
const MOST: usize = 6;

/// Folders that contain no work of the user, or far too much.
const PASSED_BY: &[&str] = &[
    "node_modules",
    "target",
    "Library",
    "AppData",
    "snap",
    "go",
    "miniconda3",
    "anaconda3",
];

/// Returns repositories under a home, the most recently used first. Hidden folders are skipped, and links are not followed.
pub(super) fn repositories(home: &Path) -> Vec<PathBuf> {
    let begin = Instant::now();
    let mut waiting = VecDeque::from([(home.to_path_buf(), 0)]);
    let mut found: Vec<(SystemTime, PathBuf)> = Vec::new();
    let mut seen = 0;
    while let Some((folder, depth)) = waiting.pop_front() {
        seen += 1;
        if seen > FOLDERS || begin.elapsed() > TIME {
            break;
        }
        if depth > 0 && is_repository(&folder) {
            found.push((touched(&folder), folder));
            continue;
        }
        if depth == DEPTH {
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let work = !name.starts_with('.') && !PASSED_BY.contains(&name.as_ref());
            if work && entry.file_type().is_ok_and(|kind| kind.is_dir()) && waiting.len() < FOLDERS
            {
                waiting.push_back((entry.path(), depth + 1));
            }
        }
    }
    found.sort_by(|a, b| b.cmp(a));
    found.truncate(MOST);
    found.into_iter().map(|(_, folder)| folder).collect()
}

/// Returns when a repository was last used, according to its own files.
fn touched(folder: &Path) -> SystemTime {
    ["index", "HEAD", "dirstate", "logs/HEAD"]
        .iter()
        .flat_map(|file| [".git", ".hg", ".jj"].map(|mark| folder.join(mark).join(file)))
        .filter_map(|path| fs::metadata(path).and_then(|meta| meta.modified()).ok())
        .max()
        .unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Returns folders in a server's own command.
pub(super) fn named_by(args: &[String], cwd: Option<&str>) -> Vec<PathBuf> {
    let home = std::env::home_dir();
    args.iter()
        .map(String::as_str)
        .map(|arg| arg.split_once('=').map_or(arg, |(_, value)| value))
        .chain(cwd)
        .map(Path::new)
        .filter(|path| path.is_absolute() && path.is_dir() && home.as_deref() != Some(*path))
        .take(MOST)
        .map(Path::to_path_buf)
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn repositories_are_found_but_not_in_what_is_hidden() {
        let home = tempfile::tempdir().unwrap();
        for folder in [
            "src/one/.git",
            "src/one/sub/.git",
            "two/.hg",
            ".cache/three/.git",
            "a/node_modules/four/.git",
        ] {
            fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        fs::write(home.path().join("src/one/.git/HEAD"), "ref").unwrap();
        let found = repositories(home.path());
        assert_eq!(
            found,
            [home.path().join("src/one"), home.path().join("two")]
        );
    }
}
