//! Bounded walk through a folder that may be large, change meanwhile, or belong to somebody hostile.

use std::{
    collections::VecDeque,
    fs::{self, DirEntry, FileType},
    path::Path,
    time::{Duration, Instant},
};

/// How much of a folder is visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Maximum number of entries.
    pub entries: u64,
    /// Maximum number of folders that wait to be visited.
    pub waiting: usize,
    /// Maximum depth: the entries of the folder itself have depth 1.
    pub depth: usize,
    /// Time limit, checked after each entry.
    pub time: Duration,
}

/// Bounds of a look that a person waits for.
pub(crate) const QUICK: Bounds = Bounds {
    entries: 40_000,
    waiting: 10_000,
    depth: 200,
    time: Duration::from_millis(1_500),
};

/// Visits the entries of a folder and of its folders, with the folder that each is in, those near the top first. `visit` returns whether the
/// entries of a visited folder are visited too. Links are visited and never followed. Returns whether it ended before a bound did. What
/// cannot be read is skipped.
///
/// It reads the disk, and may block.
pub(crate) fn walk(
    folder: &Path,
    bounds: Bounds,
    mut visit: impl FnMut(&DirEntry, FileType, &Path) -> bool,
) -> bool {
    let begin = Instant::now();
    let mut waiting = VecDeque::from([(folder.to_path_buf(), 1)]);
    let (mut seen, mut whole) = (0, true);
    while let Some((next, depth)) = waiting.pop_front() {
        let Ok(entries) = fs::read_dir(&next) else {
            continue;
        };
        for entry in entries.flatten() {
            seen += 1;
            if seen > bounds.entries || begin.elapsed() > bounds.time {
                return false;
            }
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let enter = visit(&entry, kind, &next);
            if enter && kind.is_dir() {
                if waiting.len() < bounds.waiting && depth < bounds.depth {
                    waiting.push_back((entry.path(), depth + 1));
                } else {
                    whole = false;
                }
            }
        }
    }
    whole
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn walk_ends_at_each_bound() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("a/b/c")).unwrap();
        fs::create_dir(dir.path().join("a/skipped")).unwrap();
        for name in ["one", "two", "a/three", "a/b/c/four", "a/skipped/five"] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        let count = |bounds| {
            let mut count = 0;
            let whole = walk(dir.path(), bounds, |entry, _, _| {
                count += 1;
                entry.file_name() != "skipped"
            });
            (count, whole)
        };
        assert_eq!(count(QUICK), (8, true));
        assert_eq!(
            count(Bounds {
                entries: 3,
                ..QUICK
            }),
            (3, false)
        );
        assert_eq!(count(Bounds { depth: 1, ..QUICK }), (3, false));
        let none = Duration::ZERO;
        assert_eq!(
            count(Bounds {
                time: none,
                ..QUICK
            }),
            (0, false)
        );
    }
}
