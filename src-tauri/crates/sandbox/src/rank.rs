//! Which files other programs run, by their paths.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use crate::names::{is_git_mark, is_setting};

/// How a file comes to be run. The first ones need the least of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// It belongs to a repository.
    Repository,
    /// It is hidden, or lies in a hidden folder: settings of an editor, an agent or another program.
    Setting,
    /// It may be executed.
    Program,
    /// Nothing runs it unasked.
    Other,
}

/// The ranks of files that are to be put into a folder, in their order. Each is a path relative to the folder, and whether it may be executed.
/// A folder counts as a repository if it holds a file that Git knows its own folders by, before or among these.
#[must_use]
pub fn ranks(folder: &Path, files: &[(&Path, bool)]) -> Vec<Rank> {
    let mut gits: BTreeSet<PathBuf> = BTreeSet::new();
    for (path, _) in files {
        if path.file_name().is_some_and(is_git_mark) {
            gits.extend(path.parent().map(Path::to_owned));
        }
        let around = path.ancestors().skip(1);
        let known = around.filter(|around| folder.join(around).join("HEAD").exists());
        gits.extend(known.map(Path::to_owned));
    }
    let rank = |(path, program): &(&Path, bool)| {
        let is_git = path.ancestors().any(|around| gits.contains(around))
            || path.iter().any(|name| name.eq_ignore_ascii_case(".git"));
        if is_git {
            Rank::Repository
        } else if is_setting(path) {
            Rank::Setting
        } else if *program {
            Rank::Program
        } else {
            Rank::Other
        }
    };
    files.iter().map(rank).collect()
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn files_that_other_programs_run_are_told_by_their_paths() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("half")).unwrap();
        std::fs::write(folder.path().join("half/HEAD"), "ref: x").unwrap();
        let wanted = [
            ("a.txt", false, Rank::Other),
            ("build.sh", true, Rank::Program),
            ("bare/config", false, Rank::Repository),
            ("bare/objects/x", false, Rank::Repository),
            ("bare/HEAD", false, Rank::Repository),
            ("deep/.vscode/tasks.json", false, Rank::Setting),
            ("half/config", false, Rank::Repository),
            ("sub/.GIT/hooks/update", false, Rank::Repository),
            (".gitignore", false, Rank::Other),
            (".config/gitignore", false, Rank::Setting),
        ];
        let files: Vec<(&Path, bool)> = wanted
            .iter()
            .map(|(path, program, _)| (Path::new(*path), *program))
            .collect();
        let found = ranks(folder.path(), &files);
        for ((path, _, wanted), found) in wanted.iter().zip(found) {
            assert_eq!(found, *wanted, "{path}");
        }
    }
}
