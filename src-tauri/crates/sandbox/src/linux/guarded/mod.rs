//! What other programs of the user run code from, below a folder that a server may write to.
//!
//! Git directories are found by what they hold, as Git finds them, and through what leads to them: gitfiles, `commondir`, links, and what
//! their configuration names. Hidden files and folders are the settings of programs, of editors and agents among them. Whatever cannot
//! be searched within the bounds counts as such a place as a whole.

mod config;
mod follow;
mod found;
mod listing;
mod reduce;
mod runs;
mod walk;

pub(super) use found::{Bounds, Guarded, Keep, Named};
pub(super) use listing::can_matter;
pub(super) use runs::{runs, runs_named};
use std::{
    os::fd::AsFd,
    path::{Path, PathBuf},
};

/// Searches a folder. `at` is its path outside, and `apart` are paths below it that are no part of it.
pub(super) fn search(top: impl AsFd, at: &Path, apart: &[PathBuf], bounds: Bounds) -> Guarded {
    walk::Walk::new(top.as_fd(), at, apart, bounds).run()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::fs;

    use super::*;

    fn searched(folder: &tempfile::TempDir, bounds: Bounds) -> Guarded {
        let path = dunce::canonicalize(folder.path()).unwrap();
        search(fs::File::open(&path).unwrap(), &path, &[], bounds)
    }

    fn make(folder: &tempfile::TempDir, paths: &[&str]) {
        for path in paths {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
    }

    fn is_kept(guarded: &Guarded, path: &str) -> bool {
        guarded.places.contains(&(path.into(), Keep::ReadOnly))
    }

    #[test]
    fn folders_of_the_user_are_searched_before_those_that_programs_fill() {
        let folder = tempfile::tempdir().unwrap();
        make(&folder, &["own/a/b/c/.git/HEAD", "target/CACHEDIR.TAG"]);
        for number in 0..300 {
            make(&folder, &[&format!("node_modules/{number}/file")]);
            make(&folder, &[&format!("target/debug/{number}/file")]);
        }
        let bounds = Bounds {
            entries: 100,
            ..Bounds::default()
        };
        let guarded = searched(&folder, bounds);
        assert!(is_kept(&guarded, "own/a/b/c/.git"), "{guarded:?}");
        let mut missed = guarded.unsearched.iter();
        let is_filled =
            |path: &PathBuf| path.starts_with("node_modules") || path.starts_with("target");
        assert!(missed.all(is_filled), "{guarded:?}");
        assert!(is_kept(&guarded, "node_modules"), "{guarded:?}");
        assert!(is_kept(&guarded, "target/debug"), "{guarded:?}");
    }

    #[test]
    fn files_that_lead_from_one_to_the_next_are_followed_as_far_as_git_does() {
        let folder = tempfile::tempdir().unwrap();
        make(&folder, &[".git/HEAD", ".git/objects/x", ".git/refs/x"]);
        let text = "[include]\n path = ../f0\n";
        fs::write(folder.path().join(".git/config"), text).unwrap();
        for number in 0..5_000 {
            let text = format!("[include]\n path = ./f{}\n", number + 1);
            fs::write(folder.path().join(format!("f{number}")), text).unwrap();
        }
        let guarded = searched(&folder, Bounds::default());
        assert!(is_kept(&guarded, "f5") || guarded.whole, "{guarded:?}");
        assert!(!is_kept(&guarded, "f100"), "{guarded:?}");
        let all = guarded
            .unsearched
            .iter()
            .any(|path| path.as_os_str().is_empty());
        assert!(
            guarded.whole || all,
            "what was not followed is read-only: {guarded:?}"
        );
    }

    #[test]
    fn only_known_caches_are_no_settings() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".cargo", ".vscode", ".claude", ".venv", ".ruff_cache"] {
            make(&folder, &[&format!("{name}/CACHEDIR.TAG")]);
        }
        make(
            &folder,
            &[".tox/file", ".cache/CACHEDIR.TAG", ".cache/.git/HEAD"],
        );
        let guarded = searched(&folder, Bounds::default());
        for kept in [".cargo", ".vscode", ".claude", ".tox", ".cache/.git"] {
            assert!(is_kept(&guarded, kept), "{kept}: {guarded:?}");
        }
        for writable in [".venv", ".ruff_cache", ".cache"] {
            assert!(!is_kept(&guarded, writable), "{writable}: {guarded:?}");
        }
    }
}
