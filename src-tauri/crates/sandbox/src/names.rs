//! Names of files that other programs run code from, or know a repository by.

use std::{ffi::OsStr, path::Path};

/// What Git knows its own folders by.
pub(crate) const GIT_MARKS: [&str; 4] = ["HEAD", "objects", "refs", "commondir"];

/// Hidden files that hold data which nothing runs; so do those whose names end in `ignore`.
const DATA: [&str; 4] = [".DS_Store", ".editorconfig", ".gitkeep", ".keep"];

/// Whether Git knows its own folders by a file or folder of this name, in upper or lower case.
pub(crate) fn is_git_mark(name: &OsStr) -> bool {
    let mut marks = GIT_MARKS.iter();
    marks.any(|mark| name.eq_ignore_ascii_case(mark))
}

/// Whether something is hidden, or lies in a hidden folder, and so counts as settings that other programs run. Files known to hold data only,
/// such as `.gitignore`, are none.
pub(crate) fn is_setting(path: &Path) -> bool {
    let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
    let folders = path.parent().into_iter().flat_map(Path::iter);
    let mut folders = folders.filter(|name| is_hidden(name));
    folders.next().is_some()
        || path
            .file_name()
            .is_some_and(|name| is_hidden(name) && !is_data(name))
}

/// Whether a hidden file holds data that nothing runs.
pub(crate) fn is_data(name: &OsStr) -> bool {
    name.as_encoded_bytes().ends_with(b"ignore") || DATA.iter().any(|data| name == *data)
}
