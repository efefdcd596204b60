//! The folders of whole backups: which they are, and what in them this program made.

use std::path::{Path, PathBuf};

use crate::Part;

/// The folder of these backups in a data directory.
pub(crate) const FOLDER: &str = "backups";
/// The description in the folder of a backup.
pub(crate) const DESCRIPTION: &str = "backup.json";

/// The folders that this program made there, finished or not. Links are none of them.
pub(crate) fn folders(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir.join(FOLDER)).into_iter().flatten();
    let ours = entries.flatten().filter(|entry| {
        entry.file_type().is_ok_and(|kind| kind.is_dir())
            && entry.file_name().to_str().is_some_and(is_name)
    });
    ours.map(|entry| entry.path()).collect()
}

/// The files of these folders that this program made, with the part that each is a copy of.
pub(crate) fn files(dir: &Path) -> Vec<(PathBuf, Part)> {
    let folders = folders(dir).into_iter();
    folders
        .flat_map(|folder| {
            let parts = Part::ALL.into_iter().map(|part| (part.path(&folder), part));
            let unfinished = Part::ALL.map(|part| (part.named(&folder, "new.backup"), part));
            let description = (folder.join(DESCRIPTION), Part::Database);
            parts
                .chain(unfinished)
                .chain([description])
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Whether a file is the copy of a finished backup.
pub(crate) fn is_finished(path: &Path) -> bool {
    path.parent()
        .is_some_and(|folder| folder.join(DESCRIPTION).is_file())
}

/// Removes the folders that are empty, after their files are gone.
pub fn remove_empty_sets(dir: &Path) {
    for folder in folders(dir) {
        let _ = std::fs::remove_dir(folder);
    }
    let _ = std::fs::remove_dir(dir.join(FOLDER));
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_'))
}
